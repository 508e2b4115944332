// Package decode reads JSON, token by token and strictly: RFC 8259 and nothing beside it, valid UTF-8 only. It models
// nothing of Kafka. It exists because size does: encoding/json costs the page's module 114 KB on the wire, its strict
// successor's tokenizer 44 KB, this 3 KB; a fuzz test holds it against encoding/json.
package decode

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// Token is one token. Commas and colons are none: the Reader checks them.
type Token struct {
	Kind byte   // '{' '}' '[' ']', '"' a string, '0' a number, 't' 'f' true and false, 'n' null; 0 the end of the text
	Name bool   // a string that names a member
	Text string // a string's content, a number as written
	At   int    // the byte where it begins
}

// Error says what is wrong with a text, and at which byte.
type Error struct {
	At      int
	Message string
}

// Error returns the message, without the place.
func (e *Error) Error() string { return e.Message }

// Ended is the message of an Error for a text that ends before its value does.
const Ended = "the text ends too early"

// Reader reads one JSON value, and checks that nothing follows it.
type Reader struct {
	text  string
	at    int
	open  []byte // the objects and lists around the place, outermost first
	state state
}

type state uint8

const (
	wantValue state = iota // at the start, after a colon, after a comma in a list
	wantFirst              // after '[' or '{': the first element or member, or the end
	wantName               // after a comma in an object
	wantNext               // after a value: a comma, or the end of what it is in
)

// NewReader reads text.
func NewReader(text string) *Reader { return &Reader{text: text} }

// At returns the byte behind the last token.
func (r *Reader) At() int { return r.at }

// Depth returns how many objects and lists are open.
func (r *Reader) Depth() int { return len(r.open) }

// Next returns the next token. After the value's last one it is a Token of Kind 0, for good. The error is an *Error.
func (r *Reader) Next() (Token, error) {
	r.space()
	if r.state == wantNext {
		if len(r.open) == 0 {
			if r.at < len(r.text) {
				return Token{}, r.fault("text after the end")
			}
			return Token{At: r.at}, nil
		}
		if r.peek() == closing(r.inside()) {
			return r.leave(), nil
		}
		if r.peek() != ',' {
			return Token{}, r.unexpected("after a value")
		}
		r.at++
		r.space()
		r.state = wantValue
		if r.inside() == '{' {
			r.state = wantName
		}
	}
	if r.state == wantFirst {
		if r.peek() == closing(r.inside()) {
			return r.leave(), nil
		}
		r.state = wantValue
		if r.inside() == '{' {
			r.state = wantName
		}
	}
	if r.state == wantName {
		return r.name()
	}
	return r.value()
}

func (r *Reader) space() {
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case ' ', '\t', '\n', '\r':
			r.at++
		default:
			return
		}
	}
}

// peek returns the next byte; 0 at the end. A NUL in the text is as wrong as the end is.
func (r *Reader) peek() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

func (r *Reader) inside() byte { return r.open[len(r.open)-1] }

func closing(open byte) byte { return open + 2 } // as ASCII has them

func (r *Reader) leave() Token {
	t := Token{Kind: r.text[r.at], At: r.at}
	r.at++
	r.open = r.open[:len(r.open)-1]
	r.state = wantNext
	return t
}

func (r *Reader) name() (Token, error) {
	if r.peek() != '"' {
		return Token{}, r.unexpected("where a quoted name is expected")
	}
	t, err := r.string()
	if err != nil {
		return Token{}, err
	}
	t.Name = true
	r.space()
	if r.peek() != ':' {
		return Token{}, r.unexpected("where a colon is expected")
	}
	r.at++
	r.state = wantValue
	return t, nil
}

func (r *Reader) value() (Token, error) {
	r.state = wantNext
	c := r.peek()
	switch {
	case c == '{' || c == '[':
		t := Token{Kind: c, At: r.at}
		r.at++
		r.open = append(r.open, c)
		r.state = wantFirst
		return t, nil
	case c == '"':
		return r.string()
	case c == '-' || c >= '0' && c <= '9':
		return r.number()
	}
	for _, word := range [...]string{"true", "false", "null"} {
		if strings.HasPrefix(r.text[r.at:], word) {
			t := Token{Kind: c, At: r.at}
			r.at += len(word)
			return t, nil
		}
	}
	return Token{}, r.unexpected("where a value is expected")
}

// number returns a sign, digits without a leading zero, a fraction, an exponent.
func (r *Reader) number() (Token, error) {
	from := r.at
	if r.peek() == '-' {
		r.at++
	}
	if r.peek() == '0' {
		r.at++
	} else if !r.digits() {
		return Token{}, r.unexpected("in a number")
	}
	if r.peek() == '.' {
		r.at++
		if !r.digits() {
			return Token{}, r.unexpected("in a number")
		}
	}
	if c := r.peek(); c == 'e' || c == 'E' {
		r.at++
		if c := r.peek(); c == '+' || c == '-' {
			r.at++
		}
		if !r.digits() {
			return Token{}, r.unexpected("in a number")
		}
	}
	return Token{Kind: '0', Text: r.text[from:r.at], At: from}, nil
}

func (r *Reader) digits() bool {
	from := r.at
	for c := r.peek(); c >= '0' && c <= '9'; c = r.peek() {
		r.at++
	}
	return r.at > from
}

func (r *Reader) fault(message string) error { return &Error{At: r.at, Message: message} }

// unexpected reports the character at the present place.
func (r *Reader) unexpected(where string) error {
	if r.at >= len(r.text) {
		return r.fault(Ended)
	}
	c, size := utf8.DecodeRuneInString(r.text[r.at:])
	if c == utf8.RuneError && size == 1 {
		return r.fault("invalid UTF-8")
	}
	return r.fault("unexpected " + quoted(c) + " " + where)
}

// quoted returns a character in quotes, or its code where it cannot be seen or is unsafe to print.
func quoted(c rune) string {
	if visible(c) {
		return "'" + string(c) + "'"
	}
	const digits = "0123456789ABCDEF"
	code := []byte("character U+")
	for shift := max(12, 4*((bits.Len32(uint32(c))+3)/4-1)); shift >= 0; shift -= 4 {
		code = append(code, digits[c>>shift&15])
	}
	return string(code)
}

// visible reports whether a character can be shown: letters, digits and signs that most fonts have.
func visible(c rune) bool {
	latin := c > ' ' && c < 0x7f || c >= 0xa1 && c < 0x2000 && c != 0xad
	return latin || c >= 0x2070 && c < 0xd800 || c >= 0x10000 && c < 0xe0000
}
