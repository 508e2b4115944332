package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// hostedPage is the page whose parts are files of their own. The same page is made whole, too: one file that has
// everything in it, under two names, one to open from a disk and one to put into a frame.
const hostedPage = "index.html"

var wholePages = []string{"highwater.html", "embed.html"}

// moduleElement is the id of the element that carries the module in the page that is whole.
const moduleElement = "module"

// wholeFormat is the policy of the page that is whole: its own script and style by their hashes, and nothing else. It
// asks for no file, so it works where there is no host, and in a frame of no origin.
const wholeFormat = "default-src 'none'; script-src%s 'wasm-unsafe-eval'; style-src%s; img-src data:; " +
	"base-uri 'none'; form-action 'none'"

// namingPattern finds the elements of a page's head that name a file.
var namingPattern = regexp.MustCompile(`<(?:link|script)\b[^>]*\b(?:href|src)="(?:\./)?([^":#?]+)"[^>]*>(?:</script>)?`)

// endsElement finds what would end a script or a style before its end, or keep its end from being one.
var endsElement = regexp.MustCompile(`(?i)</?(?:script|style)\b`)

// addWhole adds the page that is whole.
func (p project) addWhole(files site, source []byte, defines map[string]any) error {
	module := files[filepath.Base(fmt.Sprint(defines["HIGHWATER_WASM_URL"]))]
	within := maps.Clone(defines)
	within["HIGHWATER_WASM_URL"] = ""
	entries := map[string]bundled{}
	for _, entry := range pageEntries(source) {
		made, err := p.wholeEntry(entry, isEarly(source, entry), within)
		if err != nil {
			return err
		}
		entries[entry] = made
	}
	page, err := wholePage(source, entries, module)
	for _, name := range wholePages {
		files[name] = page
	}
	return err
}

// wholeEntry makes one thing that the page names into a text that can stand in it.
func (p project) wholeEntry(entry string, runsEarly bool, defines map[string]any) (bundled, error) {
	switch extension := filepath.Ext(entry); {
	case runsEarly:
		return p.bundle(entry, early, defines)
	case extension == ".js" || extension == ".css":
		return p.bundle(entry, whole, defines)
	}
	return p.addEntry(site{}, entry, false, defines)
}

// wholePage puts everything that a page's source names into the page: the style sheet and the early script where they
// are named, icons as data, and at the end the module and then the script that starts it.
func wholePage(source []byte, entries map[string]bundled, module []byte) ([]byte, error) {
	var scripts, styles, last string
	var err error
	put := func(element string, text []byte) string {
		if found := endsElement.Find(text); found != nil {
			err = fmt.Errorf("a text with %s cannot stand in a page", found)
		}
		name, _, _ := strings.Cut(element, " ")
		return "<" + element + ">" + string(text) + "</" + name + ">"
	}
	page := namingPattern.ReplaceAllFunc(source, func(match []byte) []byte {
		entry := string(namingPattern.FindSubmatch(match)[1])
		text := bytes.TrimSpace(entries[entry].text)
		switch {
		case earlyPattern.Match(match):
			scripts += " " + inlineHash(text)
			return []byte(put("script", text))
		case filepath.Ext(entry) == ".js":
			scripts += " " + inlineHash(text)
			last += put(`script type="module"`, text) + "\n"
			return nil
		case filepath.Ext(entry) == ".css":
			styles += " " + inlineHash(text)
			return []byte(put("style", text))
		case filepath.Ext(entry) == ".svg":
			return bytes.Replace(match, []byte(entry), []byte("data:image/svg+xml;base64,"+encoded(text)), 1)
		}
		return nil // what only a page with a host has
	})
	if err != nil {
		return nil, err
	}
	zipped := gzipped(module)
	data := put(`script type="application/octet-stream" id="`+moduleElement+`"`, []byte(encoded(zipped))) + "\n"
	end := bytes.LastIndex(page, []byte("</body>"))
	if end < 0 {
		return nil, fmt.Errorf("a page has no </body>")
	}
	page = slices.Concat(page[:end], []byte(data), []byte(last), page[end:])
	return framed(page, fmt.Sprintf(wholeFormat, scripts, styles), "")
}

// encoded is base64, with no line breaks.
func encoded(content []byte) string { return base64.StdEncoding.EncodeToString(content) }

// gzipped returns a content gzipped at its best level. Equal contents give equal results.
func gzipped(content []byte) []byte {
	var out bytes.Buffer
	writer, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	_, _ = writer.Write(content)
	_ = writer.Close()
	return out.Bytes()
}
