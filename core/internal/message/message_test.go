package message_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/message"
)

// named says what it is.
type named int

func (n named) String() string { return strings.Repeat("n", int(n)) }

func TestWhatIsWrittenIsWhatFmtWrites(t *testing.T) {
	for _, c := range []struct {
		format string
		args   []any
	}{
		{"", nil},
		{"no verb", nil},
		{"%s", []any{"one"}},
		{"%d of %d at %v", []any{1, int32(-2), int64(1) << 62}},
		{"100 %% of %s%%", []any{"it"}},
		{"%q, %v and %s", []any{"a \"b\"\n\x00é…", errors.New("c"), named(3)}},
		{"%q", []any{named(2)}},
		{"%s%s", []any{"%s", "%"}},
	} {
		require.Equal(t, fmt.Sprintf(c.format, c.args...), message.Sprintf(c.format, c.args...))
	}
}

func TestAnArgumentThatCannotBeWrittenSaysSo(t *testing.T) {
	require.Equal(t, "it is (a value that does not say what it is).", message.Sprintf("it is %v.", struct{}{}))
}

func TestTooFewArgumentsAreAFault(t *testing.T) {
	two := strings.Repeat("%s", 2) // not a constant, or vet would complain
	require.Panics(t, func() { message.Sprintf(two, "one") })
}
