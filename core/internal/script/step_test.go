package script

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/vtime"
)

func TestAStepOfThePageIsReadWithoutATime(t *testing.T) {
	s := parse(t, withSteps(`{"at": 1000, "send": {"producer": "p1", "topic": "payments", "value": "a", "count": 5}}`))
	before := string(AppendText(nil, &s))
	step, err := ParseStep([]byte(`{"send": {"producer": "p1", "topic": "payments", "value": "b"}}`), &s, 2500)
	require.NoError(t, err)
	require.Equal(t, Send{Value: "b"}, step.Action)
	require.EqualValues(t, 2500, step.At)
	require.Equal(t, before, string(AppendText(nil, &s)))
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
	require.EqualError(t, err, "10001 steps; the limit is 10000")
}

func TestAScriptIsWrittenInItsOwnWordsAndInTheOrderOfItsSteps(t *testing.T) {
	s := parse(t, `{"version": 1, "title": "A \"slow\" follower",  "steps" : [ {"kill": {"broker": 1},"at":2},
		{"at": 0.5, "fetch-pause": {"broker": 3}}], "until": 5e0,
		"cluster": {"brokers" :3} }`)
	step, err := ParseStep([]byte(` { "thaw":{"broker": 2}}`), &s, vtime.AtMs(1))
	require.NoError(t, err)
	s.Steps = append(s.Steps[:1:1], step, s.Steps[1])
	s.Until = vtime.AtMs(60_001)
	require.Equal(t, `{"ok":{"version":1,"title":"A \"slow\" follower","steps":[
{"at": 0.5, "fetch-pause": {"broker": 3}},
{"at": 1,  "thaw":{"broker": 2}},
{"kill": {"broker": 1},"at":2}],"until":60001,"cluster":{"brokers" :3}}`, string(AppendText([]byte(`{"ok":`), &s)))
	requireRoundTrip(t, &s)
}
