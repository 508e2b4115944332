// Package format writes messages from a text with verbs and its arguments: the part of fmt that the module needs, under
// fmt's names, for the module's copy of safejs is compiled against it, too (site/build/module.go). fmt itself brings
// reflection and the operating system's files along, an eighth of what a learner downloads; RATIONALE.md has the
// numbers. Left out: widths and flags, floating-point numbers, and values that do not say themselves what they are.
package format

import (
	"errors"
	"strconv"
	"strings"
)

// unknown stands where an argument can neither be written nor asked for its text.
const unknown = "(a value that does not say what it is)"

// Sprintf is the format with each verb replaced by the next argument: %s, %v and %d write it, %q quotes its text as Go
// does, %% is a percent sign. A plus, as in %+v, changes nothing. An argument is a string, an int, int32 or int64, an
// error, or has a String method; too few of them are a fault of the caller's and panic.
func Sprintf(format string, args ...any) string {
	var out strings.Builder
	for {
		text, verb, found := strings.Cut(format, "%")
		out.WriteString(text)
		if !found {
			return out.String()
		}
		verb = strings.TrimPrefix(verb, "+")
		format = verb[1:]
		if verb[0] == '%' {
			out.WriteByte('%')
			continue
		}
		text, args = Sprint(args[0]), args[1:]
		if verb[0] == 'q' {
			text = strconv.Quote(text)
		}
		out.WriteString(text)
	}
}

// Sprint is an argument as Sprintf writes it.
func Sprint(arg any) string {
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

// Errorf is an error whose text is Sprintf's. It wraps nothing.
func Errorf(format string, args ...any) error { return errors.New(Sprintf(format, args...)) }

// Writer is io.Writer.
type Writer interface {
	Write(text []byte) (int, error)
}

// Fprintf writes what Sprintf says.
func Fprintf(w Writer, format string, args ...any) (int, error) {
	return w.Write([]byte(Sprintf(format, args...)))
}

// Fprint writes what Sprint says.
func Fprint(w Writer, arg any) (int, error) { return w.Write([]byte(Sprint(arg))) }

// State is what fmt hands to a value that formats itself. Nothing here does so; safejs names it.
type State interface {
	Writer
	Flag(c int) bool
}
