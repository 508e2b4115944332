package realkafka

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/result"
)

// A made-up run and recording that agree: a client's record with a retry, a raw request, and an ISR that shrinks twice.
const (
	madeUpScript = `{"cluster": {"config": {"replica.lag.time.max.ms": 10000}}, "steps": [
		{"at": 0, "fetch-pause": {"broker": 3}},
		{"at": 1000, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "a"}},
		{"at": 2000, "produce": {"acks": "all", "partitions": [{"topic": "t", "partition": 0, "records": ["b"]}]}},
		{"at": 30000, "stop": {"broker": 2}}]}`

	madeUpRecording = `{"script": "made-up", "runs": 3, "scale": 0.5, "kafka": "4.4.0",
		"partitions": [{"topic": "t", "partition": 0, "leader": 1, "leaderEpoch": 0, "partitionEpoch": 2,
			"isr": [1], "elr": [2], "highWatermark": 2,
			"history": [
				{"t": {"from": 11000, "to": 16000}, "leader": 1, "leaderEpoch": 0, "partitionEpoch": 1, "isr": [1, 2], "elr": []},
				{"t": {"from": 30020, "to": 30100}, "leader": 1, "leaderEpoch": 0, "partitionEpoch": 2, "isr": [1], "elr": [2]}],
			"replicas": [
				{"broker": 1, "alive": true, "log": ["a@0", "b@0"], "logEndOffset": 2},
				{"broker": 2, "alive": false, "log": ["a@0", "b@0"], "logEndOffset": 2}]}],
		"requests": [{"request": 1, "acks": "all", "received": {"from": 2003, "to": 2010},
			"answered": {"from": 2050, "to": 2100},
			"partitions": [{"topic": "t", "partition": 0, "error": "NONE", "baseOffset": 1}]}],
		"records": [{"producer": "p", "value": "a", "topic": "t", "partition": 0, "outcome": "acknowledged", "error": "NONE",
			"errors": ["UNANSWERED"], "attempts": 2, "offset": 0, "offsets": [0], "copies": [1, 2], "lost": false,
			"enqueued": {"from": 1001, "to": 1010}, "sent": {"from": 1005, "to": 1020},
			"committed": {"from": 1050, "to": 1100}, "acknowledged": {"from": 1060, "to": 1110}}]}`

	madeUpResult = `{"n":0,"t":0,"kind":"step","step":0,"verb":"fetch-pause"}
{"n":1,"t":1000,"kind":"step","step":1,"verb":"send"}
{"n":2,"t":1000,"kind":"enqueue","cause":1,"producer":"p","value":"a","topic":"t","partition":0}
{"n":3,"t":1000,"kind":"request","cause":2,"request":1,"producer":"p","broker":1}
{"n":4,"t":1004,"kind":"high-watermark","cause":3,"topic":"t","partition":0,"broker":1,"from":0,"to":1,"leader":true}
{"n":5,"t":1005,"kind":"acknowledge","cause":4,"producer":"p","value":"a","topic":"t","partition":0,"request":1}
{"n":6,"t":2000,"kind":"step","step":2,"verb":"produce"}
{"n":7,"t":2001,"kind":"receive","cause":6,"request":2,"broker":1}
{"n":8,"t":2004,"kind":"response","cause":7,"request":2,"broker":1}
{"n":9,"t":10000,"kind":"isr","topic":"t","partition":0,"broker":1,"from":[1,2,3],"to":[1,2],"state":"proposed"}
{"n":10,"t":10001,"kind":"partition","cause":9,"topic":"t","partition":0,"leader":1,"leaderEpoch":0,` +
		`"partitionEpoch":1,"isr":[1,2],"elr":[],"lastKnownElr":[],"recovering":false}
{"n":11,"t":30000,"kind":"step","step":3,"verb":"stop"}
{"n":12,"t":30001,"kind":"partition","cause":11,"topic":"t","partition":0,"leader":1,"leaderEpoch":0,` +
		`"partitionEpoch":2,"isr":[1],"elr":[2],"lastKnownElr":[],"recovering":false}
{"kind":"summary","t":40000,"events":13,"hash":"0",` +
		`"records":[{"producer":"p","value":"a","topic":"t","partition":0,"outcome":"acknowledged","error":"NONE",` +
		`"offset":0,"attempts":2,"errors":["REQUEST_TIMED_OUT"],"enqueued":1000,"sent":1000,` +
		`"committed":1004,"acknowledged":1005,"copies":[2,1],"offsets":[0],"lost":false}],` +
		`"requests":[{"request":1,"acks":"all"},{"request":2,"raw":true,"acks":"all","received":2001,"answered":2004,` +
		`"partitions":[{"topic":"t","partition":0,"error":"NONE","baseOffset":1,"requiredOffset":2}]}],` +
		`"partitions":[{"topic":"t","partition":0,"leader":1,"leaderEpoch":0,"partitionEpoch":2,"isr":[1],"elr":[2],` +
		`"highWatermark":2,"replicas":[{"broker":1,"values":["a","b"],"epochs":[0,0]},` +
		`{"broker":2,"values":["a","b"],"epochs":[0,0]}]}]}
`
)

