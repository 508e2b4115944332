package script

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Topics of three replicas, two and one, and one that has settings of its own.
const warnedTopics = `"topics": [
	{"name": "three", "partitions": [{"replicas": [1, 2, 3]}]},
	{"name": "two", "partitions": [{"replicas": [2, 1]}, {"replicas": [1, 2]}]},
	{"name": "one", "partitions": [{"replicas": [3]}]},
	{"name": "own", "config": {"min.insync.replicas": 1, "max.message.bytes": 2000000},
		"partitions": [{"replicas": [1, 2, 3]}]}]`

func warningsOf(t *testing.T, text string) (found []string) {
	t.Helper()
	s, err := Parse([]byte(text))
	require.NoError(t, err)
	for _, w := range s.Warnings() {
		found = append(found, w.Path+": "+w.Message)
	}
	return found
}

// warned is a text and all the warnings about it; without any it is just not enough for one.
type warned struct {
	name, text string
	warnings   []string
}

func requireWarnings(t *testing.T, within func(string) string, table []warned) {
	t.Helper()
	for _, c := range table {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.warnings, warningsOf(t, within(c.text))) })
	}
}

func TestWarningsOfBrokers(t *testing.T) {
	requireWarnings(t, func(config string) string {
		return `{"version": 1, "cluster": {"config": {` + config + `}, ` + warnedTopics + `},
			"producers": [{"id": "p"}, {"id": "q", "config": {"enable.idempotence": false,
				"max.in.flight.requests.per.connection": 1, "retries": 0, "batch.size": 40000}}], "steps": []}`
	}, []warned{
		{name: "nothing", text: ``},
		{
			"heartbeats are more than half of the session", `"broker.heartbeat.interval.ms": 4501`,
			[]string{`cluster.config.broker.heartbeat.interval.ms: broker.heartbeat.interval.ms, 4501, is more than half of ` +
				`broker.session.timeout.ms, 9000: one heartbeat that is late or lost gets a broker fenced`},
		},
		{
			"a session is less than two heartbeats", `"broker.session.timeout.ms": 3999`,
			[]string{`cluster.config.broker.session.timeout.ms: broker.heartbeat.interval.ms, 2000, is more than half of ` +
				`broker.session.timeout.ms, 3999: one heartbeat that is late or lost gets a broker fenced`},
		},
		{name: "heartbeats are half of the session", text: `"broker.heartbeat.interval.ms": 4500`},
		{
			"fetches wait as long as a follower may lag",
			`"replica.fetch.wait.max.ms": 10000, "replica.lag.time.max.ms": 10000`,
			[]string{`cluster.config.replica.fetch.wait.max.ms: replica.fetch.wait.max.ms and replica.lag.time.max.ms are ` +
				`both 10000: a follower leaves the ISR when something is appended as its fetch ends in vain; keep the first less`},
		},
		{
			"a follower may lag as long as fetches wait by default", `"replica.lag.time.max.ms": 500`,
			[]string{`cluster.config.replica.lag.time.max.ms: replica.fetch.wait.max.ms and replica.lag.time.max.ms are both ` +
				`500: a follower leaves the ISR when something is appended as its fetch ends in vain; keep the first less`},
		},
		{name: "fetches wait less", text: `"replica.fetch.wait.max.ms": 9999, "replica.lag.time.max.ms": 10000`},
		{
			"as many must be in sync as there are", `"min.insync.replicas": 2`,
			[]string{
				`cluster.config.min.insync.replicas: as many as "two" has replicas: when one of them leaves the ISR, acks=all ` +
					`is refused and the high watermark stands still`,
				`cluster.config.min.insync.replicas: more than "one" has replicas: Kafka takes it for 1, and acknowledges ` +
					`records with a single copy`,
			},
		},
		{name: "one must be in sync", text: `"min.insync.replicas": 1`},
		{
			"unclean elections", `"unclean.leader.election.enable": true`,
			[]string{`cluster.config.unclean.leader.election.enable: when no in-sync or eligible replica is alive, one that ` +
				`lags may lead: records that were acknowledged to acks=all are lost then`},
		},
		{name: "no unclean elections", text: `"unclean.leader.election.enable": false`},
		{
			"full batches are refused", `"message.max.bytes": 39999`,
			[]string{`cluster.config.message.max.bytes: less than batch.size of producer "q", 40000: its batches that grow ` +
				`above this are refused with MESSAGE_TOO_LARGE, and split`},
		},
		{name: "full batches are taken", text: `"message.max.bytes": 40000`},
		{
			"producers are forgotten while they retry", `"producer.id.expiration.ms": 119999`,
			[]string{`cluster.config.producer.id.expiration.ms: less than delivery.timeout.ms of producer "p", 120000: what ` +
				`it sends again may come when it is forgotten, and be appended twice`},
		},
		{name: "producers are known while they retry", text: `"producer.id.expiration.ms": 120000`},
		{
			"requests time out before a follower leaves", `"replica.lag.time.max.ms": 30001`,
			[]string{`cluster.config.replica.lag.time.max.ms: request.timeout.ms of producer "p", 30000, is less than ` +
				`replica.lag.time.max.ms, 30001: a request may time out, and be sent again, while a follower that hangs is ` +
				`still in the ISR`},
		},
	})
}

