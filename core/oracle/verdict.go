package main

import (
	"fmt"
	"strings"
)

// words says what came of a script: one line, and one more for each difference.
func (v *verdict) words(verbose bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", v.name, v.outcome())
	fmt.Fprintf(&b, " (%d s", int(v.took.Seconds()))
	if v.runs > 1 {
		fmt.Fprintf(&b, ", %d runs", v.runs)
	}
	b.WriteString(")")
	for _, difference := range v.differences {
		b.WriteString("\n    " + difference)
	}
	if verbose {
		for _, time := range v.times {
			b.WriteString("\n    time " + time)
		}
	}
	if verbose || v.failed == nil && len(v.differences) > 0 {
		for _, note := range v.notes {
			b.WriteString("\n    note " + note)
		}
	}
	return b.String()
}

func (v *verdict) outcome() string {
	switch {
	case v.failed != nil:
		return "not played: " + v.failed.Error()
	case len(v.differences) == 0:
		return "Kafka and the model agree"
	case v.strain != "":
		return "strained: the machine was too busy to tell (" + v.strain + ")"
	}
	return "Kafka and the model differ"
}

// tally counts verdicts.
type tally struct {
	agree, differ, strained, notPlayed int
	differing                          []string
}

func (t *tally) add(v *verdict) {
	switch {
	case v.failed != nil:
		t.notPlayed++
	case len(v.differences) == 0:
		t.agree++
	case v.strain != "":
		t.strained++
	default:
		t.differ++
		t.differing = append(t.differing, v.name)
	}
}

// played is how many scripts have been asked about.
func (t *tally) played() int { return t.agree + t.differ + t.strained + t.notPlayed }

// words sums up.
func (t *tally) words(version string) string {
	s := fmt.Sprintf("Kafka %s and the model agree in %d of %d scripts.", version, t.agree, t.played())
	if t.differ > 0 {
		s += fmt.Sprintf(" They differ in %d: %s.", t.differ, strings.Join(t.differing, ", "))
	}
	if t.strained > 0 {
		s += fmt.Sprintf(" In %d the machine was too busy to tell.", t.strained)
	}
	if t.notPlayed > 0 {
		s += fmt.Sprintf(" %d were not played.", t.notPlayed)
	}
	return s
}

// status is the exit status of the command.
func (t *tally) status() int {
	switch {
	case t.differ > 0:
		return 1
	case t.strained+t.notPlayed > 0:
		return 2
	}
	return 0
}
