package publiccases

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/look"
	"highwater/core/internal/modeltest"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
)

// Public cases of a standing leader: minimum, high watermark, acknowledgement, ISR. A raw request that leaves a client
// at T is received at T+1, reaches the log at T+1.5, and is committed at T+4 where all followers wait for records. The
// first answer of a follower that fetches anew comes 2 ms after its fetch has left, and what it tells of is known to
// the leader 1.5 ms after that.

// PK-01. The write in flight ends in silence and a timeout, a new one in an error.
func TestPublicSecondFollowerLost(t *testing.T) {
	c := public(t, "PK-01")
	c.told(1, "NONE", 0, 4, 4)
	fenced := modeltest.EventsOf(c.events, "fence")
	require.Len(t, fenced, 2)
	for _, e := range fenced {
		require.Greater(t, e.T, 9000.0, "their last heartbeat was at 0")
		require.LessOrEqual(t, e.T, 10_135.0, "an eighth of the session, and 10 ms for the second")
	}
	c.timedOut(2, 1, 1500, 30_000)
	c.refused(3, "NOT_ENOUGH_REPLICAS", 12_000)
	require.Equal(t, []string{"a", "b"}, c.log(1))
	require.EqualValues(t, 1, c.committed(), "frozen under the minimum")
	require.Equal(t, []int{1}, c.Partitions[0].ISR)
	require.NotEmpty(t, c.Partitions[0].ELR)
	require.Contains(t, c.last, `{"broker":1,"alive":true`)
	require.Contains(t, c.last, `{"broker":2,"alive":false`)

	c = public(t, "PK-01-client")
	b := c.failed("b", "DELIVERY_TIMEOUT", 121_500)
	require.Equal(t, []string{"REQUEST_TIMED_OUT", "NOT_ENOUGH_REPLICAS"}, runs(&b))
	require.Equal(t, []int64{1}, b.Offsets, "it is written, and not committed")
	refused := c.failed("c", "DELIVERY_TIMEOUT", 132_000)
	require.Equal(t, []string{"NOT_ENOUGH_REPLICAS"}, runs(&refused))
	require.Greater(t, refused.Attempts, 100, "about one a second")
	require.Empty(t, refused.Offsets)
}

// PK-05. What counts is the effective minimum, in the append check and in the gauges.
func TestPublicMinimumAboveTheReplicas(t *testing.T) {
	c := public(t, "PK-05")
	c.told(1, "NONE", 0, 1004, 1004)
	c.refused(2, "NOT_ENOUGH_REPLICAS", 8000)
	c.told(3, "NONE", 1, 9001.5, 9001.5)
	require.Equal(t, "NONE", c.Requests[3].Partitions[0].Error)
	three, two, again := c.at(1900), c.at(11_000), c.at(29_000)
	require.Equal(t, 3, three.EffectiveMinISR)
	atMin := func(p look.PartitionState) bool {
		return rules.AtMinISR(rules.ISRState{Committed: p.ISR}, p.EffectiveMinISR)
	}
	require.True(t, atMin(three) && atMin(again) && !atMin(two))
	require.True(t, two.Locked && !three.Locked && !again.Locked)
	require.EqualValues(t, 1, two.HighWatermark)
	require.EqualValues(t, 2, again.HighWatermark, "what acks=1 wrote meanwhile is committed")
}

// PK-06. The minimum of a topic with one replica is one, whatever the cluster's.
func TestPublicOneReplicaUnderAHigherDefault(t *testing.T) {
	c := public(t, "PK-06")
	c.told(1, "NONE", 0, 1001.5, 1001.5)
	c.told(2, "NONE", 1, 2001.5, 2001.5)
	require.Equal(t, 1, c.at(0).EffectiveMinISR)
}

// PK-07. An ISR that falls below the minimum while a write waits locks the high watermark: the write runs out of time,
// and NOT_ENOUGH_REPLICAS_AFTER_APPEND does not appear. When the ISR recovers in time, all is well.
func TestPublicISRShrinksBelowTheMinimumAfterTheAppend(t *testing.T) {
	c := public(t, "PK-07")
	shrunk := c.isrChanges("committed")
	require.Len(t, shrunk, 1, "both leave in one change")
	require.Equal(t, []int{1}, modeltest.BrokerSet(shrunk[0].To))
	require.InDelta(t, 15_000, shrunk[0].T, 5, "at the first check that finds them out for more than 10 s")
	require.Empty(t, modeltest.EventsOf(c.events, "high-watermark"))
	c.timedOut(1, 0, 1000, 60_000)
	require.Equal(t, []string{"a"}, c.log(1))

	c = public(t, "PK-07-returns")
	c.told(1, "NONE", 0, 30_003.5, 30_003.5)
	require.Equal(t, []int{1, 2}, c.Partitions[0].ISR)
}

