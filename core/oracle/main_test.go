package main

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheStatusSaysTheWorst(t *testing.T) {
	agree := &verdict{asked: &asked{name: "a"}}
	strained := &verdict{asked: &asked{name: "b"}, differences: []string{"t/0.isr"}, strain: "a sleep"}
	differ := &verdict{asked: &asked{name: "c"}, differences: []string{"t/0.isr"}}
	notPlayed := &verdict{asked: &asked{name: "d"}, failed: errors.New("no memory")}
	for _, test := range []struct {
		verdicts []*verdict
		status   int
		words    string
	}{
		{[]*verdict{agree, agree}, 0, "Kafka 1 and the model agree in 2 of 2 scripts."},
		{[]*verdict{agree, strained}, 2, "agree in 1 of 2 scripts. In 1 the machine was too busy to tell."},
		{[]*verdict{notPlayed}, 2, "Kafka 1 and the model agree in 0 of 1 scripts. 1 were not played."},
		{[]*verdict{differ, strained}, 1, "agree in 0 of 2 scripts. They differ in 1: c."},
		{[]*verdict{{asked: &asked{name: "e"}, strain: "a sleep"}}, 0, "agree in 1 of 1 scripts."},
	} {
		var total tally
		for _, v := range test.verdicts {
			total.add(v)
		}
		require.Equal(t, test.status, total.status())
		require.Contains(t, total.words("1"), test.words)
	}
}

func TestAVerdictSaysWhatDiffers(t *testing.T) {
	differ := verdict{asked: &asked{name: "c"}, differences: []string{"t/0.isr: Kafka [1], the model [2]"}, runs: 3}
	require.Equal(t, "c: Kafka and the model differ (0 s, 3 runs)\n    t/0.isr: Kafka [1], the model [2]",
		differ.words(false))
}

func TestOptionsThatContradictAreRefused(t *testing.T) {
	for _, args := range [][]string{
		{"--runs", "0"}, {"--jobs", "0"}, {"--scale", "0"}, {"--only", "("}, {"--random", "2", "file"}, {"--what"},
	} {
		_, err := parseOptions(args)
		require.Error(t, err, "%v", args)
	}
	o, err := parseOptions([]string{"--root", "/r", "a.json"})
	require.NoError(t, err)
	require.Equal(t, "/r/.build/kafka/recordings", o.out)
	require.Equal(t, []string{"a.json"}, o.files)
}
