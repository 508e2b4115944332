// Package message writes error messages from a text with verbs and its arguments: the part of fmt that they need. fmt
// itself brings reflection and the operating system's files along, an eighth of what a learner downloads; RATIONALE.md
// has the numbers. Left out: widths and flags, floating-point numbers, and values without a String method.
package message

import (
	"strconv"
	"strings"
)

// unknown replaces an argument that can neither be written nor asked for its text.
const unknown = "(a value that does not say what it is)"

// Sprintf returns the format with each verb replaced by the next argument, as fmt.Sprintf does: %s, %v and %d write it,
// %q quotes its text as Go does, %% is a percent sign. An argument is a string, an int, int32 or int64, an error, or
// has a String method. It panics if there are fewer arguments than verbs.
func Sprintf(format string, args ...any) string {
	var out strings.Builder
	for {
		text, verb, found := strings.Cut(format, "%")
		out.WriteString(text)
		if !found {
			return out.String()
		}
		format = verb[1:]
		if verb[0] == '%' {
			out.WriteByte('%')
			continue
		}
		text, args = sprint(args[0]), args[1:]
		if verb[0] == 'q' {
			text = strconv.Quote(text)
		}
		out.WriteString(text)
	}
}

func sprint(arg any) string {
	switch a := arg.(type) {
	case string:
		return a
	case int:
		return strconv.Itoa(a)
	case int32:
		return strconv.Itoa(int(a))
	case int64:
		return strconv.FormatInt(a, 10)
	case error:
		return a.Error()
	case interface{ String() string }:
		return a.String()
	}
	return unknown
}
