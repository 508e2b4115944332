package rules_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
)

func TestWhatALogMakesOfANumberedBatch(t *testing.T) {
	retained := []rules.WrittenBatch{{First: 0, Last: 2, BaseOffset: 10}, {First: 3, Last: 3, BaseOffset: 20}}
	wraps := []rules.WrittenBatch{{First: math.MaxInt32, Last: math.MaxInt32, BaseOffset: 7}}
	outOfOrder := func(expected int32) rules.SequenceVerdict {
		return rules.SequenceVerdict{Error: protocol.OutOfOrderSequenceNumber, Expected: expected}
	}
	for _, c := range []struct {
		name        string
		retained    []rules.WrittenBatch
		epoch       int16
		first, last int32
		want        rules.SequenceVerdict
	}{
		{"an unknown producer begins anywhere", nil, 0, 17, 18, rules.SequenceVerdict{}},
		{"the next", retained, 4, 4, 9, rules.SequenceVerdict{}},
		{"one too far", retained, 4, 5, 5, outOfOrder(4)},
		{"the last again", retained, 4, 3, 3, rules.SequenceVerdict{Duplicate: true, Base: 20}},
		{"an earlier one again", retained, 4, 0, 2, rules.SequenceVerdict{Duplicate: true, Base: 10}},
		{"another cut of the same records", retained, 4, 0, 1, outOfOrder(4)},
		{"a new epoch begins at 0", retained, 5, 0, 0, rules.SequenceVerdict{}},
		{"and nowhere else", retained, 5, 4, 4, outOfOrder(0)},
		{"an old epoch", retained, 3, 4, 4, rules.SequenceVerdict{Error: protocol.InvalidProducerEpoch, Expected: 4}},
		{"an old epoch with the sequences of a batch", retained, 3, 3, 3, rules.SequenceVerdict{
			Error: protocol.InvalidProducerEpoch, Expected: 4,
		}},
		{"numbers start again at 0", wraps, 4, 0, 0, rules.SequenceVerdict{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Equal(t, c.want, rules.CheckSequence(4, c.retained, c.epoch, c.first, c.last))
		})
	}
}
