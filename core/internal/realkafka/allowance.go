package realkafka

import (
	"fmt"
	"slices"
	"strings"

	"highwater/core/internal/result"
)

// How far a time in the model may be from the recorded one, in milliseconds. All allowances are in this file.
const (
	baseMs         = 250  // for every time: real links, disks and schedulers take what they take
	fetchBackoffMs = 1000 // replica.fetch.backoff.ms
	retryBackoffMs = 1000 // retry.backoff.max.ms of a client
	metadataLateMs = 1000 // after a link to the controller has healed: a broker's attempt at the metadata that fails first
	lateMs         = 3000 // after a start, stop or thaw: how long a real process may take to get going
	bootLateMs     = 6000 // after a start that has to recover from a kill or a power cut
)

// process is something that a broker, the controller or a client does periodically. Its phase on a real cluster is
// chance, so a time whose causes pass through it may differ by its period.
type process struct {
	name   string
	passes func(*result.Line) bool // the event is there because this process came round
	owner  func(*result.Line) string
	period func(*playedScript, *result.Line) float64
}

// processes are all there are. What is not here happens when its cause happens: a fetch in wait, for instance, that an
// append answers at once.
var processes = []process{
	{
		name:   "fetch loop",
		passes: func(e *result.Line) bool { return e.Kind == "fetch-response" && e.Reason == "wait-over" },
		owner:  func(e *result.Line) string { return fmt.Sprintf("of broker %d at %d", e.Follower, e.Broker) },
		period: fetchLoopMs,
	},
	{
		name:   "fetch backoff",
		passes: func(e *result.Line) bool { return e.Kind == "fetch-response" && e.Error != "" && e.Error != "NONE" },
		owner:  func(e *result.Line) string { return fmt.Sprintf("of broker %d at %d", e.Follower, e.Broker) },
		period: func(*playedScript, *result.Line) float64 { return fetchBackoffMs },
	},
	{
		// Only the check takes members out by proposal; what a leader proposes to add follows from a fetch.
		name: "ISR check",
		passes: func(e *result.Line) bool {
			return e.Kind == "isr" && e.State == "proposed" && len(result.BrokerSet(e.To)) < len(result.BrokerSet(e.From))
		},
		owner: func(e *result.Line) string { return fmt.Sprintf("of broker %d", e.Broker) },
		period: func(s *playedScript, _ *result.Line) float64 {
			return s.config("replica.lag.time.max.ms", 30000) / 2
		},
	},
	{
		// A broker is fenced so long after its last heartbeat, and unfenced by its next.
		name:   "heartbeat",
		passes: func(e *result.Line) bool { return e.Kind == "fence" || e.Kind == "unfence" },
		owner:  func(e *result.Line) string { return fmt.Sprintf("of broker %d", e.Broker) },
		period: func(s *playedScript, _ *result.Line) float64 {
			return s.config("broker.heartbeat.interval.ms", 2000)
		},
	},
	{
		name:   "stale check",
		passes: func(e *result.Line) bool { return e.Kind == "fence" },
		owner:  func(*result.Line) string { return "of the controller" },
		period: func(s *playedScript, _ *result.Line) float64 {
			return s.config("broker.session.timeout.ms", 9000) / 8
		},
	},
	{
		name:   clientBackoff,
		passes: func(e *result.Line) bool { return e.Kind == "retry" },
		owner:  func(e *result.Line) string { return "of " + e.Producer },
		period: func(*playedScript, *result.Line) float64 { return retryBackoffMs },
	},
}

const clientBackoff = "client backoff"

// fetchLoopMs is one round of a follower's fetches when nothing is written: the wait at the leader and the journey.
func fetchLoopMs(s *playedScript, e *result.Line) float64 {
	wait := s.config("replica.fetch.wait.max.ms", 500)
	return wait + s.journeyMs(e.Follower, e.Broker, e.T, wait)
}

