package script

import (
	"highwater/core/internal/document"
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// What steps do to the processes and machines of brokers, and to the processes of producers and the controller.

// Kill ends the process of a broker, of a producer or of the controller at once, as kill -9 does: its connections
// close. A broker's logs stay, and the restart counts as unclean for the ELR. A producer runs no callback, what it has
// not sent is gone, and so is the rest of a send that is under way; requests that have left it are handled. Without the
// controller nobody is fenced or elected, and no ISR changes; its metadata stays.
//
//contract:verb kill
type Kill struct {
	Broker     protocol.NodeID     // absent:"zero"
	Producer   event.ProducerIndex // absent:"none"
	Controller bool                // json:"node" ts:"'controller'" absent:"zero"
}

func (p *parser) readKill(v value, _ vtime.Time) Action { return Kill(p.process(v)) }

// process names a process: exactly one of a broker's, a producer's and the controller's.
type process struct {
	Broker     protocol.NodeID
	Producer   event.ProducerIndex
	Controller bool
}

// process reads which process v is about. Where it is one that clients do not have, v has no member producer.
func (p *parser) process(v value) process {
	first := ""
	for _, whose := range []string{"broker", "producer", "node"} {
		if named, ok := v.get(whose); ok && first != "" {
			named.Fail("%q is already given: name one of the two", first)
		} else if ok {
			first = whose
		}
	}
	switch first {
	case "broker":
		if at, _ := v.get(first); at.Kind() == '"' && at.Text() == controllerID {
			at.Fail(`the controller is not a broker: write "node": "controller"`)
		}
		return process{Broker: p.broker(v), Producer: event.None}
	case "producer":
		return process{Producer: p.producer(v)}
	case "node":
		if node, _ := v.get("node"); node.Str() != controllerID {
			node.Fail(`no node %s; write "controller", or give a broker's number as "broker"`, document.Quote(node.Str()))
		}
		return process{Producer: event.None, Controller: true}
	}
	v.Fail(`"broker", "producer" or "node" is missing: a broker's number, the id of a producer, or "controller"`)
	return process{}
}

// server is the same where producers are left out.
type server struct {
	Broker     protocol.NodeID
	Controller bool
}

func (p *parser) server(v value) server {
	_, broker := v.get("broker")
	if _, node := v.get("node"); !broker && !node {
		v.Fail(`"broker" or "node" is missing: a broker's number, or "controller"`)
	}
	of := p.process(v)
	return server{Broker: of.Broker, Controller: of.Controller}
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

func (p *parser) readStop(v value, _ vtime.Time) Action {
	if at, ok := v.get("broker"); ok && at.Kind() == '"' && at.Text() == controllerID {
		at.Fail(`the only controller has nobody to hand over to, so it ends as by kill: ` +
			`{"kill": {"node": "controller"}}`)
	}
	return Stop{p.broker(v)}
}

// Start has a broker, a producer or the controller come back. A broker's registration begins at once, and is refused,
// as in Kafka, while the session of its former life lasts. A producer that was killed, or is closed, starts as a new
// process: with an empty buffer, knowing the bootstrap addresses alone, and with a producer id of its own. The
// controller is active at once, and the sessions of all brokers that are not fenced begin anew.
//
//contract:verb start
type Start struct {
	Broker     protocol.NodeID     // absent:"zero"
	Producer   event.ProducerIndex // absent:"none"
	Controller bool                // json:"node" ts:"'controller'" absent:"zero"
}

func (p *parser) readStart(v value, _ vtime.Time) Action { return Start(p.process(v)) }

// Freeze suspends the process of a broker or of the controller, as SIGSTOP does: no fetch, no heartbeat, no answer. Its
// connections stay open, and its deadlines pass.
//
//contract:verb freeze
type Freeze struct {
	Broker     protocol.NodeID // absent:"zero"
	Controller bool            // json:"node" ts:"'controller'" absent:"zero"
}

func (p *parser) readFreeze(v value, _ vtime.Time) Action { return Freeze(p.server(v)) }

// Thaw lets a frozen process go on: first the timers that are overdue, then what waited in its sockets, in order of
// arrival.
//
//contract:verb thaw
type Thaw struct {
	Broker     protocol.NodeID // absent:"zero"
	Controller bool            // json:"node" ts:"'controller'" absent:"zero"
}

func (p *parser) readThaw(v value, _ vtime.Time) Action { return Thaw(p.server(v)) }
