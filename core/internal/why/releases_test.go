package why_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
	"highwater/core/internal/event"
)

type object = map[string]any

// draw makes up a script in which a request is likely to wait at two seconds: a few brokers, faults, and a write.
func draw(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 7))
	brokers := 2 + r.IntN(3)
	var replicas []int
	for id := range brokers {
		replicas = append(replicas, id+1)
	}
	r.Shuffle(brokers, func(i, j int) { replicas[i], replicas[j] = replicas[j], replicas[i] })
	replicas = replicas[:max(2, brokers-r.IntN(2))]
	one := func() int { return replicas[r.IntN(len(replicas))] }
	var steps []object
	at := func(from, span int, verb string, arguments object) {
		steps = append(steps, object{"at": from + r.IntN(span), verb: arguments})
	}
	for range 1 + r.IntN(4) {
		id := one()
		switch r.IntN(9) {
		case 0:
			at(500, 600, "kill", object{"broker": id})
		case 1:
			at(500, 600, "freeze", object{"broker": id})
		case 2:
			at(500, 600, "fetch-pause", object{"broker": id})
		case 3:
			at(500, 600, "fetch-delay", object{"broker": id, "ms": 500 * (1 + r.IntN(30))})
		case 4:
			at(500, 600, "link", object{"from": id, "to": replicas[0], "up": false})
		case 5:
			at(500, 600, "link", object{"from": "controller", "to": id, "up": false})
		case 6:
			at(1300, 600, "isr", object{"topic": "t", "partition": 0, "members": replicas[:1+r.IntN(len(replicas))]})
		case 7:
			at(1300, 600, "set", object{"topic": "t", "config": object{"min.insync.replicas": 1 + r.IntN(3)}})
		case 8:
			at(1300, 600, "stop", object{"broker": id})
		}
	}
	for i := range 1 + r.IntN(3) {
		at(1100, 800, "produce", object{
			"acks": "all", "timeout.ms": 2000 + 1000*r.IntN(28),
			"partitions": []object{{"topic": "t", "partition": 0, "records": 1 + i}},
		})
	}
	for range r.IntN(3) { // a future that must not matter
		at(2500, 9000, []string{"kill", "start", "thaw", "fetch-resume"}[r.IntN(4)], object{"broker": one()})
	}
	steps = slices.DeleteFunc(steps, func(s object) bool {
		link, is := s["link"].(object)
		return is && link["from"] == link["to"]
	})
	slices.SortStableFunc(steps, func(a, b object) int { return a["at"].(int) - b["at"].(int) })
	text, err := json.Marshal(object{
		"version": 1, "steps": steps, "until": 60_000,
		"cluster": object{
			"brokers": brokers, "config": object{"replica.lag.time.max.ms": 5000 * (1 + r.IntN(6))},
			"topics": []object{{
				"name": "t", "config": object{"min.insync.replicas": 1 + r.IntN(3)},
				"partitions": []object{{"replicas": replicas}},
			}},
		},
	})
	if err != nil {
		panic(err)
	}
	return text
}

// vocabulary is every single deed, whether it changes anything or not.
func vocabulary(brokers, replicas int, asked []int) (list []string) {
	add := func(format string, arguments ...any) { list = append(list, fmt.Sprintf(format, arguments...)) }
	for id := 1; id <= brokers; id++ {
		for _, verb := range []string{"kill", "stop", "freeze", "start", "thaw", "fetch-pause", "fetch-resume"} {
			add(`{"%s":{"broker":%d}}`, verb, id)
		}
		add(`{"fetch-delay":{"broker":%d,"ms":0}}`, id)
		for other := 0; other <= brokers; other++ {
			for _, up := range []bool{false, true} {
				if other == id {
					continue
				}
				name := fmt.Sprint(other)
				if other == 0 {
					name = `"controller"`
				}
				add(`{"link":{"from":%s,"to":%d,"up":%t}}`, name, id, up)
				if other == 0 {
					add(`{"link":{"from":%d,"to":%s,"up":%t}}`, id, name, up)
				}
			}
		}
	}
	for minimum := 1; minimum <= replicas; minimum++ {
		add(`{"set":{"topic":"t","config":{"min.insync.replicas":%d}}}`, minimum)
	}
	for _, id := range asked {
		members := slices.DeleteFunc(slices.Clone(asked), func(other int) bool { return other == id })
		text, _ := json.Marshal(members)
		if len(members) > 0 {
			add(`{"isr":{"topic":"t","partition":0,"members":%s}}`, text)
		}
	}
	add(`{"set":{"topic":"t","config":{"unclean.leader.election.enable":true}}}`)
	add(`{"elect":{"topic":"t","partition":0,"type":"PREFERRED"}}`)
	add(`{"elect":{"topic":"t","partition":0,"type":"UNCLEAN"}}`)
	return list
}

const place = 2_000_000 // where one asks, in microseconds

