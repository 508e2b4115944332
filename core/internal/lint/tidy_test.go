//go:build !js

package lint

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The rules of the sources, as tests: what keeps a run the same everywhere, and what keeps a file readable.

// The limits of size. A test may be longer, since it tells a story.
const (
	maxFunctionLines = 70
	maxFileLines     = 400
	maxTestFileLines = 600
	maxLineLength    = 120
)

// coreImports is all that the core may import besides itself: nothing with a clock, a goroutine, input or output.
var coreImports = []string{
	"bytes", "cmp", "errors", "iter", "math", "math/bits", "math/rand/v2", "slices", "strconv", "strings",
	"unicode/utf16", "unicode/utf8",
}

// unsafeHomes is where memory may be read as what it is not declared to be: by the tables that are made of structs, and
// by what writes JSON from them.
var unsafeHomes = []string{"core/internal/encode/struct.go", "core/internal/event/event.go"}

// root is the root of the repository.
const root = "../../.."

const safejsPath = "github.com/hack-pad/safejs"

// source is one Go file of the repository.
type source struct {
	name    string // Relative to the root, with slashes.
	content []byte
	file    *ast.File
	places  *token.FileSet
}

func (s source) isTest() bool { return strings.HasSuffix(s.name, "_test.go") }

// outsideCore is what lies in core/ and is not a part of it: commands, the harness of a real Kafka, and what only those
// and tests import.
var outsideCore = []string{
	"core/cmd/", "core/oracle/", "core/internal/modeltest/", "core/internal/realkafka/", "core/internal/result/",
}

// isCore says whether the file belongs to the pure part: core's packages, without tests.
func (s source) isCore() bool {
	holds := func(dir string) bool { return strings.HasPrefix(s.name, dir) }
	return strings.HasPrefix(s.name, "core/") && !s.isTest() && !slices.ContainsFunc(outsideCore, holds)
}

func (s source) mayBeUnsafe() bool {
	return slices.Contains(unsafeHomes, s.name) || strings.HasSuffix(s.name, "_gen.go")
}

// at names a place in the file.
func (s source) at(node ast.Node) string {
	return fmt.Sprintf("%s:%d", s.name, s.places.Position(node.Pos()).Line)
}

func (s source) lines(node ast.Node) int {
	return s.places.Position(node.End()).Line - s.places.Position(node.Pos()).Line + 1
}

func (s source) imports() []string {
	var paths []string
	for _, spec := range s.file.Imports {
		paths = append(paths, strings.Trim(spec.Path.Value, `"`))
	}
	return paths
}

// repositoryFiles lists every file that is ours, relative to the root: what is made, fetched or, as wasm/safejs is,
// written by others is left out.
func repositoryFiles(t *testing.T) []string {
	t.Helper()
	foreign := []string{".git", ".build", "node_modules", "dist", "dist.new", "artefacts", "rapid", "safejs"}
	var names []string
	require.NoError(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if slices.Contains(foreign, entry.Name()) {
			if entry.IsDir() {
				return filepath.SkipDir
			}
			return nil // In a linked work tree .git is a file.
		}
		if entry.Type().IsRegular() {
			names = append(names, strings.TrimPrefix(filepath.ToSlash(path), root+"/"))
		}
		return nil
	}))
	return names
}

// sources parses every Go file of the repository.
func sources(t *testing.T) []source {
	t.Helper()
	var list []source
	for _, name := range repositoryFiles(t) {
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		content, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		places := token.NewFileSet()
		file, err := parser.ParseFile(places, name, content, parser.ParseComments)
		require.NoError(t, err)
		list = append(list, source{name, content, file, places})
	}
	require.NotEmpty(t, list)
	return list
}

// forbid fails with everything that broke a rule, and says what to do about it.
func forbid(t *testing.T, found []string, remedy string) {
	t.Helper()
	if len(found) > 0 {
		t.Errorf("%s\n\t%s", remedy, strings.Join(found, "\n\t"))
	}
}

