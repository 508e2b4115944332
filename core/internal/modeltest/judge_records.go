package modeltest

import (
	"highwater/core/internal/account"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// milestones holds that what became of each record happened in order.
func (j *judge) milestones() {
	for i := range j.m.Account.Records.Len() {
		r := j.m.Account.Records.At(i)
		path := []vtime.Time{r.Enqueued, r.Sent, r.Appended, r.Committed}
		acks := j.m.Script().Producers[r.Producer].Config.Acks
		if r.Outcome == account.Acknowledged && acks == protocol.AcksAll {
			path = append(path, r.Acknowledged)
			j.holds(milestonesRise, r.Committed >= 0, r.Partition, "record %d is acknowledged and not committed", r.Number)
		}
		last := vtime.Time(-1)
		for _, at := range path {
			j.holds(milestonesRise, at < 0 || at >= last, r.Partition, "record %d: %v", r.Number, path)
			last = max(last, at)
		}
	}
}
