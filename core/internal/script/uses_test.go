package script

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The check for values sent twice agrees with writing them all out.
func TestValuesSentTwiceAreFoundAsIfTheyWereAllWrittenOut(t *testing.T) {
	stems := rapid.StringMatching(`[ab](-[0-9]{1,2})?`)
	rapid.Check(t, func(t *rapid.T) {
		var steps []string
		seen, twice := map[string]bool{}, false
		use := func(value string) {
			twice = twice || seen[value]
			seen[value] = true
		}
		for range rapid.IntRange(1, 6).Draw(t, "sends") {
			stem, count := stems.Draw(t, "stem"), rapid.IntRange(0, 5).Draw(t, "count")
			step := `{"at": 0, "send": {"producer": "p1", "topic": "payments", "value": "` + stem + `"`
			if count == 0 {
				use(stem)
			} else {
				step += `, "count": ` + strconv.Itoa(count)
			}
			for n := range count {
				use(stem + "-" + strconv.Itoa(n+1))
			}
			steps = append(steps, step+`}}`)
		}
		_, err := Parse([]byte(withSteps(strings.Join(steps, ", "))))
		require.Equal(t, twice, err != nil, "%v", err)
	})
}
