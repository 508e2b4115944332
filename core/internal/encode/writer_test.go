package encode_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"highwater/core/internal/encode"
	"highwater/core/internal/protocol"
)

func TestAWriterPlacesTheCommas(t *testing.T) {
	var w encode.Writer
	w.Open('{')
	w.Int("n", -3)
	w.Bool("yes", true)
	w.String("text", `a "b"`)
	w.Time("t", 1500)
	w.Set("isr", protocol.SetOf(3, 1))
	w.Set("elr", 0)
	w.Object("inner")
	w.Close('}')
	w.Array("list")
	w.IntValue(1)
	w.IntValue(2)
	w.StringValue("x")
	w.Open('{')
	w.Int("a", 1)
	w.Close('}')
	w.Open('[')
	w.Close(']')
	w.Close(']')
	w.Close('}')
	require.Equal(t, `{"n":-3,"yes":true,"text":"a \"b\"","t":1.5,"isr":[1,3],"elr":[],"inner":{},`+
		`"list":[1,2,"x",{"a":1},[]]}`, string(w.B))
	require.True(t, json.Valid(w.B))
}

func TestALineAfterAnotherGetsNoComma(t *testing.T) {
	w := encode.Writer{B: []byte("{}\n")}
	w.Open('{')
	w.Close('}')
	require.Equal(t, "{}\n{}", string(w.B))
}

func TestAStringReadsBackAsItWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		given := rapid.String().Draw(t, "text")
		var read string
		require.NoError(t, json.Unmarshal(encode.AppendString(nil, given), &read))
		require.Equal(t, given, read)
	})
	require.Equal(t, "\"a\ufffdb\"", string(encode.AppendString(nil, "a\xffb")), "what is no text becomes a replacement")
}
