package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"strconv"
	"strings"
)

// reference is the contract as a document: steps and configuration keys, which go in, and events, states and the
// summary, which come out.
func reference(read map[string]*description, configs []configured) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("# The contract\n\n" +
		"Made by `go run ./core/cmd/contract` from the structs that say it: do not edit. A script goes in, a result " +
		"comes out: a line of JSON for each event, then a summary; the page asks for states beside. Times and spans " +
		"are milliseconds of virtual time, down to a microsecond; offsets are Kafka's (a log end offset is the " +
		"offset of the next record); broker ids are 1 to N, and node 0 is the controller. What concerns a partition names " +
		"its topic and its number. A member with a question mark may be absent.\n\n## Steps\n\n" +
		"`{\"at\": 1000, \"send\": {\"producer\": \"p1\", \"topic\": \"payments\", \"value\": \"pay-1\"}}`: when, " +
		"one verb, its arguments.\n")
	used := &vocabulary{}
	scripts, events, looks := read["script"], read["event"], read["look"]
	for _, s := range scripts.verbs() {
		fmt.Fprintf(&b, "\n### %s\n\n%s\n\n", s.verb, s.sentence())
		used.table(&b, scripts, s)
	}
	used.structs(&b, scripts)
	b.WriteString("\n## Configuration keys\n\nDefaults and bounds are those of Kafka 4.4.0. The step `set` changes " +
		"those that are dynamic.\n\nTransactions are not modelled: a coordinator with a log of its own decides what " +
		"becomes of one, not acks. A script that names `transactional.id`, `isolation.level` or a step such as " +
		"`begin-transaction` is refused. Consumers read as with read_uncommitted, without a group, from offset 0.\n")
	for _, c := range configs {
		if err := c.table(&b, read["script"]); err != nil {
			return nil, err
		}
	}
	b.WriteString("\n## Events\n\nEvery event has `n`, its place in the run from 0, `t`, `kind`, and, unless it is a " +
		"step, `cause`: the `n` of the event that led to it. A notable one is a step worth stopping at.\n")
	for _, s := range events.kinds() {
		fmt.Fprintf(&b, "\n### %s\n\n%s%s\n\n", s.kind, s.sentence(), s.noted())
		used.table(&b, events, s)
	}
	used.structs(&b, events)
	b.WriteString("\n## States and the summary\n")
	used.structs(&b, looks)
	b.WriteString("\n## Two runs\n")
	used.structs(&b, read["compare"])
	b.WriteString("\n## Words\n\nThe values of members that have few.\n")
	for _, e := range append(used.enums, kindsOfMoments(read["moment"])) {
		fmt.Fprintf(&b, "\n### %s\n\n%s\n\n", e.name, sentence(e.doc, e.name))
		for _, v := range e.values {
			doc := sentence(v.doc, v.name)
			if doc != "" {
				doc = ": " + doc
			}
			fmt.Fprintf(&b, "- `%q`%s\n", v.word, doc)
		}
	}
	return b.Bytes(), nil
}

// noted says when a kind's events are notable, where they are not always.
func (s *structure) noted() string {
	switch {
	case s.routine:
		return " Never notable."
	case s.notable != "":
		return " " + s.notable
	}
	return ""
}

// structs writes the tables of what members are made of.
func (u *vocabulary) structs(b *bytes.Buffer, d *description) {
	for _, s := range d.written() {
		fmt.Fprintf(b, "\n### %s\n\n%s\n\n", s.name, s.sentence())
		u.table(b, d, s)
	}
}

// table writes the table of a struct's members.
func (u *vocabulary) table(b *bytes.Buffer, d *description, s *structure) {
	b.WriteString("| member | type | meaning |\n| --- | --- | --- |\n")
	for _, f := range s.fields {
		if f.wire == "" {
			continue
		}
		mark := ""
		if f.optional() {
			mark = "?"
		}
		doc := sentence(f.doc, f.name)
		if f.isPartition() {
			fmt.Fprintf(b, "| topic%s, partition%s | string, number | %s |\n", mark, mark, doc)
			continue
		}
		kind := strings.ReplaceAll(u.typeOf(d, f), "|", `\|`)
		if isTime(f.typ) || strings.HasSuffix(f.name, "Ms") {
			kind = "ms"
		}
		fmt.Fprintf(b, "| %s%s | %s | %s |\n", f.wire, mark, kind, doc)
	}
}

func isTime(typ string) bool { return typ == "vtime.Time" || typ == "vtime.Duration" }

// table writes the table of a scope's keys.
func (c configured) table(b *bytes.Buffer, scripts *description) error {
	fmt.Fprintf(b, "\n### Of a %s\n\n| key | default | values | meaning |\n| --- | --- | --- | --- |\n", c.scope)
	for _, f := range c.fields() {
		absent, values, err := c.bounds(f, scripts)
		if err != nil {
			return fmt.Errorf("%s: %w", f.config.key, err)
		}
		dynamic := ""
		if f.config.dynamic {
			dynamic = " Dynamic."
		}
		fmt.Fprintf(b, "| `%s` | %s | %s | %s%s |\n", f.config.key, absent, values, sentence(f.doc, f.name), dynamic)
	}
	return nil
}

// bounds is the default of a key and its values, as people read them.
func (c configured) bounds(f *field, scripts *description) (absent, values string, err error) {
	k := f.config
	absent, from := k.absent, scripts
	if c.defaults != "" {
		absent, from = c.of.defaults[f.name], c.of
	}
	switch f.typ {
	case "bool", "Tri":
		if absent == "" {
			absent = "false"
		}
		if f.typ == "Tri" {
			absent = "the cluster's"
		}
		return absent, "true, false", nil
	case "CleanupPolicy":
		return "delete", "delete, compact, compact,delete", nil
	case "protocol.Acks":
		return "all", "all, 1, 0", nil
	case "protocol.OffsetReset":
		return "latest", "latest, earliest, none", nil
	}
	number := func(source, otherwise string) string {
		if source == "" {
			source = otherwise
		}
		n, wrong := from.number(source)
		if wrong != nil {
			n, wrong = scripts.number(source)
		}
		if wrong != nil {
			err = wrong
		}
		return strconv.FormatInt(n, 10)
	}
	low, high := number(k.min, "0"), number(k.max, "maxInt32")
	switch {
	case c.scope == "topic":
		absent = "the cluster's"
	case c.scope == "quota":
		absent = "none"
	default:
		absent = strings.TrimSpace(number(absent, "0") + " " + k.unitName())
	}
	return absent, low + " to " + high, err
}

// readDefaults notes the values that a function Defaults gives the fields of the struct it returns.
func (d *description) readDefaults(function *ast.FuncDecl) {
	ast.Inspect(function, func(node ast.Node) bool {
		if pair, is := node.(*ast.KeyValueExpr); is {
			if name, is := pair.Key.(*ast.Ident); is {
				d.defaults[name.Name] = source(pair.Value)
			}
		}
		return true
	})
}