func TestTidyCoreImportsNothingImpure(t *testing.T) {
	var found []string
	for _, source := range sources(t) {
		for _, path := range source.imports() {
			own := strings.HasPrefix(path, "highwater/core")
			if path == "unsafe" && source.mayBeUnsafe() {
				continue
			}
			if source.isCore() && !own && !slices.Contains(coreImports, path) {
				found = append(found, fmt.Sprintf("%s imports %s", source.name, path))
			}
		}
	}
	forbid(t, found, "core is a pure function of its script: take time from vtime and chance from the seed, and leave "+
		"input and output to core/cmd, wasm or a test. If the package is pure, add it to coreImports and to RATIONALE.md.")
}

func TestTidyCoreHasNoGoroutineChannelOrMap(t *testing.T) {
	var found []string
	for _, source := range sources(t) {
		if !source.isCore() {
			continue
		}
		ast.Inspect(source.file, func(node ast.Node) bool {
			switch node.(type) {
			case *ast.GoStmt:
				found = append(found, source.at(node)+": a go statement")
			case *ast.ChanType:
				found = append(found, source.at(node)+": a channel")
			case *ast.MapType:
				found = append(found, source.at(node)+": a map")
			}
			return true
		})
	}
	forbid(t, found, "the order of events comes from the event queue alone: use a slice indexed by id, or one sorted "+
		"by key with slices.BinarySearchFunc.")
}

func TestTidyOnlyWasmKnowsJavaScript(t *testing.T) {
	var found []string
	for _, source := range sources(t) {
		for _, path := range source.imports() {
			atHome := strings.HasPrefix(source.name, "wasm/") || strings.HasPrefix(source.name, "site/build/testdata/")
			if path == "syscall/js" || strings.HasPrefix(path, safejsPath) && !atHome {
				found = append(found, fmt.Sprintf("%s imports %s", source.name, path))
			}
		}
	}
	forbid(t, found, "only wasm/ crosses the boundary, and only through safejs, which answers with errors, not panics.")
}

func TestTidyWasmFilesCarryTheTag(t *testing.T) {
	var found []string
	for _, source := range sources(t) {
		// A package below wasm/ that does not touch JavaScript is tested natively, too, and needs no tag.
		if !strings.HasPrefix(source.name, "wasm/") || strings.Count(source.name, "/") > 1 && !usesSafejs(source) {
			continue
		}
		first, _, _ := bytes.Cut(source.content, []byte("\n"))
		if expression, err := constraint.Parse(string(first)); err != nil || expression.String() != "js && wasm" {
			found = append(found, source.name)
		}
	}
	forbid(t, found, "begin the file with `//go:build js && wasm`, so that `go test ./...` passes it by natively.")
}

func usesSafejs(s source) bool { return slices.Contains(s.imports(), safejsPath) }

func TestTidySizes(t *testing.T) {
	var found []string
	for _, source := range sources(t) {
		limit := maxFileLines
		if source.isTest() {
			limit = maxTestFileLines
		}
		if strings.HasSuffix(source.name, "_gen.go") {
			continue // Nobody reads what is made, or edits it.
		}
		lines := strings.Split(strings.TrimSuffix(string(source.content), "\n"), "\n")
		if len(lines) > limit {
			found = append(found, fmt.Sprintf("%s: %d lines, at most %d", source.name, len(lines), limit))
		}
		for i, line := range lines {
			if length := len([]rune(line)); length > maxLineLength {
				found = append(found, fmt.Sprintf("%s:%d: %d characters, at most %d", source.name, i+1, length, maxLineLength))
			}
		}
		for _, declaration := range source.file.Decls {
			function, is := declaration.(*ast.FuncDecl)
			if is && source.lines(function) > maxFunctionLines {
				found = append(found, fmt.Sprintf("%s: %s has %d lines, at most %d",
					source.at(function), function.Name.Name, source.lines(function), maxFunctionLines))
			}
		}
	}
	forbid(t, found, "split what is too long along an idea that has a name.")
}

