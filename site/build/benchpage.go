package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

// pageTimes is what the script in Chromium measured, in milliseconds.
type pageTimes struct {
	Start      []float64   `json:"start"`      // Navigation to interactive, run by run.
	EmptyStart []float64   `json:"emptyStart"` // The same for the empty page.
	Frames     [][]float64 `json:"frames"`     // The work of each frame while the crowd plays, run by run.
	History    [][]float64 `json:"history"`    // The same while records come to thousands that a producer has sent.
	Seeks      [][]float64 `json:"seeks"`      // The work of each seek, run by run.
	Memory     []float64   `json:"memory"`     // What the page holds after steps in several scenarios, in MB, run by run.

	Two   []searchTimes `json:"two"`   // The search with two records, run by run.
	Three []searchTimes `json:"three"` // The same with three.

	inFlight int // How many requests are parked in the middle of the crowd's run.
	events   int // How many events the long run has.
}

// searchTimes is what one search for a lost record showed.
type searchTimes struct {
	Took   float64   `json:"took"`  // ms until the answer
	First  float64   `json:"first"` // ms until the states without a failure were complete
	States float64   `json:"states"`
	Memory float64   `json:"memory"` // of the worker's module, MB
	Frames []float64 `json:"frames"` // the work of each of the page's meanwhile, ms
}

// benchPage measures in Chromium the page with a crowd of requests, the page with a long run, and the empty page.
func (p project) benchPage() (pageTimes, error) {
	var times pageTimes
	dir, err := os.MkdirTemp("", "highwater-bench-")
	if err != nil {
		return times, err
	}
	defer os.RemoveAll(dir)
	crowd, err := p.packWith(filepath.Join(dir, "crowd"), crowdScript())
	if err != nil {
		return times, err
	}
	long, err := p.packWith(filepath.Join(dir, "long"), longScript())
	if err != nil {
		return times, err
	}
	if _, err := p.packWith(filepath.Join(dir, "history"), historyScript()); err != nil {
		return times, err
	}
	times.inFlight, times.events = parkedHalfway(crowd), len(long)
	if err := p.packEmpty(filepath.Join(dir, "empty")); err != nil {
		return times, err
	}
	listener, err := listen(0)
	if err != nil {
		return times, err
	}
	mux := http.NewServeMux()
	for _, name := range []string{"crowd", "history", "long", "empty"} {
		mux.Handle("/"+name+"/", http.StripPrefix("/"+name, siteHandler(filepath.Join(dir, name), false)))
	}
	mux.Handle("/site/", http.StripPrefix("/site", siteHandler(p.dist, false)))
	server := &http.Server{Handler: mux}
	defer server.Close()
	go func() { _ = server.Serve(listener) }()
	out, err := p.output(nil, "node", "site/test/bench/page.js", "http://"+listener.Addr().String()+"/")
	if err != nil {
		return times, err
	}
	return times, json.Unmarshal(out, &times)
}

// packWith makes a site whose opening is the given script, and returns the events of the script's run.
func (p project) packWith(dist, script string) ([]runEvent, error) {
	scenarios := dist + ".scenarios"
	file := filepath.Join(scenarios, "opening.json")
	err := errors.Join(os.MkdirAll(scenarios, 0o755), os.WriteFile(file, []byte(script), 0o600))
	if err != nil {
		return nil, err
	}
	p.dist, p.scenarios, p.plain = dist, scenarios, true // like the empty page
	if _, err := p.pack(); err != nil {
		return nil, err
	}
	out, err := p.output(nil, "go", "run", "./core/cmd/run", file)
	if err != nil {
		return nil, err
	}
	var events []runEvent
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var event runEvent
		if err := decoder.Decode(&event); errors.Is(err, io.EOF) {
			return events[:len(events)-1], nil // The last line is the summary.
		} else if err != nil {
			return nil, err
		}
		events = append(events, event)
	}
}

// runEvent is what a benchmark has to know of an event.
type runEvent struct {
	Kind string  `json:"kind"`
	Time float64 `json:"t"`
}

// parkedHalfway counts the requests that are parked when half of the time is over.
func parkedHalfway(events []runEvent) int {
	parked := 0
	for _, event := range events {
		switch {
		case event.Time > events[len(events)-1].Time/2:
			return parked
		case event.Kind == "park":
			parked++
		case event.Kind == "complete" || event.Kind == "expire":
			parked--
		}
	}
	return parked
}

// packEmpty makes the page that only starts the empty program.
func (p project) packEmpty(dist string) error {
	module, err := p.compile(emptyProgram)
	if err != nil {
		return err
	}
	glue, err := p.glue()
	if err != nil {
		return err
	}
	err = os.MkdirAll(dist, 0o755)
	for name, content := range map[string][]byte{"empty.wasm": module, "wasm_exec.js": glue} {
		err = errors.Join(err, os.WriteFile(filepath.Join(dist, name), content, 0o600))
	}
	return errors.Join(err, os.CopyFS(dist, os.DirFS(p.path("site/build/testdata/empty"))))
}

