package main

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// benchRuns is how many times each Go benchmark runs; the median counts.
const benchRuns = 3

// runBench prints the budget table: what everything costs beside what it may cost. It fails above a hard limit.
func runBench(p project, args []string) error {
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	core := flags.Bool("core", true, "measure the timer and the purgatory")
	page := flags.Bool("page", true, "measure the page in Chromium")
	if err := flags.Parse(args); err != nil {
		return err
	}
	var rows []row
	if *core {
		found, err := p.benchCore()
		if err != nil {
			return err
		}
		rows = append(rows, coreRows(found)...)
		simulated, err := p.benchSimulation()
		if err != nil {
			return err
		}
		rows = append(rows, simulated...)
	}
	found, err := p.weigh()
	if err != nil {
		return err
	}
	fmt.Println(found.perFiles)
	rows = append(rows, found.rows()...)
	if *page {
		measured, err := p.benchPage()
		if err != nil {
			return err
		}
		rows = append(rows, measured.rows()...)
	}
	return printBudget(os.Stdout, rows)
}

// result is what the runs of one Go benchmark measured.
type result struct {
	nanoseconds []float64 // Per operation, run by run.
	allocations float64   // Per operation, the most of all runs.
}

// results holds each benchmark's result by its name, without "Benchmark" and the number of processors.
type results map[string]*result

// benchLine is what `go test -bench` prints for one run.
var benchLine = regexp.MustCompile(`(?m)^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op(?:.*?\s([\d.]+) allocs/op)?`)

// benchCore runs the benchmarks of the timer and the purgatory and prints them as they are.
func (p project) benchCore() (results, error) {
	out, err := p.output(nil, "go", "test", "-run", "^$", "-bench", "Timer|PurgatoryWatchComplete", "-benchmem",
		"-benchtime", "0.5s", "-count", strconv.Itoa(benchRuns), "./core/internal/timer", "./core/internal/purgatory")
	if err != nil {
		return nil, err
	}
	fmt.Println(string(out))
	return parseBench(string(out))
}

// smallest is the simulation whose speed is looked at by itself.
var smallest = simulation(3, 1)

func simulation(brokers, partitions int) string {
	return fmt.Sprintf("Simulation/%dbrokers/%dpartitions", brokers, partitions)
}

// benchSimulation measures how fast a cluster under load is simulated, natively and in WebAssembly under Node, compiled
// as the page's module is, and what an event costs when the cluster grows.
func (p project) benchSimulation() ([]row, error) {
	arguments := []string{
		"test", "-run", "^$", "-bench", "Simulation", "-benchtime", "1s", "-count", strconv.Itoa(benchRuns), "./core",
	}
	var rows []row
	both := results{} // the smallest simulation on each target
	for _, target := range []struct {
		name  string
		run   func(name string, args ...string) ([]byte, error)
		flags []string
	}{
		{"natively", func(name string, args ...string) ([]byte, error) { return p.output(nil, name, args...) }, nil},
		{"in WebAssembly", p.outputWasm, []string{leanRuntime}},
	} {
		out, err := target.run("go", slices.Insert(slices.Clone(arguments), 1, target.flags...)...)
		if err != nil {
			return nil, err
		}
		fmt.Println(string(out))
		found, err := parseBench(string(out))
		if err != nil {
			return nil, err
		}
		both[target.name] = found[smallest]
		rows = append(rows, simulationRows(found, target.name)...)
	}
	against := row{
		what: "simulated events per second in WebAssembly, against natively", hard: 0.25, aim: 0.5, unit: "x", atLeast: true,
	}
	return append(rows, both.against(against, "natively", "in WebAssembly")), nil
}

