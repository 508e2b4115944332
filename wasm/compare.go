//go:build js && wasm

package main

import "highwater/core"

const (
	defaultDifferences = 50
	maxDifferences     = 500
)

// compare returns in what a run, A, and another, B, differ, each at its place: at most max differences of records, and
// as many of partitions.
//
// Request: {"with": handle of B, "max": n}. Answer: a Comparison.
func (b *bridge) compare(r *played, request []byte, out []byte) ([]byte, error) {
	q, err := numbers(request, "with", "max")
	if err != nil {
		return nil, err
	}
	handle, _ := q.whole("with")
	other, err := b.find(handle)
	if err != nil {
		return nil, err
	}
	return core.AppendComparison(out, r.Run, other.Run, q.bounded("max", defaultDifferences, maxDifferences)), nil
}