// PK-08. The record of a write that has timed out is in the log. Under the minimum a retry of it is refused, for that
// check comes first; later a numbered one finds itself there, and one without a number is a second copy.
func TestPublicRecordAfterATimeout(t *testing.T) {
	c := public(t, "PK-08")
	c.timedOut(1, 0, 1000, 20_000)
	c.refused(2, "NOT_ENOUGH_REPLICAS", 30_000)
	c.told(3, "NONE", 0, 62_001.5, 62_001.5)
	require.Len(t, modeltest.EventsOf(c.events, "duplicate"), 1)
	require.Equal(t, []string{"a"}, c.log(1))

	c = public(t, "PK-08-plain")
	c.timedOut(1, 0, 1000, 20_000)
	c.refused(2, "NOT_ENOUGH_REPLICAS", 30_000)
	c.told(3, "NONE", 1, 62_004, 62_004)
	require.Equal(t, []string{"a", "a"}, c.log(1))

	for name, offset := range map[string]int64{"PK-08-client": 0, "PK-08-client-plain": 1} {
		c = public(t, name)
		a := c.acknowledged("a", offset)
		require.Equal(t, []string{"REQUEST_TIMED_OUT", "NOT_ENOUGH_REPLICAS"}, runs(&a), name)
		require.Greater(t, *a.Acknowledged, 60_000.0)
		require.Len(t, c.log(1), int(offset)+1, name)
	}
}

// PK-09. Under the minimum a record of acks=1 is acknowledged and invisible; it may be lost.
func TestPublicAcksOneUnderTheMinimum(t *testing.T) {
	c := public(t, "PK-09")
	c.told(1, "NONE", 0, 1001.5, 1001.5)
	require.Zero(t, c.at(19_999).HighWatermark)
	seen := modeltest.EventsOf(c.events, "visible")
	require.Len(t, seen, 1)
	require.Greater(t, seen[0].T, 20_000.0)
	joined := c.isrChanges("committed")
	require.Equal(t, []int{1, 2}, modeltest.BrokerSet(joined[len(joined)-1].To))
	require.InDelta(t, joined[len(joined)-1].T, seen[0].T, 510, "as soon as broker 2 is back in the ISR")

	c = public(t, "PK-09-dies")
	c.told(1, "NONE", 0, 1001.5, 1001.5)
	require.Equal(t, []electionOf{{3, "eligible"}}, c.elections())
	require.Len(t, c.on(1, "truncate"), 1)
	for broker := range 3 {
		require.Empty(t, c.log(broker+1), "the record that was acknowledged is lost")
	}
}

// PK-10. The slowest member of the ISR decides, whatever the minimum; the leader learns of a copy by the next fetch.
func TestPublicTwoCopiesAreNotEnough(t *testing.T) {
	c := public(t, "PK-10")
	copied := c.on(2, "replicate")
	require.InDelta(t, 1003, copied[0].T, 0.001, "two copies, as many as the minimum")
	require.InDelta(t, 4503, c.on(3, "replicate")[0].T, 2, "its fetch that waited came back empty at 500")
	c.told(1, "NONE", 0, 8504, 8506)
}

