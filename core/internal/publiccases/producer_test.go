package publiccases

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/modeltest"
)

// Public cases of the producer: what it tries again, what it gives up, and what is in the log by then. Where a case is
// about the broker alone, or about a client that does it wrong, the requests are raw.

// record is what became of a value that a producer sent.
func (c *publicCase) record(value string) modeltest.Record {
	c.t.Helper()
	return c.RecordOf(c.t, value)
}

// acknowledged is record, of one that the producer was told of as stored, at an offset.
func (c *publicCase) acknowledged(value string, offset int64) modeltest.Record {
	c.t.Helper()
	r := c.record(value)
	require.Equal(c.t, "acknowledged", r.Outcome, value)
	require.NotNil(c.t, r.Offset, value)
	require.Equal(c.t, offset, *r.Offset, value)
	require.False(c.t, r.Lost, value)
	return r
}

// failed is record, of one that has failed at an instant, or within a millisecond: the client's clock has none finer.
func (c *publicCase) failed(value, err string, at float64) modeltest.Record {
	c.t.Helper()
	r := c.record(value)
	require.Equal(c.t, "failed", r.Outcome, value)
	require.Equal(c.t, err, r.Error, value)
	require.GreaterOrEqual(c.t, *r.Failed, at, value)
	require.Less(c.t, *r.Failed, at+1, value)
	return r
}

// runs is what a record's attempts were told, each error once where it came several times in a row.
func runs(r *modeltest.Record) []string { return slices.Compact(slices.Clone(r.Errors)) }

// copies is how often each value stands in broker 1's log of a partition.
func (c *publicCase) copies(partition int) map[string]int {
	n := map[string]int{}
	for _, v := range c.logOf(partition, 1) {
		n[v]++
	}
	return n
}

// numbered is the values of a send with a count.
func numbered(value string, count int) (values []string) {
	for i := range count {
		values = append(values, fmt.Sprint(value, "-", i+1))
	}
	return values
}

// PK-02. A refused attempt writes nothing, and is worth another: the first one after the follower is back succeeds.
func TestPublicRefusalsAreRetried(t *testing.T) {
	c := public(t, "PK-02")
	a := c.acknowledged("a", 0)
	require.Equal(t, []string{"NOT_ENOUGH_REPLICAS"}, runs(&a))
	require.Greater(t, *a.Acknowledged, 6000.0)
	require.Less(t, *a.Acknowledged, 7010.0, "waits grow to a second, and no longer")
	var refused []float64
	for _, e := range c.on(1, "refuse") {
		refused = append(refused, e.T)
	}
	require.Len(t, refused, len(a.Errors))
	for i := range len(refused) - 2 {
		require.Greater(t, refused[i+2]-refused[i+1], 0.9*(refused[i+1]-refused[i]), "they grow")
	}
	require.Equal(t, []string{"a"}, c.log(1))
}

// PK-23. What is missing after a rolling restart is what the application was told of and did not look at: nothing that
// was acknowledged, and with retries nothing at all.
func TestPublicRollingRestartAndAnApplicationThatDoesNotLook(t *testing.T) {
	c := public(t, "PK-23")
	require.Len(t, c.Records, 950)
	count := map[string]int{}
	copies := c.copies(0)
	for _, r := range c.Records {
		count[r.Outcome+" "+r.Error]++
		require.False(t, r.Lost, r.Value)
		if r.Outcome == "acknowledged" {
			require.Equal(t, 1, copies[r.Value])
		}
		if r.Error == "NOT_ENOUGH_REPLICAS" {
			require.Zero(t, copies[r.Value], "it was refused before it was written")
		}
	}
	require.Equal(t, 1, count["failed REQUEST_TIMED_OUT"], "the one that waited when the ISR shrank: it is in the log")
	require.Greater(t, count["failed NOT_ENOUGH_REPLICAS"], 250)
	require.Equal(t, 950, count["acknowledged NONE"]+count["failed REQUEST_TIMED_OUT"]+count["failed NOT_ENOUGH_REPLICAS"])
	require.Len(t, c.log(1), count["acknowledged NONE"]+1)
	require.Len(t, modeltest.EventsOf(c.events, "visible"), len(c.log(1)), "what is acknowledged is read, and one more")

	c = public(t, "PK-23-retries")
	require.Equal(t, numbered("pay", 950), c.log(1))
	for _, r := range c.Records {
		require.Equal(t, "acknowledged", r.Outcome)
	}
}

