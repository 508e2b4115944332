//go:build js && wasm

package main

import (
	"highwater/core"
	"highwater/core/proofread"
)

// mostProofread is about how many things may happen in the runs that proofreading plays: it takes a fraction of a
// second, for an author waits for it.
const mostProofread = 50_000

// proofreadScript returns what there is to mend in a script and its lesson: what an author sees while writing. A lesson
// has to have its texts in each language that its question is in; it needs no place in the library.
//
// Request: the script. Answer: {"findings": [{"line": from 1, "path": "" where there is none, "message": "..."}]}.
func proofreadScript(request []byte, out []byte) ([]byte, error) {
	found := proofread.Check(request, proofread.Wants{Most: mostProofread})
	w := core.JSON{B: out}
	w.Open('{')
	w.List("findings", len(found), func(i int) {
		w.Int("line", int64(found[i].Line))
		w.String("path", found[i].Path)
		w.String("message", found[i].Message)
	})
	w.Close('}')
	return w.B, nil
}