// PK-12. Refusals write nothing, acks=1 never stops, and what it wrote becomes visible with the recovery.
func TestPublicShrinkRefuseRecover(t *testing.T) {
	c := public(t, "PK-12")
	all := map[string]string{}
	for _, r := range c.Requests {
		if r.Raw {
			at := *r.Received
			all[map[float64]string{5001: "a", 15_001: "b", 25_001: "c", 35_001: "d", 42_001: "e"}[at]] = r.Partitions[0].Error
		}
	}
	short := "NOT_ENOUGH_REPLICAS"
	require.Equal(t, map[string]string{"a": "NONE", "b": short, "c": short, "d": short, "e": "NONE"}, all)
	log := c.log(1)
	for value, told := range all {
		require.Equal(t, told == "NONE", slices.Contains(log, value), value)
	}
	require.Len(t, c.Records, 45)
	for _, r := range c.Records {
		require.Equal(t, "acknowledged", r.Outcome)
		require.InDelta(t, *r.Sent+2.5, *r.Acknowledged, 0.001, "acks=1 waits for nobody")
		require.Len(t, r.Offsets, 1)
		if *r.Sent > 10_010 && *r.Sent < 40_000 {
			require.Greater(t, *r.Committed, 40_000.0)
			require.Less(t, *r.Committed, 42_000.0)
		}
	}
	require.EqualValues(t, len(log), c.committed())
	require.Equal(t, log, c.log(2))
	require.Equal(t, log, c.log(3))

	c = public(t, "PK-12-client")
	for partition, value := range []string{"i", "p", "o"} {
		for _, v := range numbered(value, 55) {
			r := c.RecordOf(t, v)
			require.Equal(t, "acknowledged", r.Outcome, v)
			require.Len(t, r.Offsets, 1, "a refusal writes nothing")
		}
		require.Len(t, c.logOf(partition, 1), 55)
	}
	require.Equal(t, numbered("i", 55), c.logOf(0, 1), "in order")
	require.NotEqual(t, numbered("p", 55), c.logOf(1, 1), "what was refused together is turned around")
}

// PK-22. A broker that runs is not in sync, nor need it be at the end to join: the high watermark is enough. Before
// that it may not lead.
func TestPublicRunningIsNotInSync(t *testing.T) {
	c := public(t, "PK-22")
	require.Equal(t, protocol.SetOf(1), c.at(20_000).ISR)
	c.refused(1, "NOT_ENOUGH_REPLICAS", 20_000)
	c.told(2, "NONE", 400, 21_001.5, 21_001.5)
	changes := c.isrChanges("committed")
	both := func(e modeltest.Line) bool { return modeltest.SameSet(modeltest.BrokerSet(e.To), []int{1, 2}) }
	joined := changes[slices.IndexFunc(changes, both)]
	require.InDelta(t, 40_000, joined.T, 1500, "400 records at 10 a second")
	then := c.at(int64(joined.T) + 1)
	require.GreaterOrEqual(t, then.Replicas[1].LogEndOffset, int64(400))
	require.Less(t, then.Replicas[1].LogEndOffset, int64(420), "far from the end")
	require.EqualValues(t, 500, then.Replicas[0].LogEndOffset)
	require.InDelta(t, 45_000, c.isrChanges("proposed")[1].T, 0.001, "so the next check takes it out again")
	c.told(3, "NONE", 500, 50_000, 54_000)

	c = public(t, "PK-22-dies")
	leaderless := c.at(44_000)
	require.Equal(t, -1, leaderless.Leader)
	require.Empty(t, leaderless.ISR)
	require.Equal(t, protocol.SetOf(1, 3), leaderless.ELR)
	require.Equal(t, []electionOf{{-1, "none"}, {3, "eligible"}}, c.elections(), "broker 2 is not electable")
}

// PK-24. A follower that is slow comes back at the old high watermark, is out at the next check, and so on. Each time
// it is in the high watermark moves to where it is.
func TestPublicFollowerBouncesInAndOut(t *testing.T) {
	c := public(t, "PK-24")
	var sets [][]int
	for _, e := range c.isrChanges("committed") {
		sets = append(sets, modeltest.BrokerSet(e.To))
	}
	require.Equal(t, []int{1, 2}, sets[0], "broker 3 is held out")
	for i := 1; i < len(sets); i++ {
		require.Equal(t, [][]int{{1, 2}, {1}}[i%2], sets[i])
	}
	require.Greater(t, len(sets), 15, "at every check from the third on")
	for i, e := range slices.DeleteFunc(c.isrChanges("proposed"), func(e modeltest.Line) bool {
		return len(modeltest.BrokerSet(e.To)) > 1
	}) {
		require.InDelta(t, 15_000+5000*i, e.T, 0.001, "joining does not count as having caught up: the next check finds it")
	}
	for _, e := range c.on(1, "high-watermark") {
		c.run.SeekEvent(*e.N)
		require.Equal(t, protocol.SetOf(1, 2), c.run.State(0).Partitions[0].ISR, "it moves only while broker 2 is in")
	}
	stuck := c.Requests[slices.IndexFunc(c.Requests, func(r modeltest.Request) bool { return r.Raw })]
	require.True(t, stuck.Parked, "accepted, for broker 2 is in")
	require.Equal(t, "REQUEST_TIMED_OUT", stuck.Partitions[0].Error, "and then stuck: broker 2 does not get there")
}