// PK-30. A deadline shorter than the copies take ends in an error about a record that is committed all the same.
func TestPublicDeadlineShorterThanTheCopiesTake(t *testing.T) {
	c := public(t, "PK-30")
	c.told(1, "REQUEST_TIMED_OUT", 0, 1001.5, 1001.5)
	c.timedOut(2, 1, 2000, 0)
	c.told(3, "NONE", 2, 3004, 3004)
	c.told(4, "NONE", 3, 4004, 4004)
	require.Equal(t, []string{"a", "b", "c", "d"}, c.log(1))
	committed := c.on(1, "high-watermark")
	require.InDelta(t, 1004, committed[0].T, 0.001, "the first of them, 2.5 ms after the error")
	require.Len(t, committed, 4)

	c = public(t, "PK-30-alone")
	c.told(1, "NONE", 0, 1001.5, 1001.5)
}

// PK-34. Of what is in flight when a leader dies, what the next leader has is there twice, for the client asks again.
// With numbers it is there once.
func TestPublicEachBrokerDiesInTurn(t *testing.T) {
	const records = 5600
	twice := func(c *publicCase) (values []string) {
		require.Len(t, c.Records, records)
		for _, r := range c.Records {
			require.Equal(t, "acknowledged", r.Outcome)
			if len(r.Offsets) > 1 {
				values = append(values, r.Value)
			}
		}
		return values
	}
	c := public(t, "PK-34")
	again := twice(c)
	require.NotEmpty(t, again)
	require.LessOrEqual(t, len(again), 2*5, "two leaders have died, and no more requests are in flight than that")
	require.Len(t, c.log(1), records+len(again))
	for _, v := range again {
		require.Equal(t, []string{"NETWORK_EXCEPTION"}, c.RecordOf(t, v).Errors)
	}

	c = public(t, "PK-34-numbered")
	require.Empty(t, twice(c))
	require.Len(t, modeltest.EventsOf(c.events, "duplicate"), len(again), "the same ones are recognised")
	require.Equal(t, numbered("pay", records), c.log(1))
}

// PK-35. Where copies take longer than the timeout each attempt is in the log, and with one request in flight the
// copies of a record stand together. Where the link itself takes longer the client hardly gets a second connection: to
// set one up takes two such round trips, and the second has that timeout, too.
func TestPublicTimeoutShorterThanTheWay(t *testing.T) {
	c := public(t, "PK-35-copies")
	at := int64(0)
	for i, r := range c.Records {
		c.failed(r.Value, "DELIVERY_TIMEOUT", 11_000+12_000*float64(i))
		require.Equal(t, []string{"REQUEST_TIMED_OUT"}, runs(&r))
		require.Len(t, r.Offsets, r.Attempts)
		require.Greater(t, r.Attempts, 3)
		for _, offset := range r.Offsets {
			require.Equal(t, at, offset)
			at++
		}
	}
	require.Len(t, c.log(1), int(at))

	c = public(t, "PK-35")
	written := 0
	for i, r := range c.Records {
		c.failed(r.Value, "DELIVERY_TIMEOUT", 11_000+12_000*float64(i))
		require.LessOrEqual(t, r.Attempts, 1)
		require.Len(t, r.Offsets, r.Attempts)
		require.NotEqual(t, len(r.Offsets) == 1, r.Committed == nil, "what left is in the log, and committed")
		written += len(r.Offsets)
	}
	require.NotZero(t, written)
	require.Less(t, written, len(c.Records))
}

// PK-36. One error, two meanings: the broker says that the time is over, and the connection stays; or the client has
// heard nothing for so long, and gives up all it has asked of that broker. With one time for both the client is first.
func TestPublicTwoMeaningsOfATimeout(t *testing.T) {
	c := public(t, "PK-36")
	c.timedOut(1, 0, 1000, 30_000)
	require.False(t, c.Requests[0].ConnectionClosed)

	c = public(t, "PK-36-frozen")
	cancelled := modeltest.EventsOf(c.events, "cancel")
	require.Len(t, cancelled, 1)
	require.Equal(t, "REQUEST_TIMED_OUT", cancelled[0].Error)
	for _, v := range []string{"a", "b", "c"} {
		require.Equal(t, []string{"REQUEST_TIMED_OUT"}, c.RecordOf(t, v).Errors, v)
	}
	require.GreaterOrEqual(t, cancelled[0].T, 31_001.0, "the eldest one's time")
	require.Less(t, cancelled[0].T, 31_021.1, "no later than the youngest one's, whose time is not over")
	require.Zero(t, c.Purgatory.Expired, "the broker has said nothing")

	c = public(t, "PK-36-both")
	cancelled = modeltest.EventsOf(c.events, "cancel")
	require.Len(t, cancelled, 1)
	require.InDelta(t, 31_001, cancelled[0].T, 0.001)
	require.Equal(t, 1, c.Purgatory.Expired, "the broker's own deadline passes, and nobody hears of it")
	c.acknowledged("a", 0)
	require.Equal(t, []string{"a"}, c.log(1))
}

