package realkafka

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/result"
)

// allowed is the allowance of the last of the events.
func allowed(t *testing.T, steps, events string) allowance {
	t.Helper()
	parsed, _, err := result.Parse([]byte(strings.TrimSpace(events) + "\n" + `{"kind":"summary"}`))
	require.NoError(t, err)
	const cluster = `{"cluster": {"config": {"replica.lag.time.max.ms": 10000}}, "steps": [`
	script, err := parsePlayedScript([]byte(cluster + steps + `]}`))
	require.NoError(t, err)
	p := &played{script, parsed}
	return p.allowance(&parsed[len(parsed)-1])
}

func TestATimeWithoutPeriodicCausesHasTheBaseAllowance(t *testing.T) {
	a := allowed(t, ``, `
{"n":0,"t":1000,"kind":"step","step":0,"verb":"produce"}
{"n":1,"t":1001,"kind":"append","cause":0,"broker":1}
{"n":2,"t":1001,"kind":"fetch-response","cause":1,"broker":1,"follower":2,"records":1,"reason":"new-data"}
{"n":3,"t":1002,"kind":"fetch","cause":2,"broker":1,"follower":2}
{"n":4,"t":1002,"kind":"high-watermark","cause":3,"broker":1,"leader":true}`)
	require.False(t, a.loose())
	require.Equal(t, "250 ms (base)", a.String())
}

const idleLoop = `
{"n":0,"t":0,"kind":"step","step":0,"verb":"fetch-delay"}
{"n":1,"t":0,"kind":"fetch","cause":0,"broker":1,"follower":3}
{"n":2,"t":500,"kind":"fetch-response","cause":1,"broker":1,"follower":3,"records":0,"reason":"wait-over"}
{"n":3,"t":2501,"kind":"fetch","cause":2,"broker":1,"follower":3}
{"n":4,"t":3001,"kind":"fetch-response","cause":3,"broker":1,"follower":3,"records":0,"reason":"wait-over"}
{"n":5,"t":5002,"kind":"fetch","cause":4,"broker":1,"follower":3}`

func TestAFetchLoopCountsOnceWithItsWaitAndItsJourney(t *testing.T) {
	require.Equal(t, "750 ms (base, fetch loop of broker 3 at 1 500)", allowed(t, ``, idleLoop).String())
	a := allowed(t, `{"at": 0, "fetch-delay": {"broker": 3, "ms": 2000}}`, idleLoop)
	require.Equal(t, "2750 ms (base, fetch loop of broker 3 at 1 2500)", a.String())
	a = allowed(t, `{"at": 0, "fetch-delay": {"broker": 2, "ms": 2000}}`, idleLoop)
	require.Equal(t, 750.0, a.late, "another follower's delay")
}

func TestAHealedDelayCountsWhileAFetchMayBeOnItsWayUnderIt(t *testing.T) {
	delay := `{"at": 0, "fetch-delay": {"broker": 3, "ms": 2000}}, `
	require.Equal(t, 2750.0, allowed(t, delay+`{"at": 1000, "fetch-delay": {"broker": 3, "ms": 0}}`, idleLoop).late)
	require.Equal(t, 750.0, allowed(t, delay+`{"at": 100, "fetch-delay": {"broker": 3, "ms": 0}}`, idleLoop).late)
}

func TestASlowLinkDelaysAFetchLoopOnBothWays(t *testing.T) {
	there := `{"at": 0, "link": {"from": 3, "to": 1, "latency.ms": 300}},
		{"at": 10, "link": {"from": 3, "to": 1, "up": true}}`
	back := `, {"at": 0, "link": {"from": 1, "to": 3, "latency.ms": 100}}`
	require.Equal(t, 1050.0, allowed(t, there, idleLoop).late)
	require.Equal(t, 1150.0, allowed(t, there+back, idleLoop).late)
}

func TestOnlyAShrinkingISRComesFromTheCheck(t *testing.T) {
	shrink := `{"n":0,"t":15000,"kind":"isr","broker":1,"from":[1,2,3],"to":[1,2],"state":"proposed"}`
	require.Equal(t, "5250 ms (base, ISR check of broker 1 5000)", allowed(t, ``, shrink).String())
	expand := `{"n":0,"t":15000,"kind":"isr","broker":1,"from":[1,2],"to":[1,2,3],"state":"proposed"}`
	require.False(t, allowed(t, ``, expand).loose())
	committed := `{"n":0,"t":15000,"kind":"isr","broker":1,"from":[1,2,3],"to":[1,2],"state":"committed"}`
	require.False(t, allowed(t, ``, committed).loose(), "its cause is the proposal, or something else")
}

