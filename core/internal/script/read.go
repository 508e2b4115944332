package script

import (
	"strings"

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
	kid.fail("unknown key; what may stand here: %s", list(names, "and"))
}

// elements is the length of the list v, which may be most and no more.
func (v value) elements(most int, what string) int {
	v.kind('[')
	n := 0
	for range v.kids() {
		n++
	}
	if n > most {
		v.fail("%d %s; the most is %d", n, what, most)
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

// str is the string v.
func (v value) str() string {
	v.kind('"')
	return v.node().text
}

// int is the whole number v, from low to high.
func (v value) int(low, high int64) int64 {
	v.kind('0')
	n, fault := decimal(v.node().text, 0)
	if fault == tooFine {
		v.fail("%s is no whole number", quoteNumber(v.node().text))
	}
	if fault == tooLarge || n < low || n > high {
		v.fail("%s is out of range: %d to %d", quoteNumber(v.node().text), low, high)
	}
	return n
}

// thousandths is the number v times 1000, from 0 to high.
func (v value) thousandths(high int64, what string) int64 {
	v.kind('0')
	n, fault := decimal(v.node().text, 3)
	if fault == tooFine {
		v.fail("%s has more than 3 decimals; %s", quoteNumber(v.node().text), what)
	}
	if fault == tooLarge || n < 0 || n > high {
		v.fail("%s is out of range: 0 to %v", quoteNumber(v.node().text), vtime.Time(high))
	}
	return n
}

// ms is the time v, milliseconds from 0 to high.
func (v value) ms(high vtime.Duration) vtime.Duration {
	return vtime.Duration(v.thousandths(int64(high), "times are milliseconds, down to a microsecond"))
}

type fault uint8

const (
	exact    fault = iota
	tooFine        // more decimals than asked for
	tooLarge       // beyond 18 digits
)

// decimal is the JSON number text times ten to the power of places, exactly: no float stands between.
func decimal(text string, places int) (int64, fault) {
	rest, negative := strings.CutPrefix(text, "-")
	exponent := int64(0)
	if i := strings.IndexAny(rest, "eE"); i >= 0 {
		exponent, rest = exponentOf(rest[i+1:]), rest[:i]
	}
	whole, fraction, _ := strings.Cut(rest, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return 0, exact
	}
	shift := exponent - int64(len(fraction)) + int64(places)
	for shift < 0 && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
		shift++
	}
	if shift < 0 {
		return 0, tooFine
	}
	if int64(len(digits))+shift > 18 {
		return 0, tooLarge
	}
	n := int64(0)
	for _, d := range []byte(digits + strings.Repeat("0", int(shift))) {
		n = n*10 + int64(d-'0')
	}
	if negative {
		n = -n
	}
	return n, exact
}

// exponentOf is the exponent as written; beyond what any number here can use it stays at the bound.
func exponentOf(text string) int64 {
	const bound = 1 << 30
	rest, negative := strings.CutPrefix(strings.TrimPrefix(text, "+"), "-")
	n := int64(0)
	for _, d := range []byte(rest) {
		n = min(n*10+int64(d-'0'), bound)
	}
	if negative {
		return -n
	}
	return n
}
