// Package trust writes the page that says what the playground models, and how that is known. All figures on it come
// from the sources, from the build, or from what the tests have left behind; the template has words only. Tests that
// have not run, or that were about other sources, count for nothing.
package trust

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // for the template and the style
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"html/template"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

//go:embed page.tmpl
var pageTemplate string

//go:embed style.css
var style string

// resultsFolder has what the tests have found, a file for each part of them.
const resultsFolder = ".build/results"

// modelPackages are the packages that model Kafka and what is around it, in the order in which one may read them.
var modelPackages = []string{
	"rules", "cluster", "storage", "purgatory", "timer", "producer", "consumer", "network", "protocol", "quota", "latency",
	"sim",
}

// Build is what the page says of the build.
type Build struct {
	Version string // the fingerprint of the sources
	Go      string
	Files   []File
}

// File is a file of the site and what it weighs.
type File struct {
	Name        string
	Bytes, Gzip int
}

// page is what the template may use.
type page struct {
	Build
	Kafka              string
	Policy             template.HTMLAttr
	Style              template.CSS
	Packages           []modelled
	Own, Public        cases
	Recordings, Hashes int
	Core, Page         verdict
	Soak               soaked
	Engines            tried
	Access             []string // what the tests of the page try of it
}

// modelled is what a package says of itself.
type modelled struct {
	Name string
	Text template.HTML
}

// cases is a list of public cases: how many there are, and which of them no test has.
type cases struct {
	All  int
	Left []leftOut
}

// leftOut is a case that is not modelled, and why.
type leftOut struct{ ID, Why string }

// verdict is what the tests say when they have passed.
type verdict struct {
	Version string `json:"version"` // what they have tested
	Passed  bool   `json:"-"`       // that is what this build is made from
}

// soaked is what random scripts have shown.
type soaked struct {
	verdict
	Seed    uint64 `json:"seed"` // of the first
	Scripts int    `json:"scripts"`
	Events  int    `json:"events"`
	Broken  int    `json:"broken"` // that break a promise
}

// tried is what the tests in several browsers have found.
type tried struct {
	verdict
	Engines []struct{ Name, Version string } `json:"engines"`
	Cases   []struct {
		Name  string            `json:"name"`
		Found map[string]string `json:"found"` // by the name of the engine
	} `json:"cases"`
}

// Page writes the page for a build of the sources below root.
func Page(root string, made Build) ([]byte, error) {
	sum := sha256.Sum256([]byte(style))
	about := page{
		Build: made, Style: template.CSS(style),
		Policy: template.HTMLAttr(`content="default-src 'none'; img-src data:; style-src 'sha256-` +
			base64.StdEncoding.EncodeToString(sum[:]) + `'"`),
	}
	from := folder(root)
	if err := errors.Join(from.readModel(&about), from.readEvidence(&about), from.readResults(&about)); err != nil {
		return nil, err
	}
	filled, err := template.New("page").Parse(pageTemplate)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = filled.Execute(&b, about)
	return b.Bytes(), err
}

// folder is where the sources are.
type folder string

// path names a file or folder in it; the parts are separated by slashes.
func (f folder) path(name string) string { return filepath.Join(string(f), filepath.FromSlash(name)) }

// kafkaPattern finds the version that the core models, in its own words.
var kafkaPattern = regexp.MustCompile(`as Kafka (\d+\.\d+\.\d+) does it`)

// readModel reads what the packages of the core say of themselves.
func (f folder) readModel(about *page) error {
	doc, err := os.ReadFile(f.path("core/doc.go"))
	if err != nil {
		return err
	}
	version := kafkaPattern.FindSubmatch(doc)
	if version == nil {
		return errors.New("core/doc.go does not say which Kafka it models")
	}
	about.Kafka = string(version[1])
	for _, name := range modelPackages {
		text, err := packageDoc(f.path("core/internal/" + name))
		if err != nil {
			return err
		}
		about.Packages = append(about.Packages, modelled{name, text})
	}
	return nil
}

// packageDoc returns the comment of a package as HTML.
func packageDoc(folder string) (template.HTML, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return "", err
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.PackageClauseOnly)
		if err != nil {
			return "", err
		}
		if file.Doc != nil {
			var reader comment.Parser
			printer := comment.Printer{HeadingLevel: 3}
			return template.HTML(printer.HTML(reader.Parse(file.Doc.Text()))), nil
		}
	}
	return "", fmt.Errorf("%s does not say what it models", folder)
}

// readEvidence counts cases, recordings and scripts, and lists what is tried of accessibility.
func (f folder) readEvidence(about *page) error {
	var err error
	if about.Own, err = f.readCases("core/internal/lint/kafka_cases.md"); err != nil {
		return err
	}
	if about.Public, err = f.readCases("core/internal/publiccases/cases.md"); err != nil {
		return err
	}
	recordings, err := filepath.Glob(f.path("core/internal/realkafka/testdata/recordings/*.json"))
	if err != nil {
		return err
	}
	about.Recordings = len(recordings)
	hashes, err := os.ReadFile(f.path("core/testdata/hashes.txt"))
	if err != nil {
		return err
	}
	about.Hashes = bytes.Count(hashes, []byte("\n"))
	tests, err := os.ReadFile(f.path("site/test/e2e/access.test.js"))
	if err != nil {
		return err
	}
	for _, match := range testPattern.FindAllSubmatch(tests, -1) {
		about.Access = append(about.Access, string(match[1]))
	}
	return nil
}

// testPattern finds the names of tests, and casePattern the rows of a list of cases.
var (
	testPattern = regexp.MustCompile("(?m)^ *test\\(['`](.*?)(?:, \\$\\{.*)?['`],")
	casePattern = regexp.MustCompile(`(?m)^\| ([A-Z]+-\d+) \| (not modelled|not expressible|test \w+) \| (.*) \|$`)
)

// readCases reads a list of cases.
func (f folder) readCases(name string) (cases, error) {
	text, err := os.ReadFile(f.path(name))
	if err != nil {
		return cases{}, err
	}
	var found cases
	for _, row := range casePattern.FindAllSubmatch(text, -1) {
		found.All++
		if strings.HasPrefix(string(row[2]), "not") {
			found.Left = append(found.Left, leftOut{string(row[1]), string(row[3])})
		}
	}
	if found.All == 0 {
		return found, fmt.Errorf("%s lists no cases", name)
	}
	return found, nil
}

// readResults reads what the tests have found. Without them the page says that they have not been run.
func (f folder) readResults(about *page) error {
	return errors.Join(
		f.readResult("core", about.Version, &about.Core, &about.Core),
		f.readResult("page", about.Version, &about.Page, &about.Page),
		f.readResult("soak", about.Version, &about.Soak, &about.Soak.verdict),
		f.readResult("engines", about.Version, &about.Engines, &about.Engines.verdict),
	)
}

// readResult reads the result of one part; it counts if it is about this version.
func (f folder) readResult(part, version string, into any, told *verdict) error {
	content, err := os.ReadFile(f.path(resultsFolder + "/" + part + ".json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(content, into); err != nil {
		return fmt.Errorf("the result of %s: %w", part, err)
	}
	told.Passed = told.Version == version
	return nil
}