// compareMadeUp compares texts; it is how these tests play a script.
func compareMadeUp(t *testing.T, script, recorded, text string) *Comparison {
	t.Helper()
	events, summary, err := result.Parse([]byte(text))
	require.NoError(t, err)
	want, err := Read([]byte(recorded))
	require.NoError(t, err)
	c, err := Compare(want, []byte(script), events, &summary)
	require.NoError(t, err)
	return c
}

// replaced is text with old replaced, which must be there exactly once.
func replaced(t *testing.T, text, old, new string) string {
	t.Helper()
	require.Equal(t, 1, strings.Count(text, old), "%q in the made-up text", old)
	return strings.Replace(text, old, new, 1)
}

func TestAResultThatAgreesWithItsRecordingHasNoDifferences(t *testing.T) {
	c := compareMadeUp(t, madeUpScript, madeUpRecording, madeUpResult)
	require.Empty(t, c.Differences)
	require.Len(t, c.Times, 8, "two of the history, two of the request, four of the record")
}

func TestEveryWrongFactOfAResultIsFound(t *testing.T) {
	tests := []struct{ name, old, new, difference string }{
		{"error of a request", `"NONE","baseOffset":1`, `"REQUEST_TIMED_OUT","baseOffset":1`, "requests[0].t/0.error"},
		{"base offset", `"baseOffset":1`, `"baseOffset":2`, "requests[0].t/0.baseOffset"},
		{"no base offset", `"baseOffset":1,`, ``, "requests[0].t/0.baseOffset"},
		{"closed connection", `"raw":true`, `"raw":true,"connectionClosed":true`, "requests[0].connectionClosed"},
		{"request not sent", `"received":2001,`, ``, "requests[0].received"},
		{"request not answered", `,"answered":2004`, ``, "requests[0].answered"},
		{"answer too late", `"answered":2004`, `"answered":2351`, "requests[0].answered"},
		{"request missing", `"raw":true,`, ``, "requests"},
		{
			"leader", `"leader":1,"leaderEpoch":0,"partitionEpoch":2,"isr":[1],"elr":[2],"high`,
			`"leader":2,"leaderEpoch":0,"partitionEpoch":2,"isr":[1],"elr":[2],"high`, "t/0.leader",
		},
		{
			"leader epoch", `0,"partitionEpoch":2,"isr":[1],"elr":[2],"high`, `1,"partitionEpoch":2,"isr":[1],"elr":[2],"high`,
			"t/0.leaderEpoch",
		},
		{"partition epoch", `2,"isr":[1],"elr":[2],"high`, `3,"isr":[1],"elr":[2],"high`, "t/0.partitionEpoch"},
		{"ISR", `[1],"elr":[2],"high`, `[1,2],"elr":[2],"high`, "t/0.isr"},
		{"ELR", `[2],"highWatermark"`, `[],"highWatermark"`, "t/0.elr"},
		{"high watermark", `"highWatermark":2`, `"highWatermark":1`, "t/0.highWatermark"},
		{"no high watermark", `"highWatermark":2,`, ``, "t/0.highWatermark"},
		{"value in a log", `1,"values":["a","b"]`, `1,"values":["a","c"]`, "t/0.replicas[broker 1].log"},
		{
			"epoch in a log", `{"broker":2,"values":["a","b"],"epochs":[0,0]`, `{"broker":2,"values":["a","b"],"epochs":[0,1]`,
			"t/0.replicas[broker 2].log",
		},
		{"ISR in the history", `"isr":[1,2],"elr":[],`, `"isr":[1,3],"elr":[],`, "t/0.history[0].isr"},
		{"ELR in the history", `"elr":[2],"last`, `"elr":[2,3],"last`, "t/0.history[1].elr"},
		{"last known ELR", `"elr":[2],"lastKnownElr":[]`, `"elr":[2],"lastKnownElr":[1]`, "t/0.history[1].lastKnownElr"},
		{
			"recovering", `"elr":[2],"lastKnownElr":[],"recovering":false`, `"elr":[2],"lastKnownElr":[],"recovering":true`,
			"t/0.history[1].recovering",
		},
		{"history entry missing", `"kind":"partition","cause":11`, `"kind":"config","cause":11`, "t/0.history[1]"},
		{"history entry too many", `"t":30000,"kind":"step"`, `"t":30000,"kind":"partition","topic":"t"`, "t/0.history[2]"},
		{"ISR check out of its allowance", `"n":10,"t":10001`, `"n":10,"t":5749`, "t/0.history[0].t"},
		{"outcome", `"outcome":"acknowledged"`, `"outcome":"pending"`, "records[p a].outcome"},
		{"error of a record", `"error":"NONE","offset":0`, `"error":"DELIVERY_TIMEOUT","offset":0`, "records[p a].error"},
		{"offset", `"offset":0,"attempts"`, `"offset":1,"attempts"`, "records[p a].offset"},
		{"offsets", `"offsets":[0]`, `"offsets":[0,2]`, "records[p a].offsets"},
		{"copies", `"copies":[2,1]`, `"copies":[1,2,3]`, "records[p a].copies"},
		{"lost", `"lost":false`, `"lost":true`, "records[p a].lost"},
		{"attempts", `"attempts":2`, `"attempts":3`, "records[p a].attempts"},
		{"errors", `["REQUEST_TIMED_OUT"]`, `["NOT_LEADER_OR_FOLLOWER"]`, "records[p a].errors"},
		{"number of errors", `["REQUEST_TIMED_OUT"]`, `["REQUEST_TIMED_OUT","NETWORK_EXCEPTION"]`, "records[p a].errors"},
		{"acknowledged too late", `"acknowledged":1005`, `"acknowledged":1361`, "records[p a].acknowledged"},
		{"committed too early", `"committed":1004`, `"committed":799`, "records[p a].committed"},
		{"never committed", `"committed":1004,`, ``, "records[p a].committed"},
		{"failed as well", `"committed":1004`, `"committed":1004,"failed":1500`, "records[p a].failed"},
		{"value", `"records":[{"producer":"p","value":"a"`, `"records":[{"producer":"p","value":"z"`, "records[p a]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := compareMadeUp(t, madeUpScript, madeUpRecording, replaced(t, madeUpResult, test.old, test.new))
			require.NotEmpty(t, c.Differences)
			require.Contains(t, strings.Join(c.Differences, "\n"), test.difference)
		})
	}
}

