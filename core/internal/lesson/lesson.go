// Package lesson is what a script teaches: its chapters, cards, deeds and predictions, and where a run comes to them.
//
// Every place in a lesson is a condition on the run's events, never a typed time, and no answer to a prediction is
// typed either: a Fold watches a run's events and finds out where the conditions hold, and with that which of a
// prediction's options the run decides for. So a lesson cannot contradict the model: where a rule changes, so do its
// places and its answers.
//
// The texts of a lesson are checked here and not kept: the page has them from the script's text. Whether they are good,
// and whether the conditions hold at all, is for package proofread.
package lesson

import (
	"slices"
	"unicode/utf8"

	"highwater/core/internal/document"
	"highwater/core/internal/moment"
)

// The limits of a lesson. Those of words are of package proofread: these bound what a hostile text can cost.
const (
	maxText        = 2000 // characters of one text
	maxLanguages   = 16
	minChapters    = 2
	maxChapters    = 5
	maxCards       = 20
	maxPredictions = 10
	minOptions     = 2
	maxOptions     = 4
	maxTerms       = 30
	maxParts       = 20  // of one "all" or "any"
	maxConditions  = 400 // of a lesson, those within others counted
	maxNth         = 100_000
	maxOrder       = 100
	maxSource      = 500 // characters of an address
)

// Groups are the groups of lessons in the library, in its order. The first is the path.
var Groups = []string{"path", "guarantees", "patience", "elections", "surprises", "reports"}

// Terms are the ids of the terms that a lesson may introduce.
var Terms = []string{
	"isr", "high-watermark", "log-end", "log-start", "purgatory", "acks", "min-insync-replicas", "leader",
	"follower", "fetch", "epoch", "elr", "unclean-election", "controller", "session", "fenced", "idempotence",
	"producer-id", "sequence", "delivery-timeout", "request-timeout", "linger", "retry", "timing-wheel",
	"truncation", "consumer", "offset", "partition",
}

// Lesson is what a run is asked about a lesson: its conditions, by their numbers.
type Lesson struct {
	conditions  []condition // each after those that it is made of
	chapters    []int32     // where each begins
	cards       []card
	predictions []prediction
}

// card is a text that appears at a place, with a deed, or none.
type card struct{ at, done int32 }

// prediction is a question about what follows, with a condition for each of its answers.
type prediction struct {
	asked   int32 // right before what it is asked; none: before what decides it
	options []int32
}

// Numbers that stand for no condition.
const (
	none  = -1 // there is none
	start = -2 // the very start, before anything has happened
)

// reader is a lesson on its way from text to values.
type reader struct {
	l    *Lesson
	step func(document.Value) // checks a step of the script
}

// Read returns the lesson that v holds. Whatever is not exactly a lesson leaves by document.Catch. step checks a step
// that a card asks for, and leaves likewise.
func Read(v document.Value, step func(document.Value)) *Lesson {
	v.Object("question", "refutes", "source", "group", "order", "terms", "passes", "chapters", "opens", "cards",
		"predictions", "conclusion", "next")
	r := reader{l: &Lesson{}, step: step}
	r.text(v, "question", "what the lesson answers, its title")
	r.shelf(v)
	r.chapters(v.Need("chapters", `a list such as [{"name": {"en": "A write"}, "begins": "start"}]`))
	if opens, ok := v.Get("opens"); ok {
		opens.Int(0, int64(len(r.l.chapters)-1))
	}
	if cards, ok := v.Get("cards"); ok {
		cards.Elements(maxCards, "cards")
		for kid := range cards.Kids() {
			r.card(kid)
		}
	}
	if predictions, ok := v.Get("predictions"); ok {
		predictions.Elements(maxPredictions, "predictions")
		for kid := range predictions.Kids() {
			r.prediction(kid)
		}
	}
	r.text(v, "conclusion", "what to keep in mind")
	return r.l
}

// shelf reads where the lesson stands in the library.
func (r *reader) shelf(v document.Value) {
	if refutes, ok := v.Get("refutes"); ok {
		refutes.Object("id", "text")
		id := refutes.Need("id", `such as "B-6"`)
		if !isErrorID(id.Str()) {
			id.Fail(`%s; the id of a popular error is "B-" or "P-" and its number, such as "B-6"`, document.Quote(id.Text()))
		}
		r.text(refutes, "text", "the popular error that the lesson refutes")
	}
	if source, ok := v.Get("source"); ok && !isAddress(source.Str()) {
		source.Fail(`%s; the address of the report that the lesson retells begins with "https://" and has at most %d `+
			"characters", document.Quote(source.Text()), maxSource)
	}
	if group, ok := v.Get("group"); ok && !slices.Contains(Groups, group.Str()) {
		group.NoSuch("group", group.Text(), Groups)
	}
	if order, ok := v.Get("order"); ok {
		order.Int(1, maxOrder)
	}
	names(v, "terms", "term", maxTerms, Terms)
	// The kinds of moments at which playing does not rest, unless a card or a question comes with them.
	names(v, "passes", "kind of moments", len(moment.Kinds()), moment.Kinds())
	if next, ok := v.Get("next"); ok && len(next.Str()) > maxText {
		next.Fail("%d characters; the limit is %d", len(next.Text()), maxText)
	}
}

