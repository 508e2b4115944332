package script

import (
	"highwater/core/internal/event"
	"highwater/core/internal/rules"
	"highwater/core/internal/vtime"
)

// DeleteRecords asks the leader of a partition to delete all records below an offset, as the admin tool does: from then
// on every log begins there. The request waits until every live replica has deleted them.
//
//contract:verb delete-records
type DeleteRecords struct {
	Partition event.PartitionIndex
	Offset    int64 // of the first record that stays; -1: all that is committed goes
}

func (p *parser) readDeleteRecords(v value, _ vtime.Time) Action {
	a := DeleteRecords{Partition: p.whole(v)}
	offset := v.need("offset", "the first record that stays, or -1 to delete all that is committed")
	a.Offset = offset.Int(rules.ToHighWatermark, MaxSeed)
	return a
}