// journeyMs is the longest delay that a round of fetches from leader could have met by time t. One that has been healed
// still counts while a fetch that set out under it may be on its way.
func (s *playedScript) journeyMs(follower, leader int, t, wait float64) float64 {
	longest := func(of func(playedStep) (ms float64, ok bool)) (most float64) {
		var inForce float64
		for _, step := range s.Steps {
			ms, ok := of(step)
			if !ok || step.At > t {
				continue
			}
			if step.At+inForce+wait >= t {
				most = max(most, inForce)
			}
			inForce = ms
		}
		return max(most, inForce)
	}
	link := func(from, to int) func(playedStep) (float64, bool) {
		return func(step playedStep) (float64, bool) {
			l := step.Link
			if l == nil || l.LatencyMs == nil || l.From != float64(from) || l.To != float64(to) {
				return 0, false
			}
			return *l.LatencyMs, true
		}
	}
	return longest(func(step playedStep) (float64, bool) {
		if step.FetchDelay == nil || step.FetchDelay.Broker != float64(follower) {
			return 0, false
		}
		return step.FetchDelay.Ms, true
	}) + longest(link(follower, leader)) + longest(link(leader, follower))
}

// lateness is how much later than the model Kafka may be because of event e, and why.
func (p *played) lateness(e *result.Line) (ms float64, why string) {
	switch {
	case e.Kind == "step" && e.Verb == "stop":
		return lateMs, "after a stop"
	case e.Kind == "step" && e.Verb == "thaw" || p.waitedForThaw(e):
		return lateMs, "after a thaw"
	case e.Kind == "step" && e.Verb == "link" && p.script.healsController(e.Step):
		return metadataLateMs, "metadata backoff after a heal"
	case e.Kind == "step" && e.Verb == "start":
		if e.Step < len(p.script.Steps) && p.script.recovers(e.Step) {
			return bootLateMs, "after a start that recovers"
		}
		return lateMs, "after a start"
	}
	return 0, ""
}

// healsController reports whether step i opens a link to the controller, or from it.
func (s *playedScript) healsController(i int) bool {
	if i >= len(s.Steps) || s.Steps[i].Link == nil {
		return false
	}
	l := s.Steps[i].Link
	return l.Up != nil && *l.Up && (l.From == "controller" || l.To == "controller")
}

// recovers reports whether the start at step i follows the unclean end of that broker's former life.
func (s *playedScript) recovers(i int) (unclean bool) {
	started := s.Steps[i].Start
	for _, step := range s.Steps[:i] {
		for _, end := range []struct {
			of      *onBroker
			unclean bool
		}{{step.Kill, true}, {step.PowerOff, true}, {step.Stop, false}} {
			if started != nil && end.of != nil && end.of.Broker == started.Broker {
				unclean = end.unclean
			}
		}
	}
	return unclean
}

// allowance is how far one time may be off, and why.
type allowance struct {
	early, late float64  // the model may be so much earlier, so much later
	why         []string // for people: every process and its period
	names       []string // the processes
}

// loose reports whether more than the base is allowed.
func (a allowance) loose() bool { return a.early > baseMs }

// earlier lets the model be earlier by so much more.
func (a *allowance) earlier(ms float64, why string) {
	a.early += ms
	a.why = append(a.why, fmt.Sprintf("%s %g early", why, ms))
	a.names = append(a.names, why)
}

func (a allowance) String() string {
	size := fmt.Sprintf("%g ms", a.late)
	if a.early != a.late {
		size = fmt.Sprintf("%g ms early, %g ms late", a.early, a.late)
	}
	return fmt.Sprintf("%s (%s)", size, strings.Join(append([]string{"base"}, a.why...), ", "))
}

// allowance walks the chain of causes from e to its root and adds the period of every process that it passes, once a
// process however often it comes round.
func (p *played) allowance(e *result.Line) allowance {
	a := allowance{early: baseMs, late: baseMs}
	if e == nil {
		a.why = []string{"no event carries it"}
		return a
	}
	var passed []string
	var firstPassed float64 // the time of the periodic event nearest to e
	for ; e != nil; e = p.ledTo(e) {
		for _, process := range processes {
			if !process.passes(e) {
				continue
			}
			if len(passed) == 0 {
				firstPassed = e.T
			}
			key := process.name + " " + process.owner(e)
			if slices.Contains(passed, key) {
				continue
			}
			passed = append(passed, key)
			ms := process.period(&p.script, e)
			a.early, a.late = a.early+ms, a.late+ms
			a.why = append(a.why, fmt.Sprintf("%s %g", key, ms))
			a.names = append(a.names, process.name)
		}
		ms, why := p.lateness(e)
		// A process that came round when even the latest broker was up no longer depends on when it came up.
		if ms > 0 && !slices.Contains(a.names, why) && (len(passed) == 0 || e.T+ms >= firstPassed) {
			a.earlier(ms, why)
		}
	}
	return a
}
