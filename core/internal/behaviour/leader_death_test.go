package behaviour

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/modeltest"
)

// What survives what. playResult holds every promise against each of these scripts; here is what each comes to.

// valuesOf is what stands in a broker's log of the only partition.
func valuesOf(s modeltest.Summary, broker int) []string {
	for _, r := range s.Partitions[0].Replicas {
		if r.Broker == broker {
			return r.Values
		}
	}
	return nil
}

// truncations is what logs lost, and why.
func truncations(events []modeltest.Line) (list []string) {
	for _, e := range modeltest.EventsOf(events, "truncate") {
		text, _ := json.Marshal([]any{e.Broker, e.From, e.To, e.Reason})
		list = append(list, string(text))
	}
	return list
}

const threeReplicas = `"topics": [{"name": "t", "config": {"min.insync.replicas": 2}, 
	"partitions": [{"replicas": [1, 2, 3]}]}]`

func TestALeaderThatDiesWithFollowersBehindLosesWhatWasToldTooEarly(t *testing.T) {
	for _, c := range []struct {
		acks   string
		lost   bool
		values []string
	}{{"0", true, []string{}}, {"1", true, []string{}}, {"all", false, []string{"v"}}} {
		events, s := modeltest.Play(t, []byte(`{"version": 1, "cluster": {`+threeReplicas+`},
			"producers": [{"id": "p", "config": {"acks": "`+c.acks+`", "linger.ms": 0}}],
			"steps": [{"at": 900, "fetch-pause": {"broker": 2}}, {"at": 900, "fetch-pause": {"broker": 3}},
				{"at": 2000, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "v"}},
				{"at": 2200, "kill": {"broker": 1}},
				{"at": 2300, "fetch-resume": {"broker": 2}}, {"at": 2300, "fetch-resume": {"broker": 3}},
				{"at": 20000, "start": {"broker": 1}}], "until": 60000}`))
		require.Equal(t, "acknowledged", s.Records[0].Outcome, "with all, the producer still has it, and sends it again")
		require.Equal(t, c.lost, s.Records[0].Lost, c.acks)
		for broker := 1; broker <= 3; broker++ {
			require.Equal(t, c.values, valuesOf(s, broker), c.acks)
		}
		require.Equal(t, []string{`[1,1,0,"diverging-epoch"]`}, truncations(events), c.acks)
		require.ElementsMatch(t, []int{1, 2, 3}, s.Partitions[0].ISR)
	}
}

func TestALeaderThatDiesAfterEverybodyHadTheRecordLosesNothing(t *testing.T) {
	for _, acks := range []string{"0", "1", "all"} {
		events, s := modeltest.Play(t, []byte(`{"version": 1, "cluster": {`+threeReplicas+`},
			"producers": [{"id": "p", "config": {"acks": "`+acks+`", "linger.ms": 0}}],
			"steps": [{"at": 2000, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "v"}},
				{"at": 2200, "kill": {"broker": 1}}, {"at": 20000, "start": {"broker": 1}}], "until": 60000}`))
		require.Equal(t, "acknowledged", s.Records[0].Outcome, acks)
		require.False(t, s.Records[0].Lost, acks)
		require.ElementsMatch(t, []int{1, 2, 3}, s.Records[0].Copies)
		require.Equal(t, 2, s.Partitions[0].Leader)
		require.Empty(t, truncations(events))
	}
}

