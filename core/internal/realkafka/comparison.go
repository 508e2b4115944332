package realkafka

import (
	"fmt"
	"reflect"
	"slices"

	"highwater/core/internal/result"
)

// Comparison is what came of holding a result against a recording.
type Comparison struct {
	Differences []string // a sentence each, the fact's place first; none: the model did what Kafka did
	Times       []string // every time that was compared, what it was allowed and why
	played      *played
}

// Compare holds a run of the model against what a real Kafka did with the same script. The error is one of the script's
// JSON; that it is a right script is for core.Parse to say.
func Compare(want *Recording, script []byte, events []result.Line, got *result.Summary) (*Comparison, error) {
	parsed, err := parsePlayedScript(script)
	if err != nil {
		return nil, err
	}
	c := &Comparison{played: &played{parsed, events}}
	c.partitions(want.Partitions, got.Partitions)
	raw := slices.DeleteFunc(slices.Clone(got.Requests), func(r result.Request) bool { return !r.Raw })
	if len(want.Requests) != len(raw) {
		c.differ("requests", len(want.Requests), len(raw))
	} else {
		for i := range raw {
			c.request(fmt.Sprintf("requests[%d]", i), &want.Requests[i], &raw[i])
		}
	}
	c.records(want.Records, got.Records)
	return c, nil
}

func (c *Comparison) differ(what string, kafka, model any) {
	c.Differences = append(c.Differences, fmt.Sprintf("%s: Kafka %v, the model %v", what, kafka, model))
}

// agree compares one fact; got is nil where the model has nothing to tell.
func agree[T any](c *Comparison, what string, want fact[T], got *T, same func(want, got T) bool) bool {
	for _, w := range want {
		if w == nil && got == nil || w != nil && got != nil && same(*w, *got) {
			return true
		}
	}
	if len(want) == 0 && got == nil {
		return true
	}
	c.differ(what, either(want...), either(got))
	return false
}

// agreeExactly compares one fact that must be the same to the letter.
func agreeExactly[T any](c *Comparison, what string, want fact[T], got T) bool {
	return agree(c, what, want, &got, func(want, got T) bool {
		a, b := reflect.ValueOf(want), reflect.ValueOf(got)
		return a.Kind() == reflect.Slice && a.Len()+b.Len() == 0 || reflect.DeepEqual(want, got)
	})
}

// agreeAsSet compares one fact that is a set of brokers.
func agreeAsSet(c *Comparison, what string, want fact[[]int], got []int) {
	agree(c, what, want, &got, result.SameSet)
}

// either is the alternatives of a fact, for people.
func either[T any](values ...*T) string {
	var s string
	for i, v := range values {
		if i > 0 {
			s += " or "
		}
		if v == nil {
			s += "none"
		} else {
			s += fmt.Sprintf("%v", *v)
		}
	}
	if s == "" {
		return "none"
	}
	return s
}

// time compares one time, as loosely as the causes of the event that carries it demand.
func (c *Comparison) time(what string, want fact[span], got *float64, carries func(*result.Line) bool) allowance {
	if got == nil {
		agree(c, what, want, nil, func(span, span) bool { return false })
		return allowance{}
	}
	return c.timeOf(what, want, *got, c.played.carrier(*got, carries))
}

func (c *Comparison) timeOf(what string, want fact[span], got float64, carrier *result.Line) allowance {
	allowed := c.played.allowance(carrier)
	c.timeWithin(what, want, got, allowed)
	return allowed
}

// timeWithin compares one time by an allowance.
func (c *Comparison) timeWithin(what string, want fact[span], got float64, allowed allowance) {
	agree(c, what+", allowed "+allowed.String(), want, &span{got, got}, func(want, got span) bool {
		return got.From >= want.From-allowed.early && got.To <= want.To+allowed.late
	})
	c.Times = append(c.Times, fmt.Sprintf("%s: Kafka %s, the model %g, allowed %v", what, either(want...), got, allowed))
}

func (s span) String() string {
	if s.From == s.To {
		return fmt.Sprintf("%g", s.From)
	}
	return fmt.Sprintf("%g..%g", s.From, s.To)
}

func (c *Comparison) partitions(want []recordedPartition, got []result.Partition) {
	if len(want) != len(got) {
		c.differ("partitions", len(want), len(got))
	}
	for i := range want {
		w := &want[i]
		what := fmt.Sprintf("%s/%d", w.Topic, w.Partition)
		at := slices.IndexFunc(got, func(g result.Partition) bool {
			return g.Topic == w.Topic && g.Partition == w.Partition
		})
		if at < 0 {
			c.differ(what, "present", "absent")
			continue
		}
		c.partition(what, w, &got[at])
	}
}

