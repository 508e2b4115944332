package producer

import (
	"encoding/hex"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
)

const tables = "testdata/tables.jsonl"

func TestKeys(t *testing.T) {
	type row struct {
		Hex        string
		Murmur2    int32
		Partitions map[int32]int32
	}
	rows := readTable[row](tables, "key")
	require.NotEmpty(t, rows)
	for _, row := range rows {
		key, err := hex.DecodeString(row.Hex)
		require.NoError(t, err)
		require.Equal(t, row.Murmur2, murmur2(string(key)), row.Hex)
		for partitions, want := range row.Partitions {
			require.Equal(t, want, partitionForKey(string(key), partitions), row.Hex)
		}
	}
}

// TestMurmur2 is case PAR-09 of the producer: the vectors of Kafka's UtilsTest.
func TestMurmur2(t *testing.T) {
	for key, want := range map[string]int32{
		"21": -973932308, "foobar": -790332482, "a-little-bit-long-string": -985981536,
		"a-little-bit-longer-string":                       -1486304829,
		"lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8": -58897971, "abc": 479470107,
	} {
		require.Equal(t, want, murmur2(key), key)
	}
}

func TestSizes(t *testing.T) {
	type row struct {
		Key, Value, UpperBound int32
		Record                 map[string]int32
	}
	rows := readTable[row](tables, "size")
	require.NotEmpty(t, rows)
	deltas := map[string][2]int64{
		"offsetDelta0": {}, "offsetDelta63": {63, 0}, "offsetDelta64": {64, 0}, "offsetDelta8192": {8192, 0},
		"timestampDelta64": {0, 64},
	}
	for _, row := range rows {
		require.Equal(t, row.UpperBound, upperBound(row.Key, row.Value), "%+v", row)
		require.Len(t, row.Record, len(deltas))
		for name, want := range row.Record {
			d, ok := deltas[name]
			require.True(t, ok, name)
			require.EqualValues(t, want, protocol.RecordBytes(d[0], d[1], row.Key, row.Value), "%s %+v", name, row)
		}
	}
}

func TestBackoffs(t *testing.T) {
	type row struct {
		Initial, Max int64
		Attempts     []struct {
			N, Min, Max      int64
			Mean, ShareAtMax float64
		}
	}
	const draws = 20000
	rows := readTable[row](tables, "backoff")
	require.NotEmpty(t, rows)
	r := random(7)
	for _, row := range rows {
		b := backoff{row.Initial, row.Max}
		for _, want := range row.Attempts {
			least, most, sum, atMax := int64(math.MaxInt64), int64(0), int64(0), 0
			for range draws {
				wait := b.wait(want.N, r.fraction())
				least, most, sum = min(least, wait), max(most, wait), sum+wait
				if wait == row.Max {
					atMax++
				}
			}
			require.Equal(t, [2]int64{want.Min, want.Max}, [2]int64{least, most}, "%+v %+v", b, want)
			require.InEpsilon(t, want.Mean, float64(sum)/draws, 0.01, "%+v %+v", b, want)
			require.InDelta(t, want.ShareAtMax, float64(atMax)/draws, 0.02, "%+v %+v", b, want)
		}
	}
}

// TestBackoffOfTheDefaults is the ranges of 100 ms doubling to 1000 ms.
func TestBackoffOfTheDefaults(t *testing.T) {
	b := backoff{100, 1000}
	almostOne := math.Nextafter(1, 0)
	for n, want := range [][2]int64{{80, 119}, {160, 239}, {320, 479}, {640, 959}, {800, 1000}, {800, 1000}, {800, 1000}} {
		require.Equal(t, want, [2]int64{b.wait(int64(n), 0), b.wait(int64(n), almostOne)}, n)
	}
}

// TestBackoffWithoutJitter is a maximum that is not above the initial wait: always the maximum.
func TestBackoffWithoutJitter(t *testing.T) {
	for n := range int64(4) {
		require.EqualValues(t, 100, backoff{100, 100}.wait(n, 0.9))
		require.EqualValues(t, 100, backoff{500, 100}.wait(n, 0.1))
		require.EqualValues(t, 0, backoff{0, 0}.wait(n, 0.5))
		require.EqualValues(t, 0, backoff{0, 1000}.wait(n, 0.5))
	}
}

func TestSequences(t *testing.T) {
	type row struct {
		Sequence int32
		Add      int64
		Result   int32
	}
	rows := readTable[row](tables, "sequence")
	require.NotEmpty(t, rows)
	for _, row := range rows {
		require.Equal(t, row.Result, protocol.AddSequence(row.Sequence, row.Add), "%+v", row)
	}
}

func TestEstimates(t *testing.T) {
	type row struct {
		Before, Observed, After float32
	}
	rows := readTable[row](tables, "estimate")
	require.NotEmpty(t, rows)
	for _, row := range rows {
		require.InDelta(t, row.After, updatedRatio(row.Before, row.Observed), 1e-6, "%+v", row)
	}
}

func TestAdaptiveShares(t *testing.T) {
	type row struct {
		Queues []int32
		Share  []float64
	}
	const draws = 100000
	rows := readTable[row](tables, "adaptive")
	require.NotEmpty(t, rows)
	r := random(3)
	for _, row := range rows {
		var partitions []int32
		for i := range row.Queues {
			partitions = append(partitions, int32(i))
		}
		loads := loadsOf(partitions, row.Queues, true)
		counts := make([]int, len(row.Queues))
		for range draws {
			counts[pick(int32(r.next()>>33), loads, partitions, int32(len(partitions)))]++
		}
		for i, want := range row.Share {
			require.InDelta(t, want, float64(counts[i])/draws, 0.01, "%+v: %v", row, counts)
		}
	}
}

