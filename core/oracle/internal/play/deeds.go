package play

import (
	"context"
	"errors"
	"fmt"
	"time"

	"highwater/core/oracle/internal/cluster"
	"highwater/core/oracle/internal/script"
	"highwater/core/oracle/internal/wire"
)

// deeds returns what a step is made of.
func (r *run) deeds(i int) []deed {
	step := &r.script.Steps[i]
	one := func(do func(context.Context) error) []deed {
		return []deed{{step.At, fmt.Sprintf("steps[%d] %s", i, step.Verb), do}}
	}
	switch step.Verb {
	case "send":
		return r.sends(step)
	case "start":
		return r.starts(i)
	case "produce":
		q := r.rawRequest(step)
		return one(func(ctx context.Context) error { return r.raw(ctx, q, &step.Args) })
	case "set":
		return one(func(ctx context.Context) error { return r.set(ctx, &step.Args) })
	case "elect":
		return one(func(ctx context.Context) error { return r.elect(ctx, &step.Args) })
	case "reassign":
		return one(func(ctx context.Context) error { return r.reassign(ctx, &step.Args) })
	case "delete-records":
		return one(func(ctx context.Context) error { return r.deleteRecords(ctx, &step.Args) })
	}
	do, known := plain[step.Verb]
	if !known {
		do = func(*run, *script.Args) error { return errors.New("a real cluster cannot do this") }
	}
	return one(func(context.Context) error { return do(r, &step.Args) })
}

// plain are the verbs that are done at once.
var plain = map[string]func(*run, *script.Args) error{
	"flush": func(r *run, a *script.Args) error {
		r.apps[a.Producer].tell(map[string]any{"do": "flush"})
		return nil
	},
	"close": func(r *run, a *script.Args) error {
		deed := map[string]any{"do": "close"}
		if a.Timeout != nil {
			deed["timeout"] = r.real(*a.Timeout).Milliseconds()
		}
		r.apps[a.Producer].tell(deed)
		r.apps[a.Producer].closed = true
		return nil
	},
	"kill": func(r *run, a *script.Args) error {
		if a.Producer != "" {
			r.apps[a.Producer].die()
			return nil
		}
		r.node(a).Kill()
		return nil
	},
	"power-off": func(r *run, a *script.Args) error { return r.powerOff(a) },
	"stop": func(r *run, a *script.Args) error {
		ended := r.node(a).Stop()
		go func() {
			<-ended
			r.note("broker %d has stopped", a.Broker)
		}()
		return nil
	},
	"freeze": func(r *run, a *script.Args) error {
		r.node(a).Freeze()
		return nil
	},
	"thaw": func(r *run, a *script.Args) error {
		r.node(a).Thaw()
		return nil
	},
	"fetch-delay": func(r *run, a *script.Args) error {
		r.cluster.Net.DelayFetches(script.Name(a.Broker), r.real(a.MS))
		return nil
	},
	"fetch-pause": func(r *run, a *script.Args) error {
		r.cluster.Net.PauseFetches(script.Name(a.Broker), true)
		return nil
	},
	"fetch-resume": func(r *run, a *script.Args) error {
		r.cluster.Net.PauseFetches(script.Name(a.Broker), false)
		return nil
	},
	"link": func(r *run, a *script.Args) error {
		from, to := script.End(a.From), script.End(a.To)
		if a.Latency != nil {
			r.cluster.Net.Delay(from, to, r.real(*a.Latency))
		}
		if a.Up != nil {
			r.cluster.Net.SetUp(from, to, *a.Up)
		}
		if a.Silent {
			r.cluster.Net.Silence(from, to)
		}
		return nil
	},
}

// node is the controller or broker that a step names.
func (r *run) node(a *script.Args) *cluster.Node {
	if a.Node == script.Controller {
		return r.cluster.Controller
	}
	return r.cluster.Broker(a.Broker)
}

// sends is a deed for every record.
func (r *run) sends(step *script.Step) (deeds []deed) {
	app := r.apps[step.Producer]
	for n := range max(step.Count, 1) {
		value := step.Value
		if step.Count > 0 {
			value = fmt.Sprintf("%s-%d", step.Value, n+1)
		}
		deeds = append(deeds, deed{step.At + float64(n)*step.Every, "send " + value, func(context.Context) error {
			app.send(&step.Args, value, 0)
			return nil
		}})
	}
	return deeds
}

