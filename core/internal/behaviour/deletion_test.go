package behaviour

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
	"highwater/core/internal/modeltest"
)

// deletion plays steps on a partition of three replicas, to which five records have been written by 1000.
func deletion(t *testing.T, topicConfig string, steps ...string) ([]modeltest.Line, modeltest.Summary) {
	t.Helper()
	return deletionRead(t, ``, topicConfig, steps...)
}

// deletionRead does the same with a consumer that has other members, too.
func deletionRead(
	t *testing.T, consumer, topicConfig string, steps ...string,
) ([]modeltest.Line, modeltest.Summary) {
	t.Helper()
	text := fmt.Sprintf(`{"version": 1, "cluster": {"brokers": 3,
		"config": {"log.retention.check.interval.ms": 10000, "replica.lag.time.max.ms": 5000},
		"topics": [{"name": "t", "config": {%s}, "partitions": [{"replicas": [1, 2, 3]}]}]},
		"producers": [{"id": "p"}], "consumers": [{"id": "c"%s}],
		"steps": [{"at": 100, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "v", "count": 5,
			"every.ms": 50}}, %s], "until": 60000}`, topicConfig, consumer, strings.Join(steps, ", "))
	s, err := core.Parse([]byte(text))
	require.NoError(t, err)
	require.Empty(t, modeltest.Judge(s))
	return modeltest.Play(t, []byte(text))
}

func deleteAt(at int, offset int) string {
	return fmt.Sprintf(`{"at": %d, "delete-records": {"topic": "t", "partition": 0, "offset": %d}}`, at, offset)
}

func starts(s modeltest.Summary) (starts []int64) {
	for _, r := range s.Partitions[0].Replicas {
		starts = append(starts, r.LogStartOffset)
	}
	return starts
}

func TestDeletedRecordsAreGoneEverywhereAndNotLost(t *testing.T) {
	events, s := deletion(t, ``, deleteAt(2000, 3))
	require.Equal(t, []int64{3, 3, 3}, starts(s))
	require.Equal(t, []string{"v-4", "v-5"}, s.Partitions[0].Replicas[2].Values)
	answer := modeltest.EventsOf(events, "delete-records-response")
	require.Len(t, answer, 1)
	require.EqualValues(t, 3, answer[0].LowWatermark)
	require.InDelta(t, 2500, answer[0].T, 10+500, "the followers' waiting fetches end first")
	for i, r := range s.Records {
		require.Equal(t, i < 3, r.Deleted, r.Value)
		require.False(t, r.Lost, r.Value)
		require.Equal(t, "acknowledged", r.Outcome)
	}
}

func TestNothingIsDeletedThatIsNotCommitted(t *testing.T) {
	events, s := deletion(t, ``, deleteAt(2000, 6))
	require.Equal(t, "OFFSET_OUT_OF_RANGE", modeltest.EventsOf(events, "delete-records-response")[0].Error)
	require.Equal(t, []int64{0, 0, 0}, starts(s))
}

func TestACompactedTopicDeletesNothingOnRequest(t *testing.T) {
	events, s := deletion(t, `"cleanup.policy": "compact"`, `{"at": 1500, "set": {"topic": "t",
		"config": {"cleanup.policy": "compact"}}}`, deleteAt(2000, 0))
	require.Equal(t, "POLICY_VIOLATION", modeltest.EventsOf(events, "delete-records-response")[0].Error)
	require.Equal(t, []int64{0, 0, 0}, starts(s))
}

func TestAFollowerThatMissedWhatIsDeletedStartsOver(t *testing.T) {
	events, s := deletion(t, ``, `{"at": 0, "fetch-pause": {"broker": 3}}`, deleteAt(15_000, -1),
		`{"at": 20000, "fetch-resume": {"broker": 3}}`,
		`{"at": 30000, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "w"}}`)
	over := modeltest.EventsOf(events, "truncate-fully")
	require.Len(t, over, 1)
	require.Equal(t, 3, over[0].Broker)
	require.Equal(t, []int64{5, 5, 5}, starts(s))
	require.Equal(t, []string{"w"}, s.Partitions[0].Replicas[2].Values)
	require.Equal(t, []int{1, 2, 3}, s.Partitions[0].ISR, "it is in sync again")
}

