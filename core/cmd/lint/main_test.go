package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/lesson"
	"highwater/core/proofread"
)

func files(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob("../../testdata/scenarios/*.json")
	require.NoError(t, err)
	require.NotEmpty(t, found)
	return found
}

func TestTheScenariosHaveNothingToMend(t *testing.T) {
	for _, path := range files(t) {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		for _, f := range proofread.Check(text, proofread.OfTheLibrary(append(besides(path), read(t, path).Next))) {
			t.Errorf("%s:%s", path, proofread.Line(f))
		}
	}
}

// complete is how many lessons the library has at least: none is lost unnoticed.
const complete = 43

// shelved is where a lesson stands in the library.
type shelved struct {
	Group string
	Order int
	Next  string
}

// read returns where the lesson of a file stands; nothing, where it has none.
func read(t *testing.T, path string) shelved {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	var s struct{ Lesson shelved }
	require.NoError(t, json.Unmarshal(text, &s))
	return s.Lesson
}

// The library is in groups, each of which has its lessons in an order without gaps, and each lesson leads to another.
func TestTheLibraryIsInOrder(t *testing.T) {
	orders := map[string][]int{}
	lessons := 0
	var nexts []string
	for _, path := range files(t) {
		if l := read(t, path); l.Group != "" {
			lessons++
			orders[l.Group] = append(orders[l.Group], l.Order)
			nexts = append(nexts, l.Next)
		}
	}
	require.GreaterOrEqual(t, lessons, complete)
	for group, found := range orders {
		require.Contains(t, lesson.Groups, group)
		slices.Sort(found)
		for i, order := range found {
			require.Equal(t, i+1, order, "%s has the orders %v", group, found)
		}
	}
	for _, next := range nexts {
		require.Contains(t, besides(files(t)[0]), next)
	}
}

// The order of the options of a prediction does not give the answer away: no place in the list is nearly always right.
func TestTheOrderOfOptionsGivesNothingAway(t *testing.T) {
	var right []int
	for _, path := range files(t) {
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		right = append(right, proofread.Answers(text)...)
	}
	if len(right) < 8 {
		t.Skip("too few predictions to tell")
	}
	for place := range 4 {
		times := 0
		for _, holds := range right {
			if holds == place {
				times++
			}
		}
		require.LessOrEqual(t, float64(times)/float64(len(right)), 0.6,
			fmt.Sprintf("option %d is right in %d of %d predictions", place+1, times, len(right)))
	}
}

func TestBesides(t *testing.T) {
	require.Contains(t, besides("../../testdata/lessons/slow-follower.json"), "slow-follower")
	require.False(t, strings.HasSuffix(besides("../../testdata/lessons/slow-follower.json")[0], ".json"))
}
