package document_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"highwater/core/internal/document"
)

// read hands a text's value to a reader, and returns what it complains of.
func read(text string, reader func(document.Value)) (err error) {
	defer document.Catch(&err)
	reader(document.Read([]byte(text), 1000))
	return nil
}

func TestAnErrorSaysWhereItsValueBegins(t *testing.T) {
	text := "{\n  \"a\": {\"b\": [1, \"two\"]}\n}"
	for _, c := range []struct {
		reader func(document.Value)
		path   string
		at     string // what stands there
	}{
		{func(v document.Value) { v.Object("b") }, "a", `{"b"`},
		{func(v document.Value) { v.Need("a", "").Get("b"); v.Need("b", "a list") }, "", "{\n"},
		{func(v document.Value) {
			list, _ := v.Need("a", "").Get("b")
			for kid := range list.Kids() {
				kid.Int(0, 9)
			}
		}, "a.b[1]", `"two"`},
	} {
		err := read(text, c.reader)
		var told *document.Error
		require.ErrorAs(t, err, &told)
		require.Equal(t, c.path, told.Path)
		require.Equal(t, c.at, text[told.At:told.At+len(c.at)])
	}
}

func TestWhatIsNoDocumentSaysWhere(t *testing.T) {
	for text, at := range map[string]int{`{"a": 1,}`: 8, `{"a": 1, "a": 2}`: 9, `[1, tru]`: 4, ``: 0} {
		err := read(text, func(document.Value) {})
		var told *document.Error
		require.ErrorAs(t, err, &told, text)
		require.Equal(t, at, told.At, text)
	}
}
