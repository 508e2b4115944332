package core

import (
	"highwater/core/internal/latency"
)

// AppendRecords appends, as a list, what became of the records of producers from the number from on, at most limit of
// them, as it stands at the place: each as in the summary, with its number.
func (r *Run) AppendRecords(b []byte, from, limit int) []byte {
	m := r.sim
	records := m.ledger.records
	from = min(max(0, from), len(records))
	w := summaryWriter{JSON{B: b}, m, m.locate()}
	w.Open('[')
	for i := from; i < min(len(records), from+limit); i++ {
		w.Open('{')
		w.Int("number", int64(records[i].number))
		w.record(i, &records[i])
		w.Close('}')
	}
	w.Close(']')
	return w.B
}

// Records is how many records producers have taken at the place.
func (r *Run) Records() int { return len(r.sim.ledger.records) }

// Slack is what a latency budget leaves after the wait in a batch, and the network and the brokers; below 0: it does
// not suffice.
func Slack(budget, batching, network Time) Time { return latency.Slack(budget, batching, network) }

// parts writes how long an acknowledged record waited in its batch, and how long the network and the brokers took.
func (w *summaryWriter) parts(r *recordEntry) {
	if r.outcome == acknowledged && r.sent >= 0 {
		w.Time("batching", r.sent-r.enqueued)
		w.Time("network", r.acknowledged-r.sent)
	}
}
