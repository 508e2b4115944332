package timer_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/timer"
)

// fired polls a timer at nowMs and returns what fired.
func fired(t *timer.Timer, nowMs int64) []timer.TaskID {
	var tasks []timer.TaskID
	moves, _ := t.AdvanceClock(nowMs)
	for _, move := range moves {
		if move.Fired {
			tasks = append(tasks, move.Task)
		}
	}
	return tasks
}

func placeOf(t *testing.T, w *timer.Timer, task timer.TaskID) timer.Place {
	t.Helper()
	place, ok := w.Place(task)
	require.True(t, ok)
	return place
}

// Case TMR-01.
func TestTMR01TasksThatHaveExpiredAreRefusedAtOnce(t *testing.T) {
	w := timer.New(1, 3, 1000)
	for task := timer.TaskID(1); task <= 5; task++ {
		require.False(t, w.Add(task, 1000-int64(task)))
	}
	require.Zero(t, w.Size())
	require.Empty(t, fired(&w, 1000))
}

// Case TMR-02.
func TestTMR02EveryTaskFiresExactlyOnce(t *testing.T) {
	w, task, ran := timer.New(1, 3, 0), timer.TaskID(0), []timer.TaskID{}
	add := func(delayMs int64) {
		if task++; !w.Add(task, delayMs) {
			ran = append(ran, task)
		}
	}
	for delayMs := range int64(500) {
		switch {
		case delayMs < 5, delayMs >= 100:
			add(delayMs)
		case delayMs >= 10:
			add(delayMs)
			add(delayMs)
		}
	}
	require.EqualValues(t, 585, task)
	for {
		dueMs, queued := w.NextDueMs()
		if !queued {
			break
		}
		ran = append(ran, fired(&w, dueMs)...)
	}
	slices.Sort(ran)
	require.Len(t, ran, 585)
	require.Len(t, slices.Compact(ran), 585)
	require.Zero(t, w.Size())
}

func TestBucketsShareOneCounter(t *testing.T) {
	w := timer.New(1, 20, 0)
	sizes := func() (sizes [3]int) {
		for i := range sizes {
			sizes[i] = len(slices.Collect(w.Tasks(0, i+1)))
		}
		return sizes
	}
	t.Run("TMR-03 adding tasks to one bucket counts them", func(t *testing.T) {
		for task := timer.TaskID(1); task <= 10; task++ {
			require.True(t, w.Add(task, 1))
			require.EqualValues(t, task, w.Size())
		}
	})
	t.Run("TMR-04 adding a task again moves it and leaves the counter", func(t *testing.T) {
		for task := timer.TaskID(1); task <= 4; task++ {
			require.True(t, w.Add(task, 2))
			require.Equal(t, 10, w.Size())
		}
		require.Equal(t, [3]int{6, 4, 0}, sizes())
	})
	t.Run("TMR-05 until the first bucket is empty", func(t *testing.T) {
		for task := timer.TaskID(5); task <= 10; task++ {
			require.True(t, w.Add(task, 3))
			require.Equal(t, 10, w.Size())
		}
		require.Equal(t, [3]int{0, 4, 6}, sizes())
	})
	t.Run("TMR-06 cancelling empties bucket after bucket", func(t *testing.T) {
		for index, left := range [][3]int{{0, 4, 6}, {0, 0, 6}, {0, 0, 0}} {
			for _, task := range slices.Collect(w.Tasks(0, index+1)) {
				require.True(t, w.Cancel(task))
				require.False(t, w.Cancel(task))
			}
			require.Equal(t, left, sizes())
		}
		require.Zero(t, w.Size())
	})
}

// Case TMR-07.
func TestTMR07ABucketKnowsHowLongItStillHas(t *testing.T) {
	const startMs, nowMs = 6000, 11_000
	w := timer.New(1, 20, startMs)
	w.Add(1, startMs+10_000) // the edge of a bucket of 8 s
	require.Empty(t, fired(&w, nowMs))
	dueMs, queued := w.NextDueMs()
	require.True(t, queued)
	require.EqualValues(t, 5000, dueMs-nowMs)
}

// Case DER-01.
func TestDER01AnExpirationAtTheClockIsRefused(t *testing.T) {
	w := timer.New(1, 20, 0)
	require.False(t, w.Add(1, 0))
}

// Case DER-02.
func TestDER02TheFinestWheelHasABucketPerMillisecond(t *testing.T) {
	w := timer.New(1, 20, 0)
	for _, expirationMs := range []int64{1, 19} {
		require.True(t, w.Add(1, expirationMs))
		require.Equal(t, timer.Place{Level: 0, Bucket: int(expirationMs), DueMs: expirationMs, ExpirationMs: expirationMs},
			placeOf(t, &w, 1))
	}
}

