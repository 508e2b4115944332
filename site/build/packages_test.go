package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// packed makes the packages of this project with a page and an element that are none.
func packed(t *testing.T) site {
	t.Helper()
	p, err := findProject()
	require.NoError(t, err)
	files := site{"embed.html": []byte("page"), elementScript: []byte("element")}
	made := manifest{Version: "0123456789ab"}
	require.NoError(t, p.addGrading(files, made))
	require.NoError(t, p.addPackage(files, made))
	return files
}

// unzipped reads an archive.
func unzipped(t *testing.T, content []byte) site {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	require.NoError(t, err)
	found := site{}
	for _, entry := range archive.File {
		file, err := entry.Open()
		require.NoError(t, err)
		found[entry.Name], err = io.ReadAll(file)
		require.NoError(t, err)
	}
	return found
}

func TestAPackageHasEveryLessonOfThePathAndWhatItNeeds(t *testing.T) {
	p, err := findProject()
	require.NoError(t, err)
	lessons, err := p.pathLessons()
	require.NoError(t, err)
	require.Len(t, lessons, 8)
	files := packed(t)
	for _, standard := range standards {
		inside := unzipped(t, files["highwater-"+standard.name+".zip"])
		for _, name := range []string{"index.html", "embed.html", elementScript, "grade.js", standard.list} {
			require.NotEmpty(t, inside[name], "%s: %s", standard.name, name)
		}
		list := string(inside[standard.list])
		at := 0
		for _, lesson := range lessons {
			next := strings.Index(list, "?scenario="+lesson.ID+"\"")
			if next < 0 {
				next = strings.Index(list, "?scenario="+lesson.ID+"<")
			}
			require.Greater(t, next, at, "%s: %s, in its order", standard.name, lesson.ID)
			at = next
		}
		decoder := xml.NewDecoder(strings.NewReader(list))
		for err = nil; err == nil; {
			_, err = decoder.Token()
		}
		require.True(t, errors.Is(err, io.EOF), "%s: %v", standard.list, err)
	}
}

func TestEqualSourcesGiveEqualPackages(t *testing.T) {
	require.Equal(t, packed(t), packed(t))
}

func TestThePackageOfNpmOffersOnlyWhatIsThere(t *testing.T) {
	files := packed(t)
	files["highwater.html"] = files["embed.html"]
	var described npmPackage
	require.NoError(t, json.Unmarshal(files[packageFile], &described))
	for _, address := range described.Exports {
		require.NotEmpty(t, files[strings.TrimPrefix(address, "./")], address)
	}
}

func TestAVersionOfNpmComesFromTheTag(t *testing.T) {
	for described, wanted := range map[string]string{
		"v1.2.3": "1.2.3", "v1.2.3-5-gabc1234": "1.2.3-5.gabc1234", "1.0": "", "nightly": "",
	} {
		require.Equal(t, wanted, released(described), described)
	}
}
