//go:build !js

package soak

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"testing"

	"highwater/core"
)

// sabotage breaks a promise in the lines of a result: of a kind of line every one, or the first, is dropped, doubled or
// changed. The checks have to see it in some script.
type sabotage struct {
	check string
	kind  string // of the lines
	has   string // what they contain, too
	first bool   // only one of them
	act   string // "drop", "twice", or a pattern
	with  string // in place of the pattern
}

var sabotages = []sabotage{
	{check: "order", kind: "fetch", first: true, act: "drop"},
	{check: "order", kind: "fetch-response", act: `"t":[0-9.]+`, with: `"t":0`},
	{check: "order", kind: "append", act: `"cause":\d+`, with: `"cause":99999999`},
	{check: "kinds", kind: "append", act: `"append"`, with: `"apend"`},
	{check: "once.sent", kind: "request", act: "twice"},
	{check: "once.received", kind: "receive", act: "twice"},
	{check: "once.received", kind: "receive", act: `"broker":\d+`, with: `"broker":1`},
	{check: "once.appended", kind: "append", act: "twice"},
	{check: "once.appended", kind: "request", act: `"records":\d+`, with: `"records":77`},
	{check: "once.complete", kind: "complete", act: "twice"},
	{check: "once.complete", kind: "complete", has: `"append"`, act: `"append"`, with: `"high-watermark"`},
	{check: "once.answered", kind: "response", act: "twice"},
	{check: "once.taken", kind: "enqueue", act: "twice"},
	{check: "once.told", kind: "acknowledge", act: "twice"},
	{check: "once.told", kind: "fail", act: "twice"},
	{check: "acknowledged", kind: "acknowledge", act: `"offset":\d+`, with: `"offset":777`},
	{check: "lives", kind: "process", has: "started", act: "twice"},
	{check: "lives", kind: "process", has: "frozen", act: "drop"},
	{check: "lives.running", kind: "register", has: "brokerEpoch", act: "drop"},
	{check: "register", kind: "register", has: "brokerEpoch", act: "twice"},
	{check: "alive", kind: "process", has: "started", act: "drop"},
	{check: "alive", kind: "process", has: "thawed", act: "drop"},
	{check: "unfence", kind: "unfence", act: "twice"},
	{check: "fence.healthy", kind: "fetch", first: true, act: `$`, with: "\n" + `{"n":1,"t":1,"kind":"fence","broker":1}`},
	{check: "fence.silent", kind: "fence", act: "drop"},
	{check: "offsets", kind: "append", act: `"lastOffset":(\d+)`, with: `"lastOffset":9$1`},
	{check: "offsets", kind: "replicate", act: "drop"},
	{check: "offsets", kind: "truncate", act: "drop"},
	{check: "offsets", kind: "role", act: `"logEndOffset":`, with: `"logEndOffset":1`},
	{check: "log-start", kind: "log-start", act: "twice"},
	{check: "deletion.asked", kind: "delete-records", has: "lowWatermark", act: `"offset":\d+`, with: `"offset":99999`},
	{check: "one-writer", kind: "append", act: `"leaderEpoch":\d+`, with: `"leaderEpoch":9`},
	{check: "agree", kind: "truncate", has: "diverging", act: "drop"},
	{
		check: "no-leader-truncates", kind: "append", act: `.*"broker":(\d+).*"baseOffset":(\d+),"lastOffset":0.*`,
		with: `$0` + "\n" + `{"n":1,"t":1,"kind":"truncate","topic":"t0","partition":0,"broker":$1,"from":1,"to":0}`,
	},
	{
		check: "truncation", kind: "high-watermark", has: `"leader":false`, act: `.*"broker":(\d+),"from":0,"to":1.*`,
		with: `$0` + "\n" + `{"n":1,"t":1,"kind":"truncate","topic":"t0","partition":0,"broker":$1,"from":1,"to":0}`,
	},
	{check: "water", kind: "high-watermark", act: `"to":(\d+)`, with: `"to":9$1`},
	{check: "water", kind: "high-watermark", act: `"from":(\d+)`, with: `"from":9$1`},
	{check: "water.leader", kind: "high-watermark", act: `"from":(\d+),"to":(\d+)`, with: `"from":$2,"to":$1`},
	{
		check: "water.members", kind: "append", has: `"partition":0`, act: `.*"baseOffset":0,"lastOffset":0.*`,
		with: `$0` + "\n" + `{"n":1,"t":1,"kind":"high-watermark","topic":"t0","partition":0,"broker":1,` +
			`"from":0,"to":1,"leader":true}`,
	},
	{
		check: "takeover", kind: "role", has: `"leads":false`, act: `"leads":false,"leader":-?\d+`,
		with: `"leads":true,"leader":0`,
	},
	{check: "role", kind: "role", act: `"leads":true`, with: `"leads":false`},
	{check: "role", kind: "role", act: `"leaderEpoch":\d+`, with: `"leaderEpoch":0`},
	{check: "fetch", kind: "fetch", act: `"broker":\d+`, with: `"broker":3`},
	{check: "isr.proposed", kind: "isr", has: "proposed", act: "twice"},
	{check: "isr.joins", kind: "fetch", act: `"fetchOffset":\d+`, with: `"fetchOffset":0`},
	{check: "park", kind: "park", act: `"deadline":`, with: `"deadline":9`},
	{check: "timer", kind: "timer", has: "armed", act: "drop"},
	{check: "timer", kind: "timer", has: "cancelled", act: "twice"},
	{check: "purgatory", kind: "timer", has: "cancelled", act: "drop"},
	{check: "purgatory", kind: "expire", act: "drop"},
	{check: "expire", kind: "expire", act: `"pending":`, with: `"pending":8`},
	{check: "deadline.fires", kind: "complete", act: `"high-watermark"`, with: `"timeout"`},
	{check: "deadline.before", kind: "park", act: `"deadline":\d+`, with: `"deadline":0`},
	{check: "deadline.end", kind: "timer", has: "fired", act: "drop"},
	{check: "answer.success", kind: "response", act: `"baseOffset":`, with: `"baseOffset":7`},
	{check: "answer.committed", kind: "high-watermark", has: `"leader":true`, act: "drop"},
	{check: "answer.timeout", kind: "response", act: `"NONE"`, with: `"REQUEST_TIMED_OUT"`},
	{
		check: "answer.after-append", kind: "response", act: `"NOT_ENOUGH_REPLICAS"`,
		with: `"NOT_ENOUGH_REPLICAS_AFTER_APPEND"`,
	},
	{check: "answer.refusal", kind: "response", act: `"NONE"`, with: `"NOT_ENOUGH_REPLICAS"`},
	{
		check: "refused", kind: "append", act: `.*"request":(\d+),"topic":"(.*?)","partition":(\d+),"broker":(\d+).*`,
		with: `$0` + "\n" + `{"n":1,"t":1,"kind":"refuse","request":$1,"topic":"$2","partition":$3,"broker":$4,"error":"X"}`,
	},
	{check: "refused.minimum", kind: "refuse", act: `"isrSize":`, with: `"isrSize":1`},
	{check: "refused.minimum", kind: "refuse", act: `"effectiveMinIsr":`, with: `"effectiveMinIsr":1`},
	{check: "refused.leader", kind: "refuse", act: `"NOT_ENOUGH_REPLICAS"`, with: `"NOT_LEADER_OR_FOLLOWER"`},
	{check: "sequences", kind: "request", act: `"sequence":(\d)`, with: `"sequence":7$1`},
	{check: "duplicate", kind: "duplicate", act: `"lastOffset":`, with: `"lastOffset":9`},
	{check: "identity", kind: "request", act: `,"producerId":\d+,"producerEpoch":\d+,"sequence":\d+`},
	{check: "retry", kind: "retry", act: `"attempt":\d+`, with: `"attempt":0`},
	{check: "learn", kind: "learn", act: `"value":`, with: `"value":9`},
	{check: "learn", kind: "learn", act: `"effectiveMinIsr":`, with: `"effectiveMinIsr":1`},
	{check: "books", kind: "partition", first: true, act: "drop"},
	{check: "books.replicas", kind: "partition", act: `"replicas":\[[0-9,]+\]`, with: `"replicas":[15]`},
	{check: "replaced", kind: "log", has: `"deleted":true`, act: `"logEndOffset":(\d+)`, with: `"logEndOffset":9$1`},
	{check: "books", kind: "partition", act: `"leaderEpoch":(\d+)`, with: `"leaderEpoch":9$1`},
	{check: "election", kind: "leader", act: `"leaderEpoch":(\d+)`, with: `"leaderEpoch":9$1`},
	{check: "election", kind: "leader", act: `"election":"\w+"`, with: `"election":"clean"`},
	{check: "election", kind: "leader", act: `"clean"`, with: `"none"`},
	{check: "election", kind: "unfence", act: "drop"},
	{check: "election.order", kind: "leader", act: `"leader":\d+`, with: `"leader":3`},
	{check: "visible.committed", kind: "visible", act: `"offset":`, with: `"offset":9`},
	{check: "visible.next", kind: "visible", act: `"from":\d+`, with: `"from":0`},
	{check: "block", kind: "return", act: `"tookMs":`, with: `"tookMs":99999999`},
	{check: "block", kind: "block", act: `"value":"`, with: `"value":"x`},
	{check: "milestones", kind: "summary", act: `"appended":[0-9.]+`, with: `"appended":99999999`},
	{check: "milestones", kind: "summary", act: `"committed":[0-9.]+,"ack`, with: `"committed":99999999,"ack`},
	{check: "end-logs", kind: "summary", act: `"logEndOffset":`, with: `"logEndOffset":1`},
	{check: "end-logs", kind: "summary", act: `"epochs":\[\d+`, with: `"epochs":[99`},
	{check: "end-books", kind: "summary", act: `"leaderEpoch":`, with: `"leaderEpoch":1`},
	{check: "end-records", kind: "summary", act: `"outcome":"acknowledged"`, with: `"outcome":"failed"`},
	{check: "end-records", kind: "summary", act: `"lost":false`, with: `"lost":true`},
	{check: "end-records", kind: "summary", act: `"offsets":\[\d+`, with: `"offsets":[99`},
	{check: "end-requests", kind: "summary", act: `"parked":true`, with: `"parked":false`},
	{check: "refused.nowhere", kind: "summary", act: `"copies":\[\]`, with: `"copies":[1]`},
	{check: "summary", kind: "summary", act: `"events":`, with: `"events":1`},
	{check: "purgatory", kind: "summary", act: `"delayed":`, with: `"delayed":1`},
	{
		check: "survives", kind: "summary", act: `"error":"(NOT_LEADER_OR_FOLLOWER|REQUEST_TIMED_OUT)"`,
		with: `"error":"NONE"`,
	},
	{check: "healed.brokers", kind: "unfence", act: "drop"},
	{check: "healed.settled", kind: "replicate", act: "drop"},
}

