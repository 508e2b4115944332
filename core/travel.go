package core

import (
	"math"
)

// SeekTime moves to the instant at: everything due by then has happened.
func (r *Run) SeekTime(at Time) {
	r.BeginSeekTime(at)
	r.finish()
}

// SeekEvent moves to the place after n events, or as far as the run goes. With 0, before anything has happened.
func (r *Run) SeekEvent(n int) {
	r.BeginSeekEvent(n)
	r.finish()
}

// SeekMoment moves to the end of moment n, or of the last one that comes before long; before 0, to the start.
func (r *Run) SeekMoment(n int) {
	r.BeginSeekMoment(n)
	r.finish()
}

// Step moves by k notable events, forwards or, with a negative k, backwards. It returns by how many it moved: fewer if
// it reaches the start, or when nothing notable happens for a long time (see Next). The place where stepping began is
// an extra stop, so that stepping there and back again leads back to it.
func (r *Run) Step(k int) int {
	r.BeginStep(k)
	r.finish()
	return r.Moved()
}

// StepMoments is Step by moments: forwards to the ends of those to come, backwards to the ends of those before. A place
// within a moment is not its end.
func (r *Run) StepMoments(k int) int {
	r.BeginStepMoments(k)
	r.finish()
	return r.Moved()
}

// finish completes the task under way.
func (r *Run) finish() {
	for !r.Work(math.MaxInt) {
	}
}

// Act lets the learner act at the place: action is one step without its time, as JSON, and takes place now. What was
// known to come after is discarded; so are earlier acts that lay there, but not the script's own steps. It returns the
// instant of the action.
func (r *Run) Act(action []byte) (Time, error) {
	at, err := r.BeginAct(action)
	r.finish()
	return at, err
}
