package realkafka

import (
	"fmt"
	"slices"

	"highwater/core/internal/result"
)

// records compares what became of the records that applications gave to their producers. The values that one producer
// sends are all different, so a producer and a value name a record, with the number of its handing over where an
// application has sent it again by itself.
func (c *Comparison) records(want []recordedRecord, got []result.Record) {
	if len(want) != len(got) {
		c.differ("records", len(want), len(got))
	}
	for i := range want {
		w := &want[i]
		what := fmt.Sprintf("records[%s %s]", w.Producer, w.Value)
		if w.Resend > 0 {
			what = fmt.Sprintf("records[%s %s, resend %d]", w.Producer, w.Value, w.Resend)
		}
		at := slices.IndexFunc(got, func(g result.Record) bool {
			return g.Producer == w.Producer && g.Value == w.Value && g.Resend == w.Resend
		})
		if at < 0 {
			c.differ(what, "present", "absent")
			continue
		}
		c.record(what, w, &got[at])
	}
}

func (c *Comparison) record(what string, want *recordedRecord, got *result.Record) {
	if want.Topic != got.Topic {
		c.differ(what+".topic", want.Topic, got.Topic)
	}
	agree(c, what+".partition", want.Partition, &got.Partition, func(kafka, model int) bool {
		return kafka == model || kafka == nobodyKnows
	})
	agreeExactly(c, what+".outcome", want.Outcome, got.Outcome)
	agree(c, what+".error", want.Error, &got.Error, func(class, name string) bool {
		return slices.Contains(errorName(class), name)
	})
	agree(c, what+".offset", want.Offset, got.Offset, func(a, b int64) bool { return a == b })
	agreeExactly(c, what+".offsets", want.Offsets, got.Offsets)
	agreeAsSet(c, what+".copies", want.Copies, got.Copies)
	agreeExactly(c, what+".lost", want.Lost, got.Lost)

	is := func(kind string) func(*result.Line) bool {
		return func(e *result.Line) bool {
			return e.Kind == kind && e.Producer == got.Producer && e.Value == got.Value
		}
	}
	if got.Error == "BUFFER_EXHAUSTED" { // The recorded time is when the call came back: it took nothing.
		c.time(what+".enqueued", want.Enqueued, got.Failed, is("fail"))
	} else {
		c.time(what+".enqueued", want.Enqueued, got.Enqueued, is("enqueue"))
	}
	c.time(what+".sent", want.Sent, got.Sent, func(e *result.Line) bool {
		return e.Kind == "request" && e.Producer == got.Producer
	})
	c.committed(what+".committed", want, got)
	end := c.time(what+".acknowledged", want.Acknowledged, got.Acknowledged, is("acknowledge"))
	if got.Failed != nil || len(want.Failed) > 0 {
		end = c.time(what+".failed", want.Failed, got.Failed, is("fail"))
	}
	c.attempts(what, want, got, end)
}

// committed compares when a record was committed with when the recording saw the high watermark past it. The recording
// finds a record's offset in the logs that are there at the end, so that it has no such time for one that is in none,
// deleted or lost.
func (c *Comparison) committed(what string, want *recordedRecord, got *result.Record) {
	moves := func(e *result.Line) bool {
		return e.Kind == "high-watermark" && e.Topic == got.Topic && e.Partition == got.Partition &&
			string(e.Leader) == "true"
	}
	if got.Committed != nil && len(want.Committed) == 0 && len(got.Offsets) == 0 {
		return
	}
	if got.Committed == nil {
		c.time(what, want.Committed, nil, moves)
		return
	}
	carrier := c.played.carrier(*got.Committed, moves)
	allowed := c.played.allowance(carrier)
	if ms := c.played.unseen(got.Topic, *got.Committed); ms > 0 {
		allowed.earlier(ms+lateMs, "a leader of the topic stands still")
	}
	c.timeWithin(what, want.Committed, *got.Committed, allowed)
}

// attempts compares what each attempt was told. How often a client tries again until a loose time ends its row of
// retries is chance; then only what it was told counts. The backoff itself makes the length of a row chance, but not
// whether there is one: it does not excuse a second retry where Kafka needed one.
func (c *Comparison) attempts(what string, want *recordedRecord, got *result.Record, end allowance) {
	chance := slices.ContainsFunc(end.names, func(name string) bool { return name != clientBackoff }) ||
		end.loose() && slices.ContainsFunc(want.Errors, func(errors *[]string) bool {
			return errors != nil && len(*errors) > 1 && len(got.Errors) > 1
		})
	ended := got.Error == "PRODUCER_CLOSED" || got.Outcome == "never-told"
	agree(c, what+".errors", want.Errors, &got.Errors, func(want, got []string) bool {
		if n := len(want) - 1; ended && n >= 0 && want[n] == "UNANSWERED" {
			want = want[:n] // It was under way when the producer ended: the wire shows it, and nobody was told.
		}
		if chance {
			return len(want) > 0 == (len(got) > 0) && allMatched(want, got) && allMatched(got, want)
		}
		return slices.EqualFunc(want, got, sameError)
	})
	if !chance {
		agreeExactly(c, what+".attempts", want.Attempts, got.Attempts)
	}
}

// nobodyKnows is the recorded partition of a record that the producer was to choose one for, and that never left it.
const nobodyKnows = -1

// allMatched reports whether for every error in one list there is one in the other.
func allMatched(errors, among []string) bool {
	for _, e := range errors {
		if !slices.ContainsFunc(among, func(a string) bool { return sameError(e, a) || sameError(a, e) }) {
			return false
		}
	}
	return true
}

// sameError compares an attempt as the wire shows it with what the client made of it: from the wire a lost connection
// and a client that has given up waiting look alike. The wire is watched near the broker: an answer that a cut link has
// lost on its way is seen there, and the client goes without one.
func sameError(wire, client string) bool {
	return wire == client ||
		(wire == "UNANSWERED" || wire == "NONE") && (client == "REQUEST_TIMED_OUT" || client == "NETWORK_EXCEPTION")
}