// PK-25. What has been let in before the shrink waits, and so does what its connection sends after it; what comes on
// others is refused.
func TestPublicShrinkBelowTheMinimumRefusesOnlyTheNew(t *testing.T) {
	c := public(t, "PK-25")
	require.InDelta(t, 15_000, c.isrChanges("proposed")[0].T, 0.001)
	c.told(1, "NONE", 0, 26_003.5, 26_003.5)
	c.told(2, "NONE", 1, 26_003.5, 26_003.5)
	behind := c.Requests[3]
	require.Equal(t, "NONE", behind.Partitions[0].Error)
	require.EqualValues(t, 2, *behind.Partitions[0].BaseOffset)
	require.Greater(t, *behind.Answered, 26_003.5, "it was sent at 20000, and kept behind the other")
	c.refused(3, "NOT_ENOUGH_REPLICAS", 20_000)
	c.told(5, "NONE", 3, 30_004, 30_004)
	require.Equal(t, []string{"a", "b", "c", "e"}, c.log(1))
}

// PK-26. One change of a partition's ISR at a time: broker 3 is proposed with its next fetch after the answer about
// broker 2. Until the answer the minimum goes by the committed ISR.
func TestPublicOneISRChangeAtATime(t *testing.T) {
	c := public(t, "PK-26")
	proposed := c.isrChanges("proposed")
	require.Len(t, proposed, 3)
	require.InDelta(t, 30_001, proposed[1].T, 0.001)
	require.Equal(t, []int{1, 2}, modeltest.BrokerSet(proposed[1].To))
	require.InDelta(t, 35_002, proposed[2].T, 510, "the next fetch comes when the one that waits has waited enough")
	require.GreaterOrEqual(t, proposed[2].T, 35_002.0)
	require.Equal(t, []int{1, 2, 3}, modeltest.BrokerSet(proposed[2].To))
	committed := c.isrChanges("committed")
	require.InDelta(t, 35_002, committed[1].T, 0.001, "the controller's answer takes 5 s")
	require.InDelta(t, proposed[2].T+5001, committed[2].T, 0.001)
	c.refused(2, "NOT_ENOUGH_REPLICAS", 32_000)
	c.told(3, "NONE", 1, 36_004, 36_004)
}

// PK-27. A leader that nobody answers may not act on its own shrink: its high watermark stands, acks=all runs out of
// time, and what it acknowledged for acks=1 is lost when it comes back.
func TestPublicShrinkThatNobodyConfirms(t *testing.T) {
	c := public(t, "PK-27")
	var before []modeltest.Line
	for _, e := range c.on(1, "isr") {
		if e.T < 40_000 {
			before = append(before, e)
		}
	}
	require.Len(t, before, 1)
	require.Equal(t, "proposed", before[0].State)
	require.Equal(t, []int{1}, modeltest.BrokerSet(before[0].To))
	require.InDelta(t, 15_000, before[0].T, 0.001)
	require.Equal(t, []electionOf{{2, "clean"}}, c.elections())
	require.InDelta(t, 9562, modeltest.EventsOf(c.events, "leader")[0].T, 563, "its last heartbeat was at 0")
	c.timedOut(1, 0, 2000, 30_000)
	c.told(2, "NONE", 1, 2001.5, 2001.5)
	require.Equal(t, "NONE", c.Requests[2].Partitions[0].Error)
	for _, e := range c.on(1, "high-watermark") {
		require.Greater(t, e.T, 40_000.0, "it moves only when broker 1 follows")
	}
	for broker := range 3 {
		require.Equal(t, []string{"a"}, c.log(broker+1), "one copy, and b is nowhere")
	}

	c = public(t, "PK-27-client")
	a := c.acknowledged("a", 0)
	require.Equal(t, []string{"REQUEST_TIMED_OUT"}, a.Errors)
	require.Less(t, *a.Acknowledged, 33_000.0, "the new leader is there long before the old one's time is over")
	require.True(t, c.record("b").Lost)
	require.Equal(t, "acknowledged", c.record("b").Outcome)
	require.Equal(t, []string{"a"}, c.log(1))
}

