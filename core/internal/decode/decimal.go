package decode

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

// Decimal returns a JSON number's text times ten to the power of places, exactly: no float stands between.
func Decimal(text string, places int) (int64, Fault) {
	digits, shift := significant(text)
	shift += int64(places)
	for shift < 0 && len(digits) > 0 && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
		shift++
	}
	switch {
	case len(digits) == 0:
		return 0, Exact
	case shift < 0:
		return 0, TooFine
	case int64(len(digits))+shift > 18:
		return 0, TooLarge
	}
	n := int64(0)
	for _, d := range digits {
		n = n*10 + int64(d-'0')
	}
	for range shift {
		n *= 10
	}
	if text[0] == '-' {
		n = -n
	}
	return n, Exact
}

// significant returns a number's digits without leading zeros, and the power of ten that they stand for the multiple
// of.
func significant(text string) (digits []byte, power int64) {
	point := false
	for i, c := range []byte(text) {
		switch {
		case c == '-':
			continue
		case c == '.':
			point = true
			continue
		case c|0x20 == 'e':
			return digits, power + exponent(text[i+1:])
		case c != '0' || len(digits) > 0:
			digits = append(digits, c)
		}
		if point {
			power--
		}
	}
	return digits, power
}

// exponent returns the exponent as written; beyond what any number here can use it stays at the bound.
func exponent(text string) int64 {
	const bound = 1 << 30
	n := int64(0)
	for _, d := range []byte(text) {
		if d >= '0' {
			n = min(n*10+int64(d-'0'), bound)
		}
	}
	if text[0] == '-' {
		return -n
	}
	return n
}

// Whole returns the whole number that text is: digits, and before them, if anything, a minus. False for anything else,
// and beyond 18 digits.
func Whole(text string) (int64, bool) {
	for i, c := range []byte(text) {
		if (c < '0' || c > '9') && (c != '-' || i > 0) {
			return 0, false
		}
	}
	if text == "" || text == "-" {
		return 0, false
	}
	n, fault := Decimal(text, 0)
	return n, fault == Exact
}
