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
	refused  int   // connections in a row on which nothing came
	brokers  []protocol.BrokerMetadata
	minISR   MinISRConfig // min.insync.replicas as this broker knows it
	settings Settings
	cause    int32 // the event that caused the last of it
}

func (c metadataCache) clone() metadataCache {
	c.brokers = slices.Clone(c.brokers)
	c.minISR, c.settings = c.minISR.clone(), c.settings.clone()
	return c
}

// forget drops everything: a process that comes up asks for all of it.
func (c *metadataCache) forget() {
	c.offset = 0
	c.session++
}

// active reports whether a broker may be in an ISR: registered, not fenced, not shutting down.
func (c *metadataCache) active(id protocol.NodeID) bool {
	m := c.brokers[id-1]
	return m.Epoch != none && !m.Fenced && !m.ShuttingDown
}

// askMetadata asks the controller for what comes after the known offset; the controller answers when there is
// something.
func (b *Broker) askMetadata(cause int32) {
	b.send(network.Controller, &protocol.MetadataRequest{Offset: b.cache.offset, Session: b.cache.session}, cause)
}

// metadataTimeoutMs is how long a broker waits for the answer to its fetch of the metadata, in ms; then it gives up the
// connection (controller.quorum.request.timeout.ms).
const metadataTimeoutMs = 2000

// Resume continues a process that was frozen for so long. No news is in its socket: the controller answers a fetch of
// the metadata that it has nothing for within half a second, with nothing, so later changes are not there
// (KafkaRaftClient.MAX_FETCH_WAIT_MS). The fetch goes out anew, over a new connection if it has timed out, and what it
// brings comes a round trip later, or two (KafkaRaftClient.pollFollowerAsObserver). Until then the broker goes by its
// old role. In the first half second of a freeze there may be news in the socket; whether there is depends on the phase
// of the fetches, which the model does not have, and it assumes there is none.
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
		b.wake(b.now+vtime.Duration(unread)*b.config.appendTime(b.id), what, b.cache.session, cause)
	}
	b.end()
}

// resumed sends the metadata fetch of a session, unless there is a newer one.
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

// maxReconnectMs bounds how long a broker waits before it opens another connection for the fetches of the metadata, in
// ms: the wait doubles with every one in a row that was refused (KafkaRaftManager.buildNetworkClient).
const maxReconnectMs int64 = 500

// loseMetadata opens a new connection, after a while, when the present request's connection was reset.
func (b *Broker) loseMetadata(session, cause int32) {
	c := &b.cache
	if session != c.session {
		return
	}
	c.session++
	wait := min(reconnectMs<<min(c.refused, 16), maxReconnectMs)
	c.refused++
	b.wake(b.now+vtime.AtMs(wait), timerReconnect, c.session, cause)
}

// handleHandshake handles the controller's handshake on a new connection: now it can be asked.
func (b *Broker) handleHandshake(r *protocol.HandshakeResponse, cause int32) {
	if r.Connection == b.cache.session {
		b.cache.refused = 0
		b.askMetadata(cause)
	}
}

// handleMetadata applies what the controller has published: brokers, then partitions, those led here first, then
// configuration. A changed minimum moves nothing by itself (BrokerMetadataPublisher.onMetadataUpdate,
// ReplicaManager.applyDelta, TopicConfigHandler).
func (b *Broker) handleMetadata(m *protocol.Metadata, cause int32) {
	if m.Session != b.cache.session {
		return
	}
	b.cache.cause = cause
	b.cache.offset = m.Offset
	var before Settings
	if len(m.Configs) > 0 {
		before = b.cache.settings.clone()
	}
	for _, c := range m.Configs { // before the logs, which are loaded with the first metadata and depend on it
		b.cache.settings.set(c)
	}
	if !b.ready {
		b.loadProducers()
	}
	if len(m.Configs) > 0 {
		for i := range b.partitions {
			b.watchProducers(&b.partitions[i])
			watchRetention(b, &b.partitions[i])
		}
	}
	for _, c := range m.Brokers {
		b.cache.brokers[c.Broker-1] = c
	}
	for _, c := range m.Holds {
		b.partitions[c.Partition].heldOut = c.HeldOut
	}
	b.refreshEligible(m, cause)
	replace(b, m.Partitions, cause)
	for _, c := range m.Partitions {
		if c.Leader == b.id {
			b.makeLeader(&b.partitions[c.Partition], c, because(c.Cause, cause))
		}
	}
	b.makeFollowers(m.Partitions, cause)
	if b.ready {
		learnSettings(b, m, &before, cause)
	}
	for _, c := range m.MinISR {
		if c.Broker == 0 || c.Broker == b.id {
			learnMinISR(b, c, because(c.Cause, cause))
		}
	}
	if !b.ready {
		cause = b.becomeReady(cause)
	}
	b.askMetadata(cause)
}

// because returns what a part of metadata comes of, where that is told, and else what its message comes of.
func because(part, message int32) int32 {
	if part == 0 {
		return message
	}
	return part
}

