package protocol_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
)

// The sizes are those of requests of Kafka 4.4.0 with a client id of two characters, header and all.
func TestTheSizeOfARequest(t *testing.T) {
	topicOf := []int32{0, 0, 1, 1, 2, 2}
	for _, c := range []struct {
		partitions []int32
		value      int32
		want       int64
	}{
		{[]int32{0}, 10, 124},
		{[]int32{0, 1}, 100, 394},
		{[]int32{0, 2}, 200, 612},
		{[]int32{0, 1, 2, 3, 4, 5}, 16000, 96550},
	} {
		r := protocol.ProduceRequest{ClientID: "p1"}
		for _, p := range c.partitions {
			records := []protocol.Record{{Bytes: c.value, KeyBytes: -1}}
			r.Partitions = append(r.Partitions, protocol.ProduceData{Partition: p, Records: records})
		}
		require.Equal(t, c.want, r.Size(topicOf), c.value)
	}
}

// A batch whose records have several timestamps is larger than one whose records share theirs.
func TestTheSizeOfABatchIsItsClients(t *testing.T) {
	d := protocol.ProduceData{Records: []protocol.Record{{Bytes: 10, KeyBytes: -1}}}
	require.EqualValues(t, 78, d.Size())
	d.Bytes = 80
	require.EqualValues(t, 80, d.Size())
}

func TestRecordsWithoutAKey(t *testing.T) {
	d := protocol.ProduceData{Records: []protocol.Record{{KeyBytes: 3}, {KeyBytes: -1}, {KeyBytes: 0}, {KeyBytes: -1}}}
	require.Equal(t, []int32{1, 3}, d.WithoutKey(), "an empty key is one")
}
