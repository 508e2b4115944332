package behaviour

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/modeltest"
)

// reassigned plays steps on a partition with these replicas, of four brokers: a record is sent every 100 ms from 100 to
// 5000, and one more at 50000.
func reassigned(t *testing.T, replicas, config string, steps ...string) ([]modeltest.Line, modeltest.Summary) {
	t.Helper()
	return modeltest.Play(t, []byte(fmt.Sprintf(`{"version": 1, "cluster": {"brokers": 4,
		"config": {"replica.lag.time.max.ms": 5000, %s}, "topics": [{"name": "t", "partitions": [{"replicas": %s}]}]},
		"producers": [{"id": "p"}], "consumers": [{"id": "c"}],
		"steps": [{"at": 100, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "v", "count": 50,
			"every.ms": 100}}, {"at": 50000, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "w"}},
			%s], "until": 60000}`, config, replicas, strings.Join(steps, ", "))))
}

func reassignAt(at int, replicas string) string {
	return fmt.Sprintf(`{"at": %d, "reassign": {"topic": "t", "partition": 0, "replicas": %s}}`, at, replicas)
}

const minimumOfTwo = `"min.insync.replicas": 2`

// brokersOf returns the replicas of the partition at the end.
func brokersOf(s modeltest.Summary) (ids []int) {
	for _, r := range s.Partitions[0].Replicas {
		ids = append(ids, r.Broker)
	}
	return ids
}

// logs returns which brokers made or deleted a log, in order.
func logs(events []modeltest.Line, deleted bool) (brokers []int) {
	for _, e := range modeltest.EventsOf(events, "log") {
		if e.Deleted == deleted {
			brokers = append(brokers, e.Broker)
		}
	}
	return brokers
}

func TestAPartitionGrowsFromOneReplicaToThree(t *testing.T) {
	pause, resume := `{"at": 0, "fetch-pause": {"broker": %d}}`, `{"at": 3000, "fetch-resume": {"broker": %d}}`
	events, s := reassigned(t, `[1]`, minimumOfTwo, fmt.Sprintf(pause, 2), fmt.Sprintf(pause, 3),
		reassignAt(2000, `[1, 2, 3]`), fmt.Sprintf(resume, 2), fmt.Sprintf(resume, 3))
	p := s.Partitions[0]
	require.Equal(t, []int{1, 2, 3}, brokersOf(s))
	require.Equal(t, []int{1, 2, 3}, p.ISR)
	require.Empty(t, p.Adding)
	require.Equal(t, []int{2, 3}, logs(events, false))
	require.Zero(t, p.LeaderEpoch, "nobody is removed, so the leader's epoch goes on")
	for _, r := range p.Replicas {
		require.EqualValues(t, 51, r.LogEndOffset)
	}
	for _, r := range s.Records {
		require.Equal(t, "acknowledged", r.Outcome, r.Value)
	}
	// One replica suffices until the leader knows of more; from then on the minimum is two.
	retried := 0
	for _, r := range s.Records {
		retried += len(r.Errors)
	}
	require.Positive(t, retried, "the minimum rises with the replicas, before those that are added are in sync")
}

func TestAReplicaMovesToAnotherBroker(t *testing.T) {
	events, s := reassigned(t, `[1, 2, 3]`, minimumOfTwo, reassignAt(2000, `[1, 2, 4]`))
	p := s.Partitions[0]
	require.Equal(t, []int{1, 2, 4}, brokersOf(s))
	require.Equal(t, []int{1, 2, 4}, p.ISR)
	require.Equal(t, []int{4}, logs(events, false))
	require.Equal(t, []int{3}, logs(events, true))
	require.Equal(t, 1, p.LeaderEpoch, "a replica is removed: the leader begins an epoch, and stays")
	require.Empty(t, modeltest.EventsOf(events, "leader"), "nobody is elected")
	changes := modeltest.EventsOf(events, "partition")
	require.Equal(t, []int{1, 2, 4, 3}, changes[0].Replicas, "those that are to go stay until those that come are in sync")
	require.Equal(t, []int{4}, changes[0].Adding)
	require.Equal(t, []int{3}, changes[0].Removing)
	require.Equal(t, []int{1, 2, 4}, changes[1].Replicas)
	require.Empty(t, changes[1].Adding)
	require.Equal(t, []string{"partition", "isr", "fetch"}, modeltest.Causes(events, *changes[1].N)[:3],
		"it is done when the leader's proposal lets the new one in")
	for _, r := range s.Records {
		require.Equal(t, "acknowledged", r.Outcome, r.Value)
		require.Equal(t, []int{1, 2, 4}, r.Copies, r.Value)
	}
}

