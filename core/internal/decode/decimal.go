package decode

import "strings"

// Fault is why a number is not exactly what Decimal is asked for.
type Fault uint8

const (
	// Exact: it is.
	Exact Fault = iota
	// TooFine: it has more decimals than asked for.
	TooFine
	// TooLarge: it goes beyond 18 digits.
	TooLarge
)

// Decimal is a JSON number's text times ten to the power of places, exactly: no float stands between.
func Decimal(text string, places int) (int64, Fault) {
	rest, negative := strings.CutPrefix(text, "-")
	exponent := int64(0)
	for i, c := range []byte(rest) {
		if c|0x20 == 'e' {
			exponent, rest = exponentOf(rest[i+1:]), rest[:i]
			break
		}
	}
	whole, fraction, _ := strings.Cut(rest, ".")
	digits := whole + fraction
	for digits != "" && digits[0] == '0' {
		digits = digits[1:]
	}
	if digits == "" {
		return 0, Exact
	}
	shift := exponent - int64(len(fraction)) + int64(places)
	for shift < 0 && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
		shift++
	}
	if shift < 0 {
		return 0, TooFine
	}
	if int64(len(digits))+shift > 18 {
		return 0, TooLarge
	}
	n := int64(0)
	for _, d := range []byte(digits) {
		n = n*10 + int64(d-'0')
	}
	for range shift {
		n *= 10
	}
	if negative {
		n = -n
	}
	return n, Exact
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
