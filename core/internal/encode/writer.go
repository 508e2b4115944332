// Package encode writes JSON by hand: events' lines, the summary and the page's state are all known shapes, and
// encoding/json would be a fifth of the module that the page has to load. It models nothing of Kafka.
package encode

import (
	"strconv"
	"unicode/utf8"

	"highwater/core/internal/protocol"
	"highwater/core/internal/vtime"
)

// Writer appends JSON to B. It places the commas: a value or a key that follows another value gets one.
//
// Its methods are kept from being inlined: they are called in hundreds of places, and the module would grow by a tenth.
type Writer struct {
	B []byte
}

// Open begins an object or an array: '{' or '['.
//
//go:noinline
func (w *Writer) Open(c byte) {
	w.Separate()
	w.B = append(w.B, c)
}

// Close ends an object or an array: '}' or ']'.
//
//go:noinline
func (w *Writer) Close(c byte) { w.B = append(w.B, c) }

// Separate writes the comma that a value needs behind another, before one that is appended to B by other means.
//
//go:noinline
func (w *Writer) Separate() {
	if follows(w.B) {
		w.B = append(w.B, ',')
	}
}

// follows reports whether what comes next needs a comma before it.
func follows(b []byte) bool {
	if len(b) == 0 {
		return false
	}
	switch b[len(b)-1] {
	case '{', '[', ':', '\n':
		return false
	}
	return true
}

// Key writes a member's name; its value is to follow.
//
//go:noinline
func (w *Writer) Key(name string) {
	b := w.B
	if follows(b) {
		b = append(b, ',')
	}
	b = append(b, '"')
	b = append(b, name...)
	w.B = append(b, '"', ':') // stored once: most of a frame's time goes here
}

// Object begins a member that is an object.
//
//go:noinline
func (w *Writer) Object(name string) {
	w.Key(name)
	w.B = append(w.B, '{')
}

// Array begins a member that is an array.
//
//go:noinline
func (w *Writer) Array(name string) {
	w.Key(name)
	w.B = append(w.B, '[')
}

// Int writes a member that is a whole number.
//
//go:noinline
func (w *Writer) Int(name string, v int64) {
	w.Key(name)
	w.B = strconv.AppendInt(w.B, v, 10)
}

// Bool writes a member that is true or false.
//
//go:noinline
func (w *Writer) Bool(name string, v bool) {
	w.Key(name)
	w.B = strconv.AppendBool(w.B, v)
}

// String writes a member that is a string.
//
//go:noinline
func (w *Writer) String(name, v string) {
	w.Key(name)
	w.B = AppendString(w.B, v)
}

// Time writes a member that is an instant or a span, in ms.
//
//go:noinline
func (w *Writer) Time(name string, v vtime.Time) {
	w.Key(name)
	w.B = v.AppendMs(w.B)
}

// List writes a member that is an array of n objects; one writes the members of the i-th.
func (w *Writer) List(name string, n int, one func(i int)) {
	w.Array(name)
	for i := range n {
		w.Open('{')
		one(i)
		w.Close('}')
	}
	w.Close(']')
}

// Set writes a member that is a set of brokers: an array of ids, ascending.
func (w *Writer) Set(name string, s protocol.BrokerSet) {
	w.Array(name)
	for id := range s.All() {
		w.IntValue(int64(id))
	}
	w.Close(']')
}

// Null writes the value of a member or an element that there is not.
func (w *Writer) Null() {
	w.Separate()
	w.B = append(w.B, "null"...)
}

// IntValue writes a whole number as an element of an array.
//
//go:noinline
func (w *Writer) IntValue(v int64) {
	w.Separate()
	w.B = strconv.AppendInt(w.B, v, 10)
}

// StringValue writes a string as an element of an array.
//
//go:noinline
func (w *Writer) StringValue(v string) {
	w.Separate()
	w.B = AppendString(w.B, v)
}

// AppendString appends s as a JSON string; bytes that are no UTF-8 become U+FFFD.
func AppendString(b []byte, s string) []byte {
	const digits = "0123456789abcdef"
	b = append(b, '"')
	if isPlain(s) {
		b = append(b, s...)
		return append(b, '"')
	}
	for _, c := range s { // what is no UTF-8 comes as U+FFFD
		switch {
		case c == '"' || c == '\\':
			b = append(b, '\\', byte(c))
		case c == '\n':
			b = append(b, '\\', 'n')
		case c < ' ':
			b = append(b, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		default:
			b = utf8.AppendRune(b, c)
		}
	}
	return append(b, '"')
}

// isPlain reports whether a string needs no escapes in JSON: nearly all need none, and copying is faster than checking
// each character.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}
