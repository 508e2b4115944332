package script

import (
	"slices"
	"strconv"
)

// logs reads what the replicas' logs hold. Logs that are all empty are as good as none.
func (p *parser) logs(v value, part *Partition) {
	v.kind('{')
	logs := make([]Log, len(part.Replicas))
	filled := false
	for kid := range v.kids() {
		at := kid.position(part)
		kid.elements(MaxRecords, "runs")
		for run := range kid.kids() {
			logs[at] = p.run(run, logs[at], part)
			filled = true
		}
	}
	if !filled {
		return
	}
	part.Logs = logs
	leader := slices.Index(part.Replicas, part.Leader)
	for kid := range v.kids() {
		if at := kid.position(part); leader >= 0 && at != leader {
			kid.follows(logs[at], logs[leader])
		}
	}
}

// follows checks that a follower's log is the beginning of its leader's: as long as followers cannot truncate, one that
// went its own way could never come back.
func (v value) follows(log, leader Log) {
	offset := int64(0)
	for i, run := range log {
		for n, value := range run.Values {
			switch {
			case i >= len(leader) || n >= len(leader[i].Values):
				v.fail("goes on after offset %d, where the leader's log ends or its epoch does; "+
					"this version's followers do not truncate yet", offset)
			case leader[i].Epoch != run.Epoch || leader[i].Values[n] != value:
				v.fail("has another record at offset %d than the leader; "+
					"this version's followers do not truncate yet", offset)
			}
			offset++
		}
		if i < len(log)-1 && len(run.Values) != len(leader[i].Values) {
			v.fail("lacks the leader's record at offset %d; this version's followers do not truncate yet", offset)
		}
	}
}

// run reads a run and adds it to log. One of the same epoch as the run before becomes a part of that.
func (p *parser) run(v value, log Log, part *Partition) Log {
	v.object("epoch", "records", "values")
	at := v.need("epoch", "the leader epoch its records were written in")
	epoch := int32(at.int(0, maxInt32))
	if epoch > part.LeaderEpoch {
		at.fail("%d is after leaderEpoch, which is %d; raise that", epoch, part.LeaderEpoch)
	}
	if n := len(log); n > 0 && log[n-1].Epoch > epoch {
		at.fail("%d comes after %d; epochs do not fall along a log", epoch, log[n-1].Epoch)
	} else if n == 0 || log[n-1].Epoch < epoch {
		log = append(log, Run{Epoch: epoch})
	}
	run := &log[len(log)-1]
	listing, listed := v.get("values")
	number, numbered := v.get("records")
	switch {
	case listed && numbered:
		number.fail(`"values" says it already; leave one out`)
	case numbered:
		n := number.int(1, MaxRecords)
		p.count(number, n)
		for range n {
			run.Values = append(run.Values, recordName(epoch, len(run.Values)))
		}
	case listed:
		run.Values = append(run.Values, p.values(listing)...)
	default:
		v.fail(`"records" or "values" is missing: how many records, or which`)
	}
	return log
}

// recordName is what record i of an epoch is called where the script gives only a number of records. Records are
// counted along the whole epoch, so one record has one name on every replica, however its log is cut into runs.
func recordName(epoch int32, i int) string {
	return strconv.Itoa(int(epoch)) + "-" + strconv.Itoa(i+1)
}

// values reads a list of at least one record.
func (p *parser) values(v value) []string {
	n := v.elements(MaxRecords, "records")
	if n == 0 {
		v.fail("at least one record")
	}
	p.count(v, int64(n))
	values := make([]string, 0, n)
	for kid := range v.kids() {
		values = append(values, kid.str())
	}
	return values
}

// highWatermarks reads them by broker. None given is as good as no list.
func (v value) highWatermarks(part *Partition) {
	v.kind('{')
	if v.node().first == 0 {
		return
	}
	part.HighWatermarks = slices.Repeat([]int64{-1}, len(part.Replicas))
	for kid := range v.kids() {
		at := kid.position(part)
		end := int64(0)
		if part.Logs != nil {
			end = part.Logs[at].End()
		}
		mark := kid.int(0, MaxSeed)
		if mark > end {
			kid.fail("%d is beyond the log's end, %d", mark, end)
		}
		part.HighWatermarks[at] = mark
		if part.Replicas[at] == part.Leader {
			kid.covered(mark, part)
		}
	}
}

// covered checks that every member of the ISR has what lies below mark, the leader's high watermark.
func (v value) covered(mark int64, part *Partition) {
	for at, id := range part.Replicas {
		if part.Logs != nil && part.ISR.Has(id) && part.Logs[at].End() < mark {
			v.fail("%d is beyond the log's end of broker %d, %d; the ISR has everything below it", mark, id, part.Logs[at].End())
		}
	}
}
