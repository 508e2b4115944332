package script

import (
	"slices"
	"strconv"

	"highwater/core/internal/protocol"
)

// logs reads what the replicas' logs hold. Logs that are all empty are as good as none.
func (p *parser) logs(v value, part *Partition) {
	v.Must('{')
	logs := make([]Log, len(part.Replicas))
	filled := false
	for kid := range v.kids() {
		at := kid.position(part)
		kid.Elements(MaxRecords, "runs")
		for run := range kid.kids() {
			logs[at] = p.run(run, logs[at], part)
			filled = true
		}
	}
	if !filled {
		return
	}
	part.Logs = logs
}

// run reads a run and adds it to log. One of the same epoch as the run before becomes a part of that.
func (p *parser) run(v value, log Log, part *Partition) Log {
	v.Object("epoch", "records", "values")
	at := v.need("epoch", "the leader epoch its records were written in")
	epoch := int32(at.Int(0, maxInt32))
	if epoch > part.LeaderEpoch {
		at.Fail("%d is after leaderEpoch, which is %d; raise that", epoch, part.LeaderEpoch)
	}
	if n := len(log); n > 0 && log[n-1].Epoch > epoch {
		at.Fail("%d comes after %d; epochs do not fall along a log", epoch, log[n-1].Epoch)
	} else if n == 0 || log[n-1].Epoch < epoch {
		log = append(log, Run{Epoch: epoch})
	}
	run := &log[len(log)-1]
	listing, listed := v.get("values")
	number, numbered := v.get("records")
	switch {
	case listed && numbered:
		number.Fail(`"values" says it already; leave one out`)
	case numbered:
		n := number.Int(1, MaxRecords)
		p.count(number, n, numberedBytes(len("0-"), n))
		for range n {
			run.Values = append(run.Values, recordName(epoch, len(run.Values)))
		}
	case listed:
		run.Values = append(run.Values, p.values(listing)...)
	default:
		v.Fail(`"records" or "values" is missing: how many records, or which`)
	}
	return log
}

// recordName returns what record i of an epoch is called where the script gives only a number of records. Records are
// counted along the whole epoch, so one record has one name on every replica, however its log is cut into runs.
func recordName(epoch int32, i int) string {
	return strconv.Itoa(int(epoch)) + "-" + strconv.Itoa(i+1)
}

// values reads a list of at least one record.
func (p *parser) values(v value) []string {
	n := v.Elements(MaxRecords, "records")
	if n == 0 {
		v.Fail("at least one record")
	}
	values := make([]string, 0, n)
	bytes := int64(0)
	for kid := range v.kids() {
		text := kid.text("value")
		values, bytes = append(values, text), bytes+int64(len(text))
	}
	p.count(v, int64(n), bytes)
	return values
}

// highWatermarks reads them by broker. None given is as good as no list.
func (v value) highWatermarks(part *Partition) {
	v.Must('{')
	if v.Empty() {
		return
	}
	part.HighWatermarks = slices.Repeat([]int64{-1}, len(part.Replicas))
	for kid := range v.kids() {
		at := kid.position(part)
		mark := kid.Int(0, MaxSeed)
		if end := part.end(at); mark > end {
			kid.Fail("%d is beyond the log's end, %d", mark, end)
		}
		part.HighWatermarks[at] = mark
	}
}

// committed checks that what is below the high watermark is the same in the log of every replica that must have it: the
// next leader serves it from its own. Above it, and in the logs of others, anything may be, for followers truncate. v
// is the partition.
func (v value) committed(part *Partition) {
	members, called := part.committers()
	holder, mark := part.holder()
	if holder < 0 || part.Logs == nil {
		return
	}
	for at, id := range part.Replicas {
		if at == holder || !members.Has(id) {
			continue
		}
		if end := part.end(at); end < mark {
			v.of("highWatermarks", part.Replicas[holder]).Fail(
				"%d is beyond the log's end of broker %d, %d; the %s has everything below it", mark, id, end, called)
		}
		if offset := difference(part.Logs[at], part.Logs[holder], mark); offset >= 0 {
			v.of("logs", id).Fail("has another record at offset %d than broker %d, though the high watermark is %d; "+
				"the %s has the same below it: change the log, or set highWatermarks",
				offset, part.Replicas[holder], mark, called)
		}
	}
	if lack := part.lacking() & part.ELR; !lack.Empty() {
		elr, _ := v.get("elr")
		elr.Fail("%s without all that is committed, which is what broker %d has below the high watermark, %d; an eligible "+
			"leader replica has that: leave these out, change their logs, or set highWatermarks",
			set(lack), part.Replicas[holder], mark)
	}
}

// holder returns the place of a replica that has all that is committed, and its high watermark: the leader, or, where
// there is none, the one of the committers with the highest watermark; -1: there is none.
func (p *Partition) holder() (at int, mark int64) {
	if p.Leader != protocol.NoLeader {
		at = slices.Index(p.Replicas, p.Leader)
		return at, p.HighWatermark(at)
	}
	members, _ := p.committers()
	at, mark = -1, -1
	for i, id := range p.Replicas {
		if members.Has(id) && p.HighWatermark(i) > mark {
			at, mark = i, p.HighWatermark(i)
		}
	}
	return at, mark
}

// lacking returns the replicas whose logs lack something committed.
func (p *Partition) lacking() (lack protocol.BrokerSet) {
	holder, mark := p.holder()
	if holder < 0 || p.Logs == nil {
		return 0
	}
	for at, id := range p.Replicas {
		if p.end(at) < mark || difference(p.Logs[at], p.Logs[holder], mark) >= 0 {
			lack = lack.With(id)
		}
	}
	return lack
}

// of returns what the member of that name of v says about a broker.
func (v value) of(name string, id protocol.NodeID) value {
	list, _ := v.get(name)
	kid, _ := list.get(strconv.Itoa(int(id)))
	return kid
}

// difference returns the first offset below a limit, which both logs reach, where they have not the same record, by
// epoch and value; -1: none.
func difference(a, b Log, below int64) int64 {
	var i, j, m, n int // in a: record m of run i; in b: record n of run j
	for offset := range below {
		if m == len(a[i].Values) {
			i, m = i+1, 0
		}
		if n == len(b[j].Values) {
			j, n = j+1, 0
		}
		if a[i].Epoch != b[j].Epoch || a[i].Values[m] != b[j].Values[n] {
			return offset
		}
		m, n = m+1, n+1
	}
	return -1
}
