package proofread_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/proofread"
)

func sample(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../testdata/lessons/slow-follower.json")
	require.NoError(t, err)
	return string(text)
}

var beside = []string{"slow-follower", "fast-follower"}

const (
	timesOut = `{"event": "complete", "request": 1, "by": "timeout"}`
	parks    = `{"event": "park", "request": 1}`
)

// faults are lessons with something to mend: what to replace in the sample, by what, and what is said about it.
var faults = []struct{ old, with, want string }{
	{
		`"broker": 3, "ms": 4000`, `"broker": 4, "ms": 4000`,
		`11: steps[0].fetch-delay.broker: no broker 4; there are 1 to 3`,
	},
	{
		`"broker": 3, "ms"`, `"broker": 3,, "ms"`,
		`11: line 11, column 43: unexpected ',' where a quoted name is expected`,
	},
	{
		`"en": "Broker 3 is slow."`, `"en": "` + strings.Repeat("slow ", 41) + `"`,
		`27: lesson.cards[0].text.en: 41 words; the limit is 40: say less`,
	},
	{`, "de": "Der Anfang"`, ``, `22: lesson.chapters[0].name: "de" is missing; add the text in that language`},
	{`"group": "path",`, ``, `15: lesson: "group" is missing: where it stands in the library, such as "path"`},
	{
		`"next": "slow-follower"`, `"next": "slow-folower"`,
		`48: lesson.next: there is no script slow-folower.json beside this one; there is ` +
			`slow-follower.json`,
	},
	{
		`"begins": ` + parks, `"begins": {"event": "park", "request": 2}`,
		`23: lesson.chapters[1].begins: it never holds in the run; look at the run's events`,
	},
	{
		`{"name": {"en": "The start", "de": "Der Anfang"}, "begins": "start"}`,
		`{"name": {"en": "x", "de": "x"}, "begins": {"event": "response"}}`,
		`23: lesson.chapters[1].begins: it holds no later than the beginning of the chapter before; put ` +
			`the chapters in order`,
	},
	{
		`"at": "start"`, `"at": {"event": "response"}`,
		`29: lesson.cards[1].at: it holds before the card above appears; put the cards in order`,
	},
	{
		`"members": [1, 2]`, `"members": [1, 2, 3]`,
		`33: lesson.cards[1].do.done: it does not hold though the deed is done where the card asks for ` +
			`it; look at the run's events`,
	},
	{
		`{"event": "isr", "broker": 1, "to": [1, 2], "state": "committed"}`, `{"event": "append"}`,
		`33: lesson.cards[1].do.done: it holds before the card asks for the deed; add what only the ` +
			`deed brings about, or an "after"`,
	},
	{
		timesOut, `{"event": "complete", "request": 1}`,
		`40: lesson.predictions[0].options: two conditions hold first, at the same event; make them ` +
			`exclude each other`,
	},
	{
		`"by": "high-watermark"}`, `"by": "leader-change"}`,
		`40: lesson.predictions[0].options: none of the conditions holds in the run; one has to`,
	},
	{
		timesOut, `{"event": "complete", "request": 1, "by": "high-watermark"}`,
		`42: lesson.predictions[0].options[1].if: the same condition as that of another option; each ` +
			`answer needs its own`,
	},
	{
		`"told": {"en": "The high`, `"asked": {"event": "expire"}, "told": {"en": "The high`,
		`44: lesson.predictions[0].asked: it never holds in the run; look at the run's events`,
	},
	{
		`"told": {"en": "The high`, `"asked": {"ends": true}, "told": {"en": "The high`,
		`44: lesson.predictions[0].asked: it holds after what decides the prediction; ask earlier`,
	},
}

func TestWhatThereIsToMendIsFound(t *testing.T) {
	text := sample(t)
	require.Empty(t, proofread.Check([]byte(text), proofread.OfTheLibrary(beside)))
	for _, c := range faults {
		require.Contains(t, text, c.old)
		var found []string
		for _, f := range proofread.Check([]byte(strings.Replace(text, c.old, c.with, 1)), proofread.OfTheLibrary(beside)) {
			found = append(found, proofread.Line(f))
		}
		require.NotEmpty(t, found, c.want)
		require.Contains(t, strings.Join(found, "\n"), c.want)
	}
}

func TestAnswersComeFromTheRun(t *testing.T) {
	require.Equal(t, []int{1}, proofread.Answers([]byte(sample(t))))
	late := strings.Replace(sample(t), `"timeout.ms": 30000`, `"timeout.ms": 3`, 1)
	require.Equal(t, []int{0}, proofread.Answers([]byte(late)), "the request's own timeout comes first")
	require.Empty(t, proofread.Answers([]byte(`{"version": 1, "cluster": {}, "steps": []}`)))
}

func TestAnAuthorsLessonHasTheLanguagesOfItsQuestion(t *testing.T) {
	wants := proofread.Wants{Most: 100_000}
	text := sample(t)
	require.Empty(t, proofread.Check([]byte(text), wants))
	text = strings.Replace(text, `, "de": "Worauf wartet acks=all, wenn ein Follower langsam ist?"`, "", 1)
	text = strings.Replace(text, `"group": "path",`, "", 1)
	require.Empty(t, proofread.Check([]byte(text), wants), "without German, and without a place in the library")
	text = strings.Replace(text, `"en": "What does`, `"fr": "Quoi?", "en": "What does`, 1)
	require.Contains(t, proofread.Check([]byte(text), wants),
		proofread.Finding{22, "lesson.chapters[0].name", `"fr" is missing; add the text in that language`})
}

func TestARunThatIsTooLongIsNotPlayedToItsEnd(t *testing.T) {
	found := proofread.Check([]byte(sample(t)), proofread.Wants{Most: 20})
	require.Len(t, found, 1)
	require.Equal(t, "lesson", found[0].Path)
	require.Contains(t, found[0].Message, "too long")
}
