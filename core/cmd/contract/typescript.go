package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// typeScript returns the contract as TypeScript sees it: the types of what the module answers. Events are a
// discriminated union, so that a member of one kind is an error in another.
func typeScript(events, looks, comparisons, scripts *description, moments *enum) []byte {
	var b bytes.Buffer
	b.WriteString("// Made by core/cmd/contract. Do not edit.\n//\n" +
		"// What the module says: events, states and summaries. Times and spans are milliseconds of virtual time, offsets\n" +
		"// are Kafka's, broker ids are 1..N, node 0 is the controller.\n")
	b.WriteString("\n/** The number, the instant and the cause of an event. */\ninterface Happening {\n" +
		"  /** Its place in the run, from 0. */\n  n: number;\n  t: number;\n" +
		"  /** The number of the event that led to it; absent for a step. */\n  cause?: number;\n}\n")
	used := &vocabulary{}
	for _, s := range events.kinds() {
		comment(&b, "", s.sentence())
		fmt.Fprintf(&b, "export interface %s extends Happening {\n  kind: '%s';\n", s.eventName(), s.kind)
		used.members(&b, events, s)
		b.WriteString("}\n")
	}
	comment(&b, "", "One line of the result.")
	b.WriteString("export type Event =\n")
	for _, s := range events.kinds() {
		fmt.Fprintf(&b, "  | %s\n", s.eventName())
	}
	b.WriteString("  ;\n")
	for _, s := range scripts.verbs() {
		comment(&b, "", s.sentence())
		fmt.Fprintf(&b, "export interface %sArguments {\n", s.name)
		used.members(&b, scripts, s)
		b.WriteString("}\n")
	}
	comment(&b, "", "What steps can do, with their arguments.")
	b.WriteString("export interface Verbs {\n")
	for _, s := range scripts.verbs() {
		fmt.Fprintf(&b, "  '%s': %sArguments;\n", s.verb, s.name)
	}
	b.WriteString("}\n")
	b.WriteString("\nexport type Verb = keyof Verbs;\n")
	comment(&b, "", "One step of a script: one verb and, where it stands in a script, when.")
	b.WriteString("export type Step = { at?: number } & Partial<Verbs>;\n")
	for _, d := range []*description{events, looks, comparisons, scripts} {
		for _, s := range d.written() {
			comment(&b, "", s.sentence())
			fmt.Fprintf(&b, "export interface %s {\n", s.name)
			used.members(&b, d, s)
			b.WriteString("}\n")
		}
	}
	for _, e := range append(used.enums, moments) {
		comment(&b, "", sentence(e.doc, e.name))
		fmt.Fprintf(&b, "export type %s =\n", e.name)
		for _, v := range e.values {
			comment(&b, "  ", sentence(v.doc, v.name))
			fmt.Fprintf(&b, "  | '%s'\n", v.word)
		}
		b.WriteString("  ;\n")
	}
	return b.Bytes()
}

// vocabulary is the enumerations that members have, in the order in which they came up.
type vocabulary struct {
	enums []*enum
}

func (u *vocabulary) members(b *bytes.Buffer, d *description, s *structure) {
	for _, f := range s.fields {
		if f.wire == "" {
			continue
		}
		optional := ""
		if f.optional() {
			optional = "?"
		}
		comment(b, "  ", sentence(f.doc, f.name))
		if f.isPartition() {
			fmt.Fprintf(b, "  topic%s: string;\n  partition%s: number;\n", optional, optional)
			continue
		}
		name := f.wire
		if strings.ContainsAny(name, ".-") {
			name = "'" + name + "'"
		}
		fmt.Fprintf(b, "  %s%s: %s;\n", name, optional, u.typeOf(d, f))
	}
}

// scripts is the type in TypeScript of each Go type that the description does not define itself.
var scripts = map[string]string{
	"bool":               "boolean",
	"string":             "string",
	"protocol.BrokerSet": "number[]",
	"protocol.Error":     "string",
	"protocol.Acks":      "string",
	"[]protocol.Error":   "string[]",
	"[]int32":            "number[]",
	"[]protocol.NodeID":  "number[]",
	"[]int64":            "number[]",
	"[]string":           "string[]",
	"TopicIndex":         "string",
	"ProducerIndex":      "string",
	"ConsumerIndex":      "string",
}

func (u *vocabulary) typeOf(d *description, f *field) string {
	if f.script != "" {
		return f.script
	}
	if known := scripts[strings.TrimPrefix(f.typ, "event.")]; known != "" {
		switch {
		case f.typ == "bool" && f.absent == "zero":
			return "true"
		case f.typ == "bool" && f.when == "!"+f.name:
			return "false"
		}
		return known
	}
	if e := d.enumOf(f.typ); e != nil {
		if !slices.Contains(u.enums, e) {
			u.enums = append(u.enums, e)
		}
		return e.name
	}
	if element, list := strings.CutPrefix(f.typ, "[]"); list && d.structure(element) != nil {
		return element + "[]"
	}
	if d.structure(f.typ) != nil {
		return f.typ
	}
	return "number"
}

// optional reports whether a member may be absent.
func (f *field) optional() bool { return f.absent != "" || f.when != "" }

func (s *structure) eventName() string { return s.name + "Event" }

// sentence returns what a struct is, without its name.
func (s *structure) sentence() string { return sentence(s.doc, s.name) }

// sentence makes a Go comment one that stands by itself: "Append reports that the leader has written." becomes "The
// leader has written."
func sentence(doc, name string) string {
	for _, start := range []string{" reports that ", " reports ", " is ", ": ", " says ", " "} {
		if rest, is := strings.CutPrefix(doc, name+start); is {
			doc = rest
			break
		}
	}
	first, size := utf8.DecodeRuneInString(doc)
	if doc == "" {
		return ""
	}
	if !strings.HasSuffix(doc, ".") {
		doc += "."
	}
	return string(unicode.ToUpper(first)) + doc[size:]
}

// comment writes a comment for people and language servers, where there is something to say.
func comment(b *bytes.Buffer, indent, text string) {
	if text == "" {
		return
	}
	if indent == "" {
		b.WriteByte('\n')
	}
	const width = 116
	if len(indent)+len(text)+7 <= width {
		fmt.Fprintf(b, "%s/** %s */\n", indent, text)
		return
	}
	fmt.Fprintf(b, "%s/**\n", indent)
	line := indent + " *"
	for word := range strings.FieldsSeq(text) {
		if len(line)+1+len(word) > width {
			b.WriteString(line + "\n")
			line = indent + " *"
		}
		line += " " + word
	}
	fmt.Fprintf(b, "%s\n%s */\n", line, indent)
}
