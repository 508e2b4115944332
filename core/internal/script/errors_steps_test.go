package script

import "testing"

func TestStepsAndSendsAreChecked(t *testing.T) { requireErrors(t, withSteps, wrongSteps) }

// knownVerbs is what a message lists.
const knownVerbs = `send, flush, close, produce, link, set, isr, reassign, elect, delete-records, fetch-delay, ` +
	`fetch-rate, fetch-pause, fetch-resume, kill, power-off, stop, start, freeze, thaw`

// noTransactions is said of whatever only a transaction has.
const noTransactions = "transactions are not modelled: what becomes of them is for a coordinator to say, not for " +
	`acks; "enable.idempotence" is what they build on, and consumers read as with read_uncommitted`

var wrongSteps = []wrong{
	{
		"a step has no time",
		`{"fetch-pause": {"broker": 1}}`,
		`steps[0]: "at" is missing: when it happens, in milliseconds`,
	},
	{
		"a step has a negative time",
		`{"at": -0.001, "fetch-pause": {"broker": 1}}`,
		`steps[0].at: -0.001 is out of range: 0 to 86400000`,
	},
	{
		"a step is beyond a day",
		`{"at": 86400001, "fetch-pause": {"broker": 1}}`,
		`steps[0].at: 86400001 is out of range: 0 to 86400000`,
	},
	{
		"a step is a number",
		`7`,
		`steps[0]: must be an object, not a number`,
	},
	{
		"a step has no verb",
		`{"at": 1}`,
		`steps[0]: no verb; this version knows ` + knownVerbs,
	},
	{
		"a step has two verbs",
		`{"at": 1, "fetch-pause": {"broker": 1}, "fetch-resume": {"broker": 1}}`,
		`steps[0]: two verbs, "fetch-pause" and "fetch-resume"; a step has one`,
	},
	{
		"a verb is misspelt",
		`{"at": 1, "fetch-pauze": {"broker": 1}}`,
		`steps[0].fetch-pauze: unknown verb; did you mean "fetch-pause"?`,
	},
	{
		"a verb is misspelt and not there yet",
		`{"at": 1, "flash": {"producer": "p1"}}`,
		`steps[0].flash: unknown verb; did you mean "flush"?`,
	},
	{
		"a verb is unknown",
		`{"at": 1, "explode": {"broker": 1}}`,
		`steps[0].explode: unknown verb; this version knows ` + knownVerbs,
	},
	{
		"a reassignment to no broker",
		`{"at": 1, "reassign": {"topic": "payments", "partition": 0, "replicas": []}}`,
		`steps[0].reassign.replicas: no broker: a partition has at least one replica; null cancels what is under way`,
	},
	{
		"a reassignment without its target",
		`{"at": 1, "reassign": {"topic": "payments", "partition": 0}}`,
		`steps[0].reassign: "replicas" is missing: a list of brokers, the preferred leader first, or null to cancel`,
	},
	{
		"a reassignment to a broker that there is not",
		`{"at": 1, "reassign": {"topic": "payments", "partition": 0, "replicas": [1, 4]}}`,
		`steps[0].reassign.replicas[1]: no broker 4; there are 1 to 3`,
	},
	{
		"a reassignment to a broker twice",
		`{"at": 1, "reassign": {"topic": "payments", "partition": 0, "replicas": [1, 2, 1]}}`,
		`steps[0].reassign.replicas[2]: broker 1 is listed twice`,
	},
	{
		"a reassignment of a partition that there is not",
		`{"at": 1, "reassign": {"topic": "orders", "partition": 3, "replicas": [1]}}`,
		`steps[0].reassign.partition: no partition 3 of "orders"; it has partitions 0 to 2`,
	},
	{
		"a reassignment to what is no list",
		`{"at": 1, "reassign": {"topic": "payments", "partition": 0, "replicas": 1}}`,
		`steps[0].reassign.replicas: must be a list, not a number`,
	},
	{
		"a broker in the ISR that never is a replica",
		`{"at": 1, "isr": {"topic": "orders", "partition": 0, "members": [1, 3]}},
			{"at": 0, "reassign": {"topic": "orders", "partition": 1, "replicas": [1]}}`,
		`steps[0].isr.members[1]: broker 3 is not one of the replicas, [1, 2]`,
	},
	{
		"a transaction begins",
		`{"at": 1, "begin-transaction": {"producer": "p1"}}`,
		`steps[0].begin-transaction: ` + noTransactions,
	},
	{
		"a flush of nobody",
		`{"at": 1, "flush": {"producer": "p3"}}`,
		`steps[0].flush.producer: no producer "p3"; there is "p1"`,
	},
	{
		"a close in the past",
		`{"at": 1, "close": {"producer": "p1", "timeout.ms": -1}}`,
		`steps[0].close.timeout.ms: -1 is out of range: 0 to 2147483647`,
	},
	{
		"a link of brokers dies in silence",
		`{"at": 1, "link": {"from": 1, "to": 2, "silent": true}}`,
		`steps[0].link.silent: only between a producer and a broker; of others, cut the link with up: false`,
	},
	{
		"a silent connection comes back",
		`{"at": 1, "link": {"from": "p1", "to": 2, "silent": false}}`,
		`steps[0].link.silent: a connection that has died does not come back: leave it out`,
	},
	{
		"an application that never waits",
		`{"at": 1, "send": {"producer": "p1", "topic": "payments", "value": "a", "give-up.ms": 0}}`,
		`steps[0].send.give-up.ms: it would never wait: give it some time, or leave it out to wait as long as it takes`,
	},
	{
		"an application that waits and sends again",
		`{"at": 1, "send": {"producer": "p1", "topic": "payments", "value": "a", "resend": 2}}`,
		`steps[0].send.resend: only with "give-up.ms": an application that waits has no reason to send again`,
	},
	{
		"an application that sends again for ever",
		`{"at": 1, "send": {"producer": "p1", "topic": "payments", "value": "a", "give-up.ms": 5, "resend": 101}}`,
		`steps[0].send.resend: 101 is out of range: 0 to 100`,
	},
	{
		"more records are handed over again than there may be",
		`{"at": 1, "send": {"producer": "p1", "topic": "payments", "value": "a", "count": 60000, "give-up.ms": 5}}`,
		`steps[0].send: more than 100000 records in the whole script`,
	},
	{
		"a broker and a producer are killed at once",
		`{"at": 1, "kill": {"broker": 1, "producer": "p1"}}`,
		`steps[0].kill.producer: "broker" is already given: name one of the two`,
	},
	{
		"a producer is started that does not exist",
		`{"at": 1, "start": {"producer": "p3"}}`,
		`steps[0].start.producer: no producer "p3"; there is "p1"`,
	},
	{
		"a verb's arguments are a number",
		`{"at": 1, "fetch-pause": 1}`,
		`steps[0].fetch-pause: must be an object, not a number`,
	},
	{
		"a verb has an unknown argument",
		`{"at": 1, "fetch-pause": {"broker": 1, "brokers": 1}}`,
		`steps[0].fetch-pause.brokers: unknown key; did you mean "broker"?`,
	},
	{
		"a broker is missing",
		`{"at": 1, "fetch-pause": {}}`,
		`steps[0].fetch-pause: "broker" is missing: the broker's id`,
	},
	{
		"a broker does not exist",
		`{"at": 1, "fetch-pause": {"broker": 4}}`,
		`steps[0].fetch-pause.broker: no broker 4; there are 1 to 3`,
	},
	{
		"a broker is text",
		`{"at": 1, "fetch-pause": {"broker": "1"}}`,
		`steps[0].fetch-pause.broker: must be a number, not a string`,
	},
	{
		"a send names no producer",
		`{"at": 1, "send": {"topic": "payments", "value": "a"}}`,
		`steps[0].send: "producer" is missing: the id of a producer`,
	},
	{
		"a send names an unknown producer",
		`{"at": 1, "send": {"producer": "p9", "topic": "payments", "value": "a"}}`,
		`steps[0].send.producer: no producer "p9"; there is "p1"`,
	},
	{
		"a send names a producer far from any",
		`{"at": 1, "send": {"producer": "checkout", "topic": "payments", "value": "a"}}`,
		`steps[0].send.producer: no producer "checkout"; there are "p1" and "p2"`,
	},
	{
		"a send names a topic that is nearly there",
		`{"at": 1, "send": {"producer": "p1", "topic": "payment", "value": "a"}}`,
		`steps[0].send.topic: no topic "payment"; there is "payments"`,
	},
	{
		"a send names a topic far from any",
		`{"at": 1, "send": {"producer": "p1", "topic": "x", "value": "a"}}`,
		`steps[0].send.topic: no topic "x"; there are "payments" and "orders"`,
	},
	{
		"a send names a partition that does not exist",
		`{"at": 1, "send": {"producer": "p1", "topic": "payments", "partition": 1, "value": "a"}}`,
		`steps[0].send.partition: no partition 1 of "payments"; it has partition 0 only`,
	},
	{
		"a send names a partition out of three",
		`{"at": 1, "send": {"producer": "p1", "topic": "orders", "partition": 3, "value": "a"}}`,
		`steps[0].send.partition: no partition 3 of "orders"; it has partitions 0 to 2`,
	},
	{
		"a send has no value",
		`{"at": 1, "send": {"producer": "p1", "topic": "payments"}}`,
		`steps[0].send: "value" is missing: the record's value`,
	},
	{
		"a send counts 0",
		`{"at": 1, "send": {"producer": "p1", "topic": "payments", "value": "a", "count": 0}}`,
		`steps[0].send.count: 0 is out of range: 1 to 100000`,
	},
	{
		"a send counts too many",
		`{"at": 1, "send": {"producer": "p1", "topic": "payments", "value": "a", "count": 100001}}`,
		`steps[0].send.count: 100001 is out of range: 1 to 100000`,
	},
	{
		"sends count too many together",
		`{"at": 1, "send": {"producer": "p1", "topic": "payments", "value": "a", "count": 60000}}` + `, ` +
			`{"at": 2, "send": {"producer": "p1", "topic": "payments", "value": "b", "count": 60000}}`,
		`steps[1].send: more than 100000 records in the whole script`,
	},
	{
		"a send repeats without a count",
		`{"at": 1, "send": {"producer": "p1", "topic": "payments", "value": "a", "every.ms": 5}}`,
		`steps[0].send.every.ms: only with "count": one record has no next one`,
	},
	{
		"a send goes on beyond a day",
		`{"at": 1, "send": {"producer": "p1", "topic": "payments", "value": "a", "count": 100000, ` +
			`"every.ms": 86400000}}`,
		`steps[0].send.every.ms: the last record would be sent at 8639913600001; the limit is 86400000`,
	},
	{
		"a send goes on a microsecond beyond a day",
		`{"at": 0.001, "send": {"producer": "p1", "topic": "payments", "value": "a", "count": 2, "every.ms": 86400000}}`,
		`steps[0].send.every.ms: the last record would be sent at 86400000.001; the limit is 86400000`,
	},
	{
		"a send's size is less than its value",
		`{"at": 1, "send": {"producer": "p1", "topic": "payments", "value": "abc", "size": 2}}`,
		`steps[0].send.size: 2 bytes are too few: the value alone has 3`,
	},
	{
		"a send's size is less than its longest value",
		`{"at": 1, "send": {"producer": "p1", "topic": "payments", "value": "abc", "count": 10, "size": 5}}`,
		`steps[0].send.size: 5 bytes are too few: the value alone has 6`,
	},
	{
		"a send's size is beyond what a broker reads",
		`{"at": 1, "send": {"producer": "p1", "topic": "payments", "value": "a", "size": 104857601}}`,
		`steps[0].send.size: 104857601 is out of range: 0 to 104857600`,
	},
	{
		"a producer sends a value twice",
		`{"at": 5, "send": {"producer": "p1", "topic": "payments", "value": "a"}}` + `, ` +
			`{"at": 1, "send": {"producer": "p1", "topic": "payments", "value": "a"}}`,
		`steps[1].send.value: producer "p1" sends "a" already, in steps[0]; the values of one producer are ` +
			`all different`,
	},
	{
		"a producer sends one of a count's values again",
		`{"at": 5, "send": {"producer": "p1", "topic": "payments", "value": "a", "count": 9}}` + `, ` +
			`{"at": 6, "send": {"producer": "p1", "topic": "payments", "value": "a-9"}}`,
		`steps[1].send.value: producer "p1" sends "a-9" already, in steps[0]; the values of one producer ` +
			`are all different`,
	},
	{
		"a count meets a value sent before",
		`{"at": 5, "send": {"producer": "p1", "topic": "payments", "value": "a-9"}}` + `, ` +
			`{"at": 6, "send": {"producer": "p1", "topic": "payments", "value": "a", "count": 9}}`,
		`steps[1].send.value: producer "p1" sends "a-9" already, in steps[0]; the values of one producer ` +
			`are all different`,
	},
	{
		"two counts overlap",
		`{"at": 5, "send": {"producer": "p1", "topic": "payments", "value": "a", "count": 2}}` + `, ` +
			`{"at": 6, "send": {"producer": "p1", "topic": "payments", "value": "a", "count": 9}}`,
		`steps[1].send.value: producer "p1" sends "a-1" already, in steps[0]; the values of one producer ` +
			`are all different`,
	},
	{
		"a value comes the third time",
		`{"at": 5, "send": {"producer": "p1", "topic": "payments", "value": "a", "count": 20}}` + `, ` +
			`{"at": 6, "send": {"producer": "p1", "topic": "payments", "value": "b"}}` + `, ` +
			`{"at": 6, "send": {"producer": "p1", "topic": "payments", "value": "a-20"}}` + `, ` +
			`{"at": 6, "send": {"producer": "p1", "topic": "payments", "value": "a-3"}}`,
		`steps[2].send.value: producer "p1" sends "a-20" already, in steps[0]; the values of one producer ` +
			`are all different`,
	},
}

