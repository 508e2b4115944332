//go:build !js

package explore

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/cluster"
	"highwater/core/internal/event"
	"highwater/core/internal/look"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
	"highwater/core/internal/script"
	"highwater/core/internal/vtime"
)

// follower is a run of the full model, and the state of a thorough search that follows it, deed by deed.
type follower struct {
	played
	late
	c          *Config
	events     []event.Body                       // of what has just happened
	published  []int64                            // by version, the first apart: the offset of the metadata
	heardTo    [ThoroughReplicas]int64            // the offset of the metadata that a broker has heard of
	heardAt    [ThoroughReplicas]vtime.Time       // when it heard last
	fetching   [ThoroughReplicas]cluster.Fetching // before what has just happened
	ends       [ThoroughReplicas]int64            // of the logs
	early      [ThoroughReplicas]bool             // a fetch of its has waited, and the answer is on its way
	names      []string                           // of the records
	steps      map[Kind]int
	over       string // why the search follows no further, though the model does nothing wrong
	impossible string // what the search would not do
}

// followed plays a script, and returns how far the search's relation follows it.
func followed(t *testing.T, c *Config, text []byte) *follower {
	s, err := script.Parse(text)
	require.NoError(t, err, "%s", text)
	f := &follower{c: c, late: beginning(c), steps: map[Kind]int{}}
	f.played = played{c: c, values: map[int32]int{}, open: map[int32]protocol.NodeID{}}
	f.m = look.NewModel(&s, func(_ *look.Model, e *event.Event) {
		f.note(e.Body)
		f.events = append(f.events, copied(e.Body))
	})
	f.look()
	for i := range f.heardTo {
		f.heardTo[i] = f.m.Controller().Offset()
	}
	f.m.Run(s.Until, func() bool {
		f.happened()
		return f.over != "" || f.impossible != ""
	})
	return f
}

// copied returns an event that stays: some are used again.
func copied(body event.Body) event.Body {
	switch e := body.(type) {
	case *event.Fetch:
		again := *e
		again.Partitions = slices.Clone(e.Partitions)
		return &again
	case *event.Append:
		again := *e
		return &again
	case *event.FetchResponse:
		again := *e
		return &again
	}
	return body
}

func (f *follower) look() {
	for i := range f.c.Replicas {
		b := f.m.Broker(protocol.NodeID(i + 1))
		f.fetching[i], f.ends[i] = b.Fetching(0), b.Log(0).End()
	}
}

// happened has the search do what has just happened, and compares.
func (f *follower) happened() {
	f.hears()
	changed := f.decides()
	for _, body := range f.events {
		if e, is := body.(*event.ISR); is && e.State == event.Proposed {
			f.answered(e.Broker) // the answer to the last has come, and no longer mattered
		}
	}
	for _, body := range f.events {
		if f.over != "" || f.impossible != "" {
			return
		}
		f.follow(body)
	}
	f.takes()
	if offset := f.m.Controller().Offset(); changed {
		f.published = append(f.published, offset)
	}
	f.events = f.events[:0]
	f.look()
	if f.m.Now() > 0 && f.over == "" && f.impossible == "" && !f.heldBack() {
		f.impossible = f.differs()
	}
}

func (f *follower) act(a Action) {
	if f.over != "" || f.impossible != "" {
		return
	}
	if !f.possibleLate(f.c, a) {
		f.impossible = fmt.Sprintf("%v is not possible", a)
		return
	}
	f.doLate(f.c, a)
	f.steps[a.Kind]++
	if f.overrun {
		f.over = "more changes than may be unheard"
	}
}

// hears finds who has heard of metadata.
func (f *follower) hears() {
	for i := range f.c.Replicas {
		id := protocol.NodeID(i + 1)
		to := f.m.Broker(id).MetadataOffset()
		if to <= f.heardTo[i] || !f.at(id).alive {
			continue
		}
		n := 0
		for _, at := range f.published {
			if at > f.heardTo[i] && at <= to {
				n++
			}
		}
		f.heardTo[i], f.heardAt[i] = to, f.m.Now()
		if n > 0 {
			f.act(Action{Hear, id, n})
		}
	}
}

