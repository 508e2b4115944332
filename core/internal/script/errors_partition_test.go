package script

import "testing"

func TestPartitionsAreChecked(t *testing.T) { requireErrors(t, withPartition, wrongPartitions) }

var wrongPartitions = []wrong{
	{
		"replicas are missing",
		`"leader": 1`,
		`cluster.topics[0].partitions[0]: "replicas" is missing: a list of brokers such as [1, 2, 3], the ` +
			`preferred leader first`,
	},
	{
		"replicas are none",
		`"replicas": []`,
		`cluster.topics[0].partitions[0].replicas: a partition has at least one replica`,
	},
	{
		"a replica is no broker",
		`"replicas": [1, 4]`,
		`cluster.topics[0].partitions[0].replicas[1]: no broker 4; there are 1 to 3`,
	},
	{
		"a replica is broker 0",
		`"replicas": [0]`,
		`cluster.topics[0].partitions[0].replicas[0]: no broker 0; there are 1 to 3`,
	},
	{
		"a replica stands twice",
		`"replicas": [1, 2, 1]`,
		`cluster.topics[0].partitions[0].replicas[2]: broker 1 is listed twice`,
	},
	{
		"a replica is text",
		`"replicas": ["1"]`,
		`cluster.topics[0].partitions[0].replicas[0]: must be a number, not a string`,
	},
	{
		"the leader is no replica",
		`"replicas": [1, 2], "leader": 3`,
		`cluster.topics[0].partitions[0].leader: broker 3 is not one of the replicas, [1, 2]`,
	},
	{
		"the leader is no broker",
		`"replicas": [1, 2], "leader": 9`,
		`cluster.topics[0].partitions[0].leader: no broker 9; there are 1 to 3`,
	},
	{
		"the leader is not in the ISR",
		`"replicas": [1, 2, 3], "leader": 1, "isr": [2, 3]`,
		`cluster.topics[0].partitions[0].leader: broker 1 is not in isr, [2, 3]; a leader is, or is -1 for none`,
	},
	{
		"the leader by default is not in the ISR",
		`"replicas": [1, 2, 3], "isr": [2, 3]`,
		`cluster.topics[0].partitions[0]: "leader" is missing: by default it is the first replica, broker ` +
			`1, which is not in isr, [2, 3]; name one of these, or -1 for none`,
	},
	{
		"the ISR is empty",
		`"replicas": [1, 2, 3], "isr": []`,
		`cluster.topics[0].partitions[0]: "leader" is missing: nobody is in sync, so that nobody leads; write -1`,
	},
	{
		"the ISR is empty and somebody leads",
		`"replicas": [1, 2, 3], "isr": [], "leader": 2`,
		`cluster.topics[0].partitions[0].leader: broker 2 is not in isr, []; a leader is, or is -1 for none`,
	},
	{
		"the ISR has a broker that is no replica",
		`"replicas": [1, 2], "isr": [1, 3]`,
		`cluster.topics[0].partitions[0].isr[1]: broker 3 is not one of the replicas, [1, 2]`,
	},
	{
		"the ELR overlaps the ISR",
		`"replicas": [1, 2, 3], "isr": [1, 2], "elr": [2, 3]`,
		`cluster.topics[0].partitions[0].elr: [2] in isr and in elr at once; an eligible leader replica has ` +
			`left the ISR`,
	},
	{
		"the ELR has a broker that is no replica",
		`"replicas": [1, 2], "elr": [3]`,
		`cluster.topics[0].partitions[0].elr[0]: broker 3 is not one of the replicas, [1, 2]`,
	},
	{
		"an ELR while enough are in sync",
		`"replicas": [1, 2], "isr": [1], "elr": [2]`,
		`cluster.topics[0].partitions[0].elr: [2] while 1 are in sync and 1 are required; ` +
			`Kafka keeps an ELR only under the minimum`,
	},
	{
		"an in-sync follower has another value than the leader",
		`"replicas": [1, 2], "logs": {"1": [{"epoch": 0, "values": ["a", "b"]}], "2": [{"epoch": 0, "values": ["a", "c"]}]}`,
		`cluster.topics[0].partitions[0].logs.2: has another record at offset 1 than broker 1, though the high ` +
			`watermark is 2; the ISR has the same below it: change the log, or set highWatermarks`,
	},
	{
		"an in-sync follower has the leader's value of another epoch",
		`"replicas": [1, 2], "leaderEpoch": 1, "logs": {"1": [{"epoch": 0, "values": ["a"]}, {"epoch": 1, "values": ["b"]}],
			"2": [{"epoch": 0, "values": ["a", "b"]}]}`,
		`cluster.topics[0].partitions[0].logs.2: has another record at offset 1 than broker 1, though the high ` +
			`watermark is 2; the ISR has the same below it: change the log, or set highWatermarks`,
	},
	{
		"an in-sync follower lacks a record of an epoch and goes on",
		`"replicas": [1, 2], "leaderEpoch": 1, "logs": {"1": [{"epoch": 0, "records": 2}, {"epoch": 1, "records": 1}], ` +
			`"2": [{"epoch": 0, "records": 1}, {"epoch": 1, "records": 1}]}, "highWatermarks": {"1": 2}`,
		`cluster.topics[0].partitions[0].logs.2: has another record at offset 1 than broker 1, though the high ` +
			`watermark is 2; the ISR has the same below it: change the log, or set highWatermarks`,
	},
	{
		"the in-sync replicas of a partition without a leader disagree",
		`"replicas": [1, 2, 3], "isr": [2, 3], "leader": -1,
			"logs": {"2": [{"epoch": 0, "values": ["a"]}], "3": [{"epoch": 0, "values": ["b"]}]}`,
		`cluster.topics[0].partitions[0].logs.3: has another record at offset 0 than broker 2, though the high ` +
			`watermark is 1; the ISR has the same below it: change the log, or set highWatermarks`,
	},
	{
		"an in-sync replica without a leader lacks what another knows to be committed",
		`"replicas": [1, 2], "leader": -1, "highWatermarks": {"2": 2},
			"logs": {"1": [{"epoch": 0, "records": 1}], "2": [{"epoch": 0, "records": 2}]}`,
		`cluster.topics[0].partitions[0].highWatermarks.2: 2 is beyond the log's end of broker 1, 1; ` +
			`the ISR has everything below it`,
	},
	{
		"the eligible replicas disagree with nobody in sync",
		`"replicas": [1, 2, 3], "isr": [], "elr": [1, 3], "leader": -1, "logs": {"1": [{"epoch": 0, "values": ["a"]}],
			"2": [{"epoch": 0, "values": ["c"]}], "3": [{"epoch": 0, "values": ["b"]}]}`,
		`cluster.topics[0].partitions[0].logs.3: has another record at offset 0 than broker 1, though the high ` +
			`watermark is 1; the ELR has the same below it: change the log, or set highWatermarks`,
	},
	{
		"the leader epoch is negative",
		`"replicas": [1], "leaderEpoch": -1`,
		`cluster.topics[0].partitions[0].leaderEpoch: -1 is out of range: 0 to 2147483647`,
	},
	{
		"the log is of a broker that is no replica",
		`"replicas": [1, 2], "logs": {"3": []}`,
		`cluster.topics[0].partitions[0].logs.3: "3" is not one of the replicas, [1, 2]`,
	},
	{
		"the log is of no number",
		`"replicas": [1, 2], "logs": {"01": []}`,
		`cluster.topics[0].partitions[0].logs.01: "01" is not one of the replicas, [1, 2]`,
	},
	{
		"a run has no epoch",
		`"replicas": [1], "logs": {"1": [{"records": 1}]}`,
		`cluster.topics[0].partitions[0].logs.1[0]: "epoch" is missing: the leader epoch its records were ` +
			`written in`,
	},
	{
		"a run has no records",
		`"replicas": [1], "logs": {"1": [{"epoch": 0}]}`,
		`cluster.topics[0].partitions[0].logs.1[0]: "records" or "values" is missing: how many records, or which`,
	},
	{
		"a run has 0 records",
		`"replicas": [1], "logs": {"1": [{"epoch": 0, "records": 0}]}`,
		`cluster.topics[0].partitions[0].logs.1[0].records: 0 is out of range: 1 to 100000`,
	},
	{
		"a run has an empty list of values",
		`"replicas": [1], "logs": {"1": [{"epoch": 0, "values": []}]}`,
		`cluster.topics[0].partitions[0].logs.1[0].values: at least one record`,
	},
	{
		"a run has values and a number",
		`"replicas": [1], "logs": {"1": [{"epoch": 0, "records": 1, "values": ["a"]}]}`,
		`cluster.topics[0].partitions[0].logs.1[0].records: "values" says it already; leave one out`,
	},
	{
		"a run is of a later epoch than the leader's",
		`"replicas": [1], "logs": {"1": [{"epoch": 1, "records": 1}]}`,
		`cluster.topics[0].partitions[0].logs.1[0].epoch: 1 is after leaderEpoch, which is 0; raise that`,
	},
	{
		"epochs fall along a log",
		`"replicas": [1], "leaderEpoch": 3, "logs": {"1": [{"epoch": 2, "records": 1}, {"epoch": 1, "records": 1}]}`,
		`cluster.topics[0].partitions[0].logs.1[1].epoch: 1 comes after 2; epochs do not fall along a log`,
	},
	{
		"a value in a log is a number",
		`"replicas": [1], "logs": {"1": [{"epoch": 0, "values": ["a", 2]}]}`,
		`cluster.topics[0].partitions[0].logs.1[0].values[1]: must be a string, not a number`,
	},
	{
		"a high watermark is beyond the log",
		`"replicas": [1], "logs": {"1": [{"epoch": 0, "records": 3}]}, "highWatermarks": {"1": 4}`,
		`cluster.topics[0].partitions[0].highWatermarks.1: 4 is beyond the log's end, 3`,
	},
	{
		"a leader's high watermark is beyond what a member of the ISR has",
		`"replicas": [1, 2], "logs": {"1": [{"epoch": 0, "records": 3}], "2": [{"epoch": 0, "records": 1}]}, ` +
			`"highWatermarks": {"1": 2}`,
		`cluster.topics[0].partitions[0].highWatermarks.1: 2 is beyond the log's end of broker 2, 1; ` +
			`the ISR has everything below it`,
	},
	{
		"a high watermark without a log",
		`"replicas": [1], "highWatermarks": {"1": 1}`,
		`cluster.topics[0].partitions[0].highWatermarks.1: 1 is beyond the log's end, 0`,
	},
	{
		"a high watermark is negative",
		`"replicas": [1], "highWatermarks": {"1": -1}`,
		`cluster.topics[0].partitions[0].highWatermarks.1: -1 is out of range: 0 to 9007199254740991`,
	},
	{
		"records are too many over all logs",
		`"replicas": [1, 2], "logs": {"1": [{"epoch": 0, "records": 60000}], "2": [{"epoch": 0, "records": 60000}]}`,
		`cluster.topics[0].partitions[0].logs.2[0].records: more than 100000 records in the whole script`,
	},
}
