package lesson

import (
	"highwater/core/internal/decode"
	"highwater/core/internal/document"
	"highwater/core/internal/encode"
	"highwater/core/internal/event"
	"highwater/core/internal/vtime"
)

// form is what a condition is about.
type form uint8

const (
	happens form = iota // the nth event that is as told, after another condition has held
	not                 // the first part has not held when the second one does
	every               // all parts have held
	either              // one of the parts has held
	ends                // the run has ended
)

// condition is one that holds from some event on. What it is made of stands before it in its lesson.
type condition struct {
	form    form
	kind    string   // of the event
	members []member // that the event must have
	nth     int32    // which such event, from 1
	after   int32    // the condition that must have held at an earlier event; none, or start: there is none
	parts   []int32
}

// member is a member of an event: its value as it stands in the event's line, or, of a list of objects, what some of
// them must have.
type member struct {
	name string
	text string
	some [][]member
}

// place reads "start" or a condition.
func (r *reader) place(v document.Value) int32 {
	if v.Kind() != '"' {
		return r.condition(v)
	}
	if v.Text() != "start" {
		v.Fail(`%s; write "start", or a condition such as {"event": "append", "request": 1}`, document.Quote(v.Text()))
	}
	return start
}

// condition reads a condition, and returns its number.
func (r *reader) condition(v document.Value) int32 {
	v.Must('{')
	c := condition{after: none}
	if part, ok := v.Get("not"); ok {
		v.Object("not", "by")
		c.form = not
		c.parts = []int32{r.condition(part), r.condition(v.Need("by", `until when; {"ends": true}: the end of the run`))}
	} else if parts, ok := v.Get("all"); ok {
		v.Object("all")
		c.form, c.parts = every, r.parts(parts)
	} else if parts, ok := v.Get("any"); ok {
		v.Object("any")
		c.form, c.parts = either, r.parts(parts)
	} else if end, ok := v.Get("ends"); ok {
		v.Object("ends")
		if !end.Boolean() {
			end.Fail("must be true: the run has ended")
		}
		c.form = ends
	} else {
		r.happens(v, &c)
	}
	if len(r.l.conditions) == maxConditions {
		v.Fail("more than %d conditions in the lesson", maxConditions)
	}
	r.l.conditions = append(r.l.conditions, c)
	return int32(len(r.l.conditions) - 1)
}

// parts reads the conditions of an "all" or an "any".
func (r *reader) parts(v document.Value) (parts []int32) {
	if v.Elements(maxParts, "conditions") == 0 {
		v.Fail("at least one condition")
	}
	for kid := range v.Kids() {
		parts = append(parts, r.condition(kid))
	}
	return parts
}

// happens reads the condition that an event happens.
func (r *reader) happens(v document.Value, c *condition) {
	of := v.Need("event", `the kind of event; or this is a condition by "not", "all", "any" or "ends"`)
	members, ok := event.MembersOf(of.Str())
	if !ok {
		of.NoSuch("event", of.Text(), event.KindNames())
	}
	c.kind, c.nth = of.Text(), 1
	for kid := range v.Kids() {
		switch name := kid.Name(); name {
		case "event":
		case "nth":
			c.nth = int32(kid.Int(1, maxNth))
		case "after":
			c.after = r.place(kid)
		default:
			v.Known(kid, append(namesOf(members), "event", "nth", "after"))
			c.members = append(c.members, readMember(kid, members))
		}
	}
}

// namesOf returns what the members that a table writes are called: one that is a partition is two.
func namesOf(members *encode.Struct) (names []string) {
	for i := range members.Fields {
		f := &members.Fields[i]
		if f.Form == encode.Partition {
			names = append(names, "topic", "partition")
			continue
		}
		names = append(names, f.Name)
	}
	return names
}

// readMember reads what a member must be, which is one of those of a table.
func readMember(v document.Value, members *encode.Struct) member {
	m := member{name: v.Name()}
	f, form := fieldOf(m.name, members)
	switch form {
	case encode.List:
		if v.Elements(maxParts, "elements") == 0 {
			v.Fail(`at least one object with what it must have, such as [{"partition": 0}]`)
		}
		for kid := range v.Kids() {
			kid.Object(namesOf(f.Of)...)
			var one []member
			for part := range kid.Kids() {
				one = append(one, readMember(part, f.Of))
			}
			m.some = append(m.some, one)
		}
		return m
	case encode.Word:
		if !named(*f.Words, v.Str()) {
			v.NoSuch(f.Name, v.Text(), *f.Words)
		}
	case encode.Int16, encode.Int32, encode.Int64, encode.Time, encode.Records:
		v.Must('0')
	case encode.Bool:
		v.Boolean()
	case encode.Object:
		v.Must('{')
	case encode.Set:
		ascending(v)
	case encode.Errors, encode.Int32s, encode.Int64s, encode.Strings:
		v.Must('[')
	default:
		v.Must('"')
	}
	m.text = string(appendValue(nil, v))
	return m
}

// fieldOf returns the field of a table that writes the member of a name, and the member's form: the field of a
// partition writes two.
func fieldOf(name string, members *encode.Struct) (f *encode.Field, form encode.Form) {
	for i := range members.Fields {
		f = &members.Fields[i]
		switch {
		case f.Form == encode.Partition && name == "topic":
			return f, encode.String
		case f.Form == encode.Partition && name == "partition":
			return f, encode.Int32
		case f.Name == name:
			return f, f.Form
		}
	}
	return nil, encode.String // there is one: the name has been checked
}

func named(words []string, word string) bool {
	for _, w := range words {
		if w == word {
			return true
		}
	}
	return false
}

// ascending checks a set of brokers, which events list in ascending order.
func ascending(v document.Value) {
	v.Must('[')
	last := int64(-1)
	for kid := range v.Kids() {
		id := kid.Int(0, 1000)
		if id <= last {
			kid.Fail("broker %d behind broker %d; events list brokers in ascending order", id, last)
		}
		last = id
	}
}

// appendValue appends a value as events' lines write it.
func appendValue(b []byte, v document.Value) []byte {
	switch v.Kind() {
	case '"':
		return encode.AppendString(b, v.Text())
	case '0':
		n, fault := decode.Decimal(v.Text(), 3)
		if fault != decode.Exact {
			v.Fail("%s; an event has no such number", document.QuoteNumber(v.Text()))
		}
		return vtime.Time(n).AppendMs(b)
	case '[', '{':
		b = append(b, v.Kind())
		for kid := range v.Kids() {
			if b[len(b)-1] != v.Kind() {
				b = append(b, ',')
			}
			if v.Kind() == '{' {
				b = append(encode.AppendString(b, kid.Name()), ':')
			}
			b = appendValue(b, kid)
		}
		return append(b, v.Kind()+2) // the closing bracket, as ASCII has them
	}
	return append(b, v.Source()...)
}
