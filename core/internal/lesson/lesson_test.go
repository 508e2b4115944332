package lesson_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/script"
)

func sample(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../testdata/lessons/slow-follower.json")
	require.NoError(t, err)
	return string(text)
}

// faults are lessons that are wrong: what to replace in the sample, by what, and what is said about it.
var faults = []struct{ old, with, want string }{
	{`"conclusion":`, `"conclusoin":`, `lesson.conclusoin: unknown key; did you mean "conclusion"?`},
	{`"group": "path"`, `"group": "paths"`, `lesson.group: no group "paths"; there is "path"`},
	{
		`"id": "B-6"`, `"id": "6"`,
		`lesson.refutes.id: "6"; the id of a popular error is "B-" or "P-" and its number, such as "B-6"`,
	},
	{
		`"group": "path"`, `"source": "javascript:alert(1)", "group": "path"`,
		`lesson.source: "javascript:alert(1)"; the address of the report that the lesson retells begins with "https://" ` +
			`and has at most 500 characters`,
	},
	{
		`"group": "path"`, `"source": "https://a.example/ b", "group": "path"`,
		`lesson.source: "https://a.example/ b"; the address of the report that the lesson retells begins with "https://" ` +
			`and has at most 500 characters`,
	},
	{`"purgatory"]`, `"purgatorry"]`, `lesson.terms[2]: no term "purgatorry"; there is "purgatory"`},
	{
		`"terms": [`, `"passes": ["sent", "writen"], "terms": [`,
		`lesson.passes[1]: no kind of moments "writen"; there is "written"`,
	},
	{`"question": {"en"`, `"question": {"fr"`, `lesson.question: "en" is missing: the text in English`},
	{
		`"en": "The start"`, `"en": ""`,
		`lesson.chapters[0].name.en: an empty text; write it, or leave the language out`,
	},
	{
		`"de": "Der Anfang"`, `"Deutsch!": "Der Anfang"`,
		`lesson.chapters[0].name["Deutsch!"]: a text has the code of its language for a key, such as ` +
			`"en"`,
	},
	{
		`"begins": "start"`, `"begins": "begin"`,
		`lesson.chapters[0].begins: "begin"; write "start", or a condition such as {"event": "append", ` +
			`"request": 1}`,
	},
	{
		`"begins": {"event": "park", "request": 1}`, `"begins": "start"`,
		`lesson.chapters[1].begins: only the first chapter may begin at the "start"; give the condition ` +
			`under which this one does`,
	},
	{`"opens": 1`, `"opens": 2`, `lesson.opens: 2 is out of range: 0 to 1`},
	{
		`{"event": "park"`, `{"event": "parked"`,
		`lesson.chapters[1].begins.event: no event "parked"; there is "park"`,
	},
	{
		`{"event": "park", "request"`, `{"event": "park", "reqest"`,
		`lesson.chapters[1].begins.reqest: unknown key; did you mean "request"?`,
	},
	{
		`"by": "timeout"`, `"by": "timout"`,
		`lesson.predictions[0].options[0].if.by: no by "timout"; there is "timeout"`,
	},
	{
		`"event": "complete", "request": 1, "by": "timeout"`, `"evnt": "complete"`,
		`lesson.predictions[0].options[0].if: "event" is missing: the kind of event; or this is a ` +
			`condition by "not", "all", "any" or "ends"`,
	},
	{
		`"request": 1, "by": "timeout"`, `"request": "1", "by": "timeout"`,
		`lesson.predictions[0].options[0].if.request: must be a number, not a string`,
	},
	{
		`"to": [1, 2]`, `"to": [2, 1]`,
		`lesson.cards[1].do.done.to[1]: broker 1 behind broker 2; events list brokers in ascending order`,
	},
	{
		`"members": [1, 2]`, `"members": [1, 7]`,
		`lesson.cards[1].do.step.isr.members[1]: no broker 7; there are 1 to 3`,
	},
	{
		`"step": {"isr"`, `"step": {"at": 1, "isr"`,
		`lesson.cards[1].do.step.at: whoever does it chooses the time: leave it out`,
	},
	{
		`"if": {"event": "complete", "request": 1, "by": "timeout"}`, `"if": {"not": {"event": "park"}}`,
		`lesson.predictions[0].options[0].if: "by" is missing: until when; {"ends": true}: the end of ` +
			`the run`,
	},
	{
		`"if": {"event": "complete", "request": 1, "by": "timeout"}`, `"if": {"all": []}`,
		`lesson.predictions[0].options[0].if.all: at least one condition`,
	},
	{
		`"if": {"event": "complete", "request": 1, "by": "timeout"}`,
		`"if": {"event": "complete", "request": 1.0001}`,
		`lesson.predictions[0].options[0].if.request: 1.0001; an event has no such number`,
	},
}

// What is wrong with a lesson is said with its place and a remedy.
func TestWhatIsNoLessonSaysWhereAndWhatToDo(t *testing.T) {
	text := sample(t)
	for _, c := range faults {
		require.Contains(t, text, c.old)
		_, err := script.Parse([]byte(strings.Replace(text, c.old, c.with, 1)))
		require.EqualError(t, err, c.want)
	}
}

// A value may be written as any JSON text that means it.
func TestConditionsCompareValuesAndNotTexts(t *testing.T) {
	text := sample(t)
	for old, with := range map[string]string{
		`"to": [1, 2]`:        `"to": [ 1.0, 2e0 ]`,
		`{"event": "park", "`: `{"event": "\u0070ark", "`,
	} {
		require.Contains(t, text, old)
		_, err := script.Parse([]byte(strings.Replace(text, old, with, 1)))
		require.NoError(t, err)
	}
}