// Case DER-03.
func TestDER03ATaskOnABucketsEdgeFiresWhenTheOverflowBucketIsDue(t *testing.T) {
	w := timer.New(1, 20, 0)
	require.True(t, w.Add(1, 20))
	require.Equal(t, timer.Place{Level: 1, Bucket: 1, DueMs: 20, ExpirationMs: 20}, placeOf(t, &w, 1))
	require.Empty(t, fired(&w, 19))
	require.Equal(t, []timer.TaskID{1}, fired(&w, 20))
}

// Case DER-04.
func TestDER04ATaskCascadesOnce(t *testing.T) {
	w := timer.New(1, 20, 0)
	w.Add(1, 25)
	require.EqualValues(t, 20, placeOf(t, &w, 1).DueMs)
	moves, flushed := w.AdvanceClock(20)
	require.True(t, flushed)
	place := timer.Place{Level: 0, Bucket: 5, DueMs: 25, ExpirationMs: 25}
	require.Equal(t, []timer.Move{{Task: 1, FromLevel: 1, Place: place}}, moves)
	require.Equal(t, place, placeOf(t, &w, 1))
	require.Equal(t, []timer.TaskID{1}, fired(&w, 25))
}

// Case DER-05.
func TestDER05ATaskCascadesLevelByLevel(t *testing.T) {
	w := timer.New(1, 20, 0)
	w.Add(1, 450)
	require.Equal(t, timer.Place{Level: 2, Bucket: 1, DueMs: 400, ExpirationMs: 450}, placeOf(t, &w, 1))
	require.Empty(t, fired(&w, 400))
	require.Equal(t, timer.Place{Level: 1, Bucket: 2, DueMs: 440, ExpirationMs: 450}, placeOf(t, &w, 1))
	require.Empty(t, fired(&w, 440))
	require.Equal(t, timer.Place{Level: 0, Bucket: 10, DueMs: 450, ExpirationMs: 450}, placeOf(t, &w, 1))
	require.Equal(t, []timer.TaskID{1}, fired(&w, 450))
}

// Case DER-06.
func TestDER06TasksOfOneTickShareABucketThatIsQueuedOnce(t *testing.T) {
	w := timer.New(1, 20, 0)
	w.Add(1, 41)
	w.Add(2, 59)
	require.Equal(t, 1, w.Queued())
	require.Equal(t, []timer.TaskID{1, 2}, slices.Collect(w.Tasks(1, 2)))
	dueMs, queued := w.BucketDueMs(1, 2)
	require.True(t, queued)
	require.EqualValues(t, 40, dueMs)
	require.Equal(t, []timer.TaskID{1}, fired(&w, 41))
	require.Empty(t, fired(&w, 58))
	require.Equal(t, []timer.TaskID{2}, fired(&w, 59))
}

// Case DER-07.
func TestDER07ACancelledTaskNeverFires(t *testing.T) {
	w := timer.New(1, 20, 0)
	w.Add(1, 25)
	w.Cancel(1)
	require.Zero(t, w.Size())
	require.Empty(t, fired(&w, 25))
}

func TestABucketThatLostItsTasksStillMovesTheClock(t *testing.T) {
	w := timer.New(1, 20, 0)
	w.Add(1, 450)
	w.Cancel(1)
	moves, flushed := w.AdvanceClock(400)
	require.Empty(t, moves)
	require.True(t, flushed)
	require.EqualValues(t, 400, w.Level(0).CurrentTimeMs)
	require.Equal(t, []timer.Flushed{{Level: 2, Bucket: 1, DueMs: 400}}, w.LastFlushed())
}

func TestACoarseTickFiresAtTheStartOfItsTick(t *testing.T) {
	w := timer.New(10, 20, 0)
	w.Add(1, 39)
	require.Equal(t, []timer.TaskID{1}, fired(&w, 30))
}

func TestAnExpirationBeyondAllTimeIsKept(t *testing.T) {
	w := timer.New(1, 20, 0)
	require.True(t, w.Add(1, 1<<62))
	require.EqualValues(t, timer.MaxExpirationMs, placeOf(t, &w, 1).ExpirationMs)
}

func TestAWheelThatCouldHoldNoTaskIsTheCallersMistake(t *testing.T) {
	require.Panics(t, func() { timer.New(0, 20, 0) })
	require.Panics(t, func() { timer.New(1, 1, 0) })
}

func TestAddingCancellingAndAdvancingAllocateNothing(t *testing.T) {
	random, w, nowMs := draw(1), timer.New(1, 20, 0), int64(0)
	round := func() {
		for range 10 {
			task := random.task(10_000)
			w.Cancel(task)
			w.Add(task, nowMs+random.delayMs())
		}
		nowMs++
		w.AdvanceClock(nowMs)
	}
	for range 200_000 { // three times the longest delay, so that every slice has grown
		round()
	}
	require.Zero(t, testing.AllocsPerRun(20_000, round))
}
