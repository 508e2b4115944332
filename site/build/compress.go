package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// brotliScript compresses each file that it is given and puts the result beside it. Node brings the reference encoder
// along; a Go port of it would be one more dependency.
const brotliScript = `const {brotliCompressSync} = require("node:zlib"), fs = require("node:fs");
for (const name of process.argv.slice(1)) fs.writeFileSync(name + ".br", brotliCompressSync(fs.readFileSync(name)));`

// Names of compressed files end so, behind the name of the file as it is. Hosts that look for such files serve them to
// those who accept them.
const (
	gzipEnd   = ".gz"
	brotliEnd = ".br"
)

// smallest and least say which files are worth it: those from a size on that become a good deal smaller.
const (
	smallestCompressed = 1024
	leastCompressed    = 0.9
)

// compressible are the kinds of files that are not compressed already.
var compressible = []string{".html", ".js", ".css", ".wasm", ".svg", ".json", ".txt", ".xml", ".webmanifest"}

// isPlain reports whether brotli gains something over gzip: the page that is whole is packed by itself, so that gzip,
// which takes base64 back, is as good.
func isPlain(name string) bool {
	return slices.Contains(compressible, filepath.Ext(name)) && !slices.Contains(wholePages, name)
}

// isCompressed reports whether a file is another one, compressed.
func isCompressed(name string) bool {
	return strings.HasSuffix(name, gzipEnd) || strings.HasSuffix(name, brotliEnd)
}

// compress adds to a site what hosts may serve in the place of its files.
func (p project) compress(files site) error {
	var names []string
	var contents [][]byte
	for name, content := range files {
		if !slices.Contains(compressible, filepath.Ext(name)) || len(content) < smallestCompressed {
			continue
		}
		files.addSmaller(name+gzipEnd, gzipped(content), content)
		if isPlain(name) {
			names, contents = append(names, name), append(contents, content)
		}
	}
	packed, err := p.brotli(contents)
	for i := range packed {
		files.addSmaller(names[i]+brotliEnd, packed[i], contents[i])
	}
	return err
}

// addSmaller adds a compressed file if that pays.
func (s site) addSmaller(name string, packed, content []byte) {
	if float64(len(packed)) <= leastCompressed*float64(len(content)) {
		s[name] = packed
	}
}

// brotli compresses contents at the best level, or finds what a build before has made of them.
func (p project) brotli(contents [][]byte) ([][]byte, error) {
	if err := os.MkdirAll(p.kept, 0o755); err != nil {
		return nil, err
	}
	var files, missing []string
	for _, content := range contents {
		file := filepath.Join(p.kept, hashOf(content))
		files = append(files, file)
		if _, err := os.Stat(file + brotliEnd); err == nil {
			continue
		}
		if err := os.WriteFile(file, content, 0o600); err != nil {
			return nil, err
		}
		missing = append(missing, file)
	}
	if len(missing) > 0 {
		if _, err := p.output(nil, "node", append([]string{"--eval", brotliScript}, missing...)...); err != nil {
			return nil, err
		}
	}
	var packed [][]byte
	for _, file := range files {
		content, err := os.ReadFile(file + brotliEnd)
		if err != nil {
			return nil, fmt.Errorf("node did not compress every file: %w", err)
		}
		packed = append(packed, content)
	}
	for _, file := range missing {
		if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
	}
	return packed, nil
}
