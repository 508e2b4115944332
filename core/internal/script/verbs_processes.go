package script

import (
	"highwater/core/internal/document"
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// What steps do to the processes and machines of brokers, and to the processes of producers.

// Kill ends the process of a broker or of a producer at once, as kill -9 does: its connections close. A broker's logs
// stay, and the restart counts as unclean for the ELR. A producer runs no callback, what it has not sent is gone, and
// so is the rest of a send that is under way; requests that have left it are handled.
//
//contract:verb kill
type Kill struct {
	Broker   protocol.NodeID     // absent:"zero"
	Producer event.ProducerIndex // absent:"none"
}

func (p *parser) readKill(v value, _ vtime.Time) Action { return Kill(p.process(v)) }

// process names a process: exactly one of a broker's and a producer's.
type process struct {
	Broker   protocol.NodeID
	Producer event.ProducerIndex
}

// process reads which process v is about.
func (p *parser) process(v value) process {
	named, of := v.get("producer")
	_, also := v.get("broker")
	switch {
	case of && also:
		named.Fail(`"broker" is already given: name one of the two`)
	case of:
		return process{Producer: p.producer(v)}
	case !also:
		v.Fail(`"broker" or "producer" is missing: a broker's number, or the id of a producer`)
	}
	return process{Broker: p.broker(v), Producer: event.None}
}

// PowerOff ends a broker's machine: its connections fall silent, and the last records of its logs are gone. The restart
// counts as unclean.
//
//contract:verb power-off
type PowerOff struct {
	Broker protocol.NodeID
	Lose   int64 // ts:"number | 'all'" how many records at the end of each of its logs are gone; -1: all
}

func (p *parser) readPowerOff(v value, _ vtime.Time) Action {
	a := PowerOff{Broker: p.broker(v), Lose: -1}
	lose := v.need("lose", `how many records at the end of each of its logs are gone; 0 for none, "all" for all`)
	switch kind := lose.Kind(); {
	case kind == '0':
		a.Lose = lose.Int(0, MaxRecords)
	case kind != '"':
		lose.Fail(`must be a number or "all", not %s`, document.KindName(kind))
	case lose.Text() != "all":
		lose.Fail(`%s is not "all"; a number stands without quotes`, document.Quote(lose.Text()))
	}
	return a
}

// Stop ends a broker cleanly: a controlled shutdown, then a clean end of its process.
//
//contract:verb stop
type Stop struct {
	Broker protocol.NodeID
}

func (p *parser) readStop(v value, _ vtime.Time) Action { return Stop{p.broker(v)} }

// Start has a broker or a producer come back. A broker's registration begins at once, and is refused, as in Kafka,
// while the session of its former life lasts. A producer that was killed, or is closed, starts as a new process: with
// an empty buffer, knowing the bootstrap addresses alone, and with a producer id of its own.
//
//contract:verb start
type Start struct {
	Broker   protocol.NodeID     // absent:"zero"
	Producer event.ProducerIndex // absent:"none"
}

func (p *parser) readStart(v value, _ vtime.Time) Action { return Start(p.process(v)) }

// Freeze suspends a broker's process, as SIGSTOP does: no fetch, no heartbeat, no answer. Its connections stay open,
// and its deadlines pass.
//
//contract:verb freeze
type Freeze struct {
	Broker protocol.NodeID
}

func (p *parser) readFreeze(v value, _ vtime.Time) Action { return Freeze{p.broker(v)} }

// Thaw lets a frozen process go on: first the timers that are overdue, then what waited in its sockets, in order of
// arrival.
//
//contract:verb thaw
type Thaw struct {
	Broker protocol.NodeID
}

func (p *parser) readThaw(v value, _ vtime.Time) Action { return Thaw{p.broker(v)} }
