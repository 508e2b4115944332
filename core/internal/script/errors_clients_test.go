package script

import "testing"

func TestProducersAreChecked(t *testing.T) { requireErrors(t, withRoot, wrongProducers) }

var wrongProducers = []wrong{
	{
		"a producer writes in transactions",
		`"producers": [{"id": "p", "config": {"transactional.id": "t"}}]`,
		`producers[0].config.transactional.id: ` + noTransactions,
	},
	{
		"a producer has no id",
		`"producers": [{}]`,
		`producers[0]: "id" is missing: a name for the producer`,
	},
	{
		"a producer's id is empty",
		`"producers": [{"id": ""}]`,
		`producers[0].id: an empty name`,
	},
	{
		"a producer's id is a number",
		`"producers": [{"id": 1}]`,
		`producers[0].id: must be a string, not a number`,
	},
	{
		"a producer's id cannot be printed",
		"\"producers\": [{\"id\": \"a\\nb\"}]",
		`producers[0].id: "a\nb" has a character that cannot be printed`,
	},
	{
		"a producer's id is too long",
		`"producers": [{"id": "ppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppppp"}]`,
		`producers[0].id: 65 characters; the limit is 64`,
	},
	{
		"a producer is called like the controller",
		`"producers": [{"id": "controller"}]`,
		`producers[0].id: "controller" is the controller; choose another name`,
	},
	{
		"two producers have one id",
		`"producers": [{"id": "p"}, {"id": "p"}]`,
		`producers[1].id: producers[0] is called "p" already`,
	},
	{
		"a producer has an unknown key",
		`"producers": [{"id": "p", "acks": "all"}]`,
		`producers[0].acks: unknown key; allowed here: "id", "config" and "quota"`,
	},
	{
		"a producer's key is not supported yet",
		`"producers": [{"id": "p", "config": {"compression.type": "gzip"}}]`,
		`producers[0].config.compression.type: this version does not support it yet; "run --configs" ` +
			`lists what it supports`,
	},
	{
		"a producer's key is misspelt",
		`"producers": [{"id": "p", "config": {"linger": 0}}]`,
		`producers[0].config.linger: unknown key; did you mean "linger.ms"?`,
	},
	{
		"a producer's key is a broker's",
		`"producers": [{"id": "p", "config": {"min.insync.replicas": 2}}]`,
		`producers[0].config.min.insync.replicas: a key of a broker, not of a producer`,
	},
	{
		"a producer's key misses one that is not supported yet",
		`"producers": [{"id": "p", "config": {"client.ids": 2}}]`,
		`producers[0].config.client.ids: unknown key; Kafka has "client.id", which this version does not ` +
			`support yet`,
	},
	{
		"a producer's acks is 2",
		`"producers": [{"id": "p", "config": {"acks": "2"}}]`,
		`producers[0].config.acks: "2" is none of "all", "1" and "0"`,
	},
	{
		"a producer's acks is the number 2",
		`"producers": [{"id": "p", "config": {"acks": 2}}]`,
		`producers[0].config.acks: 2 is none of "all", "1" and "0"`,
	},
	{
		"a producer's acks is a boolean",
		`"producers": [{"id": "p", "config": {"acks": true}}]`,
		`producers[0].config.acks: must be "all" or a number, as text or not, not true or false`,
	},
	{
		"more in flight than idempotence allows",
		`"producers": [{"id": "p", "config": {"max.in.flight.requests.per.connection": 6}}]`,
		`producers[0].config.max.in.flight.requests.per.connection: an idempotent producer may have at most 5 ` +
			`requests in flight: lower this, or set enable.idempotence to false`,
	},
	{
		"idempotence is wanted, and no retries",
		`"producers": [{"id": "p", "config": {"enable.idempotence": true, "retries": 0}}]`,
		`producers[0].config.retries: an idempotent producer must retry: raise this, or set enable.idempotence to false`,
	},
	{
		"idempotence is wanted, and acks that forbid it",
		`"producers": [{"id": "p", "config": {"enable.idempotence": true, "acks": "1"}}]`,
		`producers[0].config.acks: an idempotent producer needs acks "all": set that, or enable.idempotence to false`,
	},
	{
		"a delivery timeout shorter than one attempt",
		`"producers": [{"id": "p", "config": {"delivery.timeout.ms": 30004}}]`,
		`producers[0].config.delivery.timeout.ms: less than linger.ms + request.timeout.ms: raise this, or lower one ` +
			`of those`,
	},
}

func TestConsumersAreChecked(t *testing.T) { requireErrors(t, withConsumers, wrongConsumers) }

