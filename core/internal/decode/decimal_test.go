package decode

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNumbersAreReadExactly(t *testing.T) {
	for _, c := range []struct {
		text   string
		places int
		n      int64
		fault  Fault
	}{
		{"0", 3, 0, Exact},
		{"-0.000", 3, 0, Exact},
		{"0e999999999999", 0, 0, Exact},
		{"1.5", 3, 1500, Exact},
		{"1.50000", 3, 1500, Exact},
		{"0.001", 3, 1, Exact},
		{"0.0010", 3, 1, Exact},
		{"0.0001", 3, 0, TooFine},
		{"1e-3", 3, 1, Exact},
		{"1e-4", 3, 0, TooFine},
		{"1E+2", 3, 100_000, Exact},
		{"-12.5e1", 0, -125, Exact},
		{"1.5", 0, 0, TooFine},
		{"10e-1", 0, 1, Exact},
		{"999999999999999999", 0, 999999999999999999, Exact},
		{"1000000000000000000", 0, 0, TooLarge},
		{"1e999999999999999999999", 0, 0, TooLarge},
		{"1e-999999999999999999999", 0, 0, TooFine},
		{"0.1000000000000000055511151231257827", 3, 0, TooFine},
	} {
		n, fault := Decimal(c.text, c.places)
		require.Equal(t, c.fault, fault, c.text)
		require.Equal(t, c.n, n, c.text)
	}
}
