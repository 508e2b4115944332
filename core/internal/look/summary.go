package look

import (
	"slices"

	"highwater/core/internal/account"
	"highwater/core/internal/encode"
	"highwater/core/internal/event"
	"highwater/core/internal/protocol"
	"highwater/core/internal/sim"
	"highwater/core/internal/vtime"
)

// Summary is the result's last line: the outcome of every record, request and partition.
//
//contract:root
type Summary struct {
	Kind       string // "summary"
	T          vtime.Time
	Events     int          // events before it
	Hash       string       // the 64-bit FNV-1a of their lines, in hexadecimal: native and WASM must agree
	Ended      EndedSummary // when:"Ended.Most > 0" absent: the run has come to no limit
	Warnings   []WarningSummary
	Records    []RecordSummary
	Requests   []RequestSummary
	Partitions []PartitionSummary
	Purgatory  PurgatorySummary
}

// EndedSummary is the limit at which a run has ended before its time was over.
type EndedSummary struct {
	Limit sim.Limit
	Most  int // so much there may be
}

// WarningSummary is a warning about the script's configuration, which is valid all the same.
type WarningSummary struct {
	Path    string // where the script says so, such as producers[0].config.acks; steps are numbered as in events
	Message string
}

// RecordSummary is what became of one record of a producer. A milestone that was not reached is absent.
//
//contract:root
type RecordSummary struct {
	Number       int32 // absent:"zero" from 1; absent in a summary, whose records are in this order
	Producer     event.ProducerIndex
	Value        string
	Resend       int32                // absent:"zero" how often its application had handed it over before
	Partition    event.PartitionIndex // absent:"none" absent: none was chosen
	Outcome      account.Outcome
	Error        protocol.Error // what the application was told; "NONE" until it is told of a failure
	Offset       int64          // absent:"negative" as acknowledged
	Attempts     int
	Errors       []protocol.Error   // what each attempt that failed was told, of the first 1000
	Enqueued     vtime.Time         // absent:"negative"
	Sent         vtime.Time         // absent:"negative" first
	Appended     vtime.Time         // absent:"negative" last
	Committed    vtime.Time         // absent:"negative"
	Acknowledged vtime.Time         // absent:"negative"
	Visible      vtime.Time         // absent:"negative" to a consumer
	Failed       vtime.Time         // absent:"negative"
	GivenUp      vtime.Time         // absent:"negative" by its application, which has not waited for longer
	Copies       protocol.BrokerSet // the brokers, dead ones too, whose log has it
	// where the leader's log has it (without a leader, any): two are a retry's duplicate; the application's are records
	// of their own, with the same value
	Offsets  []int64
	Lost     bool           // it was acknowledged and not deleted, and the leader (without one, any) has it not
	Deleted  bool           // absent:"zero" on request, or by retention
	Batching vtime.Duration // absent:"negative" of an acknowledged record: how long it waited in its batch
	Network  vtime.Duration // absent:"negative" and how long the network and the brokers took
	Crash    CrashSummary   // when:"Crash.T >= 0" absent while no leader of its partition has died
}

// CrashSummary is the state of a record when the leader of its partition died, and whether it survived that: what acks
// was worth.
type CrashSummary struct {
	T            vtime.Time
	Broker       protocol.NodeID    // the leader that died
	Acknowledged bool               // the application had been told of success
	Copies       protocol.BrokerSet // whose logs had it
	Held         bool               // the producer still held it, to send it again
	Attempts     int
	Survived     bool // when:"Settled" the next leader has it; absent until there is a leader again
	Settled      bool // json:"-"
}

// RequestSummary is what became of one produce request.
type RequestSummary struct {
	Request          int32
	Acks             protocol.Acks
	Raw              bool                // absent:"zero" no producer's
	Producer         event.ProducerIndex // absent:"none" absent: a raw request
	Parked           bool                // it waited in a purgatory
	CompletedBy      event.By            // absent:"zero" absent until it is decided
	Event            int32               // when:"CompletedBy != event.Undecided" the event that decided it
	Partitions       []PartSummary
	Received         vtime.Time // absent:"negative"
	Answered         vtime.Time // absent:"negative" or its connection was closed
	ConnectionClosed bool       // absent:"zero"
}

