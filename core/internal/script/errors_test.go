package script

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// wrong is a text and what Parse says about it.
type wrong struct{ name, text, err string }

// The cluster that the steps under test are for: three brokers, payments with one partition, orders with three, of
// which the last has no leader.
const steady = `"cluster": {"topics": [
	{"name": "payments", "partitions": [{"replicas": [1, 2, 3]}]},
	{"name": "orders", "partitions": [{"replicas": [1, 2]}, {"replicas": [2, 3]}, {"replicas": [3, 1], "leader": -1}]}]},
	"producers": [{"id": "p1"}, {"id": "p2"}], "consumers": [{"id": "c1"}, {"id": "c2", "topics": ["orders"]}]`

func withRoot(members string) string {
	return `{"version": 1, "cluster": {}, "steps": [], ` + members + `}`
}

func withCluster(members string) string {
	return `{"version": 1, "cluster": {` + members + `}, "steps": []}`
}

func withPartition(members string) string {
	return withCluster(`"topics": [{"name": "t", "partitions": [{` + members + `}]}]`)
}

func withSteps(steps string) string {
	return `{"version": 1, ` + steady + `, "steps": [` + steps + `]}`
}

func requireErrors(t *testing.T, within func(string) string, table []wrong) {
	t.Helper()
	for _, c := range table {
		t.Run(strings.ReplaceAll(c.name, " ", "_"), func(t *testing.T) {
			s, err := Parse([]byte(within(c.text)))
			require.EqualError(t, err, c.err)
			require.IsType(t, &Error{}, err)
			require.Zero(t, s)
		})
	}
}

func asItIs(text string) string { return text }

func TestATextThatIsNoScriptIsRefused(t *testing.T) { requireErrors(t, asItIs, wrongTexts) }

