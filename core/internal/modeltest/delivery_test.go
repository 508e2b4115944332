package modeltest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core"
)

// What an application may believe, checked as a queue is: over random faults, with idempotence and acks=all, without
// unclean elections and lost tails, nothing that was acknowledged is lost, nothing stands twice, and each producer's
// records stand in the order of their sends. Each of the conditions is needed: without one of them the same check finds
// what it should find.

// believed is the conditions under which a run is made up.
type believed struct {
	idempotence bool
	unclean     bool // unclean.leader.election.enable
	lostTails   bool // machines lose power, and with it the ends of their logs
	killed      bool // producers' processes die, and new ones start
}

var careful = believed{idempotence: true}

const (
	faultsUntilMs = 24_000
	healedAtMs    = 40_000
	overAtMs      = 200_000 // delivery.timeout.ms after the last send, and a while
)

// chance is where a script's choices come from: a test's own generator, or one that shrinks.
type chanceFrom interface{ IntN(n int) int }

type rapidly struct{ *rapid.T }

func (r rapidly) IntN(n int) int { return rapid.IntRange(0, n-1).Draw(r.T, "choice") }

// queueScript makes up a script of two producers, two partitions of three replicas, and faults that are all healed in
// time.
func queueScript(c chanceFrom, b believed) []byte {
	steps := []object{}
	at := func(ms int, verb string, what object) { steps = append(steps, object{"at": ms, verb: what}) }
	for p := range 2 {
		for partition := range 2 {
			at(1000+7*p+3*partition, "send", object{
				"producer": fmt.Sprintf("p%d", p+1), "topic": "t", "partition": partition,
				"value": fmt.Sprintf("v%d", partition), "count": 60, "every.ms": 331 + 40*p,
			})
		}
	}
	down := func(broker int, verb string, what object, upVerb string) {
		what["broker"] = broker
		from := 1500 + c.IntN(faultsUntilMs-1500)
		at(from, verb, what)
		at(min(from+100+c.IntN(12_000), healedAtMs), upVerb, object{"broker": broker})
	}
	for range 2 + c.IntN(5) {
		broker := 1 + c.IntN(3)
		switch kind := c.IntN(6); {
		case kind == 0 && b.lostTails:
			down(broker, "power-off", object{"lose": 1 + c.IntN(30)}, "start")
		case kind <= 1:
			down(broker, "kill", object{}, "start")
		case kind == 2:
			down(broker, "stop", object{}, "start")
		case kind == 3:
			down(broker, "freeze", object{}, "thaw")
		case kind == 4:
			down(broker, "fetch-pause", object{}, "fetch-resume")
		default:
			ends := []any{1, 2, 3, "controller", "p1", "p2"}
			from, to := ends[c.IntN(3)], ends[c.IntN(len(ends))]
			if from != to {
				begin := 1500 + c.IntN(faultsUntilMs-1500)
				at(begin, "link", object{"from": from, "to": to, "up": false})
				at(min(begin+100+c.IntN(12_000), healedAtMs), "link", object{"from": from, "to": to, "up": true})
			}
		}
	}
	if b.killed {
		killProducers(c, at)
	}
	for broker := 1; broker <= 3; broker++ {
		at(healedAtMs, "thaw", object{"broker": broker})
		at(healedAtMs+1, "start", object{"broker": broker})
	}
	text, err := json.Marshal(object{
		"version": 1,
		"cluster": object{
			"config": object{"unclean.leader.election.enable": b.unclean, "replica.lag.time.max.ms": 4000},
			"topics": []object{{
				"name": "t", "config": object{"min.insync.replicas": 2},
				"partitions": []object{{"replicas": []int{1, 2, 3}}, {"replicas": []int{2, 3, 1}}},
			}},
		},
		"producers": []object{
			{"id": "p1", "config": object{"enable.idempotence": b.idempotence, "request.timeout.ms": 2500, "linger.ms": 0}},
			{"id": "p2", "config": object{"enable.idempotence": b.idempotence, "request.timeout.ms": 4000, "linger.ms": 0}},
		},
		"steps": steps, "until": overAtMs,
	})
	if err != nil {
		panic(err)
	}
	return text
}

// killProducers has a producer's process die three times, and new ones start and send.
func killProducers(c chanceFrom, at func(ms int, verb string, what object)) {
	for nth := range 3 {
		from, producer := 1500+c.IntN(faultsUntilMs-1500), fmt.Sprintf("p%d", 1+c.IntN(2))
		at(from, "kill", object{"producer": producer})
		back := from + 1 + c.IntN(3000)
		at(back, "start", object{"producer": producer})
		at(back+1, "send", object{
			"producer": producer, "topic": "t", "value": fmt.Sprintf("again%d", nth), "count": 20, "every.ms": 173,
		})
	}
}