// decides has the controller act, and reports whether it has published anything.
func (f *follower) decides() (changed bool) {
	var judged protocol.NodeID
	for _, body := range f.events {
		switch e := body.(type) {
		case *event.Fence:
			changed = true
			kind := Kind(Expire)
			if f.at(e.Broker).alive {
				kind = Fence
			}
			f.act(on(kind, e.Broker))
		case *event.Unfence:
			if changed = true; !f.at(e.Broker).alive {
				f.over = "what a dead process has sent arrives"
			}
			f.act(on(Unfence, e.Broker))
		case *event.Register:
			if e.Error == protocol.None {
				if changed = true; !f.at(e.Broker).fenced {
					f.over = "a broker registers before it is fenced"
				}
				if b := f.m.Broker(e.Broker); !b.Alive() || f.m.Controller().Incarnation(e.Broker) != b.Life() {
					f.over = "what a dead process has sent arrives"
				}
				f.act(on(Start, e.Broker))
				f.heardTo[e.Broker-1], f.heardAt[e.Broker-1] = f.m.Controller().Offset(), f.m.Now()
			}
		case *event.Partition:
			judged = e.Leader
		}
	}
	if judged > 0 && !changed {
		if changed = true; !f.at(judged).alive {
			f.over = "what a dead process has sent arrives"
		}
		f.act(on(Decide, judged))
	}
	return changed
}

func (f *follower) follow(body event.Body) {
	switch e := body.(type) {
	case *event.Append:
		f.m.Broker(e.Broker).Log(0).Records(e.BaseOffset, func(_ int64, _ int32, record protocol.Record) bool {
			f.names = append(f.names, record.Value)
			return false
		})
		f.act(on(Produce, e.Broker))
	case *event.Fetch:
		if e.Partitions[0].Error != protocol.None {
			return
		}
		i := e.Follower - 1
		if !f.at(e.Follower).alive {
			f.over = "what a dead process has sent arrives"
		}
		if a := on(Fetch, e.Follower); f.possibleLate(f.c, a) || f.fetching[i].Since > f.heardAt[i] {
			f.act(a)
		} else {
			f.over = "news have overtaken a fetch"
		}
	case *event.FetchResponse:
		if e.Reason == event.WaitOver && f.at(e.Follower).coming == parked {
			f.act(on(Take, e.Follower))
			f.early[e.Follower-1] = true
		}
	case *event.Process:
		lost := f.ends[e.Broker-1] - f.m.Broker(e.Broker).Log(0).End()
		switch {
		case e.State == event.PoweredOff && f.at(e.Broker).alive:
			f.act(Action{PowerOff, e.Broker, int(lost)})
		case lost > 0:
			f.over = "a process that has not registered loses power"
		case e.State == event.Killed && f.at(e.Broker).alive:
			f.act(on(Kill, e.Broker))
		}
	case *event.Disconnect:
		if f.early[e.Broker-1] {
			f.over = "an answer is lost"
		}
		if f.at(e.Broker).coming == records || f.at(e.Broker).coming == parting {
			f.over = "an answer is lost"
		}
	case *event.ISR:
		f.isr(e)
	}
}

func (f *follower) isr(e *event.ISR) {
	heard := f.heardAt[e.Broker-1] == f.m.Now()
	switch {
	case e.State == event.Committed && !heard, e.State == event.Rejected && e.Error != protocol.OperationNotAttempted:
		f.answered(e.Broker)
	case e.State == event.Proposed && e.To.In(e.From):
		gone := e.From.Without(e.To)
		if gone.Len() > 1 {
			f.over = "several leave at once"
			return
		}
		for id := range gone.All() {
			f.act(Action{Kind(Shrink), id, int(e.Broker)})
		}
	}
}

// answered has the answer to a leader's proposal arrive. That the controller refuses one shows only then.
func (f *follower) answered(leader protocol.NodeID) {
	p := &f.views[leader-1].asked
	if p.phase == underWay {
		if f.act(on(Decide, leader)); p.phase == accepted {
			f.over = "a refusal would come otherwise now"
		}
	}
	if p.phase > underWay {
		f.act(on(Confirm, leader))
	}
}

