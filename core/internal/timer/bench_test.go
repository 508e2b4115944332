package timer_test

import (
	"container/heap"
	"fmt"
	"math/bits"
	"testing"

	"highwater/core/internal/timer"
)

// draw is a multiplicative generator: both candidates see the same sequence, at next to no cost.
type draw uint64

func (d *draw) below(n uint64) uint64 {
	*d = *d*6364136223846793005 + 1442695040888963407
	high, _ := bits.Mul64(uint64(*d), n)
	return high
}

// delayMs is 1 ms to 60 s.
func (d *draw) delayMs() int64 { return 1 + int64(d.below(60_000)) }

func (d *draw) task(outstanding int) timer.TaskID {
	return 1 + timer.TaskID(d.below(uint64(outstanding)))
}

// idHeap is the yardstick: the same interface on container/heap, task ids, with an index by task to cancel through.
type idHeap struct {
	tasks        []timer.TaskID
	expirationMs []int64 // by task
	index        []int32 // by task
}

func newIDHeap(outstanding int) *idHeap {
	return &idHeap{expirationMs: make([]int64, outstanding+1), index: make([]int32, outstanding+1)}
}

func (h *idHeap) add(task timer.TaskID, expirationMs int64) {
	h.expirationMs[task] = expirationMs
	heap.Push(h, task)
}

func (h *idHeap) cancel(task timer.TaskID) { heap.Remove(h, int(h.index[task])) }

func (h *idHeap) Len() int { return len(h.tasks) }

func (h *idHeap) Less(i, j int) bool { return h.expirationMs[h.tasks[i]] < h.expirationMs[h.tasks[j]] }

func (h *idHeap) Swap(i, j int) {
	h.tasks[i], h.tasks[j] = h.tasks[j], h.tasks[i]
	h.index[h.tasks[i]], h.index[h.tasks[j]] = int32(i), int32(j)
}

func (h *idHeap) Push(x any) {
	task := x.(timer.TaskID)
	h.index[task] = int32(len(h.tasks))
	h.tasks = append(h.tasks, task)
}

func (h *idHeap) Pop() any {
	last := len(h.tasks) - 1
	task := h.tasks[last]
	h.tasks = h.tasks[:last]
	return task
}

// pointerHeap is container/heap in the form of that package's own example: pointers to tasks that know their index.
// It has no ids to look up and boxes nothing, so it is the fastest of its kind.
type pointerHeap []*heapTask

type heapTask struct {
	expirationMs int64
	index        int
}

func (h pointerHeap) Len() int { return len(h) }

func (h pointerHeap) Less(i, j int) bool { return h[i].expirationMs < h[j].expirationMs }

func (h pointerHeap) Swap(i, j int) {
	h[i], h[j] = h[j], h[i]
	h[i].index, h[j].index = i, j
}

func (h *pointerHeap) Push(x any) {
	task := x.(*heapTask)
	task.index = len(*h)
	*h = append(*h, task)
}

func (h *pointerHeap) Pop() any {
	last := len(*h) - 1
	task := (*h)[last]
	*h = (*h)[:last]
	return task
}

var outstandings = []int{1_000, 10_000, 100_000, 1_000_000}

// BenchmarkTimerCancelAdd cancels a task chosen at random and adds it again, with a delay chosen at random. For a
// heap this is the kindest case: half of its tasks are leaves.
func BenchmarkTimerCancelAdd(b *testing.B) {
	for _, outstanding := range outstandings {
		b.Run(fmt.Sprintf("wheel/%d", outstanding), func(b *testing.B) {
			random, t := draw(1), timer.New(1, 20, 0)
			for task := timer.TaskID(1); int(task) <= outstanding; task++ {
				t.Add(task, random.delayMs())
			}
			b.ReportAllocs()
			for b.Loop() {
				task := random.task(outstanding)
				t.Cancel(task)
				t.Add(task, random.delayMs())
			}
		})
	}
	b.Run("heap/100000", func(b *testing.B) {
		random, h := draw(1), newIDHeap(100_000)
		for task := timer.TaskID(1); task <= 100_000; task++ {
			h.add(task, random.delayMs())
		}
		b.ReportAllocs()
		for b.Loop() {
			task := random.task(100_000)
			h.cancel(task)
			h.add(task, random.delayMs())
		}
	})
	b.Run("heap-of-pointers/100000", func(b *testing.B) {
		random, h, tasks := draw(1), pointerHeap{}, make([]heapTask, 100_001)
		for i := 1; i < len(tasks); i++ {
			tasks[i].expirationMs = random.delayMs()
			heap.Push(&h, &tasks[i])
		}
		b.ReportAllocs()
		for b.Loop() {
			task := &tasks[random.task(100_000)]
			heap.Remove(&h, task.index)
			task.expirationMs = random.delayMs()
			heap.Push(&h, task)
		}
	})
}

// requestMs and requestsPerMs make the load of BenchmarkTimerCancelAddInOrder: the default request timeout, and how
// many requests come and are answered in a millisecond.
const (
	requestMs     = 30_000
	requestsPerMs = 100
)

// BenchmarkTimerCancelAddInOrder is what a broker does whose requests are answered in the order of their arrival:
// time goes on, the oldest task is cancelled, a new one is added with the same delay as all others.
func BenchmarkTimerCancelAddInOrder(b *testing.B) {
	for _, outstanding := range outstandings {
		b.Run(fmt.Sprintf("wheel/%d", outstanding), func(b *testing.B) {
			t, request := timer.New(1, 20, 0), 0
			for ; request < outstanding; request++ {
				t.Add(timer.TaskID(request+1), int64(request/requestsPerMs)+requestMs)
			}
			b.ReportAllocs()
			for b.Loop() {
				task, nowMs := timer.TaskID(request%outstanding+1), int64(request/requestsPerMs)
				t.Cancel(task)
				t.Add(task, nowMs+requestMs)
				t.AdvanceClock(nowMs)
				request++
			}
		})
	}
	b.Run("heap/100000", func(b *testing.B) {
		const outstanding = 100_000
		h, request := newIDHeap(outstanding), 0
		for ; request < outstanding; request++ {
			h.add(timer.TaskID(request+1), int64(request/requestsPerMs)+requestMs)
		}
		b.ReportAllocs()
		for b.Loop() {
			task, nowMs := timer.TaskID(request%outstanding+1), int64(request/requestsPerMs)
			h.cancel(task)
			h.add(task, nowMs+requestMs)
			request++
		}
	})
}

// BenchmarkTimerExpire lets every task live to its expiration: added, cascaded level by level, fired, added again.
func BenchmarkTimerExpire(b *testing.B) {
	for _, outstanding := range outstandings[:3] {
		b.Run(fmt.Sprintf("wheel/%d", outstanding), func(b *testing.B) {
			random, t, fired := draw(1), timer.New(1, 20, 0), 0
			for task := timer.TaskID(1); int(task) <= outstanding; task++ {
				t.Add(task, random.delayMs())
			}
			b.ReportAllocs()
			b.ResetTimer()
			for fired < b.N {
				nowMs, _ := t.NextDueMs()
				moves, _ := t.AdvanceClock(nowMs)
				for _, move := range moves {
					if move.Fired {
						fired++
						t.Add(move.Task, nowMs+random.delayMs())
					}
				}
			}
		})
	}
}
