//go:build !js

package explore

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/cluster"
	"highwater/core/internal/event"
	"highwater/core/internal/look"
	"highwater/core/internal/protocol"
	"highwater/core/internal/script"
	"highwater/core/internal/vtime"
)

// played is a run of the full model, and what the search's states are about in it.
type played struct {
	c      *Config
	m      *look.Model
	values map[int32]int // by request: the record it wrote
	sent   int           // requests that were written to a log
	acked  uint8
	open   map[int32]protocol.NodeID // requests written and not answered, and where
	died   [MaxReplicas]bool
}

func play(t testing.TB, c *Config, text []byte) *played {
	t.Helper()
	s, err := script.Parse(text)
	require.NoError(t, err, "%s", text)
	p := &played{c: c, values: map[int32]int{}, open: map[int32]protocol.NodeID{}}
	p.m = look.NewModel(&s, func(_ *look.Model, e *event.Event) { p.note(e.Body) })
	return p
}

func (p *played) note(body event.Body) {
	switch e := body.(type) {
	case *event.Append:
		p.values[e.Request] = p.sent
		p.sent++
		p.open[e.Request] = e.Broker
	case *event.Response:
		if p.open[e.Request] == 0 {
			return
		}
		delete(p.open, e.Request)
		for _, part := range e.Partitions {
			if part.Error == protocol.None {
				p.acked |= 1 << p.values[e.Request]
			}
		}
	case *event.Process:
		if e.State == event.Killed || e.State == event.PoweredOff || e.State == event.Stopped {
			p.died[e.Broker-1] = true
			maps.DeleteFunc(p.open, func(_ int32, at protocol.NodeID) bool { return at == e.Broker })
		}
	}
}

// world is the state of the run as the search has it.
func (p *played) world() *world {
	w := start(p.c.Replicas)
	w.PartitionRegistration = p.m.Controller().Registration(0)
	w.LeaderEpoch, w.PartitionEpoch, w.Recovering, w.HeldOut = 0, 0, false, 0
	w.produced, w.acked = p.sent, p.acked
	var epochs []int32
	for i := range p.c.Replicas {
		for _, e := range p.m.Broker(protocol.NodeID(i + 1)).Log(0).Epochs() {
			epochs = append(epochs, e.Epoch)
		}
	}
	slices.Sort(epochs)
	epochs = slices.Compact(epochs)
	for i := range p.c.Replicas {
		id, r := protocol.NodeID(i+1), &w.replicas[i]
		b := p.m.Broker(id)
		log := b.Log(0)
		r.alive = b.Alive() && !b.Stopping() // one that shuts down counts as gone: it goes on while others are dead
		r.clean = cluster.EndedCleanly(b) || b.Stopping()
		r.fenced = p.m.Controller().Fenced(id) || p.m.Controller().ShuttingDown(id)
		r.mark = int(log.HighWatermark())
		r.tail, r.known = noTail, unknown
		if list := log.Epochs(); r.alive && len(list) > 0 && list[len(list)-1].Start == log.End() {
			r.tail = slices.Index(epochs, list[len(list)-1].Epoch)
		}
		log.Records(0, func(_ int64, epoch int32, record protocol.Record) bool {
			n, _ := strconv.Atoi(strings.TrimPrefix(record.Value, "record-"))
			r.log[r.end] = uint8(n - 1)
			r.end++
			w.epochs[n-1] = uint8(slices.Index(epochs, epoch))
			return true
		})
	}
	leader, acts := w.acting()
	if !acts {
		return &w
	}
	v := p.m.Broker(leader).View(p.m.Now(), 0)
	w.epochStart = int(v.EpochStart)
	for _, f := range v.Followers {
		w.at(f.ID).known = int(f.Progress.LogEndOffset)
	}
	for request := range p.open {
		w.waiting |= 1 << p.values[request]
	}
	return &w
}

// forgetMarks leaves out the high watermarks of replicas whose broker has died: the model has the one on disk.
func (p *played) forgetMarks(w *world) {
	for i := range w.replicas {
		if p.died[i] {
			w.replicas[i].mark = 0
		}
	}
	w.readEnd = 0
	clear(w.read[:])
}

// same compares a state of the search with the run.
func (p *played) same(s State) string {
	want, got := s.unpack(p.c.Replicas), p.world()
	p.forgetMarks(&want)
	p.forgetMarks(got)
	a := want.pack(p.c)
	b := got.pack(p.c)
	if a == b {
		return ""
	}
	return fmt.Sprintf("the search has\n%s\nthe model\n%s", want.text(p.c), got.text(p.c))
}

