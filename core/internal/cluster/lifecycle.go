package cluster

import (
	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// lifecycle is a broker's process and its registration with the controller (kafka.server.BrokerLifecycleManager).
type lifecycle struct {
	state     processState
	life      int32           // which process this is, from network.FirstLife
	startedAt vtime.Time      // its periodic tasks run at whole periods from here
	phase     vtime.Duration  // and so much later: of the life that is there at time 0
	epoch     int64           // broker epoch; none before the registration
	ready     bool            // it knows the metadata: it asks to be unfenced, and takes requests
	heartbeat network.Channel // for registrations and heartbeats
	asked     bool            // a controlled shutdown has had its second heartbeat
	off       bool            // there is no process, and the machine has no power
	clean     bool            // the process before has ended cleanly
	loadedAt  vtime.Time      // the logs' periodic tasks run at whole periods from here
	expireAt  vtime.Time      // when logs next look for expired producers; 0: never
	retainAt  vtime.Time      // when they next look for expired records; 0: never
	// reason is the event for which it waits for the controller: it comes up, runs and is to be unfenced, or is to stop;
	// 0: none.
	// What a periodic heartbeat brings about then comes of that
	reason int32
}

type processState uint8

const (
	down processState = iota
	starting
	running
	stopping
)

// The fixed times of a controlled shutdown, in ms: a second heartbeat follows the first after so long
// (BrokerLifecycleManager), and all in all it may take so long (BrokerServer.shutdown).
const (
	secondHeartbeatMs = 50
	shutdownLimitMs   = 5 * 60_000
)

// Alive reports whether the broker has a process, frozen or not.
func (b *Broker) Alive() bool { return b.state != down }

// PoweredOff reports whether the machine is without power.
func (b *Broker) PoweredOff() bool { return b.off }

// EndedCleanly reports whether a broker has no process, and the last one wrote the clean-shutdown file.
func EndedCleanly(b *Broker) bool { return b.state == down && b.cleanEpoch != none }

// Serving reports whether the broker takes requests.
func (b *Broker) Serving() bool { return b.state != down && b.ready }

// Stopping reports whether it is in a controlled shutdown.
func (b *Broker) Stopping() bool { return b.state == stopping }

// Epoch returns the broker epoch of its registration; -1 before.
func (b *Broker) Epoch() int64 { return b.epoch }

// Life returns which of its processes this is, from network.FirstLife.
func (b *Broker) Life() int32 { return b.life }

// Start brings up a process: it asks to be registered at once, and again every heartbeat interval while the session of
// its former life is valid.
func (b *Broker) Start(now vtime.Time, fx network.Effects, cause int32) {
	b.begin(now, fx)
	b.lifecycle = lifecycle{
		state: starting, life: b.life + 1, startedAt: now, epoch: none, heartbeat: b.heartbeat.Reopened(),
		clean: b.cleanEpoch != none,
	}
	for i := range b.partitions {
		b.partitions[i].log.Load()
	}
	b.cache.forget()
	b.openPurgatories()
	b.reason = b.emit(&event.Process{Broker: b.id, State: event.Started}, cause)
	restoreStarts(b, b.reason)
	b.communicate(b.reason)
	b.wakeShrink()
	b.end()
}

// reconnectMs is how long a broker leaves the controller alone after a connection to it was closed or refused, in ms
// (NodeToControllerChannelManagerImpl: reconnect.backoff.ms and its maximum).
const reconnectMs int64 = 50

// communicate sends a heartbeat or, before there is a registration, asks for it (BrokerLifecycleManager.
// CommunicationEvent). What is not answered within an interval is given up, and its connection with it; on a new
// connection a handshake comes first. So a link whose round trip takes longer than an interval gets a broker fenced
// that is alive and well.
func (b *Broker) communicate(cause int32) {
	b.heartbeat.CreatedAt = b.now
	transmit(b, cause)
}

// transmit sends the request that is due, or the handshake before it.
func transmit(b *Broker, cause int32) {
	if cause == event.None && b.reason != 0 {
		cause = b.reason
	}
	c := &b.heartbeat
	c.Send(b.now, b.config.BrokerHeartbeatIntervalMs)
	if b.epoch == none {
		b.send(network.Controller, &protocol.BrokerRegistrationRequest{
			PreviousEpoch: b.cleanEpoch, Incarnation: b.life, Attempt: c.Attempt, Handshake: !c.Connected,
		}, cause)
	} else {
		b.send(network.Controller, &protocol.BrokerHeartbeatRequest{
			BrokerEpoch: b.epoch, MetadataOffset: b.cache.offset, WantFence: !b.ready, WantShutDown: b.state == stopping,
			Attempt: c.Attempt, Handshake: !c.Connected,
		}, cause)
	}
	b.wake(c.OverdueAt, timerHeartbeat, c.Attempt, event.None)
}

// heartbeatDue sends what comes after the attempt with this number, or gives that one up once everything received has
// been read, as looked says (checkFetchTimeout).
func (b *Broker) heartbeatDue(after int32, looked bool, cause int32) {
	c := &b.heartbeat
	switch {
	case after != c.Attempt:
	case c.Flying && c.OverdueAt == b.now && !looked:
		b.wake(b.now, timerHeartbeatOver, after, cause)
	case c.Flying:
		c.Close()
		fail(b)
	case c.Again:
		transmit(b, cause)
	default:
		b.communicate(cause)
	}
}

// fail waits for an interval after a request that was given up
// (BrokerLifecycleManager.scheduleNextCommunicationAfterFailure).
func fail(b *Broker) {
	b.wake(b.now+vtime.AtMs(b.config.BrokerHeartbeatIntervalMs), timerHeartbeat, b.heartbeat.Attempt, event.None)
}

// loseHeartbeats notes that the connection is closed. The request goes out again, unless it has taken an interval
// already (NodeToControllerRequestThread.handleResponse, generateRequests).
func loseHeartbeats(b *Broker) {
	c := &b.heartbeat
	if !c.Close() {
		return
	}
	if b.now-c.CreatedAt >= vtime.AtMs(b.config.BrokerHeartbeatIntervalMs) {
		fail(b)
		return
	}
	c.Again = true
	b.wake(b.now+vtime.AtMs(reconnectMs), timerHeartbeat, c.Attempt, event.None)
}

// loseHeartbeatOf does the same where the message that was lost is the one under way.
func loseHeartbeatOf(b *Broker, attempt int32) {
	if b.heartbeat.Awaits(attempt) {
		loseHeartbeats(b)
	}
}

// heard takes an answer to what was sent last, and reports whether it is one to the request itself.
func heard(b *Broker, attempt, cause int32) bool {
	if !b.heartbeat.Awaits(attempt) {
		return false
	}
	if !b.heartbeat.Heard() {
		transmit(b, cause)
		return false
	}
	return true
}

// handleRegistration begins a life: the broker asks for the metadata and says that it is there, still fenced. One that
// is refused asks again with the next whole interval.
func (b *Broker) handleRegistration(r *protocol.BrokerRegistrationResponse, cause int32) {
	if !heard(b, r.Attempt, cause) {
		return
	}
	if r.Error != protocol.None {
		b.heartbeat.Attempt++
		b.wake(b.nextBeat(), timerHeartbeat, b.heartbeat.Attempt, cause)
		return
	}
	b.epoch, b.cleanEpoch = r.Epoch, none
	b.communicate(cause)
	b.askMetadata(cause)
}

func (b *Broker) handleHeartbeat(r *protocol.BrokerHeartbeatResponse, cause int32) {
	if !heard(b, r.Attempt, cause) {
		return
	}
	if !r.Fenced && b.state == running {
		b.reason = 0
	}
	switch {
	case r.Error != protocol.None:
	case b.state == stopping && r.ShouldShutDown:
		b.exit(cause)
	case b.state == stopping && !b.asked:
		b.asked = true
		b.wake(b.now+vtime.AtMs(secondHeartbeatMs), timerHeartbeat, b.heartbeat.Attempt, cause)
	}
}

// nextBeat returns the next whole heartbeat interval after the start.
func (b *Broker) nextBeat() vtime.Time {
	return nextRound(b.startedAt, b.now, vtime.AtMs(b.config.BrokerHeartbeatIntervalMs))
}

// nextRound returns the first instant after now that is a whole number of periods after start, or before it.
func nextRound(start, now vtime.Time, period vtime.Duration) vtime.Time {
	if now < start {
		return start - (start-now-1)/period*period
	}
	return start + ((now-start)/period+1)*period
}

// becomeReady handles the first metadata: the broker accepts requests, and asks at once to be unfenced. It returns the
// event.
func (b *Broker) becomeReady(cause int32) int32 {
	b.ready = true
	b.state = max(b.state, running)
	cause = b.emit(&event.Process{Broker: b.id, State: event.Running}, cause)
	b.reason = cause
	b.communicate(cause)
	return cause
}

// stop ends the process cleanly: the controller moves its leaderships first, unless controlled shutdown is off or it
// was never registered.
func (b *Broker) stop(cause int32) {
	if !b.config.ControlledShutdown || b.epoch == none {
		b.exit(cause)
		return
	}
	b.state, b.reason = stopping, cause
	b.wake(b.now+vtime.AtMs(shutdownLimitMs), timerShutdown, 0, cause)
	b.communicate(cause)
}

// exit ends a process cleanly: it writes the high watermarks and the clean-shutdown file.
func (b *Broker) exit(cause int32) {
	b.cleanEpoch = b.epoch
	cause = b.emit(&event.Process{Broker: b.id, State: event.Stopped}, cause)
	for i := range b.partitions {
		p := &b.partitions[i]
		p.checkpoint = checkpoint{offset: p.log.HighWatermark(), round: b.checkpointRound()}
		p.startSaved = checkpoint{offset: p.log.Start(), round: startRound(b)}
	}
	b.hangUp(cause)
	b.die()
}

// Kill ends the process at once. Its connections close.
func (b *Broker) Kill(now vtime.Time, fx network.Effects, cause int32) {
	b.begin(now, fx)
	b.cleanEpoch = none
	b.hangUp(b.emit(&event.Process{Broker: b.id, State: event.Killed}, cause))
	b.die()
	b.end()
}

// PowerOff ends the machine: its peers hear nothing, and the last lose records of every log are gone, all with -1.
func (b *Broker) PowerOff(now vtime.Time, lose int64, fx network.Effects, cause int32) {
	b.begin(now, fx)
	b.cleanEpoch = none
	cause = b.emit(&event.Process{Broker: b.id, State: event.PoweredOff}, cause)
	b.die()
	b.off = true
	for i := range b.partitions {
		p := &b.partitions[i]
		from := p.log.End()
		lost := lose
		if lost < 0 {
			lost = from
		}
		if p.log.LoseTail(lost) > 0 {
			b.emit(&event.Truncate{
				Partition: p.index, Broker: b.id, From: from, To: p.log.End(), Reason: event.LostTail,
			}, cause)
		}
	}
	b.end()
}

// hangUp closes the process's connections, and reports every request lost with them.
func (b *Broker) hangUp(cause int32) {
	for i := range b.connections {
		c := &b.connections[i]
		if c.current != nil {
			b.lose(c.current, cause)
		}
		b.loseAll(c.waiting, cause)
	}
	for _, d := range b.deletes {
		b.emit(&event.DeleteRecordsResponse{
			Partition: d.request.Partition, Broker: b.id, ConnectionClosed: true,
		}, cause)
	}
	b.fx.HangUp(b.id, cause)
}

// die drops the state of the process. The logs stay, and the high watermarks as last checkpointed.
func (b *Broker) die() {
	round, startRound := b.checkpointRound(), startRound(b)
	for i := range b.partitions {
		p := &b.partitions[i]
		p.log.SetHighWatermark(p.checkpoint.recovered(round, p.log.HighWatermark()))
		p.checkpoint = checkpoint{offset: p.log.HighWatermark()}
		p.startSaved = checkpoint{offset: p.startSaved.recovered(startRound, p.log.Start())}
		p.forget()
	}
	b.lifecycle = lifecycle{state: down, life: b.life, epoch: none, heartbeat: b.heartbeat.Reopened()}
	b.connections, b.reads, b.deletes, b.fetchers, b.rates = nil, nil, nil, nil, nil
	b.alter = alterPartitionManager{Channel: b.alter.Channel.Reopened()}
	b.openPurgatories()
}

// checkpoint is an offset on disk: the high watermark, or the log start offset. It is written periodically, so a killed
// process may leave an old one behind (ReplicaManager.checkpointHighWatermarks, LogManager.checkpointLogStartOffsets).
type checkpoint struct {
	offset int64
	round  int64 // how many times it has been due since the start; the last time it was looked at
}

func (b *Broker) checkpointRound() int64 {
	return int64((b.now - b.startedAt) / vtime.AtMs(b.config.HighWatermarkCheckpointMs))
}

// recovered returns the offset on disk in a round, if it is current in memory.
func (c checkpoint) recovered(round, current int64) int64 {
	if c.round < round {
		return current
	}
	return c.offset
}

// setHighWatermark moves a replica's high watermark, and returns the result.
func (b *Broker) setHighWatermark(p *partition, to int64) int64 {
	if round := b.checkpointRound(); p.checkpoint.round < round {
		p.checkpoint = checkpoint{offset: p.log.HighWatermark(), round: round}
	}
	return p.log.SetHighWatermark(to)
}
