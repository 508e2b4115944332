package decode

import (
	"unicode/utf16"
	"unicode/utf8"
)

// string reads a string, from its opening quote to its closing one.
func (r *Reader) string() (Token, error) {
	t := Token{Kind: '"', At: r.at}
	r.at++
	from := r.at
	var unescaped []byte // what is read so far, once there was an escape
	for {
		c := r.peek()
		switch {
		case r.at >= len(r.text):
			return Token{}, r.fault(Ended)
		case c == '"':
			t.Text = r.text[from:r.at]
			if unescaped != nil {
				t.Text = string(append(unescaped, t.Text...))
			}
			r.at++
			return t, nil
		case c == '\\':
			unescaped = append(unescaped, r.text[from:r.at]...)
			char, err := r.escape()
			if err != nil {
				return Token{}, err
			}
			unescaped = utf8.AppendRune(unescaped, char)
			from = r.at
		case c < ' ':
			return Token{}, r.unexpected("in a string; write it as an escape")
		case c < utf8.RuneSelf:
			r.at++
		default:
			char, size := utf8.DecodeRuneInString(r.text[r.at:])
			if char == utf8.RuneError && size == 1 {
				return Token{}, r.fault("invalid UTF-8")
			}
			r.at += size
		}
	}
}

// escape reads one escape, two where they are halves of a character.
func (r *Reader) escape() (rune, error) {
	from := r.at
	r.at += 2
	if r.at > len(r.text) {
		r.at = len(r.text)
		return 0, r.fault(Ended)
	}
	switch c := r.text[r.at-1]; c {
	case '"', '\\', '/':
		return rune(c), nil
	case 'b':
		return '\b', nil
	case 'f':
		return '\f', nil
	case 'n':
		return '\n', nil
	case 'r':
		return '\r', nil
	case 't':
		return '\t', nil
	case 'u':
		char, ok := r.hex()
		if ok && utf16.IsSurrogate(char) {
			low := rune(-1)
			if r.peek() == '\\' && r.at+1 < len(r.text) && r.text[r.at+1] == 'u' {
				r.at += 2
				low, ok = r.hex()
			}
			char = utf16.DecodeRune(char, low)
			ok = ok && char != utf8.RuneError
		}
		if ok {
			return char, nil
		}
	}
	r.at = from
	return 0, r.fault("an invalid escape")
}

// hex reads four hexadecimal digits.
func (r *Reader) hex() (rune, bool) {
	if r.at+4 > len(r.text) {
		return 0, false
	}
	n := rune(0)
	for range 4 {
		c := r.text[r.at]
		switch {
		case c >= '0' && c <= '9':
			n = n<<4 + rune(c-'0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			n = n<<4 + rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
		r.at++
	}
	return n, true
}
