package script

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheConfigurationHasEveryKeyOnce(t *testing.T) {
	seen := map[string]bool{}
	for row, c := range Configs() {
		name := c.Scope.String() + " " + c.Key
		require.False(t, seen[name], name)
		seen[name] = true
		require.NotEmpty(t, meanings[row], name)
		require.NotContains(t, notYet[c.Scope], c.Key)
		if c.Scope != TopicScope && c.Scope != QuotaScope && c.Key != "acks" {
			require.GreaterOrEqual(t, c.Default, c.Min, name)
			require.LessOrEqual(t, c.Default, c.Max, name)
		}
	}
	require.Len(t, seen, numConfigs)
	for scope, keys := range notYet {
		require.True(t, slices.IsSorted(keys), scope)
	}
}

func TestTheListOfTheConfigurationIsForReading(t *testing.T) {
	text := string(AppendConfigs(nil))
	require.Contains(t, text, `broker configuration:
  replica.lag.time.max.ms
      default 30000 ms, 100 to 2147483647
      a follower that has not caught up for longer leaves the ISR; checked every half of it
`)
	require.Contains(t, text, `
topic configuration:
  min.insync.replicas
      default the cluster's, 1 to 2147483647; the step set changes it
      the same, for this topic; capped at the number of its replicas
  unclean.leader.election.enable
      default the cluster's, true or false; the step set changes it
      the same, for this topic
  max.message.bytes
      default the cluster's, 0 to 2147483647; the step set changes it
      a larger batch is refused with MESSAGE_TOO_LARGE; a producer splits it
  retention.ms
      default the cluster's, -1 to 9007199254740991; the step set changes it
      the same, for this topic
  cleanup.policy
      default delete, one of "delete", "compact" and "compact,delete"; the step set changes it
      with compact, a batch that has records without a key is refused with INVALID_RECORD, and `+
		`without delete records do not expire; nothing is ever compacted here

producer configuration:
  acks
      default "all", one of "all", "1" and "0"
`)
	require.True(t, strings.HasSuffix(text, `
quota configuration:
  producer_byte_rate
      default none, 1 to 9007199254740991; the step set changes it
      how much it may send to each broker a second, averaged over quota.window.num samples; `+
		"a producer that sends more is throttled until its average is below it again\n"), text)
	require.Equal(t, numConfigs, strings.Count(text, "\n      default "))
	require.Contains(t, text, `
  unclean.leader.election.enable
      default false, true or false; the step set changes it
      when no in-sync or eligible`)
	require.Contains(t, text, `
  leader.imbalance.check.interval.seconds
      default 300 s, 1 to 2147483647
`)
}
