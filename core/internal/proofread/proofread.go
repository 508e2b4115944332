// Package proofread finds what an author has to mend in a script and its lesson: what Parse refuses, texts that are too
// long or missing in a language, and places, deeds and predictions that do not come about in the run. It plays the run
// as a learner would who does each deed where its card asks for it. The page's module does without it.
package proofread

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"highwater/core"
	"highwater/core/internal/document"
	"highwater/core/internal/message"
)

// Languages are those in which a lesson of ours has all of its texts.
var Languages = []string{"en", "de"}

// The limits of texts, in words.
const (
	maxQuestion   = 12
	maxCard       = 40
	maxTold       = 30
	maxConclusion = 60
)

// Finding is something to mend: in which line, and what, with a remedy.
type Finding struct {
	Line    int
	Message string
}

// Check returns what there is to mend in a script's text, by line. scripts are the names of those beside it, one of
// which comes next.
func Check(text []byte, scripts []string) []Finding {
	c := checker{text: string(text), scripts: scripts}
	s, err := core.Parse(text)
	if err != nil {
		told := err.(*core.Error) // Parse has no other
		c.note(told.At, "%s", told.Error())
		return c.found
	}
	if s.Lesson == nil {
		return nil
	}
	c.lesson, _ = document.Read(text, core.MaxScriptBytes).Get("lesson")
	c.texts()
	c.shelf()
	c.run(&s)
	slices.SortStableFunc(c.found, func(a, b Finding) int { return a.Line - b.Line })
	return c.found
}

// checker is a script that is being read, and what was found in it.
type checker struct {
	text    string
	scripts []string
	lesson  document.Value
	found   []Finding
}

// note notes something to mend at a byte of the text.
func (c *checker) note(at int, format string, args ...any) {
	line := strings.Count(c.text[:at], "\n") + 1
	f := Finding{line, message.Sprintf(format, args...)}
	if !slices.Contains(c.found, f) {
		c.found = append(c.found, f)
	}
}

// mend notes something to mend about a value.
func (c *checker) mend(v document.Value, format string, args ...any) {
	c.note(v.At(), "%s: "+format, append([]any{v.Path()}, args...)...)
}

// texts checks all texts of the lesson.
func (c *checker) texts() {
	c.member(c.lesson, "question", maxQuestion)
	if refutes, ok := c.lesson.Get("refutes"); ok {
		c.member(refutes, "text", math.MaxInt)
	}
	for chapter := range c.list("chapters") {
		c.member(chapter, "name", math.MaxInt)
	}
	for card := range c.list("cards") {
		c.member(card, "text", maxCard)
	}
	for prediction := range c.list("predictions") {
		c.member(prediction, "ask", math.MaxInt)
		c.member(prediction, "told", maxTold)
		options, _ := prediction.Get("options")
		for option := range options.Kids() {
			c.member(option, "text", math.MaxInt)
		}
	}
	c.member(c.lesson, "conclusion", maxConclusion)
}

// list yields the elements of a list of the lesson, which need not be there.
func (c *checker) list(name string) func(func(document.Value) bool) {
	list, ok := c.lesson.Get(name)
	if !ok {
		return func(func(document.Value) bool) {}
	}
	return list.Kids()
}

// member checks a text in every language.
func (c *checker) member(of document.Value, name string, most int) {
	text, _ := of.Get(name)
	for _, language := range Languages {
		v, ok := text.Get(language)
		if !ok {
			c.mend(text, "%q is missing; add the text in that language", language)
			continue
		}
		if n := len(strings.Fields(v.Text())); n > most {
			c.mend(v, "%d words; the limit is %d: say less", n, most)
		}
	}
}

// shelf checks that the lesson has its place among others.
func (c *checker) shelf() {
	for _, needed := range []struct{ name, what string }{
		{"refutes", `the popular error that it refutes, such as {"id": "B-6", "text": {...}}`},
		{"group", `where it stands in the library, such as "path"`},
		{"order", "its place in its group, from 1"},
		{"next", "the name of the script to try next"},
	} {
		if _, ok := c.lesson.Get(needed.name); !ok {
			c.mend(c.lesson, "%q is missing: %s", needed.name, needed.what)
		}
	}
	next, ok := c.lesson.Get("next")
	if ok && !slices.Contains(c.scripts, next.Text()) {
		near := document.Nearest(next.Text(), c.scripts)
		if near == "" {
			c.mend(next, "there is no script %s.json beside this one; name one that is", next.Text())
		} else {
			c.mend(next, "there is no script %s.json beside this one; there is %s.json", next.Text(), near)
		}
	}
}

// at returns the i-th element of a list, which has it.
func at(list func(func(document.Value) bool), i int) (found document.Value) {
	for v := range list {
		if i == 0 {
			return v
		}
		i--
	}
	return found
}

// String returns the finding as a line of a file's has it.
func (f Finding) String() string { return strconv.Itoa(f.Line) + ": " + f.Message }
