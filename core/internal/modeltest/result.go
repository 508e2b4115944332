package modeltest

import (
	"encoding/json"

	"highwater/core/internal/result"
)

// What a run told, as package result reads it back.
type (
	Line      = result.Line
	Summary   = result.Summary
	Partition = result.Partition
	Request   = result.Request
	Record    = result.Record
)

// EventsOf returns the events of one kind, in order.
func EventsOf(events []Line, kind string) []Line { return result.EventsOf(events, kind) }

// Causes returns the kinds of an event, of its cause, of that one's, and so on to a root.
func Causes(events []Line, n int) []string { return result.Causes(events, n) }

// ParseResult splits the lines of a result into its events and its summary.
func ParseResult(text []byte) ([]Line, Summary, error) { return result.Parse(text) }

// BrokerSet returns the set that a field of an isr event names.
func BrokerSet(field json.RawMessage) []int { return result.BrokerSet(field) }

// LeaderOf returns the leader in a partition event; the same key is a flag elsewhere.
func LeaderOf(e *Line) int { return result.LeaderOf(e) }

// SameSet compares two lists of brokers without regard to order.
func SameSet(a, b []int) bool { return result.SameSet(a, b) }
