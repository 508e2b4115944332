package purgatory_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/purgatory"
)

// desk is a driver whose operations are ready when a test says so. It notes every callback.
type desk struct {
	*purgatory.Purgatory
	ready      map[purgatory.OpID]bool
	completed  []purgatory.OpID
	expired    []purgatory.OpID
	timer      []purgatory.TimerEvent
	onTry      func(op purgatory.OpID)
	onComplete func(op purgatory.OpID)
}

func (d *desk) TryComplete(op purgatory.OpID) bool {
	if d.onTry != nil {
		d.onTry(op)
	}
	return d.ready[op] && d.ForceComplete(d, op)
}

func (d *desk) OnComplete(op purgatory.OpID) {
	d.completed = append(d.completed, op)
	if d.onComplete != nil {
		d.onComplete(op)
	}
}

func (d *desk) OnExpiration(op purgatory.OpID) { d.expired = append(d.expired, op) }

func (d *desk) OnTimer(_ purgatory.OpID, event purgatory.TimerEvent) {
	d.timer = append(d.timer, event)
}

// submit makes an operation and submits it at time 0.
func (d *desk) submit(t *testing.T, delayMs int64, keys ...purgatory.Key) purgatory.OpID {
	t.Helper()
	op := d.NewOperation(delayMs)
	d.ready[op] = false // the id may have been another's
	done, err := d.TryCompleteElseWatch(d, op, keys, 0)
	require.NoError(t, err)
	require.False(t, done)
	return op
}

func newDesk(purgeInterval int) *desk {
	config := purgatory.DefaultConfig(0)
	config.PurgeInterval = purgeInterval
	p := purgatory.New(config)
	return &desk{Purgatory: &p, ready: map[purgatory.OpID]bool{}}
}

// The keys of the cases.
const (
	test1 purgatory.Key = 1
	test2 purgatory.Key = 2
	test3 purgatory.Key = 3
)

func TestOperationsCompleteThroughTheirKeys(t *testing.T) {
	d := newDesk(1000)
	t.Run("PUR-04 a check of an empty purgatory completes nothing", func(t *testing.T) {
		require.Zero(t, d.CheckAndComplete(d, test1))
	})
	r1 := d.NewOperation(100_000)
	t.Run("PUR-05 an operation that is not ready is watched and not completed by a check", func(t *testing.T) {
		done, err := d.TryCompleteElseWatch(d, r1, []purgatory.Key{test1}, 0)
		require.NoError(t, err)
		require.False(t, done)
		require.Zero(t, d.CheckAndComplete(d, test1))
	})
	t.Run("PUR-06 an operation that became ready is completed by one check only", func(t *testing.T) {
		d.ready[r1] = true
		require.Equal(t, 1, d.CheckAndComplete(d, test1))
		require.Equal(t, 0, d.CheckAndComplete(d, test1))
	})
	t.Run("PUR-07 a check concerns its own key", func(t *testing.T) {
		r2 := d.submit(t, 100_000, test2)
		require.Equal(t, 0, d.CheckAndComplete(d, test2))
		d.ready[r2] = true
		require.Equal(t, 0, d.CheckAndComplete(d, test1))
		require.Equal(t, 1, d.CheckAndComplete(d, test2))
		require.Equal(t, 0, d.CheckAndComplete(d, test2))
	})
}

// Case PUR-08.
func TestPUR08AnOperationExpiresWhenItsOwnDelayHasPassed(t *testing.T) {
	d := newDesk(1000)
	r1, r2 := d.submit(t, 20, test1), d.submit(t, 200_000, test2)
	d.Advance(d, 19)
	require.False(t, d.Completed(r1))
	dueMs, _ := d.NextDueMs()
	require.EqualValues(t, 20, dueMs)
	d.Advance(d, dueMs)
	require.Equal(t, []purgatory.OpID{r1}, d.expired)
	require.False(t, d.Completed(r2))
}