// rawRequest adds a raw request to the summary.
func (r *run) rawRequest(step *script.Step) *Request {
	acks := "all"
	if number, err := acksOf(step.Acks); err == nil && number != -1 {
		acks = fmt.Sprint(number)
	}
	q := &Request{Request: len(r.requests) + 1, Acks: acks}
	for _, b := range step.Partitions {
		q.Partitions = append(q.Partitions, Answer{b.Topic, b.Partition, "", -1})
	}
	r.requests = append(r.requests, q)
	return q
}

// powerOff takes the power from a broker's machine, and from its logs what was not on disk yet.
func (r *run) powerOff(a *script.Args) error {
	r.cluster.Net.Mute(script.Name(a.Broker), true)
	r.node(a).Kill()
	lost := -1
	if number, is := a.Lose.(float64); is {
		lost = int(number)
	}
	for _, log := range r.node(a).Logs() {
		if err := wire.LoseTail(log, lost); err != nil {
			return err
		}
	}
	return nil
}

// A JVM takes seconds to boot. It is started ahead of its time where it was down for long enough, real milliseconds. A
// producer, of whom nobody hears until it sends, may come earlier.
const (
	bootMs         = 4000
	producerBootMs = 10000
	pauseMs        = 1500
)

// starts boots a process ahead of its step where there is time for it, and has the others hear of it only then.
func (r *run) starts(i int) []deed {
	step := &r.script.Steps[i]
	var launch, appear func(context.Context) error
	ahead := max(step.At-bootMs/r.scale, r.downSince(i)+pauseMs/r.scale)
	switch {
	case step.Producer != "":
		ahead = max(0, step.At-producerBootMs/r.scale)
		launch, appear = r.apps[step.Producer].starts()
	case step.Node == script.Controller:
		launch, appear = r.startsController()
	default:
		launch, appear = r.startsBroker(&step.Args)
	}
	what := fmt.Sprintf("steps[%d] start", i)
	if ahead >= step.At {
		return []deed{{step.At, what, func(ctx context.Context) error { return errors.Join(launch(ctx), appear(ctx)) }}}
	}
	return []deed{{ahead, what + " (boot)", launch}, {step.At, what, appear}}
}

// downSince returns when the process that step i starts went down.
func (r *run) downSince(i int) (t float64) {
	started := r.script.Steps[i].Args
	for _, step := range r.script.Steps[:i] {
		same := step.Broker == started.Broker && step.Node == started.Node
		switch step.Verb {
		case "kill", "stop", "power-off":
			if same {
				t = step.At
			}
		}
	}
	return t
}

// startsBroker returns how a broker is started, and how the controller comes to hear of it.
func (r *run) startsBroker(a *script.Args) (launch, appear func(context.Context) error) {
	name := script.Name(a.Broker)
	launch = func(ctx context.Context) error {
		n := r.node(a)
		if n.Up() && !n.Stopping {
			return nil
		}
		if n.Up() {
			select {
			case <-n.Stop():
			case <-time.After(3 * time.Second):
				n.Kill()
				r.strain.note(fmt.Sprintf("broker %d had to be killed before its start", a.Broker))
			}
		}
		r.cluster.Net.Hold(name, true)
		r.cluster.Net.Mute(name, false)
		return n.Start()
	}
	appear = func(context.Context) error {
		r.cluster.Net.Hold(name, false)
		return nil
	}
	return launch, appear
}

// startsController does the same for the controller: it boots up to where it would load its log, and until its time
// connections to it are refused. From then on it counts the brokers' sessions.
func (r *run) startsController() (launch, appear func(context.Context) error) {
	goOn := func() {}
	launch = func(context.Context) (err error) {
		if r.cluster.Controller.Up() {
			return nil
		}
		r.cluster.Net.Refuse(script.Controller, true)
		goOn, err = r.cluster.Controller.StartHalted("Waiting for controller quorum voters future")
		return err
	}
	appear = func(context.Context) error {
		goOn()
		r.cluster.Net.Refuse(script.Controller, false)
		return nil
	}
	return launch, appear
}

// starts does the same for an application, whose next process may be there before the last has gone. What a script
// starts while it lives stays as it is.
func (a *application) starts() (launch, appear func(context.Context) error) {
	var next *life
	launch = func(context.Context) (err error) {
		next, err = a.launch()
		return err
	}
	appear = func(ctx context.Context) error {
		if next == nil {
			return nil // It did not start, and that has been noted.
		}
		if !a.process.Ended() && !a.closed {
			next.process.Kill()
			return nil
		}
		a.process.Kill() // Closed, it may be there still.
		a.run.locked(func() { a.life, a.closed = next, false })
		return a.wait(ctx, next)
	}
	return launch, appear
}
