package slim

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// asTheyAre changes no segments.
func asTheyAre([]segment) error { return nil }

// aModule has a section of another kind, and then data.
func aModule(segments ...segment) []byte {
	body := appendSegments(nil, segments)
	module := append([]byte("\x00asm\x01\x00\x00\x00"), 7, 2, 'a', 'b', dataSection)
	return append(append(module, byte(len(body)|0x80), byte(len(body)>>7)), body...)
}

func TestSegmentsAreJoinedOverTheZerosBetweenThem(t *testing.T) {
	apart := uint64(20 + zeroGap + 1)
	out, err := joinSegments(aModule(
		segment{0x3f, []byte("abc")}, segment{0x3f + 6, []byte("e")}, segment{0x3f + apart, []byte("f")},
		segment{0x3f + 3, []byte("d")}, // it lies between others that come before it
	), asTheyAre)
	require.NoError(t, err)
	require.Equal(t, []byte("\x00asm\x01\x00\x00\x00\x07\x02ab\x0b"), out[:13])
	r := wasmReader{rest: out[13:]}
	section := wasmReader{rest: r.bytes(r.unsigned())}
	require.Equal(t, []segment{{0x3f, []byte("abcd\x00\x00e")}, {0x3f + apart, []byte("f")}}, section.segments())
	require.False(t, r.failed || section.failed)
	require.Empty(t, r.rest)
	require.Empty(t, section.rest)
}

func TestAddressesAreSigned(t *testing.T) {
	require.Equal(t, []byte{0x3f}, appendSigned(nil, 0x3f))
	require.Equal(t, []byte{0xc0, 0x00}, appendSigned(nil, 0x40), "0x40 alone would be -64")
	require.Equal(t, []byte{0x80, 0x80, 0x01}, appendSigned(nil, 1<<14))
}

func TestAModuleThatIsNotAsGoWritesThemIsRefused(t *testing.T) {
	whole := aModule(segment{1, []byte("abc")})
	for n := range whole {
		if n == wasmHeader || n == 12 { // it ends after a section
			continue
		}
		_, err := joinSegments(whole[:n], asTheyAre)
		require.ErrorIs(t, err, errSegments, n)
	}
	passive := bytes.Clone(whole)
	passive[16] = 1
	_, err := joinSegments(passive, asTheyAre)
	require.ErrorIs(t, err, errSegments)
}

func TestSegmentsThatOverlapAreRefused(t *testing.T) {
	_, err := joinSegments(aModule(segment{4, []byte("abc")}, segment{6, []byte("d")}), asTheyAre)
	require.ErrorIs(t, err, errSegments)
}
