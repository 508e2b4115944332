package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"strconv"
	"strings"
)

// enum returns the enumeration of a type; it is made on first use, for constants may come before it.
func (d *description) enum(name string) *enum {
	if d.enums[name] == nil {
		d.enums[name] = &enum{name: name}
	}
	return d.enums[name]
}

func (d *description) readConstant(of string, spec *ast.ValueSpec) {
	if of == "" {
		return
	}
	doc := text(spec.Doc)
	if doc == "" {
		doc = text(spec.Comment)
	}
	for i, name := range spec.Names {
		v := value{name: name.Name, doc: doc}
		if i < len(spec.Values) {
			if word, is := spec.Values[i].(*ast.BasicLit); is && word.Kind == token.STRING {
				v.word, _ = strconv.Unquote(word.Value)
			}
		}
		e := d.enum(of)
		e.values = append(e.values, v)
	}
}

// readWords reads the words of an enumeration: a variable named as its type, and Names, that is a list of strings.
func (d *description) readWords(spec *ast.ValueSpec) error {
	for i, name := range spec.Names {
		of, is := strings.CutSuffix(name.Name, "Names")
		if !is || i >= len(spec.Values) {
			continue
		}
		list, is := spec.Values[i].(*ast.CompositeLit)
		if !is {
			continue
		}
		var e *enum
		for key, candidate := range d.enums {
			if camel(key) == camel(of) {
				e = candidate
			}
		}
		if e == nil {
			continue // the words of something else
		}
		if len(e.values) != len(list.Elts) {
			return fmt.Errorf("%s: %d words for %d constants", name.Name, len(list.Elts), len(e.values))
		}
		e.words = name.Name
		for n, element := range list.Elts {
			word, is := element.(*ast.BasicLit)
			if !is {
				return fmt.Errorf("%s: its words must be plain strings, in the order of the constants", name.Name)
			}
			e.values[n].word, _ = strconv.Unquote(word.Value)
		}
	}
	return nil
}

// enumOf returns the enumeration that a field's type is, of this package or of another; nil: it is none.
func (d *description) enumOf(typ string) *enum {
	if of, name, qualified := strings.Cut(typ, "."); qualified {
		if other := d.others[of]; other != nil {
			return other.enums[name]
		}
		return nil
	}
	return d.enums[typ]
}
