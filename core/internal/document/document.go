// Package document reads JSON documents that people write: scripts and the lessons in them. It knows where each value
// stands, so that what is wrong with one is said with its place and a remedy, and it bounds what a hostile text can
// cost. It models nothing of Kafka.
package document

import (
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"

	"highwater/core/internal/decode"
	"highwater/core/internal/message"
)

// The limits of a document, beside that of its length. What fits the other limits of a script has less of each.
const (
	maxDepth   = 16      // of nested objects and lists; a script needs 8
	maxValues  = 250_000 // numbers, strings, lists and objects
	maxMembers = 200     // of one object; what is looked up has fewer
)

// Error says what is wrong with a script, where, and what would be right.
type Error struct {
	Path    string // such as steps[3].send.topic, or line 3, column 7 where the text is not JSON; "" for the whole
	Message string
	At      int // the byte of the text at which what is wrong begins
}

// Error returns the path and the message.
func (e *Error) Error() string {
	if e.Path == "" {
		return e.Message
	}
	return e.Path + ": " + e.Message
}

// Catch turns the panic of a failed reading into its error. Readers are many and small, and each reads on only when
// all went well before it, so they leave by panic (an *Error, never past the function that
// defers Catch) and not by a result.
func Catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case *Error:
		*err = r
	default:
		panic(r)
	}
}

// Fail leaves a reading with an error about the whole text: see Catch.
func Fail(format string, args ...any) { fail("", 0, format, args...) }

func fail(path string, at int, format string, args ...any) {
	panic(&Error{path, message.Sprintf(format, args...), at})
}

// document is a JSON text as a tree in one slice: links are indices, the root is node 0.
type document struct {
	text  string
	nodes []node
}

type node struct {
	kind     byte // as decode.Token has it
	parent   int32
	first    int32 // child; 0: none, as the root is nobody's child
	next     int32 // sibling
	from, to int32 // the bytes of the text that it is
	name     string
	text     string // a string's content, a number as written
}

// Value is a value of a document: a node and the way back to its path.
type Value struct {
	doc *document
	i   int32
}

// Read returns the tree of text, which must be one JSON value of at most so many bytes and nothing else. It leaves with
// an error where it is not: see Catch.
func Read(text []byte, most int) Value {
	if len(text) > most {
		Fail("a script of %d bytes; the limit is %d", len(text), most)
	}
	doc := &document{text: string(text)}
	doc.read()
	return Value{doc, 0}
}

// read appends the nodes of a whole text, without recursion: the depth is the text's choice.
func (d *document) read() {
	text := d.text
	r := decode.NewReader(text)
	parent, last, name := int32(-1), int32(0), decode.Token{}
	for {
		token, err := r.Next()
		if err != nil {
			syntax(text, err)
		}
		switch {
		case token.Kind == 0:
			return
		case token.Kind == '}' || token.Kind == ']':
			d.nodes[parent].to = int32(r.At())
			last, parent = parent, d.nodes[parent].parent
			continue
		case token.Name:
			name = token
			continue
		}
		i := int32(len(d.nodes))
		if i == maxValues {
			fail(place(text, token.At), token.At, "more than %d values up to here; no script needs them", maxValues)
		}
		d.nodes = append(d.nodes, node{
			kind: token.Kind, parent: parent, name: name.Text, text: token.Text, from: int32(token.At), to: int32(r.At()),
		})
		d.link(text, parent, last, name)
		last, name = i, decode.Token{}
		if token.Kind == '{' || token.Kind == '[' {
			parent = i
			if r.Depth() > maxDepth {
				fail(Value{d, i}.Path(), token.At, "nested deeper than %d levels; a script needs 8", maxDepth)
			}
		}
	}
}

// link puts the last node behind its elder sibling last, or under its parent where it is the first child; in an
// object it must be the only one of its name.
func (d *document) link(text string, parent, last int32, name decode.Token) {
	i := int32(len(d.nodes) - 1)
	if parent < 0 {
		return
	}
	if last == parent {
		d.nodes[parent].first = i
		return
	}
	d.nodes[last].next = i
	if d.nodes[parent].kind != '{' {
		return
	}
	members := 1
	for elder := d.nodes[parent].first; elder != i; elder = d.nodes[elder].next {
		if d.nodes[elder].name == name.Text {
			fail(place(text, name.At), name.At, "duplicate key %s", Quote(name.Text))
		}
		if members++; members > maxMembers {
			fail(place(text, name.At), name.At, "more than %d members in one object; no script needs them", maxMembers)
		}
	}
}

// syntax fails with what the reader found.
func syntax(text string, err error) {
	at := err.(*decode.Error) // the reader has no other; errors.As would bring reflection along
	fail(place(text, at.At), at.At, "%s", at.Message)
}

// place returns the line and the column, in characters, of a byte of text.
func place(text string, at int) string {
	before := text[:at]
	line := strings.Count(before, "\n") + 1
	column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
	return "line " + strconv.Itoa(line) + ", column " + strconv.Itoa(column)
}

func (v Value) node() *node { return &v.doc.nodes[v.i] }

// None reports whether v is no value of any document.
func (v Value) None() bool { return v.doc == nil }

// Kind returns what v is, as decode.Token has it: '{', '[', '"', '0' for a number, 't', 'f' or 'n'.
func (v Value) Kind() byte { return v.node().kind }

// Name returns the key of a member, "" of an element.
func (v Value) Name() string { return v.node().name }

// Text returns a string's content, or a number as written.
func (v Value) Text() string { return v.node().text }

// At returns the byte of the text at which v begins.
func (v Value) At() int { return int(v.node().from) }

// Empty reports whether a list or an object has nothing in it.
func (v Value) Empty() bool { return v.node().first == 0 }

// Source returns v as it was written.
func (v Value) Source() string { return v.doc.text[v.node().from:v.node().to] }

// Path returns the path of v: keys joined by dots, places in lists in brackets.
func (v Value) Path() string {
	n := v.node()
	if n.parent < 0 {
		return ""
	}
	above := Value{v.doc, n.parent}
	path := above.Path()
	switch {
	case above.node().kind == '[':
		index := 0
		for i := above.node().first; i != v.i; i = v.doc.nodes[i].next {
			index++
		}
		return path + "[" + strconv.Itoa(index) + "]"
	case !plainKey(n.name):
		return path + "[" + Quote(n.name) + "]"
	case path == "":
		return n.name
	}
	return path + "." + n.name
}

// Fail leaves the reading with an error about v: see Catch.
func (v Value) Fail(format string, args ...any) { fail(v.Path(), int(v.node().from), format, args...) }

// Kids yields the members of an object or the elements of a list, in order.
func (v Value) Kids() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		for i := v.node().first; i != 0; i = v.doc.nodes[i].next {
			if !yield(Value{v.doc, i}) {
				return
			}
		}
	}
}

// Get returns the member of that name, and whether there is one. v must be an object.
func (v Value) Get(name string) (Value, bool) {
	for kid := range v.Kids() {
		if kid.node().name == name {
			return kid, true
		}
	}
	return Value{}, false
}

// Need returns the member of that name; what tells the author what belongs there.
func (v Value) Need(name, what string) Value {
	kid, ok := v.Get(name)
	if !ok {
		v.Fail("%q is missing: %s", name, what)
	}
	return kid
}
