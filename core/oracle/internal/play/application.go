package play

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"highwater/core/oracle/internal/links"
	"highwater/core/oracle/internal/process"
	"highwater/core/oracle/internal/script"
	"highwater/core/oracle/internal/wire"
)

// application is an application with a producer, and its process. After a kill and a start it has another process.
type application struct {
	run            *run
	id             string
	hosts, servers string
	config         map[string]any
	lives          []*life // all that were launched
	closed         bool
	*life          // the run's lock guards which one it is
}

// life is one process of an application.
type life struct {
	process *process.Process
	mu      sync.Mutex // of in
	in      io.Writer
	ready   chan error // has what became of its start
	sent    []*Record  // by the id under which the process knows a record, less 1; the run's lock guards it
}

// firstApplication is the number of the first application among the nodes of the network.
const firstApplication = 150

// startApplications starts a process for every producer of the script.
func (r *run) startApplications(ctx context.Context) error {
	for i, p := range r.script.Producers {
		app := &application{run: r, id: p.ID, config: p.Config}
		var err error
		app.hosts, app.servers, err = r.cluster.LinkClient(p.ID, firstApplication+i, func(broker string) links.Tap {
			return wire.NewTap(p.ID, broker, r.locked, r.saw)
		})
		if err != nil {
			return err
		}
		r.apps[p.ID] = app
		if app.life, err = app.launch(); err != nil {
			return err
		}
		if err := app.wait(ctx, app.life); err != nil {
			return err
		}
	}
	return nil
}

// saw keeps a produce request that a proxy saw. It is called under the run's lock.
func (r *run) saw(request *wire.Request) {
	if r.started {
		r.produced = append(r.produced, request)
	}
}

// launch starts a process for the application.
func (a *application) launch() (*life, error) {
	r := a.run
	errors, err := os.OpenFile(a.log(), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer errors.Close()
	command := r.cluster.Kafka().Producer(a.hosts)
	in, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	command.Stderr = errors
	l := &life{in: in, ready: make(chan error, 1)}
	if l.process, err = process.Start(command); err != nil {
		return nil, err
	}
	var topics []string
	for _, t := range r.script.Cluster.Topics {
		topics = append(topics, t.Name)
	}
	l.tell(map[string]any{
		"config": r.producerConfig(a.id, a.servers, a.config), "topics": topics, "warm": warmUpAloneTopic,
	})
	go r.listen(a.id, l, out)
	a.lives = append(a.lives, l)
	return l, nil
}

func (a *application) log() string { return filepath.Join(a.run.dir, "producer-"+a.id+".log") }

// wait waits until a process is ready for its first deed.
func (a *application) wait(ctx context.Context, l *life) error {
	timer := time.NewTimer(startLimit)
	defer timer.Stop()
	select {
	case err := <-l.ready:
		return err
	case <-timer.C:
		return fmt.Errorf("producer %s did not start; see %s", a.id, a.log())
	case <-ctx.Done():
		return ctx.Err()
	}
}

// kill ends all processes of the application at once, those that wait for their time, too.
func (a *application) kill() {
	for _, l := range a.lives {
		l.process.Kill()
	}
}

// tell writes a line to the process, which may be dead.
func (l *life) tell(deed map[string]any) {
	line, err := json.Marshal(deed)
	if err != nil {
		return // It is made of texts and numbers.
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	_, _ = l.in.Write(append(line, '\n'))
}

// send hands a record over, and again when the application has waited for long enough.
func (a *application) send(args *script.Args, value string, resend int) {
	var l *life
	a.run.locked(func() { l = a.life })
	if l.process.Ended() {
		return
	}
	record := &Record{
		Producer: a.id, Value: value, Resend: resend, Topic: args.Topic, Partition: -1, Outcome: pending, Error: "NONE",
		Errors: []string{}, Copies: []int{}, Offsets: []int64{},
	}
	deed := map[string]any{"do": "send", "topic": args.Topic, "value": value, "size": args.Size}
	if args.Partition != nil {
		record.Partition = *args.Partition
		deed["partition"] = *args.Partition
	}
	if args.Key != nil {
		deed["key"] = *args.Key
	}
	a.run.locked(func() {
		l.sent = append(l.sent, record)
		deed["id"] = len(l.sent)
		a.run.records = append(a.run.records, record)
	})
	l.tell(deed)
	if args.GiveUp == nil || resend >= args.Resends() {
		return
	}
	time.AfterFunc(a.run.real(*args.GiveUp), func() {
		again := false
		a.run.locked(func() { again = record.Outcome != acknowledged && l == a.life })
		if again {
			a.send(args, value, resend+1)
		}
	})
}

const (
	pending      = "pending"
	acknowledged = "acknowledged"
	failed       = "failed"
	neverSent    = "never-sent"
	neverTold    = "never-told"
)

// die kills the application: nobody is told of what has not been told yet.
func (a *application) die() {
	a.process.Kill()
	a.run.locked(func() {
		for _, record := range a.sent {
			if record.Outcome == pending {
				record.Outcome = neverTold // Unless the wire never had it: see observe.
			}
		}
	})
}

// listen reads what a process says, to its end.
func (r *run) listen(id string, l *life, out io.Reader) {
	lines := bufio.NewScanner(out)
	lines.Buffer(make([]byte, 1<<16), 1<<20)
	for lines.Scan() {
		var said saying
		if json.Unmarshal(lines.Bytes(), &said) != nil {
			continue
		}
		switch said.Event {
		case "ready":
			l.ready <- nil
		case "refused":
			l.ready <- fmt.Errorf("producer %s refused its configuration: %s: %s", id, said.Error, said.Message)
		default:
			r.locked(func() { r.heard(l, &said) })
		}
	}
	select {
	case l.ready <- errors.New("producer " + id + " ended"):
	default:
	}
}

// saying is a line that an application's process says.
type saying struct {
	T              int64 // real milliseconds since 1970
	Event          string
	ID             int
	Error, Message string
	Partition      int32
	Offset         int64
}

// heard notes what became of a record.
func (r *run) heard(l *life, said *saying) {
	if said.ID < 1 || said.ID > len(l.sent) {
		return
	}
	record := l.sent[said.ID-1]
	t := r.virtual(time.UnixMilli(said.T))
	switch {
	case said.Event == "sent":
		record.Enqueued = &t
	case record.Outcome != pending:
	case said.Event == "ack":
		record.Outcome, record.Acknowledged, record.Partition = acknowledged, &t, said.Partition
		if said.Offset >= 0 {
			record.Offset = &said.Offset
		}
	case said.Event == "fail":
		record.Outcome, record.Error, record.Failed = failed, said.Error, &t
	}
}
