package vtime_test

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/internal/vtime"
)

func TestATimeIsWrittenInMillisecondsWithTheDecimalsItNeeds(t *testing.T) {
	for text, micros := range map[string]vtime.Time{
		"0": 0, "0.001": 1, "0.01": 10, "0.1": 100, "0.101": 101, "7": 7000, "1001.5": 1_001_500, "1.05": 1050,
		"86400000": 24 * 3600 * vtime.Second, "-0.5": -500, "-3": -3000, "10": 10_000,
	} {
		require.Equal(t, text, micros.String())
	}
	require.Equal(t, "at 1.5", string(vtime.Time(1500).AppendMs([]byte("at "))))
}

func TestATimeReadsBackAsItWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := vtime.Time(rapid.Int64Range(-1e12, 1e12).Draw(t, "micros"))
		ms, err := strconv.ParseFloat(at.String(), 64)
		require.NoError(t, err)
		require.InDelta(t, float64(at)/1000, ms, 1e-4)
		require.NotRegexp(t, `\.\d*0$|\.$`, at.String(), "no idle decimals")
	})
}

func TestABrokersClockReadsWholeMilliseconds(t *testing.T) {
	require.EqualValues(t, 0, vtime.Time(999).Ms())
	require.EqualValues(t, 1, vtime.Time(1000).Ms())
	require.EqualValues(t, 1, vtime.Time(1999).Ms())
	require.Equal(t, vtime.Time(7000), vtime.AtMs(7))
}
