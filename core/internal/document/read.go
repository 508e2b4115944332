package document

import (
	"highwater/core/internal/decode"
	"highwater/core/internal/vtime"
)

// Object checks that v is an object and has no key but those given.
func (v Value) Object(known ...string) {
	v.Must('{')
	for kid := range v.Kids() {
		v.Known(kid, known)
	}
}

// Known checks that the member kid of v has one of the names.
func (v Value) Known(kid Value, names []string) {
	name := kid.Name()
	for _, k := range names {
		if k == name {
			return
		}
	}
	if near := Nearest(name, names); near != "" {
		kid.Fail("unknown key; did you mean %q?", near)
	}
	kid.Fail("unknown key; allowed here: %s", List(names, "and"))
}

// Elements returns the length of the list v, which may be most and no more.
func (v Value) Elements(most int, what string) int {
	v.Must('[')
	n := 0
	for range v.Kids() {
		n++
	}
	if n > most {
		v.Fail("%d %s; the limit is %d", n, what, most)
	}
	return n
}

// Must checks that v is of a kind: see Kind.
func (v Value) Must(want byte) {
	if got := v.Kind(); got != want {
		v.Fail("must be %s, not %s", KindName(want), KindName(got))
	}
}

// KindName returns what a message calls a kind of value: see Kind.
func KindName(k byte) string {
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

// Str returns the string v.
func (v Value) Str() string {
	v.Must('"')
	return v.Text()
}

// Boolean returns v, true or false.
func (v Value) Boolean() bool {
	kind := v.Kind()
	if kind != 't' && kind != 'f' {
		v.Fail("must be true or false, not %s", KindName(kind))
	}
	return kind == 't'
}

// Int returns the whole number v, from low to high.
func (v Value) Int(low, high int64) int64 {
	v.Must('0')
	n, fault := decode.Decimal(v.Text(), 0)
	if fault == decode.TooFine {
		v.Fail("%s is not a whole number", QuoteNumber(v.Text()))
	}
	if fault == decode.TooLarge || n < low || n > high {
		v.Fail("%s is out of range: %d to %d", QuoteNumber(v.Text()), low, high)
	}
	return n
}

// Thousandths returns the number v times 1000, from 0 to high.
func (v Value) Thousandths(high int64, what string) int64 {
	v.Must('0')
	n, fault := decode.Decimal(v.Text(), 3)
	if fault == decode.TooFine {
		v.Fail("%s has more than 3 decimals; %s", QuoteNumber(v.Text()), what)
	}
	if fault == decode.TooLarge || n < 0 || n > high {
		v.Fail("%s is out of range: 0 to %v", QuoteNumber(v.Text()), vtime.Time(high))
	}
	return n
}

// Ms returns the time v, milliseconds from 0 to high.
func (v Value) Ms(high vtime.Duration) vtime.Duration {
	return vtime.Duration(v.Thousandths(int64(high), "times are milliseconds, down to a microsecond"))
}