// refreshEligible notes, for every partition led here, which followers may join its ISR by new metadata.
func (b *Broker) refreshEligible(m *protocol.Metadata, cause int32) {
	for i := range b.partitions {
		p := &b.partitions[i]
		for j := range p.followers {
			if b.judge(p, j) {
				p.admitted[j] = admits(m, p.index, p.followers[j].ID, cause)
			}
		}
	}
}

// admits returns the event that lets a follower join the ISR of a partition, by the metadata that says so: it is held
// out no more, or its broker's registration is a new one.
func admits(m *protocol.Metadata, partition int32, follower protocol.NodeID, cause int32) int32 {
	for _, h := range m.Holds {
		if h.Partition == partition {
			return because(h.Cause, cause)
		}
	}
	for _, r := range m.Brokers {
		if r.Broker == follower {
			return because(r.Cause, cause)
		}
	}
	return cause
}

// judge updates whether a follower is eligible, and reports whether it has just become so: alive, not fenced, not
// shutting down, not held out, and having fetched in the life that this broker knows. A follower that has fetched in a
// later life must wait, too, and one that names no broker epoch is not checked (Partition.isReplicaIsrEligible,
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

// makeLeader makes this broker a partition's leader, or refreshes its lead (Partition.makeLeader). A new leader epoch
// begins at the log's end: nothing is cut off, and what lies above the high watermark may yet be committed. Members of
// the ISR get the benefit of the doubt; what a broker that did not lead before knows of the others is discarded.
func (b *Broker) makeLeader(p *partition, m protocol.PartitionMetadata, cause int32) {
	if !p.hosted || m.PartitionEpoch < p.partitionEpoch {
		return
	}
	p.enlist(b.id, m.Replicas)
	if m.LeaderEpoch <= p.leaderEpoch {
		b.commitISR(p, m.ISR, m.PartitionEpoch, cause)
		return
	}
	ledBefore, again := p.leads, p.leads && m.LeaderEpoch == p.leaderEpoch+1
	if !ledBefore {
		p.leads, p.leader, p.failed = true, b.id, false
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
		Again: again,
	}, cause)
	b.advance(p, cause)
}

// makeFollowers makes this broker a follower of every partition in the list that is led elsewhere, or by nobody.
// Requests that waited here are answered only when all of them fetch from their new leaders
// (ReplicaManager.applyLocalFollowersDelta, completeDelayedOperationsWhenNotPartitionLeader).
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
		if role, isNew := b.makeFollower(p, c, because(c.Cause, cause)); isNew {
			renewed, roles = append(renewed, p.index), append(roles, role)
		}
	}
	b.refreshFetchers(cause)
	for i, index := range renewed {
		checkUnled(b, &b.partitions[index], roles[i])
	}
}

// checkUnled re-examines whatever waits on p, which is not led here (any more)
// (ReplicaManager.completeDelayedOperationsWhenNotPartitionLeader).
func checkUnled(b *Broker, p *partition, cause int32) {
	b.checkProduces(p, cause)
	b.checkFetches(p, cause)
	b.checkReads(p, cause)
	checkDeletes(b, p, cause)
}

// makeFollower gives up the lead, if this broker had it. It reports whether the leader epoch is a new one, and returns
// the event of its role in that. The log stays as it is: the leader will say where it diverges
// (Partition.makeFollower). A broker that shuts down stops fetching a partition once it hears that it has left the ISR,
// and goes on with the others (ReplicaManager.applyLocalFollowersDelta).
func (b *Broker) makeFollower(
	p *partition, m protocol.PartitionMetadata, cause int32,
) (role int32, renewed bool) {
	renewed = m.LeaderEpoch > p.leaderEpoch
	p.leader, p.leaderEpoch, p.partitionEpoch = m.Leader, m.LeaderEpoch, m.PartitionEpoch
	p.unlead()
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

// replace makes the logs of partitions that this broker has become a replica of, empty ones, and deletes those of
// partitions that it is a replica of no more. A process that was not there when that was decided finds such a log, a
// stray one, at its start (ReplicaManager.applyDelta, stopPartitions, LogManager.isStrayKraftReplica).
func replace(b *Broker, changes []protocol.PartitionMetadata, cause int32) {
	for i := range changes {
		c := &changes[i]
		p, cause := &b.partitions[c.Partition], because(c.Cause, cause)
		if p.hosted == c.Replicas.Set().Has(b.id) {
			continue
		}
		end := p.log.End()
		b.unassign(p.index)
		*p = partition{index: c.Partition, hosted: !p.hosted, heldOut: p.heldOut}
		p.forget()
		p.leader = c.Leader
		cause = b.emit(&event.Log{Partition: p.index, Broker: b.id, Deleted: !p.hosted, LogEndOffset: end}, cause)
		if !p.hosted {
			checkUnled(b, p, cause)
		}
	}
}