func withConsumers(consumers string) string {
	return `{"version": 1, "cluster": {"topics": [{"name": "payments", "partitions": [{"replicas": [1]}]},
		{"name": "orders", "partitions": [{"replicas": [1]}]}]}, "producers": [{"id": "p1"}], "steps": [],
		"consumers": ` + consumers + `}`
}

var wrongConsumers = []wrong{
	{
		"consumers are no list",
		`{}`,
		`consumers: must be a list, not an object`,
	},
	{
		"a consumer is a name",
		`["c1"]`,
		`consumers[0]: must be an object, not a string`,
	},
	{
		"a consumer has no id",
		`[{"topics": ["payments"]}]`,
		`consumers[0]: "id" is missing: a name for the consumer`,
	},
	{
		"a consumer's id is too long",
		`[{"id": "ccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"}]`,
		`consumers[0].id: 65 characters; the limit is 64`,
	},
	{
		"a consumer is called like the controller",
		`[{"id": "controller"}]`,
		`consumers[0].id: "controller" is the controller; choose another name`,
	},
	{
		"a consumer is called like a producer",
		`[{"id": "c1"}, {"id": "p1"}]`,
		`consumers[1].id: producers[0] is called "p1" already`,
	},
	{
		"two consumers have one id",
		`[{"id": "c1"}, {"id": "c2"}, {"id": "c1"}]`,
		`consumers[2].id: consumers[0] is called "c1" already`,
	},
	{
		"a consumer has an unknown key",
		`[{"id": "c1", "topic": "payments"}]`,
		`consumers[0].topic: unknown key; did you mean "topics"?`,
	},
	{
		"a consumer's topics are a name",
		`[{"id": "c1", "topics": "payments"}]`,
		`consumers[0].topics: must be a list, not a string`,
	},
	{
		"a consumer has an empty list of topics",
		`[{"id": "c1", "topics": []}]`,
		`consumers[0].topics: at least one topic; leave it out to read them all`,
	},
	{
		"a consumer's topic does not exist",
		`[{"id": "c1", "topics": ["orders", "payment"]}]`,
		`consumers[0].topics[1]: no topic "payment"; there is "payments"`,
	},
	{
		"a consumer's topic is a number",
		`[{"id": "c1", "topics": [0]}]`,
		`consumers[0].topics[0]: must be a string, not a number`,
	},
	{
		"a consumer names a topic twice",
		`[{"id": "c1", "topics": ["orders", "orders"]}]`,
		`consumers[0].topics[1]: "orders" is listed twice`,
	},
	{
		"a consumer's configuration is a list",
		`[{"id": "c1", "config": []}]`,
		`consumers[0].config: must be an object, not a list`,
	},
	{
		"a consumer goes by a policy that does not exist",
		`[{"id": "c1", "config": {"auto.offset.reset": "first"}}]`,
		`consumers[0].config.auto.offset.reset: no policy "first"; there are "latest", "earliest" and "none"`,
	},
	{
		"a consumer goes by a policy that is misspelled",
		`[{"id": "c1", "config": {"auto.offset.reset": "earlist"}}]`,
		`consumers[0].config.auto.offset.reset: no policy "earlist"; there is "earliest"`,
	},
	{
		"a consumer goes by the time of records",
		`[{"id": "c1", "config": {"auto.offset.reset": "by_duration:PT1H"}}]`,
		`consumers[0].config.auto.offset.reset: "by_duration" is not modelled, for records are not found by their time ` +
			`here; use "earliest", "latest" or "none"`,
	},
	{
		"a consumer goes by a number",
		`[{"id": "c1", "config": {"auto.offset.reset": 0}}]`,
		`consumers[0].config.auto.offset.reset: must be a string, not a number`,
	},
	{
		"a consumer has a key of Kafka's that is left out",
		`[{"id": "c1", "config": {"group.id": "g"}}]`,
		`consumers[0].config.group.id: this version does not support it yet; "run --configs" lists what it supports`,
	},
	{
		"a consumer has a key of a producer",
		`[{"id": "c1", "config": {"linger.ms": 5}}]`,
		`consumers[0].config.linger.ms: a key of a producer, not of a consumer`,
	},
	{
		"a consumer reads what transactions have committed",
		`[{"id": "c1", "config": {"isolation.level": "read_committed"}}]`,
		`consumers[0].config.isolation.level: ` + noTransactions,
	},
	{
		"a consumer names more topics than there are",
		`[{"id": "c1", "topics": ["orders", "payments", "orders"]}]`,
		`consumers[0].topics: 3 topics; the limit is 2`,
	},
}

func TestAConsumerNeedsATopic(t *testing.T) {
	requireErrors(t, withRoot, []wrong{{
		"a consumer where there is no topic",
		`"consumers": [{"id": "c1"}]`,
		`consumers[0]: there is nothing to read: the cluster has no topics`,
	}})
}