// TestWeights is the example of RecordAccumulatorTest.testAdaptiveBuiltInPartitioner: queues of 1, 7 and 2 batches.
func TestWeights(t *testing.T) {
	require.Equal(t, []load{{0, 7}, {1, 8}, {2, 14}}, loadsOf([]int32{0, 1, 2}, []int32{1, 7, 2}, true))
	require.Nil(t, loadsOf([]int32{0, 1}, []int32{3, 3}, true), "nothing tells them apart")
	require.NotNil(t, loadsOf([]int32{0, 1}, []int32{3, 3}, false), "another is left out")
}

func TestErrors(t *testing.T) {
	rows := readTable[errorRow](tables, "error")
	require.NotEmpty(t, rows)
	for _, row := range rows {
		require.Equal(t, row.Retriable, isRetriable(row.Code), row.Name)
		require.Equal(t, row.InvalidMetadata, isStale(row.Code), row.Name)
	}
}

// produceError is a row of the table "produce-error".
type produceError struct {
	Error            string
	Code             protocol.Error
	Idempotent       bool
	Attempts         int
	RetriedAfter     int64
	MetadataAsked    bool
	Outcome          string
	Exception        string
	Offset           int64
	EpochAndSequence [][2]int32
	NextBatch        [][2]int32
	NextOutcome      string
}

// scene is the scenario behind a row: a first record, a second whose first attempt is refused, and a third.
func (row *produceError) scene() *scenario {
	s := &scenario{ID: row.Error, Until: 2000, Config: map[string]string{
		"linger.ms": "0", "retry.backoff.ms": "100", "retry.backoff.max.ms": "100",
		"reconnect.backoff.ms": "50", "reconnect.backoff.max.ms": "50",
	}}
	if !row.Idempotent {
		s.Config["enable.idempotence"] = "false"
	}
	s.Cluster.Nodes = []int32{1}
	s.Cluster.Topics = map[string][]int32{"t": {1}}
	s.Produce = []produceAnswer{{}, {Errors: map[string]string{"*": row.Error}}}
	partition := int32(0)
	for i, value := range []string{"w", "a", "b"} {
		s.Steps = append(s.Steps, scriptStep{
			At: []int64{0, 500, 1500}[i], Send: &scriptSend{Value: value, Partition: &partition},
		})
	}
	return s
}

func TestProduceErrors(t *testing.T) {
	rows := readTable[produceError](tables, "produce-error")
	require.NotEmpty(t, rows)
	for _, row := range rows {
		t.Run(row.Error+map[bool]string{true: "/idempotent", false: "/plain"}[row.Idempotent], func(t *testing.T) {
			row.check(t, newReplay(t, row.scene(), 1).play())
		})
	}
}

func (row *produceError) check(t *testing.T, events []observed) {
	t.Helper()
	var own, next [][2]int32
	var times []int64
	outcome, nextOutcome, exception, asked := "", "", "", false
	offset := int64(0)
	for _, o := range events {
		switch {
		case o.E == "metadata" && o.T >= 502 && o.T < 1500:
			asked = true
		case o.E == "request" && o.Batches[0].Values[0] != "w":
			number := [2]int32{}
			if row.Idempotent {
				number = [2]int32{int32(*o.Batches[0].Epoch), *o.Batches[0].Seq}
			}
			if o.Batches[0].Values[0] == "b" {
				next = append(next, number)
				break
			}
			own = append(own, number)
			times = append(times, o.T)
		case o.E == "callback" && o.Value == "a" && o.Error == "":
			outcome, offset = "acknowledged", o.Offset
		case o.E == "callback" && o.Value == "a":
			outcome, exception = "failed", o.Error
		case o.E == "callback" && o.Value == "b" && o.Error == "":
			nextOutcome = "acknowledged"
		case o.E == "callback" && o.Value == "b":
			nextOutcome = exceptions(o.Error)[0]
		}
	}
	require.Len(t, own, row.Attempts, "attempts")
	if row.Attempts > 1 {
		require.Equal(t, 502+row.RetriedAfter, times[1], "the time of the retry")
	}
	require.Equal(t, row.MetadataAsked, asked, "metadata asked for")
	require.Equal(t, row.Outcome, outcome)
	if row.Outcome == "failed" {
		require.Equal(t, row.Code.String(), exception)
		if name := exceptionOf(row.Code); name != "" {
			require.Equal(t, row.Exception, name)
		}
	} else {
		require.Equal(t, row.Offset, offset)
	}
	require.Equal(t, row.NextOutcome, nextOutcome)
	if row.Idempotent {
		require.Equal(t, row.EpochAndSequence, own, "epoch and sequence of the attempts")
		require.Equal(t, row.NextBatch, append([][2]int32{}, next...), "epoch and sequence of the next record")
	}
}

// exceptionOf is the exception of a code by the table of errors; "": the table leaves it out.
func exceptionOf(code protocol.Error) string {
	for _, row := range errorRows() {
		if row.Code == code {
			return row.Exception
		}
	}
	return ""
}
