package play

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAChangeNotesTheAssignmentOnlyWhereItHasChanged(t *testing.T) {
	m := &metadata{histories: map[string][]assigned{}, names: map[string]string{}}
	for _, text := range []string{
		`{"type": "TOPIC_RECORD", "data": {"name": "t", "topicId": "x"}}`,
		`{"type": "PARTITION_RECORD", "data": {"topicId": "x", "replicas": [2, 1], "isr": [2, 1], "leader": 2}}`,
		`{"type": "PARTITION_CHANGE_RECORD", "data": {"topicId": "x", "isr": [2]}}`,
		`{"type": "PARTITION_CHANGE_RECORD", "data": {"topicId": "x", "replicas": [3, 2, 1], "addingReplicas": [3],
			"removingReplicas": [1]}}`,
		`{"type": "PARTITION_CHANGE_RECORD", "data": {"topicId": "x", "isr": [2, 3], "replicas": [3, 2],
			"addingReplicas": [], "removingReplicas": [], "leader": 2}}`,
	} {
		var record metadataRecord
		require.NoError(t, json.Unmarshal([]byte(text), &record))
		m.apply(1, &record)
	}
	history := m.histories["t/0"]
	require.Nil(t, history[1].Replicas)
	require.Equal(t, []int{2, 1}, history[1].replicas)
	require.Equal(t, []int{3, 2, 1}, history[2].Replicas)
	require.Equal(t, []int{3}, history[2].Adding)
	require.Equal(t, []int{1}, history[2].Removing)
	require.Equal(t, []int{3, 2}, history[3].Replicas)
	require.Empty(t, history[3].Adding)
	require.Equal(t, 1, history[3].LeaderEpoch, "who stays begins an epoch")
}