// takes finds whose fetches have been answered.
func (f *follower) takes() {
	for i := range f.c.Replicas {
		id, before := protocol.NodeID(i+1), f.fetching[i]
		after := f.m.Broker(id).Fetching(0)
		still := (after.Asking || after.Writing) && (after.Since == before.Since || before.Asking && after.Writing)
		if (before.Asking || before.Writing) && !still && f.early[i] {
			f.early[i] = false
			continue
		}
		if (before.Asking || before.Writing) && !still && f.at(id).coming != nothing && f.at(id).alive {
			f.act(on(Take, id))
		}
	}
}

// heldBack reports whether a follower that is not in the ISR holds the high watermark back, having been caught up not
// long ago: in the search that time is always over.
func (f *follower) heldBack() bool {
	for i := range f.c.Replicas {
		b := f.m.Broker(protocol.NodeID(i + 1))
		if !b.Alive() || !b.Leads(0) {
			continue
		}
		v := b.View(f.m.Now(), 0)
		for _, o := range v.Followers {
			if !v.ISR.Maximal().Has(o.ID) && o.Eligible && o.Progress.LogEndOffset < v.LogEndOffset &&
				v.NowMs-o.Progress.LastCaughtUpMs <= v.MaxLagMs {
				f.over = "a follower outside of the ISR holds the high watermark back"
				return true
			}
		}
	}
	return false
}

// differs compares all that both have.
func (f *follower) differs() string {
	registered := f.m.Controller().Registration(0)
	registered.Recovering, registered.HeldOut, registered.Assignment = false, 0, rules.Assignment{}
	registered.PartitionEpoch += presentEpoch
	switch {
	case registered != f.PartitionRegistration:
		return fmt.Sprintf("registration %+v, and here %+v", registered, f.PartitionRegistration)
	case f.late.acked != f.played.acked || f.produced != f.sent:
		return fmt.Sprintf("acknowledged %b of %d, and here %b of %d", f.played.acked, f.sent, f.late.acked, f.produced)
	}
	for i := range f.c.Replicas {
		if d := f.differsAt(protocol.NodeID(i + 1)); d != "" {
			return fmt.Sprintf("broker %d: %s", i+1, d)
		}
	}
	return ""
}

func (f *follower) differsAt(id protocol.NodeID) string {
	b, r, v := f.m.Broker(id), f.at(id), &f.views[id-1]
	if fenced := f.m.Controller().Fenced(id); fenced != r.fenced {
		return fmt.Sprintf("fenced %v", fenced)
	}
	var log, here []string
	b.Log(0).Records(0, func(_ int64, epoch int32, record protocol.Record) bool {
		log = append(log, fmt.Sprintf("%s@%d", record.Value, epoch))
		return true
	})
	for _, record := range r.log[:r.end] {
		here = append(here, fmt.Sprintf("%s@%d", f.names[record], f.epochs[record]))
	}
	switch {
	case !slices.Equal(log, here):
		return fmt.Sprintf("log %v, and here %v", log, here)
	case !r.alive:
		return ""
	case b.Leads(0) != f.leads(id):
		return fmt.Sprintf("leads %v", b.Leads(0))
	case !f.died[id-1] && !f.early[id-1] && int(b.Log(0).HighWatermark()) != r.mark:
		return fmt.Sprintf("high watermark %d, and here %d", b.Log(0).HighWatermark(), r.mark)
	case !b.Leads(0):
		return ""
	}
	seen := b.View(f.m.Now(), 0)
	var waiting uint8
	for request, at := range f.open {
		if at == id {
			waiting |= 1 << f.values[request]
		}
	}
	_, _, epoch := b.Knows(0)
	switch {
	case seen.ISR != v.isr:
		return fmt.Sprintf("ISR %+v, and here %+v", seen.ISR, v.isr)
	case int(seen.EpochStart) != v.epochStart || epoch+presentEpoch != v.partitionEpoch || waiting != v.waiting:
		return fmt.Sprintf("epoch %d from %d, waiting %b, and here %+v", epoch, seen.EpochStart, waiting, *v)
	}
	for _, o := range seen.Followers {
		if v.isr.Maximal().Has(o.ID) && int(o.Progress.LogEndOffset) != v.known[o.ID-1] {
			return fmt.Sprintf("knows %d of broker %d, and here %d", o.Progress.LogEndOffset, o.ID, v.known[o.ID-1])
		}
	}
	return ""
}