// names checks a list of names, which need not be there, against those that there are.
func names(of document.Value, list, one string, most int, known []string) {
	v, ok := of.Get(list)
	if !ok {
		return
	}
	v.Elements(most, list)
	for kid := range v.Kids() {
		if !slices.Contains(known, kid.Str()) {
			kid.NoSuch(one, kid.Text(), known)
		}
	}
}

// isAddress reports whether text is the address of a public page. The page makes a link of it, so it has nothing in it
// that an address has to spell out.
func isAddress(text string) bool {
	const scheme = "https://"
	return len(text) > len(scheme) && len(text) <= maxSource && text[:len(scheme)] == scheme &&
		document.AllOf(text, func(r rune) bool { return r > ' ' && r < 0x7f && r != '"' && r != '<' && r != '>' })
}

// isErrorID reports whether text is the id of a popular error: of a broker (B) or a producer (P).
func isErrorID(text string) bool {
	if len(text) < 3 || len(text) > 5 || text[0] != 'B' && text[0] != 'P' || text[1] != '-' {
		return false
	}
	return document.AllOf(text[2:], func(r rune) bool { return r >= '0' && r <= '9' })
}

func (r *reader) chapters(v document.Value) {
	if n := v.Elements(maxChapters, "chapters"); n < minChapters {
		v.Fail("%d; a lesson has %d to %d chapters", n, minChapters, maxChapters)
	}
	for kid := range v.Kids() {
		kid.Object("name", "begins")
		r.text(kid, "name", "what the chapter is called")
		begins := kid.Need("begins", `"start", or the condition under which the chapter begins`)
		r.l.chapters = append(r.l.chapters, r.place(begins))
		if n := len(r.l.chapters); n > 1 && r.l.chapters[n-1] == start {
			begins.Fail(`only the first chapter may begin at the "start"; give the condition under which this one does`)
		}
	}
}

func (r *reader) card(v document.Value) {
	v.Object("at", "text", "do")
	c := card{at: r.place(v.Need("at", `"start", or the condition under which the card appears`)), done: none}
	r.text(v, "text", "what the card says")
	if do, ok := v.Get("do"); ok {
		do.Object("step", "done")
		r.step(do.Need("step", `a step without its time, such as {"kill": {"broker": 3}}`))
		c.done = r.condition(do.Need("done", "the condition under which it is done, whoever did it"))
	}
	r.l.cards = append(r.l.cards, c)
}

func (r *reader) prediction(v document.Value) {
	v.Object("ask", "asked", "options", "told")
	r.text(v, "ask", "the question")
	p := prediction{asked: none}
	if asked, ok := v.Get("asked"); ok {
		p.asked = r.place(asked)
	}
	options := v.Need("options", `a list such as [{"text": {"en": "It waits"}, "if": {"event": "park"}}]`)
	if n := options.Elements(maxOptions, "options"); n < minOptions {
		options.Fail("%d; a prediction has %d to %d options", n, minOptions, maxOptions)
	}
	for kid := range options.Kids() {
		kid.Object("text", "if")
		r.text(kid, "text", "the answer")
		p.options = append(p.options, r.condition(kid.Need("if", "the condition under which this answer is the right one")))
	}
	r.text(v, "told", "why what happened did")
	r.l.predictions = append(r.l.predictions, p)
}

// text checks a text by language, which must be there in English.
func (r *reader) text(of document.Value, name, what string) {
	v := of.Need(name, what)
	v.Must('{')
	v.Need("en", "the text in English")
	languages := 0
	for kid := range v.Kids() {
		if language := kid.Name(); len(language) < 2 || len(language) > 12 || !document.AllOf(language, document.NameRune) {
			kid.Fail(`a text has the code of its language for a key, such as "en"`)
		}
		if languages++; languages > maxLanguages {
			kid.Fail("more than %d languages", maxLanguages)
		}
		if n := utf8.RuneCountInString(kid.Str()); n > maxText {
			kid.Fail("%d characters; the limit is %d", n, maxText)
		}
		if kid.Text() == "" {
			kid.Fail("an empty text; write it, or leave the language out")
		}
	}
}
