package main

import (
	"encoding/json"
	"errors"
	"fmt"
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
	Seeks      [][]float64 `json:"seeks"`      // The work of each seek, run by run.
	Events     int         `json:"events"`     // How many events the run has that is sought in.
	InFlight   int         `json:"inFlight"`   // How many requests were parked while frames were measured.
}

// benchPage measures in Chromium the page with a crowd of requests, the page with a long run, and the empty page.
func (p project) benchPage() (pageTimes, error) {
	var times pageTimes
	dir, err := os.MkdirTemp("", "highwater-bench-")
	if err != nil {
		return times, err
	}
	defer os.RemoveAll(dir)
	for name, script := range map[string]string{"crowd": crowdScript(), "long": longScript()} {
		if err := p.packWith(filepath.Join(dir, name), script); err != nil {
			return times, err
		}
	}
	if err := p.packEmpty(filepath.Join(dir, "empty")); err != nil {
		return times, err
	}
	listener, err := listen(0)
	if err != nil {
		return times, err
	}
	mux := http.NewServeMux()
	for _, name := range []string{"crowd", "long", "empty"} {
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

// packWith makes a site whose opening is the given script.
func (p project) packWith(dist, script string) error {
	scenarios := dist + ".scenarios"
	err := errors.Join(
		os.MkdirAll(scenarios, 0o755),
		os.WriteFile(filepath.Join(scenarios, "opening.json"), []byte(script), 0o600),
	)
	if err != nil {
		return err
	}
	p.dist, p.scenarios = dist, scenarios
	_, err = p.pack()
	return err
}

// packEmpty makes the page that only starts the empty program.
func (p project) packEmpty(dist string) error {
	module, err := p.compile(emptyProgram, "empty")
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
	crowdInFlight  = 100
	crowdSlowMs    = 2000 // How late a follower's fetches are, hence how long a request is parked.
	crowdRequests  = 1000
	longRequests   = 1500
	longPeriodMs   = 20
	scriptTemplate = `{"version": 1, "title": "A crowd", "cluster": {"brokers": 3, "topics": [{"name": "payments",
"partitions": [{"replicas": [1, 2, 3]}]}]}, "steps": [%s], "until": %d}`
)

// crowdScript keeps about crowdInFlight requests parked all the time, while some arrive and some complete.
func crowdScript() string {
	steps := []string{fmt.Sprintf(`{"at": 0, "fetch-delay": {"broker": 3, "ms": %d}}`, crowdSlowMs)}
	return requestScript(steps, crowdRequests, crowdSlowMs/crowdInFlight)
}

// longScript is a run of at least 10,000 events.
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
			what: fmt.Sprintf("one frame, %d requests in flight, median", t.InFlight), measured: perRun(t.Frames, 0.5),
			hard: none, aim: none, unit: " ms",
		},
		{what: "one frame, the slowest of a hundred", measured: perRun(t.Frames, 0.99), hard: 8, aim: 4, unit: " ms"},
		{
			what: fmt.Sprintf("seek in a run of %d events, the slowest", t.Events), measured: perRun(t.Seeks, 1),
			hard: 100, aim: 30, unit: " ms",
		},
	}
	for i := range lines {
		if math.IsNaN(lines[i].measured) {
			lines[i].missing = "the page gave no value"
		}
	}
	return lines
}