// randomRun returns a configuration, and a script in which brokers die, links are slow and followers lag.
func randomRun(r *rand.Rand) (Config, []byte) {
	c := Config{
		Replicas: 2 + r.IntN(2), ELR: r.IntN(2) == 0, Unclean: r.IntN(3) == 0, Acks: protocol.AcksAll,
		Records: ThoroughRecords, Kinds: 1<<FailureKinds - 1, Thorough: true,
	}
	c.MinInSyncReplicas = 1 + r.IntN(c.Replicas)
	level, lag := 0, 1500
	if c.ELR {
		level = 1
	}
	if r.IntN(2) == 0 {
		lag = 3_600_000
	}
	var steps []string
	at, records := 500, 0
	for range 8 + r.IntN(10) {
		at += 1 + r.IntN(40)
		if r.IntN(3) == 0 {
			at += r.IntN(14_000)
		}
		b := 1 + r.IntN(c.Replicas)
		deed := ""
		switch r.IntN(9) {
		case 0, 1:
			if records < c.Records {
				records++
				deed = fmt.Sprintf(`"produce": {"acks": "all", "timeout.ms": 3600000, "broker": %d, "partitions": [{"topic": "t", `+
					`"partition": 0, "records": ["record-%d"]}]}`, b, records)
			}
		case 2:
			deed = fmt.Sprintf(`"kill": {"broker": %d}`, b)
		case 3:
			deed = fmt.Sprintf(`"power-off": {"broker": %d, "lose": %d}`, b, r.IntN(2))
		case 4, 5:
			deed = fmt.Sprintf(`"start": {"broker": %d}`, b)
		case 6:
			from, to := fmt.Sprint(b), `"controller"`
			if r.IntN(2) == 0 {
				from, to = to, from
			}
			deed = fmt.Sprintf(`"link": {"from": %s, "to": %s, "latency.ms": %d}`, from, to, []int{1, 30, 400, 3000}[r.IntN(4)])
		case 7:
			deed = fmt.Sprintf(`"fetch-pause": {"broker": %d}`, b)
		case 8:
			deed = fmt.Sprintf(`"fetch-resume": {"broker": %d}`, b)
		}
		if deed != "" {
			steps = append(steps, fmt.Sprintf(`{"at": %d, %s}`, at, deed))
		}
	}
	return c, fmt.Appendf(nil, `{"version": 1, "cluster": {"brokers": %d, "config": {"replica.lag.time.max.ms": %d, `+
		`"auto.leader.rebalance.enable": false, "unclean.leader.election.enable": %v}, `+
		`"features": {"eligible.leader.replicas.version": %d}, "topics": [{"name": "t", `+
		`"config": {"min.insync.replicas": %d}, "partitions": [{"replicas": %s}]}]}, "steps": [%s], "until": %d}`,
		c.Replicas, lag, c.Unclean, level, c.MinInSyncReplicas, []string{2: "[1, 2]", 3: "[1, 2, 3]"}[c.Replicas],
		strings.Join(steps, ",\n"), at+20_000)
}

// TestAThoroughSearchFollowsRunsOfTheModel plays random runs, and has the relation of a thorough search do the same,
// deed by deed and message by message: whatever both have is the same after each. It ends where the relation leaves
// something out, and tells how often it was which.
func TestAThoroughSearchFollowsRunsOfTheModel(t *testing.T) {
	steps, over := map[string]int{}, map[string]int{}
	for seed := range *runs {
		c, text := randomRun(rand.New(rand.NewPCG(uint64(seed), 16)))
		f := followed(t, &c, text)
		require.Empty(t, f.impossible, "seed %d, %s\n%s", seed, f.m.Now(), text)
		for kind, n := range f.steps {
			steps[kind.String()] += n
		}
		over[f.over]++
	}
	t.Logf("%d runs, of steps %v; %d followed to their end; %v", *runs, steps, over[""], over)
	require.Greater(t, over[""], *runs/2)
}
