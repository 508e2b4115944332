//go:build !js

package soak

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"highwater/core"
)

var (
	runs  = flag.Int("runs", 0, "how many scripts; 0: a few hundred short ones")
	seed  = flag.Uint64("seed", 1, "the first one's seed")
	out   = flag.String("out", "", "a folder for the scripts that break a promise, made small")
	most  = flag.Int("shrink", 3, "of how many scripts of a kind the smallest is looked for")
	file  = flag.String("script", "", "one script to check instead")
	trips = flag.Bool("travel", true, "go about in the time of every sixteenth run, too")
	paper = flag.String("report", "", "a file for what was found, as JSON")
	built = flag.String("version", "", "of what the report is about")
)

// legal reports whether a script is one, and starts with logs that could have come about.
func legal(text []byte) bool {
	_, err := core.Parse(text)
	return err == nil && possible(readSetting(text))
}

// limit is how long one script may take, on a busy machine.
const limit = 3 * time.Minute

// outcome is what one script showed.
type outcome struct {
	broken []violation
	stakes map[string]int
	lines  int
	end    int64 // the time of the last line, in microseconds
	far    bool  // a request waits for a deadline that is minutes away
	err    error
	took   time.Duration
}

// play runs a script and holds every line against the promises.
func play(text []byte) (o outcome) {
	start := time.Now()
	w := newWorld(text)
	defer func() {
		if p := recover(); p != nil {
			stack := make([]byte, 4096)
			w.fail("panic", "%v\n%s", p, stack[:runtime.Stack(stack, false)])
		}
		o.broken, o.stakes, o.lines, o.end, o.far = w.broken, w.stakes, w.n, w.now, w.far
		o.took = time.Since(start)
	}()
	script, err := core.Parse(text)
	if err != nil {
		o.err = err
		return o
	}
	o.err = core.Result(script, w.read)
	switch {
	case w.end == nil:
		w.fail("lines", "there is no summary")
	case (o.err == nil) != (w.end.Ended == nil):
		w.fail("lines", "the error is %v, and the summary says %+v", o.err, w.end.Ended)
	}
	return o
}

// whole plays a script, and travels through every sixteenth.
func whole(name string, text []byte, n uint64, short bool) outcome {
	defer watch(name, text, limit)()
	o := play(text)
	if !*trips || n%16 != 0 || o.err != nil || o.took > 2*time.Second || !travels(o, short) {
		return o
	}
	broken, stakes := travel(text, n)
	o.broken = append(o.broken, broken...)
	for check, count := range stakes {
		o.stakes[check] += count
	}
	return o
}

// travels reports whether going about in a run costs little: looking ahead goes through two minutes of it.
func travels(o outcome, short bool) bool {
	most := 30_000
	if short {
		most = 3000
	}
	return o.lines > 0 && !o.far && o.lines < most && float64(o.lines)/float64(o.end)*120e6 < float64(most)
}

// watch ends the program when one script takes too long, and says which: nothing else can stop it.
func watch(what string, text []byte, limit time.Duration) (done func()) {
	timer := time.AfterFunc(limit, func() {
		keep("endless-"+what, text, []violation{{"endless", fmt.Sprintf("more than %v", limit)}})
		fmt.Fprintf(os.Stderr, "%s has run for %v:\n%s\n", what, limit, head(text))
		os.Exit(3)
	})
	return func() { timer.Stop() }
}

func head(text []byte) []byte { return text[:min(len(text), 3000)] }

// keep writes down a script that breaks a promise.
func keep(name string, text []byte, broken []violation) {
	if *out == "" {
		return
	}
	_ = os.MkdirAll(*out, 0o755)
	var why strings.Builder
	for _, v := range broken {
		fmt.Fprintln(&why, v)
	}
	_ = os.WriteFile(filepath.Join(*out, name+".json"), text, 0o644)
	_ = os.WriteFile(filepath.Join(*out, name+".txt"), []byte(why.String()), 0o644)
}

// TestRandomScripts plays random scripts; -runs says how many, -seed from where.
func TestRandomScripts(t *testing.T) {
	if *file != "" {
		text, err := os.ReadFile(*file)
		if err != nil {
			t.Fatal(err)
		}
		o := play(text)
		for _, v := range o.broken {
			t.Error(v)
		}
		t.Logf("%d lines, %v, %v", o.lines, o.took, o.err)
		return
	}
	count, short := *runs, *runs == 0
	if short {
		count = 250
	}
	s := soak{t: t, keys: keysOf(), short: short, stakes: map[string]int{}, kinds: map[string]int{}}
	for i := range count {
		s.run(*seed + uint64(i))
	}
	t.Logf("%d scripts, %d lines, %d stopped at a limit, the slowest took %v", count, s.lines, s.limited,
		s.slowest.Round(time.Millisecond))
	broken := 0
	for _, n := range s.kinds {
		broken += n
	}
	if broken > 0 {
		t.Logf("broken: %v", s.kinds)
	}
	report(t, count, s.lines, broken)
	for _, check := range slices.Sorted(maps.Keys(s.stakes)) {
		t.Logf("%9d times at stake: %s", s.stakes[check], check)
	}
}

// report leaves behind what was found, if it is asked for.
func report(t *testing.T, scripts, events, broken int) {
	if *paper == "" {
		return
	}
	text := fmt.Sprintf(`{"version": %q, "seed": %d, "scripts": %d, "events": %d, "broken": %d}`+"\n",
		*built, *seed, scripts, events, broken)
	if err := os.WriteFile(*paper, []byte(text), 0o644); err != nil {
		t.Error(err)
	}
}

// soak is many scripts, one after the other.
type soak struct {
	t       *testing.T
	keys    map[string][]key
	short   bool
	stakes  map[string]int
	kinds   map[string]int // how many scripts break a promise, by kind
	lines   int
	limited int
	slowest time.Duration
}

func (s *soak) run(n uint64) {
	name := fmt.Sprint("seed-", n)
	text := generate(n, s.keys, s.short)
	o := whole(name, text, n, s.short)
	s.lines, s.slowest = s.lines+o.lines, max(s.slowest, o.took)
	if o.err != nil {
		s.limited++
	}
	for check, count := range o.stakes {
		s.stakes[check] += count
	}
	if o.took > 10*time.Second {
		keep("slow-"+name, text, []violation{{"slow", o.took.String()}})
	}
	if len(o.broken) == 0 {
		return
	}
	first := o.broken[0]
	s.kinds[first.check]++
	if s.kinds[first.check] > *most {
		s.t.Fail()
		return
	}
	small := shrink(text, first.check)
	keep(first.check+"-"+name, small, append(o.broken, play(small).broken...))
	s.t.Errorf("%s: %v; the smallest script found:\n%s", name, first, head(small))
}
