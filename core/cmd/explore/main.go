// Command explore answers whether an acknowledged record can be lost, by going through every order of writes, fetches
// and failures of one partition.
//
//	explore --replicas 3 --min-insync-replicas 2 --elr --failures 3 --kinds kill,powerOff,shrink,fence
//	explore --json ...   the answer as JSON
//	explore --script ... the script that plays the loss in the model
//	explore --table      the answers for 1 to 3 replicas, every minimum, ELR and unclean elections on and off, and every
//	                     choice of at most three failures: a line of JSON for each
//	explore --thorough   metadata and proposals of an ISR arrive when they arrive: many more states
//	explore --without epochStartToJoin ...   Kafka without one of its rules
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"highwater/core/internal/explore"
	"highwater/core/internal/protocol"
)

func main() {
	c := explore.Config{Acks: protocol.AcksAll}
	flag.IntVar(&c.Replicas, "replicas", 3, "replicas of the partition, 1 to 4")
	flag.IntVar(&c.MinInSyncReplicas, "min-insync-replicas", 2, "min.insync.replicas")
	flag.BoolVar(&c.ELR, "elr", true, "eligible leader replicas")
	flag.BoolVar(&c.Unclean, "unclean", false, "unclean.leader.election.enable")
	flag.IntVar(&c.Records, "records", 3, "records that are written, 1 to 4")
	flag.IntVar(&c.Most, "failures", 3, "failures at most")
	kinds := flag.String("kinds", "kill,powerOff,shrink,fence", "kinds of failures; stop is the fifth")
	flag.BoolVar(&c.SplitFetches, "split-fetches", false, "a fetch takes two steps, its request and its answer")
	flag.BoolVar(&c.Thorough, "thorough", false, "metadata and AlterPartition requests take their time, too")
	flag.BoolVar(&c.SkipKnown, "skip-known", false,
		"not Kafka: with --thorough, a leader skips metadata whose partition epoch it knows already")
	acks := flag.String("acks", "all", "all or 1")
	without := flag.String("without", "none", "a rule of Kafka that is left out")
	limit := flag.Int("states", 20_000_000, "states at most")
	table := flag.Bool("table", false, "print the table")
	script := flag.Bool("script", false, "print the script that plays the loss")
	asJSON := flag.Bool("json", false, "print JSON")
	flag.Parse()
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	if *table {
		printTable(out, c.Records)
		return
	}
	if err := ask(&c, *kinds, *acks, *without); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if *script {
		if err := printScript(out, c, *limit); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	answer(out, c, *limit, *asJSON)
}

// ask reads what is asked in words.
func ask(c *explore.Config, kinds, acks, without string) error {
	for name := range strings.SplitSeq(kinds, ",") {
		kind, known := explore.KindNamed(name)
		if !known {
			return fmt.Errorf("no kind of failure %q; there are kill, powerOff, shrink, fence and stop", name)
		}
		c.Kinds |= explore.KindsOf(kind)
	}
	switch acks {
	case "all":
	case "1":
		c.Acks = protocol.AcksLeader
	default:
		return fmt.Errorf("acks is %q, and must be all or 1", acks)
	}
	rule, known := explore.RuleNamed(without)
	if !known {
		var names []string
		for r := range explore.Rules {
			names = append(names, r.String())
		}
		return fmt.Errorf("no rule %q; there are %s", without, strings.Join(names, ", "))
	}
	c.Without = rule
	return c.Check()
}

// printScript prints the script of the shortest way to a loss.
func printScript(out io.Writer, c explore.Config, limit int) error {
	s := explore.NewSearch(c, limit)
	for s.Work(1 << 12) {
	}
	trace := s.Trace()
	if trace == nil {
		return errors.New("no loss was found")
	}
	text, _ := c.Play(c.Tidy(trace), "A lost record")
	if text == nil {
		return errors.New("no script plays this: Kafka is without a rule, or the news must be late by the right time")
	}
	fmt.Fprintf(out, "%s\n", text)
	return nil
}

// report is an answer as JSON.
type report struct {
	Replicas          int     `json:"replicas"`
	MinInSyncReplicas int     `json:"minInsyncReplicas"`
	ELR               bool    `json:"elr"`
	Unclean           bool    `json:"unclean"`
	Acks              string  `json:"acks"`
	Records           int     `json:"records"`
	Without           string  `json:"without"`
	Thorough          bool    `json:"thorough"`
	Layers            []layer `json:"layers"`
	Complete          bool    `json:"complete"` // every layer that was asked for, or a loss
	Lost              bool    `json:"lost"`
	Trace             []step  `json:"trace,omitempty"`
}

// layer is one number of failures that has been searched to its end.
type layer struct {
	Failures int `json:"failures"`
	States   int `json:"states"` // with at most so many
}

type step struct {
	Action  string   `json:"action"`
	Broker  int32    `json:"broker,omitempty"`
	Lose    *int     `json:"lose,omitempty"`
	Changes int      `json:"changes,omitempty"` // of a thorough search's hear: how many it takes in together
	Leader  int      `json:"leader,omitempty"`  // of its shrink: who proposes it
	Failure bool     `json:"failure"`
	Broken  []string `json:"broken"`
}

// answer searches and prints.
func answer(out io.Writer, c explore.Config, limit int, asJSON bool) {
	begun := time.Now()
	s := explore.NewSearch(c, limit)
	r := report{
		Replicas: c.Replicas, MinInSyncReplicas: c.MinInSyncReplicas, ELR: c.ELR, Unclean: c.Unclean,
		Acks: c.Acks.String(), Records: c.Records, Without: c.Without.String(), Thorough: c.Thorough,
		Layers: []layer{},
	}
	for more := true; more; {
		more = s.Work(1 << 12)
		for len(r.Layers) < s.Complete() {
			r.Layers = append(r.Layers, layer{len(r.Layers), s.StatesWithin(len(r.Layers))})
		}
	}
	trace := s.Trace()
	r.Lost, r.Complete = trace != nil, !s.Full()
	for _, at := range explore.Replay(c, trace) {
		r.Trace = append(r.Trace, stepOf(at))
	}
	if asJSON {
		encoder := json.NewEncoder(out)
		encoder.SetIndent("", "  ")
		_ = encoder.Encode(r)
		return
	}
	for _, l := range r.Layers {
		fmt.Fprintf(out, "no acknowledged record is lost in any of the %d states with at most %d failures\n",
			l.States, l.Failures)
	}
	switch {
	case r.Lost:
		fmt.Fprintf(out, "with %d failures an acknowledged record can be lost: %d steps\n", len(r.Layers), len(trace))
	case !r.Complete:
		fmt.Fprintf(out, "%d failures: not finished, for want of room for more than %d states\n", len(r.Layers), s.States())
	}
	seconds := time.Since(begun).Seconds()
	fmt.Fprintf(out, "%d states in %.2f s, %.0f a second\n", s.States(), seconds, float64(s.States())/seconds)
	last := explore.NoReturn(trace)
	for i, at := range r.Trace {
		fmt.Fprintf(out, "%3d  %s\n", i+1, at.text(i == last))
	}
}

func stepOf(at explore.Step) step {
	s := step{Action: at.Kind.String(), Broker: at.Broker, Failure: at.IsFailure(), Broken: []string{}}
	switch at.Kind {
	case explore.PowerOff:
		s.Lose = &at.Lose
	case explore.Hear:
		s.Changes = at.Lose
	case explore.Shrink:
		s.Leader = at.Lose
	}
	for p := range explore.Promises {
		if at.Broken.Has(p) {
			s.Broken = append(s.Broken, p.String())
		}
	}
	return s
}

// text writes a step in a line.
func (s step) text(last bool) string {
	text := s.Action
	if s.Broker > 0 {
		text += fmt.Sprintf(" %d", s.Broker)
	}
	if s.Lose != nil {
		text += fmt.Sprintf(", and the last %d of its log", *s.Lose)
	}
	if s.Changes > 1 {
		text += fmt.Sprintf(", of %d changes together", s.Changes)
	}
	if s.Leader > 0 {
		text += fmt.Sprintf(", proposed by %d", s.Leader)
	}
	if s.Failure {
		text += "  (failure)"
	}
	if last {
		text += "  no further failure is needed"
	}
	if len(s.Broken) > 0 {
		text += "  broken: " + strings.Join(s.Broken, ", ")
	}
	return text
}

// printTable prints a line for every cell.
func printTable(out io.Writer, records int) {
	for _, c := range explore.Configurations(records) {
		t := explore.NewTable(c)
		for t.Work(1 << 12) {
		}
		for _, found := range t.Cells() {
			fmt.Fprintln(out, line(c, found))
		}
	}
}

// line writes a cell as a line of JSON.
func line(c explore.Config, found explore.Cell) string {
	f, steps := found.Failures, "null"
	if found.Trace != nil {
		steps = strconv.Itoa(len(found.Trace))
	}
	return fmt.Sprintf(`{"replicas": %d, "minInsyncReplicas": %d, "elr": %t, "unclean": %t, `+
		`"failures": {"kill": %d, "powerOff": %d, "shrink": %d, "fence": %d, "stop": %d}, "lost": %t, "steps": %s}`,
		c.Replicas, c.MinInSyncReplicas, c.ELR, c.Unclean,
		f[explore.Kill], f[explore.PowerOff], f[explore.Shrink], f[explore.Fence], f[explore.Stop],
		found.Trace != nil, steps)
}