func TestWarningsOfTopics(t *testing.T) {
	requireWarnings(t, func(config string) string {
		return withCluster(`"topics": [{"name": "first", "partitions": [{"replicas": [1, 2, 3]}]},
			{"name": "t", "config": {` + config + `}, "partitions": [{"replicas": [1, 2, 3]}]}]`)
	}, []warned{
		{
			"more must be in sync than there are", `"min.insync.replicas": 4`,
			[]string{`cluster.topics[1].config.min.insync.replicas: more than "t" has replicas: Kafka takes it for 3; when ` +
				`one of them leaves the ISR, acks=all is refused and the high watermark stands still`},
		},
		{
			"as many must be in sync as there are", `"min.insync.replicas": 3`,
			[]string{`cluster.topics[1].config.min.insync.replicas: as many as "t" has replicas: when one of them leaves the ` +
				`ISR, acks=all is refused and the high watermark stands still`},
		},
		{name: "one may be out", text: `"min.insync.replicas": 2`},
		{name: "unclean elections that nobody's acks=all suffers by", text: `"unclean.leader.election.enable": true`},
		{name: "batches of nobody", text: `"max.message.bytes": 1`},
	})
}

const (
	twice    = "what is sent again may be appended twice"
	reorders = twice + ", and after what was sent later"
)

// withWarnedProducer is a script with a producer of this configuration.
func withWarnedProducer(config string) string {
	return `{"version": 1, "cluster": {` + warnedTopics + `}, "producers": [{"id": "first"}, {"id": "p", "config": {` +
		config + `}}], "steps": []}`
}

func TestWarningsOfProducers(t *testing.T) {
	requireWarnings(t, withWarnedProducer, []warned{
		{
			"a first retry that waits too long", `"retry.backoff.ms": 1001`,
			[]string{`producers[1].config.retry.backoff.ms: retry.backoff.ms, 1001, is more than retry.backoff.max.ms: the ` +
				`wait is always 1000`},
		},
		{
			"retries that wait too short", `"retry.backoff.max.ms": 99`,
			[]string{`producers[1].config.retry.backoff.max.ms: retry.backoff.ms, 100, is more than retry.backoff.max.ms: the ` +
				`wait is always 99`},
		},
		{name: "retries that all wait the same", text: `"retry.backoff.ms": 1000`},
		{
			"a first connection that waits too long", `"socket.connection.setup.timeout.ms": 30001`,
			[]string{`producers[1].config.socket.connection.setup.timeout.ms: socket.connection.setup.timeout.ms, 30001, is ` +
				`more than socket.connection.setup.timeout.max.ms: the timeout is always 30000`},
		},
		{name: "connections that all wait the same", text: `"socket.connection.setup.timeout.ms": 30000`},
		{
			"half a reconnect backoff", `"reconnect.backoff.ms": 20`,
			[]string{`producers[1].config.reconnect.backoff.ms: reconnect.backoff.max.ms is not set: the wait is always 20`},
		},
		{name: "a whole reconnect backoff", text: `"reconnect.backoff.ms": 20, "reconnect.backoff.max.ms": 20`},
		{
			"a delivery timeout that Kafka raises", `"linger.ms": 90001`,
			[]string{`producers[1].config.linger.ms: linger.ms + request.timeout.ms is more than delivery.timeout.ms by ` +
				`default: Kafka raises that to 120001`},
		},
		{name: "a delivery timeout that is enough", text: `"linger.ms": 90000`},
		{name: "a delivery timeout that is given", text: `"linger.ms": 90001, "delivery.timeout.ms": 120001`},
		{
			"batches that are larger than the memory", `"buffer.memory": 16383`,
			[]string{`producers[1].config.buffer.memory: batch.size, 16384, is more than buffer.memory, 16383: no batch can ` +
				`be made, and every send fails with an IllegalArgumentException`},
		},
		{name: "batches that fill the memory", text: `"buffer.memory": 16384`},
		{
			"requests that time out before a follower leaves", `"request.timeout.ms": 29999`,
			[]string{`producers[1].config.request.timeout.ms: request.timeout.ms of producer "p", 29999, is less than ` +
				`replica.lag.time.max.ms, 30000: a request may time out, and be sent again, while a follower that hangs is ` +
				`still in the ISR`},
		},
		{name: "requests that time out as a follower leaves", text: `"request.timeout.ms": 30000`},
		{
			"batches that are larger than a topic takes", `"batch.size": 1048589`,
			[]string{`producers[1].config.batch.size: more than message.max.bytes, 1048588: batches that grow above it are ` +
				`refused with MESSAGE_TOO_LARGE, and split`},
		},
		{name: "batches of the size that brokers take", text: `"batch.size": 1048588`},
		{
			"a delivery that takes longer than it is remembered", `"delivery.timeout.ms": 86400001`,
			[]string{`producers[1].config.delivery.timeout.ms: delivery.timeout.ms, 86400001, is more than ` +
				`producer.id.expiration.ms, 86400000: what is sent again may come when the producer is forgotten, and be ` +
				`appended twice`},
		},
		{name: "a delivery that is remembered", text: `"delivery.timeout.ms": 86400000`},
	})
}

