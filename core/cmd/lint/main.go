// Command lint proofreads scripts and their lessons, and prints what there is to mend:
//
//	lint FILE...
//	lint --plan FILE...
//
// Each line is FILE:LINE: what is wrong; the remedy. The exit status is 1 where there is anything to mend, and 2 where
// a file cannot be read. What a lesson calls next has to be a script in the same folder. With --plan it prints instead,
// as JSON, where the run of each script comes to what its lesson consists of (see lesson.Plan).
package main

import (
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"highwater/core"
	"highwater/core/proofread"
)

func main() {
	plan := flag.Bool("plan", false, "print where each run comes to what its lesson consists of")
	flag.Parse()
	if flag.NArg() == 0 {
		fmt.Fprintln(os.Stderr, "usage: lint [--plan] FILE...")
		os.Exit(2)
	}
	do := lint
	if *plan {
		do = printPlan
	}
	sound := true
	for _, path := range flag.Args() {
		text, err := os.ReadFile(path)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		sound = do(path, text) && sound
	}
	if !sound {
		os.Exit(1)
	}
}

// lint prints what there is to mend in a file; it reports whether there is nothing.
func lint(path string, text []byte) bool {
	found := proofread.Check(text, proofread.OfTheLibrary(besides(path)))
	for _, f := range found {
		fmt.Printf("%s:%s\n", path, proofread.Line(f))
	}
	return len(found) == 0
}

// printPlan prints the plan of a file, where it has a lesson; it reports whether it is a script.
func printPlan(path string, text []byte) bool {
	s, err := core.Parse(text)
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", path, err)
		return false
	}
	if made, _ := core.MakePlan(core.New(s), math.MaxInt); made != nil {
		fmt.Printf("%s: %s\n", path, made.AppendJSON(nil))
	}
	return true
}

// besides returns the names of the scripts in the folder of one, without their ending.
func besides(path string) (names []string) {
	files, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*.json")) // the pattern is well formed
	for _, f := range files {
		names = append(names, strings.TrimSuffix(filepath.Base(f), ".json"))
	}
	return names
}
