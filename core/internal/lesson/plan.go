package lesson

import (
	"highwater/core/internal/encode"
	"highwater/core/internal/vtime"
)

// Plan is where a run comes to what a lesson consists of, if nobody acts in it.
type Plan struct {
	Chapters    []Place // where each begins
	Cards       []Card
	Predictions []Prediction
	End         Place
	Over        Place // where the lesson is over: see Fold
	Heard       bool  // that is at Over.T, behind the moment's end, when answers arrive
}

// Place is a place in a run.
type Place struct {
	Known  bool // false: the run does not come to it
	Event  int  // the event that leads to it; -1: the very start
	Moment int  // the moment which that belongs to; -1: the very start
	Last   int  // that moment's last event; -1: the very start
	T      vtime.Time
}

var (
	beginning = Place{Known: true, Event: -1, Moment: -1, Last: -1}
	nowhere   = Place{Event: -1, Moment: -1, Last: -1}
)

// Card is where a card appears, and where its deed is done.
type Card struct{ At, Done Place }

// Prediction is where a prediction is asked and decided, and for which of its options.
type Prediction struct {
	Stop    Place // where it is asked: the end of a moment
	Decided Place
	Holds   int  // the number of the option; -1: none holds
	Tied    bool // another option holds at the same event: the lesson asks a bad question
	Late    bool // what it is asked before comes after what decides it
}

// AppendJSON appends the plan as JSON, such as {"chapters": [place], "cards": [{"event", "moment", "t", "doneEvent",
// "doneMoment"}], "predictions": [{"stop": place, "decided": place, "holds": number}], "end": place, "over": place};
// what the run does not come to is null. "over" has "heard": true where it is behind the moment's end.
func (p *Plan) AppendJSON(b []byte) []byte {
	w := encode.Writer{B: b}
	w.Open('{')
	w.Array("chapters")
	for _, c := range p.Chapters {
		c.append(&w)
	}
	w.Close(']')
	w.Array("cards")
	for _, c := range p.Cards {
		if !c.At.Known {
			c.At.append(&w)
			continue
		}
		w.Open('{')
		c.At.members(&w)
		if c.Done.Known {
			w.Int("doneEvent", int64(c.Done.Event))
			w.Int("doneMoment", int64(c.Done.Moment))
		}
		w.Close('}')
	}
	w.Close(']')
	w.Array("predictions")
	for _, q := range p.Predictions {
		if !q.Decided.Known || !q.Stop.Known {
			nowhere.append(&w)
			continue
		}
		w.Open('{')
		w.Key("stop")
		q.Stop.append(&w)
		w.Key("decided")
		q.Decided.append(&w)
		w.Int("holds", int64(q.Holds))
		w.Close('}')
	}
	w.Close(']')
	w.Key("end")
	p.End.append(&w)
	w.Object("over")
	p.Over.members(&w)
	if p.Heard {
		w.Bool("heard", true)
	}
	w.Close('}')
	w.Close('}')
	return w.B
}

// append writes a place as a value.
func (p Place) append(w *encode.Writer) {
	if !p.Known {
		w.Null()
		return
	}
	w.Open('{')
	p.members(w)
	w.Close('}')
}

func (p Place) members(w *encode.Writer) {
	w.Int("event", int64(p.Event))
	w.Int("moment", int64(p.Moment))
	w.Time("t", p.T)
}