func TestARemovalIsDoneAtOnceAndTheMinimumFallsWithTheReplicas(t *testing.T) {
	events, s := reassigned(t, `[1, 2, 3]`, `"min.insync.replicas": 3`, reassignAt(2000, `[1, 2]`))
	require.Equal(t, []int{1, 2}, brokersOf(s))
	require.Equal(t, []int{1, 2}, s.Partitions[0].ISR)
	require.Equal(t, []int{3}, logs(events, true))
	require.Len(t, modeltest.EventsOf(events, "partition"), 1)
	for _, r := range s.Records {
		require.Equal(t, "acknowledged", r.Outcome, "three in sync are no more than there are replicas")
		require.Empty(t, r.Errors)
	}
}

func TestARemovalToBelowTheMinimumCapsIt(t *testing.T) {
	_, s := reassigned(t, `[1, 2, 3]`, minimumOfTwo, reassignAt(2000, `[2]`))
	p := s.Partitions[0]
	require.Equal(t, []int{2}, brokersOf(s))
	require.Equal(t, 2, p.Leader)
	require.Equal(t, []int{2}, p.ISR)
	require.Equal(t, []int{1, 3}, p.ELR, "judged by the replicas there were: the brokers that were removed are eligible")
	for _, r := range s.Records {
		require.Equal(t, "acknowledged", r.Outcome, r.Value)
	}
}

func TestAReassignmentToADeadBrokerGoesOnUntilThatComesBack(t *testing.T) {
	dead := `{"at": 1000, "kill": {"broker": 4}}`
	events, s := reassigned(t, `[1, 2, 3]`, minimumOfTwo, dead, reassignAt(2000, `[1, 2, 4]`))
	p := s.Partitions[0]
	require.Equal(t, []int{1, 2, 4, 3}, brokersOf(s), "all of them are replicas")
	require.Equal(t, []int{4}, p.Adding)
	require.Equal(t, []int{3}, p.Removing)
	require.Equal(t, []int{1, 2, 3}, p.ISR)
	require.Empty(t, logs(events, false))
	require.Equal(t, "acknowledged", s.Records[50].Outcome)

	events, s = reassigned(t, `[1, 2, 3]`, minimumOfTwo, dead, reassignAt(2000, `[1, 2, 4]`),
		`{"at": 20000, "start": {"broker": 4}}`)
	require.Equal(t, []int{1, 2, 4}, brokersOf(s))
	require.Equal(t, []int{4}, logs(events, false))
	require.Equal(t, []int{3}, logs(events, true))

	events, s = reassigned(t, `[1, 2, 3]`, minimumOfTwo, dead, reassignAt(2000, `[1, 2, 4]`), reassignAt(20_000, `null`),
		`{"at": 30000, "start": {"broker": 4}}`)
	require.Equal(t, []int{1, 2, 3}, brokersOf(s), "cancelled")
	require.Empty(t, s.Partitions[0].Adding)
	require.Empty(t, logs(events, false))
}

func TestALeaderThatIsRemovedHandsOverWhenTheNewReplicaIsInSync(t *testing.T) {
	events, s := reassigned(t, `[1, 2]`, minimumOfTwo, reassignAt(2000, `[3, 2]`))
	p := s.Partitions[0]
	require.Equal(t, []int{3, 2}, brokersOf(s))
	require.Equal(t, 3, p.Leader, "the first of the new replicas")
	require.Equal(t, "clean", modeltest.EventsOf(events, "leader")[0].Election, "it was let in by the same change")
	require.Equal(t, []int{2, 3}, p.ISR)
	require.Equal(t, []int{1}, logs(events, true))
	refused := modeltest.EventsOf(events, "isr")
	found := false
	for _, e := range refused {
		found = found || e.State == "rejected" && e.Error == "NEW_LEADER_ELECTED" && e.Broker == 1
	}
	require.True(t, found, "the leader is told that its proposal has cost it the lead")
	for _, r := range s.Records {
		require.Equal(t, "acknowledged", r.Outcome, r.Value)
		require.Len(t, r.Offsets, 1, r.Value)
	}
}

func TestARequestThatWaitsAtALeaderThatIsRemovedIsToldSo(t *testing.T) {
	events, s := reassigned(t, `[1, 2]`, minimumOfTwo, `{"at": 1950, "fetch-pause": {"broker": 2}}`,
		`{"at": 1990, "produce": {"partitions": [{"topic": "t", "partition": 0, "records": ["x"]}]}}`,
		`{"at": 2600, "fetch-resume": {"broker": 2}}`, reassignAt(2500, `[2]`))
	require.Equal(t, []int{1}, logs(events, true))
	for _, r := range s.Requests {
		if r.Raw {
			require.Equal(t, "NOT_LEADER_OR_FOLLOWER", r.Partitions[0].Error)
			require.Equal(t, "leader-change", r.CompletedBy)
		}
	}
	require.Equal(t, 2, s.Partitions[0].Leader)
}

