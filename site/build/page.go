package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"slices"
)

// policyFormat is the content security policy that the page lives under, on every host: as a meta tag in dist/, and as
// a header from serve. The script that stands in the page itself is let in by its hash. The page may set its own base,
// within its host, for one that serves a folder without the slash. A worker is made of the page's own functions.
// frame-ancestors is missing on purpose: lessons embed the page.
const policyFormat = "default-src 'none'; script-src 'self'%s 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; " +
	"connect-src 'self'; worker-src blob:; manifest-src 'self'; base-uri 'self'; form-action 'none'"

// policy is the policy of whatever has no script within it.
var policy = fmt.Sprintf(policyFormat, "")

// policyPattern finds the policy in a finished page.
var policyPattern = regexp.MustCompile(`<meta http-equiv="Content-Security-Policy" content="([^"]*)" />`)

// entryPattern finds the scripts, style sheets and images that a page's source names.
var entryPattern = regexp.MustCompile(`(href|src)="(?:\./)?([^":#?]+\.(?:js|css|svg|png|webmanifest))"`)

// earlyPattern finds a script that is no module. It is put into the page itself, since it is what speaks when no other
// file comes.
var earlyPattern = regexp.MustCompile(`<script src="(?:\./)?([^":#?]+\.js)"></script>`)

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

// isEarly reports whether a page's source names an entry as a script that is no module.
func isEarly(source []byte, entry string) bool {
	return slices.ContainsFunc(earlyPattern.FindAllSubmatch(source, -1), func(match [][]byte) bool {
		return string(match[1]) == entry
	})
}

// finishPage puts the hashed names into a page, and into its place each script that is no module. The policy comes
// first in its head, last the parts that a module imports at once.
func finishPage(source []byte, entries map[string]bundled) ([]byte, error) {
	if rooted := rootedPattern.Find(source); rooted != nil {
		return nil, errors.New("every address on a page is relative, but there is " + string(rooted))
	}
	hashes := ""
	page := earlyPattern.ReplaceAllFunc(source, func(match []byte) []byte {
		script := entries[string(earlyPattern.FindSubmatch(match)[1])].text
		hashes += " " + inlineHash(script)
		return slices.Concat([]byte("<script>"), script, []byte("</script>"))
	})
	page = entryPattern.ReplaceAllFunc(page, func(match []byte) []byte {
		parts := entryPattern.FindSubmatch(match)
		if name := entries[string(parts[2])].name; name != "" {
			return []byte(string(parts[1]) + `="./` + name + `"`)
		}
		return match // the text of a script looks like that
	})
	parts := ""
	for _, entry := range pageEntries(source) {
		for _, part := range entries[entry].first {
			parts += "  <link rel=\"modulepreload\" href=\"./" + part + "\" />\n  "
		}
	}
	return framed(page, fmt.Sprintf(policyFormat, hashes), parts)
}

// framed puts a policy at the beginning of a page's head, and more at its end.
func framed(page []byte, policy, more string) ([]byte, error) {
	opening, closing := headPattern.FindIndex(page), bytes.Index(page, []byte("</head>"))
	if opening == nil || closing < 0 {
		return nil, errors.New("a page has no <head>")
	}
	meta := "\n    <meta http-equiv=\"Content-Security-Policy\" content=\"" + policy + "\" />"
	return slices.Concat(page[:opening[1]], []byte(meta), page[opening[1]:closing], []byte(more), page[closing:]), nil
}

// inlineHash is the source expression that lets in one script or style that stands in the page itself (Content Security
// Policy Level 3, 2.3.1).
func inlineHash(content []byte) string {
	sum := sha256.Sum256(content)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
