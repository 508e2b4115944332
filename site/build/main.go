// Command build builds the static site from its sources, serves it during development, and measures it.
//
//	go run ./site/build pack     makes dist/
//	go run ./site/build serve    makes dist/, serves it on this machine and makes it anew on a change
//	go run ./site/build sizes    prints what dist/ weighs on the wire; fails above a hard budget
//	go run ./site/build bench    prints the budget table
//	go run ./site/build version  prints the fingerprint of the sources
//
// It uses esbuild's Go API, so that bundling needs no package of npm. What it leaves out: service workers, source maps
// in dist/, and anything that a static host would have to be told.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
)

// verbs lists what the program can do, by the first word of its arguments.
var verbs = []struct {
	name string
	run  func(project, []string) error
}{
	{"pack", runPack},
	{"serve", runServe},
	{"sizes", runSizes},
	{"bench", runBench},
	{"version", runVersion},
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "build:", err)
		}
		os.Exit(1)
	}
}

// run finds the project and hands the arguments to the verb that they begin with.
func run(args []string) error {
	if len(args) == 0 {
		return errors.New("say one of: pack, serve, sizes, bench, version")
	}
	where, err := findProject()
	if err != nil {
		return err
	}
	for _, verb := range verbs {
		if verb.name == args[0] {
			return verb.run(where, args[1:])
		}
	}
	return fmt.Errorf("no verb %q; there are pack, serve, sizes, bench, version", args[0])
}
