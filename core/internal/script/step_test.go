package script

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/vtime"
)

func TestAStepOfThePageIsReadWithoutATime(t *testing.T) {
	s := parse(t, withSteps(`{"at": 1000, "send": {"producer": "p1", "topic": "payments", "value": "a", "count": 5}}`))
	before := parse(t, string(AppendScript(nil, &s)))
	step, err := ParseStep([]byte(`{"send": {"producer": "p1", "topic": "payments", "value": "b"}}`), &s, 2500)
	require.NoError(t, err)
	require.Equal(t, Step{2500, Send{Value: "b"}}, step)
	require.Equal(t, before, s)
}

func TestAStepOfThePageIsCheckedAgainstTheScript(t *testing.T) {
	s := parse(t, withSteps(`{"at": 1000, "send": {"producer": "p1", "topic": "payments", "value": "a", "count": 5}},
		{"at": 2000, "produce": {"partitions": [{"topic": "payments", "partition": 0, "records": 99990}]}}`))
	for _, c := range []wrong{
		{"a time", `{"at": 1, "fetch-pause": {"broker": 1}}`, `at: the time is given from outside: leave it out`},
		{"no verb", `{}`, `no verb; this version knows ` + knownVerbs},
		{"a flush of nobody", `{"flush": {}}`, `flush: "producer" is missing: the id of a producer`},
		{"no object", `7`, `must be an object, not a number`},
		{
			"an unknown topic", `{"set": {"topic": "order", "config": {"min.insync.replicas": 1}}}`,
			`set.topic: no topic "order"; there is "orders"`,
		},
		{
			"a value sent before", `{"send": {"producer": "p1", "topic": "payments", "value": "a-5"}}`,
			`send.value: producer "p1" sends "a-5" already, at 1000; the values of one producer are all different`,
		},
		{
			"too many records", `{"send": {"producer": "p1", "topic": "payments", "value": "b", "count": 6}}`,
			`send: more than 100000 records in the whole script`,
		},
	} {
		_, err := ParseStep([]byte(c.text), &s, 3000)
		require.EqualError(t, err, c.err, c.name)
	}
	_, err := ParseStep([]byte(`{"fetch-pause": {"broker": 1}}`), &s, MaxTime+1)
	require.EqualError(t, err, "86400000.001 is out of range: 0 to 86400000")
	_, err = ParseStep([]byte(`{"fetch-pause": {"broker": 1}}`), &s, -1)
	require.EqualError(t, err, "-0.001 is out of range: 0 to 86400000")
}

func TestAStepBeyondTheLastIsRefused(t *testing.T) {
	s := parse(t, withSteps(``))
	s.Steps = make([]Step, MaxSteps)
	_, err := ParseStep([]byte(`{"fetch-pause": {"broker": 1}}`), &s, 0)
	require.EqualError(t, err, "10001 steps; the most is 10000")
}

func TestAnActionIsWrittenAsScriptsWriteIt(t *testing.T) {
	for _, text := range []string{
		`{"send": {"producer": "p1", "topic": "orders", "partition": 1, "key": "k", "value": "a\n\"b\"", "size": 9, ` +
			`"count": 2, "every.ms": 0.001}}`,
		`{"produce": {"acks": "7", "timeout.ms": 5, "broker": 3, "partitions": [{"topic": "payments", "partition": 0, ` +
			`"records": ["a", "b"]}, {"topic": "orders", "partition": 2, "records": 4, "producerId": 7, ` +
			`"producerEpoch": 1, "sequence": 0}]}}`,
		`{"kill": {"broker": 1}}`,
		`{"power-off": {"broker": 2, "lose": 3}}`,
		`{"power-off": {"broker": 2, "lose": "all"}}`,
		`{"stop": {"broker": 3}}`,
		`{"start": {"broker": 1}}`,
		`{"freeze": {"broker": 2}}`,
		`{"thaw": {"broker": 3}}`,
		`{"link": {"from": 1, "to": "controller", "up": false}}`,
		`{"link": {"from": "controller", "to": 2, "latency.ms": 0.5, "up": true}}`,
		`{"link": {"from": "p2", "to": 3, "latency.ms": 0}}`,
		`{"link": {"from": 3, "to": "c2", "up": true}}`,
		`{"fetch-delay": {"broker": 1, "ms": 0.5}}`,
		`{"fetch-delay": {"broker": 1, "ms": 2, "topic": "orders", "partition": 2}}`,
		`{"fetch-rate": {"broker": 1, "records-per-second": 999999.999}}`,
		`{"fetch-pause": {"broker": 1}}`,
		`{"fetch-resume": {"broker": 1}}`,
		`{"set": {"topic": "orders", "config": {"min.insync.replicas": 2}}}`,
		`{"set": {"config": {"min.insync.replicas": 2}}}`,
		`{"set": {"broker": 3, "config": {"min.insync.replicas": 2}}}`,
		`{"set": {"topic": "orders", "config": {"unclean.leader.election.enable": true}}}`,
		`{"set": {"config": {"min.insync.replicas": 2, "unclean.leader.election.enable": false}}}`,
		`{"elect": {"topic": "orders", "partition": 1, "type": "UNCLEAN"}}`,
		`{"elect": {"topic": "payments", "partition": 0, "type": "PREFERRED"}}`,
		`{"isr": {"topic": "payments", "partition": 0, "members": [1, 3]}}`,
	} {
		s := parse(t, withSteps(``))
		step, err := ParseStep([]byte(text), &s, vtime.Second)
		require.NoError(t, err)
		got := append([]byte(`{"`+step.Action.Verb()+`": `), step.Action.AppendJSON(nil, &s)...)
		require.Equal(t, text, string(got)+"}")
	}
}
