package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"
)

// weights are the sizes of a build as they go over the wire.
type weights struct {
	module   int    // brotli
	code     int    // scripts and styles until one can use the page, gzip
	all      int    // with those that are loaded later, in one language, gzip
	language int    // the words of a second one, gzip
	author   int    // scripts for those who embed the page, gzip
	element  int    // the script that other pages name to embed this one, gzip
	lessons  int    // scripts with their lessons, gzip
	whole    int    // the page that is one file, as it is
	first    int    // page, scripts and styles: what the first paint may need, gzip
	perFiles string // a table, file by file
}

// runSizes prints the weights of dist/ and fails above a hard budget.
func runSizes(p project, args []string) error {
	flags := flag.NewFlagSet("sizes", flag.ContinueOnError)
	if err := flags.Parse(args); err != nil {
		return err
	}
	found, err := p.weigh()
	if err != nil {
		return err
	}
	fmt.Println(found.perFiles)
	return printBudget(os.Stdout, found.rows())
}

// weigh measures dist/.
func (p project) weigh() (weights, error) {
	var found weights
	made, err := p.readManifest()
	if err != nil {
		return found, err
	}
	made.Files = slices.DeleteFunc(made.Files, func(file manifestFile) bool { return isCompressed(file.Name) })
	var names []string
	var contents [][]byte
	for _, file := range made.Files {
		if content, err := os.ReadFile(filepath.Join(p.dist, file.Name)); err != nil {
			return found, err
		} else if isPlain(file.Name) {
			names, contents = append(names, file.Name), append(contents, content)
		}
	}
	packed, err := p.brotli(contents)
	brotli := map[string]int{}
	for i, content := range packed {
		brotli[names[i]] = len(content)
	}
	if err != nil {
		return found, err
	}
	return found, found.addFiles(made, p.dist, brotli)
}

// addFiles sums up the files of a build and writes the table of them.
func (w *weights) addFiles(made manifest, dist string, brotli map[string]int) error {
	var table bytes.Buffer
	columns := tabwriter.NewWriter(&table, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(columns, "bytes\tgzip\tbrotli\t  file")
	for _, file := range made.Files {
		content, err := os.ReadFile(filepath.Join(dist, file.Name))
		if err != nil {
			return err
		}
		zipped := gzipSize(content)
		when := map[bool]string{true: ", later"}[file.Later]
		fmt.Fprintf(columns, "%d\t%d\t%d\t  %s%s\n", len(content), zipped, brotli[file.Name], file.Name, when)
		switch filepath.Ext(file.Name) {
		case ".js", ".css":
			if file.Name == elementScript {
				w.element = zipped
				continue
			}
			switch file.Content {
			case lessonContent:
				w.lessons += zipped
			case languageContent:
				w.language += zipped
			case authorContent:
				w.author += zipped
			default:
				w.all += zipped
			}
			if !file.Later {
				w.code += zipped
				w.first += zipped
			}
		case ".html":
			switch {
			case slices.Contains(wholePages, file.Name):
				w.whole = len(content)
			case file.Name != trustPage:
				w.first += zipped
			}
		}
		if file.Name == made.Module {
			w.module = brotli[file.Name]
		}
	}
	err := columns.Flush()
	w.perFiles = table.String()
	return err
}

// rows are the lines of the budget table that sizes decide.
func (w *weights) rows() []row {
	return []row{
		{what: "module, brotli", measured: float64(w.module) / 1000, hard: 850, aim: none, unit: " KB"},
		{
			what: "scripts and styles until one can use the page, gzip", measured: float64(w.code) / 1024,
			hard: 60, aim: 30, unit: " KB",
		},
		{what: "scripts and styles in all, gzip", measured: float64(w.all) / 1024, hard: 140, aim: 120, unit: " KB"},
		{what: "a second language, gzip", measured: float64(w.language) / 1024, hard: none, aim: none, unit: " KB"},
		{what: "for authors, gzip", measured: float64(w.author) / 1024, hard: none, aim: none, unit: " KB"},
		{what: elementScript + ", gzip", measured: float64(w.element) / 1024, hard: 8, aim: none, unit: " KB"},
		{what: "lessons, gzip", measured: float64(w.lessons) / 1024, hard: none, aim: none, unit: " KB"},
		{what: "the page in one file", measured: float64(w.whole) / 1e6, hard: 1.6, aim: none, unit: " MB"},
		{
			what: "page, scripts and styles, gzip: the first paint", measured: float64(w.first) / 1024,
			hard: none, aim: 40, unit: " KB",
		},
	}
}

// gzipSize returns how long a content is when gzipped at its best level.
func gzipSize(content []byte) int { return len(gzipped(content)) }
