package modeltest

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"highwater/core"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var (
	soakEvents = flag.Int("soak-events", 150_000, "how many events of random scripts TestSoak plays")
	soakSeed   = flag.Int("soak-seed", 1, "the first script TestSoak plays")
)

var scripts = rapid.Custom(drawScriptText)

// soak is what a long run has seen.
type soak struct {
	sync.Mutex
	next, events, played int
	met                  [numPromises]int
	faults               map[string]int
	broken               []string
	seen                 map[promise]bool
}

// play plays scripts until there were events enough.
func (k *soak) play() {
	k.Lock()
	defer k.Unlock()
	for k.events < *soakEvents && len(k.broken) < 5 {
		seed := k.next
		k.next++
		k.Unlock()
		text := scripts.Example(seed)
		j, err := judgeText(text)
		k.Lock()
		if err != nil {
			k.broken = append(k.broken, fmt.Sprintf("seed %d: %v\n%s", seed, err, text))
			continue
		}
		k.take(j, seed, text)
	}
}

func (k *soak) take(j *judge, seed int, text []byte) {
	k.played++
	k.events += j.m.Emitted()
	for p, n := range j.met {
		k.met[p] += n
	}
	for fault, n := range j.faults {
		k.faults[fault] += n
	}
	if j.broken != "" && !k.seen[j.which] {
		k.seen[j.which] = true
		k.Unlock()
		small, broken := smallest(text, j)
		k.Lock()
		k.broken = append(k.broken, fmt.Sprintf("seed %d: %s\n%s", seed, broken, small))
	}
}

// judgeText plays a script from its text; a panic is a broken promise, too.
func judgeText(text []byte) (j *judge, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	s, err := core.Parse(text)
	if err != nil {
		return nil, err
	}
	return judged(&s), nil
}

// smallest is a smaller script in which the same promise is broken: whatever can be left out is.
func smallest(text []byte, j *judge) (small []byte, broken string) {
	small, broken = text, j.broken
	for shrunk := true; shrunk; {
		shrunk = false
		for _, candidate := range simpler(small) {
			if k, err := judgeText(candidate); err == nil && k.broken != "" && k.which == j.which {
				small, broken, shrunk = candidate, k.broken, true
				break
			}
		}
	}
	return small, broken
}

// simpler is every script that has one thing less: a step, a client, a partition, a topic, a setting.
func simpler(text []byte) (candidates [][]byte) {
	var root any
	if json.Unmarshal(text, &root) != nil {
		return nil
	}
	var walk func(node any)
	try := func() {
		if text, err := json.Marshal(root); err == nil {
			candidates = append(candidates, text)
		}
	}
	walk = func(node any) {
		switch node := node.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(node)) {
				value := node[key]
				if list, ok := value.([]any); ok {
					for i := len(list) - 1; i >= 0; i-- {
						node[key] = slices.Delete(slices.Clone(list), i, i+1)
						try()
					}
					node[key] = list
				}
				delete(node, key)
				try()
				node[key] = value
				walk(value)
			}
		case []any:
			for _, item := range node {
				walk(item)
			}
		}
	}
	walk(root)
	return candidates
}

// TestSoak plays random scripts with every promise watched, on all processors: a few as a test, and as many as one
// likes with -soak-events. None of the promises and none of the faults may be idle.
func TestSoak(t *testing.T) {
	k := &soak{next: *soakSeed, faults: map[string]int{}, seen: map[promise]bool{}}
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(k.play)
	}
	all.Wait()
	t.Logf("seeds %d to %d, %d events", *soakSeed, k.next-1, k.events)
	for _, fault := range slices.Sorted(maps.Keys(k.faults)) {
		t.Logf("%9d %s", k.faults[fault], fault)
	}
	for p, n := range k.met {
		t.Logf("%9d times %s", n, promiseNames[p])
	}
	require.Empty(t, k.broken, strings.Join(k.broken, "\n\n"))
	for p, n := range k.met {
		require.NotZero(t, n, "%s was never put to the test", promiseNames[p])
	}
	for _, verb := range drawnVerbs {
		require.True(t, verb == "heal" || k.faults[verb] > 0, "no step %s changed anything", verb)
	}
}