var wrongTexts = []wrong{
	{
		"the text is empty",
		``,
		`line 1, column 1: the text ends too early`,
	},
	{
		"the text is no JSON",
		"{\"version\": 1,\n  oops}",
		`line 2, column 3: unexpected 'o' where a quoted name is expected`,
	},
	{
		"the text ends early",
		"{\"version\": 1,\n \"cluster\"",
		`line 2, column 11: the text ends too early`,
	},
	{
		"the text goes on after the script",
		"{\"version\": 1, \"cluster\": {}, \"steps\": []}\n{}",
		`line 2, column 1: text after the end`,
	},
	{
		"the text goes on after the script with no JSON",
		`{"version": 1, "cluster": {}, "steps": []} x`,
		`line 1, column 44: text after the end`,
	},
	{
		"a key stands twice",
		"{\"version\": 1, \"cluster\": {}, \"seed\": 1,\n \"seed\": 1, \"steps\": []}",
		`line 2, column 2: duplicate key "seed"`,
	},
	{
		"the text is no UTF-8",
		"{\"version\": 1, \"title\": \"\xff\"}",
		`line 1, column 26: invalid UTF-8`,
	},
	{
		"a string has half a surrogate pair",
		"{\"version\": 1, \"title\": \"\\ud800\"}",
		"line 1, column 26: an invalid escape",
	},
	{
		"lists are nested too deep",
		`{"a":[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]}`,
		`a[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]: nested deeper than 16 levels; a script needs 8`,
	},
	{
		"the script is a list",
		`[]`,
		`must be an object, not a list`,
	},
	{
		"the script is null",
		`null`,
		`must be an object, not null`,
	},
	{
		"the cluster is a list",
		`{"version": 1, "cluster": [], "steps": []}`,
		`cluster: must be an object, not a list`,
	},
	{
		"a broker is named where there is one",
		`{"version": 1, "cluster": {"brokers": 1}, "steps": [{"at": 0, "fetch-pause": {"broker": 2}}]}`,
		`steps[0].fetch-pause.broker: no broker 2; there is 1`,
	},
	{
		"a topic is named where there is one",
		`{"version": 1, "cluster": {"topics": [{"name": "t", "partitions": [{"replicas": [1]}]}]}, "steps": ` +
			`[{"at": 0, "set": {"topic": "payments"}}]}`,
		`steps[0].set.topic: no topic "payments"; there is "t"`,
	},
	{
		"a topic is named where there is none",
		`{"version": 1, "cluster": {}, "steps": [{"at": 0, "set": {"topic": "payments"}}]}`,
		`steps[0].set.topic: no topic "payments"; the script has none`,
	},
	{
		"an ELR stands in a cluster without ELR",
		`{"version": 1, "cluster": {"features": {"eligible.leader.replicas.version": 0}, "topics": ` +
			`[{"name": "t", "partitions": [{"replicas": [1, 2], "isr": [1], "elr": [2]}]}]}, "steps": []}`,
		`cluster.topics[0].partitions[0].elr: the cluster has no ELR: its features set ` +
			`"eligible.leader.replicas.version" to 0`,
	},
	{
		"an eligible replica lacks something committed",
		`{"version": 1, "cluster": {"topics": [{"name": "t", "config": {"min.insync.replicas": 2}, "partitions":
			[{"replicas": [1, 2, 3], "isr": [1], "elr": [2, 3], "logs": {"1": [{"epoch": 0, "records": 2}],
			"2": [{"epoch": 0, "records": 2}], "3": [{"epoch": 0, "records": 1}]}}]}]}, "steps": []}`,
		`cluster.topics[0].partitions[0].elr: [3] without all that is committed, which is what broker 1 has below the ` +
			`high watermark, 2; an eligible leader replica has that: leave these out, change their logs, or set ` +
			`highWatermarks`,
	},
	{
		"nobody is in sync in a cluster without ELR",
		`{"version": 1, "cluster": {"features": {"eligible.leader.replicas.version": 0}, "topics": ` +
			`[{"name": "t", "partitions": [{"replicas": [1, 2], "isr": [], "leader": -1}]}]}, "steps": []}`,
		`cluster.topics[0].partitions[0].isr: an ISR has at least one member where the cluster has no ELR: its ` +
			`features set "eligible.leader.replicas.version" to 0`,
	},
	{
		"version is missing",
		`{"cluster": {}, "steps": []}`,
		`"version" is missing: write 1`,
	},
	{
		"version is a later one",
		`{"version": 2, "steps": [], "what": 1}`,
		`version: unknown version 2; this program reads version 1`,
	},
	{
		"version is a string",
		`{"version": "1"}`,
		`version: must be a number, not a string`,
	},
	{
		"cluster is missing",
		`{"version": 1, "steps": []}`,
		`"cluster" is missing: the state at time 0; {} is three brokers without a topic`,
	},
	{
		"steps are missing",
		`{"version": 1, "cluster": {}}`,
		`"steps" is missing: a list of what happens, which may be empty`,
	},
	{
		"a key is misspelt",
		`{"version": 1, "cluster": {}, "step": []}`,
		`step: unknown key; did you mean "steps"?`,
	},
	{
		"a key is unknown",
		`{"version": 1, "cluster": {}, "steps": [], "comments": 1}`,
		`comments: unknown key; allowed here: "version", "title", "seed", "cluster", "producers", ` +
			`"consumers", "steps", "until" and "lesson"`,
	},
	{
		"a key is unknown and odd",
		`{"version": 1, "cluster": {}, "steps": [], "a b": 1}`,
		`["a b"]: unknown key; allowed here: "version", "title", "seed", "cluster", "producers", ` +
			`"consumers", "steps", "until" and "lesson"`,
	},
}

func TestTheScriptItselfIsChecked(t *testing.T) { requireErrors(t, withRoot, wrongMembers) }

