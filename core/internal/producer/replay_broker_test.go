package producer

import (
	"slices"
	"strconv"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// The world of a replay: the scripted broker, the application's steps and callbacks, and what is seen of the client.

func (r *replay) carryOutOne(step scriptStep) {
	now := vtime.AtMs(r.nowMs)
	thread := int32(0)
	if step.Other {
		r.other++
		thread = r.other
	}
	switch {
	case step.Send != nil:
		r.send(step.Send, thread)
	case step.Flush != nil:
		r.began["flush"] = r.nowMs
		r.client.Flush(now, r, event.None)
	case step.Close != nil:
		timeout := int64(-1)
		if step.Close.Timeout != nil {
			timeout = *step.Close.Timeout
		}
		r.began["close"] = r.nowMs
		if timeout < 0 {
			timeout = never
		}
		r.client.ask(now, call{verb: closeVerb, timeoutMs: timeout, thread: thread}, r, event.None)
	case step.Leader != nil:
		index := r.topicNamed(step.Leader.Topic)*partitionsPerTopic + step.Leader.Partition
		r.leaders[index] = protocol.PartitionMetadata{
			Partition: index, Leader: step.Leader.Node, LeaderEpoch: step.Leader.Epoch,
		}
	case step.Topic != nil:
		r.setTopic(step.Topic.Name, step.Topic.Leaders)
	case step.Down != nil:
		r.down[*step.Down] = true
		r.hangUp(*step.Down)
	case step.Up != nil:
		r.down[*step.Up] = false
	case step.Cut != nil:
		r.hangUp(*step.Cut)
	case step.Hold != nil:
		r.client.connection(*step.Hold).held = true
	case step.Release != nil:
		r.client.connection(*step.Release).held = false
		r.client.begin(now, r, event.None)
		_, r.client.freed = r.client.write()
		r.client.ring(now)
	}
}

func (r *replay) send(s *scriptSend, thread int32) {
	record := Record{Topic: r.topicNamed(s.topic()), Number: -1, Payload: protocol.Record{Value: s.Value}}
	if s.Partition != nil {
		record.Number = *s.Partition
	}
	if s.Key != nil {
		record.HasKey, record.Key = true, *s.Key
	}
	record.Payload.Bytes = max(s.Size, int32(len(s.Value)))
	record.CompressedBytes = r.sizes[s.Value]
	r.actions[s.Value] = s
	r.began["send "+s.Value] = r.nowMs
	r.client.ask(vtime.AtMs(r.nowMs), call{verb: sendVerb, Record: record, thread: thread}, r, event.None)
}

// hangUp closes the broker's end of all connections to a node.
func (r *replay) hangUp(node protocol.NodeID) {
	for i := range r.wires {
		if w := &r.wires[i]; w.peer == node && w.open {
			r.closeWire(w, r.nowMs)
			r.deliver()
		}
	}
}

func (r *replay) closeWire(w *wire, atMs int64) {
	w.open = false
	r.order++
	r.answers = append(r.answers, pendingAnswer{
		atMs: atMs, order: r.order, from: w.peer, closes: true,
		body: &protocol.Disconnect{Lost: &protocol.Handshake{Connection: w.number}},
	})
}

func (r *replay) wire(peer protocol.NodeID, number int32) *wire {
	for i := range r.wires {
		if r.wires[i].peer == peer && r.wires[i].number == number {
			return &r.wires[i]
		}
	}
	r.wires = append(r.wires, wire{peer: peer, number: number, open: true})
	return &r.wires[len(r.wires)-1]
}

// Send takes a message from the client (network.Effects).
func (r *replay) Send(m network.Message, _ vtime.Duration) vtime.Time {
	switch body := m.Body.(type) {
	case *protocol.Handshake:
		r.takeHandshake(m.To, body)
	case *protocol.MetadataRequest:
		w := r.wire(m.To, body.Connection)
		session := body.Session
		r.answerInOrder(w, r.s.Cluster.MetaRTT, nil, func() protocol.Body { return r.metadata(session) })
		r.see(observed{E: "metadata"})
	case *protocol.InitProducerIDRequest:
		r.takeInit(m.To, body)
	case *protocol.ProduceRequest:
		r.takeProduce(m.To, body)
	case *protocol.Close:
		if w := r.wire(m.To, body.Connection); w.open && w.peer != bootstrapNode {
			r.see(observed{E: "closed", Node: m.To, By: "client"})
			w.open = false
			r.answers = slices.DeleteFunc(r.answers, func(a pendingAnswer) bool { return a.from == m.To })
		}
	}
	return 0
}

// Life is that of every node: none dies here.
func (r *replay) Life(protocol.NodeID) int32 { return 0 }

func (r *replay) answerInOrder(w *wire, rtt int64, body protocol.Body, make func() protocol.Body) {
	if w.silent || !w.open {
		return
	}
	w.lastMs = max(w.lastMs, r.nowMs+rtt)
	r.order++
	r.answers = append(r.answers, pendingAnswer{atMs: w.lastMs, order: r.order, from: w.peer, body: body, make: make})
}

func (r *replay) takeHandshake(peer protocol.NodeID, h *protocol.Handshake) {
	if r.down[peer] {
		r.answer(r.nowMs, peer, &protocol.Disconnect{Lost: h})
		return
	}
	rtt := r.s.Cluster.Connect
	if h.Versions {
		rtt = r.s.Cluster.MetaRTT
	}
	w := r.wire(peer, h.Connection)
	r.answerInOrder(w, rtt, &protocol.HandshakeResponse{Connection: h.Connection, Versions: h.Versions}, nil)
}

func (r *replay) metadata(session int32) *protocol.Metadata {
	m := &protocol.Metadata{Session: session}
	for _, node := range r.s.Cluster.Nodes {
		m.Brokers = append(m.Brokers, protocol.BrokerMetadata{Broker: node})
	}
	for topic, count := range r.counts {
		for n := range count {
			m.Partitions = append(m.Partitions, r.leaders[int32(topic)*partitionsPerTopic+n])
		}
		if slices.Contains([]byte(r.topics[topic]), ' ') {
			m.Invalid = append(m.Invalid, int32(topic))
		}
	}
	return m
}

func (r *replay) takeInit(peer protocol.NodeID, q *protocol.InitProducerIDRequest) {
	a := initAnswer{}
	if r.inits < len(r.s.Init) {
		a = r.s.Init[r.inits]
	}
	r.inits++
	rtt := r.s.Cluster.MetaRTT
	if a.RTT != nil {
		rtt = *a.RTT
	}
	answer := &protocol.InitProducerIDResponse{
		Session: q.Session, Error: errorNamed(r.t, a.Error), ProducerID: producerID + r.given, Epoch: a.Epoch,
	}
	if answer.Error == protocol.None {
		r.given++
	}
	r.see(observed{E: "init-producer-id"})
	r.answerInOrder(r.wire(peer, q.Connection), rtt, answer, nil)
}

func (r *replay) takeProduce(peer protocol.NodeID, q *protocol.ProduceRequest) {
	a := r.s.Default
	if r.produced < len(r.s.Produce) {
		a = r.s.Produce[r.produced]
	}
	r.produced++
	rtt := int64(2)
	if r.s.Cluster.RTT != nil {
		rtt = *r.s.Cluster.RTT
	}
	if a.RTT != nil {
		rtt = *a.RTT
	}
	w := r.wire(peer, q.Connection)
	seen := observed{E: "request", Node: peer, Acks: int(q.Acks), Timeout: q.TimeoutMs}
	answer := &protocol.ProduceResponse{ID: q.ID, Connection: q.Connection}
	for _, p := range q.Partitions {
		seen.Batches = append(seen.Batches, r.batch(p))
		answer.Results = append(answer.Results, r.result(p, &a))
	}
	r.see(seen)
	switch {
	case a.ByHand:
	case a.Disconnect != nil:
		w.silent = true
		r.closeWire(w, r.nowMs+*a.Disconnect)
		w.open = true
	case a.Silent:
		w.silent = true
	case q.Acks != protocol.AcksNone:
		r.answerInOrder(w, rtt, answer, nil)
	}
}

func (r *replay) batch(p protocol.ProduceData) observedBatch {
	b := observedBatch{TP: r.name(p.Partition)}
	if p.Idempotent {
		id, epoch, sequence := p.ProducerID, p.ProducerEpoch, p.Sequence
		b.PID, b.Epoch, b.Seq = &id, &epoch, &sequence
	}
	for _, record := range p.Records {
		b.Values = append(b.Values, record.Value)
	}
	for i := range r.client.batches {
		own := &r.client.batches[i]
		if own.partition == p.Partition && own.size > 0 && own.records[0].Value == b.Values[0] && own.inFlight {
			b.Size = int64(own.size)
		}
	}
	return b
}

// result is what the script says of one partition; the fake log grows with it.
func (r *replay) result(p protocol.ProduceData, a *produceAnswer) protocol.ProduceResult {
	name := r.name(p.Partition)
	told, ok := a.Errors[name]
	if !ok {
		told = a.Errors["*"]
	}
	result := protocol.ProduceResult{Partition: p.Partition, Error: errorNamed(r.t, told), BaseOffset: -1, LogStart: 0}
	if a.LogStart != nil {
		result.LogStart = *a.LogStart
	}
	if hint, ok := a.Hint[name]; ok {
		result.Leader, result.LeaderEpoch = hint.Node, hint.Epoch
	}
	stored := result.Error == protocol.None || result.Error == protocol.DuplicateSequenceNumber
	if a.Stored != nil {
		stored = *a.Stored
	}
	base := r.ends[p.Partition]
	if offset, ok := a.Offset[name]; ok {
		base = offset
	}
	if stored {
		r.ends[p.Partition] = base + int64(len(p.Records))
	}
	if result.Error == protocol.None {
		result.BaseOffset = base
	}
	return result
}

// Emit sees what the client reports, and runs the callbacks (network.Effects).
func (r *replay) Emit(_ int32, body event.Body) int32 {
	switch e := body.(type) {
	case *event.Enqueue:
		if send := r.actions[e.Value]; send != nil && send.Partition == nil {
			r.choices[e.Value] = r.client.stickies[e.Partition/partitionsPerTopic].choice
		}
	case *event.Acknowledge:
		r.see(observed{E: "callback", Value: e.Value, TP: r.name(e.Partition), Offset: e.Offset})
		r.runCallback(e.Value)
	case *event.Fail:
		o := observed{E: "callback", Value: e.Value, Error: e.Error.String(), InCaller: e.Told == event.InCaller}
		if e.Told == event.Thrown {
			since := r.began["send "+e.Value]
			o = observed{E: "threw", Call: "send " + e.Value, Error: e.Error.String(), Since: &since}
		}
		r.see(o)
		if e.Told != event.Thrown {
			r.runCallback(e.Value)
		}
	case *event.Return:
		since := r.nowMs - e.Took.Ms()
		o := observed{E: "returned", Call: e.Verb, Since: &since}
		if e.Verb == "send" && e.Error != protocol.None {
			r.see(observed{E: "blocked-threw", Call: "send " + e.Value, Error: e.Error.String()})
			break // The recordings have it with the record's own failure.
		}
		if e.Verb == "send" && e.Took == 0 {
			break // Nobody sees that it waited.
		}
		if e.Verb == "send" {
			o.Call = "send " + e.Value
		}
		if r.inside != "" {
			o.Call += " in callback"
		}
		if e.Error != protocol.None {
			o = observed{E: "threw", Call: "in callback of " + r.inside, Error: e.Error.String()}
		}
		r.see(o)
	}
	return 0
}

func (r *replay) runCallback(value string) {
	s := r.actions[value]
	if s == nil || s.OnCallback == nil {
		return
	}
	was := r.inside
	r.inside = value
	now := vtime.AtMs(r.nowMs)
	switch do := s.OnCallback; {
	case do.Send != nil:
		r.send(do.Send, 0)
	case do.Flush:
		r.client.Flush(now, r, event.None)
	case do.Close != nil:
		r.client.Close(now, *do.Close, r, event.None)
	}
	r.inside = was
}

func (r *replay) see(o observed) {
	o.T = r.nowMs
	r.events = append(r.events, o)
}

// NextRequest numbers a request (network.Effects).
func (r *replay) NextRequest() int32 {
	r.request++
	return r.request
}

// Wake is called for what the client's own alarm tells (network.Effects).
func (r *replay) Wake(vtime.Time, network.Timer) {}

// HangUp is no client's business (network.Effects).
func (r *replay) HangUp(protocol.NodeID, int32) {}

// errorNamed is the code of an error by its name, or by its number.
func errorNamed(t require.TestingT, name string) protocol.Error {
	if name == "" {
		return protocol.None
	}
	if code, ok := errorCodes()[name]; ok {
		return code
	}
	n, err := strconv.Atoi(name)
	require.NoError(t, err, "no such error: "+name)
	return protocol.Error(n)
}
