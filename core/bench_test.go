package core

import (
	"fmt"
	"strings"
	"testing"

	"highwater/core/internal/vtime"
)

// parked is a cluster in which n requests wait, half of them on two partitions, and fetches go on.
func parked(b *testing.B, n int) Script {
	var steps strings.Builder
	for i := range n {
		fmt.Fprintf(&steps, `,{"at": %d, "produce": {"acks": "all", "partitions": [
			{"topic": "t", "partition": %d, "records": 1}]}}`, 1000+3*i, i%2)
	}
	s, err := Parse([]byte(`{"version": 1, "cluster": {"topics": [{"name": "t", "config": {"min.insync.replicas": 2},
		"partitions": [{"replicas": [1, 2, 3]}, {"replicas": [1, 3, 2]}]}]},
		"steps": [{"at": 0, "fetch-delay": {"broker": 3, "ms": 20000}}` + steps.String() + `], "until": 60000}`))
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// A frame of the page: advance by a sixtieth of a second at full speed, state, what comes next.
func BenchmarkFrame(b *testing.B) {
	for _, n := range []int{1, 100} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := New(parked(b, n))
			start := vtime.Time(1500) * vtime.Millisecond
			r.SeekTime(start)
			var out []byte
			at := start
			for b.Loop() {
				if at += 16 * vtime.Millisecond; at > start+10*vtime.Second {
					at = start
				}
				r.SeekTime(at)
				out = r.State(12).AppendJSON(out[:0])
				r.Next()
			}
		})
	}
}

// Going anywhere in a run of some ten thousand events.
func BenchmarkSeek(b *testing.B) {
	r := New(parked(b, 2000))
	r.SeekTime(60 * vtime.Second)
	n := len(r.Events())
	b.ReportMetric(float64(n), "events")
	place := 0
	for b.Loop() {
		place = (place + 7919) % n
		r.SeekEvent(place)
		r.State(12)
	}
}

// A whole run, with its lines.
func BenchmarkResult(b *testing.B) {
	s := parked(b, 2000)
	events := 0
	for b.Loop() {
		if err := Result(s, func([]byte) { events++ }); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
}

func BenchmarkCreate(b *testing.B) {
	s := parked(b, 3)
	for b.Loop() {
		New(s)
	}
}
