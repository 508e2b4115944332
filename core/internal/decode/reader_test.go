package decode

import (
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// tokens reads a whole text and writes its tokens down, names with a colon.
func tokens(text string) (string, error) {
	r := NewReader(text)
	var out []string
	for {
		t, err := r.Next()
		if err != nil {
			return strings.Join(out, " "), err
		}
		switch {
		case t.Kind == 0:
			return strings.Join(out, " "), nil
		case t.Name:
			out = append(out, t.Text+":")
		case t.Kind == '"' || t.Kind == '0':
			out = append(out, t.Text)
		default:
			out = append(out, string(t.Kind))
		}
	}
}

func TestATextIsReadTokenByToken(t *testing.T) {
	for text, want := range map[string]string{
		`{}`:                                  "{ }",
		` [ ] `:                               "[ ]",
		`{"a": [1, -0.5e+3, "x"], "b": null}`: "{ a: [ 1 -0.5e+3 x ] b: n }",
		`[true,false,[[{}]]]`:                 "[ t f [ [ { } ] ] ]",
		`"\"\\\/\b\f\n\r\té\ud83d\ude00"`:     "\"\\/\b\f\n\r\té😀",
		`7`:                                   "7",
	} {
		got, err := tokens(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
}

func TestWhatIsNoJSONIsRefusedWhereItStands(t *testing.T) {
	for _, c := range []struct {
		text string
		at   int
		says string
	}{
		{``, 0, Ended},
		{`{"a"`, 4, Ended},
		{`{"a":`, 5, Ended},
		{`["a`, 3, Ended},
		{`["a\`, 4, Ended},
		{`{a: 1}`, 1, `unexpected 'a' where a quoted name is expected`},
		{`{"a" 1}`, 5, `unexpected '1' where a colon is expected`},
		{`{"a": 1,}`, 8, `unexpected '}' where a quoted name is expected`},
		{`[1,]`, 3, `unexpected ']' where a value is expected`},
		{`[1 2]`, 3, `unexpected '2' after a value`},
		{`[1}`, 2, `unexpected '}' after a value`},
		{`[nul]`, 1, `unexpected 'n' where a value is expected`},
		{`01`, 1, `text after the end`},
		{`[1.]`, 3, `unexpected ']' in a number`},
		{`[-]`, 2, `unexpected ']' in a number`},
		{`[1e]`, 3, `unexpected ']' in a number`},
		{`{} x`, 3, `text after the end`},
		{"[\"a\nb\"]", 3, `unexpected character U+000A in a string; write it as an escape`},
		{"[\"\xff\"]", 2, `invalid UTF-8`},
		{"\ufeff{}", 0, `unexpected character U+FEFF where a value is expected`},
		{"\u009b", 0, `unexpected character U+009B where a value is expected`},
		{"\U000e0001", 0, `unexpected character U+E0001 where a value is expected`},
		{"é", 0, `unexpected 'é' where a value is expected`},
		{"\xff", 0, `invalid UTF-8`},
		{`["\x"]`, 2, `an invalid escape`},
		{`["\u12g4"]`, 2, `an invalid escape`},
		{`["\ud800"]`, 2, `an invalid escape`},
		{`["\ud800\u0041"]`, 2, `an invalid escape`},
	} {
		_, err := tokens(c.text)
		var e *Error
		require.True(t, errors.As(err, &e), c.text)
		require.Equal(t, c.says, e.Error(), c.text)
		require.Equal(t, c.at, e.At, c.text)
	}
}

var surrogate = regexp.MustCompile(`\\u[dD][89abcdefABCDEF]`)

// encoding/json takes what is no UTF-8 and halves of characters, and turns them into U+FFFD; a strict reader does not.
func FuzzReaderAgreesWithEncodingJSON(f *testing.F) {
	for _, text := range []string{
		`{"a": [1, -0.5e+3, "x\u00e9"], "b": null}`, `[1,]`, `{"a":{"b":[true,false]}}`, `"\ud83d\ude00"`,
		` 0 `, `[[[[]]]]`, `-`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		deep := strings.Count(text, "[")+strings.Count(text, "{") > 5000
		if deep || !utf8.ValidString(text) || surrogate.MatchString(text) {
			return
		}
		_, err := tokens(text)
		require.Equal(t, json.Valid([]byte(text)), err == nil, "%q: %v", text, err)
	})
}