// PartSummary is what the client was told of one partition: nothing while there is no answer, or none but a closed
// connection, whichever of the two has closed it.
type PartSummary struct {
	Partition      event.PartitionIndex
	Error          string // "": it was told nothing
	BaseOffset     int64  // -1: it was told nothing, or nothing was appended
	RequiredOffset int64  // the high watermark that covers its records; 0: nothing appended
}

// PartitionSummary is a partition at the end.
type PartitionSummary struct {
	Partition      event.PartitionIndex
	Leader         protocol.NodeID // -1: none
	LeaderEpoch    int32
	PartitionEpoch int32
	ISR            protocol.BrokerSet
	ELR            protocol.BrokerSet
	Adding         protocol.BrokerSet // when:"(Adding | Removing) != 0" of a reassignment under way
	Removing       protocol.BrokerSet // when:"(Adding | Removing) != 0"
	HighWatermark  int64              // when:"Leader > 0" the leader's
	Replicas       []ReplicaSummary
}

// ReplicaSummary is a replica at the end, with the value and the leader epoch of each record in its log.
type ReplicaSummary struct {
	Broker         protocol.NodeID
	Alive          bool
	LogStartOffset int64 // absent:"zero"
	LogEndOffset   int64
	HighWatermark  int64
	Values         []string
	Epochs         []int32
}

// PurgatorySummary is the produce purgatories of all brokers together.
type PurgatorySummary struct {
	Delayed int // operations on the timers
	Watched int // entries of watchers
	Expired int // partitions of requests that ran out of time
}

// AppendSummary appends the result's last line, with its newline.
func (m *Model) AppendSummary(b []byte, events int, h event.Hash) []byte {
	s := Summary{
		Kind: "summary", T: m.Now(), Events: events, Hash: h.String(),
		Ended: EndedSummary{Limit: m.Reached(), Most: m.Most(m.Reached())},
	}
	for _, warning := range m.Script().Warnings() {
		s.Warnings = append(s.Warnings, WarningSummary(warning))
	}
	records := &m.Account.Records
	found := m.locate(0, records.Len())
	for i := range records.Len() {
		s.Records = append(s.Records, m.recordSummary(records.At(i), &found[i]))
	}
	for i := range m.Account.Requests.Len() {
		s.Requests = append(s.Requests, m.requestSummary(m.Account.Requests.At(i)))
	}
	for i := range m.Layout().Topic {
		s.Partitions = append(s.Partitions, m.partitionSummary(int32(i)))
	}
	for i := range m.Layout().Brokers {
		b := m.Broker(protocol.NodeID(i + 1))
		s.Purgatory.Delayed += b.Produces().NumDelayed()
		s.Purgatory.Watched += b.Produces().Watched()
		s.Purgatory.Expired += b.Expired()
	}
	w := encode.Writer{B: b}
	w.Open('{')
	s.appendMembers(&w, m)
	w.Close('}')
	return append(w.B, '\n')
}

// AppendRecords appends, as a list, what became of the records of producers from the number from on, at most limit of
// them, at the place: each as in the summary, with its number.
func (m *Model) AppendRecords(b []byte, from, limit int) []byte {
	records := &m.Account.Records
	from = min(max(0, from), records.Len())
	to := min(records.Len(), from+limit)
	found := m.locate(from, to)
	w := encode.Writer{B: b}
	w.Open('[')
	for i := from; i < to; i++ {
		r := m.recordSummary(records.At(i), &found[i-from])
		r.Number = records.At(i).Number
		w.Open('{')
		r.appendMembers(&w, m)
		w.Close('}')
	}
	w.Close(']')
	return w.B
}

