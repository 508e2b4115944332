package script

import (
	"highwater/core/internal/document"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// What steps do to the processes and machines of brokers.

// Kill ends a broker's process at once, as kill -9 does: its connections close, its logs stay. The restart counts as
// unclean for the ELR.
//
//contract:verb kill
type Kill struct {
	Broker protocol.NodeID
}

func (p *parser) readKill(v value, _ vtime.Time) Action { return Kill{p.broker(v)} }

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

// Start has a broker come back. Registration begins at once, and is refused, as in Kafka, while the session of its
// former life lasts.
//
//contract:verb start
type Start struct {
	Broker protocol.NodeID
}

func (p *parser) readStart(v value, _ vtime.Time) Action { return Start{p.broker(v)} }

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
