package account

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// cluster is the logs of a partition as an account reads them: by broker, the number of the record at each offset.
type cluster struct {
	leader protocol.NodeID
	logs   map[protocol.NodeID]map[int64]int32
}

func (c *cluster) RecordAt(broker protocol.NodeID, _ int32, offset int64) (protocol.Record, bool) {
	number, ok := c.logs[broker][offset]
	return protocol.Record{Number: number, Value: "v"}, ok
}

func (c *cluster) Replicas(int32) []protocol.NodeID { return []protocol.NodeID{1, 2} }
func (c *cluster) Leader(int32) protocol.NodeID     { return c.leader }

// story is one record, 1, of a producer, and the attempts at it: request 1 to broker 1, request 2 to broker 2.
type story struct {
	cluster
	Account
	n int32
}

func newStory() *story {
	s := &story{cluster: cluster{leader: 2, logs: map[protocol.NodeID]map[int64]int32{1: {}, 2: {}}}}
	s.at(10, &event.Enqueue{Record: 1, Value: "v"})
	for request := range int32(2) {
		s.at(11, &event.Request{
			Request: request + 1, Broker: request + 1, Acks: protocol.AcksAll,
			Partitions: []event.SentPartition{{Records: []protocol.Record{{Number: 1, Value: "v"}}}},
		})
	}
	return s
}

func (s *story) at(t int64, body event.Body) {
	s.Apply(&event.Event{N: s.n, T: vtime.AtMs(t), Body: body}, s)
	s.n++
}

// writes has a broker append the record with a request at an offset.
func (s *story) writes(t int64, broker protocol.NodeID, offset int64) {
	s.logs[broker][offset] = 1
	s.at(t, &event.Append{Request: int32(broker), Broker: broker, BaseOffset: offset, LastOffset: offset})
}

func (s *story) commits(t int64, broker protocol.NodeID, to int64) {
	s.at(t, &event.HighWatermark{Broker: broker, To: to, Leader: true})
}

func (s *story) acknowledges(t, offset int64) {
	s.at(t, &event.Acknowledge{Record: 1, Value: "v", Offset: offset, Request: 2})
}

// way is when the record was appended, committed and acknowledged, and where it stands.
func (s *story) way() [4]int64 {
	r := s.Records.At(0)
	return [4]int64{r.Appended.Ms(), r.Committed.Ms(), r.Acknowledged.Ms(), r.Place}
}

func TestAnAttemptThatComesLateAddsNothingToARecordsWay(t *testing.T) {
	t.Run("when another is acknowledged", func(t *testing.T) {
		s := newStory()
		s.writes(20, 2, 5)
		s.commits(21, 2, 6)
		s.acknowledges(22, 5)
		delete(s.logs[2], 5) // even if that is lost: the application has been told of it
		s.writes(30, 1, 7)
		s.commits(31, 1, 8)
		require.Equal(t, [4]int64{20, 21, 22, 5}, s.way())
	})
	t.Run("when the leader has the record", func(t *testing.T) {
		s := newStory()
		s.writes(20, 2, 5)
		s.writes(30, 1, 7)
		s.commits(31, 1, 8)
		s.commits(32, 2, 6)
		s.acknowledges(33, 5)
		require.Equal(t, [4]int64{20, 32, 33, 5}, s.way())
	})
}

func TestAnAttemptCountsWhereTheOneBeforeIsLost(t *testing.T) {
	s := newStory()
	s.writes(20, 1, 7)
	s.writes(30, 2, 5) // the leader does not have the first
	s.commits(31, 2, 6)
	s.acknowledges(32, 5)
	require.Equal(t, [4]int64{30, 31, 32, 5}, s.way())
}

// An unclean election may cost a record that was committed and read. When a retry brings it back, its way begins anew.
func TestAWayThatIsLostBeginsAnew(t *testing.T) {
	s := newStory()
	s.writes(20, 1, 7)
	s.commits(21, 1, 8)
	s.at(22, &event.Visible{Broker: 1, From: 7, Offset: 7})
	require.EqualValues(t, 22, s.Records.At(0).Visible.Ms())
	delete(s.logs[1], 7)
	s.writes(30, 2, 5)
	require.Equal(t, [4]int64{30, 0, 0, 5}, s.way(), "committed nowhere any more")
	require.Negative(t, s.Records.At(0).Visible)
	s.commits(31, 2, 6)
	s.at(32, &event.Visible{Broker: 2, From: 5, Offset: 5})
	s.acknowledges(33, 5)
	require.Equal(t, [4]int64{30, 31, 33, 5}, s.way())
	require.EqualValues(t, 32, s.Records.At(0).Visible.Ms())
}

// With acks=0 the application is told before anything is written.
func TestWhatIsAcknowledgedAtOnceIsAppendedLater(t *testing.T) {
	s := newStory()
	s.acknowledges(11, -1)
	s.writes(20, 2, 5)
	s.commits(21, 2, 6)
	require.Equal(t, [4]int64{20, 21, 11, 5}, s.way())
}

// What a record's attempts were told is kept up to a number; how many attempts there were is known all the same.
func TestTheErrorsOfARecordAreBounded(t *testing.T) {
	s := newStory()
	for range maxErrors + 5 {
		s.at(20, &event.Retry{Request: 1, Error: protocol.RequestTimedOut})
	}
	require.Len(t, s.Records.At(0).Errors, maxErrors)
	require.Equal(t, 2, s.Records.At(0).Attempts)
}