// The leader is the last one in sync and is killed; the follower that left before was stopped in order.
func TestTheLastReplicaStandingLeadsAgainOnlyWhereNoELRKnowsAnother(t *testing.T) {
	play := func(elr, steps string) modeltest.Summary {
		_, s := modeltest.Play(t, []byte(`{"version": 1,
			"cluster": {"features": {"eligible.leader.replicas.version": `+elr+`},
			`+threeReplicas+`}, "steps": [
				{"at": 100, "produce": {"partitions": [{"topic": "t", "partition": 0, "records": 2}]}},
				{"at": 1000, "stop": {"broker": 3}}, {"at": 5000, "stop": {"broker": 2}},
				{"at": 10000, "kill": {"broker": 1}}, {"at": 25000, "start": {"broker": 1}}`+steps+`], "until": 60000}`))
		return s
	}
	s := play("0", "")
	require.Equal(t, 1, s.Partitions[0].Leader)
	require.Equal(t, []int{1}, s.Partitions[0].ISR)
	s = play("1", "")
	require.Equal(t, -1, s.Partitions[0].Leader, "its disk is not trusted, and broker 2 has everything")
	require.Equal(t, []int{2}, s.Partitions[0].ELR)
	s = play("1", `, {"at": 40000, "start": {"broker": 2}}`)
	require.Equal(t, 2, s.Partitions[0].Leader)
	require.ElementsMatch(t, []int{1, 2}, s.Partitions[0].ISR)
	require.Equal(t, []string{"r1-1", "r1-2"}, valuesOf(s, 1))
	require.Equal(t, []string{"r1-1", "r1-2"}, valuesOf(s, 2))
}

func TestAnUncleanElectionLosesWhatTheNewLeaderNeverHad(t *testing.T) {
	for _, elr := range []string{"0", "1"} {
		events, s := modeltest.Play(t, []byte(`{"version": 1, "cluster": {"brokers": 2,
			"features": {"eligible.leader.replicas.version": `+elr+`}, "config": {"replica.lag.time.max.ms": 2000},
			"topics": [{"name": "t", "partitions": [{"replicas": [1, 2]}]}]},
			"steps": [{"at": 100, "produce": {"partitions": [{"topic": "t", "partition": 0, "records": ["a", "b"]}]}},
				{"at": 1000, "fetch-pause": {"broker": 2}},
				{"at": 2000, "produce": {"partitions": [{"topic": "t", "partition": 0, "records": ["c", "d", "e"]}]}},
				{"at": 9000, "kill": {"broker": 1}}, {"at": 9001, "fetch-resume": {"broker": 2}},
				{"at": 25000, "elect": {"topic": "t", "partition": 0, "type": "UNCLEAN"}},
				{"at": 26000, "produce": {"partitions": [{"topic": "t", "partition": 0, "records": ["f"]}]}},
				{"at": 30000, "start": {"broker": 1}}], "until": 60000}`))
		for _, r := range s.Requests {
			require.Equal(t, "NONE", r.Partitions[0].Error, "all three were acknowledged")
		}
		require.Equal(t, []string{`[1,5,2,"diverging-epoch"]`}, truncations(events))
		require.Equal(t, []string{"a", "b", "f"}, valuesOf(s, 1))
		require.Equal(t, []string{"a", "b", "f"}, valuesOf(s, 2))
		require.ElementsMatch(t, []int{1, 2}, s.Partitions[0].ISR)
	}
}

// Broker 1 lives, but the controller does not hear it; broker 2 lags, and is the next to lead.
func TestALaggingFollowerThatIsElectedAfterAFalseFenceLosesNothingThatWasAcknowledged(t *testing.T) {
	_, s := modeltest.Play(t, []byte(`{"version": 1, "cluster": {`+threeReplicas+`},
		"consumers": [{"id": "c"}],
		"steps": [{"at": 100, "fetch-delay": {"broker": 2, "ms": 3000}},
			{"at": 5000, "produce": {"partitions": [{"topic": "t", "partition": 0, "records": ["kept"]}]}},
			{"at": 5100, "link": {"from": 1, "to": "controller", "up": false}},
			{"at": 13000, "produce": {"partitions": [{"topic": "t", "partition": 0, "records": ["late"]}]}},
			{"at": 20000, "link": {"from": 1, "to": "controller", "up": true}}], "until": 70000}`))
	require.Equal(t, 2, s.Partitions[0].Leader)
	require.Equal(t, "NONE", s.Requests[0].Partitions[0].Error)
	require.Equal(t, "NOT_LEADER_OR_FOLLOWER", s.Requests[1].Partitions[0].Error)
	for broker := 1; broker <= 3; broker++ {
		require.Equal(t, []string{"kept"}, valuesOf(s, broker)[:1], "broker %d", broker)
		require.Equal(t, valuesOf(s, 2), valuesOf(s, broker))
	}
}

