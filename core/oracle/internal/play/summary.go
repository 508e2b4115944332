package play

import "highwater/core/oracle/internal/wire"

// Summary is what came of a script in one run. Its JSON is what recordings are merged from; times are virtual
// milliseconds, and one that was not seen is absent.
type Summary struct {
	Kafka      string      `json:"kafka"` // its version
	Partitions []Partition `json:"partitions"`
	Requests   []*Request  `json:"requests,omitempty"`
	Records    []*Record   `json:"records,omitempty"`
	Notes      []string    `json:"-"` // what went otherwise than asked
	Brokers    []string    `json:"-"` // registrations and fencings, in words
	Strain     string      `json:"-"` // in what the machine was strained; "": in nothing
}

// Partition is a partition at the end, and its history.
type Partition struct {
	Topic          string    `json:"topic"`
	Partition      int       `json:"partition"`
	Leader         int       `json:"leader"`
	LeaderEpoch    int       `json:"leaderEpoch"`
	PartitionEpoch int       `json:"partitionEpoch"`
	ISR            []int     `json:"isr"`
	ELR            []int     `json:"elr"`
	HighWatermark  *int64    `json:"highWatermark,omitempty"` // absent: no leader told one
	Replicas       []Replica `json:"replicas"`
	History        []Change  `json:"history"` // since time 0
}

// Replica is a broker's log of a partition.
type Replica struct {
	Broker         int      `json:"broker"`
	Alive          bool     `json:"alive"`
	LogStartOffset int64    `json:"logStartOffset,omitempty"`
	LogEndOffset   int64    `json:"logEndOffset"`
	Log            []string `json:"log"` // value@epoch
}

// Change is one change of a partition in the controller's log.
type Change struct {
	T              float64 `json:"t"`
	Leader         int     `json:"leader"`
	LeaderEpoch    int     `json:"leaderEpoch"`
	PartitionEpoch int     `json:"partitionEpoch"`
	ISR            []int   `json:"isr"`
	ELR            []int   `json:"elr"`
	LastKnownELR   []int   `json:"lastKnownElr,omitempty"`
	Recovering     bool    `json:"recovering,omitempty"`
	// Replicas is all that there are, in order, those being added and removed, too: where that has changed
	Replicas []int `json:"replicas,omitempty"`
	Adding   []int `json:"adding,omitempty"`
	Removing []int `json:"removing,omitempty"`
}

// Request is a raw produce request, as its sender saw it.
type Request struct {
	Request    int      `json:"request"` // among the raw ones, from 1
	Acks       string   `json:"acks"`
	Partitions []Answer `json:"partitions"`
	Received   *float64 `json:"received,omitempty"` // when it was sent; absent: there was no leader
	Answered   *float64 `json:"answered,omitempty"`
	Closed     bool     `json:"connectionClosed,omitempty"`
}

// Answer is what a request was told of one partition.
type Answer struct {
	Topic      string `json:"topic"`
	Partition  int32  `json:"partition"`
	Error      string `json:"error"` // "": there was no answer
	BaseOffset int64  `json:"baseOffset"`
}

// Record is a record that an application gave to its producer.
type Record struct {
	Producer     string   `json:"producer"`
	Value        string   `json:"value"`
	Resend       int      `json:"resend,omitempty"` // which handing over it is, after the first
	Topic        string   `json:"topic"`
	Partition    int32    `json:"partition"` // -1: nobody has told
	Outcome      string   `json:"outcome"`
	Error        string   `json:"error"` // a Java class, or NONE
	Attempts     int      `json:"attempts"`
	Errors       []string `json:"errors"` // of each attempt that failed, from the wire
	Offset       *int64   `json:"offset,omitempty"`
	Offsets      []int64  `json:"offsets"`
	Copies       []int    `json:"copies"`
	Lost         bool     `json:"lost"`
	Enqueued     *float64 `json:"enqueued,omitempty"`
	Sent         *float64 `json:"sent,omitempty"`
	Committed    *float64 `json:"committed,omitempty"` // when the high watermark was seen past it
	Acknowledged *float64 `json:"acknowledged,omitempty"`
	Failed       *float64 `json:"failed,omitempty"`
	sentAs       []wire.Identity
}
