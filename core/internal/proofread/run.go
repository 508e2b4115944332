package proofread

import (
	"math"

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
	c := checker{text: string(text)}
	c.lesson, _ = document.Read(text, core.MaxScriptBytes).Get("lesson")
	for _, p := range c.play(&s).Predictions {
		holds = append(holds, p.Holds)
	}
	return holds
}

// run plays the script, and checks that it comes to all that the lesson consists of.
func (c *checker) run(s *core.Script) {
	plan := c.play(s)
	c.ties(plan)
	c.chapters(plan)
	c.cards(plan)
	c.predictions(plan)
}

// play plays the script as a learner does who does each deed as the cards ask for it, and returns the plan in the end.
func (c *checker) play(s *core.Script) *core.Plan {
	r := core.New(*s)
	plan := planOf(r)
	c.ties(plan)
	for i := range plan.Cards {
		if do, ok := at(c.list("cards"), i).Get("do"); ok {
			plan = c.deed(r, plan, i, do)
		}
	}
	return plan
}

func planOf(r *core.Run) *core.Plan {
	plan, _ := core.MakePlan(r, math.MaxInt)
	return plan
}

// deed does what a card asks for where it does so, and checks that it is done then, and was not before.
func (c *checker) deed(r *core.Run, plan *core.Plan, i int, do document.Value) *core.Plan {
	card := &plan.Cards[i]
	step, _ := do.Get("step")
	done, _ := do.Get("done")
	if !card.At.Known {
		return plan
	}
	if card.Done.Known && card.Done.Event <= card.At.Last {
		c.mend(done, "it holds before the card asks for the deed; add what only the deed brings about, or an \"after\"")
		return plan
	}
	r.SeekEvent(card.At.Last + 1)
	if _, err := r.Act([]byte(step.Source())); err != nil {
		c.mend(step, "cannot be done where the card asks for it: %s", err.Error())
		return plan
	}
	plan = planOf(r)
	if !plan.Cards[i].Done.Known {
		c.mend(done, "it does not hold though the deed is done where the card asks for it; look at the run's events")
	}
	return plan
}

// chapters checks that all chapters begin, one after the other.
func (c *checker) chapters(plan *core.Plan) {
	last := -2
	for i, place := range plan.Chapters {
		v, _ := at(c.list("chapters"), i).Get("begins")
		switch {
		case !place.Known:
			c.mend(v, "it never holds in the run; look at the run's events")
		case place.Moment <= last:
			c.mend(v, "it holds no later than the beginning of the chapter before; put the chapters in order")
		default:
			last = place.Moment
		}
	}
}

// cards checks that all cards appear, in the order in which they stand.
func (c *checker) cards(plan *core.Plan) {
	last := -2
	for i, card := range plan.Cards {
		v, _ := at(c.list("cards"), i).Get("at")
		switch {
		case !card.At.Known:
			c.mend(v, "it never holds in the run; look at the run's events")
		case card.At.Moment < last:
			c.mend(v, "it holds before the card above appears; put the cards in order")
		default:
			last = card.At.Moment
		}
	}
}

// predictions checks that each prediction is asked and decided.
func (c *checker) predictions(plan *core.Plan) {
	for i := range plan.Predictions {
		v := at(c.list("predictions"), i)
		options, _ := v.Get("options")
		p := &plan.Predictions[i]
		switch {
		case !p.Decided.Known:
			c.mend(options, "none of the conditions holds in the run; one has to")
		case !p.Stop.Known:
			asked, _ := v.Get("asked")
			c.mend(asked, "it never holds in the run; look at the run's events")
		case p.Late:
			asked, _ := v.Get("asked")
			c.mend(asked, "it holds after what decides the prediction; ask earlier")
		}
		c.alternatives(options)
	}
}

// alternatives checks that the options are not the same condition twice.
func (c *checker) alternatives(options document.Value) {
	var before []string
	for option := range options.Kids() {
		v, _ := option.Get("if")
		for _, text := range before {
			if text == v.Source() {
				c.mend(v, "the same condition as that of another option; each answer needs its own")
			}
		}
		before = append(before, v.Source())
	}
}

// ties checks that no prediction is decided for two of its options at once, whether the deeds are done or not.
func (c *checker) ties(plan *core.Plan) {
	for i := range plan.Predictions {
		if plan.Predictions[i].Tied {
			options, _ := at(c.list("predictions"), i).Get("options")
			c.mend(options, "two conditions hold first, at the same event; make them exclude each other")
		}
	}
}
