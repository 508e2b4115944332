//go:build !js

package soak

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// line is one line of a result, cut into its members. It is read by hand, because millions are read.
type line struct {
	text    []byte
	n       int
	cause   int // -1: none
	at      int64
	kind    string
	members []member
}

type member struct {
	name  string
	value []byte // as it stands, quotes included
}

// item is what a line says of one of several partitions.
type item struct {
	Topic          string
	Partition      int
	Records        int
	RequiredOffset int
	FetchOffset    int
	BaseOffset     int
	Error          string
	ProducerID     *int
	ProducerEpoch  int
	Sequence       int
}

// read cuts a line into l; what it has is good until the text changes.
func (l *line) read(text []byte) error {
	*l = line{text: text, cause: -1, n: -1, at: -1, members: l.members[:0]}
	text = bytes.TrimSpace(text)
	if len(text) < 2 || text[0] != '{' || text[len(text)-1] != '}' {
		return fmt.Errorf("no object: %.200s", text)
	}
	for rest := text[1 : len(text)-1]; len(rest) > 0; {
		end := valueEnd(rest)
		name, err := strconv.Unquote(string(rest[:end]))
		if err != nil || end >= len(rest) || rest[end] != ':' {
			return fmt.Errorf("no member: %.200s", rest)
		}
		rest = rest[end+1:]
		end = valueEnd(rest)
		l.members = append(l.members, member{intern(name), rest[:end]})
		rest = bytes.TrimPrefix(rest[end:], []byte(","))
	}
	l.kind = l.word("kind")
	l.n, l.at = l.num("n"), l.ms("t")
	if l.has("cause") {
		l.cause = l.num("cause")
	}
	return nil
}

// valueEnd is where the JSON value at the start of text ends.
func valueEnd(text []byte) int {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
			if !quoted && depth == 0 {
				return i + 1
			}
		case quoted:
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
			if depth == 0 {
				return i + 1
			}
		case depth == 0 && (c == ',' || c == ':'):
			return i
		}
	}
	return len(text)
}

var names = map[string]string{}

// intern keeps one copy of a name.
func intern(name string) string {
	if known, ok := names[name]; ok {
		return known
	}
	names[name] = name
	return name
}

func (l *line) value(name string) []byte {
	for i := range l.members {
		if l.members[i].name == name {
			return l.members[i].value
		}
	}
	return nil
}

func (l *line) has(name string) bool { return l.value(name) != nil }

// num is a whole number; -1 where it is absent.
func (l *line) num(name string) int {
	v := l.value(name)
	if v == nil {
		return -1
	}
	n, err := strconv.Atoi(string(v))
	if err != nil {
		panic(fmt.Sprintf("%s is not a whole number in %s", name, l.text))
	}
	return n
}

// ms is a time in microseconds; -1 where it is absent.
func (l *line) ms(name string) int64 {
	v := l.value(name)
	if v == nil {
		return -1
	}
	return micros(string(v))
}

// micros reads milliseconds with at most three decimals as microseconds.
func micros(text string) int64 {
	whole, part, _ := strings.Cut(text, ".")
	n, err := strconv.ParseInt(whole+(part + "000")[:3], 10, 64)
	if err != nil {
		panic("no time: " + text)
	}
	return n
}

// optional is a number that is absent when it is 0.
func (l *line) optional(name string) int {
	if !l.has(name) {
		return 0
	}
	return l.num(name)
}

// word is a text; "" where it is absent.
func (l *line) word(name string) string {
	v := l.value(name)
	if len(v) < 2 {
		return ""
	}
	if !slices.Contains(v, '\\') {
		return string(v[1 : len(v)-1])
	}
	var s string
	if json.Unmarshal(v, &s) != nil {
		panic(fmt.Sprintf("%s is no text in %s", name, l.text))
	}
	return s
}

func (l *line) flag(name string) bool { return string(l.value(name)) == "true" }

// brokers is a list of broker ids as a set.
func (l *line) brokers(name string) set {
	var ids []int
	if v := l.value(name); v != nil && json.Unmarshal(v, &ids) != nil {
		panic(fmt.Sprintf("%s is no list of brokers in %s", name, l.text))
	}
	return setOf(ids...)
}

func (l *line) items() []item {
	var list []item
	if v := l.value("partitions"); v != nil {
		if err := json.Unmarshal(v, &list); err != nil {
			panic(fmt.Sprintf("%v in %s", err, l.text))
		}
	}
	return list
}

// set is a set of broker ids.
type set uint32

func setOf(ids ...int) (s set) {
	for _, id := range ids {
		s |= 1 << id
	}
	return s
}

func (s set) has(id int) bool { return id >= 0 && s>>id&1 == 1 }

func (s set) size() int {
	n := 0
	for ; s != 0; s &= s - 1 {
		n++
	}
	return n
}

// ids lists the members in ascending order.
func (s set) ids() (ids []int) {
	for id := 0; s>>id != 0; id++ {
		if s.has(id) {
			ids = append(ids, id)
		}
	}
	return ids
}

func (s set) String() string { return fmt.Sprint(s.ids()) }

// summary is the last line of a result.
type summary struct {
	T          float64
	Events     int
	Hash       string
	Records    []recordEnd
	Requests   []requestEnd
	Partitions []partitionEnd
	Purgatory  struct{ Delayed, Watched, Expired int }
	Ended      *struct{ Limit string } // a limit that the run came to before its time was over
}

type recordEnd struct {
	Producer, Value, Topic string
	Partition              *int
	Outcome, Error         string
	Offset                 *int
	Attempts, Resend       int
	Errors                 []string
	Enqueued, Sent         *float64
	Appended, Committed    *float64
	Acknowledged, Visible  *float64
	Failed                 *float64
	Copies, Offsets        []int
	Lost, Deleted          bool
}

type requestEnd struct {
	Request     int
	Acks        string
	Raw, Parked bool
	Producer    string
	CompletedBy string
	Event       *int
	Partitions  []struct {
		Topic                      string
		Partition                  int
		Error                      string
		BaseOffset, RequiredOffset int
	}
	Received, Answered *float64
	ConnectionClosed   bool
}

type partitionEnd struct {
	Topic         string
	Partition     int
	Leader        int
	LeaderEpoch   int
	Isr, Elr      []int
	HighWatermark *int
	Replicas      []struct {
		Broker, LogEndOffset, HighWatermark int
		LogStartOffset                      int
		Alive                               bool
		Values                              []string
		Epochs                              []int
	}
}