var wrongMembers = []wrong{
	{
		"the title is a number",
		`"title": 5`,
		`title: must be a string, not a number`,
	},
	{
		"the seed is negative",
		`"seed": -1`,
		`seed: -1 is out of range: 0 to 9007199254740991`,
	},
	{
		"the seed is a fraction",
		`"seed": 1.5`,
		`seed: 1.5 is not a whole number`,
	},
	{
		"the seed is beyond what JSON readers keep",
		`"seed": 9007199254740992`,
		`seed: 9007199254740992 is out of range: 0 to 9007199254740991`,
	},
	{
		"until is negative",
		`"until": -1`,
		`until: -1 is out of range: 0 to 86400000`,
	},
	{
		"until is finer than a microsecond",
		`"until": 0.0001`,
		`until: 0.0001 has more than 3 decimals; times are milliseconds, down to a microsecond`,
	},
	{
		"until is beyond a day",
		`"until": 86400000.001`,
		`until: 86400000.001 is out of range: 0 to 86400000`,
	},
	{
		"until is immense",
		`"until": 1e999999999`,
		`until: 1e999999999 is out of range: 0 to 86400000`,
	},
	{
		"until is text",
		`"until": "20000"`,
		`until: must be a number, not a string`,
	},
}

func TestTheClusterIsChecked(t *testing.T) { requireErrors(t, withCluster, wrongClusters) }