func TestRawRequestsAreChecked(t *testing.T) { requireErrors(t, withSteps, wrongRequests) }

var wrongRequests = []wrong{
	{
		"a produce has no partitions",
		`{"at": 1, "produce": {"acks": "all"}}`,
		`steps[0].produce: "partitions" is missing: a list such as [{"topic": "t", "partition": 0, "records": 1}]`,
	},
	{
		"a produce has an empty list of partitions",
		`{"at": 1, "produce": {"partitions": []}}`,
		`steps[0].produce.partitions: a produce request is for at least one partition`,
	},
	{
		"a produce names a partition twice",
		`{"at": 1, "produce": {"partitions": [{"topic": "orders", "partition": 1, "records": 1}, {"topic": ` +
			`"orders", "partition": 1, "records": 1}]}}`,
		`steps[0].produce.partitions[1]: the same partition as partitions[0]; a request has one batch for each`,
	},
	{
		"a produce names no partition",
		`{"at": 1, "produce": {"partitions": [{"topic": "orders", "records": 1}]}}`,
		`steps[0].produce.partitions[0]: "partition" is missing: the partition's number, from 0`,
	},
	{
		"a produce has no records",
		`{"at": 1, "produce": {"partitions": [{"topic": "orders", "partition": 1}]}}`,
		`steps[0].produce.partitions[0]: "records" is missing: a list of values, or how many records`,
	},
	{
		"a produce has 0 records",
		`{"at": 1, "produce": {"partitions": [{"topic": "orders", "partition": 1, "records": 0}]}}`,
		`steps[0].produce.partitions[0].records: 0 is out of range: 1 to 100000`,
	},
	{
		"a produce has an empty list of records",
		`{"at": 1, "produce": {"partitions": [{"topic": "orders", "partition": 1, "records": []}]}}`,
		`steps[0].produce.partitions[0].records: at least one record`,
	},
	{
		"a produce has a record that is a number",
		`{"at": 1, "produce": {"partitions": [{"topic": "orders", "partition": 1, "records": ["a", 1]}]}}`,
		`steps[0].produce.partitions[0].records[1]: must be a string, not a number`,
	},
	{
		"a produce has records of another kind",
		`{"at": 1, "produce": {"partitions": [{"topic": "orders", "partition": 1, "records": "a"}]}}`,
		`steps[0].produce.partitions[0].records: must be a list of values or a number, not a string`,
	},
	{
		"a produce has a producer id below 0",
		`{"at": 1, "produce": {"partitions": [{"topic": "orders", "partition": 1, "records": 1, "producerId": -1}]}}`,
		`steps[0].produce.partitions[0].producerId: -1 is out of range: 0 to 9007199254740991`,
	},
	{
		"a produce has a producer id as text",
		`{"at": 1, "produce": {"partitions": [{"topic": "orders", "partition": 1, "records": 1, "producerId": "p1"}]}}`,
		`steps[0].produce.partitions[0].producerId: must be a number, not a string`,
	},
	{
		"a produce has a producer epoch beyond 16 bits",
		`{"at": 1, "produce": {"partitions": [{"topic": "orders", "partition": 1, "records": 1, "producerId": 1, ` +
			`"producerEpoch": 32768}]}}`,
		`steps[0].produce.partitions[0].producerEpoch: 32768 is out of range: 0 to 32767`,
	},
	{
		"a produce has a sequence beyond 32 bits",
		`{"at": 1, "produce": {"partitions": [{"topic": "orders", "partition": 1, "records": 1, "producerId": 1, ` +
			`"sequence": 2147483648}]}}`,
		`steps[0].produce.partitions[0].sequence: 2147483648 is out of range: 0 to 2147483647`,
	},
	{
		"a produce has a producer epoch and no producer",
		`{"at": 1, "produce": {"partitions": [{"topic": "orders", "partition": 1, "records": 1, "producerEpoch": 0}]}}`,
		`steps[0].produce.partitions[0].producerEpoch: only with "producerId"`,
	},
	{
		"a produce has a sequence and no producer",
		`{"at": 1, "produce": {"partitions": [{"topic": "orders", "partition": 1, "records": 1, "sequence": 0}]}}`,
		`steps[0].produce.partitions[0].sequence: only with "producerId"`,
	},
	{
		"a produce has acks beyond 16 bits",
		`{"at": 1, "produce": {"acks": 32768, "partitions": [{"topic": "orders", "partition": 1, "records": 1}]}}`,
		`steps[0].produce.acks: 32768 is neither "all" nor a 16-bit integer`,
	},
	{
		"a produce has acks that are no number",
		`{"at": 1, "produce": {"acks": "most", "partitions": [{"topic": "orders", "partition": 1, "records": 1}]}}`,
		`steps[0].produce.acks: "most" is neither "all" nor a 16-bit integer`,
	},
	{
		"a produce has a fraction for a timeout",
		`{"at": 1, "produce": {"timeout.ms": 0.5, "partitions": [{"topic": "orders", "partition": 1, ` +
			`"records": 1}]}}`,
		`steps[0].produce.timeout.ms: 0.5 is not a whole number`,
	},
	{
		"a produce has a timeout below 0",
		`{"at": 1, "produce": {"timeout.ms": -1, "partitions": [{"topic": "orders", "partition": 1, ` +
			`"records": 1}]}}`,
		`steps[0].produce.timeout.ms: -1 is out of range: 0 to 2147483647`,
	},
	{
		"a produce goes to no broker",
		`{"at": 1, "produce": {"broker": 7, "partitions": [{"topic": "orders", "partition": 1, "records": 1}]}}`,
		`steps[0].produce.broker: no broker 7; there are 1 to 3`,
	},
}

