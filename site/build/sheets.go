package main

import (
	"os"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// sheetModule is the name under which a script imports a style sheet as a text: one that comes with a part of the page
// that is loaded later, and is adopted by the page then.
const sheetModule = "virtual:sheet/"

// sheetPlugin resolves the names below sheetModule to the files of site/styles.
func (p project) sheetPlugin() api.Plugin {
	return api.Plugin{Name: "sheets", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: "^" + sheetModule},
			func(args api.OnResolveArgs) (api.OnResolveResult, error) {
				name := strings.TrimPrefix(args.Path, sheetModule)
				return api.OnResolveResult{Path: p.path("site/styles/" + name), Namespace: "sheets"}, nil
			})
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "sheets"},
			func(args api.OnLoadArgs) (api.OnLoadResult, error) {
				source, err := os.ReadFile(args.Path)
				if err != nil {
					return api.OnLoadResult{}, err
				}
				made := api.Transform(string(source), api.TransformOptions{
					Loader: api.LoaderCSS, MinifyWhitespace: true, MinifySyntax: true, Charset: api.CharsetUTF8,
				})
				content := string(made.Code)
				return api.OnLoadResult{Contents: &content, Loader: api.LoaderText}, failure(made.Errors)
			})
	}}
}