// The load of the page's benchmarks.
const (
	crowdSlowMs    = 2000 // How late a follower's fetches are; a request is parked for one to two times as long.
	crowdPeriodMs  = 30   // So that a hundred are parked on average.
	crowdRequests  = 1000
	historyRecords = 4000 // behind the frames that are measured
	longRequests   = 540
	longPeriodMs   = 20
	scriptTemplate = `{"version": 1, "title": "A crowd", "cluster": {"brokers": 3, "topics": [{"name": "payments",
"partitions": [{"replicas": [1, 2, 3]}]}]}, "steps": [%s], "until": %d}`
)

// crowdScript keeps about a hundred requests parked all the time, while some arrive and some complete.
func crowdScript() string {
	steps := []string{fmt.Sprintf(`{"at": 0, "fetch-delay": {"broker": 3, "ms": %d}}`, crowdSlowMs)}
	return requestScript(steps, crowdRequests, crowdPeriodMs)
}

// historyScript sends thousands of records at once, and then goes on with one after the other.
func historyScript() string {
	return fmt.Sprintf(`{"version": 1, "title": "A history", "cluster": {"brokers": 3, "topics": [{"name": "payments",
"partitions": [{"replicas": [1, 2, 3]}]}]}, "producers": [{"id": "p"}], "steps": [
{"at": 1, "send": {"producer": "p", "topic": "payments", "value": "old", "count": %d}},
{"at": 1000, "send": {"producer": "p", "topic": "payments", "value": "new", "count": %d, "every.ms": %d}}],
"until": %d}`, historyRecords, crowdRequests, crowdPeriodMs, 1000+crowdRequests*crowdPeriodMs)
}

// longScript returns a run of at least 10,000 events.
func longScript() string { return requestScript(nil, longRequests, longPeriodMs) }

// requestScript adds requests, one each period, to steps.
func requestScript(steps []string, requests, periodMs int) string {
	for i := range requests {
		steps = append(steps, fmt.Sprintf(`{"at": %d, "produce": {"acks": "all", "timeout.ms": 30000,
"partitions": [{"topic": "payments", "partition": 0, "records": ["r%d"]}]}}`, (i+1)*periodMs, i))
	}
	return fmt.Sprintf(scriptTemplate, strings.Join(steps, ",\n"), (requests+1)*periodMs)
}

// rows are the lines of the budget table that the page decides. Where there are several values in a run, its quantile
// comes first, and then the median of the runs.
func (t pageTimes) rows() []row {
	perRun := func(runs [][]float64, part float64) float64 {
		var values []float64
		for _, run := range runs {
			values = append(values, quantile(run, part))
		}
		return median(values)
	}
	lines := []row{
		{what: "start to interactive", measured: median(t.Start), hard: none, aim: none, unit: " ms"},
		{
			what: "start to interactive, against the empty page", measured: median(t.Start) / median(t.EmptyStart),
			hard: 2, aim: 1.25, unit: "x",
		},
		{
			what: fmt.Sprintf("one frame, %d requests in flight, median", t.inFlight), measured: perRun(t.Frames, 0.5),
			hard: none, aim: none, unit: " ms",
		},
		{what: "one frame, the slowest of a hundred", measured: perRun(t.Frames, 0.99), hard: 8, aim: 4, unit: " ms"},
		{
			what:     fmt.Sprintf("the same, behind %d records of a producer", historyRecords),
			measured: perRun(t.History, 0.99), hard: 8, aim: 4, unit: " ms",
		},
		{
			what: "memory of the page after 40 steps in each of three scenarios", measured: median(t.Memory),
			hard: 40, aim: 25, unit: " MB",
		},
		{
			what: fmt.Sprintf("seek in a run of %d events, the slowest", t.events), measured: perRun(t.Seeks, 1),
			hard: 100, aim: 30, unit: " ms",
		},
	}
	lines = append(lines, searchRows("two", t.Two, 600)...)
	lines = append(lines, searchRows("three", t.Three, 2500)...)
	for i := range lines {
		if math.IsNaN(lines[i].measured) {
			lines[i].missing = "the page gave no value"
		}
	}
	return lines
}

// searchRows are the lines of a search for a lost record: three brokers, three failures, and so many records.
func searchRows(records string, runs []searchTimes, hardMs float64) []row {
	of := func(get func(searchTimes) float64) float64 {
		var values []float64
		for _, run := range runs {
			values = append(values, get(run))
		}
		return median(values)
	}
	took := of(func(s searchTimes) float64 { return s.Took })
	states := of(func(s searchTimes) float64 { return s.States })
	return []row{
		{
			what: fmt.Sprintf("search for a lost record, %s records, %.0f states", records, states), measured: took,
			hard: hardMs, aim: hardMs, unit: " ms",
		},
		{what: "its states a second", measured: states / took * 1000, hard: none, aim: none},
		{
			what: "its first layer", measured: of(func(s searchTimes) float64 { return s.First }),
			hard: none, aim: 100, unit: " ms",
		},
		{
			what: "the memory of its module", measured: of(func(s searchTimes) float64 { return s.Memory }),
			hard: 160, aim: 160, unit: " MB",
		},
		{
			what:     "one frame of the page meanwhile, the slowest of a hundred",
			measured: of(func(s searchTimes) float64 { return quantile(s.Frames, 0.99) }), hard: 8, aim: 4, unit: " ms",
		},
	}
}
