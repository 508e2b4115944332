package script

import "testing"

func TestStepsOfBrokersAreChecked(t *testing.T) { requireErrors(t, withSteps, wrongBrokerSteps) }

var wrongBrokerSteps = []wrong{
	{
		"a kill names no broker",
		`{"at": 1, "kill": {}}`,
		`steps[0].kill: "broker", "producer" or "node" is missing: a broker's number, the id of a producer, or "controller"`,
	},
	{
		"a kill names a broker that does not exist",
		`{"at": 1, "kill": {"broker": 4}}`,
		`steps[0].kill.broker: no broker 4; there are 1 to 3`,
	},
	{
		"a kill loses records",
		`{"at": 1, "kill": {"broker": 1, "lose": 1}}`,
		`steps[0].kill.lose: unknown key; allowed here: "broker", "producer" and "node"`,
	},
	{
		"a stop names the controller",
		`{"at": 1, "stop": {"broker": "controller"}}`,
		`steps[0].stop.broker: the only controller has nobody to hand over to, so it ends as by kill: ` +
			`{"kill": {"node": "controller"}}`,
	},
	{
		"a freeze calls the controller a broker",
		`{"at": 1, "freeze": {"broker": "controller"}}`,
		`steps[0].freeze.broker: the controller is not a broker: write "node": "controller"`,
	},
	{
		"a thaw names another node",
		`{"at": 1, "thaw": {"node": "b1"}}`,
		`steps[0].thaw.node: no node "b1"; write "controller", or give a broker's number as "broker"`,
	},
	{
		"a freeze names nobody",
		`{"at": 1, "freeze": {}}`,
		`steps[0].freeze: "broker" or "node" is missing: a broker's number, or "controller"`,
	},
	{
		"a start names two",
		`{"at": 1, "start": {"broker": 1, "node": "controller"}}`,
		`steps[0].start.node: "broker" is already given: name one of the two`,
	},
	{
		"a node is no text",
		`{"at": 1, "kill": {"node": 0}}`,
		`steps[0].kill.node: must be a string, not a number`,
	},
	{
		"a start names broker 0",
		`{"at": 1, "start": {"broker": 0}}`,
		`steps[0].start.broker: no broker 0; there are 1 to 3`,
	},
	{
		"a freeze has a time",
		`{"at": 1, "freeze": {"broker": 1, "ms": 5}}`,
		`steps[0].freeze.ms: unknown key; allowed here: "broker" and "node"`,
	},
	{
		"a thaw is a number",
		`{"at": 1, "thaw": 1}`,
		`steps[0].thaw: must be an object, not a number`,
	},
	{
		"a power-off does not say what is lost",
		`{"at": 1, "power-off": {"broker": 1}}`,
		`steps[0].power-off: "lose" is missing: how many records at the end of each of its logs are gone; ` +
			`0 for none, "all" for all`,
	},
	{
		"a power-off loses less than nothing",
		`{"at": 1, "power-off": {"broker": 1, "lose": -1}}`,
		`steps[0].power-off.lose: -1 is out of range: 0 to 100000`,
	},
	{
		"a power-off loses a word",
		`{"at": 1, "power-off": {"broker": 1, "lose": "most"}}`,
		`steps[0].power-off.lose: "most" is not "all"; a number stands without quotes`,
	},
	{
		"a power-off loses true",
		`{"at": 1, "power-off": {"broker": 1, "lose": true}}`,
		`steps[0].power-off.lose: must be a number or "all", not true or false`,
	},
}

func TestLinksAreChecked(t *testing.T) { requireErrors(t, withSteps, wrongLinks) }

