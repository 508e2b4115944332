package timer_test

import (
	"bufio"
	"cmp"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/timer"
)

// The recordings in testdata show, step by step, what Kafka's own SystemTimer did on a virtual clock.

type sequence struct {
	Name      string `json:"name"`
	Start     int64  `json:"start"`
	Tick      int64  `json:"tick"`
	WheelSize int    `json:"wheelSize"`
	Steps     []step `json:"steps"`
	Final     []held `json:"final"`
}

type step struct {
	Op    string `json:"op"`
	ID    int32  `json:"id"`
	Delay int64  `json:"delay"`
	To    int64  `json:"to"`
	seen
}

// seen is all that is observed after a step.
type seen struct {
	Fired   [][2]int64          `json:"fired"`
	Flushed [][3]int64          `json:"flushed"`
	At      map[string][3]int64 `json:"at"`
	Gone    []int32             `json:"gone"`
	Size    int                 `json:"size"`
	Queued  int                 `json:"queued"`
	Clk     []int64             `json:"clk"`
	Ret     *bool               `json:"ret"`
}

// held is [level, bucket, due, [ids in list order]].
type held struct {
	Level, Bucket, DueMs int64
	IDs                  []int32
}

func (h *held) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&h.Level, &h.Bucket, &h.DueMs, &h.IDs})
}

// player performs the steps of a sequence on a Timer and collects what the recording collects.
type player struct {
	timer  timer.Timer
	nowMs  int64
	delays map[int32]int64
	places map[int32][3]int64
	seen   seen
}

func (p *player) play(s step) seen {
	p.seen = seen{}
	switch s.Op {
	case "add":
		p.delays[s.ID] = s.Delay
		p.add(s.ID)
	case "readd":
		p.add(s.ID)
	case "cancel":
		p.timer.Cancel(s.ID)
	case "advance":
		for {
			dueMs, queued := p.timer.NextDueMs()
			if !queued || dueMs > s.To {
				break
			}
			p.nowMs = max(p.nowMs, dueMs)
			p.poll()
		}
		p.nowMs = s.To
	case "sleep":
		p.nowMs = s.To
	case "poll":
		flushed := p.poll()
		p.seen.Ret = &flushed
	default:
		panic("a step the replay does not know: " + s.Op)
	}
	p.look()
	return p.seen
}

func (p *player) add(id int32) {
	if !p.timer.Add(id, p.nowMs+p.delays[id]) {
		p.seen.Fired = append(p.seen.Fired, [2]int64{int64(id), p.nowMs})
	}
}

func (p *player) poll() bool {
	moves, flushed := p.timer.AdvanceClock(p.nowMs)
	for _, move := range moves {
		if move.Fired {
			p.seen.Fired = append(p.seen.Fired, [2]int64{int64(move.Task), p.nowMs})
		}
	}
	for _, bucket := range p.timer.LastFlushed() {
		p.seen.Flushed = append(p.seen.Flushed, [3]int64{int64(bucket.Level), int64(bucket.Bucket), bucket.DueMs})
	}
	return flushed
}

func (p *player) look() {
	p.seen.Size, p.seen.Queued = p.timer.Size(), p.timer.Queued()
	for level := range p.timer.Levels() {
		p.seen.Clk = append(p.seen.Clk, p.timer.Level(level).CurrentTimeMs)
	}
	places := map[int32][3]int64{}
	for id := range p.delays {
		if place, ok := p.timer.Place(id); ok {
			places[id] = [3]int64{int64(place.Level), int64(place.Bucket), place.DueMs}
		}
	}
	for id, place := range places {
		if before, ok := p.places[id]; !ok || before != place {
			if p.seen.At == nil {
				p.seen.At = map[string][3]int64{}
			}
			p.seen.At[strconv.Itoa(int(id))] = place
		}
	}
	for id := range p.places {
		if _, ok := places[id]; !ok {
			p.seen.Gone = append(p.seen.Gone, id)
		}
	}
	slices.Sort(p.seen.Gone)
	p.places = places
}

func (p *player) final() []held {
	all := []held{}
	for level := range p.timer.Levels() {
		for index := range p.timer.Level(level).Size {
			dueMs, _ := p.timer.BucketDueMs(level, index)
			ids := slices.Collect(p.timer.Tasks(level, index))
			if len(ids) > 0 {
				all = append(all, held{int64(level), int64(index), dueMs, ids})
			}
		}
	}
	return all
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

func TestTheWheelDoesWhatKafkasWheelDid(t *testing.T) {
	const sequences, kindsOfObservation = 147, 8
	all := readSequences(t, "testdata/wheel.jsonl")
	require.Len(t, all, sequences)
	steps := 0
	for _, s := range all {
		steps += len(s.Steps)
		t.Run(s.Name, func(t *testing.T) {
			p := player{
				timer:  timer.New(cmp.Or(s.Tick, 1), cmp.Or(s.WheelSize, 20), s.Start),
				nowMs:  s.Start,
				delays: map[int32]int64{},
			}
			for i, recorded := range s.Steps {
				require.Equal(t, recorded.seen, p.play(recorded), "step %d: %s", i, recorded.Op)
			}
			byPlace := func(a, b held) int { return cmp.Or(cmp.Compare(a.Level, b.Level), cmp.Compare(a.Bucket, b.Bucket)) }
			recorded := slices.SortedFunc(slices.Values(s.Final), byPlace)
			require.Equal(t, append([]held{}, recorded...), p.final(), "the end")
		})
	}
	t.Logf("%d sequences, %d steps, %d observations compared", len(all), steps, steps*kindsOfObservation+len(all))
}
