// Package proofread finds what an author has to mend in a script and its lesson: what Parse refuses, texts that are too
// long or missing in a language, and places, deeds and predictions that do not come about in the run. It plays the run
// as a learner would who does each deed where its card asks for it.
package proofread

import (
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
	unlimited     = 1 << 30
)

// Finding is something to mend: in which line, at which place of the script ("": nowhere in particular), and what, with
// a remedy.
type Finding struct {
	Line    int
	Path    string
	Message string
}

// Wants says what a lesson has to have.
type Wants struct {
	Languages []string // in which it has all of its texts; nil: those in which it asks its question
	Most      int      // about how many things may happen in all runs that are played to find where it leads

	shelf func(c *checker) // checks that it has its place among others; nil: it needs none
}

// OfTheLibrary returns what the lessons of the library have, which are played to their ends. scripts are the names of
// the scripts in it.
func OfTheLibrary(scripts []string) Wants {
	shelf := func(c *checker) { c.shelf(scripts) }
	return Wants{Languages: Languages, Most: unlimited, shelf: shelf}
}

// Check returns what there is to mend in a script's text, by line.
func Check(text []byte, wants Wants) []Finding {
	c := checker{text: string(text), wants: wants}
	s, err := core.Parse(text)
	if err != nil {
		told := err.(*core.Error) // Parse has no other
		c.note(told.At, told.Path, "%s", told.Message)
		return c.found
	}
	if s.Lesson == nil {
		return nil
	}
	c.lesson, _ = document.Read(text, core.MaxScriptBytes).Get("lesson")
	c.texts()
	if wants.shelf != nil {
		wants.shelf(&c)
	}
	c.run(&s)
	return c.found
}

// checker is a script that is being read, and what was found in it.
type checker struct {
	text   string
	wants  Wants
	lesson document.Value
	found  []Finding
}

// note notes something to mend at a byte of the text, and at a place of the script.
func (c *checker) note(at int, path, format string, args ...any) {
	line := strings.Count(c.text[:at], "\n") + 1
	f := Finding{line, path, message.Sprintf(format, args...)}
	i := len(c.found)
	for j, g := range c.found {
		if g.Path == f.Path && g.Message == f.Message {
			return
		}
		if g.Line > line && i == len(c.found) {
			i = j
		}
	}
	c.found = append(c.found, f)
	copy(c.found[i+1:], c.found[i:])
	c.found[i] = f
}

// mend notes something to mend about a value.
func (c *checker) mend(v document.Value, format string, args ...any) {
	c.note(v.At(), v.Path(), format, args...)
}

// texts checks all texts of the lesson.
func (c *checker) texts() {
	if c.wants.Languages == nil {
		for _, text := range kids(c.lesson, "question") {
			c.wants.Languages = append(c.wants.Languages, text.Name())
		}
	}
	c.member(c.lesson, "question", maxQuestion)
	if refutes, ok := c.lesson.Get("refutes"); ok {
		c.member(refutes, "text", unlimited)
	}
	c.members(kids(c.lesson, "chapters"), "name", unlimited)
	c.members(kids(c.lesson, "cards"), "text", maxCard)
	for _, prediction := range kids(c.lesson, "predictions") {
		c.member(prediction, "ask", unlimited)
		c.member(prediction, "told", maxTold)
		c.members(kids(prediction, "options"), "text", unlimited)
	}
	c.member(c.lesson, "conclusion", maxConclusion)
}

// kids returns what stands in a member, a list or an object, which need not be there.
func kids(of document.Value, name string) (found []document.Value) {
	v, ok := of.Get(name)
	if !ok {
		return nil
	}
	for kid := range v.Kids() {
		found = append(found, kid)
	}
	return found
}

// get returns a member, which is there.
func get(of document.Value, name string) document.Value {
	v, _ := of.Get(name)
	return v
}

// members checks a text of each in every language.
func (c *checker) members(of []document.Value, name string, most int) {
	for _, v := range of {
		c.member(v, name, most)
	}
}

// member checks a text in every language.
func (c *checker) member(of document.Value, name string, most int) {
	text := get(of, name)
	for _, language := range c.wants.Languages {
		v, ok := text.Get(language)
		if !ok {
			c.mend(text, "%q is missing; add the text in that language", language)
			continue
		}
		if n := words(v.Text()); n > most {
			c.mend(v, "%d words; the limit is %d: say less", n, most)
		}
	}
}

// words counts the words of a text. The tables of package unicode, for the spaces of every script, would weigh more in
// the page's module than all else here.
func words(text string) (n int) {
	before := byte(' ')
	for i := range len(text) {
		if text[i] > ' ' && before <= ' ' {
			n++
		}
		before = text[i]
	}
	return n
}

// shelf checks that the lesson has its place among others, whose scripts have these names.
func (c *checker) shelf(scripts []string) {
	reason := struct{ name, what string }{
		"refutes", `the popular error that it refutes, such as {"id": "B-6", "text": {...}}`,
	}
	if group, ok := c.lesson.Get("group"); ok && group.Text() == "reports" {
		reason.name, reason.what = "source", "the address of the public report that it retells"
	}
	for _, needed := range []struct{ name, what string }{
		reason,
		{"group", `where it stands in the library, such as "path"`},
		{"order", "its place in its group, from 1"},
		{"next", "the name of the script to try next"},
	} {
		if _, ok := c.lesson.Get(needed.name); !ok {
			c.mend(c.lesson, "%q is missing: %s", needed.name, needed.what)
		}
	}
	next, ok := c.lesson.Get("next")
	if ok && !slices.Contains(scripts, next.Text()) {
		near := document.Nearest(next.Text(), scripts)
		if near == "" {
			c.mend(next, "there is no script %s.json beside this one; name one that is", next.Text())
		} else {
			c.mend(next, "there is no script %s.json beside this one; there is %s.json", next.Text(), near)
		}
	}
}

// Line returns the finding as a line of a file's has it.
func Line(f Finding) string {
	if f.Path == "" {
		return strconv.Itoa(f.Line) + ": " + f.Message
	}
	return strconv.Itoa(f.Line) + ": " + f.Path + ": " + f.Message
}
