package purgatory_test

import (
	"bufio"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/purgatory"
)

// The recordings in testdata show, step by step, what Kafka's own DelayedOperationPurgatory did on a virtual clock.

type sequence struct {
	Name    string  `json:"name"`
	Start   int64   `json:"start"`
	Purge   *int    `json:"purge"`
	Timer   *bool   `json:"timer"`
	Steps   []step  `json:"steps"`
	Pending []int32 `json:"pending"`
}

type action struct {
	Op         string              `json:"op"`
	ID         int32               `json:"id"`
	Delay      int64               `json:"delay"`
	Keys       []string            `json:"keys"`
	Need       map[string]int      `json:"need"`
	Name       string              `json:"name"`
	Level      int                 `json:"level"`
	Key        string              `json:"key"`
	To         int64               `json:"to"`
	AfterTry   map[string][]action `json:"afterTry"`
	OnComplete []action            `json:"onComplete"`
}

type step struct {
	action
	seen
}

// seen is all that is observed after a step. Calls and Ret hold what encoding/json makes of them.
type seen struct {
	Ret     any                `json:"ret"`
	Calls   [][]any            `json:"calls"`
	Lists   map[string][]int32 `json:"lists"`
	Watched int                `json:"watched"`
	Delayed int                `json:"delayed"`
	NumKeys int                `json:"numKeys"`
	Est     int                `json:"est"`
	Flushed [][3]int64         `json:"flushed"`
	Clk     []int64            `json:"clk"`
}

// player performs the steps of a sequence on a Purgatory and collects what the recording collects. It is the driver,
// too.
type player struct {
	purgatory purgatory.Purgatory
	nowMs     int64
	levels    map[string]int
	keys      []string            // by Key
	scripts   map[int32]*scripted // by recorded id
	byOp      map[purgatory.OpID]*scripted
	lists     map[string][]int32
	seen      seen
}

// scripted is an operation of the recording. Its slot is known only while it is in use.
type scripted struct {
	action
	op        purgatory.OpID
	tries     int
	completed bool
}

func (p *player) play(a action) seen {
	p.seen = seen{}
	switch a.Op {
	case "advance":
		for {
			dueMs, queued := p.purgatory.NextDueMs()
			if !queued || dueMs > a.To {
				break
			}
			p.nowMs = max(p.nowMs, dueMs)
			p.reap()
		}
		p.nowMs = a.To
	case "sleep":
		p.nowMs = a.To
	case "reap":
		p.reap()
	default:
		p.seen.Ret = p.do(a)
	}
	p.look()
	return p.seen
}

// do performs what callbacks may do, too, and returns the recorded form of the result.
func (p *player) do(a action) any {
	switch a.Op {
	case "submit":
		return p.submit(a)
	case "set":
		p.levels[a.Name] = a.Level
		return nil
	case "check":
		return float64(p.purgatory.CheckAndComplete(p, p.key(a.Key)))
	case "cancelKey":
		ids := []any{}
		for _, op := range p.purgatory.CancelForKey(p, p.key(a.Key)) {
			ids = append(ids, float64(p.byOp[op].ID))
		}
		return ids
	case "force":
		s := p.scripts[a.ID]
		return p.byOp[s.op] == s && p.purgatory.ForceComplete(p, s.op) // a slot used again has nothing to do with s
	case "cancel":
		if s := p.scripts[a.ID]; p.byOp[s.op] == s {
			p.purgatory.Cancel(p, s.op)
		}
		return nil
	default:
		panic("a step the replay does not know: " + a.Op)
	}
}

func (p *player) submit(a action) any {
	s := &scripted{action: a, op: p.purgatory.NewOperation(a.Delay)}
	p.scripts[a.ID], p.byOp[s.op] = s, s
	var keys []purgatory.Key
	for _, key := range a.Keys {
		keys = append(keys, p.key(key))
	}
	done, err := p.purgatory.TryCompleteElseWatch(p, s.op, keys, p.nowMs)
	if err != nil {
		return "IllegalArgumentException"
	}
	return done
}

func (p *player) reap() {
	p.purgatory.Advance(p, p.nowMs)
	for _, bucket := range p.purgatory.Timer().LastFlushed() {
		p.seen.Flushed = append(p.seen.Flushed, [3]int64{int64(bucket.Level), int64(bucket.Bucket), bucket.DueMs})
	}
}