// claim is a script that a result is not of: the checks have to see that too.
type claim struct {
	check, scope, key string
	value             any
}

var claims = []claim{
	{"minimum", "topic", "min.insync.replicas", 4},
	{"water.minimum", "topic", "min.insync.replicas", 4},
	{"books.elr", "topic", "min.insync.replicas", 1},
	{"election", "topic", "unclean.leader.election.enable", false},
	{"fence.silent", "broker", "broker.session.timeout.ms", 10},
	{"in-flight", "producer", "max.in.flight.requests.per.connection", 0},
	{"delivery", "producer", "delivery.timeout.ms", 1},
	{"delivery.end", "producer", "delivery.timeout.ms", 1},
	{"block", "producer", "max.block.ms", 0},
	{"idempotent", "producer", "enable.idempotence", true},
	{"idempotent.order", "producer", "enable.idempotence", true},
	{"identity", "producer", "enable.idempotence", false},
}

// recorded is a script and the lines of its result.
type recorded struct {
	script []byte
	lines  [][]byte
}

// recordings are made when they are asked for.
type recordings struct {
	keys map[string][]key
	made []recorded
}

// plain are scripts by hand: a leader that is deposed while it stands still, after it has written; a producer that is
// not idempotent, and tries again what was written; batches with numbers, and a record that is refused until its time
// is over.
var plain = []string{
	`{"version": 1, "cluster": {"topics": [{"name": "t0", "partitions": [{"replicas": [1]}]}]},
	"producers": [{"id": "p", "config": {"request.timeout.ms": 100, "linger.ms": 0, "delivery.timeout.ms": 8000}}],
	"steps": [{"at": 600, "freeze": {"broker": 1}}, {"at": 700, "send": {"producer": "p", "topic": "t0", "value": "a"}}],
	"until": 20000}`,
	`{"version": 1, "cluster": {"topics": [{"name": "t0", "partitions": [{"replicas": [1, 2, 3]}]}]},
	"steps": [
	{"at": 100, "fetch-pause": {"broker": 2}}, {"at": 100, "fetch-pause": {"broker": 3}},
	{"at": 700, "produce": {"partitions": [{"topic": "t0", "partition": 0, "records": ["a"]}]}},
	{"at": 800, "freeze": {"broker": 1}}, {"at": 12000, "fetch-resume": {"broker": 3}},
	{"at": 14000, "produce": {"partitions": [{"topic": "t0", "partition": 0, "records": ["b"]}]}},
	{"at": 15000, "thaw": {"broker": 1}}]}`,
	`{"version": 1, "cluster": {"topics": [{"name": "t0", "partitions": [{"replicas": [1, 2, 3]}]}]},
	"producers": [{"id": "p", "config": {"enable.idempotence": false, "request.timeout.ms": 100, "linger.ms": 0}}],
		"steps": [
	{"at": 100, "fetch-pause": {"broker": 2}}, {"at": 100, "fetch-pause": {"broker": 3}},
	{"at": 700, "send": {"producer": "p", "topic": "t0", "value": "a", "count": 5, "every.ms": 2}},
	{"at": 3000, "fetch-resume": {"broker": 2}}, {"at": 3000, "fetch-resume": {"broker": 3}},
	{"at": 9000, "link": {"from": "p", "to": 1, "up": false}},
	{"at": 9001, "send": {"producer": "p", "topic": "t0", "value": "b", "count": 5, "every.ms": 2}},
	{"at": 9200, "link": {"from": "p", "to": 1, "up": true}}]}`,
	`{"version": 1, "cluster": {"topics": [{"name": "t0", "config": {"min.insync.replicas": 2},
		"partitions": [{"replicas": [1, 2]}]}]},
	"producers": [{"id": "p", "config": {"request.timeout.ms": 100, "delivery.timeout.ms": 500}}], "steps": [
	{"at": 100, "produce": {"partitions": [{"topic": "t0", "partition": 0, "records": 3,
		"producerId": 9, "sequence": 0}]}},
	{"at": 200, "produce": {"partitions": [{"topic": "t0", "partition": 0, "records": 3,
		"producerId": 9, "sequence": 0}]}},
	{"at": 300, "produce": {"partitions": [{"topic": "t0", "partition": 0, "records": 3,
		"producerId": 9, "sequence": 5}]}},
	{"at": 1000, "isr": {"topic": "t0", "partition": 0, "members": [1]}},
	{"at": 2000, "send": {"producer": "p", "topic": "t0", "value": "a"}}]}`,
}