var wrongLinks = []wrong{
	{
		"a link begins nowhere",
		`{"at": 1, "link": {"to": 1, "up": false}}`,
		`steps[0].link: "from" is missing: where it begins: a broker's number, the id of a client, or "controller"`,
	},
	{
		"a link ends nowhere",
		`{"at": 1, "link": {"from": 1, "up": false}}`,
		`steps[0].link: "to" is missing: where it ends: a broker's number, the id of a client, or "controller"`,
	},
	{
		"a link begins at a broker that does not exist",
		`{"at": 1, "link": {"from": 4, "to": 1, "up": false}}`,
		`steps[0].link.from: no broker 4; there are 1 to 3`,
	},
	{
		"a link ends at a client that is nearly there",
		`{"at": 1, "link": {"from": 1, "to": "p3", "up": false}}`,
		`steps[0].link.to: no client "p3"; there is "p1"`,
	},
	{
		"a link ends at a client far from any",
		`{"at": 1, "link": {"from": 1, "to": "checkout", "up": false}}`,
		`steps[0].link.to: no client "checkout"; there are "controller", "p1", "p2", "c1" and "c2"`,
	},
	{
		"a link ends at a broker in quotes",
		`{"at": 1, "link": {"from": 1, "to": "3", "up": false}}`,
		`steps[0].link.to: a client of that name does not exist; broker 3 is written as a number, without quotes`,
	},
	{
		"a link ends at null",
		`{"at": 1, "link": {"from": 1, "to": null, "up": false}}`,
		`steps[0].link.to: must be a broker's number, the id of a client, or "controller", not null`,
	},
	{
		"a link leads back",
		`{"at": 1, "link": {"from": 2, "to": 2, "up": false}}`,
		`steps[0].link.to: the same node as from; a link leads to another`,
	},
	{
		"a link joins two clients",
		`{"at": 1, "link": {"from": "p2", "to": "c1", "up": false}}`,
		`steps[0].link.to: from is a client, too; clients do not talk to each other`,
	},
	{
		"a link joins two producers",
		`{"at": 1, "link": {"from": "p1", "to": "p2", "up": false}}`,
		`steps[0].link.to: from is a client, too; clients do not talk to each other`,
	},
	{
		"a link stays as it is",
		`{"at": 1, "link": {"from": 1, "to": 2}}`,
		`steps[0].link: "latency.ms" and "up" are missing: give one of them, or both`,
	},
	{
		"a link is up in words",
		`{"at": 1, "link": {"from": 1, "to": 2, "up": "false"}}`,
		`steps[0].link.up: must be true or false, not a string`,
	},
	{
		"a link is slower than an hour",
		`{"at": 1, "link": {"from": 1, "to": 2, "latency.ms": 3600001}}`,
		`steps[0].link.latency.ms: 3600001 is out of range: 0 to 3600000`,
	},
	{
		"a link is faster than can be",
		`{"at": 1, "link": {"from": 1, "to": 2, "latency.ms": -1}}`,
		`steps[0].link.latency.ms: -1 is out of range: 0 to 3600000`,
	},
	{
		"a link has a latency by another name",
		`{"at": 1, "link": {"from": 1, "to": 2, "latency": 1}}`,
		`steps[0].link.latency: unknown key; did you mean "latency.ms"?`,
	},
}

func TestALinkWithoutLatencyNeedsABackoff(t *testing.T) {
	within := func(config string) string {
		return `{"version": 1, "cluster": {"config": {` + config + `}}, "steps": [
			{"at": 1, "link": {"from": 1, "to": 2, "latency.ms": 0}}]}`
	}
	requireErrors(t, within, []wrong{
		{
			"no wait",
			`"replica.fetch.wait.max.ms": 0`,
			`steps[0].link.latency.ms: 0 with a replica.fetch.wait.max.ms of 0 would make followers fetch ` +
				`endlessly without time advancing: raise one of the two`,
		},
		{
			"no backoff",
			`"replica.fetch.backoff.ms": 0`,
			`steps[0].link.latency.ms: 0 with a replica.fetch.backoff.ms of 0 would make followers retry ` +
				`endlessly without time advancing: raise one of the two`,
		},
	})
}

func TestSettingsAreChecked(t *testing.T) { requireErrors(t, withSteps, wrongSettings) }

