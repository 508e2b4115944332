package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// broken is a rule of Kafka's that can be broken: in a file of core/internal/rules a text is replaced by another, which
// does as before unless the variable broken of the package has its name.
type broken struct{ name, file, old, new string }

var brokenRules = []broken{
	{
		"the high watermark waits for nobody", "watermark.go", "return max(v.HighWatermark, v.lowestEnd())",
		"if broken == NAME {\n\t\treturn v.LogEndOffset\n\t}\n\treturn max(v.HighWatermark, v.lowestEnd())",
	},
	{
		"the high watermark waits for every replica", "watermark.go",
		"return v.ISR.Maximal().Has(f.ID)", "return broken == NAME || v.ISR.Maximal().Has(f.ID)",
	},
	{
		"the high watermark rises under the minimum", "watermark.go",
		"{\n\tif UnderMinISR(v.ISR, v.EffectiveMin) {", "{\n\tif broken != NAME && UnderMinISR(v.ISR, v.EffectiveMin) {",
	},
	{
		"a leader always appends", "produce.go",
		"if acks == protocol.AcksAll && Under", "if broken != NAME && acks == protocol.AcksAll && Under",
	},
	{
		"no request is parked", "produce.go", "return acks == protocol.AcksAll && partitions",
		"return broken != NAME && acks == protocol.AcksAll && partitions",
	},
	{
		"any replica may be elected", "election.go", "if in.Election == Preferred && valid",
		"if broken == NAME {\n\t\tvalid = in.Acceptable\n\t}\n\tif in.Election == Preferred && valid",
	},
}

// chosen is the environment variable that names the rule to be broken.
const chosen = "HIGHWATER_BROKEN_RULE"

// No answer of a lesson is typed: where a rule is broken, the run comes to something else, and so another option of a
// prediction of the path holds, or there is something to mend in its lessons.
func TestTheAnswersComeFromTheRules(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program with other rules")
	}
	lessons := ofThePath(t)
	program := build(t)
	sound, mend := results(t, program, "", lessons)
	require.Empty(t, mend, "no rule is broken")
	for _, rule := range brokenRules {
		t.Run(rule.name, func(t *testing.T) {
			answers, mend := results(t, program, rule.name, lessons)
			var changed []string
			for _, path := range lessons {
				if !slices.Equal(sound[path], answers[path]) {
					changed = append(changed, filepath.Base(path))
				}
			}
			t.Logf("other answers: %v; to mend: %d", changed, bytes.Count(mend, []byte("\n")))
			require.True(t, len(changed) > 0 || len(mend) > 0, "all lessons are as they were")
		})
	}
}

// ofThePath returns the files of the lessons of the path.
func ofThePath(t *testing.T) (found []string) {
	t.Helper()
	for _, path := range files(t) {
		if read(t, path).Group == "path" {
			found = append(found, path)
		}
	}
	require.NotEmpty(t, found)
	return found
}

// build builds this program with rules that can be broken, and returns its path.
func build(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	program := filepath.Join(folder, "lint")
	told, err := exec.Command("go", "build", "-overlay", overlay(t, folder), "-o", program, ".").CombinedOutput()
	require.NoError(t, err, "%s", told)
	return program
}

// overlay writes copies of the files of rules, in which these can be broken, and what makes go build take them.
func overlay(t *testing.T, folder string) string {
	t.Helper()
	rules, err := filepath.Abs("../../internal/rules")
	require.NoError(t, err)
	texts := map[string]string{
		"broken.go": fmt.Sprintf("package rules\n\nimport \"os\"\n\nvar broken = os.Getenv(%q)\n", chosen),
	}
	for _, rule := range brokenRules {
		if texts[rule.file] == "" {
			text, err := os.ReadFile(filepath.Join(rules, rule.file))
			require.NoError(t, err)
			texts[rule.file] = string(text)
		}
		require.Equal(t, 1, strings.Count(texts[rule.file], rule.old), "%s: the rule reads otherwise", rule.name)
		broken := strings.ReplaceAll(rule.new, "NAME", strconv.Quote(rule.name))
		texts[rule.file] = strings.Replace(texts[rule.file], rule.old, broken, 1)
	}
	replace := map[string]string{}
	for name, text := range texts {
		replace[filepath.Join(rules, name)] = filepath.Join(folder, name)
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	path := filepath.Join(folder, "overlay.json")
	require.NoError(t, os.WriteFile(path, list, 0o600))
	return path
}

// results returns the options that hold for the predictions of each lesson, by its file, and what there is to mend in
// the lessons, where a rule is broken; none is where rule is empty.
func results(t *testing.T, program, rule string, lessons []string) (answers map[string][]int, mend []byte) {
	t.Helper()
	run := func(args ...string) ([]byte, error) {
		command := exec.Command(program, args...)
		command.Env = append(os.Environ(), chosen+"="+rule)
		return command.Output()
	}
	plans, err := run(append([]string{"--plan"}, lessons...)...)
	require.NoError(t, err)
	answers = map[string][]int{}
	for line := range strings.Lines(string(plans)) {
		path, text, _ := strings.Cut(line, ": ")
		var plan struct{ Predictions []*struct{ Holds *int } }
		require.NoError(t, json.Unmarshal([]byte(text), &plan))
		for _, p := range plan.Predictions {
			holds := -1
			if p != nil && p.Holds != nil {
				holds = *p.Holds
			}
			answers[path] = append(answers[path], holds)
		}
	}
	mend, err = run(lessons...)
	if exit := (*exec.ExitError)(nil); err != nil {
		require.ErrorAs(t, err, &exit)
		require.Equal(t, 1, exit.ExitCode(), "it ends in order")
	}
	return answers, mend
}
