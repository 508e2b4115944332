package play

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"highwater/core/oracle/internal/script"
)

func stepsOf(t *testing.T, text string) (steps []script.Step) {
	t.Helper()
	require.NoError(t, json.Unmarshal([]byte(text), &steps))
	return steps
}

func TestAGaugeThatFindsNothingSaysNothing(t *testing.T) {
	g := newStrainGauge()
	g.began = time.Now()
	g.late(deedLateMs * time.Millisecond)
	require.Empty(t, g.findings())
}

func TestAGaugeSaysInWhatAMachineIsStrained(t *testing.T) {
	g := newStrainGauge()
	g.began = time.Now()
	g.worst, g.sum = 400*time.Millisecond, 20*time.Second
	g.late(time.Second)
	g.note("somebody had to be killed")
	for _, found := range []string{"400 ms longer", "20000 ms in all", "1000 ms late", "killed"} {
		require.Contains(t, g.findings(), found)
	}
}

func TestASilenceIsExplainedByAStepThatConcernsTheBroker(t *testing.T) {
	for _, test := range []struct {
		why, steps string
		explained  bool
	}{
		{"nothing happens", `[]`, false},
		{"it is dead", `[{"at": 1000, "kill": {"broker": 2}}]`, true},
		{"another is", `[{"at": 1000, "kill": {"broker": 3}}]`, false},
		{"it was, long ago", `[{"at": 1000, "freeze": {"broker": 2}}, {"at": 2000, "thaw": {"broker": 2}}]`, false},
		{"it comes back", `[{"at": 1000, "kill": {"broker": 2}}, {"at": 39000, "start": {"broker": 2}}]`, true},
		{"that comes later", `[{"at": 45000, "kill": {"broker": 2}}]`, false},
		{"the controller is", `[{"at": 1000, "freeze": {"node": "controller"}}]`, true},
		{"its link is cut", `[{"at": 1000, "link": {"from": 2, "to": "controller", "up": false}}]`, true},
		{"its link has healed", `[{"at": 1000, "link": {"from": 2, "to": "controller", "up": false}},
			{"at": 5000, "link": {"from": 2, "to": "controller", "up": true}}]`, false},
	} {
		require.Equal(t, test.explained, explained(stepsOf(t, test.steps), 2, 40000, 42000), test.why)
	}
}
