package script

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTheConfigurationHasEveryKeyOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range Configs() {
		name := c.Scope.String() + " " + c.Key
		require.False(t, seen[name], name)
		seen[name] = true
		require.NotEmpty(t, c.Meaning, name)
		require.NotContains(t, notYet[c.Scope], c.Key)
		if c.Scope != TopicScope && c.Key != "acks" {
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
      the same, for this topic; effective is no more than the number of its replicas
  unclean.leader.election.enable
      default the cluster's, true or false; the step set changes it
      the same, for this topic

producer configuration:
  acks
      default "all", one of "all", "1" and "0"
`)
	require.Equal(t, numConfigs, strings.Count(text, "\n      default "))
	require.Contains(t, text, `
  unclean.leader.election.enable
      default false, true or false; the step set changes it
      when nobody in sync`)
	require.Contains(t, text, `
  leader.imbalance.check.interval.seconds
      default 300 s, 1 to 2147483647
`)
}
