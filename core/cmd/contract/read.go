package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// description is what a package says of the contract.
type description struct {
	name    string
	structs []*structure
	enums   map[string]*enum        // by the type's name
	others  map[string]*description // what packages read before say, by their names

	constants map[string]ast.Expr // of whole numbers, by name
	defaults  map[string]string   // what a function Defaults sets, by field
}

// structure is a struct: an event's kind, or what a member of another is made of.
type structure struct {
	name       string
	doc        string
	kind       string // as the result spells it; "": not a kind of event
	verb       string // of the step that it describes; "": none
	routine    bool   // never notable
	root       bool   // it is written by itself, not as a member of another
	hasNotable bool   // a method says when it is notable
	notable    string // its comment
	hasFailed  bool   // a method says when it tells of a failure
	fields     []*field
	more       []*field // members that are no single field
}

// field is a member.
type field struct {
	name string // in Go
	wire string // in JSON; "": it has none
	typ  string // as the source spells it
	doc  string
	when string // a Go expression of the struct's fields: the member is there only when it holds; "": always

	config configKey
	script string // its type in TypeScript, where that is not what Go's would be
	// absent is "zero", "negative" or, of an index, "none": it is left out then; "default": it may be left out of a
	// script; "": neither
	absent string
}

// enum is a type with few values.
type enum struct {
	name   string
	doc    string
	text   bool   // its values are strings, not numbers of words
	words  string // the variable with the words
	values []value
}

type value struct {
	name string // of the constant
	word string // in JSON
	doc  string
}

// The directives. They mark the kinds of events, perhaps with the word routine; the steps of scripts, with their verb,
// and members of theirs that are no single field, with type and meaning; and what is written by itself.
const (
	kindDirective   = "//contract:kind "
	verbDirective   = "//contract:verb "
	memberDirective = "//contract:member "
	rootDirective   = "//contract:root"
)

// tags is how a field's comment may begin: as struct tags do, but in a comment, for tags would be in the module, where
// nobody reads them.
var tags = regexp.MustCompile(`^(\w+:"([^"\\]|\\.)*"\s*)*`)

// readPackage reads the structs and enumerations of a package, file by file, in the order in which they stand.
func readPackage(dir string, others map[string]*description) (*description, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	d := &description{
		enums: map[string]*enum{}, others: others,
		constants: map[string]ast.Expr{}, defaults: map[string]string{},
	}
	places := token.NewFileSet()
	var files []*ast.File
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_gen.go") {
			continue
		}
		file, err := parser.ParseFile(places, filepath.Join(dir, name), nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		d.name = file.Name.Name
		files = append(files, file)
	}
	for _, file := range files {
		for _, declaration := range file.Decls {
			if err := d.readDeclaration(declaration); err != nil {
				return nil, fmt.Errorf("%s: %w", places.Position(declaration.Pos()), err)
			}
		}
	}
	for _, file := range files {
		d.readMethods(file)
	}
	return d, d.check()
}

func (d *description) readDeclaration(declaration ast.Decl) error {
	general, is := declaration.(*ast.GenDecl)
	if !is {
		return nil
	}
	var of string // the type of a group of constants
	for _, spec := range general.Specs {
		switch spec := spec.(type) {
		case *ast.TypeSpec:
			if err := d.readType(general, spec); err != nil {
				return err
			}
		case *ast.ValueSpec:
			if name, is := spec.Type.(*ast.Ident); is {
				of = name.Name
			}
			if general.Tok == token.CONST {
				for i, name := range spec.Names {
					if i < len(spec.Values) {
						d.constants[name.Name] = spec.Values[i]
					}
				}
				d.readConstant(of, spec)
			} else if err := d.readWords(spec); err != nil {
				return err
			}
		}
	}
	return nil
}

func (d *description) readType(general *ast.GenDecl, spec *ast.TypeSpec) error {
	doc := spec.Doc
	if doc == nil && len(general.Specs) == 1 {
		doc = general.Doc
	}
	switch t := spec.Type.(type) {
	case *ast.StructType:
		if !spec.Name.IsExported() {
			return nil
		}
		s := &structure{name: spec.Name.Name, doc: text(doc)}
		if err := s.readDirective(doc); err != nil {
			return err
		}
		for _, f := range t.Fields.List {
			if err := s.readField(f); err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
		}
		s.fields = append(s.fields, s.more...)
		d.structs = append(d.structs, s)
	case *ast.Ident:
		if !spec.Assign.IsValid() {
			e := d.enum(spec.Name.Name)
			e.doc, e.text = text(doc), t.Name == "string"
		}
	}
	return nil
}