// PK-38. A client that uses a number again whose fate it does not know has its new record taken for the old one. The
// Java client begins a new epoch instead.
func TestPublicNumberThatIsUsedAgain(t *testing.T) {
	c := public(t, "PK-38")
	c.timedOut(1, 0, 1000, 2000)
	c.told(2, "NONE", 0, 6001.5, 6001.5)
	require.Len(t, modeltest.EventsOf(c.events, "duplicate"), 1)
	require.Equal(t, []string{"A"}, c.log(1), "B is nowhere")

	c = public(t, "PK-38-client")
	a := c.failed("A", "DELIVERY_TIMEOUT", 4000)
	require.Equal(t, []int64{1}, a.Offsets)
	c.acknowledged("B", 2)
	require.Equal(t, []string{"first", "A", "B"}, c.log(1))
}

// PK-39. Four ways to go on after a batch of unknown fate, each on a partition of its own: to ask again, to use its
// number for another record, to use the next number, and to begin a new epoch. Which of them goes wrong depends on
// the fate.
func TestPublicFourWaysToGoOn(t *testing.T) {
	logs := func(c *publicCase) (logs []string) {
		for partition := range 4 {
			logs = append(logs, strings.Join(c.logOf(partition, 2), " "))
		}
		return logs
	}
	c := public(t, "PK-39")
	for i, base := range []int64{1, 1, 2, 2} {
		c.told(3+i, "NONE", base, 70_001, 70_010)
	}
	require.Equal(t, []string{"first a", "first a", "first a b", "first a b"}, logs(c), "the second way loses b")

	c = public(t, "PK-39-missing")
	c.told(3, "NONE", 1, 70_001, 70_010)
	c.told(4, "NONE", 1, 70_001, 70_010)
	c.refused(5, "OUT_OF_ORDER_SEQUENCE_NUMBER", 70_000)
	c.told(6, "NONE", 1, 70_001, 70_010)
	require.Equal(t, []string{"first a", "first b", "first", "first b"}, logs(c))
}

// PK-42. Numbers that were given to records that never left are a gap. The Java client numbers what leaves.
func TestPublicNumbersUsedUpForNothing(t *testing.T) {
	c := public(t, "PK-42")
	c.refused(11, "OUT_OF_ORDER_SEQUENCE_NUMBER", 2000)
	c.told(12, "NONE", 10, 3004, 3004)

	c = public(t, "PK-42-client")
	for i, v := range numbered("w", 5) {
		r := c.failed(v, "DELIVERY_TIMEOUT", 17_000)
		require.Nil(t, r.Sent, i)
	}
	next := c.acknowledged("next", 10)
	require.Empty(t, next.Errors)
}

// PK-43. A leader that was away knows the producer's numbers, as they are in what it has copied.
func TestPublicNumbersTravelWithTheLog(t *testing.T) {
	c := public(t, "PK-43")
	require.Equal(t, []electionOf{{2, "clean"}, {1, "clean"}}, c.elections())
	require.InDelta(t, 70_002, modeltest.EventsOf(c.events, "leader")[1].T, 5, "the election that was asked for")
	require.Equal(t, slices.Concat(numbered("before", 100), numbered("meanwhile", 201), numbered("after", 20)), c.log(1))
	for _, r := range c.Records {
		require.Equal(t, "acknowledged", r.Outcome)
		require.NotContains(t, r.Errors, "OUT_OF_ORDER_SEQUENCE_NUMBER")
	}
	require.Empty(t, modeltest.EventsOf(c.events, "duplicate"))
}

// PK-44. A is refused, B and C are not, and A comes again. With numbers, and with one request in flight, A stays first.
func TestPublicRetriesAndTheOrder(t *testing.T) {
	for name, log := range map[string][]string{
		"PK-44": {"first", "B", "C", "A"}, "PK-44-numbered": {"first", "A", "B", "C"}, "PK-44-one": {"first", "A", "B", "C"},
	} {
		c := public(t, name)
		require.Equal(t, log, c.log(1), name)
		a, b, last := c.record("A"), c.record("B"), c.record("C")
		require.Equal(t, []string{"NOT_ENOUGH_REPLICAS"}, a.Errors, name)
		want := []string{}
		if name == "PK-44-numbered" {
			want = []string{"OUT_OF_ORDER_SEQUENCE_NUMBER"}
		}
		require.Equal(t, want, b.Errors, name)
		require.Equal(t, want, last.Errors, name)
	}
}

