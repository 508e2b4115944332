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
	runs = flag.Int("runs", 300, "how many scripts")
	seed = flag.Uint64("seed", 1, "the first one's seed")
	out  = flag.String("out", "", "a folder for the scripts that break a promise, shrunk")
	most = flag.Int("shrink", 3, "of how many scripts of a kind the smallest is looked for")
	file = flag.String("script", "", "one script to check instead")
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

// play runs a script and holds every line against the promises. alter may change the lines, to see whether the checks
// see it.
func play(text []byte, alter func(line []byte) [][]byte) (o outcome) {
	start := time.Now()
	w := newWorld(text)
	defer func() {
		if p := recover(); p != nil {
			stack := make([]byte, 4096)
			w.fail("panic", "%v\n%s", p, stack[:runtime.Stack(stack, false)])
		}
		o.broken, o.stakes, o.lines, o.end, o.far, o.took = w.broken, w.stakes, w.n, w.now, w.far, time.Since(start)
	}()
	script, err := core.Parse(text)
	if err != nil {
		o.err = err
		return o
	}
	var l line
	o.err = core.Result(script, func(text []byte) {
		for _, text := range altered(text, alter) {
			if err := l.read(text); err != nil {
				w.fail("lines", "%v", err)
				continue
			}
			w.take(&l)
		}
	})
	if o.err == nil && w.end == nil {
		w.fail("lines", "there is no summary")
	}
	return o
}

func altered(text []byte, alter func([]byte) [][]byte) [][]byte {
	if alter == nil {
		return [][]byte{text}
	}
	return alter(text)
}

// whole plays a script, and travels through every sixteenth.
func whole(name string, text []byte, n uint64) outcome {
	defer watch(name, text, limit)()
	o := play(text, nil)
	if n%16 != 0 || o.err != nil || o.took > 2*time.Second || !travels(o) {
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
func travels(o outcome) bool {
	return o.lines > 0 && !o.far && o.lines < 20_000 && float64(o.lines)/float64(o.end)*120e6 < 30_000
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
		o := play(text, nil)
		for _, v := range o.broken {
			t.Error(v)
		}
		t.Logf("%d lines, %v, %v", o.lines, o.took, o.err)
		return
	}
	keys := keysOf()
	stakes, kinds := map[string]int{}, map[string]int{}
	lines, refused, limited, slowest := 0, 0, 0, time.Duration(0)
	for i := range *runs {
		n := *seed + uint64(i)
		name := fmt.Sprint("seed-", n)
		text := generate(n, keys)
		o := whole(name, text, n)
		lines, slowest = lines+o.lines, max(slowest, o.took)
		if o.err != nil {
			if legal(text) {
				limited++
			} else {
				refused++
			}
		}
		for check, count := range o.stakes {
			stakes[check] += count
		}
		if o.took > 10*time.Second {
			keep("slow-"+name, text, []violation{{"slow", o.took.String()}})
		}
		if len(o.broken) > 0 {
			first := o.broken[0]
			if kinds[first.check]++; kinds[first.check] <= *most {
				small := shrink(text, first.check)
				keep(first.check+"-"+name, small, play(small, nil).broken)
				t.Errorf("%s: %v", name, first)
			}
		}
	}
	t.Logf("%d scripts, %d lines, %d refused, %d stopped at a limit, the slowest took %v", *runs, lines, refused, limited,
		slowest.Round(time.Millisecond))
	if len(kinds) > 0 {
		t.Logf("broken: %v", kinds)
	}
	for _, check := range slices.Sorted(maps.Keys(stakes)) {
		t.Logf("%9d times at stake: %s", stakes[check], check)
	}
}
