package script

import (
	"highwater/core/internal/decode"
	"highwater/core/internal/vtime"
)

// object checks that v is an object and has no key but those given.
func (v value) object(known ...string) {
	v.kind('{')
	for kid := range v.kids() {
		v.known(kid, known)
	}
}

func (v value) known(kid value, names []string) {
	name := kid.node().name
	for _, k := range names {
		if k == name {
			return
		}
	}
	if near := nearest(name, names); near != "" {
		kid.fail("unknown key; did you mean %q?", near)
	}
	kid.fail("unknown key; allowed here: %s", list(names, "and"))
}

// elements returns the length of the list v, which may be most and no more.
func (v value) elements(most int, what string) int {
	v.kind('[')
	n := 0
	for range v.kids() {
		n++
	}
	if n > most {
		v.fail("%d %s; the limit is %d", n, what, most)
	}
	return n
}

func (v value) kind(want byte) {
	if got := v.node().kind; got != want {
		v.fail("must be %s, not %s", kindName(want), kindName(got))
	}
}

func kindName(k byte) string {
	switch k {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case 'n':
		return "null"
	}
	return "true or false"
}

// str returns the string v.
func (v value) str() string {
	v.kind('"')
	return v.node().text
}

// boolean is v, true or false.
func (v value) boolean() bool {
	kind := v.node().kind
	if kind != 't' && kind != 'f' {
		v.fail("must be true or false, not %s", kindName(kind))
	}
	return kind == 't'
}

// int returns the whole number v, from low to high.
func (v value) int(low, high int64) int64 {
	v.kind('0')
	n, fault := decode.Decimal(v.node().text, 0)
	if fault == decode.TooFine {
		v.fail("%s is not a whole number", quoteNumber(v.node().text))
	}
	if fault == decode.TooLarge || n < low || n > high {
		v.fail("%s is out of range: %d to %d", quoteNumber(v.node().text), low, high)
	}
	return n
}

// thousandths returns the number v times 1000, from 0 to high.
func (v value) thousandths(high int64, what string) int64 {
	v.kind('0')
	n, fault := decode.Decimal(v.node().text, 3)
	if fault == decode.TooFine {
		v.fail("%s has more than 3 decimals; %s", quoteNumber(v.node().text), what)
	}
	if fault == decode.TooLarge || n < 0 || n > high {
		v.fail("%s is out of range: 0 to %v", quoteNumber(v.node().text), vtime.Time(high))
	}
	return n
}

// ms returns the time v, milliseconds from 0 to high.
func (v value) ms(high vtime.Duration) vtime.Duration {
	return vtime.Duration(v.thousandths(int64(high), "times are milliseconds, down to a microsecond"))
}
