package core

import (
	"fmt"
	"strings"
	"testing"

	"highwater/core/internal/look"
)

// busy is a cluster under load: each partition, of three replicas, gets a record every 10 ms, acknowledged by all.
func busy(b *testing.B, brokers, partitions int) Script {
	var layout, steps strings.Builder
	for i := range partitions {
		comma := ","
		if i == 0 {
			comma = ""
		}
		fmt.Fprintf(&layout, `%s{"replicas": [%d, %d, %d]}`, comma, i%brokers+1, (i+1)%brokers+1, (i+2)%brokers+1)
		fmt.Fprintf(&steps, `%s{"at": %d.%03d, "send": {"producer": "p", "topic": "t", "partition": %d, "value": "v%d",
			"count": %d, "every.ms": 10}}`, comma, 1000+i%10, i, i, i, 60_000/partitions)
	}
	s, err := Parse([]byte(fmt.Sprintf(`{"version": 1, "cluster": {"brokers": %d, "topics": [
		{"name": "t", "config": {"min.insync.replicas": 2}, "partitions": [%s]}]},
		"producers": [{"id": "p", "config": {"linger.ms": 0}}], "steps": [%s]}`, brokers, layout.String(), steps.String())))
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// One operation is one event of a simulation under load.
func BenchmarkSimulation(b *testing.B) {
	for _, size := range []struct{ brokers, partitions int }{{3, 1}, {3, 100}, {9, 1}, {9, 100}} {
		b.Run(fmt.Sprintf("%dbrokers/%dpartitions", size.brokers, size.partitions), func(b *testing.B) {
			s := busy(b, size.brokers, size.partitions)
			m := look.NewModel(&s, nil)
			for b.Loop() {
				seen := m.Emitted()
				m.Run(s.Until, func() bool { return m.Emitted() > seen })
				if m.Emitted() == seen {
					m = look.NewModel(&s, nil)
				}
			}
		})
	}
}
