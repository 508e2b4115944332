//go:build !js

package lint

import (
	"fmt"
	"go/ast"
	"maps"
	"path"
	"slices"
	"testing"
)

// The limits of what one must hold in mind at once: sources a folder, tests apart, and methods a type. Those that are
// above are listed with a number of their own, which may only fall.
const (
	maxSources = 20
	maxMethods = 60
)

var (
	sourcesAllowed = map[string]int{
		"core/internal/producer": 28, // one type, as Kafka's KafkaProducer with all that stands behind it
	}
	methodsAllowed = map[string]int{
		"core/internal/producer.Client": 155,
		"core/internal/cluster.Broker":  145,
		"core/internal/sim.Sim":         70,
	}
)

func TestTidyFoldersAndTypesAreOfASizeToHoldInMind(t *testing.T) {
	files, methods := map[string]int{}, map[string]int{}
	for _, source := range sources(t) {
		if source.isTest() {
			continue
		}
		folder := path.Dir(source.name)
		files[folder]++
		for _, declaration := range source.file.Decls {
			if function, is := declaration.(*ast.FuncDecl); is && function.Recv != nil {
				methods[folder+"."+receiver(function)]++
			}
		}
	}
	var found []string
	found = append(found, tooMany(files, sourcesAllowed, maxSources, "sources")...)
	found = append(found, tooMany(methods, methodsAllowed, maxMethods, "methods")...)
	forbid(t, found, "divide it along a seam that has a name: a package, or a type of its own with a few verbs.")
}

// tooMany is what is above its limit, and the exceptions that are needed no more.
func tooMany(counts, allowed map[string]int, most int, what string) (found []string) {
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		limit := max(most, allowed[name])
		if counts[name] > limit {
			found = append(found, fmt.Sprintf("%s: %d %s, at most %d", name, counts[name], what, limit))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(allowed)) {
		if counts[name] <= most {
			found = append(found, fmt.Sprintf("%s: %d %s, so it needs no exception", name, counts[name], what))
		}
	}
	return found
}

// receiver is the type that a method belongs to.
func receiver(method *ast.FuncDecl) string {
	of := method.Recv.List[0].Type
	for {
		switch inner := of.(type) {
		case *ast.StarExpr:
			of = inner.X
		case *ast.IndexExpr:
			of = inner.X
		case *ast.Ident:
			return inner.Name
		default:
			return ""
		}
	}
}