func (p *player) TryComplete(op purgatory.OpID) bool {
	s := p.byOp[op]
	s.tries++
	ready := true
	for name, level := range s.Need {
		ready = ready && p.levels[name] >= level
	}
	p.call("try", float64(s.ID), ready)
	if ready {
		return p.purgatory.ForceComplete(p, op)
	}
	p.nested(s.AfterTry[string(rune('0'+s.tries))])
	return false
}

func (p *player) OnComplete(op purgatory.OpID) {
	s := p.byOp[op]
	s.completed = true
	p.call("complete", float64(s.ID), float64(p.nowMs))
	p.nested(s.OnComplete)
}

func (p *player) OnExpiration(op purgatory.OpID) {
	p.call("expire", float64(p.byOp[op].ID), float64(p.nowMs))
}

func (p *player) OnTimer(purgatory.OpID, purgatory.TimerEvent) {}

func (p *player) call(call ...any) { p.seen.Calls = append(p.seen.Calls, call) }

func (p *player) nested(actions []action) {
	for _, a := range actions {
		ret := p.do(a)
		if ret == nil {
			p.call("did", a.Op)
		} else {
			p.call("did", a.Op, ret)
		}
	}
}

func (p *player) key(name string) purgatory.Key {
	if at := slices.Index(p.keys, name); at >= 0 {
		return purgatory.Key(at)
	}
	p.keys = append(p.keys, name)
	return purgatory.Key(len(p.keys) - 1)
}

func (p *player) look() {
	p.seen.Watched, p.seen.Delayed = p.purgatory.Watched(), p.purgatory.NumDelayed()
	p.seen.NumKeys, p.seen.Est = p.purgatory.NumKeys(), p.purgatory.Estimated()
	for level := range p.purgatory.Timer().Levels() {
		p.seen.Clk = append(p.seen.Clk, p.purgatory.Timer().Level(level).CurrentTimeMs)
	}
	lists := map[string][]int32{}
	for at, name := range p.keys {
		if p.purgatory.Watches(purgatory.Key(at)) {
			ids := []int32{}
			for op := range p.purgatory.Watchers(purgatory.Key(at)) {
				ids = append(ids, p.byOp[op].ID)
			}
			lists[name] = ids
		}
	}
	changed := map[string][]int32{}
	for name, ids := range lists {
		if before, ok := p.lists[name]; !ok || !slices.Equal(before, ids) {
			changed[name] = ids
		}
	}
	for name := range p.lists {
		if _, ok := lists[name]; !ok {
			changed[name] = nil
		}
	}
	if len(changed) > 0 {
		p.seen.Lists = changed
	}
	p.lists = lists
}

func (p *player) pending() []int32 {
	ids := []int32{}
	for _, id := range slices.Sorted(maps.Keys(p.scripts)) {
		if !p.scripts[id].completed {
			ids = append(ids, id)
		}
	}
	return ids
}

func newPlayer(s sequence) *player {
	config := purgatory.DefaultConfig(s.Start)
	if s.Purge != nil {
		config.PurgeInterval = *s.Purge
	}
	config.TimerDisabled = s.Timer != nil && !*s.Timer
	return &player{
		purgatory: purgatory.New(config),
		nowMs:     s.Start,
		levels:    map[string]int{},
		scripts:   map[int32]*scripted{},
		byOp:      map[purgatory.OpID]*scripted{},
	}
}

func readSequences(t *testing.T, path string) []sequence {
	t.Helper()
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	var all []sequence
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var s sequence
		require.NoError(t, json.Unmarshal(lines.Bytes(), &s))
		all = append(all, s)
	}
	require.NoError(t, lines.Err())
	return all
}

func TestThePurgatoryDoesWhatKafkasPurgatoryDid(t *testing.T) {
	const sequences, kindsOfObservation = 112, 9
	all := readSequences(t, "testdata/purgatory.jsonl")
	require.Len(t, all, sequences)
	steps, calls := 0, 0
	for _, s := range all {
		steps += len(s.Steps)
		t.Run(s.Name, func(t *testing.T) {
			p := newPlayer(s)
			for i, recorded := range s.Steps {
				calls += len(recorded.Calls)
				require.Equal(t, recorded.seen, p.play(recorded.action), "step %d: %s", i, recorded.Op)
			}
			require.Equal(t, s.Pending, p.pending(), "the end")
		})
	}
	t.Logf("%d sequences, %d steps, %d observations compared, %d callbacks among them",
		len(all), steps, steps*kindsOfObservation+len(all), calls)
}
