package proofread

import (
	"highwater/core"
	"highwater/core/internal/document"
)

// Answers returns, for each prediction of a script's lesson, the number of the option that holds where a learner does
// each deed as the cards ask for it; -1: none.
func Answers(text []byte) (holds []int) {
	s, err := core.Parse(text)
	if err != nil || s.Lesson == nil {
		return nil
	}
	c := checker{text: string(text), wants: OfTheLibrary(nil)}
	c.lesson, _ = document.Read(text, core.MaxScriptBytes).Get("lesson")
	plan, _ := c.play(&s)
	for _, p := range plan.Predictions {
		holds = append(holds, p.Holds)
	}
	return holds
}

// run plays the script, and checks that it comes to all that the lesson consists of.
func (c *checker) run(s *core.Script) {
	plan, whole := c.play(s)
	if !whole {
		c.mend(c.lesson, "its run is too long to be played to its end here; a run of its own, ./build.sh lint, does that")
		return
	}
	c.ties(plan)
	c.chapters(plan)
	c.cards(plan)
	c.predictions(plan)
}

// play plays the script as a learner does who does each deed as the cards ask for it, and returns the plan in the end,
// and whether it came to the end.
func (c *checker) play(s *core.Script) (plan *core.Plan, whole bool) {
	r := core.New(*s)
	plays := 1
	cards := kids(c.lesson, "cards")
	for _, card := range cards {
		if _, ok := card.Get("do"); ok {
			plays++
		}
	}
	each := max(1, c.wants.Most/plays)
	if plan, whole = core.MakePlan(r, each); !whole {
		return nil, false
	}
	c.ties(plan)
	for i := range plan.Cards {
		do, ok := cards[i].Get("do")
		if !ok || !c.deed(r, plan, i, do) {
			continue
		}
		if plan, whole = core.MakePlan(r, each); !whole {
			return nil, false
		}
		if !plan.Cards[i].Done.Known {
			c.mend(get(do, "done"), "it does not hold though the deed is done where the card asks for it; look at the "+
				"run's events")
		}
	}
	return plan, true
}

// deed does what a card asks for where it does so, unless it is done by then; it reports whether it did.
func (c *checker) deed(r *core.Run, plan *core.Plan, i int, do document.Value) bool {
	card := &plan.Cards[i]
	if !card.At.Known {
		return false
	}
	if card.Done.Known && card.Done.Event <= card.At.Last {
		c.mend(get(do, "done"), "it holds before the card asks for the deed; add what only the deed brings about, "+
			"or an \"after\"")
		return false
	}
	r.SeekEvent(card.At.Last + 1)
	step := get(do, "step")
	if _, err := r.Act([]byte(step.Source())); err != nil {
		c.mend(step, "cannot be done where the card asks for it: %s", err.Error())
		return false
	}
	return true
}

// never is said of what the run does not come to.
const never = "it never holds in the run; look at the run's events"

// chapters checks that all chapters begin, one after the other.
func (c *checker) chapters(plan *core.Plan) {
	last := -2
	for i, v := range kids(c.lesson, "chapters") {
		place := plan.Chapters[i]
		switch {
		case !place.Known:
			c.mend(get(v, "begins"), never)
		case place.Moment <= last:
			c.mend(get(v, "begins"), "it holds no later than the beginning of the chapter before; put the chapters in order")
		default:
			last = place.Moment
		}
	}
}

// cards checks that all cards appear, in the order in which they stand.
func (c *checker) cards(plan *core.Plan) {
	last := -2
	for i, v := range kids(c.lesson, "cards") {
		place := plan.Cards[i].At
		switch {
		case !place.Known:
			c.mend(get(v, "at"), never)
		case place.Moment < last:
			c.mend(get(v, "at"), "it holds before the card above appears; put the cards in order")
		default:
			last = place.Moment
		}
	}
}

// predictions checks that each prediction is asked and decided, and that its options are not the same twice.
func (c *checker) predictions(plan *core.Plan) {
	for i, v := range kids(c.lesson, "predictions") {
		p := &plan.Predictions[i]
		switch {
		case !p.Decided.Known:
			c.mend(get(v, "options"), "none of the conditions holds in the run; one has to")
		case !p.Stop.Known:
			c.mend(get(v, "asked"), never)
		case p.Late:
			c.mend(get(v, "asked"), "it holds after what decides the prediction; ask earlier")
		}
		options := kids(v, "options")
		for j := range options {
			for k := range j {
				if one := get(options[j], "if"); one.Source() == get(options[k], "if").Source() {
					c.mend(one, "the same condition as that of another option; each answer needs its own")
				}
			}
		}
	}
}

// ties checks that no prediction is decided for two of its options at once, whether the deeds are done or not.
func (c *checker) ties(plan *core.Plan) {
	for i, v := range kids(c.lesson, "predictions") {
		if plan.Predictions[i].Tied {
			c.mend(get(v, "options"), "two conditions hold first, at the same event; make them exclude each other")
		}
	}
}
