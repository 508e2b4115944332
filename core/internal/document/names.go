package document

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	maxQuoted = 60 // characters of the script's own text that a message repeats
	maxListed = 12 // names that a message lists
)

// Quote returns s in quotes, cut to what a message can bear.
func Quote(s string) string {
	if utf8.RuneCountInString(s) <= maxQuoted {
		return strconv.Quote(s)
	}
	return strconv.Quote(string([]rune(s[:min(len(s), 4*maxQuoted)])[:maxQuoted])) + "…"
}

// QuoteNumber returns a number as written, cut likewise.
func QuoteNumber(s string) string {
	if len(s) <= maxQuoted {
		return s
	}
	return s[:maxQuoted] + "…"
}

// plainKey reports whether a key can stand in a path as it is.
func plainKey(s string) bool {
	return s != "" && len(s) <= maxQuoted && AllOf(s, NameRune)
}

// AllOf reports whether every character of s is of a kind.
func AllOf(s string, kind func(rune) bool) bool {
	for _, r := range s {
		if !kind(r) {
			return false
		}
	}
	return true
}

// NameRune reports whether Kafka allows r in a topic's name.
func NameRune(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '_' || r == '-'
}

// List returns the names in quotes: "a", "b" and "c".
func List(names []string, last string) string {
	quoted := make([]string, 0, maxListed+1)
	for i, name := range names {
		if i == maxListed {
			quoted = append(quoted, strconv.Itoa(len(names)-i)+" more")
			break
		}
		quoted = append(quoted, Quote(name))
	}
	end := len(quoted) - 1
	if end == 0 {
		return quoted[0]
	}
	return strings.Join(quoted[:end], ", ") + " " + last + " " + quoted[end]
}

const (
	maxTypos  = 6 // that may separate a name from the one it is meant to be, and no more than every third byte
	minPrefix = 3 // bytes of a name that was broken off
)

// Nearest returns the name that name is probably meant to be, "" when none is near: one that is a few typos away, or
// else one that begins with it.
func Nearest(name string, names []string) string {
	best, limit := "", 1+max(1, min(len(name)/3, maxTypos))
	for _, candidate := range names {
		if d := distance(name, candidate, limit); d < limit {
			best, limit = candidate, d
		}
	}
	for _, candidate := range names {
		if best == "" && len(name) >= minPrefix && strings.HasPrefix(candidate, name) {
			best = candidate
		}
	}
	return best
}

// distance returns how many bytes it takes to add, drop or change to get from a to b, without regard to case; limit or
// more once it is clear that it is no less.
func distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if lower(a[i]) != lower(b[j]) {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// lower returns a byte without regard to case.
func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// SameLetters reports whether a and b are one text, without regard to case.
func SameLetters(a, b string) bool { return len(a) == len(b) && distance(a, b, 1) == 0 }

// NoSuch says that what is named does not exist, and what does: what is near, else all there is.
func (v Value) NoSuch(what, name string, names []string) {
	switch near := Nearest(name, names); {
	case near != "":
		v.Fail("no %s %s; there is %q", what, Quote(name), near)
	case len(names) == 0:
		v.Fail("no %s %s; the script has none", what, Quote(name))
	case len(names) == 1:
		v.Fail("no %s %s; there is %s", what, Quote(name), Quote(names[0]))
	}
	v.Fail("no %s %s; there are %s", what, Quote(name), List(names, "and"))
}