// PK-45. A retry is known by its first and last number, among the last five batches.
func TestPublicRetryIsTheSameBatch(t *testing.T) {
	c := public(t, "PK-45")
	c.refused(2, "OUT_OF_ORDER_SEQUENCE_NUMBER", 2000)
	c.refused(3, "OUT_OF_ORDER_SEQUENCE_NUMBER", 2100)
	c.told(4, "NONE", 0, 2201.5, 2201.5)
	c.told(9, "NONE", 0, 4001.5, 4001.5)
	c.told(10, "NONE", 9, 4104, 4104)
	c.refused(11, "OUT_OF_ORDER_SEQUENCE_NUMBER", 4200)
	require.Len(t, modeltest.EventsOf(c.events, "duplicate"), 2)
	require.Len(t, c.log(1), 10)
}

// PK-54. With acks=0 there is nothing to wait for but a leader, and that can take too long.
func TestPublicTimeoutWithAcksZero(t *testing.T) {
	c := public(t, "PK-54")
	a := c.failed("a", "DELIVERY_TIMEOUT", 22_000)
	require.Nil(t, a.Sent, "it never left")
	require.Equal(t, "acknowledged", c.RecordOf(t, "b").Outcome)
	require.Equal(t, []string{"b"}, c.log(1))
}

// PK-59. A batch that cannot leave has delivery.timeout.ms from when it was made.
func TestPublicBatchesExpireByTheirAge(t *testing.T) {
	c := public(t, "PK-59")
	a := c.acknowledged("a", 0)
	require.Greater(t, *a.Acknowledged, 50_000.0)
	require.Less(t, *a.Acknowledged, 52_000.0, "metadata are asked for every second")
	c = public(t, "PK-59-expires")
	tried := c.failed("tried", "DELIVERY_TIMEOUT", 40_999)
	require.Equal(t, 1, tried.Attempts)
	require.Equal(t, []string{"NETWORK_EXCEPTION"}, tried.Errors, "which has not begun its time anew")
	a = c.failed("a", "DELIVERY_TIMEOUT", 42_000)
	require.Zero(t, a.Attempts)
}

// PK-63. The default of linger.ms costs 5 ms where each record waits for the one before, and saves requests where many
// come at once.
func TestPublicLingerAndWhoWaits(t *testing.T) {
	c := public(t, "PK-63")
	took := func(value string) float64 {
		r := c.RecordOf(t, value)
		return *r.Acknowledged - *r.Enqueued
	}
	for i := range 20 {
		require.InDelta(t, 5, took(fmt.Sprint("one-", i+1)), 0.001)
		require.InDelta(t, 10, took(fmt.Sprint("uno-", i+1)), 0.001)
	}
	requests := [2]int{}
	for _, r := range c.Requests {
		if *r.Received > 5000 {
			requests[r.Partitions[0].Partition]++
		}
	}
	require.Greater(t, requests[0], 4)
	require.Equal(t, 1, requests[1])
}

// PK-64. Neither flush nor close waits for longer than the records may take.
func TestPublicFlushAndCloseWithoutALeader(t *testing.T) {
	c := public(t, "PK-64")
	returned := map[string]float64{}
	for _, e := range modeltest.EventsOf(c.events, "return") {
		returned[e.Producer+" "+e.Verb] = e.T
	}
	require.Len(t, returned, 4)
	require.EqualValues(t, 12_000, returned["now close"])
	require.EqualValues(t, 17_000, returned["five close"])
	require.EqualValues(t, 31_000, returned["flushes flush"], "with the records' own deadline")
	require.InDelta(t, 31_000, returned["waits close"], 120, "a wait between two looks at the metadata later")
	for producer, told := range map[string]struct {
		err string
		at  float64
	}{
		"flushes": {"DELIVERY_TIMEOUT", 31_000}, "now": {"PRODUCER_CLOSED", 12_000},
		"five": {"PRODUCER_CLOSED", 17_000}, "waits": {"DELIVERY_TIMEOUT", 31_000},
	} {
		for _, v := range numbered(producer, 10) {
			c.failed(v, told.err, told.at)
		}
	}
}