var wrongSettings = []wrong{
	{
		"a set has no config",
		`{"at": 1, "set": {"topic": "payments"}}`,
		`steps[0].set: "config" is missing: such as {"min.insync.replicas": 2}`,
	},
	{
		"a set has an empty config",
		`{"at": 1, "set": {"topic": "payments", "config": {}}}`,
		`steps[0].set.config: nothing to change: name "min.insync.replicas", "unclean.leader.election.enable", ` +
			`"max.message.bytes", "retention.ms" or "cleanup.policy"`,
	},
	{
		"a set has an empty config of a broker",
		`{"at": 1, "set": {"broker": 1, "config": {}}}`,
		`steps[0].set.config: nothing to change: name "min.insync.replicas"`,
	},
	{
		"a set is for a topic and a broker",
		`{"at": 1, "set": {"topic": "payments", "broker": 1, "config": {"min.insync.replicas": 1}}}`,
		`steps[0].set.broker: "topic" is already given: name one of the two, or none for the whole cluster`,
	},
	{
		"a set is for a broker that does not exist",
		`{"at": 1, "set": {"broker": 9, "config": {"min.insync.replicas": 1}}}`,
		`steps[0].set.broker: no broker 9; there are 1 to 3`,
	},
	{
		"a set lets a broker elect uncleanly",
		`{"at": 1, "set": {"broker": 1, "config": {"unclean.leader.election.enable": true}}}`,
		`steps[0].set.config.unclean.leader.election.enable: a broker's own value has no effect, because ` +
			`the controller elects: set it for a topic or the whole cluster`,
	},
	{
		"a set changes what is static",
		`{"at": 1, "set": {"config": {"replica.lag.time.max.ms": 1000}}}`,
		`steps[0].set.config.replica.lag.time.max.ms: Kafka does not change it while a broker runs; set it ` +
			`under cluster.config`,
	},
	{
		"a set changes what is static for a broker",
		`{"at": 1, "set": {"broker": 1, "config": {"controlled.shutdown.enable": false}}}`,
		`steps[0].set.config.controlled.shutdown.enable: Kafka does not change it while a broker runs; set it ` +
			`under cluster.config`,
	},
	{
		"a set has an empty config of the cluster",
		`{"at": 1, "set": {"config": {}}}`,
		`steps[0].set.config: nothing to change: name "min.insync.replicas", "message.max.bytes", ` +
			`"unclean.leader.election.enable", "producer.id.expiration.ms" or "log.retention.ms"`,
	},
	{
		"a set has an empty config of a producer",
		`{"at": 1, "set": {"producer": "p1", "config": {}}}`,
		`steps[0].set.config: nothing to change: name "producer_byte_rate"`,
	},
	{
		"a set is for a broker and a producer",
		`{"at": 1, "set": {"producer": "p1", "broker": 1, "config": {}}}`,
		`steps[0].set.producer: "broker" is already given: name one of the two, or none for the whole cluster`,
	},
	{
		"a set is for a producer that does not exist",
		`{"at": 1, "set": {"producer": "p7", "config": {"producer_byte_rate": 1}}}`,
		`steps[0].set.producer: no producer "p7"; there is "p1"`,
	},
	{
		"a set gives a producer a quota of nothing",
		`{"at": 1, "set": {"producer": "p1", "config": {"producer_byte_rate": 0}}}`,
		`steps[0].set.config.producer_byte_rate: 0 is out of range: 1 to 9007199254740991`,
	},
	{
		"a set changes a producer's own configuration",
		`{"at": 1, "set": {"producer": "p1", "config": {"linger.ms": 5}}}`,
		`steps[0].set.config.linger.ms: a key of a producer, not of a quota`,
	},
	{
		"a set changes the size for one broker",
		`{"at": 1, "set": {"broker": 1, "config": {"message.max.bytes": 1000}}}`,
		`steps[0].set.config.message.max.bytes: this version cannot change it for one broker yet; set it for the ` +
			`whole cluster`,
	},
	{
		"a set has a topic's key for the cluster",
		`{"at": 1, "set": {"config": {"max.message.bytes": 1000}}}`,
		`steps[0].set.config.max.message.bytes: a key of a topic, not of a broker`,
	},
	{
		"a set has an unknown policy",
		`{"at": 1, "set": {"topic": "payments", "config": {"cleanup.policy": "compact,keep"}}}`,
		`steps[0].set.config.cleanup.policy: no cleanup policy "keep"; there are "delete" and "compact"`,
	},
	{
		"a set has a policy twice",
		`{"at": 1, "set": {"topic": "payments", "config": {"cleanup.policy": "compact, compact"}}}`,
		`steps[0].set.config.cleanup.policy: "compact" is listed twice`,
	},
	{
		"a set has a policy that is no text",
		`{"at": 1, "set": {"topic": "payments", "config": {"cleanup.policy": ["compact"]}}}`,
		`steps[0].set.config.cleanup.policy: must be a string, not a list`,
	},
	{
		"a set changes the retention of one broker",
		`{"at": 1, "set": {"broker": 1, "config": {"log.retention.ms": 1}}}`,
		`steps[0].set.config.log.retention.ms: this version cannot change it for one broker yet; set it for the ` +
			`whole cluster`,
	},
	{
		"a set changes what is not supported yet",
		`{"at": 1, "set": {"topic": "payments", "config": {"retention.bytes": 1}}}`,
		`steps[0].set.config.retention.bytes: this version does not support it yet; "run ` +
			`--configs" lists what it supports`,
	},
	{
		"a set has a value out of range",
		`{"at": 1, "set": {"topic": "payments", "config": {"min.insync.replicas": 0}}}`,
		`steps[0].set.config.min.insync.replicas: 0 is out of range: 1 to 2147483647`,
	},
	{
		"a set takes a value back",
		`{"at": 1, "set": {"topic": "payments", "config": {"unclean.leader.election.enable": null}}}`,
		`steps[0].set.config.unclean.leader.election.enable: must be true or false, not null`,
	},
}

