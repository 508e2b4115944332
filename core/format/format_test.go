package format_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/format"
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
		{"%+v\n", []any{errors.New("verbose")}},
		{"%s%s", []any{"%s", "%"}},
	} {
		require.Equal(t, fmt.Sprintf(c.format, c.args...), format.Sprintf(c.format, c.args...))
		require.EqualError(t, format.Errorf(c.format, c.args...), fmt.Sprintf(c.format, c.args...))
		var out strings.Builder
		n, err := format.Fprintf(&out, c.format, c.args...)
		require.NoError(t, err)
		require.Equal(t, out.Len(), n)
		require.Equal(t, fmt.Sprintf(c.format, c.args...), out.String())
	}
	var out strings.Builder
	_, err := format.Fprint(&out, named(4))
	require.NoError(t, err)
	require.Equal(t, "nnnn", out.String())
}

func TestAnArgumentThatCannotBeWrittenSaysSo(t *testing.T) {
	require.Equal(t, "it is (a value that does not say what it is).", format.Sprintf("it is %v.", struct{}{}))
}

func TestTooFewArgumentsAreAFault(t *testing.T) {
	two := strings.Repeat("%s", 2) // not a constant, or vet would tell
	require.Panics(t, func() { format.Sprintf(two, "one") })
}
