package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"highwater/site/build/lzma"
)

// hostedPage is the page whose parts are files of their own. The same page is made whole, too: one file that has
// everything in it, under two names, one to open from a disk and one to put into a frame.
const hostedPage = "index.html"

var wholePages = []string{"highwater.html", "embed.html"}

// unpackSource is the script that unpacks what the page that is whole has in it.
const unpackSource = "src/unpack.js"

// dataFormat is an element that has something packed: its id, how many bytes come out, and the packed ones in base64.
const dataFormat = `<script type="application/octet-stream" id="%s" data-bytes="%d">%s</script>` + "\n"

// wholeFormat is the policy of the page that is whole: its own script and style by their hashes, the worker that these
// make, and nothing else. It
// asks for no file, so it works where there is no host, and in a frame of no origin.
const wholeFormat = "default-src 'none'; script-src%s 'wasm-unsafe-eval'; style-src%s; img-src data:; " +
	"worker-src blob:; base-uri 'none'; form-action 'none'"

// namingPattern finds the elements of a page's head that name a file.
var namingPattern = regexp.MustCompile(`<(?:link|script)\b[^>]*\b(?:href|src)="(?:\./)?([^":#?]+)"[^>]*>(?:</script>)?`)

// endsElement finds what would end a script or a style before its end, or keep its end from being one.
var endsElement = regexp.MustCompile(`(?i)</?(?:script|style)\b`)

// elementSource is the script that defines the element by which other pages embed this one. They name it themselves, so
// its name stays.
const (
	elementSource = "src/embed/element.js"
	elementScript = "highwater.js"
)

// addElement adds that script.
func (p project) addElement(files site, defines map[string]any) error {
	if _, err := os.Stat(p.path("site/" + elementSource)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	made, err := p.bundle(elementSource, classic, defines)
	files[elementScript] = made.text
	return err
}

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
	unpack, err := p.bundle(unpackSource, whole, within)
	if err != nil {
		return err
	}
	page, err := p.wholePage(source, entries, unpack.text, module)
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
// are named, icons as data, and at the end, packed, its script and the module, and what unpacks them.
func (p project) wholePage(source []byte, entries map[string]bundled, unpack, module []byte) ([]byte, error) {
	var scripts, styles string
	var program []byte
	var err error
	put := func(element string, text []byte) []byte {
		if found := endsElement.Find(text); found != nil {
			err = fmt.Errorf("a text with %s cannot stand in a page", found)
		}
		name, _, _ := strings.Cut(element, " ")
		return []byte("<" + element + ">" + string(text) + "</" + name + ">")
	}
	page := namingPattern.ReplaceAllFunc(source, func(match []byte) []byte {
		entry := string(namingPattern.FindSubmatch(match)[1])
		text := bytes.TrimSpace(entries[entry].text)
		switch {
		case earlyPattern.Match(match):
			scripts += " " + inlineHash(text)
			return put("script", text)
		case filepath.Ext(entry) == ".js":
			program = text
			return nil
		case filepath.Ext(entry) == ".css":
			styles += " " + inlineHash(text)
			return put("style", text)
		case filepath.Ext(entry) == ".svg":
			return bytes.Replace(match, []byte(entry), []byte("data:image/svg+xml;base64,"+encoded(text)), 1)
		}
		return nil // what only a page with a host has
	})
	unpack = bytes.TrimSpace(unpack)
	scripts += " " + inlineHash(unpack) + " " + inlineHash(program)
	more := put(`script type="module"`, unpack)
	if err != nil {
		return nil, err
	}
	for _, part := range []struct {
		id      string
		content []byte
	}{{"module", module}, {"program", program}} {
		packed, err := p.packed(part.content)
		if err != nil {
			return nil, err
		}
		more = append(fmt.Appendf(nil, dataFormat, part.id, len(part.content), encoded(packed)), more...)
	}
	end := bytes.LastIndex(page, []byte("</body>"))
	if end < 0 {
		return nil, errors.New("a page has no </body>")
	}
	page = slices.Concat(page[:end], more, []byte("\n"), page[end:])
	return framed(page, fmt.Sprintf(wholeFormat, scripts, styles), "")
}

// packed compresses a content, or finds what a build before has made of it: the module takes seconds, and changes
// seldom.
func (p project) packed(content []byte) ([]byte, error) {
	file := filepath.Join(p.kept, hashOf(content)+".lzma")
	if known, err := os.ReadFile(file); err == nil {
		return known, nil
	}
	packed := lzma.Compress(content)
	return packed, errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, packed, 0o600))
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
