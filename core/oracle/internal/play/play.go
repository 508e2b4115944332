// Package play plays a script on a real Kafka and says what came of it, as far as a cluster tells it from outside: what
// became of requests and records, what stands in the logs, where high watermarks are, and what the controller's own log
// says of partitions and brokers. What the purgatory does, and why, it does not tell.
//
// Virtual milliseconds are real ones times a scale; every configuration that is a time is scaled alike, and the times
// in a Summary are virtual again.
package play

import (
	"context"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"highwater/core/oracle/internal/cluster"
	"highwater/core/oracle/internal/install"
	"highwater/core/oracle/internal/script"
	"highwater/core/oracle/internal/wire"
)

// DefaultScale is how many real milliseconds a virtual one takes unless said otherwise.
const DefaultScale = 0.5

// run is one run of a script.
type run struct {
	script  *script.Script
	cluster *cluster.Cluster
	dir     string
	clock
	client *kgo.Client
	admin  *kadm.Client
	topics map[[16]byte]string // names by id
	apps   map[string]*application
	strain *strainGauge

	mu         sync.Mutex
	started    bool // The clock runs: before, nothing is noted.
	records    []*Record
	requests   []*Request
	produced   []*wire.Request
	watermarks map[string][]watermark // by partition, "topic/0"
	notes      []string
}

// watermark is a leader's high watermark when it was seen to have changed.
type watermark struct {
	t      float64
	offset int64
}

// Play plays a script on a cluster of its own, and returns what came of it. When it returns, no process is left.
func Play(ctx context.Context, kafka *install.Kafka, s *script.Script, scale float64) (_ *Summary, err error) {
	dir, err := os.MkdirTemp("", "highwater-kafka-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	r := &run{
		script: s, dir: dir, clock: clock{scale: scale}, topics: map[[16]byte]string{},
		apps: map[string]*application{}, watermarks: map[string][]watermark{}, strain: newStrainGauge(),
	}
	r.cluster, err = cluster.New(ctx, kafka, dir, s.Cluster.Brokers, s.Cluster.ELR(), r.nodeConfig())
	if err != nil {
		return nil, err
	}
	defer r.close()
	for _, prepare := range []func(context.Context) error{r.cluster.Start, r.connect, r.makeTopics, r.startApplications} {
		if err := prepare(ctx); err != nil {
			return nil, err
		}
	}
	r.warmUp()
	time.Sleep(300 * time.Millisecond)
	if err := r.play(ctx); err != nil {
		return nil, err
	}
	return r.observe(ctx)
}

func (r *run) close() {
	for _, app := range r.apps {
		app.kill()
	}
	if r.client != nil {
		r.client.Close()
	}
	r.cluster.Close()
}

// play does every deed at its time, until the script ends.
func (r *run) play(ctx context.Context) error {
	r.mu.Lock()
	r.start = time.Now()
	r.started = true
	r.mu.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	var watchers sync.WaitGroup
	watchers.Go(func() { r.watchWatermarks(ctx) })
	watchers.Go(func() { r.strain.watch(ctx) })
	defer watchers.Wait()
	defer cancel()
	for _, deed := range r.timeline() {
		if err := sleepUntil(ctx, r.at(deed.at)); err != nil {
			return err
		}
		r.strain.late(time.Since(r.at(deed.at)))
		if err := deed.do(ctx); err != nil {
			r.note("%s: %v", deed.what, err)
		}
	}
	return sleepUntil(ctx, r.at(r.script.Until))
}

// note keeps what went otherwise than asked, with its time.
func (r *run) note(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.notes = append(r.notes, fmt.Sprintf("%.0f: ", r.now())+fmt.Sprintf(format, args...))
}

// locked calls f while nobody else works on what the run keeps.
func (r *run) locked(f func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	f()
}

// sleepUntil returns at a time, or with an error as soon as the context is done.
func sleepUntil(ctx context.Context, t time.Time) error {
	timer := time.NewTimer(time.Until(t))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// deed is what the harness does at a time: a step, a part of one, or what a step needs ahead of it.
type deed struct {
	at   float64
	what string
	do   func(ctx context.Context) error
}

// timeline returns all deeds in order.
func (r *run) timeline() []deed {
	var deeds []deed
	for i := range r.script.Steps {
		deeds = append(deeds, r.deeds(i)...)
	}
	slices.SortStableFunc(deeds, func(a, b deed) int {
		switch {
		case a.at < b.at:
			return -1
		case a.at > b.at:
			return 1
		}
		return 0
	})
	return deeds
}