var wrongClusters = []wrong{
	{
		"there are no brokers",
		`"brokers": 0`,
		`cluster.brokers: 0 is out of range: 1 to 15`,
	},
	{
		"there are too many brokers",
		`"brokers": 16`,
		`cluster.brokers: 16 is out of range: 1 to 15`,
	},
	{
		"brokers is half a broker",
		`"brokers": 2.5`,
		`cluster.brokers: 2.5 is not a whole number`,
	},
	{
		"the cluster has an unknown key",
		`"broker": 3`,
		`cluster.broker: unknown key; did you mean "brokers"?`,
	},
	{
		"a broker's key is unknown",
		`"config": {"foo": 1}`,
		`cluster.config.foo: unknown key; "run --configs" lists what this version supports`,
	},
	{
		"a broker's key is misspelt",
		`"config": {"replica.lag.max.ms": 1}`,
		`cluster.config.replica.lag.max.ms: unknown key; did you mean "replica.lag.time.max.ms"?`,
	},
	{
		"a broker's key is not supported yet",
		`"config": {"num.replica.fetchers": 2}`,
		`cluster.config.num.replica.fetchers: this version does not support it yet; "run ` +
			`--configs" lists what it supports`,
	},
	{
		"a broker's key is a producer's",
		`"config": {"linger.ms": 1}`,
		`cluster.config.linger.ms: a key of a producer, not of a broker`,
	},
	{
		"a value is text but no number",
		`"config": {"min.insync.replicas": "two"}`,
		`cluster.config.min.insync.replicas: "two" is not a whole number`,
	},
	{
		"a value is out of range as text",
		`"config": {"min.insync.replicas": "0"}`,
		`cluster.config.min.insync.replicas: "0" is out of range: 1 to 2147483647`,
	},
	{
		"a value is out of range",
		`"config": {"min.insync.replicas": 0}`,
		`cluster.config.min.insync.replicas: 0 is out of range: 1 to 2147483647`,
	},
	{
		"a value is true",
		`"config": {"min.insync.replicas": true}`,
		`cluster.config.min.insync.replicas: must be a number, not true or false`,
	},
	{
		"a fetch waits longer than the lag allows",
		`"config": {"replica.fetch.wait.max.ms": 700, "replica.lag.time.max.ms": 600}`,
		`cluster.config.replica.fetch.wait.max.ms: more than replica.lag.time.max.ms, which is 600; Kafka ` +
			`refuses to start: lower this or raise the other`,
	},
	{
		"a lag shorter than the default wait",
		`"config": {"replica.lag.time.max.ms": 400}`,
		`cluster.config.replica.lag.time.max.ms: less than replica.fetch.wait.max.ms, which is 500; Kafka ` +
			`refuses to start: raise this or lower the other`,
	},
	{
		"a fetch waits longer than its socket",
		`"config": {"replica.fetch.wait.max.ms": 30001}`,
		`cluster.config.replica.fetch.wait.max.ms: more than replica.socket.timeout.ms, which is 30000; Kafka ` +
			`refuses to start: lower this or raise the other`,
	},
	{
		"a socket times out before the default wait",
		`"config": {"replica.socket.timeout.ms": 499, "replica.lag.time.max.ms": 400}`,
		`cluster.config.replica.socket.timeout.ms: less than replica.fetch.wait.max.ms, which is 500; Kafka ` +
			`refuses to start: raise this or lower the other`,
	},
	{
		"no latency and no backoff",
		`"config": {"replica.fetch.backoff.ms": 0}, "network": {"latency.ms": 0}`,
		`cluster.network.latency.ms: 0 with a replica.fetch.backoff.ms of 0 would make followers retry ` +
			`endlessly without time advancing: raise one of the two`,
	},
	{
		"a boolean is a number",
		`"config": {"auto.leader.rebalance.enable": 1}`,
		`cluster.config.auto.leader.rebalance.enable: must be true or false, not a number`,
	},
	{
		"a boolean is null",
		`"config": {"controlled.shutdown.enable": null}`,
		`cluster.config.controlled.shutdown.enable: must be true or false, not null`,
	},
	{
		"a boolean is another word",
		`"config": {"unclean.leader.election.enable": "yes"}`,
		`cluster.config.unclean.leader.election.enable: "yes" is neither true nor false`,
	},
	{
		"an interval is 0",
		`"config": {"unclean.leader.election.interval.ms": 0}`,
		`cluster.config.unclean.leader.election.interval.ms: 0 is out of range: 1 to 2147483647`,
	},
	{
		"a number of seconds is 0",
		`"config": {"leader.imbalance.check.interval.seconds": "0"}`,
		`cluster.config.leader.imbalance.check.interval.seconds: "0" is out of range: 1 to 2147483647`,
	},
	{
		"a backoff is negative",
		`"config": {"replica.fetch.backoff.ms": -1}`,
		`cluster.config.replica.fetch.backoff.ms: -1 is out of range: 0 to 2147483647`,
	},
	{
		"no latency and no wait",
		`"config": {"replica.fetch.wait.max.ms": 0}, "network": {"latency.ms": 0}`,
		`cluster.network.latency.ms: 0 with a replica.fetch.wait.max.ms of 0 would make followers fetch ` +
			`endlessly without time advancing: raise one of the two`,
	},
	{
		"a feature is unknown",
		`"features": {"eligible.leader.replicas": 1}`,
		`cluster.features.eligible.leader.replicas: unknown key; did you mean "eligible.leader.replicas.version"?`,
	},
	{
		"a feature is not supported yet",
		`"features": {"kraft.version": 1}`,
		`cluster.features.kraft.version: this version does not support it yet; it has ` +
			`"eligible.leader.replicas.version"`,
	},
	{
		"ELR has an unknown level",
		`"features": {"eligible.leader.replicas.version": 2}`,
		`cluster.features.eligible.leader.replicas.version: 2 is out of range: 0 to 1`,
	},
	{
		"the network has an unknown key",
		`"network": {"latency": 1}`,
		`cluster.network.latency: unknown key; did you mean "latency.ms"?`,
	},
	{
		"the latency is beyond an hour",
		`"network": {"latency.ms": 3600001}`,
		`cluster.network.latency.ms: 3600001 is out of range: 0 to 3600000`,
	},
	{
		"the append is finer than a microsecond",
		`"append.ms": 0.0005`,
		`cluster.append.ms: 0.0005 has more than 3 decimals; times are milliseconds, down to a microsecond`,
	},
	{
		"a broker of its own is not there",
		`"perBroker": {"4": {"phase.ms": 1}}`,
		`cluster.perBroker.4: "4" is not one of the brokers, [1, 2, 3]`,
	},
	{
		"a broker of its own has another spelling",
		`"perBroker": {"02": {}}`,
		`cluster.perBroker.02: "02" is not one of the brokers, [1, 2, 3]`,
	},
	{
		"a broker of its own has an unknown key",
		`"perBroker": {"2": {"phase": 1}}`,
		`cluster.perBroker.2.phase: unknown key; did you mean "phase.ms"?`,
	},
	{
		"a broker's disk is slower than an hour",
		`"perBroker": {"2": {"append.ms": 3600001}}`,
		`cluster.perBroker.2.append.ms: 3600001 is out of range: 0 to 3600000`,
	},
}

