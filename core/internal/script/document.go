package script

import (
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"

	"highwater/core/internal/decode"
	"highwater/core/internal/message"
)

// Error says what is wrong with a script, where, and what would be right.
type Error struct {
	Path    string // such as steps[3].send.topic, or line 3, column 7 where the text is not JSON; "" for the whole
	Message string
}

// Error returns the path and the message.
func (e *Error) Error() string {
	if e.Path == "" {
		return e.Message
	}
	return e.Path + ": " + e.Message
}

// catch turns the panic of a failed reading into its error. Readers are many and small, and each reads on only when
// all went well before it, so they leave by panic (an *Error, never past this package) and not by a result.
func catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case *Error:
		*err = r
	default:
		panic(r)
	}
}

func fail(path, format string, args ...any) {
	panic(&Error{path, message.Sprintf(format, args...)})
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

// value is a node and the way back to its path.
type value struct {
	doc *document
	i   int32
}

// readDocument returns the tree of text, which must be one JSON value and nothing else.
func readDocument(text []byte) value {
	if len(text) > MaxScriptBytes {
		fail("", "a script of %d bytes; the limit is %d", len(text), MaxScriptBytes)
	}
	doc := &document{text: string(text)}
	doc.read()
	return value{doc, 0}
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
			fail(place(text, token.At), "more than %d values up to here; no script needs them", maxValues)
		}
		d.nodes = append(d.nodes, node{
			kind: token.Kind, parent: parent, name: name.Text, text: token.Text, from: int32(token.At), to: int32(r.At()),
		})
		d.link(text, parent, last, name)
		last, name = i, decode.Token{}
		if token.Kind == '{' || token.Kind == '[' {
			parent = i
			if r.Depth() > maxDepth {
				fail(value{d, i}.path(), "nested deeper than %d levels; a script needs 8", maxDepth)
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
			fail(place(text, name.At), "duplicate key %s", quote(name.Text))
		}
		if members++; members > maxMembers {
			fail(place(text, name.At), "more than %d members in one object; no script needs them", maxMembers)
		}
	}
}

// syntax fails with what the reader found.
func syntax(text string, err error) {
	at := err.(*decode.Error) // the reader has no other; errors.As would bring reflection along
	fail(place(text, at.At), "%s", at.Message)
}

// place returns the line and the column, in characters, of a byte of text.
func place(text string, at int) string {
	before := text[:at]
	line := strings.Count(before, "\n") + 1
	column := utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:]) + 1
	return "line " + strconv.Itoa(line) + ", column " + strconv.Itoa(column)
}

func (v value) node() *node { return &v.doc.nodes[v.i] }

// source is v as it was written.
func (v value) source() string { return v.doc.text[v.node().from:v.node().to] }

// path returns the path of v: keys joined by dots, places in lists in brackets.
func (v value) path() string {
	n := v.node()
	if n.parent < 0 {
		return ""
	}
	above := value{v.doc, n.parent}
	path := above.path()
	switch {
	case above.node().kind == '[':
		index := 0
		for i := above.node().first; i != v.i; i = v.doc.nodes[i].next {
			index++
		}
		return path + "[" + strconv.Itoa(index) + "]"
	case !plainKey(n.name):
		return path + "[" + quote(n.name) + "]"
	case path == "":
		return n.name
	}
	return path + "." + n.name
}

func (v value) fail(format string, args ...any) { fail(v.path(), format, args...) }

// kids yields the members of an object or the elements of a list, in order.
func (v value) kids() iter.Seq[value] {
	return func(yield func(value) bool) {
		for i := v.node().first; i != 0; i = v.doc.nodes[i].next {
			if !yield(value{v.doc, i}) {
				return
			}
		}
	}
}

// get returns the member of that name, and whether there is one. v must be an object.
func (v value) get(name string) (value, bool) {
	for kid := range v.kids() {
		if kid.node().name == name {
			return kid, true
		}
	}
	return value{}, false
}

// need returns the member of that name; what tells the author what belongs there.
func (v value) need(name, what string) value {
	kid, ok := v.get(name)
	if !ok {
		v.fail("%q is missing: %s", name, what)
	}
	return kid
}
