package event_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
)

func TestAnAnswerFailsWithOneErrorAndADecisionWhenTheTimeIsOver(t *testing.T) {
	items := []event.Item{{}, {Error: protocol.NotEnoughReplicas}}
	for _, e := range []event.Event{
		{Kind: event.Response, Items: items},
		{Kind: event.Response, Closed: true},
		{Kind: event.Complete, By: event.ByTimeout},
	} {
		require.True(t, e.Failed(), "%+v", e)
	}
	for _, e := range []event.Event{
		{Kind: event.Response, Items: items[:1]},
		{Kind: event.Complete, By: event.ByHighWatermark},
		{Kind: event.Append},
	} {
		require.False(t, e.Failed(), "%+v", e)
	}
}