func (m *Model) recordSummary(r *account.Record, at *whereabouts) RecordSummary {
	s := RecordSummary{
		Producer: r.Producer, Value: r.Value, Partition: r.Partition, Outcome: r.Outcome, Error: r.Error, Offset: r.Offset,
		Attempts: r.Attempts, Errors: r.Errors, Enqueued: r.Enqueued, Sent: r.Sent, Appended: r.Appended,
		Committed: r.Committed, Acknowledged: r.Acknowledged, Visible: r.Visible, Failed: r.Failed,
		GivenUp: r.GivenUp, Resend: r.Resend,
		Copies: at.copies, Offsets: at.offsets, Batching: -1, Network: -1,
		Lost:    r.Outcome == account.Acknowledged && len(at.offsets) == 0 && !r.Deleted && !m.Carries(r.Number),
		Deleted: r.Deleted && len(at.offsets) == 0,
		Crash: CrashSummary{
			T: r.Crash.At, Broker: r.Crash.Broker, Acknowledged: r.Crash.Acknowledged, Copies: r.Crash.Copies,
			Held: r.Crash.Held, Attempts: r.Crash.Attempts, Survived: r.Crash.Survived, Settled: r.Crash.Settled,
		},
	}
	if r.Outcome == account.Acknowledged && r.Sent >= 0 {
		s.Batching, s.Network = r.Sent-r.Enqueued, r.Acknowledged-r.Sent
	}
	return s
}

// Carries reports whether a request without an answer (acks=0) may still bring a record to its log.
func (m *Model) Carries(number int32) bool {
	for _, i := range m.Account.Open {
		r := m.Account.Requests.At(int(i))
		if r.Acks != protocol.AcksNone || m.lost(r) {
			continue
		}
		for p := range m.Account.Parts(r) {
			for i := range p.Records {
				if p.Records[i].Number == number {
					return true
				}
			}
		}
	}
	return false
}

// whereabouts is where a producer's record is at the end.
type whereabouts struct {
	copies  protocol.BrokerSet // the brokers whose log holds it
	offsets []int64            // in the leader's log; without a leader, in any
}

// locate looks through every log once and finds some of the producers' records: those whose numbers less 1 are from
// first on and below last.
func (m *Model) locate(first, last int) []whereabouts {
	found := make([]whereabouts, max(last-first, 0))
	for i := range m.Script().Cluster.Partitions {
		leader := m.Controller().Registration(int32(i)).Leader
		for _, id := range m.Replicas(int32(i)) {
			m.Broker(id).Log(int32(i)).Records(0, func(offset int64, _ int32, r protocol.Record) bool {
				i := int(r.Number) - 1
				if i < first || i >= last {
					return true
				}
				at := &found[i-first]
				at.copies = at.copies.With(id)
				if (id == leader || leader == protocol.NoLeader) && !slices.Contains(at.offsets, offset) {
					at.offsets = append(at.offsets, offset)
				}
				return true
			})
		}
	}
	return found
}

func (m *Model) requestSummary(r *account.Request) RequestSummary {
	s := RequestSummary{
		Request: r.ID, Acks: r.Acks, Raw: r.Producer == event.None, Producer: r.Producer, Parked: r.Parked >= 0,
		CompletedBy: r.By, Event: r.Decided, Received: r.Received, Answered: r.Answered, ConnectionClosed: r.Closed,
	}
	for p := range m.Account.Parts(r) {
		part := PartSummary{Partition: p.Partition, BaseOffset: -1, RequiredOffset: p.Required}
		if r.Told(p) {
			part.Error, part.BaseOffset = p.Error.String(), p.Base
		}
		s.Partitions = append(s.Partitions, part)
	}
	return s
}

func (m *Model) partitionSummary(index int32) PartitionSummary {
	r := m.Controller().Registration(index)
	s := PartitionSummary{
		Partition: index, Leader: r.Leader, LeaderEpoch: r.LeaderEpoch, PartitionEpoch: r.PartitionEpoch,
		ISR: r.ISR, ELR: r.ELR, Adding: r.Assignment.Adding, Removing: r.Assignment.Removing,
	}
	if r.Leader > 0 {
		s.HighWatermark = m.Broker(r.Leader).Log(index).HighWatermark()
	}
	for _, id := range m.Replicas(index) {
		log := m.Broker(id).Log(index)
		replica := ReplicaSummary{
			Broker: id, Alive: m.Broker(id).Alive(), LogStartOffset: log.Start(),
			LogEndOffset: log.End(), HighWatermark: log.HighWatermark(),
		}
		log.Records(0, func(_ int64, epoch int32, record protocol.Record) bool {
			replica.Values, replica.Epochs = append(replica.Values, record.Value), append(replica.Epochs, epoch)
			return true
		})
		s.Replicas = append(s.Replicas, replica)
	}
	return s
}