func TestATimeAtTheEdgeOfItsAllowanceAgrees(t *testing.T) {
	for _, test := range []struct{ name, old, new string }{
		{"earliest answer", `"answered":2004`, `"answered":2350`},
		{"earliest ISR check", `"n":10,"t":10001`, `"n":10,"t":5750`},
		{"latest ISR check", `"n":10,"t":10001`, `"n":10,"t":21250`},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := compareMadeUp(t, madeUpScript, madeUpRecording, replaced(t, madeUpResult, test.old, test.new))
			require.Empty(t, c.Differences)
		})
	}
}

func TestAfterAStopKafkaMayBeLaterThanTheModelButNotEarlier(t *testing.T) {
	late := replaced(t, madeUpRecording, `{"from": 30020, "to": 30100}`, `{"from": 33251, "to": 33300}`)
	require.Empty(t, compareMadeUp(t, madeUpScript, late, madeUpResult).Differences)
	tooLate := replaced(t, madeUpRecording, `{"from": 30020, "to": 30100}`, `{"from": 33252, "to": 33300}`)
	require.Len(t, compareMadeUp(t, madeUpScript, tooLate, madeUpResult).Differences, 1)
	early := replaced(t, madeUpRecording, `{"from": 30020, "to": 30100}`, `{"from": 29000, "to": 29750}`)
	require.Len(t, compareMadeUp(t, madeUpScript, early, madeUpResult).Differences, 1)
}

