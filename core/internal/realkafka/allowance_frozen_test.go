package realkafka

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/result"
)

const sleep = `{"at": 1000, "freeze": {"broker": 1}}, {"at": 9000, "thaw": {"broker": 1}}`

func TestWhatWaitedForAThawMayBeLater(t *testing.T) {
	const waited = `
{"n":0,"t":2000,"kind":"step","step":1,"verb":"produce"}
{"n":1,"t":9000,"kind":"receive","cause":0,"broker":1}
{"n":2,"t":9000.5,"kind":"append","cause":1,"broker":1}`
	require.Equal(t, "3250 ms early, 250 ms late (base, after a thaw 3000 early)", allowed(t, sleep, waited).String())
	for _, other := range []struct{ why, old, new string }{
		{"another broker was asleep", `"broker":1}`, `"broker":2}`},
		{"it came when the broker was awake", `"t":9000,`, `"t":9000.1,`},
		{"it was sent at the thaw", `"t":2000,`, `"t":9000,`},
	} {
		a := allowed(t, sleep, strings.Replace(waited, other.old, other.new, 1))
		require.Equal(t, 250.0, a.early, other.why)
	}
	overdue := `{"n":0,"t":9000,"kind":"expire","broker":1}`
	require.Equal(t, 3250.0, allowed(t, sleep, overdue).early, "a timer waits, too")
}

func TestWhatWaitedForTheControllerMayBeLater(t *testing.T) {
	const asleep = `{"at": 1000, "freeze": {"node": "controller"}}, {"at": 9000, "thaw": {"node": "controller"}}`
	const news = `
{"n":0,"t":2000,"kind":"isr","broker":1,"from":[1,2],"to":[1,2,3],"state":"proposed"}
{"n":1,"t":9000,"kind":"partition","cause":0,"leader":1}
{"n":2,"t":9001,"kind":"isr","cause":1,"broker":1,"from":[1,2],"to":[1,2,3],"state":"committed"}`
	require.Equal(t, "3250 ms early, 250 ms late (base, after a thaw 3000 early)", allowed(t, asleep, news).String())
	require.Equal(t, 250.0, allowed(t, sleep, news).early, "a broker was asleep, and the controller was not")
	late := strings.Replace(news, `"t":9000`, `"t":9000.1`, 1)
	require.Equal(t, 250.0, allowed(t, asleep, late).early, "it came when the controller was awake")
	follows := news + `
{"n":3,"t":9002,"kind":"role","cause":1,"broker":2,"leader":1}
{"n":4,"t":9004,"kind":"fetch","broker":1,"follower":2}`
	require.Equal(t, 3250.0, allowed(t, asleep, follows).early, "it follows because of the news")
	other := strings.Replace(follows, `"broker":2,"leader":1`, `"broker":2,"leader":3`, 1)
	require.Equal(t, 250.0, allowed(t, asleep, other).early, "the news was of another leader")
	fenced := `{"n":0,"t":9000,"kind":"fence","broker":1}`
	require.Contains(t, allowed(t, asleep, fenced).String(), "after a thaw 3000 early")
}

func TestALinkToTheControllerThatHealsMayBeFoundLate(t *testing.T) {
	const news = `
{"n":0,"t":9000,"kind":"step","step":0,"verb":"link"}
{"n":1,"t":9004,"kind":"role","cause":0,"broker":1}`
	for link, early := range map[string]float64{
		`"from": 1, "to": "controller", "up": true`:  1250,
		`"from": "controller", "to": 1, "up": true`:  1250,
		`"from": "controller", "to": 1, "up": false`: 250,
		`"from": "controller", "to": 1`:              250,
		`"from": 2, "to": 1, "up": true`:             250,
	} {
		require.Equal(t, early, allowed(t, `{"at": 9000, "link": {`+link+`}}`, news).early, link)
	}
}

// A record was offered at 2000 and taken at 9001, when the answer to another freed memory: that one waited for a thaw.
func TestARecordThatWaitedForMemoryIsAsLateAsWhatFreedIt(t *testing.T) {
	const freed = `
{"n":0,"t":2000,"kind":"step","step":1,"verb":"send"}
{"n":1,"t":2000,"kind":"step","step":2,"verb":"produce"}
{"n":2,"t":9000,"kind":"response","cause":1,"broker":1}
{"n":3,"t":9001,"kind":"acknowledge","cause":2,"producer":"p"}
{"n":4,"t":9001,"kind":"enqueue","cause":0,"producer":"p"}`
	require.Equal(t, 3250.0, allowed(t, sleep, freed).early)
	require.Equal(t, 250.0, allowed(t, sleep, strings.Replace(freed, `"producer":"p"`, `"producer":"q"`, 1)).early)
	before := strings.Replace(freed, `"t":9001,"kind":"ack`, `"t":9000.5,"kind":"ack`, 1)
	require.Equal(t, 250.0, allowed(t, sleep, before).early, "that was too early to be it")
	at := strings.Replace(freed, `"n":0,"t":2000`, `"n":0,"t":9001`, 1)
	require.Equal(t, 250.0, allowed(t, sleep, at).early, "it was taken at once")
}

func TestAWatcherSeesNothingOfATopicWhileOneOfItsLeadersStandsStill(t *testing.T) {
	script, err := parsePlayedScript([]byte(`{"cluster": {"topics": [
		{"name": "a", "partitions": [{"replicas": [2, 1]}, {"replicas": [1, 2]}]},
		{"name": "b", "partitions": [{"replicas": [2, 1]}]},
		{"name": "c", "partitions": [{"replicas": [2, 1], "leader": 1}]}]}, "steps": [` + sleep + `]}`))
	require.NoError(t, err)
	p := &played{script: script}
	require.Equal(t, 7000.0, p.unseen("a", 2000))
	require.Zero(t, p.unseen("a", 999))
	require.Zero(t, p.unseen("a", 9000))
	require.Zero(t, p.unseen("b", 2000), "another broker leads")
	require.Equal(t, 7000.0, p.unseen("c", 2000), "not the first replica")
	p.events, _, err = result.Parse([]byte(
		`{"n":0,"t":5000,"kind":"partition","topic":"a","partition":1,"leader":2}
{"n":1,"t":6000,"kind":"partition","topic":"b","partition":0,"leader":1}
{"kind":"summary"}`))
	require.NoError(t, err)
	require.Equal(t, 3000.0, p.unseen("a", 2000), "until another leads")
	require.Zero(t, p.unseen("a", 5000))
	require.Zero(t, p.unseen("b", 2000))
	require.Equal(t, 3000.0, p.unseen("b", 6000), "from when it leads")
}