func TestDifferentProcessesAddUp(t *testing.T) {
	a := allowed(t, ``, `
{"n":0,"t":1000,"kind":"step","step":0,"verb":"kill"}
{"n":1,"t":10125,"kind":"fence","cause":0,"broker":1}
{"n":2,"t":10126,"kind":"partition","cause":1,"topic":"t","partition":0,"leader":2}
{"n":3,"t":10200,"kind":"retry","cause":2,"producer":"p"}
{"n":4,"t":10300,"kind":"retry","cause":3,"producer":"p"}`)
	require.Equal(t, 250.0+2000+1125+1000, a.early)
	require.Equal(t, a.early, a.late)
}

func TestABrokerThatRecoversMayBeLater(t *testing.T) {
	start := `{"n":0,"t":9000,"kind":"step","step":1,"verb":"start"}`
	a := allowed(t, `{"at": 1000, "kill": {"broker": 1}}, {"at": 9000, "start": {"broker": 1}}`, start)
	require.Equal(t, "6250 ms early, 250 ms late (base, after a start that recovers 6000 early)", a.String())
	a = allowed(t, `{"at": 1000, "stop": {"broker": 1}}, {"at": 9000, "start": {"broker": 1}}`, start)
	require.Equal(t, 3250.0, a.early)
	a = allowed(t, `{"at": 1000, "kill": {"broker": 2}}, {"at": 9000, "start": {"broker": 1}}`, start)
	require.Equal(t, 3250.0, a.early, "another broker was killed")
}

func TestALateStartNoLongerMattersToALoopThatRanAfterwards(t *testing.T) {
	loop := strings.Replace(idleLoop, "fetch-delay", "thaw", 1)
	require.Equal(t, 3750.0, allowed(t, ``, strings.Replace(loop, `"t":3001`, `"t":3000`, 1)).early)
	require.Equal(t, 750.0, allowed(t, ``, loop).early)
}

// retried compares a record whose end has a chain through the events given with a recording of its attempts.
func retried(t *testing.T, kind, recorded, errors string, attempts string) []string {
	t.Helper()
	text := replaced(t, madeUpResult, `"n":4,"t":1004,"kind":"high-watermark"`, `"n":4,"t":1004,"kind":"`+kind+`"`)
	text = replaced(t, text, `["REQUEST_TIMED_OUT"]`, errors)
	text = replaced(t, text, `"attempts":2`, `"attempts":`+attempts)
	return compareMadeUp(t, madeUpScript, replaced(t, madeUpRecording, `["UNANSWERED"]`, recorded), text).Differences
}

func TestWhereALooseTimeEndsARowOfRetriesTheirNumberIsChance(t *testing.T) {
	const one, two = `["NOT_ENOUGH_REPLICAS"]`, `["NOT_ENOUGH_REPLICAS","NOT_ENOUGH_REPLICAS"]`
	const three = `["NOT_ENOUGH_REPLICAS","NOT_ENOUGH_REPLICAS","NOT_ENOUGH_REPLICAS"]`
	require.Empty(t, retried(t, "fence", two, three, "4"))
	require.Empty(t, retried(t, "retry", two, three, "4"))
	require.NotEmpty(t, retried(t, "append", two, three, "4"), "nothing is loose here")
	require.NotEmpty(t, retried(t, "retry", one, two, "3"), "the backoff alone makes no second retry")
	require.NotEmpty(t, retried(t, "fence", two, `["NOT_ENOUGH_REPLICAS","NETWORK_EXCEPTION"]`, "3"), "another error")
	require.NotEmpty(t, retried(t, "fence", two, `[]`, "1"), "no retry at all")
}

