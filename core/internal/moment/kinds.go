package moment

import (
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
)

// Kind is what a moment is about: the weightiest of its events says it.
type Kind uint8

// The kinds, from the least weighty to the weightiest.
const (
	// Deed: a step of the script, of which nothing else comes at once.
	Deed Kind = iota
	// Configured: a dynamic configuration changes, in the controller's metadata or, a little later, at a broker.
	Configured
	// Seen: a consumer reads on.
	Seen
	// Sent: a produce request leaves its client.
	Sent
	// Queued: a request waits at its broker, unread, behind another or because the process is frozen.
	Queued
	// Handed: a leader sends records to a follower.
	Handed
	// Copied: followers write what they fetched, or their fetches say so to the leader.
	Copied
	// Told: an application or its client hears the outcome, or tries again.
	Told
	// Written: a leader appends.
	Written
	// Lived: a broker's process starts, ends, freezes or thaws; the controller registers or unfences it.
	Lived
	// InSync: the in-sync replicas change, or a leader asks for that.
	InSync
	// Reassigned: a partition gets other replicas, or a broker makes or deletes a log for that.
	Reassigned
	// Answered: requests are decided without a change of a high watermark.
	Answered
	// Committed: a leader's high watermark rises.
	Committed
	// TimedOut: requests run out of time in the purgatory.
	TimedOut
	// Refused: a leader refuses to append.
	Refused
	// Fenced: the controller no longer counts on a broker.
	Fenced
	// Deleted: records are deleted from the beginning of a log.
	Deleted
	// Truncated: records are gone from the end of a log, or all of it is.
	Truncated
	// Elected: the controller chooses a leader, or a broker becomes one.
	Elected
	// Leaderless: a partition has no leader, and no replica may lead.
	Leaderless
)

var kindNames = [...]string{
	"deed", "configured", "seen", "sent", "queued", "handed", "copied", "told", "written", "lived", "in-sync",
	"reassigned", "answered", "committed", "timed-out", "refused", "fenced", "deleted", "truncated", "elected",
	"leaderless",
}

// Kinds returns all kinds as results spell them, the weightiest last.
func Kinds() []string { return kindNames[:] }

// String returns the kind as results spell it.
func (k Kind) String() string { return kindNames[k] }

// stage is an event's stage on its way: what may follow it in the same moment depends on that.
type stage uint8

const (
	routine stage = iota
	deed
	sent
	queued
	written
	handed
	copied
	known // the leader knows of a copy
	committed
	timedOut
	insync
	lived
	fenced
	elected
	truncated
	configured
	learnt // a broker hears of a changed configuration
	told
	seen
	numStages
)

// stages is a set of stages.
type stages uint32

func (s stages) has(one stage) bool { return s>>one&1 != 0 }

func of(some ...stage) (s stages) {
	for _, one := range some {
		s |= 1 << one
	}
	return s
}

// follows lists what may come a little later and still belong to the same moment. A new stage on a record's way, from
// the client to the leader's log, to the followers' logs, to the high watermark, is a new moment.
var follows = [numStages]stages{
	deed:       of(sent, lived, fenced, configured, told, insync, elected),
	written:    of(told, seen),
	handed:     of(copied),
	copied:     of(copied, known),
	known:      of(known, insync),
	committed:  of(told, seen, insync),
	timedOut:   of(told),
	insync:     of(insync, lived, committed, told, seen),
	lived:      of(lived, told, fenced),
	fenced:     of(elected, insync, lived),
	elected:    of(elected, known, insync, told, committed),
	configured: of(configured, insync, committed, told),
	told:       of(told),
	seen:       of(seen),
}

// minor are the stages that are told together when they come at one instant, whatever each comes of: none of them
// settles anything.
var minor = of(handed, copied, known, lived, insync, configured)

// classify returns the stage of an event and the kind of moment that it would make by itself.
func classify(happened *event.Event) (stage, Kind) {
	switch e := happened.Body.(type) {
	case *event.Step:
		return deed, Deed
	case *event.Request, *event.Unsent:
		return sent, Sent
	case *event.Receive:
		if e.Queued {
			return queued, Queued
		}
	case *event.Append, *event.Duplicate, *event.Park:
		return written, Written
	case *event.Refuse:
		return written, Refused
	case *event.Complete:
		return decided(e.By)
	case *event.Expire:
		return timedOut, TimedOut
	case *event.Response:
		if e.ConnectionClosed {
			return told, Told
		}
		return written, Answered
	case *event.FetchResponse:
		if e.Records > 0 {
			return handed, Handed
		}
	case *event.Replicate:
		return copied, Copied
	case *event.Fetch:
		if e.News > 0 && happened.Cause != event.None { // not the fetches with which a run begins
			return known, Copied
		}
	case *event.HighWatermark:
		if e.Leader {
			return committed, Committed
		}
	case *event.Partition, *event.ISR, *event.Role, *event.Leader, *event.Reassign, *event.Log:
		return ledBy(happened.Body)
	case *event.Truncate, *event.TruncateFully:
		return truncated, Truncated
	case *event.LogStart:
		return begun(e)
	case *event.Process, *event.Controller, *event.Unfence, *event.ShutDown:
		return lived, Lived
	case *event.Fence:
		return fenced, Fenced
	case *event.Config:
		return configured, Configured
	case *event.Learn:
		return learnt, Configured
	case *event.Acknowledge, *event.Fail, *event.Retry, *event.Late, *event.Cancel, *event.Client, *event.GiveUp,
		*event.Mute, *event.Block, *event.Return, *event.DeleteRecordsResponse, *event.OffsetReset:
		return told, Told
	case *event.Visible:
		return seen, Seen
	}
	return routine, Deed
}

// ledBy does the same for who leads, who is in sync, and who has a replica.
func ledBy(body event.Body) (stage, Kind) {
	switch e := body.(type) {
	case *event.Leader:
		if e.Leader == protocol.NoLeader {
			return elected, Leaderless
		}
		return elected, Elected
	case *event.Role:
		if e.Leads {
			return elected, Elected
		}
		return routine, Deed
	case *event.Partition:
		switch {
		case e.Replicas != nil:
			return insync, Reassigned
		case e.Elected:
			return elected, Elected
		}
	case *event.Reassign, *event.Log:
		return insync, Reassigned
	}
	return insync, InSync
}

// begun does the same for a log start offset that has moved.
func begun(e *event.LogStart) (stage, Kind) {
	switch {
	case e.Reason == event.StartRestored: // by a process that comes up
		return truncated, Lived
	case e.Leader:
		return truncated, Deleted
	}
	return routine, Deed
}

// decided does the same for a request's decision.
func decided(by event.By) (stage, Kind) {
	switch by {
	case event.ByTimeout:
		return timedOut, TimedOut
	case event.ByHighWatermark:
		return committed, Committed
	}
	return written, Answered
}

// Matters reports whether an event is one that a moment is told of; the rest is routine.
func Matters(e *event.Event) bool {
	s, _ := classify(e)
	return s != routine
}

// KindOf returns the kind of moment that an event would make by itself.
func KindOf(e *event.Event) Kind {
	_, kind := classify(e)
	return kind
}

// fails reports whether an event tells of a failure, or that records are lost or may be.
func fails(happened *event.Event) bool {
	switch e := happened.Body.(type) {
	case *event.Refuse, *event.Expire, *event.Unsent, *event.Fail, *event.Cancel, *event.GiveUp, *event.Truncate:
		return true
	case *event.Client:
		return e.NeverSent+e.NeverTold > 0
	case *event.Leader:
		return e.Election >= event.LastKnown
	}
	return happened.Failed()
}
