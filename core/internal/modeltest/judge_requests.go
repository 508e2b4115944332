package modeltest

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
)

// What the judge holds of produce requests.

// ofRequest holds what must be true of a request as something happens to it.
func (j *judge) ofRequest(body event.Body) {
	switch e := body.(type) {
	case *event.Request:
		j.requests = append(j.requests, judgedRequest{acks: e.Acks, broker: e.Broker})
	case *event.Unsent:
		j.requests = append(j.requests, judgedRequest{acks: e.Acks, broker: protocol.NoLeader})
	case *event.Receive:
		r := &j.requests[e.Request-1]
		r.life, r.open = j.m.Broker(e.Broker).Life(), r.acks == protocol.AcksAll
	case *event.Duplicate:
		j.requests[e.Request-1].duplicate = true
	case *event.Park:
		j.stirred = true
		j.decisions(e.Broker)
	case *event.Check:
		j.stirred = true
		j.decisions(e.Broker)
	case *event.Complete:
		j.stirred = true
		j.decisions(e.Broker)
		r := &j.requests[e.Request-1]
		r.open = false
		r.completed++
		j.holds(completesOnce, r.completed == 1, event.None, "request %d completes a second time", e.Request)
	case *event.Expire:
		r := &j.requests[e.Request-1]
		r.expired++
		j.holds(completesOnce, r.expired == 1 && r.completed == 0, event.None,
			"request %d expires when it is done", e.Request)
	case *event.Response:
		j.answered(e)
	case *event.Acknowledge:
		j.tell(e.Record, e.Partition, e.Value)
	case *event.Fail:
		j.tell(e.Record, e.Partition, e.Value)
	}
}

// tell holds that the application is told of a record once.
func (j *judge) tell(record, partition int32, value string) {
	j.holds(answeredOnce, !j.told[record], partition, "the application is told of %q a second time", value)
	j.told[record] = true
}

// answered holds that a request is answered once, and that acks=all is told of nothing that is not committed.
func (j *judge) answered(e *event.Response) {
	r := &j.requests[e.Request-1]
	r.answered++
	j.holds(answeredOnce, r.answered == 1, event.None, "request %d is answered a second time", e.Request)
	if e.ConnectionClosed {
		r.open = false
		return
	}
	j.holds(answeredOnce, r.completed == 1, event.None, "request %d is answered before it is complete", e.Request)
	if r.acks != protocol.AcksAll {
		return
	}
	entry := j.m.Account.Request(e.Request)
	for _, it := range e.Partitions {
		p := &j.partitions[it.Partition]
		_, epoch, _ := j.m.Broker(e.Broker).Knows(it.Partition)
		if it.Error != protocol.None || p.overruled(epoch) {
			continue
		}
		var records []protocol.Record
		for part := range j.m.Account.Parts(entry) {
			if part.Partition == it.Partition {
				records = part.Records
			}
		}
		for n, rec := range records {
			at := it.BaseOffset + int64(n)
			ok := at < int64(len(p.committed)) && (r.duplicate || p.committed[at].record.Value == rec.Value)
			j.holds(acknowledgedIsCommitted, ok || p.lostAt >= entry.Sent, it.Partition,
				"request %d is acknowledged, and %q at offset %d is not committed", e.Request, rec.Value, at)
		}
	}
}

// decisions looks at what has been decided of the requests that wait on a broker. Whatever decides does so under the
// same view of the partition as the event that follows.
func (j *judge) decisions(broker protocol.NodeID) {
	for i := range j.requests {
		r := &j.requests[i]
		if !r.open || r.broker != broker {
			continue
		}
		for part := range j.m.Account.Parts(j.m.Account.Requests.At(i)) {
			err, decided, there := j.m.Broker(broker).Outcome(int32(i+1), part.Partition)
			if !there || !decided || slices.Contains(r.judged, part.Partition) {
				continue
			}
			r.judged = append(r.judged, part.Partition)
			if err == protocol.None {
				j.decided(int32(i+1), part.Partition, part.Required, broker)
			}
		}
	}
}

func (j *judge) decided(request, partition int32, required int64, broker protocol.NodeID) {
	v, least := j.view(broker, partition), j.leastInSync(broker, partition)
	j.holds(enoughAtDecision, maximal(v).Len() >= least && v.HighWatermark >= required, partition,
		"request %d is decided with %v in sync, the minimum is %d; it waits for %d, the high watermark is %d",
		request, ids(maximal(v)), least, required, v.HighWatermark)
}

// purgatory holds that every request that is parked on a broker stands under its keys and on the timer, and no other.
func (j *judge) purgatory(broker protocol.NodeID) {
	b := j.m.Broker(broker)
	p := b.Produces()
	var waiting []int32
	for key := range j.partitions {
		for op, done := range p.Watchers(int32(key)) {
			if _, armed := p.Place(op); !done && armed && !slices.Contains(waiting, b.Request(op)) {
				waiting = append(waiting, b.Request(op))
			}
		}
	}
	parked := 0
	for i := range j.requests {
		r, entry := &j.requests[i], j.m.Account.Requests.At(i)
		if !r.open || r.broker != broker || r.life != b.Life() || !b.Alive() || entry.Parked < 0 {
			continue
		}
		parked++
		overslept := j.m.Frozen(broker) || j.thawed[broker-1] == j.m.Now()
		j.holds(parkedWaits, slices.Contains(waiting, int32(i+1)) && (overslept || j.m.Now().Ms() <= entry.Deadline.Ms()),
			event.None, "request %d is parked until %v, and waits for nothing", i+1, entry.Deadline)
	}
	j.holds(parkedWaits, len(waiting) == parked && p.NumDelayed() == parked, event.None,
		"broker %d has %d parked, %d under keys, %d on the timer", broker, parked, len(waiting), p.NumDelayed())
}
