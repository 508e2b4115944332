package core

import (
	"slices"

	"highwater/core/internal/moment"
)

// known is what is known of a run, including what comes after the place: its events, and where steps by event or by
// moment stop.
type known struct {
	events  []Event
	moments moment.Moments
	notable int  // the newest notable event that is known; -1: none
	until   Time // the furthest time known
	over    bool // nothing more can happen
}

// add adds the next event.
func (k *known) add(e *Event) {
	k.events = append(k.events, *e)
	k.moments.Add(e)
	if e.Notable() {
		k.notable = int(e.N)
	}
}

// Note adds an event, unless it is known: what a copy of the run that looks ahead sees is what will happen.
func (k *known) Note(e *Event) {
	if int(e.N) == len(k.events) {
		k.add(e)
	}
}

// forget discards all events but the first n, and what is known of the time after now.
func (k *known) forget(n int, now Time) {
	k.events = slices.Clip(k.events[:n])
	for i := k.moments.Rewind(n); i < n; i++ {
		k.moments.Add(&k.events[i])
	}
	k.until, k.notable, k.over = now, -1, false
}

// endsAt reports whether a place is right after a notable event, or after a moment that has ended.
func (k *known) endsAt(by unit, place int) bool {
	if by == byEvent {
		return k.events[place-1].Notable()
	}
	i := k.moments.At(place)
	return i >= 0 && int(k.moments.List()[i].Last) == place-1 && k.hasEnded(i)
}

// hasEnded reports whether a moment can no longer grow: another has begun, or too much time has passed.
func (k *known) hasEnded(i int) bool {
	list := k.moments.List()
	return i < len(list)-1 || k.until > list[i].T+moment.Near || k.over
}

// ended returns how many moments have ended.
func (k *known) ended() int {
	n := len(k.moments.List())
	if n > 0 && !k.hasEnded(n-1) {
		n--
	}
	return n
}

// next returns where one stops after the next notable event that is known after a place, or after the next moment that
// is known to have ended; none: none is known.
func (k *known) next(by unit, place int) stop {
	if by == byMoment {
		return k.nextMoment(place)
	}
	for i := place; i <= k.notable; i++ {
		if k.events[i].Notable() {
			return stop{place: i + 1, at: k.events[i].T}
		}
	}
	return none
}

func (k *known) nextMoment(place int) stop {
	list := k.moments.List()
	i := max(0, k.moments.At(place))
	if i < len(list) && int(list[i].Last) < place {
		i++
	}
	if i >= len(list) || !k.hasEnded(i) {
		return none
	}
	return momentEnd(&list[i])
}

// momentEnd returns where one stops after a moment.
func momentEnd(o *Moment) stop { return stop{place: int(o.Last) + 1, at: o.T} }

// last returns where one stops going back by one from a place, the start if there is nothing before.
func (k *known) last(by unit, here stop) stop {
	if by == byMoment {
		for i := k.moments.At(here.place); i >= 0; i-- {
			if s := momentEnd(&k.moments.List()[i]); s.before(here) {
				return s
			}
		}
		return stop{}
	}
	for i := min(here.place, len(k.events)) - 1; i >= 0; i-- {
		if s := (stop{place: i + 1, at: k.events[i].T}); k.events[i].Notable() && s.before(here) {
			return s
		}
	}
	return stop{}
}

func isNotable(e Event) bool { return e.Notable() }
