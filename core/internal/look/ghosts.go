package look

import (
	"slices"

	"highwater/core/internal/account"
	"highwater/core/internal/protocol"
)

// suspects is the parts of requests whose records may be missing from a partition's logs although their clients believe
// in them. Of thousands only these are checked in every state: a log keeps what it has until it loses something, or
// until another log counts.
type suspects struct {
	losses int             // as they were counted when all parts were looked at last
	leader protocol.NodeID // then
	seen   int             // how many of the account's Succeeded have been looked at since
	parts  []int32         // by request
}

// ghosts adds to a list the records of a partition that were acknowledged to a producer, and that the leader does not
// have; without a leader, those that no log has. With acks=0 the producer was told when it had sent them.
func (m *Model) ghosts(ghosts []Ghost, partition int32) []Ghost {
	if m.Account.Losses == 0 {
		return ghosts
	}
	for _, index := range m.suspects(partition) {
		p := m.Account.PartAt(index)
		r := m.Account.Request(p.Request)
		if len(ghosts) >= maxShown {
			break
		}
		if !believed(r, p) {
			continue
		}
		for n, rec := range p.Records {
			if at := p.Base + int64(n); m.gone(partition, at, rec) {
				ghosts = append(ghosts, Ghost{Offset: at, Value: rec.Value, Request: int(r.ID), Acks: r.Acks})
			}
		}
	}
	return ghosts
}

// believed reports whether the client of a request believes its records for a partition to be in the log.
func believed(r *account.Request, p *account.Part) bool {
	return r.Told(p) && p.Error == protocol.None || r.Acks == protocol.AcksNone && p.Base >= 0
}

// suspects returns the present suspects of a partition.
func (m *Model) suspects(partition int32) []int32 {
	if m.suspected == nil {
		m.suspected = make([]suspects, len(m.Layout().Topic))
	}
	s := &m.suspected[partition]
	leader := m.Controller().Registration(partition).Leader
	if s.losses != m.Account.Losses || s.leader != leader {
		*s = suspects{losses: m.Account.Losses, leader: leader, parts: s.parts[:0]}
	}
	for ; s.seen < len(m.Account.Succeeded); s.seen++ {
		index := m.Account.Succeeded[s.seen]
		if p := m.Account.PartAt(index); p.Partition == partition && m.lacks(p) {
			// Parts are in the order of their requests, and are answered nearly in that order.
			at := len(s.parts)
			for at > 0 && s.parts[at-1] >= index {
				at--
			}
			if at == len(s.parts) || s.parts[at] != index {
				s.parts = slices.Insert(s.parts, at, index)
			}
		}
	}
	return s.parts
}

// lacks reports whether any of a part's records is gone.
func (m *Model) lacks(p *account.Part) bool {
	for n := range p.Records {
		if m.gone(p.Partition, p.Base+int64(n), p.Records[n]) {
			return true
		}
	}
	return false
}

// gone reports whether the leader lacks a record that once was at an offset; without a leader, whether all logs do.
// What is below a log start offset has been deleted, and is not missed.
func (m *Model) gone(partition int32, offset int64, r protocol.Record) bool {
	if leader := m.Controller().Registration(partition).Leader; leader > 0 {
		return m.Broker(leader).Log(partition).Start() <= offset && !m.holds(leader, partition, offset, r)
	}
	for _, id := range m.Replicas(partition) {
		if m.Broker(id).Log(partition).Start() > offset || m.holds(id, partition, offset, r) {
			return false
		}
	}
	return true
}

// holds reports whether a broker's log has a record at an offset.
func (m *Model) holds(id protocol.NodeID, partition int32, offset int64, r protocol.Record) bool {
	have, ok := m.RecordAt(id, partition, offset)
	return ok && have.Is(r)
}
