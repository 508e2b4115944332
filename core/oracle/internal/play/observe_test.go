package play

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"highwater/core/oracle/internal/wire"
)

// madeUp returns a run that has handed records over and seen requests on the wire.
func madeUp(records []*Record, produced ...*wire.Request) *run {
	return &run{clock: clock{scale: 0.5}, records: records, produced: produced}
}

func attempt(identity wire.Identity, told string, values ...string) *wire.Request {
	return &wire.Request{Producer: "p", Acks: -1, Sent: time.Now(), Parts: []wire.Part{{
		Topic: "t", Batch: identity, Values: values, Error: told,
	}}}
}

func TestAttemptsAreCountedFromTheWire(t *testing.T) {
	a, b := &Record{Producer: "p", Value: "a"}, &Record{Producer: "p", Value: "b"}
	of := wire.Identity{Producer: 1}
	madeUp([]*Record{a, b}, attempt(of, "NOT_LEADER_OR_FOLLOWER", "a", "b"), attempt(of, "", "a", "b"),
		attempt(of, "NONE", "a", "b")).attempts()
	require.Equal(t, 3, a.Attempts)
	require.Equal(t, []string{"NOT_LEADER_OR_FOLLOWER", "UNANSWERED"}, a.Errors)
	require.Equal(t, a.Errors, b.Errors)
}

func TestARecordThatIsHandedOverAgainHasItsOwnAttempts(t *testing.T) {
	first, again := &Record{Producer: "p", Value: "a"}, &Record{Producer: "p", Value: "a", Resend: 1}
	madeUp([]*Record{first, again},
		attempt(wire.Identity{Producer: 1, Sequence: 4}, "", "a"), attempt(wire.Identity{Producer: 1, Sequence: 4}, "", "a"),
		attempt(wire.Identity{Producer: 1, Sequence: 5}, "NONE", "a")).attempts()
	require.Equal(t, 2, first.Attempts)
	require.Equal(t, 1, again.Attempts)
	require.Empty(t, again.Errors)
}

func TestARecordOfAKilledProducerThatWasOnTheWireWasSent(t *testing.T) {
	sent := &Record{Producer: "p", Value: "a", Outcome: neverTold}
	not := &Record{Producer: "p", Value: "b", Outcome: neverTold}
	madeUp([]*Record{sent, not}, attempt(wire.Anonymous, "", "a")).attempts()
	require.Equal(t, neverTold, sent.Outcome)
	require.Equal(t, neverSent, not.Outcome)
}

func TestAnAcknowledgedRecordThatTheLeaderLacksIsLost(t *testing.T) {
	as := wire.Identity{Producer: 1, Sequence: 3}
	log := &wire.Log{Records: []wire.Record{
		{Offset: 0, Value: "a", Sent: as}, {Offset: 1, Value: "a", Sent: as.Next(1)},
	}}
	empty := &wire.Log{}
	for _, test := range []struct {
		leader int
		logs   map[int]*wire.Log
		lost   bool
	}{
		{1, map[int]*wire.Log{1: log, 2: empty}, false},
		{2, map[int]*wire.Log{1: log, 2: empty}, true},
		{-1, map[int]*wire.Log{1: log, 2: empty}, false},
		{-1, map[int]*wire.Log{1: empty, 2: empty}, true},
	} {
		record := &Record{Producer: "p", Value: "a", Outcome: acknowledged, sentAs: []wire.Identity{as}}
		madeUp(nil).whereIs(record, &Partition{Topic: "t", Leader: test.leader}, test.logs)
		require.Equal(t, test.lost, record.Lost, "%+v", test)
		if test.leader == 1 {
			require.Equal(t, []int64{0}, record.Offsets, "what was handed over again is another")
		}
	}
}

func TestAnAcknowledgedRecordThatIsDeletedIsNotLost(t *testing.T) {
	record := &Record{Producer: "p", Value: "a", Outcome: acknowledged, Offset: new(int64)}
	madeUp(nil).whereIs(record, &Partition{Topic: "t", Leader: 1}, map[int]*wire.Log{1: {Start: 1, End: 1}})
	require.False(t, record.Lost)
}

func TestTheControllersLogIsReplayed(t *testing.T) {
	m := &metadata{histories: map[string][]assigned{}, names: map[string]string{}}
	leader, unclean := 2, 1
	topic := &metadataRecord{Type: "TOPIC_RECORD"}
	topic.Data.Name, topic.Data.TopicID = "t", "id"
	made := &metadataRecord{Type: "PARTITION_RECORD"}
	made.Data.TopicID, made.Data.Leader, made.Data.ISR, made.Data.Replicas = "id", &[]int{1}[0], &[]int{2, 1}, &[]int{1, 2}
	change := &metadataRecord{Type: "PARTITION_CHANGE_RECORD"}
	change.Data.TopicID, change.Data.Leader, change.Data.LeaderRecoveryState = "id", &leader, &unclean
	change.Data.EligibleLeaderReplicas = &[]int{1}
	clear := &metadataRecord{Type: "CLEAR_ELR_RECORD"}
	clear.Data.TopicName = "t"
	for i, record := range []*metadataRecord{topic, made, change, clear} {
		m.apply(float64(i), record)
	}
	history := m.histories["t/0"]
	require.Len(t, history, 3)
	require.Equal(t, Change{T: 1, Leader: 1, ISR: []int{1, 2}, ELR: []int{}}, history[0].Change)
	require.Equal(t, Change{
		T: 2, Leader: 2, LeaderEpoch: 1, PartitionEpoch: 1, ISR: []int{1, 2}, ELR: []int{1}, Recovering: true,
	}, history[1].Change)
	require.Equal(t, 2, history[2].PartitionEpoch)
	require.Empty(t, history[2].ELR)
}
