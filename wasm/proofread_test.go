//go:build js && wasm

package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// finding is one of proofread's.
type finding struct {
	Line          int
	Path, Message string
}

// proofread returns what is found in a script.
func (p page) proofread(script string) []finding {
	p.t.Helper()
	a := p.call("proofread", 0, script)
	require.Nil(p.t, a.Error)
	var found struct{ Findings []finding }
	require.NoError(p.t, json.Unmarshal(a.OK, &found))
	return found.Findings
}

func TestAnAuthorIsToldWhatToMendAndWhere(t *testing.T) {
	p := newPage(t)
	require.Empty(t, p.proofread(small))
	require.Equal(t, []finding{{1, "cluster.brokers", "16 is out of range: 1 to 15"}},
		p.proofread(strings.Replace(small, `"brokers": 2`, `"brokers": 16`, 1)))
	require.Equal(t, "line 1, column 1", p.proofread("")[0].Path)
	lesson := strings.Replace(small, `"until": 100}`, taught, 1)
	require.Empty(t, p.proofread(lesson))
	require.Equal(t, []finding{{
		5, "lesson.chapters[1].begins", "it never holds in the run; look at the run's events",
	}}, p.proofread(strings.Replace(lesson, `"append", "request": 1}`, `"append", "request": 9}`, 1)))
}