func TestAnUnansweredAttemptIsATimeoutOrALostConnection(t *testing.T) {
	require.Empty(t, retried(t, "append", `["UNANSWERED"]`, `["NETWORK_EXCEPTION"]`, "2"))
	require.Empty(t, retried(t, "append", `["NONE"]`, `["NETWORK_EXCEPTION"]`, "2"), "the answer was lost on its way")
	require.NotEmpty(t, retried(t, "append", `["NONE"]`, `["NOT_LEADER_OR_FOLLOWER"]`, "2"))
	require.NotEmpty(t, retried(t, "append", `["UNANSWERED"]`, `["NOT_LEADER_OR_FOLLOWER"]`, "2"))
	require.NotEmpty(t, retried(t, "append", `["REQUEST_TIMED_OUT"]`, `["NETWORK_EXCEPTION"]`, "2"), "the broker answered")
}

func TestAnAttemptUnderWayWhenTheProducerClosesIsToldNothing(t *testing.T) {
	ends := func(class, name, recorded, told string) []string {
		want := replaced(t, madeUpRecording, `"outcome": "acknowledged", "error": "NONE"`,
			`"outcome": "acknowledged", "error": "`+class+`"`)
		want = replaced(t, want, `"errors": ["UNANSWERED"]`, `"errors": `+recorded)
		got := replaced(t, madeUpResult, `"acknowledged","error":"NONE"`, `"acknowledged","error":"`+name+`"`)
		got = replaced(t, got, `"errors":["REQUEST_TIMED_OUT"]`, `"errors":`+told)
		return compareMadeUp(t, madeUpScript, want, got).Differences
	}
	const closed, timedOut = "KafkaException", "TimeoutException"
	require.Empty(t, ends(closed, "PRODUCER_CLOSED", `["UNANSWERED"]`, `[]`))
	require.Empty(t, ends(closed, "PRODUCER_CLOSED", `["NOT_LEADER_OR_FOLLOWER"]`, `["NOT_LEADER_OR_FOLLOWER"]`))
	require.NotEmpty(t, ends(closed, "PRODUCER_CLOSED", `["UNANSWERED", "UNANSWERED"]`, `[]`), "one attempt is")
	require.NotEmpty(t, ends(timedOut, "DELIVERY_TIMEOUT", `["UNANSWERED"]`, `[]`), "a client that gives up knows")
}

func TestASendThatComesBackForWantOfMemoryTookNothing(t *testing.T) {
	want := replaced(t, madeUpRecording, `"error": "NONE",
			"errors"`, `"error": "BufferExhaustedException",
			"errors"`)
	got := replaced(t, madeUpResult, `"acknowledged","error":"NONE"`, `"acknowledged","error":"BUFFER_EXHAUSTED"`)
	require.NotEmpty(t, compareMadeUp(t, madeUpScript, want, got).Differences)
	got = replaced(t, got, `"enqueued":1000,`, `"failed":1000,`)
	want = replaced(t, want, `"enqueued": {"from": 1001, "to": 1010},`,
		`"enqueued": {"from": 1001, "to": 1010}, "failed": {"from": 1001, "to": 1010},`)
	require.Empty(t, compareMadeUp(t, madeUpScript, want, got).Differences)
}

func TestErrorsThatTheJavaClientReportsByClassHaveTheirNames(t *testing.T) {
	for class, name := range map[string]string{
		"NONE":                                  "NONE",
		"TimeoutException":                      "DELIVERY_TIMEOUT",
		"NotEnoughReplicasException":            "NOT_ENOUGH_REPLICAS",
		"NotEnoughReplicasAfterAppendException": "NOT_ENOUGH_REPLICAS_AFTER_APPEND",
		"NotLeaderOrFollowerException":          "NOT_LEADER_OR_FOLLOWER",
		"InvalidProducerEpochException":         "INVALID_PRODUCER_EPOCH",
		"NetworkException":                      "NETWORK_EXCEPTION",
	} {
		require.Contains(t, errorName(class), name)
	}
	timeouts := []string{"DELIVERY_TIMEOUT", "REQUEST_TIMED_OUT", "BUFFER_EXHAUSTED"}
	require.ElementsMatch(t, timeouts, errorName("TimeoutException"))
}

func TestOfARecordThatNeverLeftItsProducerNobodyKnowsThePartition(t *testing.T) {
	with := func(partition string) *Comparison {
		want := replaced(t, madeUpRecording, `"partition": 0, "outcome"`, `"partition": `+partition+`, "outcome"`)
		return compareMadeUp(t, madeUpScript, want, madeUpResult)
	}
	require.Empty(t, with("-1").Differences)
	require.NotEmpty(t, with("1").Differences)
}
