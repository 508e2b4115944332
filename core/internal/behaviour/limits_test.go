package behaviour

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/modeltest"
)

// What brokers take of a producer: so much a second, batches so large, records with keys. Each script stands in
// testdata/limits.

func limitScript(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "limits", name+".json"))
	require.NoError(t, err)
	return string(text)
}

// acknowledgedAt is when each record of a script was acknowledged, by its value.
func acknowledgedAt(s modeltest.Summary) map[string]float64 {
	at := map[string]float64{}
	for _, r := range s.Records {
		if r.Acknowledged != nil {
			at[r.Value] = *r.Acknowledged
		}
	}
	return at
}

// A window of ten seconds and a bit takes 10,000 bytes at once. 12,118 are 2,118 too many, which takes 2,118 ms: the
// answer is there at once, the broker reads nothing more from that connection before, and the client sends nothing.
// What is under way already waits at the broker, where it costs time again. The other broker measures by itself.
func TestAProducerOverItsQuotaWaits(t *testing.T) {
	script := limitScript(t, "quota")
	_, s := modeltest.Play(t, []byte(script))
	require.Equal(t, map[string]float64{
		"large": 1002.5, "elsewhere": 1002.5, "does not": 1502.5, "under way": 3121, "waits": 5736.5,
	}, acknowledgedAt(s))
	require.Equal(t, []string{
		"throttle request:1,producer:p,broker:1,bytes:12118,throttleTimeMs:2118",
		"mute producer:p,broker:1,throttleTimeMs:2118",
		"throttle request:3,producer:p,broker:1,bytes:616,throttleTimeMs:2615",
		"mute producer:p,broker:1,throttleTimeMs:2615",
		"throttle request:5,producer:p,broker:1,bytes:616,throttleTimeMs:2616",
		"mute producer:p,broker:1,throttleTimeMs:2616",
	}, linesOf(t, script, "throttle", "mute"))
	events, _ := modeltest.Play(t, []byte(script))
	for _, e := range modeltest.EventsOf(events, "receive") {
		if e.Request == 3 && e.T > 1002 {
			require.EqualValues(t, 3119.5, e.T, "2118 ms after the answer")
			require.Equal(t, "throttle", events[*e.Cause].Kind)
		}
	}
}

// With acks=0 the application hears of success at once, three times; the broker takes its time, and the client knows
// nothing of it.
func TestAProducerThatWantsNoAnswersIsThrottledUnawares(t *testing.T) {
	script := limitScript(t, "quota-no-answer")
	events, s := modeltest.Play(t, []byte(script))
	require.Equal(t, map[string]float64{"large": 1000, "behind": 1500, "last": 1600}, acknowledgedAt(s))
	require.Len(t, linesOf(t, script, "throttle"), 3)
	require.Empty(t, linesOf(t, script, "mute"))
	var written []float64
	for _, e := range modeltest.EventsOf(events, "append") {
		written = append(written, e.T)
	}
	require.Equal(t, []float64{1001.5, 3120, 5735.5}, written)
}

// What was sent before there was a quota does not count, nor what a broker measured before it died. A window of two
// samples of ten seconds is one of ten, at first.
func TestAQuotaThatIsSetWhileTheBrokersRun(t *testing.T) {
	script := limitScript(t, "quota-set")
	require.Equal(t, []string{
		"config producer:p,key:producer_byte_rate,value:1000",
		"throttle request:3,producer:p,broker:1,bytes:7116,throttleTimeMs:1232",
	}, linesOf(t, script, "config", "throttle"))
	_, s := modeltest.Play(t, []byte(script))
	require.EqualValues(t, 20006.5, acknowledgedAt(s)["anew"])
}

// A batch is as large as its producer has made it. One with several records is split, again and again if need be, one
// with a single record fails. A topic's own limit comes before the cluster's, and both can change.
func TestATopicTakesBatchesUpToASize(t *testing.T) {
	script := limitScript(t, "message-size")
	_, s := modeltest.Play(t, []byte(script))
	for value, want := range map[string]struct {
		err    string
		errors []string
	}{
		"fits":    {"NONE", []string{}},
		"alone":   {"MESSAGE_TOO_LARGE", []string{"MESSAGE_TOO_LARGE"}},
		"a":       {"NONE", []string{"MESSAGE_TOO_LARGE", "MESSAGE_TOO_LARGE"}},
		"b":       {"NONE", []string{"MESSAGE_TOO_LARGE", "MESSAGE_TOO_LARGE"}},
		"own":     {"NONE", []string{}},
		"default": {"MESSAGE_TOO_LARGE", []string{"MESSAGE_TOO_LARGE"}},
	} {
		r := s.RecordOf(t, value)
		require.Equal(t, want.err, r.Error, value)
		require.Equal(t, want.errors, r.Errors, value)
	}
	require.Equal(t, []string{"fits", "a", "b", "own"}, s.LogAt1())
	refused := linesOf(t, script, "refuse")
	require.Len(t, refused, 4)
	require.True(t, strings.HasSuffix(refused[0], "check:message-size,error:MESSAGE_TOO_LARGE,"+
		"producerId:1,producerEpoch:0,sequence:1,batchBytes:1020,maxMessageBytes:1000"), refused[0])
}