func TestTheModelMayGiveAnyOfTheValuesThatVary(t *testing.T) {
	for _, test := range []struct {
		name, old, new string
		agrees         bool
	}{
		{"a plain value", `"highWatermark": 2`, `"highWatermark": {"varies": [1, 2]}`, true},
		{"none of them", `"highWatermark": 2`, `"highWatermark": {"varies": [1, 3]}`, false},
		{"a run lacks it", `"received": {"from": 2003, "to": 2010}`, `"received": {"varies": [null, 2003]}`, true},
		{"the times of single runs", `"answered": {"from": 2050, "to": 2100}`, `"answered": {"varies": [9000, null]}`, false},
		{"lists of different lengths", `["UNANSWERED"]`, `{"varies": [["UNANSWERED", "UNANSWERED"], ["UNANSWERED"]]}`, true},
		{"nothing recorded", `, "highWatermark": 2`, `, "highWatermark": {"varies": [null, 2]}`, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := compareMadeUp(t, madeUpScript, replaced(t, madeUpRecording, test.old, test.new), madeUpResult)
			require.Equal(t, test.agrees, len(c.Differences) == 0, "%v", c.Differences)
		})
	}
}

func TestHistoriesOfDifferentLengthsAreAlternatives(t *testing.T) {
	two := between(t, madeUpRecording, `"history": `, `"replicas"`)
	two = strings.TrimRight(strings.TrimSpace(two), ",")
	varies := replaced(t, madeUpRecording, two, `{"varies": [[], `+two+`]}`)
	require.Empty(t, compareMadeUp(t, madeUpScript, varies, madeUpResult).Differences)

	wrong := replaced(t, madeUpResult, `"isr":[1,2],"elr":[],`, `"isr":[1,3],"elr":[],`)
	c := compareMadeUp(t, madeUpScript, varies, wrong)
	require.Len(t, c.Differences, 1, "the alternative that fits best is reported on")
}

// between is what stands in text after the first mark and before the second.
func between(t *testing.T, text, from, to string) string {
	t.Helper()
	_, rest, found := strings.Cut(text, from)
	require.True(t, found)
	inner, _, found := strings.Cut(rest, to)
	require.True(t, found)
	return inner
}

func TestWithoutAHighWatermarkFromALeaderNoneIsCompared(t *testing.T) {
	silent := replaced(t, madeUpRecording, `"isr": [1], "elr": [2], "highWatermark": 2`, `"isr": [1], "elr": [2]`)
	require.Empty(t, compareMadeUp(t, madeUpScript, silent, madeUpResult).Differences)
}

func TestAnUnansweredRequestHasNoErrorAndAnyBaseOffset(t *testing.T) {
	closed := replaced(t, madeUpRecording, `"error": "NONE", "baseOffset": 1`, `"error": "", "baseOffset": -1`)
	closed = replaced(t, closed, `"acks": "all",`, `"acks": "all", "connectionClosed": true,`)
	result := replaced(t, madeUpResult, `"raw":true`, `"raw":true,"connectionClosed":true`)
	require.NotEmpty(t, compareMadeUp(t, madeUpScript, closed, result).Differences, "an error was told")
	result = replaced(t, result, `"error":"NONE","baseOffset":1,`, ``)
	require.Empty(t, compareMadeUp(t, madeUpScript, closed, result).Differences)
}

func TestAFactThatIsNotComparedMakesARecordingUnreadable(t *testing.T) {
	more := replaced(t, madeUpRecording, `"isr": [1], "elr": [2], "highWatermark": 2`, `"isr": [1], "colour": 1`)
	_, err := Read([]byte(more))
	require.ErrorContains(t, err, "colour")
	more = replaced(t, madeUpRecording, `"partitionEpoch": 1,`, `"partitionEpoch": 1, "colour": 1,`)
	_, err = Read([]byte(more))
	require.ErrorContains(t, err, "colour")
}

func TestAResultThatIsNotInOrderIsRefused(t *testing.T) {
	for _, test := range []struct{ name, old, new string }{
		{"a gap in the numbers", `{"n":2,`, `{"n":3,`},
		{"a cause that comes later", `"cause":2,`, `"cause":3,`},
		{"no summary", `"kind":"summary"`, `"kind":"step"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := result.Parse([]byte(replaced(t, madeUpResult, test.old, test.new)))
			require.Error(t, err)
		})
	}
}
