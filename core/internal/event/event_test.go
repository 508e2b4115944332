package event_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
)

func TestAnAnswerFailsWithOneErrorAndADecisionWhenTheTimeIsOver(t *testing.T) {
	told := []event.AnsweredPartition{{}, {Error: protocol.NotEnoughReplicas}}
	for _, body := range []event.Body{
		&event.Response{Partitions: told},
		&event.Response{ConnectionClosed: true},
		&event.Complete{By: event.ByTimeout},
	} {
		require.True(t, (&event.Event{Body: body}).Failed(), "%+v", body)
	}
	for _, body := range []event.Body{
		&event.Response{Partitions: told[:1]},
		&event.Complete{By: event.ByHighWatermark},
		&event.Append{},
	} {
		require.False(t, (&event.Event{Body: body}).Failed(), "%+v", body)
	}
}