// Of a batch with one record without a key that one has the error, and the others are told that they could not help it;
// of a batch with two such records both have. An empty key is a key. With acks=0 nobody hears.
func TestACompactedTopicWantsKeys(t *testing.T) {
	script := limitScript(t, "compacted")
	_, s := modeltest.Play(t, []byte(script))
	got := map[string]string{}
	for _, r := range s.Records {
		got[r.Value] = r.Error
		if r.Outcome == "failed" {
			require.Equal(t, []string{"INVALID_RECORD"}, r.Errors, "that is what the attempt was told")
		}
	}
	require.Equal(t, map[string]string{
		"keyed": "BATCH_WITH_INVALID_RECORDS", "keyless": "INVALID_RECORD", "empty key": "BATCH_WITH_INVALID_RECORDS",
		"x": "INVALID_RECORD", "y": "INVALID_RECORD", "after": "NONE", "unheard": "NONE", "free": "NONE",
	}, got)
	require.Equal(t, []string{"after", "free"}, s.LogAt1())
	require.Equal(t, "INVALID_RECORD", s.Requests[3].Partitions[0].Error, "a raw request has no keys")
	require.True(t, s.Requests[4].ConnectionClosed, "acks=0")
	refused := linesOf(t, script, "refuse")
	require.True(t, strings.HasSuffix(refused[0], "check:record-key,error:INVALID_RECORD,"+
		"producerId:1,producerEpoch:0,sequence:0,invalidRecords:1"), refused[0])
}

// The checks come in Kafka's order: the size before the keys, the keys before the numbers, so that a batch that is in
// the log already is refused all the same once its topic is compacted (UnifiedLog.append).
func TestTheKeysComeBeforeTheNumbers(t *testing.T) {
	script := `{"version": 1, "cluster": {"brokers": 1, "topics": [{"name": "t", "partitions": [{"replicas": [1]}]}]},
		"steps": [` + rawBatch(0, 1, 0, 0, 2, "1") + `,
		{"at": 10, "set": {"topic": "t", "config": {"cleanup.policy": "compact,delete"}}},
		` + rawBatch(100, 1, 0, 0, 2, "1") + `,
		{"at": 110, "set": {"topic": "t", "config": {"max.message.bytes": 80}}},
		` + rawBatch(200, 1, 0, 0, 2, "1") + `,
		{"at": 210, "set": {"topic": "t", "config": {"max.message.bytes": 90, "cleanup.policy": "delete"}}},
		` + rawBatch(300, 1, 0, 0, 2, "1") + `], "until": 1000}`
	var checks []string
	for _, line := range linesOf(t, script, "refuse", "duplicate") {
		_, check, _ := strings.Cut(line, "check:")
		check, _, _ = strings.Cut(check, ",")
		checks = append(checks, check)
	}
	require.Equal(t, []string{"record-key", "message-size", ""}, checks)
}

// A broker that reads nothing from a connection does not see that its client closes it: what has come before is still
// read when the time is over.
func TestAThrottledConnectionDoesNotSeeItsEnd(t *testing.T) {
	script := `{"version": 1, "cluster": {"brokers": 1, "topics": [{"name": "t", "partitions": [{"replicas": [1]}]}]},
		"producers": [{"id": "p", "config": {"acks": "1", "linger.ms": 0}, "quota": {"producer_byte_rate": 1000}}], "steps": [
		{"at": 1000, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "large", "size": 12000}},
		{"at": 1001, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "behind", "size": 500}},
		{"at": 1500, "close": {"producer": "p", "timeout.ms": 0}}], "until": 10000}`
	events, s := modeltest.Play(t, []byte(script))
	require.Equal(t, "PRODUCER_CLOSED", s.RecordOf(t, "behind").Error)
	require.Equal(t, []string{"large", "behind"}, s.LogAt1())
	appends := modeltest.EventsOf(events, "append")
	require.EqualValues(t, 3120, appends[1].T)
}