func TestTopicsAreChecked(t *testing.T) { requireErrors(t, withCluster, wrongTopics) }

var wrongTopics = []wrong{
	{
		"a topic has no name",
		`"topics": [{"partitions": [{"replicas": [1]}]}]`,
		`cluster.topics[0]: "name" is missing: the topic's name`,
	},
	{
		"a topic's name is empty",
		`"topics": [{"name": "", "partitions": [{"replicas": [1]}]}]`,
		`cluster.topics[0].name: an empty name`,
	},
	{
		"a topic's name is two dots",
		`"topics": [{"name": "..", "partitions": [{"replicas": [1]}]}]`,
		`cluster.topics[0].name: Kafka allows no topic named ".."`,
	},
	{
		"a topic's name has a space",
		`"topics": [{"name": "my topic", "partitions": [{"replicas": [1]}]}]`,
		`cluster.topics[0].name: "my topic"; Kafka allows letters without accents, digits, ".", "_" and "-"`,
	},
	{
		"two topics have one name",
		`"topics": [{"name": "t", "partitions": [{"replicas": [1]}]}, {"name": "t", "partitions": ` +
			`[{"replicas": [1]}]}]`,
		`cluster.topics[1].name: topics[0] is called "t" already`,
	},
	{
		"two topics differ in a dot only",
		`"topics": [{"name": "a.b", "partitions": [{"replicas": [1]}]}, {"name": "a_b", "partitions": ` +
			`[{"replicas": [1]}]}]`,
		`cluster.topics[1].name: Kafka does not allow "a_b" next to "a.b": their metric names would collide`,
	},
	{
		"a topic has no partitions",
		`"topics": [{"name": "t"}]`,
		`cluster.topics[0]: "partitions" is missing: a list such as [{"replicas": [1, 2, 3]}]`,
	},
	{
		"a topic's partitions are an empty list",
		`"topics": [{"name": "t", "partitions": []}]`,
		`cluster.topics[0].partitions: a topic has at least one partition`,
	},
	{
		"a topic's key is not supported yet",
		`"topics": [{"name": "t", "config": {"segment.bytes": 1}, "partitions": [{"replicas": [1]}]}]`,
		`cluster.topics[0].config.segment.bytes: this version does not support it yet; "run --configs" ` +
			`lists what it supports`,
	},
	{
		"a topic's key is a broker's",
		`"topics": [{"name": "t", "config": {"message.max.bytes": 1}, "partitions": [{"replicas": [1]}]}]`,
		`cluster.topics[0].config.message.max.bytes: a key of a broker, not of a topic`,
	},
	{
		"a topic's boolean is a list",
		`"topics": [{"name": "t", "config": {"unclean.leader.election.enable": []}, "partitions": [{"replicas": [1]}]}]`,
		`cluster.topics[0].config.unclean.leader.election.enable: must be true or false, not a list`,
	},
	{
		"a topic has a key of the cluster alone",
		`"topics": [{"name": "t", "config": {"auto.leader.rebalance.enable": true}, "partitions": [{"replicas": [1]}]}]`,
		`cluster.topics[0].config.auto.leader.rebalance.enable: a key of a broker, not of a topic`,
	},
	{
		"a topic's minimum is 0",
		`"topics": [{"name": "t", "config": {"min.insync.replicas": 0}, "partitions": [{"replicas": [1]}]}]`,
		`cluster.topics[0].config.min.insync.replicas: 0 is out of range: 1 to 2147483647`,
	},
	{
		"partitions differ in their number of replicas",
		`"topics": [{"name": "t", "partitions": [{"replicas": [1, 2]}, {"replicas": [1]}]}]`,
		`cluster.topics[0].partitions[1].replicas: 1 here and 2 in partition 0; all partitions of a topic ` +
			`have the same number of replicas`,
	},
}
