package main

import (
	"bytes"
	"errors"
	"regexp"
)

// policy is the content security policy that the page lives under, on every host: as a meta tag in dist/, and as a
// header from serve. frame-ancestors is missing on purpose: lessons embed the page.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'"

// entryPattern finds the scripts, style sheets and images that a page's source names.
var entryPattern = regexp.MustCompile(`(href|src)="(?:\./)?([^":#?]+\.(?:js|css|svg|png))"`)

// headPattern finds the place before which nothing may load.
var headPattern = regexp.MustCompile(`<head[^>]*>`)

// rootedPattern finds addresses that would leave the folder of the page, or its host.
var rootedPattern = regexp.MustCompile(`\b(?:href|src|srcset|action|poster|data)="(?:/|[a-z]+://)[^"]*"`)

// pageEntries lists the entry points that a page's source names, each once.
func pageEntries(source []byte) []string {
	var entries []string
	seen := map[string]bool{}
	for _, match := range entryPattern.FindAllSubmatch(source, -1) {
		if entry := string(match[2]); !seen[entry] {
			seen[entry] = true
			entries = append(entries, entry)
		}
	}
	return entries
}

// finishPage puts the hashed names into a page. The policy comes first in its head, the early requests for the
// module and its glue last, behind what the first paint needs and the parts that a script imports at once.
func finishPage(source []byte, entries map[string]bundled, made manifest) ([]byte, error) {
	if rooted := rootedPattern.Find(source); rooted != nil {
		return nil, errors.New("every address on a page is relative, but there is " + string(rooted))
	}
	page := entryPattern.ReplaceAllFunc(source, func(match []byte) []byte {
		parts := entryPattern.FindSubmatch(match)
		return []byte(string(parts[1]) + `="./` + entries[string(parts[2])].name + `"`)
	})
	opening, closing := headPattern.FindIndex(page), bytes.Index(page, []byte("</head>"))
	if opening == nil || closing < 0 {
		return nil, errors.New("a page has no <head>")
	}
	var out bytes.Buffer
	out.Write(page[:opening[1]])
	out.WriteString("\n    <meta http-equiv=\"Content-Security-Policy\" content=\"" + policy + "\" />")
	out.Write(page[opening[1]:closing])
	for _, entry := range pageEntries(source) {
		for _, part := range entries[entry].first {
			out.WriteString("  <link rel=\"modulepreload\" href=\"./" + part + "\" />\n  ")
		}
	}
	out.WriteString("  <link rel=\"preload\" as=\"script\" href=\"./" + made.Glue + "\" />\n  ")
	out.WriteString("  <link rel=\"preload\" as=\"fetch\" crossorigin href=\"./" + made.Module + "\" />\n  ")
	out.Write(page[closing:])
	return out.Bytes(), nil
}
