package behaviour

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core"
)

// aside is what a test of events' fields does not look at: when, and because of what.
var aside = regexp.MustCompile(`^\{"n":\d+,"t":[\d.]+,|"cause":\d+,|"kind":`)

// linesOf plays a script and returns the lines of some kinds of events, each from its kind on.
func linesOf(t *testing.T, script string, kinds ...string) (lines []string) {
	t.Helper()
	s, err := core.Parse([]byte(script))
	require.NoError(t, err)
	require.NoError(t, core.Result(s, func(line []byte) {
		of := aside.ReplaceAllString(strings.TrimSuffix(string(line), "}\n"), "")
		kind, rest, _ := strings.Cut(of, ",")
		if kind = strings.Trim(kind, `"`); slices.Contains(kinds, kind) {
			lines = append(lines, kind+" "+strings.ReplaceAll(rest, `"`, ""))
		}
	}))
	return lines
}

// rawBatch is a step that sends one batch of an idempotent producer, raw.
func rawBatch(at, broker, epoch, sequence, records int, acks string) string {
	return fmt.Sprintf(`{"at": %d, "produce": {"acks": %q, "broker": %d, "partitions": [{"topic": "t", "partition": 0,
		"records": %d, "producerId": 7, "producerEpoch": %d, "sequence": %d}]}}`, at, acks, broker, records, epoch, sequence)
}

// Each refusal names the check that refused, the numbers that the batch carries, and what was expected of them.
func TestARefusalNamesItsCheck(t *testing.T) {
	const at = "topic:t,partition:0,broker:"
	for _, c := range []struct{ name, step, want string }{
		{
			"acks that do not exist", rawBatch(1000, 1, 3, 5, 1, "2"),
			"refuse request:2," + at + "1,check:acks,error:INVALID_REQUIRED_ACKS,producerId:7,producerEpoch:3,sequence:5",
		},
		{
			"a broker that does not lead", rawBatch(1000, 2, 3, 5, 1, "1"),
			"refuse request:2," + at + "2,check:leader,error:NOT_LEADER_OR_FOLLOWER,producerId:7,producerEpoch:3,sequence:5",
		},
		{
			"an ISR under the minimum",
			`{"at": 900, "isr": {"topic": "t", "partition": 0, "members": [1]}}, ` + rawBatch(1000, 1, 3, 2, 1, "all"),
			"refuse request:2," + at + "1,check:min-isr,error:NOT_ENOUGH_REPLICAS,producerId:7,producerEpoch:3,sequence:2," +
				"isrSize:1,effectiveMinIsr:2",
		},
		{
			"a gap", rawBatch(1000, 1, 3, 5, 1, "1"),
			"refuse request:2," + at + "1,check:sequence,error:OUT_OF_ORDER_SEQUENCE_NUMBER,producerId:7,producerEpoch:3," +
				"sequence:5,expectedSequence:2",
		},
		{
			"a new epoch that does not begin at 0", rawBatch(1000, 1, 4, 2, 1, "1"),
			"refuse request:2," + at + "1,check:sequence,error:OUT_OF_ORDER_SEQUENCE_NUMBER,producerId:7,producerEpoch:4," +
				"sequence:2,expectedSequence:0",
		},
		{
			"an old epoch", rawBatch(1000, 1, 2, 0, 1, "1"),
			"refuse request:2," + at + "1,check:producer-epoch,error:INVALID_PRODUCER_EPOCH,producerId:7,producerEpoch:2," +
				"sequence:0,expectedEpoch:3",
		},
		{
			"the same again", rawBatch(1000, 1, 3, 0, 2, "1"),
			"duplicate request:2," + at + "1,producerId:7,producerEpoch:3,sequence:0,baseOffset:0,lastOffset:1",
		},
		{
			"no numbers",
			`{"at": 1000, "produce": {"acks": "2", "partitions": [{"topic": "t", "partition": 0, "records": 1}]}}`,
			"refuse request:2," + at + "1,check:acks,error:INVALID_REQUIRED_ACKS",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			script := fmt.Sprintf(`{"version": 1, "cluster": {"topics": [{"name": "t", "config": {"min.insync.replicas": 2},
				"partitions": [{"replicas": [1, 2, 3]}]}]}, "steps": [%s, %s], "until": 2000}`,
				rawBatch(100, 1, 3, 0, 2, "all"), c.step)
			require.Equal(t, []string{c.want}, linesOf(t, script, "refuse", "duplicate"))
		})
	}
}

// A batch too large for the broker is refused for its size, whatever its numbers.
func TestARefusalOfABatchThatIsTooLarge(t *testing.T) {
	const script = `{"version": 1, "cluster": {"config": {"message.max.bytes": 100}, "topics": [{"name": "t",
		"partitions": [{"replicas": [1]}]}]}, "producers": [{"id": "p", "config": {"linger.ms": 0}}],
		"steps": [{"at": 0, "send": {"producer": "p", "topic": "t", "partition": 0, "value": "a", "size": 200}}]}`
	require.Equal(t, []string{
		"request request:1,producer:p,broker:1,acks:all,timeoutMs:30000," +
			"partitions:[{topic:t,partition:0,records:1,producerId:1,producerEpoch:0,sequence:0}]",
		"refuse request:1,topic:t,partition:0,broker:1,check:message-size,error:MESSAGE_TOO_LARGE," +
			"producerId:1,producerEpoch:0,sequence:0,batchBytes:270,maxMessageBytes:100",
	}, linesOf(t, script, "request", "refuse"))
}
