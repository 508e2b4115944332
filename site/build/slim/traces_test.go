package slim

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAModuleWithoutATableOfFunctionsIsRefused(t *testing.T) {
	header := append(make([]byte, 100), pcHeader...)
	for _, memory := range [][]byte{make([]byte, 1000), header, append(header, make([]byte, 1000)...)} {
		require.ErrorIs(t, withoutTraces([]segment{{0, memory}}), errTraces)
	}
}
