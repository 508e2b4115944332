package purgatory_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/internal/purgatory"
)

// drawOrder draws a thing to do, with things for its callbacks to do, and so on, deep levels deep.
func drawOrder(t *rapid.T, deep int) order {
	o := order{
		verb:  rapid.IntRange(0, 7).Draw(t, "verb"),
		key:   rapid.Int32Range(0, 3).Draw(t, "key"),
		value: rapid.IntRange(0, 500).Draw(t, "value"),
	}
	if o.verb > 1 {
		return o
	}
	o.keys = rapid.SliceOfN(rapid.Int32Range(0, 3), 1, 4).Draw(t, "keys")
	if deep == 0 {
		return o
	}
	for moment := range o.do {
		for range rapid.IntRange(0, 2).Draw(t, "nested") {
			o.do[moment] = append(o.do[moment], drawOrder(t, deep-1))
		}
	}
	return o
}

func newWorlds(interval int) (*world, *world, *real) {
	config := purgatory.DefaultConfig(0)
	config.PurgeInterval = interval
	tested, plain := &world{expires: map[int64]bool{}}, &world{expires: map[int64]bool{}}
	r := &real{world: tested, purgatory: purgatory.New(config), byOp: map[purgatory.OpID]*job{}}
	tested.backend = r
	plain.backend = &naive{world: plain, interval: interval, lists: map[purgatory.Key]*queue{}}
	return tested, plain, r
}

// settle completes what can still be completed and empties every list, and then counts the ids that are free.
func settle(t *rapid.T, r *real) {
	for _, j := range r.jobs {
		j.do = nested{}
		if !j.forgotten {
			r.force(j)
		}
	}
	r.levels = [4]int{5, 5, 5, 5}
	r.nowMs += 10_000
	r.reap()
	for key := range purgatory.Key(len(r.levels)) {
		r.check(key)
	}
	require.Zero(t, r.purgatory.Watched())
	require.Zero(t, r.purgatory.NumDelayed())
	used := purgatory.OpID(len(r.byOp))
	for range used {
		require.LessOrEqual(t, r.purgatory.NewOperation(1), used, "an id was lost")
	}
}

func TestThePurgatoryDoesWhatANaiveOneDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tested, plain, r := newWorlds(rapid.IntRange(0, 10).Draw(t, "purge"))
		t.Repeat(map[string]func(*rapid.T){
			"do": func(t *rapid.T) {
				o := drawOrder(t, 2)
				tested.do(o)
				plain.do(o)
			},
			"advance": func(t *rapid.T) {
				nowMs := tested.nowMs + rapid.Int64Range(0, 100).Draw(t, "ms")
				for _, w := range []*world{tested, plain} {
					w.nowMs = nowMs
					w.reap()
				}
			},
			"": func(t *rapid.T) {
				require.Equal(t, plain.log, tested.log)
				require.Equal(t, plain.look(), tested.look())
			},
		})
		settle(t, r)
	})
}

// play parks, completes and expires some operations and returns what can be seen at the end.
func play(p *purgatory.Purgatory, levels [4]int) view {
	w := &world{levels: levels, expires: map[int64]bool{}, nowMs: 1000}
	r := &real{world: w, purgatory: *p, byOp: map[purgatory.OpID]*job{}}
	w.backend = r
	for i := range 300 {
		verb := []int{0, 1, 3, 0, 3}[i%5]
		w.do(order{verb: verb, key: purgatory.Key(i / 5 % 4), value: i * 7 % 500, keys: []purgatory.Key{0, 1, 2, 3}})
		w.nowMs++
		w.reap()
	}
	*p = r.purgatory
	return w.look()
}

func TestACloneIsIndependentAndDoesTheSame(t *testing.T) {
	original := newDesk(10)
	for delayMs := range int64(50) {
		original.Advance(original, delayMs)
		require.True(t, original.ForceComplete(original, original.submit(t, 100+delayMs, test1, test2)))
	}
	require.Equal(t, 0, original.NumDelayed())
	require.Positive(t, original.Watched())
	original.CheckAndComplete(original, test1)
	original.CheckAndComplete(original, test2)
	first, second := original.Clone(), original.Clone()
	one := play(&first, [4]int{})
	play(&second, [4]int{3, 3, 3, 3})
	require.Equal(t, one, play(original.Purgatory, [4]int{}), "neither clone left a trace in the original")
	require.Positive(t, one.Delayed)
	require.Positive(t, one.Watched)
}