func TestWarningsOfProducersWithoutIdempotence(t *testing.T) {
	requireWarnings(t, withWarnedProducer, []warned{
		{
			"acks=1", `"acks": "1"`,
			[]string{`producers[1].config.acks: Kafka turns idempotence off, which needs acks "all": ` + reorders},
		},
		{
			"acks=1 with one request at a time", `"acks": "1", "max.in.flight.requests.per.connection": 1`,
			[]string{`producers[1].config.acks: Kafka turns idempotence off, which needs acks "all": ` + twice},
		},
		{
			"acks=0", `"acks": "0"`,
			[]string{`producers[1].config.acks: Kafka turns idempotence off, which needs acks "all": nobody is told of a ` +
				`record that is lost`},
		},
		{
			"no retries", `"retries": 0, "request.timeout.ms": 1`,
			[]string{`producers[1].config.retries: Kafka turns idempotence off, which needs retries: the first failure of a ` +
				`batch is its last`},
		},
		{
			"no idempotence", `"enable.idempotence": false`,
			[]string{`producers[1].config.enable.idempotence: without idempotence ` + reorders},
		},
		{
			"no idempotence with acks=1", `"enable.idempotence": false, "acks": 1`,
			[]string{`producers[1].config.enable.idempotence: without idempotence ` + reorders},
		},
		{name: "no idempotence, no retries", text: `"enable.idempotence": false, "retries": 0`},
		{name: "no idempotence, no answers", text: `"enable.idempotence": false, "acks": 0`},
	})
}

func TestWarningsOfSteps(t *testing.T) {
	within := func(elr string) func(string) string {
		return func(set string) string {
			return `{"version": 1, "cluster": {` + elr + warnedTopics + `}, "producers": [{"id": "p", "config":
				{"acks": 0}}], "steps": [{"at": 9, "set": ` + set + `}, {"at": 8, "produce": {"partitions":
				[{"topic": "two", "partition": 0, "records": 1}]}}]}`
		}
	}
	const acks = `producers[0].config.acks: Kafka turns idempotence off, which needs acks "all": nobody is told of a ` +
		`record that is lost`
	requireWarnings(t, within(""), []warned{
		{
			"a topic's minimum", `{"topic": "two", "config": {"min.insync.replicas": 3}}`,
			[]string{acks, `steps[1].set.config.min.insync.replicas: more than "two" has replicas: Kafka takes it for 2; ` +
				`when one of them leaves the ISR, acks=all is refused and the high watermark stands still`},
		},
		{
			"unclean elections, with a raw request of acks=all", `{"config": {"unclean.leader.election.enable": true}}`,
			[]string{acks, `steps[1].set.config.unclean.leader.election.enable: when no in-sync or eligible replica is alive, ` +
				`one that lags may lead: records that were acknowledged to acks=all are lost then`},
		},
		{
			"a broker's minimum, which Kafka refuses", `{"broker": 1, "config": {"min.insync.replicas": 3}}`,
			[]string{acks, `steps[1].set.config.min.insync.replicas: Kafka refuses a broker's own value while the cluster ` +
				`has "eligible.leader.replicas.version": nothing changes`},
		},
		{
			"the size of a topic's batches", `{"topic": "own", "config": {"max.message.bytes": 16383}}`,
			[]string{acks, `steps[1].set.config.max.message.bytes: less than batch.size of producer "p", 16384: its batches ` +
				`that grow above this are refused with MESSAGE_TOO_LARGE, and split`},
		},
		{"an expiration that touches no idempotent producer", `{"config": {"producer.id.expiration.ms": 1}}`, []string{acks}},
		{"a quota", `{"producer": "p", "config": {"producer_byte_rate": 1}}`, []string{acks}},
	})
	requireWarnings(t, within(`"features": {"eligible.leader.replicas.version": 0}, `), []warned{
		{
			"a broker's minimum", `{"broker": 1, "config": {"min.insync.replicas": 3}}`,
			[]string{
				acks, `steps[1].set.config.min.insync.replicas: as many as "three" has replicas: when one of them leaves the ` +
					`ISR, acks=all is refused and the high watermark stands still`,
				`steps[1].set.config.min.insync.replicas: more than "two" has replicas: Kafka takes it for 2; when one of ` +
					`them leaves the ISR, acks=all is refused and the high watermark stands still`,
				`steps[1].set.config.min.insync.replicas: more than "one" has replicas: Kafka takes it for 1, and ` +
					`acknowledges records with a single copy`,
			},
		},
	})
}