func (s *structure) readDirective(doc *ast.CommentGroup) error {
	if doc == nil {
		return nil
	}
	for _, line := range doc.List {
		s.root = s.root || line.Text == rootDirective
		if verb, is := strings.CutPrefix(line.Text, verbDirective); is {
			s.verb = verb
		}
		if member, is := strings.CutPrefix(line.Text, memberDirective); is {
			what, doc, _ := strings.Cut(member, " -- ")
			name, script, _ := strings.Cut(what, " ")
			s.more = append(s.more, &field{name: name, wire: name, script: script, doc: doc})
		}
		rest, is := strings.CutPrefix(line.Text, kindDirective)
		if !is {
			continue
		}
		words := strings.Fields(rest)
		if len(words) < 1 || len(words) > 2 || len(words) == 2 && words[1] != "routine" {
			return fmt.Errorf("%s: %q must be followed by a kind and perhaps routine", s.name, kindDirective)
		}
		s.kind, s.routine = words[0], len(words) == 2
	}
	return nil
}

func (s *structure) readField(f *ast.Field) error {
	behind := text(f.Comment)
	tag := reflect.StructTag(tags.FindString(behind))
	doc := text(f.Doc)
	if doc == "" {
		doc = strings.TrimSpace(behind[len(tag):])
	}
	for _, name := range f.Names {
		if !name.IsExported() {
			continue
		}
		m := &field{
			name: name.Name, typ: types.ExprString(f.Type), doc: doc, when: tag.Get("when"), absent: tag.Get("absent"),
			script: tag.Get("ts"),
			config: configKey{
				key: tag.Get("config"), absent: tag.Get("default"), min: tag.Get("min"), max: tag.Get("max"),
				unit: tag.Get("unit"), dynamic: tag.Get("dynamic") != "",
			},
		}
		switch wire := tag.Get("json"); wire {
		case "-":
		case "":
			m.wire = camel(name.Name)
		default:
			m.wire = wire
		}
		switch m.absent {
		case "", "zero", "negative", "none", "default":
		default:
			return fmt.Errorf(`%s: absent is "zero", "negative", "none" or "default"`, name.Name)
		}
		s.fields = append(s.fields, m)
	}
	return nil
}

// readMethods notes which structs say themselves when they are notable, or tell of a failure.
func (d *description) readMethods(file *ast.File) {
	for _, declaration := range file.Decls {
		function, is := declaration.(*ast.FuncDecl)
		if is && function.Recv == nil && function.Name.Name == "Defaults" {
			d.readDefaults(function)
		}
		if !is || function.Recv == nil {
			continue
		}
		receiver := strings.TrimPrefix(types.ExprString(function.Recv.List[0].Type), "*")
		s := d.structure(receiver)
		switch {
		case s == nil:
		case function.Name.Name == "notable":
			s.hasNotable, s.notable = true, text(function.Doc)
		case function.Name.Name == "failed":
			s.hasFailed = true
		}
	}
}

func (d *description) structure(name string) *structure {
	i := slices.IndexFunc(d.structs, func(s *structure) bool { return s.name == name })
	if i < 0 {
		return nil
	}
	return d.structs[i]
}

// kinds lists the kinds of events.
func (d *description) kinds() []*structure {
	var kinds []*structure
	for _, s := range d.structs {
		if s.kind != "" {
			kinds = append(kinds, s)
		}
	}
	return kinds
}

// check reports what the description leaves open. Only what is written needs words.
func (d *description) check() error {
	var found []string
	seen := map[string]bool{}
	for _, s := range d.structs {
		if s.doc == "" && (s.kind != "" || s.verb != "" || s.root) {
			found = append(found, s.name+": say what it is")
		}
		if s.kind != "" && seen[s.kind] {
			found = append(found, s.name+": the kind "+s.kind+" is there already")
		}
		seen[s.kind] = true
		if s.hasNotable && s.notable == "" {
			found = append(found, s.name+".notable: say in a sentence when it is")
		}
		if s.routine && s.hasNotable {
			found = append(found, s.name+": it is routine and says when it is notable")
		}
	}
	if len(found) > 0 {
		return fmt.Errorf("package %s:\n\t%s", d.name, strings.Join(found, "\n\t"))
	}
	return nil
}

// verbs lists the steps of scripts.
func (d *description) verbs() []*structure {
	return slices.DeleteFunc(slices.Clone(d.structs), func(s *structure) bool { return s.verb == "" })
}

// source is an expression as Go spells it.
func source(expression ast.Expr) string { return types.ExprString(expression) }

// text returns a comment as plain text in one line, without directives.
func text(doc *ast.CommentGroup) string {
	return strings.Join(strings.Fields(doc.Text()), " ")
}

// camel returns a Go name as JSON spells it: LastKnownELR is lastKnownElr.
func camel(name string) string {
	var b strings.Builder
	letters := []rune(name)
	for i, c := range letters {
		upper := unicode.IsUpper(c)
		follows := i > 0 && unicode.IsUpper(letters[i-1])
		ends := i+1 < len(letters) && unicode.IsLower(letters[i+1])
		if upper && (i == 0 || follows && !ends) {
			c = unicode.ToLower(c)
		}
		b.WriteRune(c)
	}
	return b.String()
}
