//go:build !js

package lint

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

var (
	pathInText = regexp.MustCompile(`\binternal/[a-z_]+(?:/[a-z_]+\.go)?`)
	fileInText = regexp.MustCompile(`(?:^|[\s("])([a-z_]+\.go)\b`)
)

// TestTidyPackageCommentsNameWhatThereIs: a file that a package's comment names lies in the package, and what the
// manual in core/doc.go names by its path lies there.
func TestTidyPackageCommentsNameWhatThereIs(t *testing.T) {
	names := repositoryFiles(t)
	var found []string
	for _, source := range sources(t) {
		if source.file.Doc == nil || source.isTest() {
			continue
		}
		text, folder := source.file.Doc.Text(), path.Dir(source.name)
		if folder == "core" {
			for _, name := range pathInText.FindAllString(text, -1) {
				if _, err := os.Stat(filepath.Join(root, "core", name)); err != nil {
					found = append(found, fmt.Sprintf("%s: there is no core/%s", source.name, name))
				}
			}
			continue
		}
		for _, match := range fileInText.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(names, folder+"/"+match[1]) {
				found = append(found, fmt.Sprintf("%s: there is no %s in %s", source.name, match[1], folder))
			}
		}
	}
	forbid(t, found, "name the file by its present name, or leave it out.")
}
