package script

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// Error says what is wrong with a script, where, and what would be right.
type Error struct {
	Path    string // such as steps[3].send.topic, or line 3, column 7 where the text is no JSON; "" for the whole
	Message string
}

// Error is the path and the message.
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
	panic(&Error{path, fmt.Sprintf(format, args...)})
}

// document is a JSON text as a tree in one slice: links are indices, the root is node 0.
type document struct{ nodes []node }

type node struct {
	kind   jsontext.Kind
	parent int32
	first  int32 // child; 0: none, as the root is nobody's child
	next   int32 // sibling
	name   string
	text   string // a string's content, a number as written
}

// value is a node and the way back to its path.
type value struct {
	doc *document
	i   int32
}

// readDocument is the tree of text, which must be one JSON value and nothing else.
func readDocument(text []byte) value {
	if len(text) > MaxScriptBytes {
		fail("", "a script of %d bytes; the most is %d", len(text), MaxScriptBytes)
	}
	doc := &document{}
	dec := jsontext.NewDecoder(bytes.NewBuffer(text)) // refuses duplicate names and what is no UTF-8
	doc.read(dec, text)
	if token, err := dec.ReadToken(); err == nil {
		fail(place(text, dec.InputOffset()-int64(len(token.String()))), "text after the end of the script")
	} else if syntactic := (*jsontext.SyntacticError)(nil); errors.As(err, &syntactic) {
		syntax(text, err)
	}
	return value{doc, 0}
}

// read appends the nodes of one value, without recursion: the depth is the text's choice.
func (d *document) read(dec *jsontext.Decoder, text []byte) {
	parent, last, name, named := int32(-1), int32(0), "", false
	for {
		token, err := dec.ReadToken()
		if err != nil {
			syntax(text, err)
		}
		kind := token.Kind()
		if kind == '}' || kind == ']' {
			last, parent = parent, d.nodes[parent].parent
			if parent < 0 {
				return
			}
			continue
		}
		if parent >= 0 && d.nodes[parent].kind == '{' && !named {
			name, named = token.String(), true
			continue
		}
		n := node{kind: kind, parent: parent, name: name}
		if kind == '"' || kind == '0' {
			n.text = token.String()
		}
		i := int32(len(d.nodes))
		if i == maxValues {
			fail(place(text, dec.InputOffset()), "more than %d values up to here; no script needs them", maxValues)
		}
		d.nodes = append(d.nodes, n)
		if parent >= 0 && last == parent {
			d.nodes[parent].first = i
		} else if parent >= 0 {
			d.nodes[last].next = i
		}
		last, name, named = i, "", false
		if kind == '{' || kind == '[' {
			parent = i
			if dec.StackDepth() > maxDepth {
				fail(value{d, i}.path(), "nested deeper than %d levels; a script needs 8", maxDepth)
			}
		} else if parent < 0 {
			return
		}
	}
}

// syntax fails with what the tokenizer found.
func syntax(text []byte, err error) {
	var at *jsontext.SyntacticError
	if !errors.As(err, &at) || at.Err.Error() == "unexpected EOF" { // by its text: the package io stays outside
		fail(place(text, int64(len(text))), "the text ends before the script does")
	}
	where := place(text, at.ByteOffset)
	if at.Err == jsontext.ErrDuplicateName {
		fail(where, "%s stands twice in one object", quote(at.JSONPointer.LastToken()))
	}
	fail(where, "%v", at.Err)
}

// place is the line and the column, in characters, of a byte of text.
func place(text []byte, offset int64) string {
	before := text[:min(max(offset, 0), int64(len(text)))]
	line := bytes.Count(before, []byte("\n")) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	return "line " + strconv.Itoa(line) + ", column " + strconv.Itoa(column)
}

func (v value) node() *node { return &v.doc.nodes[v.i] }

// path is where v stands: keys joined by dots, places in lists in brackets.
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

// get is the member of that name, and whether there is one. v must be an object.
func (v value) get(name string) (value, bool) {
	for kid := range v.kids() {
		if kid.node().name == name {
			return kid, true
		}
	}
	return value{}, false
}

// need is the member of that name; what tells who left it out what belongs there.
func (v value) need(name, what string) value {
	kid, ok := v.get(name)
	if !ok {
		v.fail("%q is missing: %s", name, what)
	}
	return kid
}
