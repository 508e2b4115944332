package purgatory_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/purgatory"
)

// load is a driver that parks operations, opsPerKey under each key, and completes them in the order of their arrival.
type load struct {
	purgatory purgatory.Purgatory
	ready     bool
	delay     uint64
	keys      [1]purgatory.Key
	nowMs     int64
}

const opsPerKey = 10

func (l *load) TryComplete(op purgatory.OpID) bool {
	return l.ready && l.purgatory.ForceComplete(l, op)
}

func (l *load) OnComplete(purgatory.OpID) {}

func (l *load) OnExpiration(purgatory.OpID) {}

func (l *load) OnTimer(purgatory.OpID, purgatory.TimerEvent) {}

// park submits opsPerKey operations with delays from 20 to 60 s.
func (l *load) park(key purgatory.Key) {
	l.keys[0] = key
	for range opsPerKey {
		l.delay = l.delay*6364136223846793005 + 1442695040888963407
		op := l.purgatory.NewOperation(20_000 + int64(l.delay>>33)%40_000)
		if done, err := l.purgatory.TryCompleteElseWatch(l, op, l.keys[:], l.nowMs); done || err != nil {
			panic("an operation that is not ready was not parked")
		}
	}
}

// complete completes the operations of a key.
func (l *load) complete(key purgatory.Key) {
	l.ready = true
	if l.purgatory.CheckAndComplete(l, key) != opsPerKey {
		panic("operations that are ready were not completed")
	}
	l.ready = false
}

func parked(operations int) (*load, int) {
	l := &load{purgatory: purgatory.New(purgatory.DefaultConfig(0)), delay: 1}
	keys := operations / opsPerKey
	for key := range keys {
		l.park(purgatory.Key(key))
	}
	return l, keys
}

// BenchmarkPurgatoryWatchComplete completes the oldest key's operations and parks as many under it again; one op of
// the benchmark is one operation watched and completed. The reaper polls every virtual millisecond, a hundred
// operations.
func BenchmarkPurgatoryWatchComplete(b *testing.B) {
	for _, operations := range []int{1_000, 10_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(operations), func(b *testing.B) {
			l, keys := parked(operations)
			key := 0
			b.ReportAllocs()
			b.ResetTimer()
			for done := 0; done < b.N; done += opsPerKey {
				l.complete(purgatory.Key(key))
				l.park(purgatory.Key(key))
				if key++; key == keys {
					key = 0
				}
				if done%100 == 0 {
					l.nowMs = int64(done / 100)
					l.purgatory.Advance(l, l.nowMs)
				}
			}
		})
	}
}

func TestWatchingAndCompletingAllocatesNothing(t *testing.T) {
	l, keys := parked(10_000)
	key := 0
	round := func() {
		l.complete(purgatory.Key(key))
		l.park(purgatory.Key(key))
		key = (key + 1) % keys
		l.nowMs++
		l.purgatory.Advance(l, l.nowMs)
	}
	for range 25_000 { // the clock passes the longest delay, so that every slice has grown
		round()
	}
	require.Zero(t, testing.AllocsPerRun(20_000, round))
}