func (w *world) text(c *Config) string {
	text := fmt.Sprintf("leader %d ISR %b ELR %b last %b start %d produced %d acked %b waiting %b", w.Leader, w.ISR>>1,
		w.ELR>>1, w.LastKnown>>1, w.epochStart, w.produced, w.acked, w.waiting)
	for i := range c.Replicas {
		r := &w.replicas[i]
		text += fmt.Sprintf("\n  %d %v epochs %v alive %v fenced %v clean %v mark %d known %d tail %d", i+1, r.log[:r.end],
			w.epochs, r.alive, r.fenced, r.clean, r.mark, r.known, r.tail)
	}
	return text
}

// follows plays a trace's script and compares after every step; a start that is followed by its unfencing is compared
// after that.
func follows(t testing.TB, c Config, trace []Action) (script Script, mismatch string, lost bool) {
	script = c.Script(trace, "a trace")
	steps := Replay(c, trace)
	p := play(t, &c, script.Text)
	for i, step := range steps {
		p.m.Run(vtime.AtMs(script.At[i]), func() bool { return false })
		if step.Kind == Start && i+1 < len(trace) && trace[i+1] == on(Unfence, step.Broker) {
			continue
		}
		if d := p.same(step.State); d != "" && mismatch == "" {
			mismatch = fmt.Sprintf("step %d %v: %s", i+1, step.Action, d)
		}
	}
	return script, mismatch, p.world().lost()
}

// TestEveryLossIsPlayed: each verdict of the table has a script that the model plays to a lost acknowledged record, and
// state by state as the search has it, unless its times are too tight for that.
func TestEveryLossIsPlayed(t *testing.T) {
	lost, followed := 0, 0
	for _, c := range searchedTables() {
		for _, cell := range c.cells {
			if cell.Trace == nil {
				continue
			}
			trace := c.Tidy(cell.Trace)
			script, mismatch, isLost := follows(t, c.Config, trace)
			require.True(t, isLost, "%+v %+v %v", c.Config, cell.Failures, trace)
			lost++
			if !script.Tight {
				require.Empty(t, mismatch, "%+v %+v %v", c.Config, cell.Failures, trace)
				followed++
			}
		}
	}
	t.Logf("%d of %d verdicts are played to the loss, %d of them state by state", lost, lost, followed)
}

var runs = flag.Int("runs", 300, "how many random runs the search's relation must accept")

// TestTheSearchAcceptsRunsOfTheModel plays random deeds in the full model, and finds every state in between,
// abstracted, where the search's relation leads by the same deeds.
func TestTheSearchAcceptsRunsOfTheModel(t *testing.T) {
	tight, steps := 0, 0
	for seed := range *runs {
		r := rand.New(rand.NewPCG(uint64(seed), 15))
		c := Config{
			Replicas: 1 + r.IntN(MaxReplicas), ELR: r.IntN(2) == 0, Unclean: r.IntN(3) == 0,
			Acks: protocol.AcksAll, Records: 1 + r.IntN(MaxRecords), Kinds: 1<<FailureKinds - 1,
		}
		c.MinInSyncReplicas = 1 + r.IntN(c.Replicas)
		if r.IntN(8) == 0 {
			c.Acks = protocol.AcksLeader
		}
		trace := randomTrace(r, &c, 4+r.IntN(12))
		s, mismatch, _ := follows(t, c, trace)
		if s.Tight {
			tight++
			continue
		}
		require.Empty(t, mismatch, "seed %d %+v\n%v\n%s", seed, c, trace, s.Text)
		steps += len(trace)
	}
	t.Logf("%d runs of %d steps in all; %d more had too little time between a death and its fencing",
		*runs-tight, steps, tight)
}

// randomTrace is a random way through the search's relation.
func randomTrace(r *rand.Rand, c *Config, n int) (trace []Action) {
	w := start(c.Replicas)
	for len(trace) < n {
		actions := w.actions(c, r.IntN(5) == 0, nil)
		if len(actions) == 0 {
			if len(w.actions(c, false, nil))+len(w.actions(c, true, nil)) == 0 {
				break
			}
			continue
		}
		a := actions[r.IntN(len(actions))]
		w.do(c, a)
		w = w.pack(c).unpack(c.Replicas)
		trace = append(trace, a)
	}
	return trace
}
