// Command contract makes whatever would otherwise be said twice out of the description of the contract: the Go structs
// that say what crosses the boundary between the core and its readers.
//
//	go run ./core/cmd/contract          write the made files
//	go run ./core/cmd/contract --check  report which of them are stale, with exit status 1
//
// From the structs come the tables that write events, states and summaries (core/internal/encode), the table of what
// steps can do and that of the configuration keys, the page's types (site/src/contract.d.ts), what its form for scripts
// knows (site/src/studio/catalogue.js) and the reference, core/CONTRACT.md. It reads the sources alone and does not
// compile them, so that it works however stale the generated files are.
//
// # What the structs say
//
// A member is called as its field is, in camelCase: LastKnownELR is lastKnownElr. Its meaning is the comment above the
// field or behind it. A comment behind it may begin with tags, which are none of Go's, for those would be in the
// module:
//
//	json:"tookMs"       its name, where that is another; "-": it is no member
//	absent:"zero"       it is left out then, or "negative", or, of an index, "none"; "default": a script may leave it out
//	when:"Error == …"   a Go expression of the struct's fields: else it is left out
//	ts:"number | 'all'" its type on the page, where that is not what Go's would be
//	config:"linger.ms"  the configuration key whose value the field has, with default:"5", min:"0", max:"10" as Go
//	                    expressions, unit:"bytes" where the key does not say it, and dynamic:"yes" if the step set
//	                    changes it
//
// A type with few values has their words in a variable, byNames for By, in the order of its constants, or is a string.
// Directives stand below a struct's comment: see kindDirective.
//
// # To add something
//
// A member of an event, a state or a summary: its field, and what fills it. A kind of event: its struct in
// core/internal/event, what emits it, the moment that it makes or belongs to in core/internal/moment/kinds.go, its
// words in site/src/sentence and site/src/words. A verb: its type and its reader (read and the type's name) in
// core/internal/script, a case in core/internal/sim/steps.go, its words in site/src/sentence/deeds.js and the files
// deeds.js of site/src/words. A configuration key: the field with its value, and what goes by it. Then run this
// command.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// made is a file to write, relative to the root of the repository.
type made struct {
	path    string
	content []byte
}

func main() {
	check := flag.Bool("check", false, "report stale files instead of writing them")
	root := flag.String("root", ".", "the root of the repository")
	flag.Parse()
	if err := run(*root, *check); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(root string, check bool) error {
	files, err := makeAll(root)
	if err != nil {
		return err
	}
	var stale []string
	for _, file := range files {
		path := filepath.Join(root, filepath.FromSlash(file.path))
		have, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if bytes.Equal(have, file.content) {
			continue
		}
		stale = append(stale, file.path)
		if check {
			continue
		}
		if err := os.WriteFile(path, file.content, 0o644); err != nil {
			return err
		}
	}
	if check && len(stale) > 0 {
		return fmt.Errorf("stale, run `go run ./core/cmd/contract`:\n\t%s", strings.Join(stale, "\n\t"))
	}
	return nil
}

// makeAll makes every file out of the sources under root.
func makeAll(root string) ([]made, error) {
	read := map[string]*description{} // by the package's name
	for _, name := range []string{
		"event", "account", "sim", "look", "compare", "cluster", "producer", "script", "moment",
	} {
		d, err := readPackage(filepath.Join(root, "core", "internal", name), read)
		if err != nil {
			return nil, err
		}
		read[name] = d
	}
	kinds, err := eventCode(read["event"])
	if err != nil {
		return nil, err
	}
	states, err := structCode(read["look"])
	if err != nil {
		return nil, err
	}
	comparison, err := structCode(read["compare"])
	if err != nil {
		return nil, err
	}
	configs, err := configCode(configurations(read))
	if err != nil {
		return nil, err
	}
	verbs, err := verbCode(read["script"])
	if err != nil {
		return nil, err
	}
	document, err := reference(read, configurations(read))
	if err != nil {
		return nil, err
	}
	keys, err := catalogue(read, configurations(read))
	if err != nil {
		return nil, err
	}
	return []made{
		{"core/CONTRACT.md", document},
		{"core/internal/event/kinds_gen.go", kinds},
		{"core/internal/look/members_gen.go", states},
		{"core/internal/compare/members_gen.go", comparison},
		{"core/internal/script/configs_gen.go", configs},
		{"core/internal/script/verbs_gen.go", verbs},
		{"site/src/studio/catalogue.js", keys},
		{
			"site/src/contract.d.ts",
			typeScript(read["event"], read["look"], read["compare"], read["script"], kindsOfMoments(read["moment"])),
		},
	}, nil
}

// kindsOfMoments returns the kinds of moments under the name that the page has for them.
func kindsOfMoments(moments *description) *enum {
	kinds := *moments.enum("Kind")
	kinds.name = "MomentKind"
	return &kinds
}
