package look

import (
	"highwater/core/internal/account"
	"highwater/core/internal/encode"
)

// AppendRecords appends, as a list, what became of the records of producers from the number from on, at most limit of
// them, as it stands at the place: each as in the summary, with its number.
func (m *Model) AppendRecords(b []byte, from, limit int) []byte {
	records := m.Account.Records
	from = min(max(0, from), len(records))
	w := summaryWriter{encode.Writer{B: b}, m, m.locate()}
	w.Open('[')
	for i := from; i < min(len(records), from+limit); i++ {
		w.Open('{')
		w.Int("number", int64(records[i].Number))
		w.record(i, &records[i])
		w.Close('}')
	}
	w.Close(']')
	return w.B
}

// parts writes how long an acknowledged record waited in its batch, and how long the network and the brokers took.
func (w *summaryWriter) parts(r *account.Record) {
	if r.Outcome == account.Acknowledged && r.Sent >= 0 {
		w.Time("batching", r.Sent-r.Enqueued)
		w.Time("network", r.Acknowledged-r.Sent)
	}
}
