package producer

import (
	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// How a client ends: by a close, or with its process.

// goOnClosing ends the producer (KafkaProducer.close): nothing new is accepted, and what is left has the given time;
// then it fails.
func (c *Client) goOnClosing(k *call) bool {
	if k.stage == queued {
		k.stage = forEnd
		if k.timeoutMs != never {
			k.deadlineMs = c.nowMs + k.timeoutMs
		}
		c.beginClosing(k.timeoutMs == 0)
	}
	if !c.over && c.nowMs >= k.deadlineMs && !c.forced {
		c.beginClosing(true)
	}
	if c.forced {
		k.deadlineMs = never
	}
	return c.over
}

// beginClosing accepts no more records, and, if forced, gives up the present ones (Sender.initiateClose, forceClose).
func (c *Client) beginClosing(forced bool) {
	c.closing, c.pool.closed, c.woken = true, true, true
	c.forced = c.forced || forced
}

// end ends the sender's loop: what has not ended fails, and every connection is closed (Sender.run).
func (c *Client) end() {
	if c.forced {
		c.abortAll(protocol.ProducerClosed)
		for i := range c.queues {
			c.queues[i] = queue{}
		}
	}
	for i := range c.connections {
		if k := &c.connections[i]; k.state != disconnected {
			c.tellCancel(k, k.flights, protocol.ProducerClosed, c.because)
			k.state = disconnected
			k.flights = nil
			c.send(k, &protocol.Close{Connection: k.number}, c.because)
		}
	}
	c.over = true
}

// Process is the process that an application and its client run in, and those that take its place. When it is killed,
// Kafka's classes do nothing: no callback runs, and what is in the accumulator is gone with the memory. The sockets are
// closed by the operating system, behind what has been written to them.
type Process struct {
	*Client
	Dead bool
	Died int // what killed it last, by a number of the scheduler's; 0: nothing has
}

// Replaceable reports whether a new process may be started: this one is dead, or has closed its client.
func (p *Process) Replaceable() bool { return p.Dead || p.over }

// Newest returns the number of the newest connection to a broker.
func (p *Process) Newest(broker protocol.NodeID) int32 { return p.numbers[broker] }

// Kill ends the process at once.
func (p *Process) Kill(now vtime.Time, by int, fx network.Effects, cause int32) {
	p.begin(now, fx, cause)
	e := &event.Client{Producer: p.index, State: event.ClientKilled, Requests: int32(p.flying())}
	for i := range p.connections {
		e.Produce = appendProduce(e.Produce, p.connections[i].flights)
	}
	e.NeverSent, e.NeverTold = p.unfinished()
	cause = fx.Emit(cause, e)
	for i := range p.connections {
		if k := &p.connections[i]; k.state != disconnected {
			p.send(k, &protocol.Close{Connection: k.number}, cause)
		}
	}
	p.renew()
	p.over, p.Dead, p.Died = true, true, by
}

// unfinished returns how many records have no outcome yet: of those that no request has carried, and of the others.
func (p *Process) unfinished() (unsent, sent int32) {
	for _, id := range p.incomplete {
		switch b := &p.batches[id]; {
		case b.over:
		case b.request > 0 || b.split:
			sent += int32(len(b.records))
		default:
			unsent += int32(len(b.records))
		}
	}
	for i := range p.calls {
		if p.calls[i].verb == sendVerb {
			unsent++
		}
	}
	return unsent + int32(p.behind.sends), sent
}

// Restart starts a new process in the place of one that is dead, or whose client is closed. Its client looks for the
// cluster at the bootstrap addresses.
func (p *Process) Restart(now vtime.Time, fx network.Effects, cause int32) {
	cause = fx.Emit(cause, &event.Client{Producer: p.index, State: event.ClientStarted})
	p.renew()
	p.Dead = false
	p.Start(now, fx, cause)
}

// renew makes the client one that has done nothing yet. Connections and requests are numbered on, so that no answer to
// the former process is mistaken for one to this.
func (p *Process) renew() {
	c := p.Client
	p.Client = New(Place{
		Node: c.node, ID: c.clientID, Index: c.index, Topics: c.topics, Brokers: c.bootstrapServers,
	}, c.config)
	p.random, p.numbers, p.session = c.random, c.numbers, c.session
}