func (c *Comparison) partition(what string, want *recordedPartition, got *result.Partition) {
	agreeExactly(c, what+".leader", want.Leader, got.Leader)
	agreeExactly(c, what+".leaderEpoch", want.LeaderEpoch, got.LeaderEpoch)
	agreeExactly(c, what+".partitionEpoch", want.PartitionEpoch, got.PartitionEpoch)
	agreeAsSet(c, what+".isr", want.ISR, got.ISR)
	agreeAsSet(c, what+".elr", want.ELR, got.ELR)
	if len(want.HighWatermark) > 0 {
		agree(c, what+".highWatermark", want.HighWatermark, got.HighWatermark, func(a, b int64) bool { return a == b })
	}
	c.history(what+".history", want.History, c.played.history(want.Topic, want.Partition))
	if len(want.Replicas) != len(got.Replicas) {
		c.differ(what+".replicas", len(want.Replicas), len(got.Replicas))
	}
	for _, w := range want.Replicas {
		log, start := []string{"no replica"}, int64(0)
		for _, g := range got.Replicas {
			if g.Broker == w.Broker {
				log, start = logOf(g), g.LogStartOffset
			}
		}
		agreeExactly(c, fmt.Sprintf("%s.replicas[broker %d].logStartOffset", what, w.Broker), w.LogStartOffset.or(0), start)
		agreeExactly(c, fmt.Sprintf("%s.replicas[broker %d].log", what, w.Broker), w.Log, log)
	}
}

// logOf is a replica's log as recordings write it.
func logOf(r result.Replica) []string {
	if len(r.Values) != len(r.Epochs) {
		return []string{fmt.Sprintf("%d values but %d epochs", len(r.Values), len(r.Epochs))}
	}
	log := make([]string, len(r.Values))
	for i := range log {
		log[i] = fmt.Sprintf("%s@%d", r.Values[i], r.Epochs[i])
	}
	return log
}

// history is every change of a partition after the start.
func (p *played) history(topic string, partition int) (changes []*result.Line) {
	for i := range p.events {
		if e := &p.events[i]; e.Kind == "partition" && e.Topic == topic && e.Partition == partition && e.T > 0 {
			changes = append(changes, e)
		}
	}
	return changes
}

// history compares the changes with each history that Kafka was seen to have, and reports on the one that fits best.
func (c *Comparison) history(what string, want fact[[]recordedChange], got []*result.Line) {
	var best *Comparison
	for _, changes := range want {
		one := &Comparison{played: c.played}
		if changes == nil {
			changes = new([]recordedChange)
		}
		if len(*changes) != len(got) {
			one.differ(what, fmt.Sprintf("%d changes", len(*changes)), fmt.Sprintf("%d changes", len(got)))
		}
		for i := range max(len(*changes), len(got)) {
			switch at := fmt.Sprintf("%s[%d]", what, i); {
			case i >= len(got):
				one.differ(at, "isr "+either((*changes)[i].ISR...)+" at "+either((*changes)[i].T...), "nothing")
			case i >= len(*changes):
				one.differ(at, "nothing", fmt.Sprintf("isr %v, leader %d at %g", got[i].ISR, result.LeaderOf(got[i]), got[i].T))
			default:
				one.change(at, &(*changes)[i], got[i])
			}
		}
		if best == nil || len(one.Differences) < len(best.Differences) {
			best = one
		}
	}
	if best == nil {
		c.differ(what, "none recorded", len(got))
		return
	}
	c.Differences = append(c.Differences, best.Differences...)
	c.Times = append(c.Times, best.Times...)
}

func (c *Comparison) change(what string, want *recordedChange, got *result.Line) {
	agreeExactly(c, what+".leader", want.Leader, result.LeaderOf(got))
	agreeExactly(c, what+".leaderEpoch", want.LeaderEpoch, got.LeaderEpoch)
	agreeExactly(c, what+".partitionEpoch", want.PartitionEpoch, got.PartitionEpoch)
	agreeAsSet(c, what+".isr", want.ISR, got.ISR)
	agreeAsSet(c, what+".elr", want.ELR, got.ELR)
	agreeAsSet(c, what+".lastKnownElr", want.LastKnownELR.or(nil), got.LastKnownELR)
	agreeExactly(c, what+".recovering", want.Recovering.or(false), got.Recovering)
	agreeExactly(c, what+".replicas", want.Replicas.or(nil), got.Replicas)
	agreeAsSet(c, what+".adding", want.Adding.or(nil), got.Adding)
	agreeAsSet(c, what+".removing", want.Removing.or(nil), got.Removing)
	c.timeOf(what+".t", want.T, got.T, got)
}

func (c *Comparison) request(what string, want *recordedRequest, got *result.Request) {
	if want.Acks != got.Acks {
		c.differ(what+".acks", want.Acks, got.Acks)
	}
	agreeExactly(c, what+".connectionClosed", want.ConnectionClosed.or(false), got.ConnectionClosed)
	is := func(kind string) func(*result.Line) bool {
		return func(e *result.Line) bool { return e.Kind == kind && e.Request == got.Request }
	}
	c.time(what+".received", want.Received, got.Received, is("receive"))
	c.time(what+".answered", want.Answered, got.Answered, is("response"))
	if len(want.Partitions) != len(got.Partitions) {
		c.differ(what+".partitions", len(want.Partitions), len(got.Partitions))
		return
	}
	for i, w := range want.Partitions {
		g := got.Partitions[i]
		if w.Topic != g.Topic || w.Partition != g.Partition {
			c.differ(fmt.Sprintf("%s.partitions[%d]", what, i), w.Topic, g.Topic)
			continue
		}
		at := fmt.Sprintf("%s.%s/%d", what, w.Topic, w.Partition)
		agreeExactly(c, at+".error", w.Error, g.Error)
		// Without an answer nobody outside knows the offset.
		if g.Error != "" {
			agree(c, at+".baseOffset", w.BaseOffset, g.BaseOffset, func(a, b int64) bool { return a == b })
		}
	}
}
