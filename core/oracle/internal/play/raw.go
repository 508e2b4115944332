package play

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"syscall"
	"time"

	"github.com/twmb/franz-go/pkg/kmsg"

	"highwater/core/oracle/internal/script"
	"highwater/core/oracle/internal/wire"
)

// produceVersion is the newest version of the request that names topics by name.
const produceVersion = 11

const defaultProduceTimeoutMs = 30000

// raw sends a raw produce request on a connection of its own, to a broker or the leader of its first partition. Its
// answer is waited for by another goroutine.
func (r *run) raw(ctx context.Context, q *Request, args *script.Args) error {
	timeout := defaultProduceTimeoutMs * time.Duration(r.scale*float64(time.Millisecond))
	if args.Timeout != nil {
		timeout = r.real(*args.Timeout)
	}
	acks, err := acksOf(args.Acks)
	if err != nil {
		return err
	}
	request := produceRequest(acks, timeout)
	for i := range args.Partitions {
		b := &args.Partitions[i]
		identity := wire.Anonymous
		if b.ProducerID != nil {
			identity = wire.Identity{Producer: *b.ProducerID, Epoch: b.ProducerEpoch, Sequence: b.Sequence}
		}
		addBatch(request, b.Topic, b.Partition, wire.Encode(b.Values(q.Request, i+1), identity))
	}
	to := args.Broker
	if to == 0 {
		if to = r.leader(ctx, args.Partitions[0].Topic, args.Partitions[0].Partition); to == 0 {
			return errors.New("there is no leader to send to")
		}
	}
	r.locked(func() { q.Received = r.seen() })
	deadline := r.at(r.script.Until).Add(time.Second)
	go func() {
		answer, err := exchange(r.cluster.Broker(to).Address(), request, int32(q.Request), deadline)
		r.locked(func() { r.answered(q, answer, err) })
	}()
	return nil
}

// seen returns the present virtual time, for a field of the summary.
func (r *run) seen() *float64 {
	t := r.now()
	return &t
}

// answered notes what came back, if anything did.
func (r *run) answered(q *Request, answer *kmsg.ProduceResponse, err error) {
	q.Closed = errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET)
	if q.Closed || err == nil {
		q.Answered = r.seen()
	}
	if err != nil {
		return
	}
	for _, topic := range answer.Topics {
		for _, p := range topic.Partitions {
			for i := range q.Partitions {
				if a := &q.Partitions[i]; a.Topic == topic.Topic && a.Partition == p.Partition {
					a.Error, a.BaseOffset = wire.ErrorName(p.ErrorCode), p.BaseOffset
				}
			}
		}
	}
}

// acksOf reads "all" or a number, which may be text.
func acksOf(given any) (int16, error) {
	written := fmt.Sprint(given)
	switch {
	case given == nil || written == "all":
		return -1, nil
	default:
		acks, err := strconv.ParseInt(written, 10, 16)
		return int16(acks), err
	}
}

func produceRequest(acks int16, timeout time.Duration) *kmsg.ProduceRequest {
	request := kmsg.NewPtrProduceRequest()
	request.SetVersion(produceVersion)
	request.Acks, request.TimeoutMillis = acks, int32(timeout.Milliseconds())
	return request
}

// addBatch adds a batch for a partition; those of one topic stand together.
func addBatch(request *kmsg.ProduceRequest, topic string, partition int32, batch []byte) {
	p := kmsg.NewProduceRequestTopicPartition()
	p.Partition, p.Records = partition, batch
	for i := range request.Topics {
		if t := &request.Topics[i]; t.Topic == topic {
			t.Partitions = append(t.Partitions, p)
			return
		}
	}
	t := kmsg.NewProduceRequestTopic()
	t.Topic, t.Partitions = topic, append(t.Partitions, p)
	request.Topics = append(request.Topics, t)
}

// exchange sends a request and waits for its answer until a deadline. io.EOF or ECONNRESET: the broker closed the
// connection.
func exchange(
	address string, request *kmsg.ProduceRequest, correlation int32, deadline time.Time,
) (*kmsg.ProduceResponse, error) {
	connection, err := net.DialTimeout("tcp", address, 3*time.Second)
	if err != nil {
		return nil, err
	}
	defer connection.Close()
	if err := connection.SetDeadline(deadline); err != nil {
		return nil, err
	}
	frame := kmsg.NewRequestFormatter(kmsg.FormatterClientID("raw")).AppendRequest(nil, request, correlation)
	if _, err := connection.Write(frame); err != nil {
		return nil, err
	}
	head := make([]byte, 4)
	if _, err := io.ReadFull(connection, head); err != nil {
		return nil, err
	}
	body := make([]byte, binary.BigEndian.Uint32(head))
	if _, err := io.ReadFull(connection, body); err != nil {
		return nil, err
	}
	answer := kmsg.NewPtrProduceResponse()
	answer.SetVersion(request.GetVersion())
	const idAndTags = 5
	if len(body) < idAndTags {
		return nil, io.ErrUnexpectedEOF
	}
	return answer, answer.ReadFrom(body[idAndTags:])
}
