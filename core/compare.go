package core

import "highwater/core/internal/compare"

// AppendComparison appends, as one JSON object, in what two runs differ, each at its place: at most limit differences
// of records, and as many of partitions, the earliest first. It is only about what both runs have.
func AppendComparison(b []byte, one, other *Run, limit int) []byte {
	c := compare.Of(side(one), side(other), limit)
	return c.AppendJSON(b)
}

// side returns a run as one of two to compare.
func side(r *Run) compare.Side {
	return compare.Side{Model: r.model, Events: r.known.events[:r.place]}
}
