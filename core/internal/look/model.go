package look

import (
	"highwater/core/internal/account"
	"highwater/core/internal/event"
	"highwater/core/internal/paged"
	"highwater/core/internal/script"
	"highwater/core/internal/sim"
)

// Model is a sim and the account of what has happened in it: all that package look needs.
type Model struct {
	*sim.Sim

	Account account.Account
	watch   func(*Model, *event.Event)
	// suspected is what the last states found out, by partition; nil: nothing yet. Copies find it out themselves.
	suspected []suspects
}

// NewModel returns a script's model before time 0. watch receives every event once the account has it; it may be nil.
func NewModel(s *script.Script, watch func(*Model, *event.Event)) *Model {
	m := &Model{Sim: sim.New(s), watch: watch}
	m.Sim.Watch(m)
	return m
}

// Note handles one event of the sim.
func (m *Model) Note(e *event.Event) {
	m.Account.Apply(e, m.Sim)
	if m.watch != nil {
		m.watch(m, e)
	}
}

// Weight returns about how many things a copy has to copy: messages and timers, and the pages of requests and records,
// which it shares.
func (m *Model) Weight() int {
	return m.Waits() + (m.Account.Requests.Len()+m.Account.Records.Len())/paged.PageSize
}

// Clone returns an independent copy that reports its events to watch.
func (m *Model) Clone(watch func(*Model, *event.Event)) *Model {
	c := &Model{Sim: m.Sim.Clone(), Account: m.Account.Clone(), watch: watch}
	c.Sim.Watch(c)
	return c
}
