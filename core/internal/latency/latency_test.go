package latency

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// ms is an instant of tenths of a millisecond.
func ms(t float64) vtime.Duration { return vtime.Duration(t*1000 + 0.5) }

func TestWorkedExamples(t *testing.T) {
	for _, c := range []struct {
		name                                              string
		oneWay, append, follower, copies                  float64
		onLeader, one, committed, all, difference, missed float64
	}{
		{"same zone", 0.5, 0.3, 0.5, 0.3, 0.8, 1.3, 2.1, 2.6, 1.3, 3.9},
		{"three zones", 1, 0.5, 1, 0.5, 1.5, 2.5, 4.0, 5.0, 2.5, 7.5},
		{"remote client", 20, 0.5, 1, 0.5, 20.5, 40.5, 23.0, 43.0, 2.5, 45.5},
		{"stretched cluster", 1, 0.5, 15, 0.5, 1.5, 2.5, 32.0, 33.0, 30.5, 63.5},
	} {
		p := Path{OneWay: ms(c.oneWay), Append: ms(c.append)}
		f := Follower{OneWay: ms(c.follower), Append: ms(c.copies)}
		near := Follower{OneWay: ms(c.oneWay) / 2, Append: ms(c.copies)}
		isr := []Follower{near, f}
		if c.follower < c.oneWay {
			isr = []Follower{f}
		}
		require.Equal(t, ms(c.onLeader), p.OnLeader(), c.name)
		require.Equal(t, vtime.Duration(0), p.Acknowledged(protocol.AcksNone, isr), c.name)
		require.Equal(t, ms(c.one), p.Acknowledged(protocol.AcksLeader, isr), c.name)
		require.Equal(t, ms(c.committed), p.Committed(isr), c.name)
		require.Equal(t, ms(c.all), p.Acknowledged(protocol.AcksAll, isr), c.name)
		more := p.Acknowledged(protocol.AcksAll, isr) - p.Acknowledged(protocol.AcksLeader, isr)
		require.Equal(t, ms(c.difference), more, c.name)
		require.Equal(t, ms(c.missed), p.Acknowledged(protocol.AcksAll, []Follower{f.JustMissed()}), c.name)
		require.Equal(t, ms(c.committed)+ms(2), p.Visible(isr, ms(2)), c.name)
	}
}

func TestTheLeaderAlone(t *testing.T) {
	p := Path{OneWay: ms(1), Queued: ms(2), Append: ms(0.5)}
	require.Equal(t, ms(3.5), p.Committed(nil))
	require.Equal(t, ms(4.5), p.Acknowledged(protocol.AcksAll, nil))
	require.Equal(t, p.Acknowledged(protocol.AcksLeader, nil), p.Acknowledged(protocol.AcksAll, nil))
}

func TestSlack(t *testing.T) {
	require.Equal(t, ms(15), Slack(ms(40), ms(5), ms(20)))
	require.Equal(t, ms(0), Slack(ms(40), ms(20), ms(20)))
	require.Equal(t, -ms(5), Slack(ms(40), ms(25), ms(20)))
}
