package core

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/internal/cluster"
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/rules"
)

// What must hold in every run of every script: the promises of acks=all, and the books that must balance.

// watch looks at a run after each event and after each happening.
type watch struct {
	t         *rapid.T
	watermark []int64 // of each partition's leader, as seen last
	completed []int   // of each request, how often
	answered  []int
	begun     bool // the start is over: before, ISRs that begin smaller are still whole in the books
}

// watched plays a script and holds every invariant against it.
func watched(t *rapid.T, s *Script) {
	w := &watch{t: t, watermark: make([]int64, len(s.Cluster.Partitions))}
	m := newSim(s)
	m.sink = func(m *sim, e *Event) { w.event(m, e) }
	for i := range w.watermark {
		if leader := m.leader(int32(i)); leader != nil {
			w.watermark[i] = leader.Log(int32(i)).HighWatermark()
		}
	}
	m.happen() // the start
	w.begun = true
	for {
		at, _, ok := m.next()
		if !ok || at > s.Until {
			break
		}
		m.happen()
		w.settled(m)
	}
	w.logsAgree(m)
}

// leader is the broker that leads a partition; nil when none does.
func (m *sim) leader(partition int32) *cluster.Broker {
	if id := m.controller.Books(partition).Leader; id > 0 {
		return m.brokers[id-1]
	}
	return nil
}

// event holds what must be true at the very moment something happens.
func (w *watch) event(m *sim, e *Event) {
	switch e.Kind {
	case event.Request, event.Unsent:
		w.completed, w.answered = append(w.completed, 0), append(w.answered, 0)
	case event.Complete:
		w.completed[e.Request-1]++
		require.Equal(w.t, 1, w.completed[e.Request-1], "request %d is completed once", e.Request)
	case event.Response:
		w.answered[e.Request-1]++
		require.Equal(w.t, 1, w.answered[e.Request-1], "request %d is answered once", e.Request)
		require.Equal(w.t, 1, w.completed[e.Request-1], "and not before it is complete")
	case event.HighWatermark:
		if e.Leads {
			v := m.brokers[e.Broker-1].View(m.now, e.Partition)
			require.False(w.t, rules.UnderMinISR(v.ISR, v.EffectiveMin), "under the minimum the edge stands still")
			require.Greater(w.t, e.To, e.From)
		}
	case event.Acknowledge:
		w.acknowledged(m, e)
	}
	for i := range w.watermark {
		w.edge(m, int32(i))
	}
}

// edge holds what is promised of a high watermark.
func (w *watch) edge(m *sim, partition int32) {
	leader := m.leader(partition)
	if leader == nil {
		return
	}
	log := leader.Log(partition)
	require.GreaterOrEqual(w.t, log.HighWatermark(), w.watermark[partition], "the leader's high watermark never falls")
	require.LessOrEqual(w.t, log.HighWatermark(), log.End())
	w.watermark[partition] = log.HighWatermark()
	if !w.begun {
		return
	}
	for id := range m.controller.Books(partition).ISR.All() {
		require.GreaterOrEqual(w.t, m.brokers[id-1].Log(partition).End(), log.HighWatermark(),
			"broker %d is in the ISR of partition %d, and lacks what is committed, at %v", id, partition, m.now)
	}
}

// acknowledged holds the promise of acks=all: whoever may lead has the record.
func (w *watch) acknowledged(m *sim, e *Event) {
	if m.ledger.requests[e.Request-1].acks != protocol.AcksAll {
		return
	}
	for id := range m.controller.Books(e.Partition).ISR.All() {
		has := false
		m.brokers[id-1].Log(e.Partition).Records(e.Offset, func(offset int64, _ int32, r protocol.Record) bool {
			has = offset == e.Offset && r.Number == e.Index
			return false
		})
		require.True(w.t, has, "record %s is acknowledged, and broker %d of the ISR does not have it", e.Value, id)
	}
}

// settled holds what must be true between two happenings.
func (w *watch) settled(m *sim) {
	for i := range m.script.Cluster.Partitions {
		partition := int32(i)
		w.books(m, partition)
		for _, id := range m.layout.Replicas[i] {
			log := m.brokers[id-1].Log(partition)
			require.LessOrEqual(w.t, log.HighWatermark(), log.End())
		}
	}
	w.purgatories(m)
}

func (w *watch) books(m *sim, partition int32) {
	b := m.controller.Books(partition)
	topic := m.layout.Topic[partition]
	configured := m.controller.MinISR(topic)
	if configured == 0 {
		configured = m.controller.MinISR(-1)
	}
	require.Zero(w.t, b.ISR&b.ELR, "no broker is in the ISR and the ELR at once")
	require.Zero(w.t, b.ISR&b.HeldOut, "no broker that is held out is in the ISR")
	if b.ISR.Len() >= rules.EffectiveMinISR(configured, len(m.layout.Replicas[partition])) {
		require.Zero(w.t, b.ELR, "there is no ELR while the ISR is at the minimum")
	}
	if b.Leader > 0 {
		require.True(w.t, b.ISR.Has(b.Leader))
	}
}

// purgatories holds that a request that was parked is decided, or waits on a timer and under a key; and that nobody
// else waits.
func (w *watch) purgatories(m *sim) {
	waiting := make([]map[int32]bool, len(m.brokers))
	for i, b := range m.brokers {
		waiting[i] = map[int32]bool{}
		p := b.Produces()
		for key := range int32(len(m.layout.Topic)) {
			for op, done := range p.Watchers(key) {
				if _, armed := p.Place(op); !done && armed {
					waiting[i][b.Request(op)] = true
				}
			}
		}
		require.Len(w.t, waiting[i], p.NumDelayed(), "every operation on a timer stands under a key")
	}
	for i := range m.ledger.requests {
		r := &m.ledger.requests[i]
		if r.parked < 0 {
			continue
		}
		there := waiting[r.broker-1][r.id]
		require.NotEqual(w.t, r.decided != event.None, there, "request %d is decided, or waits", r.id)
		if there {
			require.LessOrEqual(w.t, m.now.Ms(), r.deadline.Ms(), "and not beyond its deadline")
		}
	}
}

// logsAgree holds that a follower's log is the beginning of its leader's.
func (w *watch) logsAgree(m *sim) {
	type place struct {
		epoch  int32
		record protocol.Record
	}
	for i := range m.layout.Topic {
		partition := int32(i)
		read := func(b *cluster.Broker) (all []place) {
			b.Log(partition).Records(0, func(_ int64, epoch int32, r protocol.Record) bool {
				all = append(all, place{epoch, r})
				return true
			})
			return all
		}
		whole := read(m.leader(partition))
		for _, id := range m.layout.Replicas[i] {
			part := read(m.brokers[id-1])
			require.LessOrEqual(w.t, len(part), len(whole))
			require.ElementsMatch(w.t, whole[:len(part)], part)
		}
	}
}

func TestThePromisesHoldInEveryRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScript(t)
		watched(t, &s)
	})
}