func TestTheHandOnTheISRIsChecked(t *testing.T) { requireErrors(t, withSteps, wrongISRs) }

var wrongISRs = []wrong{
	{
		"an ISR names no partition",
		`{"at": 1, "isr": {"topic": "payments", "members": [1]}}`,
		`steps[0].isr: "partition" is missing: the partition's number, from 0`,
	},
	{
		"an ISR has no members",
		`{"at": 1, "isr": {"topic": "payments", "partition": 0}}`,
		`steps[0].isr: "members" is missing: a list of brokers, the leader among them`,
	},
	{
		"an ISR has an empty list of members",
		`{"at": 1, "isr": {"topic": "payments", "partition": 0, "members": []}}`,
		`steps[0].isr.members: at least the leader, which is always in sync with itself`,
	},
	{
		"an ISR has a broker that is no replica",
		`{"at": 1, "isr": {"topic": "orders", "partition": 0, "members": [1, 3]}}`,
		`steps[0].isr.members[1]: broker 3 is not one of the replicas, [1, 2]`,
	},
}

func TestElectionsAreChecked(t *testing.T) { requireErrors(t, withSteps, wrongElections) }

var wrongElections = []wrong{
	{
		"an election is for no topic",
		`{"at": 1, "elect": {"partition": 0, "type": "UNCLEAN"}}`,
		`steps[0].elect: "topic" is missing: the name of a topic`,
	},
	{
		"an election is for no partition",
		`{"at": 1, "elect": {"topic": "payments", "type": "UNCLEAN"}}`,
		`steps[0].elect: "partition" is missing: the partition's number, from 0`,
	},
	{
		"an election has no type",
		`{"at": 1, "elect": {"topic": "payments", "partition": 0}}`,
		`steps[0].elect: "type" is missing: "PREFERRED" or "UNCLEAN"`,
	},
	{
		"an election's type is in small letters",
		`{"at": 1, "elect": {"topic": "payments", "partition": 0, "type": "preferred"}}`,
		`steps[0].elect.type: no type of election "preferred"; there is "PREFERRED"`,
	},
	{
		"an election's type is far from any",
		`{"at": 1, "elect": {"topic": "payments", "partition": 0, "type": "ONLINE"}}`,
		`steps[0].elect.type: no type of election "ONLINE"; there are "PREFERRED" and "UNCLEAN"`,
	},
	{
		"an election's type is a number",
		`{"at": 1, "elect": {"topic": "payments", "partition": 0, "type": 1}}`,
		`steps[0].elect.type: must be a string, not a number`,
	},
	{
		"an election names a leader",
		`{"at": 1, "elect": {"topic": "payments", "partition": 0, "type": "UNCLEAN", "broker": 1}}`,
		`steps[0].elect.broker: unknown key; allowed here: "topic", "partition" and "type"`,
	},
}