// PK-52. With acks=1 nobody is told of an error, and what the followers had not fetched yet is gone.
func TestPublicNoErrorAndSecondsAreMissing(t *testing.T) {
	c := public(t, "PK-52")
	for _, r := range c.Requests {
		for _, p := range r.Partitions {
			require.Equal(t, "NONE", p.Error)
		}
	}
	for _, p := range []string{"0", "1"} {
		partition := int(p[0] - '0')
		kept := []string{"pay-1." + p, "pay-2." + p, "pay-3." + p, "pay-4." + p}
		require.Equal(t, 2, c.Partitions[partition].Leader)
		require.Equal(t, kept, c.logOf(partition, 2), "what was there when its fetch of 5001 came")
		require.Equal(t, kept, c.logOf(partition, 1), "cut off when it comes back")
		require.EqualValues(t, 4, *c.Partitions[partition].HighWatermark)
	}
	require.Equal(t, []string{"other"}, c.logOf(2, 2))
	for _, e := range c.on(1, "truncate") {
		require.EqualValues(t, 9, numberIn(t, e.From))
		require.EqualValues(t, 4, numberIn(t, e.To), "5 s worth")
	}
	require.Len(t, c.on(1, "truncate"), 2)
}

// PK-57. An append does not wake a consumer's fetch; the high watermark does, with the same event that answers the
// producer.
func TestPublicConsumerSeesWhatIsCommitted(t *testing.T) {
	c := public(t, "PK-57")
	c.told(1, "NONE", 0, 1004, 1004)
	seen := modeltest.EventsOf(c.events, "visible")
	require.Len(t, seen, 1)
	require.InDelta(t, 1005, seen[0].T, 0.001)
	require.Contains(t, modeltest.Causes(c.events, *seen[0].N), "high-watermark")
	answered := modeltest.EventsOf(c.events, "response")[0]
	require.Contains(t, modeltest.Causes(c.events, *answered.N), "high-watermark")
}

// PK-58, but for reads from followers: a follower hears of the high watermark with the next answer to its fetch, and
// where nothing comes that is when the fetch has waited for long enough.
func TestPublicFollowerHearsOfTheHighWatermarkLate(t *testing.T) {
	c := public(t, "PK-58")
	c.told(1, "NONE", 0, 1004, 1004)
	for _, broker := range []int{2, 3} {
		moved := c.on(broker, "high-watermark")
		require.Len(t, moved, 1)
		require.InDelta(t, 1505, moved[0].T, 2, "the fetch came at 1004 and waited 500 ms")
	}
}

// PK-90, but for the reassignment: a replica that copies gates nothing while it is far behind, and gates like any
// other once it is in the ISR.
func TestPublicReplicaThatCopies(t *testing.T) {
	c := public(t, "PK-90")
	c.told(1, "NONE", 100, 17_001, 19_510)
	when := c.at(int64(*c.Requests[0].Answered))
	require.Equal(t, protocol.SetOf(1, 2, 3), when.ISR)
	require.Less(t, when.Replicas[3].LogEndOffset, int64(100), "broker 4 is far from having it")
	var joined *look.PartitionState
	for _, e := range c.isrChanges("committed") {
		if len(modeltest.BrokerSet(e.To)) == 4 {
			state := c.at(int64(e.T) + 1)
			joined = &state
		}
	}
	require.NotNil(t, joined)
	require.GreaterOrEqual(t, joined.Replicas[3].LogEndOffset, joined.HighWatermark)
	c.told(2, "NONE", 101, 54_001, 58_520)
	chain := modeltest.Causes(c.events, *modeltest.EventsOf(c.events, "response")[1].N)
	require.Equal(t, []string{"response", "complete", "high-watermark", "fetch"}, chain[:4])
	gate := modeltest.EventsOf(c.events, "high-watermark")
	gate = slices.DeleteFunc(gate, func(e modeltest.Line) bool { return string(e.Leader) != "true" })
	require.Equal(t, 4, c.events[*gate[len(gate)-1].Cause].Follower, "broker 4's word moved it")
}