// telling is the seeds of short scripts in which nearly every broken promise shows. Where one does not, as after a
// change of what is drawn, the others are asked.
var telling = []uint64{48, 4, 97, 26, 82, 141, 94, 72, 66}

func (r *recordings) get(i int) recorded {
	for len(r.made) <= i {
		made := recorded{script: r.script(len(r.made))}
		if script, err := core.Parse(made.script); err == nil {
			_ = core.Result(script, func(line []byte) { made.lines = append(made.lines, bytes.Clone(line)) })
		}
		r.made = append(r.made, made)
	}
	return r.made[i]
}

func (r *recordings) script(i int) []byte {
	if i < len(plain) {
		return []byte(plain[i])
	}
	if i -= len(plain); i < len(telling) {
		return generate(telling[i], r.keys, true)
	}
	return generate(uint64(i-len(telling)+1), r.keys, true)
}

// scripts is in how many scripts a broken promise is looked for.
const scripts = 400

// seen reports whether some script's lines, as they are altered, break a promise.
func (r *recordings) seen(check string, script func([]byte) []byte, alter func() func([]byte) [][]byte) bool {
	for i := range scripts {
		made := r.get(i)
		w, alter := newWorld(script(made.script)), alter()
		func() {
			defer func() { _ = recover() }() // lines that contradict themselves may lead the world astray
			for _, line := range made.lines {
				for _, line := range alter(line) {
					w.read(line)
				}
				if slices.ContainsFunc(w.broken, func(v violation) bool { return v.check == check }) {
					return
				}
			}
		}()
		if slices.ContainsFunc(w.broken, func(v violation) bool { return v.check == check }) {
			return true
		}
	}
	return false
}