// simulationRows returns the lines of the table for the simulation's speed on one target.
func simulationRows(found results, target string) []row {
	speed := row{what: "simulated events per second " + target, hard: none, aim: none}
	if small := found[smallest]; small != nil {
		speed.measured = math.Round(1e9 / median(small.nanoseconds))
	} else {
		speed.missing = "no " + smallest
	}
	dearer := func(what string) row {
		return row{what: "an event " + target + ", " + what, hard: none, aim: none, unit: "x"}
	}
	return []row{
		speed,
		found.against(dearer("100 partitions against 1"), simulation(3, 100), smallest),
		found.against(dearer("9 brokers against 3"), simulation(9, 1), smallest),
		found.against(dearer("9 brokers and 100 partitions against 3 and 1"), simulation(9, 100), smallest),
	}
}

// parseBench reads what `go test -bench` printed.
func parseBench(text string) (results, error) {
	found := results{}
	for _, match := range benchLine.FindAllStringSubmatch(text, -1) {
		nanoseconds, err := strconv.ParseFloat(match[2], 64)
		if err != nil {
			return nil, err
		}
		allocations := 0.0
		if match[3] != "" {
			if allocations, err = strconv.ParseFloat(match[3], 64); err != nil {
				return nil, err
			}
		}
		if found[match[1]] == nil {
			found[match[1]] = &result{}
		}
		entry := found[match[1]]
		entry.nanoseconds = append(entry.nanoseconds, nanoseconds)
		entry.allocations = max(entry.allocations, allocations)
	}
	if len(found) == 0 {
		return nil, errors.New("go test -bench printed no result")
	}
	return found, nil
}

// against divides one benchmark's median by another's. The row says so if either is missing.
func (r results) against(line row, over, under string) row {
	if r[over] == nil || r[under] == nil {
		line.missing = "no " + over + " or no " + under
		return line
	}
	line.measured = median(r[over].nanoseconds) / median(r[under].nanoseconds)
	return line
}

// allocations returns the most that any benchmark whose name has the part in it allocates per operation.
func (r results) allocations(line row, part string) row {
	line.missing = "no " + part
	for name, entry := range r {
		if strings.Contains(name, part) {
			line.missing = ""
			line.measured = max(line.measured, entry.allocations)
		}
	}
	return line
}

// coreRows are the lines of the budget table that the core's benchmarks decide.
func coreRows(found results) []row {
	const random, ordered, purgatory = "TimerCancelAdd/", "TimerCancelAddInOrder/", "PurgatoryWatchComplete/"
	faster := func(what string, hard, aim float64) row {
		return row{what: what, hard: hard, aim: aim, unit: "x", atLeast: true}
	}
	dearer := func(what string, hard, aim float64) row {
		return row{what: what, hard: hard, aim: aim, unit: "x"}
	}
	return []row{
		found.against(faster("timer, cancel + add, 100,000 outstanding: faster than container/heap", 3, 6),
			random+"heap/100000", random+"wheel/100000"),
		found.against(faster("the same, requests answered in order", none, none),
			ordered+"heap/100000", ordered+"wheel/100000"),
		found.against(dearer("timer, cancel + add, 1,000,000 against 1,000", none, none),
			random+"wheel/1000000", random+"wheel/1000"),
		found.against(dearer("the same, requests answered in order", none, none),
			ordered+"wheel/1000000", ordered+"wheel/1000"),
		found.allocations(row{what: "timer, allocations per add, cancel and advance"}, "/wheel/"),
		found.against(dearer("purgatory, watch + complete, 1,000,000 parked against 1,000", 3, 2),
			purgatory+"1000000", purgatory+"1000"),
		found.allocations(row{what: "purgatory, allocations per watch + complete", hard: none, aim: none}, purgatory),
	}
}

// median returns the middle of values, or none if there are no values.
func median(values []float64) float64 { return quantile(values, 0.5) }

// quantile returns the smallest value that at least the given part of all values does not exceed, or none without
// values.
func quantile(values []float64, part float64) float64 {
	if len(values) == 0 {
		return none
	}
	sorted := slices.Sorted(slices.Values(values))
	rank := int(part*float64(len(sorted))+0.999999) - 1
	return sorted[min(max(rank, 0), len(sorted)-1)]
}
