package core

import "highwater/core/internal/compare"

// AppendComparison appends, as one JSON object, in what this run, A, and another, B, differ at their places: at most
// limit differences of records, and as many of partitions, the earliest first. It is only about what both runs have.
func (r *Run) AppendComparison(b []byte, other *Run, limit int) []byte {
	c := compare.Of(r.side(), other.side(), limit)
	return c.AppendJSON(b)
}

// side returns the run as one of two to compare.
func (r *Run) side() compare.Side {
	return compare.Side{Model: r.model, Events: r.known.events[:r.place]}
}