// Comments of the page's sources are as wide as Go's: Prettier leaves them as they are.
func TestTidyCommentsOfThePage(t *testing.T) {
	comment := regexp.MustCompile(`^\s*(//|/\*\*|\*)`)
	var found []string
	for _, name := range repositoryFiles(t) {
		if !strings.HasPrefix(name, "site/src/") || filepath.Ext(name) != ".js" && filepath.Ext(name) != ".ts" {
			continue
		}
		content, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		if bytes.HasPrefix(content, []byte("// Made by ")) {
			continue
		}
		for i, line := range strings.Split(string(content), "\n") {
			if length := len([]rune(line)); comment.MatchString(line) && length > maxLineLength {
				found = append(found, fmt.Sprintf("%s:%d: %d characters, at most %d", name, i+1, length, maxLineLength))
			}
		}
	}
	forbid(t, found, "break the line of the comment.")
}

func TestTidyPackagesAreDocumented(t *testing.T) {
	documented := map[string]bool{}
	for _, source := range sources(t) {
		if !source.isTest() {
			dir := filepath.ToSlash(filepath.Dir(source.name))
			documented[dir] = documented[dir] || source.file.Doc != nil
		}
	}
	var found []string
	for dir, has := range documented {
		if !has {
			found = append(found, dir)
		}
	}
	slices.Sort(found)
	forbid(t, found, "say above one package clause what the package models in Kafka, and what it leaves out.")
}

func TestTidyExportedNamesAreDocumented(t *testing.T) {
	var found []string
	for _, source := range sources(t) {
		if source.isTest() || source.file.Name.Name == "main" {
			continue
		}
		for _, declaration := range source.file.Decls {
			found = append(found, undocumented(source, declaration)...)
		}
	}
	forbid(t, found, "give each exported name a full sentence that says what the name alone does not.")
}

// undocumented lists the exported names of a declaration that nothing is said about. A comment above a group of
// constants or variables stands for each of them, and one behind a line for that line.
func undocumented(s source, declaration ast.Decl) []string {
	var names []string
	note := func(name *ast.Ident, docs ...*ast.CommentGroup) {
		silent := !slices.ContainsFunc(docs, func(doc *ast.CommentGroup) bool { return doc != nil })
		if name.IsExported() && silent {
			names = append(names, s.at(name)+": "+name.Name)
		}
	}
	switch declaration := declaration.(type) {
	case *ast.FuncDecl:
		if receiverIsExported(declaration) {
			note(declaration.Name, declaration.Doc)
		}
	case *ast.GenDecl:
		for _, spec := range declaration.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				note(spec.Name, declaration.Doc, spec.Doc, spec.Comment)
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					note(name, declaration.Doc, spec.Doc, spec.Comment)
				}
			}
		}
	}
	return names
}

// receiverIsExported says whether a function can be seen from outside: a method of a hidden type can not.
func receiverIsExported(function *ast.FuncDecl) bool {
	return function.Recv == nil || len(function.Recv.List) == 0 || ast.IsExported(receiver(function))
}

// machinePath finds folders that exist on one machine only. The words are put together here so as not to find
// themselves.
var machinePath = regexp.MustCompile("(?:^|[\\s\"'`(=:])" +
	`(?:/(?:ro` + `ot|wo` + `rk|ho` + `me/\w+|Us` + `ers/\w+)/|[A-Z]:\\[A-Za-z])`)

func TestTidyNoFileNamesAMachine(t *testing.T) {
	var found []string
	for _, name := range repositoryFiles(t) {
		content, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		if bytes.IndexByte(content, 0) >= 0 {
			continue
		}
		for i, line := range bytes.Split(content, []byte("\n")) {
			if machinePath.Match(line) {
				found = append(found, fmt.Sprintf("%s:%d", name, i+1))
			}
		}
	}
	forbid(t, found, "name files relative to the repository: another clone lies elsewhere.")
}

func TestTidyLockFilesNameNoRegistry(t *testing.T) {
	content, err := os.ReadFile(root + "/site/package-lock.json")
	require.NoError(t, err)
	if bytes.Contains(content, []byte(`"resolved"`)) {
		t.Error(`site/package-lock.json names a registry: run npm inside site/, where .npmrc keeps it from doing so`)
	}
}