func TestCompletedOperationsLeaveTheirListsLazily(t *testing.T) {
	d := newDesk(1000)
	d.submit(t, 100_000, test1)
	r2 := d.submit(t, 100_000, test1, test2)
	r3 := d.submit(t, 100_000, test1, test2, test3)
	t.Run("PUR-09 an operation counts once on the timer and once per key", func(t *testing.T) {
		require.Equal(t, 3, d.NumDelayed())
		require.Equal(t, 6, d.Watched())
	})
	t.Run("PUR-10 completing one directly takes it off the timer", func(t *testing.T) {
		d.ready[r2] = true
		require.True(t, d.TryComplete(r2))
		require.Equal(t, 2, d.NumDelayed())
	})
	t.Run("PUR-11 and so does the next", func(t *testing.T) {
		d.ready[r3] = true
		require.True(t, d.TryComplete(r3))
		require.Equal(t, 1, d.NumDelayed())
		require.Equal(t, 6, d.Watched())
	})
	for _, c := range []struct {
		name    string
		key     purgatory.Key
		watched int
	}{
		{"PUR-12 a check drops the completed of its list and keeps the pending", test1, 4},
		{"PUR-13 a check of the second key drops two more", test2, 2},
		{"PUR-14 a check of the third key drops the last completed one", test3, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.Zero(t, d.CheckAndComplete(d, c.key))
			require.Equal(t, c.watched, d.Watched())
		})
	}
}

// Case PUR-15.
func TestPUR15CancellingAKeyReturnsItsOperationsUncompleted(t *testing.T) {
	d := newDesk(1000)
	first, second := d.submit(t, 10_000, test1), d.submit(t, 10_000, test1)
	d.submit(t, 10_000, test2)
	require.Equal(t, []purgatory.OpID{first, second}, d.CancelForKey(d, test1))
	require.Equal(t, 1, d.NumDelayed())
	require.Equal(t, 1, d.Watched())
	require.Empty(t, d.completed)
}

// Case PUR-16.
func TestPUR16CancellingAnUnknownKeyReturnsNothing(t *testing.T) {
	d := newDesk(1000)
	require.Empty(t, d.CancelForKey(d, test1))
}

// Kafka tests this with twenty threads. What of it has a meaning for one: wherever its event comes between the two
// tries, an operation is not overlooked.
//
// Case PUR-17.
func TestPUR17NoWakeUpIsLostBetweenTryAndWatch(t *testing.T) {
	for attempt := 1; attempt <= 20; attempt++ {
		d, tries := newDesk(1000), 0
		op := d.NewOperation(100_000)
		d.onTry = func(op purgatory.OpID) {
			tries++
			d.ready[op] = tries >= attempt
		}
		done, err := d.TryCompleteElseWatch(d, op, []purgatory.Key{test1}, 0)
		require.NoError(t, err)
		for check := 0; check < 20 && !done; check++ {
			done = d.CheckAndComplete(d, test1) == 1
		}
		require.Equal(t, []purgatory.OpID{op}, d.completed)
		require.Equal(t, attempt, tries)
	}
}

// Case DER-18.
func TestDER18ThePurgeWaitsUntilMoreThanTheIntervalIsCompleted(t *testing.T) {
	for completed, left := range map[int]int{1000: 1000, 1001: 0} {
		d := newDesk(1000)
		for range completed {
			require.True(t, d.ForceComplete(d, d.submit(t, 100_000, test1)))
		}
		require.Zero(t, d.NumDelayed())
		require.Equal(t, completed > 1000, d.PurgeDue())
		d.Advance(d, 0)
		require.Equal(t, left, d.Watched())
	}
}

func TestAnOperationWithoutKeysIsRefused(t *testing.T) {
	d := newDesk(1000)
	op := d.NewOperation(1)
	_, err := d.TryCompleteElseWatch(d, op, nil, 0)
	require.ErrorIs(t, err, purgatory.ErrNoKeys)
	d.Forget(d, op)
	require.Equal(t, op, d.NewOperation(1), "a forgotten operation's id is free")
}

func TestTheTimersEventsAreTold(t *testing.T) {
	d := newDesk(1000)
	d.submit(t, 25, test1)
	cancelled := d.submit(t, 450, test1)
	d.Advance(d, 20)
	d.ForceComplete(d, cancelled)
	d.Advance(d, 25)
	kinds, levels := []purgatory.TimerEventKind{}, []int{}
	for _, event := range d.timer {
		kinds, levels = append(kinds, event.Kind), append(levels, event.Place.Level)
	}
	require.Equal(t, []purgatory.TimerEventKind{
		purgatory.Armed, purgatory.Armed, purgatory.Cascaded, purgatory.Cancelled, purgatory.Fired,
	}, kinds)
	require.Equal(t, []int{1, 2, 0, 2, -1}, levels)
	require.Equal(t, 1, d.timer[2].FromLevel)
}

func TestADelayThatHasPassedRunsBeforeSubmitReturns(t *testing.T) {
	d := newDesk(1000)
	op := d.submit(t, 0, test1)
	require.Equal(t, []purgatory.OpID{op}, d.expired)
	require.Equal(t, purgatory.Fired, d.timer[0].Kind)
}

