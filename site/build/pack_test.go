package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// smallScript is a script, as compact as the build writes it.
func smallScript(title string) string {
	return `{"version":1,"title":"` + title + `",` +
		`"cluster":{"brokers":1,"topics":[{"name":"t","partitions":[{"replicas":[1]}]}]},"steps":[]}`
}

// sampleProject lays out a small project of the same shape as this one.
func sampleProject(t *testing.T) project {
	t.Helper()
	root := t.TempDir()
	for name, content := range map[string]string{
		"go.mod":          "module sample\n\ngo 1.26\n",
		"LICENSE":         "Do as you like.\n",
		"wasm/main.go":    "package main\n\nvar version = \"dev\"\n\nfunc main() { println(version) }\n",
		"site/index.html": samplePage,
		"site/src/main.js": "import list from 'virtual:scenarios';\n" +
			"import 'virtual:glue';\nconsole.log(list, HIGHWATER_WASM_URL);\n",
		"site/src/start.js":      "console.log('early', HIGHWATER_VERSION);\n",
		"site/src/unpack.js":     "console.log('unpack');\n",
		"site/styles/main.css":   "body { color: CanvasText }\n",
		"site/icon.svg":          "<svg/>\n",
		"scenarios/alpha.json":   smallScript("A"),
		"scenarios/opening.json": smallScript("O"),
	} {
		file := filepath.Join(root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
		require.NoError(t, os.WriteFile(file, []byte(content), 0o600))
	}
	return project{
		root: root, dist: filepath.Join(root, "dist"), scenarios: filepath.Join(root, "scenarios"), plain: true,
		kept: filepath.Join(os.TempDir(), "highwater-kept-for-tests"),
	}
}

func TestTwoClonesMakeTheSameSite(t *testing.T) {
	first, err := sampleProject(t).pack()
	require.NoError(t, err)
	second, err := sampleProject(t).pack()
	require.NoError(t, err)
	require.Equal(t, first, second)
}

func TestTheGlueIsTheToolchainsOwn(t *testing.T) {
	p := sampleProject(t)
	_, err := p.pack()
	require.NoError(t, err)
	glue, err := p.glue()
	require.NoError(t, err)
	own := []byte("total length of command line and environment variables exceeds limit")
	require.Contains(t, string(glue), string(own), "a text of the script")
	scripts, err := filepath.Glob(filepath.Join(p.dist, "*.js"))
	require.NoError(t, err)
	found := 0
	for _, script := range scripts {
		content, err := os.ReadFile(script)
		require.NoError(t, err)
		found += bytes.Count(content, own)
	}
	require.NotZero(t, found)
}

func TestTheModuleSaysWhatItIs(t *testing.T) {
	p := sampleProject(t)
	module, stamp, err := p.compileModule()
	require.NoError(t, err)
	require.Equal(t, hashOf(module[:len(module)-len(stamp)-len(stampSection)-3])[:hashLength], stamp)
	require.True(t, bytes.HasSuffix(module, []byte("\x00\x16\x09highwater"+stamp)))
}

func TestAChangedSourceChangesTheNamesOfWhatItMakes(t *testing.T) {
	p := sampleProject(t)
	before, err := p.pack()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(p.path("wasm/main.go"), []byte("package main\n\nfunc main() {}\n"), 0o600))
	after, err := p.pack()
	require.NoError(t, err)
	require.NotEqual(t, before.Version, after.Version)
	require.NotEqual(t, before.Module, after.Module)
	require.NoFileExists(t, filepath.Join(p.dist, before.Module), "nothing of the last build stays behind")
}

func TestATestIsNoSourceOfTheSite(t *testing.T) {
	p := sampleProject(t)
	before, err := p.version()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(p.path("wasm/main_test.go"), []byte("package main\n"), 0o600))
	after, err := p.version()
	require.NoError(t, err)
	require.Equal(t, before, after)
}

func TestTheManifestFitsTheFiles(t *testing.T) {
	p := sampleProject(t)
	_, err := p.pack()
	require.NoError(t, err)
	made, err := p.readManifest()
	require.NoError(t, err)
	for _, file := range made.Files {
		content, err := os.ReadFile(filepath.Join(p.dist, file.Name))
		require.NoError(t, err)
		require.Equal(t, file.SHA256, hashOf(content))
	}
	entries, err := os.ReadDir(p.dist)
	require.NoError(t, err)
	require.Len(t, entries, len(made.Files)+1, "everything but the manifest itself is in it")
}

