package play

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"highwater/core/oracle/internal/script"
)

// What tells a strained machine, real milliseconds.
const (
	napMs      = 10   // how long the gauge sleeps at a time
	worstNapMs = 150  // how much longer such a sleep may take
	napsLateMs = 6000 // how much longer all of them may take in a minute, naps that are little late not counted
	napLateMs  = 20   // what a little is
	deedLateMs = 100  // how late a deed may be
)

// strainGauge measures whether the machine is too busy for the times of a script: how long a short sleep takes, how
// late deeds are done, and, from the network, whether a broker that should be well was silent.
type strainGauge struct {
	mu          sync.Mutex
	began       time.Time
	worst, sum  time.Duration // of the delays of naps
	latestDeed  time.Duration
	mustBeNoted []string
}

func newStrainGauge() *strainGauge { return &strainGauge{} }

// watch measures until the context is done.
func (g *strainGauge) watch(ctx context.Context) {
	g.mu.Lock()
	g.began = time.Now()
	g.mu.Unlock()
	for ctx.Err() == nil {
		before := time.Now()
		time.Sleep(napMs * time.Millisecond)
		delay := time.Since(before) - napMs*time.Millisecond
		g.mu.Lock()
		g.worst = max(g.worst, delay)
		if delay > napLateMs*time.Millisecond {
			g.sum += delay
		}
		g.mu.Unlock()
	}
}

// late notes how late a deed was done.
func (g *strainGauge) late(by time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.latestDeed = max(g.latestDeed, by)
}

// note notes something else that would not have happened on a machine with time.
func (g *strainGauge) note(what string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.mustBeNoted = append(g.mustBeNoted, what)
}

// findings says in what the machine was seen to be strained; "" in nothing.
func (g *strainGauge) findings() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	found := append([]string(nil), g.mustBeNoted...)
	if g.worst > worstNapMs*time.Millisecond {
		found = append(found, fmt.Sprintf("a sleep of %d ms took %d ms longer", napMs, g.worst.Milliseconds()))
	}
	allowed := max(time.Second, time.Since(g.began)) * napsLateMs / 60000
	if g.sum > allowed {
		found = append(found, fmt.Sprintf("short sleeps were late by %d ms in all", g.sum.Milliseconds()))
	}
	if g.latestDeed > deedLateMs*time.Millisecond {
		found = append(found, fmt.Sprintf("a step came %d ms late", g.latestDeed.Milliseconds()))
	}
	return strings.Join(found, "; ")
}

// silence notes every gap in what a broker sends to the controller that no step explains.
func (r *run) silence() {
	for id := 1; id <= r.cluster.Brokers(); id++ {
		name := script.Name(id)
		for _, gap := range r.cluster.Net.Gaps()[name] {
			from, to := r.virtual(gap.From), r.virtual(gap.To)
			if from > 0 && to < r.script.Until && !explained(r.script.Steps, id, from, to) {
				r.strain.note(fmt.Sprintf("broker %d sent the controller nothing for %d ms",
					id, gap.To.Sub(gap.From).Milliseconds()))
			}
		}
	}
}

// explained reports whether a broker may be silent between two times because of a step: it, the controller or the link
// between the two is not well, or changes while it is silent. All steps are taken to work for a while after their time.
func explained(steps []script.Step, broker int, from, to float64) bool {
	const after = 15000 // until a process has booted, or has found the controller again
	away := map[string]bool{}
	for i := range steps {
		step := &steps[i]
		concerns := step.Broker == broker || step.Node == script.Controller || step.Verb == "link" &&
			(script.End(step.From) == script.Controller || script.End(step.To) == script.Controller)
		if !concerns || step.At > to {
			continue
		}
		if step.At+after >= from {
			return true
		}
		what := fmt.Sprint(step.Node, step.From, step.To)
		switch step.Verb {
		case "kill", "stop", "power-off", "freeze":
			away[what] = true
		case "start", "thaw":
			away[what] = false
		case "link":
			away[what] = step.Up != nil && !*step.Up || step.Latency != nil && *step.Latency > 0
		}
	}
	for _, is := range away {
		if is {
			return true
		}
	}
	return false
}
