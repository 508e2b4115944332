package core

import (
	"highwater/core/internal/event"
	"highwater/core/internal/lesson"
	"highwater/core/internal/protocol"
	"highwater/core/internal/sim"
	"highwater/core/internal/vtime"
)

// Plan is where a run comes to what its lesson consists of: see lesson.Plan.
type Plan = lesson.Plan

// plan is what is known of the plan of a run's lesson, since the last act. A copy of the run, the scout, plays ahead.
type plan struct {
	scout *sim.Sim // nil: it has not begun
	fold  *lesson.Fold
	made  *Plan // nil: it has not come to the end yet
}

// Note hands the lesson one event.
func (p *plan) Note(e *Event) { p.fold.Note(e, p.scout) }

// back says how long an answer travels to a client.
func (p *plan) back(broker protocol.NodeID, producer event.ProducerIndex, request int32) vtime.Duration {
	client := -protocol.NodeID(request) // a raw request's client, by its number
	if producer != event.None {
		client = p.scout.ClientNode(int(producer))
	}
	return p.scout.Links().Transit(broker, client)
}

// MakePlan plays ahead to the end of a run's script, with every action taken, and returns where the run comes to what
// its lesson consists of if nobody acts any more; nil where the script has no lesson. It works until about budget more
// things have happened, which must be at least 1, and reports whether it is done; the next call goes on. The run's
// place stays as it is. After an act there is another plan.
func MakePlan(r *Run, budget int) (made *Plan, done bool) {
	p := &r.plan
	if r.script.Lesson == nil || p.made != nil {
		return p.made, true
	}
	until := r.script.Until
	if p.scout == nil {
		p.scout, p.fold = r.model.Sim.Clone(), lesson.NewFold(r.script.Lesson, p.back)
		for i := range r.known.events[:r.model.Emitted()] {
			if e := &r.known.events[i]; e.T <= until {
				p.fold.Note(e, p.scout)
			}
		}
		p.scout.Watch(p)
	}
	last := p.scout.Happened() + min(budget, 1<<30)
	over := p.scout.Now() > until
	if !over {
		over = true
		p.scout.Run(until, func() bool {
			over = p.scout.Happened() < last
			return !over
		})
	}
	if !over {
		return nil, false
	}
	p.made = p.fold.Finish(min(until, p.scout.Now()))
	p.scout, p.fold = nil, nil
	return p.made, true
}