// Case RMG-16: who was not there when it was removed finds a log that is no replica's, and deletes it.
func TestABrokerDeletesTheStrayLogThatItFindsAtItsStart(t *testing.T) {
	events, s := reassigned(t, `[1, 2, 3]`, minimumOfTwo, `{"at": 1000, "kill": {"broker": 3}}`,
		reassignAt(20_000, `[1, 2]`), `{"at": 30000, "start": {"broker": 3}}`, reassignAt(40_000, `[1, 2, 3]`))
	log := modeltest.EventsOf(events, "log")
	require.Len(t, log, 2)
	require.True(t, log[0].Deleted)
	require.Greater(t, log[0].T, 30_000.0)
	require.False(t, log[1].Deleted)
	require.Equal(t, []int{1, 2, 3}, s.Partitions[0].ISR)
	require.EqualValues(t, 51, s.Partitions[0].Replicas[2].LogEndOffset, "it has copied everything anew")
}

func TestAnAddedReplicaThatIsNotInSyncIsNotWaitedForNorElected(t *testing.T) {
	_, s := reassigned(t, `[1]`, `"min.insync.replicas": 1`, `{"at": 0, "fetch-pause": {"broker": 2}}`,
		reassignAt(2000, `[2, 1]`), `{"at": 6000, "kill": {"broker": 1}}`)
	p := s.Partitions[0]
	require.Equal(t, []int{2, 1}, brokersOf(s))
	require.Equal(t, []int{2}, p.Adding)
	require.Equal(t, -1, p.Leader)
	require.Zero(t, p.Replicas[0].LogEndOffset)
	require.Equal(t, "acknowledged", s.Records[49].Outcome)
	require.NotEqual(t, "acknowledged", s.Records[50].Outcome)
}

func TestCancellingWhatOnlyAnUncleanElectionCouldIsRefused(t *testing.T) {
	steps := []string{
		reassignAt(2000, `[2]`), `{"at": 1900, "fetch-rate": {"broker": 2, "records-per-second": 50}}`,
	}
	events, _ := reassigned(t, `[1]`, minimumOfTwo, append(steps, reassignAt(50_000, `null`))...)
	require.Equal(t, "NO_REASSIGNMENT_IN_PROGRESS", modeltest.EventsOf(events, "reassign")[1].Error)
	// Broker 1 is stopped with 2 in sync and 3 still to come: only 2, which is to go again, is left in the ISR.
	stuck := []string{
		`{"at": 1000, "kill": {"broker": 3}}`, reassignAt(2000, `[2, 3]`), `{"at": 8000, "kill": {"broker": 1}}`,
		reassignAt(30_000, `null`),
	}
	events, s := reassigned(t, `[1]`, minimumOfTwo, stuck...)
	require.Equal(t, "INVALID_REPLICA_ASSIGNMENT", modeltest.EventsOf(events, "reassign")[1].Error)
	require.Equal(t, []int{2, 3}, s.Partitions[0].Adding)
	events, s = reassigned(t, `[1]`, minimumOfTwo+`, "unclean.leader.election.enable": true`, append(stuck,
		`{"at": 40000, "start": {"broker": 1}}`)...)
	require.Equal(t, "NONE", errorOf(modeltest.EventsOf(events, "reassign")[1].Error))
	require.Equal(t, []int{1}, brokersOf(s))
	require.Equal(t, 1, s.Partitions[0].Leader)
}

func errorOf(name string) string {
	if name == "" {
		return "NONE"
	}
	return name
}

func TestAnotherOrderIsAnotherPreferredLeaderAndNoMore(t *testing.T) {
	events, s := reassigned(t, `[1, 2]`, minimumOfTwo, reassignAt(2000, `[2, 1]`),
		`{"at": 4000, "elect": {"topic": "t", "partition": 0, "type": "PREFERRED"}}`, reassignAt(6000, `[2, 1]`))
	require.Equal(t, []int{2, 1}, brokersOf(s))
	require.Equal(t, 2, s.Partitions[0].Leader)
	require.Empty(t, modeltest.EventsOf(events, "log"))
	require.Len(t, modeltest.EventsOf(events, "partition"), 2, "the same replicas again change nothing")
}

// What one reassignment adds and the next one takes back is to come and to go at once: Kafka does not finish that.
func TestAReassignmentTakenBackByAnotherNeverEnds(t *testing.T) {
	slow := `{"at": 0, "fetch-pause": {"broker": 4}}`
	_, s := reassigned(t, `[1, 2, 3]`, minimumOfTwo, slow, reassignAt(2000, `[1, 2, 4]`), reassignAt(4000, `[1, 2, 3]`),
		`{"at": 6000, "fetch-resume": {"broker": 4}}`)
	require.Equal(t, []int{4}, s.Partitions[0].Adding)
	require.Equal(t, []int{4}, s.Partitions[0].Removing)
	_, s = reassigned(t, `[1, 2, 3]`, minimumOfTwo, slow, reassignAt(2000, `[1, 2, 4]`), reassignAt(4000, `[1, 2, 3]`),
		`{"at": 6000, "fetch-resume": {"broker": 4}}`, reassignAt(20_000, `null`))
	require.Equal(t, []int{1, 2, 3}, brokersOf(s))
	require.Empty(t, s.Partitions[0].Adding)
}
