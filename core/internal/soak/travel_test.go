//go:build !js

package soak

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"highwater/core"
)

// cells is how many records of each log a state shows here.
const cells = 6

// manyLines is how long a result may be to be gone about in: a run keeps more than that.
const manyLines = 25_000

// traveller goes through the time of one run by every way there is, and finds where two ways show different things.
type traveller struct {
	*rand.Rand
	script core.Script
	text   []byte
	broken []violation
	stakes map[string]int
}

func (t *traveller) fail(check, format string, args ...any) {
	t.broken = append(t.broken, violation{check, fmt.Sprintf(format, args...)})
}

// travel plays a script once more as a run, and goes up and down in it.
func travel(text []byte, seed uint64) (broken []violation, stakes map[string]int) {
	t := &traveller{Rand: rand.New(rand.NewPCG(seed, 77)), text: text, stakes: map[string]int{}}
	defer func() {
		if p := recover(); p != nil {
			t.fail("travel.panic", "%v", p)
		}
		broken, stakes = t.broken, t.stakes
	}()
	script, err := core.Parse(text)
	if err != nil {
		return nil, nil
	}
	t.script = script
	lines, last, err := result(script)
	if err != nil || len(lines) > manyLines || len(lines) == 0 {
		return nil, nil
	}
	t.whole(lines, last)
	t.places(len(lines))
	t.stepping(len(lines))
	t.acting(len(lines))
	return
}

// result is all lines of a script's result, and the last.
func result(script core.Script) (lines [][]byte, last []byte, err error) {
	err = core.Result(script, func(line []byte) { lines = append(lines, bytes.Clone(line)) })
	if err != nil || len(lines) == 0 {
		return nil, nil, err
	}
	return lines[:len(lines)-1], lines[len(lines)-1], nil
}

// whole: a run that goes to the end shows the lines and the summary of the result.
func (t *traveller) whole(lines [][]byte, last []byte) {
	run := core.New(t.script)
	t.stakes["travel.whole"]++
	run.SeekTime(t.script.Until)
	if got := run.AppendLines(nil, 0, len(lines)+1); !bytes.Equal(got, bytes.Join(lines, nil)) {
		t.fail("travel.whole", "a run has other lines than the result: %s", firstDifference(got, bytes.Join(lines, nil)))
	}
	if got := run.AppendSummary(nil); !bytes.Equal(got, last) {
		t.fail("travel.whole", "a run has another summary than the result: %s", firstDifference(got, last))
	}
}

// firstDifference is where two texts differ, with a little before it.
func firstDifference(a, b []byte) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	from := max(0, i-150)
	return fmt.Sprintf("at %d: %q, %q", i, a[from:min(len(a), i+80)], b[from:min(len(b), i+80)])
}

// places: a place shows the same whichever way one came.
func (t *traveller) places(events int) {
	var places []int
	for range 6 {
		places = append(places, t.IntN(events+1))
	}
	shown := map[int][]byte{}
	run := core.New(t.script)
	run.SeekTime(t.script.Until)
	for _, n := range places {
		run.SeekEvent(n)
		shown[n] = run.State(cells).AppendJSON(nil)
	}
	forwards := core.New(t.script)
	for n := 0; n <= events; n++ {
		want, ok := shown[n]
		if !ok {
			continue
		}
		for known := -1; forwards.Place() < n && known < forwards.Place(); { // it looks ahead two minutes at most
			known = forwards.Place()
			forwards.SeekEvent(n)
		}
		if forwards.Place() != n {
			continue
		}
		t.stakes["travel.places"]++
		if got := forwards.State(cells).AppendJSON(nil); !bytes.Equal(got, want) {
			t.fail("travel.places", "place %d of %d by another way: %s", n, events, firstDifference(got, want))
			return
		}
	}
	for range 3 {
		at := core.Time(t.Int64N(int64(t.script.Until) + 1))
		run.SeekTime(at)
		want := run.State(cells).AppendJSON(nil)
		fresh := core.New(t.script)
		fresh.SeekTime(at)
		t.stakes["travel.times"]++
		if got := fresh.State(cells).AppendJSON(nil); !bytes.Equal(got, want) {
			t.fail("travel.times", "time %v by another way: %s", at, firstDifference(got, want))
			return
		}
	}
}

// stepping: Next says when Step arrives, or neither finds anything; and a step back undoes one forward.
func (t *traveller) stepping(events int) {
	run, sought := core.New(t.script), true
	for range 12 {
		switch t.IntN(4) {
		case 0:
			run.SeekTime(core.Time(t.Int64N(int64(t.script.Until) + 1)))
			sought = true
		case 1:
			run.SeekEvent(t.IntN(events + 1))
			sought = true
		case 2:
			run.Step(t.IntN(5) - 2)
		}
		before := run.State(cells).AppendJSON(nil)
		at, found := run.Next()
		moved := run.Step(1)
		if sought { // else there may be a stop on the way: where the stepping set out from
			t.stakes["travel.next"]++
			if found != (moved == 1) || found && run.Now() != at {
				t.fail("travel.next", "next is %v, %t; step moved by %d to %v", at, found, moved, run.Now())
				return
			}
		}
		sought = false
		if moved == 0 || t.IntN(2) == 0 {
			continue
		}
		t.stakes["travel.back"]++
		if run.Step(-1) != -1 {
			t.fail("travel.back", "a step back from %v goes nowhere", at)
			return
		}
		if after := run.State(cells).AppendJSON(nil); !bytes.Equal(before, after) {
			t.fail("travel.back", "there and back from %v: %s", at, firstDifference(after, before))
			return
		}
	}
}

// acting: a run in which somebody acts is the result of the script with those acts.
func (t *traveller) acting(events int) {
	run := core.New(t.script)
	brokers := 1 + t.IntN(readSetting(t.text).Cluster.Brokers)
	for range 4 {
		run.SeekEvent(t.IntN(events + 1))
		if t.IntN(3) == 0 {
			run.SeekTime(core.Time(t.Int64N(int64(t.script.Until) + 1)))
		}
		verb := []string{"kill", "start", "freeze", "thaw", "fetch-pause", "fetch-resume", "stop"}[t.IntN(7)]
		act, _ := json.Marshal(map[string]any{verb: map[string]any{"broker": brokers}})
		if _, err := run.Act(act); err != nil {
			t.stakes["travel.act-refused"]++
			continue
		}
		run.Step(t.IntN(6))
	}
	to := run.Frontier()
	run.SeekTime(to)
	got := run.AppendLines(nil, 0, 4*manyLines)
	script := *run.Script()
	script.Until = to
	lines, _, err := result(script)
	if err != nil {
		return
	}
	t.stakes["travel.acts"]++
	if want := bytes.Join(lines, nil); !bytes.Equal(got, want) {
		t.fail("travel.acts", "a run with acts has other lines than their script: %s", firstDifference(got, want))
	}
}
