package recording

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/realkafka"
	"highwater/core/oracle/internal/play"
)

func ms(t float64) *float64 { return &t }

func oneRun(t float64, offset int64, isr ...int) *play.Summary {
	return &play.Summary{
		Kafka: "4.4.0",
		Partitions: []play.Partition{{
			Topic: "t", Leader: 1, ISR: isr, ELR: []int{}, History: []play.Change{{T: t, Leader: 1, ISR: isr, ELR: []int{}}},
			Replicas: []play.Replica{{Broker: 1, Alive: true, Log: []string{"a@0"}, LogEndOffset: 1}},
		}},
		Records: []*play.Record{{
			Producer: "p", Value: "a", Topic: "t", Outcome: "acknowledged", Error: "NONE", Errors: []string{}, Attempts: 1,
			Offset: &offset, Offsets: []int64{offset}, Copies: []int{1}, Acknowledged: ms(t),
		}},
	}
}

func TestRunsThatAgreeMakePlainFactsAndRangesOfTimes(t *testing.T) {
	text, err := Merge("a-script", 0.5, []*play.Summary{oneRun(10, 0, 1, 2), oneRun(12.5, 0, 1, 2)})
	require.NoError(t, err)
	require.Contains(t, string(text), `"isr": [1, 2]`)
	require.Contains(t, string(text), `"acknowledged": {"from": 10, "to": 12.5}`)
	require.NotContains(t, string(text), "varies")
	r, err := realkafka.Read(text)
	require.NoError(t, err, "every fact is one that is compared")
	require.Equal(t, "a-script", r.Script)
	require.Equal(t, 2, r.Runs)
}

func TestRunsThatDifferMakeAlternatives(t *testing.T) {
	more := oneRun(10, 1, 1)
	more.Partitions[0].History = []play.Change{}
	text, err := Merge("a-script", 0.5, []*play.Summary{oneRun(10, 0, 1, 2), more, oneRun(11, 0, 1, 2)})
	require.NoError(t, err)
	require.Contains(t, string(text), `"isr": {"varies": [[1, 2], [1]]}`)
	require.Contains(t, string(text), `"offset": {"varies": [0, 1]}`)
	require.Contains(t, string(text), `"varies": [`)
	_, err = realkafka.Read(text)
	require.NoError(t, err)
}

func TestATimeThatARunLacksVaries(t *testing.T) {
	silent := oneRun(10, 0, 1)
	silent.Records[0].Acknowledged = nil
	text, err := Merge("a-script", 0.5, []*play.Summary{oneRun(10, 0, 1), silent})
	require.NoError(t, err)
	require.Contains(t, string(text), `"acknowledged": {"varies": [10, null]}`)
	_, err = realkafka.Read(text)
	require.NoError(t, err)
}