// verdict is what the check of one run has found.
type verdict struct {
	acknowledged, failed int
	lost                 []string // acknowledged, and in no leader's log
	doubled              []string // more than once in the log
	disordered           []string // after one that was sent later
	neverSent, neverTold int
	appeared             []string // never sent, and in some log
}

// playQueue plays a script for its summary.
func playQueue(t require.TestingT, text []byte) (s Summary) {
	script, err := core.Parse(text)
	require.NoError(t, err)
	var last []byte
	require.NoError(t, core.Result(script, func(line []byte) { last = append(last[:0], line...) }))
	require.NoError(t, json.Unmarshal(last, &s))
	return s
}

// judgeQueue looks at what the applications were told and at what the leaders' logs hold.
func judgeQueue(s Summary) (v verdict) {
	latest := map[string]int64{}
	for _, r := range s.Records { // in the order of the sends
		name := r.Producer + " " + r.Value
		switch r.Outcome {
		case "acknowledged":
			v.acknowledged++
			if len(r.Offsets) == 0 {
				v.lost = append(v.lost, name)
			}
		case "failed":
			v.failed++
		case "never-told":
			v.neverTold++
		case "never-sent":
			v.neverSent++
			if len(r.Copies) > 0 {
				v.appeared = append(v.appeared, name)
			}
		}
		if len(r.Offsets) > 1 {
			v.doubled = append(v.doubled, name)
		}
		if len(r.Offsets) == 0 {
			continue
		}
		stream := fmt.Sprintf("%s %d", r.Producer, r.Partition)
		if last, ok := latest[stream]; ok && slices.Min(r.Offsets) < last {
			v.disordered = append(v.disordered, name)
		}
		latest[stream] = max(latest[stream], slices.Min(r.Offsets))
	}
	return v
}

func TestNothingAcknowledgedIsLostOrDoubledOrOutOfOrder(t *testing.T) {
	acknowledged, failed := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := queueScript(rapidly{t}, careful)
		t.Logf("script: %s", text)
		s := playQueue(t, text)
		v := judgeQueue(s)
		require.Empty(t, v.lost, "acknowledged and lost")
		require.Empty(t, v.doubled, "written twice")
		require.Empty(t, v.disordered, "out of order")
		require.Len(t, s.Records, 240)
		acknowledged, failed = acknowledged+v.acknowledged, failed+v.failed
	})
	require.NotZero(t, acknowledged)
	t.Logf("%d acknowledged, %d failed", acknowledged, failed)
}

func TestOfAKilledProducerNothingAcknowledgedIsLostAndNothingUnsentAppears(t *testing.T) {
	unsent, untold := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		text := queueScript(rapidly{t}, believed{idempotence: true, killed: true})
		t.Logf("script: %s", text)
		v := judgeQueue(playQueue(t, text))
		require.Empty(t, v.lost, "acknowledged and lost")
		require.Empty(t, v.doubled, "written twice")
		require.Empty(t, v.appeared, "never sent, and there")
		unsent, untold = unsent+v.neverSent, untold+v.neverTold
	})
	require.NotZero(t, unsent)
	require.NotZero(t, untold)
}

// findings plays made-up runs under some conditions until the check has found what it looks for, or has had enough.
func findings(t *testing.T, b believed, found func(verdict) bool) {
	t.Helper()
	const enough = 150
	for seed := range uint64(enough) {
		if found(judgeQueue(playQueue(t, queueScript(rand.New(rand.NewPCG(seed, 1)), b)))) {
			t.Logf("found with seed %d", seed)
			return
		}
	}
	t.Errorf("nothing found in %d runs", enough)
}

func TestWithoutIdempotenceTheCheckFindsDoubledRecords(t *testing.T) {
	findings(t, believed{}, func(v verdict) bool { return len(v.doubled) > 0 })
}

func TestWithoutIdempotenceTheCheckFindsDisorder(t *testing.T) {
	findings(t, believed{}, func(v verdict) bool { return len(v.disordered) > 0 })
}

func TestWithUncleanElectionsTheCheckFindsLosses(t *testing.T) {
	findings(t, believed{idempotence: true, unclean: true}, func(v verdict) bool { return len(v.lost) > 0 })
}

func TestWithLostTailsTheCheckFindsLosses(t *testing.T) {
	findings(t, believed{idempotence: true, lostTails: true}, func(v verdict) bool { return len(v.lost) > 0 })
}