func TestTheOpeningComesFirstAmongTheScenarios(t *testing.T) {
	p := sampleProject(t)
	taught := `{"title": "B", "lesson": {"question": {"en": "Why?"}, "group": "path", "order": 2, "cards": []}}`
	require.NoError(t, os.WriteFile(filepath.Join(p.scenarios, "beta.json"), []byte(taught), 0o600))
	for module, want := range map[string]string{
		"virtual:scenarios": `import script from "virtual:scenarios/opening";
export default [{id: "opening", script}];
export const library = () => import("virtual:scenarios/library").then((m) => m.default);
`,
		"virtual:scenarios/alpha": "export default " + smallScript("A") + ";",
		"virtual:scenarios/library": `export default [
{...{"id":"opening","title":"O"}, load: () => import("virtual:scenarios/opening").then((m) => m.default)},
{...{"id":"alpha","title":"A"}, load: () => import("virtual:scenarios/alpha").then((m) => m.default)},
{...{"id":"beta","group":"path","order":2,"question":{"en":"Why?"}}, ` +
			`load: () => import("virtual:scenarios/beta").then((m) => m.default)},
];
`,
	} {
		content, err := p.scenarioSource(module)
		require.NoError(t, err)
		require.Equal(t, want, content)
	}
	_, err := p.scenarioSource("virtual:scenarios/gamma")
	require.EqualError(t, err, `there is no scenario "gamma"`)
}

func TestABrokenScriptStopsTheBuildAndLeavesTheLastSite(t *testing.T) {
	p := sampleProject(t)
	_, err := p.pack()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(p.path("site/src/main.js"), []byte("let = ;"), 0o600))
	_, err = p.pack()
	require.ErrorContains(t, err, "main.js:1")
	require.FileExists(t, filepath.Join(p.dist, "index.html"))
}

// What is imported by import() is a file of its own, and what both need is one that the page asks for early.
func TestWhatIsNeededLaterIsLoadedLater(t *testing.T) {
	p := sampleProject(t)
	for name, content := range map[string]string{
		"main.js":   "import { both } from './shared.js';\nboth('now');\nimport('./panel.js');\n",
		"panel.js":  "import { both } from './shared.js';\nboth('a panel that opens later');\n",
		"shared.js": "export const both = (text) => console.log('shared', text);\n",
	} {
		require.NoError(t, os.WriteFile(p.path("site/src/"+name), []byte(content), 0o600))
	}
	made, err := p.pack()
	require.NoError(t, err)
	page, err := os.ReadFile(filepath.Join(p.dist, "index.html"))
	require.NoError(t, err)
	scripts := map[string]manifestFile{}
	for _, file := range made.Files {
		content, err := os.ReadFile(filepath.Join(p.dist, file.Name))
		require.NoError(t, err)
		for _, mark := range []string{"`now`", "\"now\"", "a panel", "\"shared\""} {
			if filepath.Ext(file.Name) == ".js" && strings.Contains(string(content), mark) {
				scripts[strings.Trim(mark, "`\"")] = file
			}
		}
	}
	require.Len(t, scripts, 3, "%v", scripts)
	require.True(t, scripts["a panel"].Later)
	require.False(t, scripts["now"].Later)
	require.False(t, scripts["shared"].Later)
	require.NotContains(t, string(page), scripts["a panel"].Name)
	require.Contains(t, string(page), `<link rel="modulepreload" href="./`+scripts["shared"].Name)
	require.Contains(t, string(page), `src="./`+scripts["now"].Name)
}

func TestAPackageWithoutALicenceIsNotShipped(t *testing.T) {
	p := sampleProject(t)
	require.NoError(t, os.MkdirAll(p.path("site/node_modules/some"), 0o755))
	_, err := p.notices([]string{"site/node_modules/some/index.js"})
	require.ErrorContains(t, err, "some")
}

func TestAManifestNamesTheIconsOfThePage(t *testing.T) {
	p := sampleProject(t)
	page := strings.Replace(samplePage, `<link rel="icon" href="icon.svg" />`,
		`<link rel="icon" href="icon.svg" /><link rel="manifest" href="m.webmanifest" />`, 1)
	require.NotEqual(t, samplePage, page)
	put := func(name, content string) {
		require.NoError(t, os.WriteFile(p.path("site/"+name), []byte(content), 0o600))
	}
	put("index.html", page)
	put("m.webmanifest", `{"icons": [{"src": "icon.svg"}]}`)
	_, err := p.pack()
	require.NoError(t, err)
	found, err := filepath.Glob(filepath.Join(p.dist, "m-*.webmanifest"))
	require.NoError(t, err)
	require.Len(t, found, 1)
	content, err := os.ReadFile(found[0])
	require.NoError(t, err)
	icon := regexp.MustCompile(`\./(icon-[0-9a-f]+\.svg)`).FindSubmatch(content)
	require.NotNil(t, icon, "%s", content)
	require.FileExists(t, filepath.Join(p.dist, string(icon[1])))
	made, err := os.ReadFile(filepath.Join(p.dist, "index.html"))
	require.NoError(t, err)
	require.Contains(t, string(made), `href="./`+filepath.Base(found[0])+`"`)
	whole, err := os.ReadFile(filepath.Join(p.dist, "highwater.html"))
	require.NoError(t, err)
	require.NotContains(t, string(whole), "webmanifest", "a file cannot be installed")

	put("m.webmanifest", `{"icons": [{"src": "other.png"}]}`)
	_, err = p.pack()
	require.ErrorContains(t, err, "m.webmanifest: other.png is no file that the page has named before")
}