func TestADeposedLeadersTailIsCutOff(t *testing.T) {
	events, s := modeltest.Play(t, []byte(`{"version": 1, "cluster": {`+threeReplicas+`},
		"steps": [{"at": 900, "fetch-pause": {"broker": 2}}, {"at": 900, "fetch-pause": {"broker": 3}},
			{"at": 2000, "produce": {"acks": 1, "partitions": [{"topic": "t", "partition": 0, "records": ["x", "y"]}]}},
			{"at": 2100, "freeze": {"broker": 1}},
			{"at": 2200, "fetch-resume": {"broker": 2}}, {"at": 2200, "fetch-resume": {"broker": 3}},
			{"at": 15000, "produce": {"partitions": [{"topic": "t", "partition": 0, "records": ["z"]}]}},
			{"at": 20000, "thaw": {"broker": 1}}], "until": 60000}`))
	require.Equal(t, []string{`[1,2,0,"diverging-epoch"]`}, truncations(events))
	require.Equal(t, 2, s.Partitions[0].Leader)
	for broker := 1; broker <= 3; broker++ {
		require.Equal(t, []string{"z"}, valuesOf(s, broker))
	}
}

// Broker 2 leads for a moment and writes nothing: its epoch has a beginning and no record.
func TestTwoFastElectionsInARowLoseNothing(t *testing.T) {
	events, s := modeltest.Play(t, []byte(`{"version": 1, "cluster": {`+threeReplicas+`},
		"steps": [{"at": 1000, "produce": {"partitions": [{"topic": "t", "partition": 0, "records": ["a", "b"]}]}},
			{"at": 2000, "produce": {"acks": 1, "partitions": [{"topic": "t", "partition": 0, "records": ["c"]}]}},
			{"at": 2001.6, "stop": {"broker": 1}}, {"at": 2004, "stop": {"broker": 2}},
			{"at": 16000, "start": {"broker": 1}}, {"at": 17000, "start": {"broker": 2}},
			{"at": 30000, "produce": {"partitions": [{"topic": "t", "partition": 0, "records": ["d"]}]}}], "until": 60000}`))
	var leaders []string
	for _, e := range modeltest.EventsOf(events, "leader") {
		leaders = append(leaders, string(e.Leader))
	}
	require.Equal(t, []string{"2", "3"}, leaders)
	require.Equal(t, 2, s.Partitions[0].LeaderEpoch)
	require.ElementsMatch(t, []int{1, 2, 3}, s.Partitions[0].ISR)
	for broker := 1; broker <= 3; broker++ {
		require.Equal(t, []string{"a", "b"}, valuesOf(s, broker)[:2])
		require.Contains(t, valuesOf(s, broker), "d")
		require.Equal(t, valuesOf(s, 3), valuesOf(s, broker))
	}
	require.Equal(t, "NONE", s.Requests[2].Partitions[0].Error)
}

// Broker 1 led once, and knew then that broker 2 had both records. When it leads again broker 2 has cut them off.
func TestALeaderOfANewEpochKnowsNothingOfWhereFollowersAre(t *testing.T) {
	events, s := modeltest.Play(t, []byte(`{"version": 1, "cluster": {"topics": [{"name": "t", "partitions": [
		{"replicas": [3, 1, 2], "leader": 1}]}]},
		"steps": [{"at": 1000, "fetch-pause": {"broker": 3}}, {"at": 1000, "fetch-pause": {"broker": 1}},
			{"at": 2000, "produce": {"acks": 1, "partitions": [{"topic": "t", "partition": 0, "records": ["a", "b"]}]}},
			{"at": 3500, "elect": {"topic": "t", "partition": 0, "type": "PREFERRED"}},
			{"at": 5000, "kill": {"broker": 3}}], "until": 30000}`))
	require.Equal(t, []string{`[2,2,0,"diverging-epoch"]`}, truncations(events))
	require.Equal(t, 1, s.Partitions[0].Leader)
	require.Equal(t, 2, s.Partitions[0].LeaderEpoch)
	require.Equal(t, []string{"a", "b"}, valuesOf(s, 2))
	require.EqualValues(t, 2, *s.Partitions[0].HighWatermark)
}