// A throttle ends with its broker's process.
func TestAThrottleEndsWithTheProcess(t *testing.T) {
	script := `{"version": 1, "cluster": {"brokers": 1, "topics": [{"name": "t", "partitions": [{"replicas": [1]}]}]},
		"producers": [{"id": "p", "config": {"acks": "0", "linger.ms": 0}, "quota": {"producer_byte_rate": 10}}], "steps": [
		{"at": 1000, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "large", "size": 5000}},
		{"at": 2000, "kill": {"broker": 1}}, {"at": 12000, "start": {"broker": 1}},
		{"at": 30000, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "after"}}], "until": 600000}`
	events, s := modeltest.Play(t, []byte(script))
	require.Equal(t, []string{"large", "after"}, s.LogAt1())
	appends := modeltest.EventsOf(events, "append")
	require.InDelta(t, 30002, appends[1].T, 10, "it would have been 490 s")
}

// A leader forgets a producer at the first check after its last record is old enough, at 6000; the retry of what is in
// the log is new to it then, and gets a second copy. The copy is as old as the record: the next check forgets it at
// once. A producer that is not known may go on with any sequence.
func TestALeaderThatForgetsItsProducerWritesARetryTwice(t *testing.T) {
	script := limitScript(t, "producer-expires")
	_, s := modeltest.Play(t, []byte(script))
	require.Equal(t, []string{"a", "a", "b"}, s.LogAt1())
	require.Equal(t, []int64{0, 1}, s.RecordOf(t, "a").Offsets)
	require.Equal(t, "acknowledged", s.RecordOf(t, "b").Outcome)
	require.Empty(t, linesOf(t, script, "duplicate", "refuse"))
	events, _ := modeltest.Play(t, []byte(script))
	var at []float64
	for _, e := range modeltest.EventsOf(events, "producer-expire") {
		at = append(at, e.T)
	}
	require.Equal(t, []float64{6000, 10000, 26000}, at)

	day := strings.Replace(script, `"producer.id.expiration.ms": 5000, `, "", 1)
	require.Len(t, linesOf(t, day, "duplicate"), 1, "a leader that remembers knows the retry")
	set := strings.Replace(day, `"steps": [`,
		`"steps": [{"at": 3000, "set": {"config": {"producer.id.expiration.ms": 100}}},`, 1)
	require.Equal(t, []string{"config key:producer.id.expiration.ms,value:100"}, linesOf(t, set, "config"))
	require.Empty(t, linesOf(t, set, "duplicate"))
}

// restarted is what comes of the second of two equal batches of a producer, when the broker has come back in between
// and no check has been made since.
func restarted(t *testing.T, end string, expirationMs int) []string {
	t.Helper()
	script := fmt.Sprintf(`{"version": 1, "cluster": {"brokers": 1, "config": {"producer.id.expiration.ms": %d,
		"producer.id.expiration.check.interval.ms": 60000}, "topics": [{"name": "t", "partitions": [{"replicas": [1]}]}]},
		"steps": [%s, {"at": 2000, %q: {"broker": 1}}, {"at": 20000, "start": {"broker": 1}}, %s], "until": 79000}`,
		expirationMs, rawBatch(1000, 1, 0, 5, 1, "1"), end, rawBatch(40000, 1, 0, 5, 1, "1"))
	return linesOf(t, script, "duplicate", "producer-expire")
}

// A clean shutdown leaves a snapshot, of which a broker that comes back leaves out who has expired; without one it
// reads the log, and knows everybody who stands there.
func TestWhomABrokerKnowsThatComesBack(t *testing.T) {
	require.Empty(t, restarted(t, "stop", 10_000))
	require.Len(t, restarted(t, "stop", 30_000), 1)
	require.Len(t, restarted(t, "kill", 10_000), 1)
}

// Followers forget by themselves, and only the leader's forgetting is worth a stop.
func TestFollowersForgetToo(t *testing.T) {
	script := `{"version": 1, "cluster": {"config": {"producer.id.expiration.ms": 1000,
		"producer.id.expiration.check.interval.ms": 1000}, "topics": [{"name": "t", "partitions": [{"replicas": [1, 2]}]}]},
		"steps": [` + rawBatch(100, 1, 0, 0, 1, "1") + `], "until": 5000}`
	require.Equal(t, []string{
		"producer-expire topic:t,partition:0,broker:1,producerId:7,leader:true",
		"producer-expire topic:t,partition:0,broker:2,producerId:7,leader:false",
	}, linesOf(t, script, "producer-expire"))
}