// answered is when a request is answered after an act, or without one, at the place of a script, by the time until.
func answered(t *testing.T, text []byte, act string, request int32, until core.Time) (core.Time, bool) {
	t.Helper()
	s, err := core.Parse(text)
	require.NoError(t, err)
	r := core.New(s)
	r.SeekTime(place)
	if act != "" {
		if _, err := r.Act([]byte(act)); err != nil {
			return 0, false // the step is none, such as an ISR without the leader
		}
	}
	r.SeekTime(until)
	for _, e := range r.Events()[:r.Place()] {
		if b, ok := e.Body.(*event.Response); ok && b.Request == request {
			return e.T, true
		}
	}
	return 0, false
}

// past is a script without what comes after the place.
func past(t *testing.T, text []byte) []byte {
	t.Helper()
	var s object
	require.NoError(t, json.Unmarshal(text, &s))
	s["steps"] = slices.DeleteFunc(s["steps"].([]any), func(step any) bool {
		return step.(object)["at"].(float64) > place/1000
	})
	text, err := json.Marshal(s)
	require.NoError(t, err)
	return text
}

type answer struct {
	Releases []struct {
		Kind   string
		T      float64
		Step   json.RawMessage
		Closed bool
	}
	Working bool
}

// why asks, in slices.
func why(t *testing.T, r *core.Run, request int32) (a answer) {
	t.Helper()
	for a.Working = true; a.Working; {
		require.NoError(t, core.AskWhy(r, fmt.Appendf(nil, `{"subject":{"request":%d}}`, request)))
		core.SearchWhy(r, 700)
		out := core.AppendWhy(nil, r)
		a = answer{}
		require.NoError(t, json.Unmarshal(out, &a), string(out))
	}
	return a
}

// waiting is how many requests are tried; each takes about a tenth of a second.
var waiting = flag.Int("waiting", 150, "for how many random waiting requests releases are tried")

// Each release that is offered does release the request, at the time that is said, and no other single deed does
// earlier than doing nothing.
func TestReleasesAreAllThatASingleDeedCanDo(t *testing.T) {
	wanted := *waiting
	if testing.Short() {
		wanted = min(wanted, 50)
	}
	kinds := map[string]int{}
	tried := 0
	for seed := uint64(1); tried < wanted; seed++ {
		text := draw(seed)
		s, err := core.Parse(text)
		require.NoError(t, err, string(text))
		r := core.New(s)
		r.SeekTime(place)
		for _, q := range r.State(1).Requests {
			if q.Phase != "parked" {
				continue
			}
			tried++
			judge(t, r, text, int32(q.Request), kinds)
			require.EqualValues(t, place, r.Now(), "the run stays where it is")
			break
		}
	}
	t.Log(kinds)
	for _, kind := range []string{"timeout", "fetch", "shrink", "isr", "start", "thaw", "fetch-resume", "kill", "stop"} {
		require.NotZero(t, kinds[kind], "%s: the scripts are too tame (%v)", kind, kinds)
	}
}

func judge(t *testing.T, r *core.Run, text []byte, request int32, kinds map[string]int) {
	t.Helper()
	told := fmt.Sprintf("request %d of %s", request, text)
	bare := past(t, text)
	const farthest = place + 120_000_000
	idle, by := answered(t, bare, "", request, farthest)
	offered := map[string]float64{}
	for _, release := range why(t, r, request).Releases {
		if release.Kind == "deed" {
			offered[string(release.Step)] = release.T
			var step object
			require.NoError(t, json.Unmarshal(release.Step, &step))
			kinds[slices.Collect(maps.Keys(step))[0]]++
			continue
		}
		kinds[release.Kind]++
		require.True(t, by, told)
		require.InDelta(t, float64(idle)/1000, release.T, 0.0001, told)
	}
	limit := core.Time(farthest)
	if by {
		limit = idle - 1
	}
	for step, at := range offered {
		when, released := answered(t, bare, step, request, limit)
		require.True(t, released, "%s: offered %s", told, step)
		require.InDelta(t, at, float64(when)/1000, 0.0001, "%s: offered %s", told, step)
	}
	p := r.State(1).Partitions[0]
	var all []int
	for _, replica := range p.Replicas {
		if !replica.HeldOut {
			all = append(all, replica.Broker)
		}
	}
	deeds := vocabulary(len(r.State(1).Brokers), len(p.Replicas), all)
	for _, replica := range p.Replicas {
		if replica.HeldOut {
			members, _ := json.Marshal(append(slices.Clone(all), replica.Broker))
			deeds = append(deeds, fmt.Sprintf(`{"isr":{"topic":"t","partition":0,"members":%s}}`, members))
		}
	}
	for _, step := range deeds {
		if _, is := offered[step]; is {
			continue
		}
		when, released := answered(t, bare, step, request, limit)
		if released {
			_, same := offered[sorted(t, step)]
			require.True(t, same, "%s: %s at %v is not offered: %v", told, step, when, offered)
		}
	}
}

// sorted is the step isr with its members in order, as offers have them.
func sorted(t *testing.T, step string) string {
	t.Helper()
	var s map[string]struct {
		Topic     string `json:"topic"`
		Partition int    `json:"partition"`
		Members   []int  `json:"members"`
	}
	if json.Unmarshal([]byte(step), &s) != nil || s["isr"].Members == nil {
		return step
	}
	slices.Sort(s["isr"].Members)
	text, err := json.Marshal(s)
	require.NoError(t, err)
	return string(text)
}
