package timer_test

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/internal/timer"
)

// model is the plainest timer there is: tasks in a slice, sorted by the tick in which they fire, arrivals of one tick
// in any order. It shares nothing with the wheels but Kafka's rule: a task fires in the first poll at or after the
// start of the tick that holds its expiration, and one that the wheel's clock has passed is refused.
type model struct {
	tickMs int64
	tasks  []due
}

type due struct {
	tickMs, expirationMs int64
	task                 timer.TaskID
}

func (m *model) add(task timer.TaskID, expirationMs int64) {
	m.cancel(task)
	m.tasks = append(m.tasks, due{expirationMs - expirationMs%m.tickMs, expirationMs, task})
	m.sort(m.tasks)
}

func (m *model) cancel(task timer.TaskID) bool {
	before := len(m.tasks)
	m.tasks = slices.DeleteFunc(m.tasks, func(d due) bool { return d.task == task })
	return len(m.tasks) < before
}

func (m *model) poll(nowMs int64) []due {
	after := slices.IndexFunc(m.tasks, func(d due) bool { return d.tickMs > nowMs })
	if after < 0 {
		after = len(m.tasks)
	}
	expired := slices.Clone(m.tasks[:after])
	m.tasks = slices.Delete(m.tasks, 0, after)
	return expired
}

func (m *model) sort(tasks []due) {
	slices.SortFunc(tasks, func(a, b due) int {
		return cmp.Or(cmp.Compare(a.tickMs, b.tickMs), cmp.Compare(a.task, b.task))
	})
}

// pair is a timer and its model under the same calls.
type pair struct {
	timer timer.Timer
	model model
	nowMs int64
}

func (p *pair) add(t *rapid.T, task timer.TaskID, expirationMs int64) {
	finest := p.timer.Level(0)
	added := p.timer.Add(task, expirationMs)
	require.Equal(t, expirationMs >= finest.CurrentTimeMs+finest.TickMs, added)
	if added {
		p.model.add(task, expirationMs)
	} else {
		p.model.cancel(task)
	}
}

func (p *pair) poll(t *rapid.T) {
	moves, _ := p.timer.AdvanceClock(p.nowMs)
	var expired []due
	for _, move := range moves {
		if move.Fired {
			expirationMs := move.Place.ExpirationMs
			expired = append(expired, due{expirationMs - expirationMs%p.model.tickMs, expirationMs, move.Task})
		} else {
			require.Less(t, move.Place.Level, move.FromLevel)
		}
	}
	byTick := func(a, b due) int { return cmp.Compare(a.tickMs, b.tickMs) }
	require.True(t, slices.IsSortedFunc(expired, byTick))
	p.model.sort(expired)
	require.Equal(t, append([]due{}, p.model.poll(p.nowMs)...), append([]due{}, expired...))
}

func (p *pair) check(t *rapid.T) {
	require.Equal(t, len(p.model.tasks), p.timer.Size())
	var held []due
	buckets := 0
	for level := range p.timer.Levels() {
		wheel := p.timer.Level(level)
		for index := range wheel.Size {
			dueMs, queued := p.timer.BucketDueMs(level, index)
			if queued {
				buckets++
			}
			for task := range p.timer.Tasks(level, index) {
				place, ok := p.timer.Place(task)
				require.True(t, ok && queued)
				require.Equal(t, timer.Place{Level: level, Bucket: index, DueMs: dueMs, ExpirationMs: place.ExpirationMs}, place)
				require.Equal(t, place.ExpirationMs-place.ExpirationMs%wheel.TickMs, dueMs)
				require.EqualValues(t, index, dueMs/wheel.TickMs%int64(wheel.Size))
				expirationMs := place.ExpirationMs
				held = append(held, due{expirationMs - expirationMs%p.model.tickMs, expirationMs, task})
			}
		}
	}
	require.Equal(t, buckets, p.timer.Queued())
	p.model.sort(held)
	require.Equal(t, append([]due{}, p.model.tasks...), append([]due{}, held...))
}

func TestTheWheelFiresWhatASortedSliceFires(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tickMs := rapid.SampledFrom([]int64{1, 1, 1, 7}).Draw(t, "tick")
		size := rapid.SampledFrom([]int{20, 20, 3, 2}).Draw(t, "wheelSize")
		startMs := rapid.Int64Range(0, 10_000).Draw(t, "start")
		p := pair{timer: timer.New(tickMs, size, startMs), model: model{tickMs: tickMs}, nowMs: startMs}
		anyTask := rapid.Int32Range(1, 30)
		t.Repeat(map[string]func(*rapid.T){
			"add": func(t *rapid.T) {
				delayMs := rapid.OneOf(rapid.Int64Range(-3, 60), rapid.Int64Range(0, 20_000)).Draw(t, "delay")
				p.add(t, anyTask.Draw(t, "task"), max(p.nowMs+delayMs, 0))
			},
			"cancel": func(t *rapid.T) {
				task := anyTask.Draw(t, "task")
				require.Equal(t, p.model.cancel(task), p.timer.Cancel(task))
			},
			"sleep": func(t *rapid.T) {
				p.nowMs += rapid.OneOf(rapid.Int64Range(0, 30), rapid.Int64Range(0, 3000)).Draw(t, "sleep")
			},
			"poll": p.poll,
			"":     p.check,
		})
	})
}

// play puts a timer through some calls drawn from random and returns all that it tells.
func play(w *timer.Timer, random draw, nowMs int64) []timer.Move {
	var told []timer.Move
	for range 200 {
		if task := random.task(50); random.below(3) == 0 {
			w.Cancel(task)
		} else {
			w.Add(task, nowMs+random.delayMs()/10)
		}
		nowMs += int64(random.below(100))
		moves, _ := w.AdvanceClock(nowMs)
		told = append(told, moves...)
	}
	return told
}

func TestACloneIsIndependentAndDoesTheSame(t *testing.T) {
	original := timer.New(1, 20, 0)
	play(&original, 1, 0)
	first, second := original.Clone(), original.Clone()
	one := play(&first, 2, 20_000)
	play(&second, 3, 20_000)
	require.Equal(t, one, play(&original, 2, 20_000), "neither clone left a trace in the original")
}
