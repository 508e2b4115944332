package wire

import (
	"encoding/binary"
	"time"

	"github.com/twmb/franz-go/pkg/kmsg"
)

// Request is a produce request as the proxy saw it, and what came back.
type Request struct {
	Producer, Broker string
	Acks             int16
	Sent             time.Time
	Answered         time.Time // zero: no answer came to the proxy
	Parts            []Part
	version          int16
}

// Part is what a request has for one partition.
type Part struct {
	Topic     string   // "" in newer versions of the protocol, which name the topic by ID
	ID        [16]byte // zero in older ones
	Partition int32
	Batch     Identity
	Values    []string
	Error     string // "": no answer
	Offset    int64
}

// Tap decodes the produce requests and answers on one connection of a producer. Its methods are called by the two
// directions of the connection, and seen by whoever keeps the requests: all under lock.
type Tap struct {
	producer, broker string
	seen             func(*Request)
	lock             func(func())
	in, out          []byte
	waiting          map[int32]*Request // by correlation id
}

// NewTap returns a tap of a connection between two. It calls seen for every request, and works on it under lock.
func NewTap(producer, broker string, lock func(func()), seen func(*Request)) *Tap {
	return &Tap{producer: producer, broker: broker, lock: lock, seen: seen, waiting: map[int32]*Request{}}
}

// Request sees bytes from the producer.
func (t *Tap) Request(b []byte) {
	t.lock(func() { t.in = frames(append(t.in, b...), t.request) })
}

// Response sees bytes from the broker.
func (t *Tap) Response(b []byte) {
	t.lock(func() { t.out = frames(append(t.out, b...), t.response) })
}

// frames calls f for every whole frame in b, and returns the rest.
func frames(b []byte, f func([]byte)) []byte {
	for len(b) >= 4 {
		end := 4 + int(binary.BigEndian.Uint32(b))
		if len(b) < end {
			break
		}
		f(b[4:end])
		b = b[end:]
	}
	return b
}

// request decodes a frame, if it is a produce request: its head is the key of the API, 0, the version, the correlation
// id and the client's name.
func (t *Tap) request(frame []byte) {
	const produceKey = 0
	if len(frame) < 10 || binary.BigEndian.Uint16(frame) != produceKey {
		return
	}
	version, correlation := int16(binary.BigEndian.Uint16(frame[2:])), int32(binary.BigEndian.Uint32(frame[4:]))
	body := frame[10:]
	if name := int(int16(binary.BigEndian.Uint16(frame[8:]))); name > 0 {
		body = body[min(name, len(body)):]
	}
	message := kmsg.NewPtrProduceRequest()
	message.SetVersion(version)
	if message.IsFlexible() && len(body) > 0 {
		body = body[1:] // The head's tags: none.
	}
	if message.ReadFrom(body) != nil {
		return
	}
	request := &Request{
		Producer: t.producer, Broker: t.broker, Acks: message.Acks, Sent: time.Now(), version: version,
	}
	for _, topic := range message.Topics {
		for _, p := range topic.Partitions {
			part := Part{Topic: topic.Topic, ID: topic.TopicID, Partition: p.Partition, Offset: -1, Batch: Anonymous}
			for i, batch := range parse(p.Records) {
				if i == 0 {
					part.Batch = batch.first
				}
				for _, record := range batch.records {
					part.Values = append(part.Values, record.Value)
				}
			}
			request.Parts = append(request.Parts, part)
		}
	}
	t.waiting[correlation] = request
	t.seen(request)
}

// response decodes a frame, if it answers a produce request.
func (t *Tap) response(frame []byte) {
	if len(frame) < 4 {
		return
	}
	correlation := int32(binary.BigEndian.Uint32(frame))
	request := t.waiting[correlation]
	if request == nil {
		return
	}
	delete(t.waiting, correlation)
	message := kmsg.NewPtrProduceResponse()
	message.SetVersion(request.version)
	body := frame[4:]
	if message.IsFlexible() && len(body) > 0 {
		body = body[1:]
	}
	if message.ReadFrom(body) != nil {
		return
	}
	request.Answered = time.Now()
	for _, topic := range message.Topics {
		for _, p := range topic.Partitions {
			for i := range request.Parts {
				part := &request.Parts[i]
				same := part.ID == topic.TopicID && (part.ID != [16]byte{} || part.Topic == topic.Topic)
				if same && part.Partition == p.Partition {
					part.Error, part.Offset = ErrorName(p.ErrorCode), p.BaseOffset
				}
			}
		}
	}
}