func (s *sabotage) alter() func(line []byte) [][]byte {
	pattern, done := regexp.MustCompile(s.act), false
	kind := []byte(`"kind":"` + s.kind + `"`)
	return func(line []byte) [][]byte {
		head := line[:min(len(line), 80)]
		if !bytes.Contains(head, kind) || !bytes.Contains(line, []byte(s.has)) || done && s.first {
			return [][]byte{line}
		}
		line = bytes.TrimSpace(line)
		done = true
		switch s.act {
		case "drop":
			return nil
		case "twice":
			return [][]byte{line, line}
		}
		return bytes.Split(pattern.ReplaceAll(line, []byte(s.with)), []byte("\n"))
	}
}

func TestTheChecksSeeABrokenPromise(t *testing.T) {
	r := &recordings{keys: keysOf()}
	as := func(script []byte) []byte { return script }
	for _, s := range sabotages {
		t.Run(fmt.Sprint(s.check, " ", s.kind, " ", s.act), func(t *testing.T) {
			if !r.seen(s.check, as, s.alter) {
				t.Errorf("no script shows it: %+v", s)
			}
		})
	}
	for _, c := range claims {
		t.Run(fmt.Sprint(c.check, " ", c.key), func(t *testing.T) {
			if !r.seen(c.check, c.claimed, asTheyAre) {
				t.Errorf("no script shows it: %+v", c)
			}
		})
	}
}

func asTheyAre() func([]byte) [][]byte { return func(line []byte) [][]byte { return [][]byte{line} } }

// claimed is a script with another value of a key, everywhere.
func (c *claim) claimed(script []byte) []byte {
	var tree object
	if json.Unmarshal(script, &tree) != nil {
		panic("no script")
	}
	put := func(holder any) {
		o := holder.(object)
		config, _ := o["config"].(object)
		if config == nil {
			config = object{}
		}
		config[c.key] = c.value
		o["config"] = config
	}
	cluster := tree["cluster"].(object)
	switch c.scope {
	case "broker":
		put(cluster)
	case "topic":
		for _, topic := range cluster["topics"].(list) {
			put(topic)
		}
	case "producer":
		producers, _ := tree["producers"].(list)
		for _, p := range producers {
			put(p)
		}
	}
	text, _ := json.Marshal(tree)
	return text
}
