package main

import (
	"bytes"
	"crypto/sha256"
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

// trustPage says what the playground models, and how that is known. All figures on it come from the sources, from the
// build, or from what the tests have left behind; the template has words only.
const trustPage = "trust.html"

// trustTemplate and trustStyle are what the page is made from.
const (
	trustTemplate = "site/build/trust/page.tmpl"
	trustStyle    = "site/build/trust/style.css"
)

// resultsFolder has what the tests have found, a file for each part of them.
const resultsFolder = ".build/results"

// modelPackages are the packages that model Kafka and what is around it, in the order in which one may read them.
var modelPackages = []string{
	"rules", "cluster", "storage", "purgatory", "timer", "producer", "consumer", "network", "protocol", "quota", "latency",
	"sim",
}

// trust is what the template may use.
type trust struct {
	Version, Go, Kafka string
	Policy             template.HTMLAttr
	Style              template.CSS
	Packages           []modelled
	Own, Public        cases
	Recordings, Hashes int
	Core, Page         verdict
	Soak               soaked
	Engines            tried
	Access             []string // what the tests of the page try of it
	Files              []weighed
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

// weighed is a file of the site and what it weighs.
type weighed struct {
	Name        string
	Bytes, Gzip int
}

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

// addTrust adds the page.
func (p project) addTrust(files site, made manifest) error {
	style, err := os.ReadFile(p.path(trustStyle))
	if err != nil {
		return err
	}
	sum := sha256.Sum256(style)
	about := trust{
		Version: made.Version, Go: made.Go, Style: template.CSS(style),
		Policy: template.HTMLAttr(`content="default-src 'none'; img-src data:; style-src 'sha256-` +
			base64.StdEncoding.EncodeToString(sum[:]) + `'"`),
		Files: measured(files, made.Module),
	}
	if err := errors.Join(p.readModel(&about), p.readEvidence(&about), p.readResults(&about)); err != nil {
		return err
	}
	page, err := template.ParseFiles(p.path(trustTemplate))
	if err != nil {
		return err
	}
	var b bytes.Buffer
	err = page.Execute(&b, about)
	files[trustPage] = b.Bytes()
	return err
}

// measured weighs what readers and hosts choose between.
func measured(files site, module string) []weighed {
	var found []weighed
	for _, name := range append([]string{module, hostedPage, "highwater.js"}, wholePages...) {
		if content := files[name]; content != nil {
			found = append(found, weighed{name, len(content), gzipSize(content)})
		}
	}
	return found
}

// kafkaPattern finds the version that the core models, in its own words.
var kafkaPattern = regexp.MustCompile(`as Kafka (\d+\.\d+\.\d+) does it`)

// readModel reads what the packages of the core say of themselves.
func (p project) readModel(about *trust) error {
	doc, err := os.ReadFile(p.path("core/doc.go"))
	if err != nil {
		return err
	}
	version := kafkaPattern.FindSubmatch(doc)
	if version == nil {
		return errors.New("core/doc.go does not say which Kafka it models")
	}
	about.Kafka = string(version[1])
	for _, name := range modelPackages {
		text, err := packageDoc(p.path("core/internal/" + name))
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
func (p project) readEvidence(about *trust) error {
	var err error
	if about.Own, err = p.readCases("core/internal/lint/kafka_cases.md"); err != nil {
		return err
	}
	if about.Public, err = p.readCases("core/internal/publiccases/cases.md"); err != nil {
		return err
	}
	recordings, err := filepath.Glob(p.path("core/internal/realkafka/testdata/recordings/*.json"))
	if err != nil {
		return err
	}
	about.Recordings = len(recordings)
	hashes, err := os.ReadFile(p.path("core/testdata/hashes.txt"))
	if err != nil {
		return err
	}
	about.Hashes = bytes.Count(hashes, []byte("\n"))
	tests, err := os.ReadFile(p.path("site/test/e2e/access.test.js"))
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
func (p project) readCases(name string) (cases, error) {
	text, err := os.ReadFile(p.path(name))
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
func (p project) readResults(about *trust) error {
	return errors.Join(
		p.readResult("core", about.Version, &about.Core, &about.Core),
		p.readResult("page", about.Version, &about.Page, &about.Page),
		p.readResult("soak", about.Version, &about.Soak, &about.Soak.verdict),
		p.readResult("engines", about.Version, &about.Engines, &about.Engines.verdict),
	)
}

// readResult reads the result of one part; it counts if it is about this version.
func (p project) readResult(part, version string, into any, told *verdict) error {
	content, err := os.ReadFile(p.path(resultsFolder + "/" + part + ".json"))
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
