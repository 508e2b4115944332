package behaviour

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// lesson is what the tests of the library look at.
type lesson struct {
	Question map[string]string
	Refutes  struct {
		ID   string
		Text map[string]string
	}
	Group  string
	Source string
	Order  int
	Cards  []card
	Next   string
}

type card struct {
	Do *struct{ Step json.RawMessage }
}

// library is the lessons of the built-in scenarios, by the names of their files.
func library(t *testing.T) map[string]lesson {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "scenarios", "*.json"))
	require.NoError(t, err)
	lessons := map[string]lesson{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var script struct {
			Title  string
			Lesson *lesson
		}
		require.NoError(t, json.Unmarshal(text, &script), file)
		require.NotNil(t, script.Lesson, "%s has no lesson", file)
		require.Equal(t, script.Title, script.Lesson.Question["en"], "a title asks")
		lessons[strings.TrimSuffix(filepath.Base(file), ".json")] = *script.Lesson
	}
	return lessons
}

// A lesson is there for a popular error, or for a report.
func TestEveryLessonRefutesAnErrorOfItsOwn(t *testing.T) {
	by := map[string]string{}
	for name, l := range library(t) {
		its := []string{l.Question["en"], l.Question["de"]}
		if l.Group == "reports" {
			require.NotEmpty(t, l.Source, name)
		} else {
			its = append(its, l.Refutes.ID, l.Refutes.Text["en"])
		}
		for _, of := range its {
			require.NotEmpty(t, of, name)
			require.Empty(t, by[of], "%s as well: %s", name, of)
			by[of] = name
		}
		require.True(t, strings.HasSuffix(l.Question["en"], "?") && strings.HasSuffix(l.Question["de"], "?"), name)
	}
}

func TestTheLibraryHasAnOrderAndThePathIsEight(t *testing.T) {
	orders := map[string][]int{}
	for _, l := range library(t) {
		orders[l.Group] = append(orders[l.Group], l.Order)
	}
	require.Len(t, orders["path"], 8)
	for group, order := range orders {
		slices.Sort(order)
		for i, n := range order {
			require.Equal(t, i+1, n, "the lessons of %s are numbered from 1", group)
		}
	}
}

func TestFromTheFirstLessonOneComesToAllOthers(t *testing.T) {
	lessons, been := library(t), map[string]bool{}
	for name := "healthy-write"; !been[name]; name = lessons[name].Next {
		require.Contains(t, lessons, name)
		been[name] = true
	}
	require.Len(t, been, len(lessons))
}

func TestHalfOfTheLessonsAskForADeed(t *testing.T) {
	lessons, deeds := library(t), 0
	for _, l := range lessons {
		if slices.ContainsFunc(l.Cards, func(c card) bool { return c.Do != nil }) {
			deeds++
		}
	}
	require.GreaterOrEqual(t, 2*deeds, len(lessons))
}