func TestTheOtherStepsAreChecked(t *testing.T) { requireErrors(t, withSteps, wrongOthers) }

var wrongOthers = []wrong{
	{
		"a delay is missing",
		`{"at": 1, "fetch-delay": {"broker": 1}}`,
		`steps[0].fetch-delay: "ms" is missing: how much longer its fetch requests travel; 0 heals`,
	},
	{
		"a delay is beyond an hour",
		`{"at": 1, "fetch-delay": {"broker": 1, "ms": 3600000.5}}`,
		`steps[0].fetch-delay.ms: 3600000.5 is out of range: 0 to 3600000`,
	},
	{
		"a delay has a partition and no topic",
		`{"at": 1, "fetch-delay": {"broker": 1, "ms": 1, "partition": 0}}`,
		`steps[0].fetch-delay.partition: only with "topic"`,
	},
	{
		"a delay leaves the choice of the partition",
		`{"at": 1, "fetch-delay": {"broker": 1, "ms": 1, "topic": "orders"}}`,
		`steps[0].fetch-delay: "partition" is missing: the delay is for one partition, or for all without a ` +
			`topic; name one of "orders", partitions 0 to 2`,
	},
	{
		"a delay is for a broker without a replica",
		`{"at": 1, "fetch-delay": {"broker": 3, "ms": 1, "topic": "orders", "partition": 0}}`,
		`steps[0].fetch-delay: broker 3 has no replica of this partition; the replicas are [1, 2]`,
	},
	{
		"a deletion has no offset",
		`{"at": 1, "delete-records": {"topic": "payments", "partition": 0}}`,
		`steps[0].delete-records: "offset" is missing: the first record that stays, or -1 to delete all that is committed`,
	},
	{
		"a deletion is below every offset",
		`{"at": 1, "delete-records": {"topic": "payments", "partition": 0, "offset": -2}}`,
		`steps[0].delete-records.offset: -2 is out of range: -1 to 9007199254740991`,
	},
	{
		"a deletion has a partition that is not there",
		`{"at": 1, "delete-records": {"topic": "payments", "partition": 1, "offset": 0}}`,
		`steps[0].delete-records.partition: no partition 1 of "payments"; it has partition 0 only`,
	},
	{
		"a rate is negative",
		`{"at": 1, "fetch-rate": {"broker": 1, "records-per-second": -1}}`,
		`steps[0].fetch-rate.records-per-second: -1 is out of range: 0 to 1000000`,
	},
	{
		"a rate is too fine",
		`{"at": 1, "fetch-rate": {"broker": 1, "records-per-second": 0.0001}}`,
		`steps[0].fetch-rate.records-per-second: 0.0001 has more than 3 decimals; a rate has no more`,
	},
}
