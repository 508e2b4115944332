package lesson

import (
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// soon is how long after the last thing of a lesson the answers to requests that are open then are waited for: a lesson
// that ended just before them would end on open requests.
const soon = 10 * vtime.Millisecond

// ask is a produce request: the event that sent it, and when its client hears of its end; -1: it has not.
type ask struct {
	sent  int32
	acks  protocol.Acks
	heard vtime.Time
}

// listen notes when requests are sent, in the order of their numbers, and when their clients hear of them. A client
// that asked for no answer relies on the write once its broker is done with it.
func (f *Fold) listen(e *event.Event) {
	switch b := e.Body.(type) {
	case *event.Request:
		f.asks = append(f.asks, ask{e.N, b.Acks, -1})
		f.clients = append(f.clients, b.Producer)
	case *event.Unsent:
		f.asks = append(f.asks, ask{e.N, b.Acks, -1})
		f.clients = append(f.clients, event.None)
	case *event.Complete:
		if a := &f.asks[b.Request-1]; a.acks == protocol.AcksNone {
			a.heard = e.T
		}
	case *event.Response:
		f.asks[b.Request-1].heard = e.T + f.back(b.Broker, f.clients[b.Request-1], b.Request)
	}
}

// over finds out where the lesson is over: with the last of its things and the answers that come at once after it; or,
// as long as the run does not come to some of them, at the end of the run.
func (f *Fold) over(p *Plan) {
	last := p.last()
	p.Over = last
	over := f.endOf(last)
	until := over
	for _, a := range f.asks {
		open := int(a.sent) <= last.Last && (a.heard < 0 || a.heard > over)
		if open && a.heard >= 0 && a.heard <= over+soon {
			until = max(until, a.heard)
		}
	}
	if until == over {
		return
	}
	list := f.moments.List()
	for n := last.Moment + 1; n < len(list) && list[n].T <= until; n++ {
		o := &list[n]
		p.Over = Place{Known: true, Event: int(o.Last), Moment: n, Last: int(o.Last)}
	}
	p.Over.T, p.Heard = until, true
}

// endOf returns when the moment of a place ends.
func (f *Fold) endOf(p Place) vtime.Time {
	if p.Moment < 0 {
		return 0
	}
	return f.moments.List()[p.Moment].T
}

// last returns the place of the lesson's last thing; the end of the run, where the run does not come to one of them.
func (p *Plan) last() Place {
	places := make([]Place, 0, len(p.Chapters)+len(p.Cards)+len(p.Predictions))
	places = append(places, p.Chapters...)
	for _, c := range p.Cards {
		places = append(places, c.At)
	}
	for _, q := range p.Predictions {
		places = append(places, q.Decided)
	}
	last := beginning
	for _, place := range places {
		if !place.Known {
			return p.End
		}
		if place.Event > last.Event {
			last = place
		}
	}
	return last
}