// What a topic says itself counts for it, and what the cluster says does not.
func TestWarningsGoByTheTopicsOwnValue(t *testing.T) {
	require.Empty(t, warningsOf(t, `{"version": 1, "cluster": {"config": {"min.insync.replicas": 3,
		"message.max.bytes": 1}, "topics": [{"name": "t", "config": {"min.insync.replicas": 2,
		"max.message.bytes": 16384}, "partitions": [{"replicas": [1, 2, 3]}]}]}, "producers": [{"id": "p"}],
		"steps": []}`))
	require.Equal(t, []string{`cluster.topics[0].config.max.message.bytes: less than batch.size of producer "p", 16384: ` +
		`its batches that grow above this are refused with MESSAGE_TOO_LARGE, and split`},
		warningsOf(t, `{"version": 1, "cluster": {"config": {"message.max.bytes": 1}, "topics": [{"name": "t", "config":
			{"max.message.bytes": 0}, "partitions": [{"replicas": [1]}]}]}, "producers": [{"id": "p"}], "steps": []}`))
	require.Equal(t, []string{`cluster.topics[0].config.min.insync.replicas: as many as "t" has replicas: when one of ` +
		`them leaves the ISR, acks=all is refused and the high watermark stands still`},
		warningsOf(t, withCluster(`"topics": [{"name": "t", "config": {"min.insync.replicas": 2}, "partitions":
			[{"replicas": [1, 2]}]}, {"name": "u", "partitions": [{"replicas": [1, 2]}]}]`)))
}

func TestUncleanElectionsCostNothingThatWasPromisedToAcks1(t *testing.T) {
	require.Empty(t, warningsOf(t, `{"version": 1, "cluster": {"config": {"unclean.leader.election.enable": true},
		"topics": [{"name": "t", "partitions": [{"replicas": [1, 2]}]}]}, "steps": [{"at": 1, "produce": {"acks": 1,
		"partitions": [{"topic": "t", "partition": 0, "records": 1}]}}, {"at": 2, "kill": {"broker": 1}}]}`))
}

// A step that is taken by hand is looked at as one that was written, and looks at those before it.
func TestWarningsOfStepsTakenByHand(t *testing.T) {
	s := parse(t, `{"version": 1, "cluster": {"config": {"unclean.leader.election.enable": true}, "topics": [{"name": "t",
		"partitions": [{"replicas": [1, 2]}]}]}, "steps": []}`)
	require.Empty(t, s.Warnings())
	for _, text := range []string{
		`{"set": {"topic": "t", "config": {"min.insync.replicas": 2}}}`,
		`{"produce": {"partitions": [{"topic": "t", "partition": 0, "records": 1}]}}`,
	} {
		step, err := ParseStep([]byte(text), &s, 0)
		require.NoError(t, err)
		s.Steps = append(s.Steps, step)
	}
	var paths []string
	for _, w := range s.Warnings() {
		paths = append(paths, w.Path)
	}
	require.Equal(t, []string{
		"cluster.config.unclean.leader.election.enable", "steps[0].set.config.min.insync.replicas",
	}, paths)
	again := parse(t, string(AppendText(nil, &s)))
	require.Equal(t, s.Warnings(), again.Warnings())
}
