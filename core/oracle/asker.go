package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"highwater/core"
	"highwater/core/internal/realkafka"
	"highwater/core/internal/result"
	"highwater/core/oracle/internal/install"
	"highwater/core/oracle/internal/play"
	"highwater/core/oracle/internal/recording"
)

// asker plays scripts on one Kafka.
type asker struct {
	*options
	kafka *install.Kafka
}

// maxRuns is how often a script is played before what it shows is called a difference: where Kafka is not of one mind,
// any of its minds will do for the model.
const maxRuns = 3

func newAsker(ctx context.Context, o *options, version string) (*asker, error) {
	dir := filepath.Join(o.root, ".build", "kafka")
	kafka, err := install.Get(ctx, dir, version, func(what string) { fmt.Println(what) })
	return &asker{o, kafka}, err
}

// verdict is what came of asking about a script.
type verdict struct {
	*asked
	recording   []byte
	failed      error    // why it was not played, or not to its end
	differences []string // none: Kafka and the model agree
	strain      string   // in what the machine was too busy; then differences say nothing
	notes       []string // what went otherwise than asked in the last run
	times       []string // what was compared with which allowance
	took        time.Duration
	runs        int
}

// askAll asks about all scripts, several at a time, and returns the verdicts as they come.
func (a *asker) askAll(ctx context.Context, scripts []*asked) <-chan *verdict {
	todo := make(chan *asked, len(scripts))
	for _, s := range scripts {
		todo <- s
	}
	close(todo)
	verdicts := make(chan *verdict, len(scripts)) // Nobody waits for who listens no more.
	var workers sync.WaitGroup
	for range a.jobs {
		workers.Go(func() {
			for s := range todo {
				if ctx.Err() == nil {
					v := a.ask(ctx, s)
					verdicts <- &v
				}
			}
		})
	}
	go func() {
		workers.Wait()
		close(verdicts)
	}()
	return verdicts
}

// ask plays a script, and holds the model against what came of it.
func (a *asker) ask(ctx context.Context, s *asked) (v verdict) {
	began := time.Now()
	v = verdict{asked: s, failed: s.cannot}
	defer func() { v.took = time.Since(began) }()
	if v.failed != nil {
		return v
	}
	events, summary, err := playModel(s)
	if err != nil {
		v.failed = err
		return v
	}
	var runs []*play.Summary
	for v.runs = 1; ; v.runs++ {
		one, err := a.play(ctx, s)
		if err != nil {
			v.failed = err
			return v
		}
		runs = append(runs, one)
		v.notes = append(one.Notes, one.Brokers...)
		if one.Strain != "" {
			v.strain = one.Strain
		}
		if v.runs < a.runs {
			continue
		}
		if v.failed = v.compare(s, a.scale, runs, events, &summary); v.failed != nil {
			return v
		}
		if len(v.differences) == 0 || v.runs >= maxRuns || v.strain != "" {
			return v
		}
	}
}

// playModel plays a script in the model.
func playModel(s *asked) ([]result.Line, result.Summary, error) {
	var text []byte
	if err := core.Result(s.model, func(line []byte) { text = append(text, line...) }); err != nil {
		return nil, result.Summary{}, fmt.Errorf("the model: %w", err)
	}
	return result.Parse(text)
}

// play plays a script once, and once more if the machine was too busy or the cluster did not come up.
func (a *asker) play(ctx context.Context, s *asked) (one *play.Summary, err error) {
	for range 2 {
		one, err = play.Play(ctx, a.kafka, s.real, a.scale)
		if ctx.Err() != nil || err == nil && one.Strain == "" {
			break
		}
	}
	return one, err
}

// compare makes a recording of the runs, and holds the model against it.
func (v *verdict) compare(
	s *asked, scale float64, runs []*play.Summary, events []result.Line, summary *result.Summary,
) (err error) {
	if v.recording, err = recording.Merge(s.name, scale, runs); err != nil {
		return err
	}
	want, err := realkafka.Read(v.recording)
	if err != nil {
		return err
	}
	c, err := realkafka.Compare(want, s.text, events, summary)
	if err != nil {
		return err
	}
	v.differences, v.times = c.Differences, c.Times
	return nil
}

// keep writes the recording, and for a random script that differs the script beside it.
func (a *asker) keep(v *verdict) error {
	if v.recording == nil {
		return nil
	}
	files := map[string][]byte{filepath.Join(a.out, v.name+".json"): v.recording}
	if a.random > 0 {
		if len(v.differences) == 0 {
			return nil
		}
		differs := filepath.Join(a.root, ".build", "kafka", "differs")
		said := strings.Join(append(v.differences, v.notes...), "\n") + "\n"
		files = map[string][]byte{
			filepath.Join(differs, v.name+".json"):           v.text,
			filepath.Join(differs, v.name+".recording.json"): v.recording,
			filepath.Join(differs, v.name+".txt"):            []byte(said),
		}
	}
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