func TestACancelledOperationNeverExpiresAndStillCompletesThroughItsKey(t *testing.T) {
	d := newDesk(1000)
	op := d.submit(t, 20, test1)
	require.True(t, d.Cancel(d, op))
	require.False(t, d.Cancel(d, op))
	d.Advance(d, 20)
	require.Empty(t, d.completed)
	d.ready[op] = true
	require.Equal(t, 1, d.CheckAndComplete(d, test1))
}

func TestAListMadeAnewDuringAWalkIsNotWalked(t *testing.T) {
	d := newDesk(1000)
	first := d.submit(t, 1000, test1)
	d.ready[first] = true
	second := purgatory.OpID(0)
	d.onComplete = func(op purgatory.OpID) {
		if op != first {
			return
		}
		require.Zero(t, d.CheckAndComplete(d, test1), "the inner check only drops the completed one")
		require.False(t, d.Watches(test1))
		second = d.submit(t, 1000, test1)
		d.ready[second] = true
	}
	require.Equal(t, 1, d.CheckAndComplete(d, test1))
	require.True(t, d.Watches(test1))
	require.Equal(t, 1, d.Watched())
	require.Equal(t, 1, d.CheckAndComplete(d, test1))
}

func TestAnIDIsNotUsedAgainWhileAWalkStillHasToMeetItsOperation(t *testing.T) {
	d := newDesk(1000)
	first, second := d.submit(t, 1000, test1), d.submit(t, 1000, test1)
	d.ready[first], d.ready[second] = true, true
	d.onComplete = func(op purgatory.OpID) {
		if op != first {
			return
		}
		require.Equal(t, 1, d.CheckAndComplete(d, test1), "the inner check completes the second and drops both")
		third := d.submit(t, 1000, test2)
		require.NotContains(t, []purgatory.OpID{first, second}, third)
	}
	require.Equal(t, 1, d.CheckAndComplete(d, test1))
	require.ElementsMatch(t, []purgatory.OpID{first, second}, []purgatory.OpID{d.NewOperation(1), d.NewOperation(1)})
}

func TestOneExpiredOperationRunsAfterTheOther(t *testing.T) {
	d := newDesk(1000)
	first, second := d.submit(t, 20, test1), d.submit(t, 21, test1)
	d.onComplete = func(op purgatory.OpID) {
		if op == first {
			d.Advance(d, 21)
			require.Equal(t, []purgatory.OpID{first}, d.completed, "the second waits for the first")
		}
	}
	d.Advance(d, 20)
	require.Equal(t, []purgatory.OpID{first, second}, d.expired)
}

func TestAnOperationIsOffTheTimerWhenItCompletes(t *testing.T) {
	d := newDesk(1000)
	op := d.submit(t, 1000, test1)
	d.onComplete = func(purgatory.OpID) { require.Zero(t, d.NumDelayed()) }
	require.True(t, d.ForceComplete(d, op))
	require.False(t, d.ForceComplete(d, op))
	require.Equal(t, []purgatory.OpID{op}, d.completed)
}

// The walk has chosen its next operation before it handles the present one, as an iterator of Java's
// ConcurrentLinkedQueue does.
func TestAWalkMeetsOfTheCancelledOnlyTheOneItHadChosen(t *testing.T) {
	d := newDesk(1000)
	first, second, third := d.submit(t, 1000, test1), d.submit(t, 1000, test1), d.submit(t, 1000, test1)
	d.ready[first], d.ready[second], d.ready[third] = true, true, true
	d.onComplete = func(op purgatory.OpID) {
		if op == first {
			require.Equal(t, []purgatory.OpID{first, second, third}, d.CancelForKey(d, test1))
		}
	}
	require.Equal(t, 2, d.CheckAndComplete(d, test1))
	require.Equal(t, []purgatory.OpID{first, second}, d.completed)
}

func TestAWalkMeetsALateComerUnlessItHadReachedTheEnd(t *testing.T) {
	for late, met := range map[int]int{0: 3, 1: 2} {
		d := newDesk(1000)
		ops := []purgatory.OpID{d.submit(t, 1000, test1), d.submit(t, 1000, test1)}
		d.ready[ops[0]], d.ready[ops[1]] = true, true
		d.onComplete = func(op purgatory.OpID) {
			if op == ops[late] {
				d.ready[d.submit(t, 1000, test1)] = true
			}
		}
		require.Equal(t, met, d.CheckAndComplete(d, test1))
		require.Equal(t, 3-met, d.Watched())
	}
}
