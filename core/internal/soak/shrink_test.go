//go:build !js

package soak

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// shrink takes from a script what it can without losing the broken promise of one kind: elements of lists, members of
// objects, and the size of numbers. It knows nothing of the format but that some of it may go.
func shrink(text []byte, check string) []byte {
	until := time.Now().Add(20 * time.Second)
	for {
		var tree any
		if json.Unmarshal(text, &tree) != nil {
			return text
		}
		smaller := false
		for _, try := range smallerOnes(tree) {
			if time.Now().After(until) {
				return text
			}
			candidate, err := json.MarshalIndent(try(), "", " ")
			if err == nil && len(candidate) <= len(text) && string(candidate) != string(text) && breaks(candidate, check) {
				text, smaller = candidate, true
				break
			}
		}
		if !smaller {
			return text
		}
	}
}

func breaks(text []byte, check string) bool {
	if !legal(text) {
		return false
	}
	defer watch("shrinking", text, limit)()
	o := play(text)
	broken := o.broken
	if strings.HasPrefix(check, "travel.") && travels(o, false) {
		for seed := range uint64(3) {
			some, _ := travel(text, seed)
			broken = append(broken, some...)
		}
	}
	return slices.ContainsFunc(broken, func(v violation) bool { return v.check == check })
}

// smallerOnes lists ways to make a tree smaller, the big cuts first.
func smallerOnes(tree any) (tries []func() any) {
	var big, small []func() any
	var walk func(node any, rebuild func(any) any)
	walk = func(node any, rebuild func(any) any) {
		switch node := node.(type) {
		case []any:
			for size := len(node); size >= 1; size /= 2 {
				for from := 0; from+size <= len(node); from += size {
					rest := append(append([]any{}, node[:from]...), node[from+size:]...)
					at := &small
					if size > 1 {
						at = &big
					}
					*at = append(*at, func() any { return rebuild(rest) })
				}
			}
			for i, kid := range node {
				walk(kid, func(k any) any {
					copied := append([]any{}, node...)
					copied[i] = k
					return rebuild(copied)
				})
			}
		case map[string]any:
			for name, kid := range node {
				without := func(k any, keep bool) any {
					copied := map[string]any{}
					for n, v := range node {
						copied[n] = v
					}
					delete(copied, name)
					if keep {
						copied[name] = k
					}
					return rebuild(copied)
				}
				small = append(small, func() any { return without(nil, false) })
				walk(kid, func(k any) any { return without(k, true) })
			}
		case float64:
			for _, v := range []float64{
				0, 1, float64(int(node/2000)) * 1000, float64(int(node/1000)) * 1000,
				float64(int(node)),
			} {
				if v < node {
					small = append(small, func() any { return rebuild(v) })
				}
			}
		}
	}
	walk(tree, func(n any) any { return n })
	return append(big, small...)
}