// Offsets 0 to 2 of five are deleted while the consumer is away. It had read nothing.
func TestAConsumerWhoseRecordsAreDeletedGoesOnWhereItIsTold(t *testing.T) {
	for policy, want := range map[string]struct {
		to   string   // of the reset; "": nowhere
		seen []string // the offsets that it reads, from and to
	}{
		"latest":   {"5", []string{"5 5"}}, // what is below is skipped
		"earliest": {"3", []string{"3 4", "5 5"}},
		"none":     {"", nil},
	} {
		events, s := deletionRead(t, `, "config": {"auto.offset.reset": "`+policy+`"}`, ``,
			`{"at": 0, "link": {"from": 1, "to": "c", "up": false}}`, deleteAt(2000, 3),
			`{"at": 3000, "link": {"from": 1, "to": "c", "up": true}}`,
			`{"at": 30000, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "w"}}`)
		reset := modeltest.EventsOf(events, "offset-reset")
		require.Len(t, reset, 1)
		require.JSONEq(t, "0", string(reset[0].From))
		require.Equal(t, want.to, string(reset[0].To))
		var seen []string
		for _, e := range modeltest.EventsOf(events, "visible") {
			seen = append(seen, fmt.Sprintf("%s %d", e.From, e.Offset))
		}
		require.Equal(t, want.seen, seen, policy)
		require.Equal(t, "acknowledged", s.Records[3].Outcome)
	}
}

// Broker 2 did not copy the last three of five records, which were written with acks=1 and read; it is elected
// uncleanly, and writes others.
func TestAConsumerAheadOfAnUncleanLeaderStepsBackOrIsTold(t *testing.T) {
	for _, policy := range []string{"latest", "earliest", "none"} {
		text := `{"version": 1, "cluster": {"brokers": 2,
			"topics": [{"name": "t", "config": {"unclean.leader.election.enable": true},
				"partitions": [{"replicas": [1, 2]}]}]},
			"producers": [{"id": "p", "config": {"acks": "1"}}],
			"consumers": [{"id": "c", "config": {"auto.offset.reset": "` + policy + `"}}],
			"steps": [{"at": 100, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "v", "count": 2}},
				{"at": 1000, "isr": {"topic": "t", "partition": 0, "members": [1]}},
				{"at": 2000, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "w", "count": 3}},
				{"at": 3000, "kill": {"broker": 1}},
				{"at": 20000, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "x"}}], "until": 30000}`
		events, _ := modeltest.Play(t, []byte(text))
		var seen []string
		for _, e := range modeltest.EventsOf(events, "visible") {
			seen = append(seen, fmt.Sprintf("%s %d", e.From, e.Offset))
		}
		reset := modeltest.EventsOf(events, "offset-reset")
		if policy == "none" {
			require.Equal(t, []string{"0 1", "2 4"}, seen)
			require.Len(t, reset, 1)
			require.JSONEq(t, "5", string(reset[0].From))
			require.Empty(t, reset[0].To)
			continue
		}
		require.Equal(t, []string{"0 1", "2 4", "2 2"}, seen, policy)
		require.Empty(t, reset, "it goes back to where the logs part")
	}
}

func TestRetentionDeletesAWholeLogWhenItsNewestRecordIsOldEnough(t *testing.T) {
	events, s := deletion(t, `"retention.ms": 20000`,
		`{"at": 15000, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "w"}}`)
	// The newest record is from 15000; checks come at 30000, 40000 and so on.
	for _, e := range modeltest.EventsOf(events, "log-start") {
		require.Equal(t, "retention", e.Reason)
		require.InDelta(t, 40_000, e.T, 0)
	}
	require.Equal(t, []int64{6, 6, 6}, starts(s))
	require.True(t, s.Records[0].Deleted)
	require.Empty(t, s.Partitions[0].Replicas[0].Values)
}

func TestRetentionKeepsWhatIsNotCommitted(t *testing.T) {
	_, s := deletion(t, `"retention.ms": 1000, "min.insync.replicas": 3`, `{"at": 2000, "kill": {"broker": 3}}`,
		`{"at": 20000, "produce": {"acks": "1", "partitions": [{"topic": "t", "partition": 0, "records": ["x"]}]}}`)
	require.Equal(t, []int64{0, 0, 0}, starts(s), "one record is above the high watermark")
}

func TestARetryOfADeletedRecordIsStillADuplicate(t *testing.T) {
	events, _ := deletion(t, ``, `{"at": 1000, "produce": {"acks": "all", "partitions": [{"topic": "t", "partition": 0,
		"records": ["x"], "producerId": 99, "producerEpoch": 0, "sequence": 0}]}}`, deleteAt(2000, -1),
		`{"at": 9000, "produce": {"acks": "all", "partitions": [{"topic": "t", "partition": 0,
		"records": ["x"], "producerId": 99, "producerEpoch": 0, "sequence": 0}]}}`)
	require.Len(t, modeltest.EventsOf(events, "duplicate"), 1)
}
