package main

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// catalogue returns the module with what a form for scripts needs to know: the configuration keys, and the verbs of
// steps with their members. The page has it, so that it names no key of its own.
func catalogue(read map[string]*description, configs []configured) ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("// Made by core/cmd/contract. Do not edit.\n\n" +
		"// What may stand in a script: its configuration keys, and what its steps can do.\n\n" +
		"/** A configuration key: whose it is, its default (absent: none, or the cluster's), what it may be, and what it " +
		"means, in English.\n" +
		" * @typedef {{scope: 'broker' | 'topic' | 'producer' | 'consumer' | 'quota', key: string, type: " +
		"'number' | 'boolean' | 'choice', absent?: string,\n" +
		" *   min?: number, max?: number, choices?: string[], unit?: string, dynamic?: true, meaning: string}} Config\n" +
		" */\n\n" +
		"/** A member of a step's arguments: its type as TypeScript has it, or \"ms\".\n" +
		" * @typedef {{name: string, type: string, optional?: true, meaning: string}} Member\n */\n\n" +
		"/** What a step can do. @typedef {{verb: string, meaning: string, members: Member[]}} Verb */\n\n" +
		"/** @type {Config[]} */\nexport const configs = [\n")
	for _, c := range configs {
		for _, f := range c.fields() {
			row, err := c.entry(f, read["script"])
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f.config.key, err)
			}
			b.WriteString(row)
		}
	}
	b.WriteString("];\n\n/** @type {Verb[]} */\nexport const verbs = [\n")
	used, scripts := &vocabulary{}, read["script"]
	for _, s := range scripts.verbs() {
		fmt.Fprintf(&b, "  {\n    verb: %q,\n    meaning: %q,\n    members: [\n%s    ],\n  },\n", s.verb, s.sentence(),
			used.entries(scripts, s))
	}
	b.WriteString("];\n\n/** What members are made of that are objects, by their type. " +
		"@type {Record<string, Member[]>} */\nexport const parts = {\n")
	for _, s := range scripts.written() {
		fmt.Fprintf(&b, "  %s: [\n%s  ],\n", s.name, used.entries(scripts, s))
	}
	b.WriteString("};\n\n/** The kinds of events, and the members of each. @type {Record<string, string[]>} */\n" +
		"export const events = {\n")
	for _, s := range read["event"].kinds() {
		fmt.Fprintf(&b, "  %q: [%s],\n", s.kind, s.quotedMembers())
	}
	b.WriteString("};\n")
	return b.Bytes(), nil
}

// entry is the row of a configuration key.
func (c configured) entry(f *field, scripts *description) (string, error) {
	absent, values, err := c.bounds(f, scripts)
	if err != nil {
		return "", err
	}
	columns := []string{fmt.Sprintf("scope: %q, key: %q", c.scope, f.config.key)}
	if low, high, numbers := strings.Cut(values, " to "); numbers {
		columns = append(columns, fmt.Sprintf("type: \"number\", min: %s, max: %s", low, high))
	} else if f.typ == "bool" || f.typ == "Tri" {
		columns = append(columns, `type: "boolean"`)
	} else {
		choices := []string{"all", "1", "0"}
		if f.typ == "CleanupPolicy" {
			choices = []string{"delete", "compact", "compact,delete"}
		}
		if f.typ == "protocol.OffsetReset" {
			choices = []string{"latest", "earliest", "none"}
		}
		columns = append(columns, fmt.Sprintf("type: \"choice\", choices: %s", list(choices)))
	}
	if absent != "none" && absent != "the cluster's" {
		columns = append(columns, fmt.Sprintf("absent: %q", strings.TrimSuffix(absent, " "+f.config.unitName())))
	}
	if unit := f.config.unitName(); unit != "" {
		columns = append(columns, fmt.Sprintf("unit: %q", unit))
	}
	if f.config.dynamic {
		columns = append(columns, "dynamic: true")
	}
	columns = append(columns, fmt.Sprintf("meaning: %q", sentence(f.doc, f.name)))
	return "  { " + strings.Join(columns, ", ") + " },\n", nil
}

// list is a list of strings as JavaScript has it.
func list(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = strconv.Quote(text)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// entries are the rows of a struct's members.
func (u *vocabulary) entries(d *description, s *structure) string {
	var b strings.Builder
	row := func(name, kind string, f *field, meaning string) {
		optional := ""
		if f.optional() {
			optional = ", optional: true"
		}
		fmt.Fprintf(&b, "      { name: %q, type: %q%s, meaning: %q },\n", name, kind, optional, meaning)
	}
	for _, f := range s.fields {
		meaning := sentence(f.doc, f.name)
		switch {
		case f.wire == "":
		case f.isPartition():
			row("topic", "string", f, meaning)
			row("partition", "number", f, meaning)
		case isTime(f.typ) || strings.HasSuffix(f.name, "Ms"):
			row(f.wire, "ms", f, meaning)
		default:
			row(f.wire, u.typeOf(d, f), f, meaning)
		}
	}
	return b.String()
}
