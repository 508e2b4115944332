package core

import (
	"highwater/core/internal/encode"
	"highwater/core/internal/explore"
	"highwater/core/internal/protocol"
)

// Search looks for the shortest way in which a partition loses an acknowledged record: see package explore.
type Search = explore.Search

// mostStates is how many states a search of the page's keeps (bytes of a state, its place in the table and the page's
// own memory come to less than 160 MB then).
const mostStates = 3_000_000

// NewSearch begins the search that a flat object of numbers asks for: replicas, minInSyncReplicas, elr, unclean, acks
// (-1 or 1), records, kinds (bit k stands for the k-th kind of failure: kill, powerOff, shrink, fence, stop), failures,
// without (the number of a rule, 0 for none), and thorough.
func NewSearch(request []byte) (*Search, error) {
	names := [...]string{
		"replicas", "minInSyncReplicas", "elr", "unclean", "acks", "records", "kinds", "failures", "without",
		"thorough",
	}
	found, thousandths, err := Numbers(request, names[:]...)
	if err != nil {
		return nil, err
	}
	var given [len(names)]int
	for i, name := range found {
		for j := range names {
			if names[j] == name {
				given[j] = int(min(max(thousandths[i]/1000, -1000), 1000))
			}
		}
	}
	c := explore.Config{
		Replicas: given[0], MinInSyncReplicas: given[1], ELR: given[2] != 0, Unclean: given[3] != 0,
		Acks: protocol.Acks(given[4]), Records: given[5], Kinds: explore.Kinds(given[6] & 31), Most: given[7],
		Without:  explore.Rule(min(max(given[8], 0), int(explore.Rules))),
		Thorough: given[9] != 0,
	}
	c.SplitFetches = c.Without.NeedsSplitFetches()
	if err := c.Check(); err != nil {
		return nil, &Error{Message: err.Error()}
	}
	most := mostStates
	if c.Thorough {
		most = mostStates * 2 / 3 // they are larger
	}
	return explore.NewSearch(c, most), nil
}

// AppendSearch appends how far a search has come: its states, how many there are within each number of failures that is
// complete, whether it is over, and whether for want of room; the promises that do not hold somewhere; and, once it is
// over, the shortest way to a loss, or, where none was found, the closest call, each as steps with what holds after
// them, who has which records, and a script that plays it.
func AppendSearch(b []byte, s *Search) []byte {
	w := encode.Writer{B: b}
	w.Open('{')
	w.Int("states", int64(s.States()))
	w.Array("layers")
	for f := range s.Complete() {
		w.IntValue(int64(s.StatesWithin(f)))
	}
	w.Close(']')
	w.Bool("over", s.Done())
	w.Bool("full", s.Full())
	appendPromises(&w, "broken", s.Broken())
	if s.Done() {
		trace := s.Trace()
		w.Bool("lost", trace != nil)
		if trace == nil {
			copies, closest := s.Closest()
			w.Int("copies", int64(copies))
			trace = closest
		}
		appendTrace(&w, s.Config, s.Tidy(trace))
	}
	w.Close('}')
	return w.B
}

func appendPromises(w *encode.Writer, name string, broken explore.Broken) {
	w.Array(name)
	for p := range explore.Promises {
		if broken.Has(p) {
			w.StringValue(p.String())
		}
	}
	w.Close(']')
}

// appendTrace appends the steps of a trace and, where there is one, its script.
func appendTrace(w *encode.Writer, c explore.Config, trace []explore.Action) {
	text, at := c.Play(trace, "")
	w.Array("trace")
	for i, step := range explore.Replay(c, trace) {
		w.Open('{')
		w.String("action", step.Kind.String())
		w.Int("broker", int64(step.Broker))
		w.Int("lose", int64(step.Lose))
		w.Int("failures", int64(step.Failures))
		w.Int("at", at[i])
		appendPromises(w, "broken", step.Broken)
		look := step.Look(c)
		w.Int("leader", int64(look.Leader))
		w.Set("isr", look.ISR)
		w.Set("elr", look.ELR)
		w.Set("running", look.Running)
		w.Array("records")
		for _, r := range look.Records {
			w.Open('{')
			w.Bool("acknowledged", r.Acknowledged)
			w.Set("copies", r.Copies)
			w.Close('}')
		}
		w.Close(']')
		w.Close('}')
	}
	w.Close(']')
	w.Int("noReturn", int64(explore.NoReturn(trace)))
	if text != nil {
		w.Key("script")
		w.B = append(w.B, text...)
	}
}
