package cluster

import (
	"slices"

	"highwater/core/internal/event"
	"highwater/core/internal/network"
	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// metadataCache is what a broker knows of the cluster (org.apache.kafka.metadata.KRaftMetadataCache).
type metadataCache struct {
	offset   int64 // in the metadata log
	session  int32 // the present request for more
	brokers  []protocol.BrokerMetadata
	minISR   MinISRConfig // min.insync.replicas as this broker knows it
	settings Settings
	cause    int32 // the event that the last of it follows from
}

func (c metadataCache) clone() metadataCache {
	c.brokers = slices.Clone(c.brokers)
	c.minISR, c.settings = c.minISR.clone(), c.settings.clone()
	return c
}

// forget drops everything: a process that comes up asks for the whole.
func (c *metadataCache) forget() {
	c.offset = 0
	c.session++
}

// active reports whether a broker may be in an ISR: registered, not fenced, not shutting down.
func (c *metadataCache) active(id protocol.NodeID) bool {
	m := c.brokers[id-1]
	return m.Epoch != none && !m.Fenced && !m.ShuttingDown
}

// askMetadata asks the controller for what comes after what is known; the controller answers when there is something.
func (b *Broker) askMetadata(cause int32) {
	b.send(network.Controller, &protocol.MetadataRequest{Offset: b.cache.offset, Session: b.cache.session}, cause)
}

// metadataTimeoutMs is how long a broker waits for the answer to its fetch of the metadata, in ms; then it gives up the
// connection (controller.quorum.request.timeout.ms).
const metadataTimeoutMs = 2000

// Resume lets a process go on that has stood still for so long. No news lies in its socket: the controller answers a
// fetch of the metadata that it has nothing for within half a second, with nothing, so what has happened later is not
// known there (KafkaRaftClient.MAX_FETCH_WAIT_MS). The fetch goes out anew, over a new connection if it has timed out,
// and what it brings comes a round trip later, or two (KafkaRaftClient.pollFollowerAsObserver). Until then the broker
// takes itself for what it was. In the first half second of a freeze there may be news in the socket; whether there is
// depends on the phase of the fetches, which the model does not have, and it assumes there is none.
//
// Of the produce requests in its sockets, unread is how many lie on the fullest connection. Those that need not wait
// are handled before the news even where nodes are close: in recordings five of them took a third of the time that the
// news did. So the fetch leaves when the last of them is done.
func (b *Broker) Resume(now vtime.Time, stood vtime.Duration, unread int, fx network.Effects, cause int32) {
	b.begin(now, fx)
	if b.epoch != none {
		b.cache.session++
		what := timerAskMetadata
		if stood >= vtime.AtMs(metadataTimeoutMs) {
			what = timerReconnect
		}
		b.wake(b.now+vtime.Duration(unread)*b.config.AppendTime, what, b.cache.session, cause)
	}
	b.end()
}

// resumed lets the fetch of the metadata out that belongs to a session, unless there is a newer one.
func (b *Broker) resumed(session int32, anew bool, cause int32) {
	switch {
	case session != b.cache.session:
	case anew:
		b.reconnect(cause)
	default:
		b.askMetadata(cause)
	}
}

// reconnect opens a new connection for the fetches of the metadata. Nothing is asked on it before both sides have said
// which versions they speak (NetworkClient.handleInitiateApiVersionRequests).
func (b *Broker) reconnect(cause int32) {
	b.cache.session++
	b.send(network.Controller, &protocol.Handshake{Connection: b.cache.session, Versions: true}, cause)
}

// loseMetadata opens a new connection when the one was reset on which the present request or its answer was under way.
func (b *Broker) loseMetadata(session, cause int32) {
	if session == b.cache.session {
		b.reconnect(cause)
	}
}

// handleHandshake is the controller's word on a new connection: now it can be asked.
func (b *Broker) handleHandshake(r *protocol.HandshakeResponse, cause int32) {
	if r.Connection == b.cache.session {
		b.askMetadata(cause)
	}
}

// handleMetadata takes what the controller has published: who there is, then partitions, those led here first, then
// configuration. A changed minimum moves nothing by itself (BrokerMetadataPublisher.onMetadataUpdate,
// ReplicaManager.applyDelta, TopicConfigHandler).
func (b *Broker) handleMetadata(m *protocol.Metadata, cause int32) {
	if m.Session != b.cache.session {
		return
	}
	b.cache.cause = cause
	b.cache.offset = m.Offset
	for _, c := range m.Configs { // before the logs, which are loaded with the first metadata and go by them
		b.cache.settings.set(c)
	}
	if !b.ready {
		b.loadProducers()
	}
	if len(m.Configs) > 0 {
		for i := range b.partitions {
			b.watchProducers(&b.partitions[i])
		}
	}
	for _, c := range m.Brokers {
		b.cache.brokers[c.Broker-1] = c
	}
	for _, c := range m.Holds {
		b.partitions[c.Partition].heldOut = c.HeldOut
	}
	b.refreshEligible(cause)
	for _, c := range m.Partitions {
		if c.Leader == b.id {
			b.makeLeader(&b.partitions[c.Partition], c, cause)
		}
	}
	b.makeFollowers(m.Partitions, cause)
	for _, c := range m.MinISR {
		if c.Broker == 0 || c.Broker == b.id {
			b.cache.minISR.set(c)
		}
	}
	if !b.ready {
		cause = b.becomeReady(cause)
	}
	b.askMetadata(cause)
}

// refreshEligible notes, for every partition led here, which followers may join its ISR as things stand.
func (b *Broker) refreshEligible(cause int32) {
	for i := range b.partitions {
		p := &b.partitions[i]
		for j := range p.followers {
			if b.judge(p, j) {
				p.admitted[j] = cause
			}
		}
	}
}

// judge tells a follower eligible or not, and whether it has just become so: alive, not fenced, not shutting down, not
// held out by hand, and heard from in its present life, by this broker's knowledge of lives: one that has fetched in a
// later one waits, too, and one that names none is not asked (Partition.isReplicaIsrEligible,
// isBrokerEpochIsrEligible).
func (b *Broker) judge(p *partition, follower int) (admitted bool) {
	f := &p.followers[follower]
	before := f.Eligible
	f.Eligible = !p.heldOut.Has(f.ID) && b.cache.active(f.ID) &&
		(f.BrokerEpoch == none || f.BrokerEpoch == b.cache.brokers[f.ID-1].Epoch)
	return f.Eligible && !before
}

// unheard is the broker epoch of a follower that has not fetched; it equals none that there is.
const unheard int64 = -2

// makeLeader takes up a partition's lead, or refreshes it (Partition.makeLeader). A new leader epoch begins at the
// log's end: nothing is cut off, and what lies above the high watermark may yet be committed. Members of the ISR get
// the benefit of the doubt; of a broker that did not lead before, what it knows of the others is void.
func (b *Broker) makeLeader(p *partition, m protocol.PartitionMetadata, cause int32) {
	if !p.hosted || m.PartitionEpoch < p.partitionEpoch {
		return
	}
	if m.LeaderEpoch <= p.leaderEpoch {
		b.commitISR(p, m.ISR, m.PartitionEpoch, cause)
		return
	}
	ledBefore := p.leads
	if !ledBefore {
		p.leads, p.leader, p.failed = true, b.id, false
		p.enlist(b.id, b.layout.Replicas[p.index])
	}
	p.leaderEpoch, p.partitionEpoch, p.isr.Pending, p.isr.Proposed = m.LeaderEpoch, m.PartitionEpoch, 0, 0
	p.isr.Committed = m.ISR
	p.epochStart = p.log.End()
	p.log.BeginEpoch(p.leaderEpoch)
	for i := range p.followers {
		f := &p.followers[i]
		f.Progress = f.Progress.AfterElection(ledBefore, m.ISR.Has(f.ID), p.log.End(), b.now.Ms())
	}
	cause = b.emit(&event.Role{
		Partition: p.index, Broker: b.id, Leads: true, Leader: b.id, LeaderEpoch: p.leaderEpoch, LogEndOffset: p.log.End(),
	}, cause)
	b.advance(p, cause)
}

// makeFollowers has every partition of the list that is led elsewhere, or by nobody, follow. What waited for this
// broker's lead is told only when all of them fetch from their new leaders (ReplicaManager.applyLocalFollowersDelta,
// completeDelayedOperationsWhenNotPartitionLeader).
func (b *Broker) makeFollowers(changes []protocol.PartitionMetadata, cause int32) {
	var renewed []int32
	roles := make([]int32, 0, len(changes)) // the event of each
	for _, c := range changes {
		p := &b.partitions[c.Partition]
		if !p.hosted {
			p.leader, p.leaderEpoch = c.Leader, c.LeaderEpoch
			continue
		}
		if c.Leader == b.id || c.PartitionEpoch < p.partitionEpoch {
			continue
		}
		if role, isNew := b.makeFollower(p, c, cause); isNew {
			renewed, roles = append(renewed, p.index), append(roles, role)
		}
	}
	b.refreshFetchers(cause)
	for i, index := range renewed {
		p := &b.partitions[index]
		b.checkProduces(p, roles[i])
		b.checkFetches(p, roles[i])
		b.checkReads(p, roles[i])
	}
}

// makeFollower gives up the lead, if this broker had it. It reports whether the leader epoch is a new one, and returns
// the event of its role in that. The log stays as it is: the leader will say where it parts from its own
// (Partition.makeFollower). A broker that is going stops fetching what it hears to be in sync with no more; what it
// hears nothing of it goes on with (ReplicaManager.applyLocalFollowersDelta).
func (b *Broker) makeFollower(
	p *partition, m protocol.PartitionMetadata, cause int32,
) (role int32, renewed bool) {
	renewed = m.LeaderEpoch > p.leaderEpoch
	p.leader, p.leads = m.Leader, false
	p.leaderEpoch, p.partitionEpoch = m.LeaderEpoch, m.PartitionEpoch
	p.followers, p.admitted, p.isr, p.epochStart = nil, nil, clearISR, -1
	if b.state == stopping && !m.ISR.Has(b.id) {
		p.stopped = true
	} else if renewed {
		p.stopped = false
	}
	if renewed {
		p.failed, p.delayedUntil = false, 0
		b.unassign(p.index)
		role = b.emit(&event.Role{
			Partition: p.index, Broker: b.id, Leader: m.Leader, LeaderEpoch: m.LeaderEpoch, LogEndOffset: p.log.End(),
		}, cause)
	}
	return role, renewed
}
