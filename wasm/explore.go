//go:build js && wasm

package main

import "highwater/core"

// explore begins a search for the loss of an acknowledged record, or, with an empty object, goes on with the one that
// is under way, for a slice. There is one at a time; another takes its place.
//
// Request: see core.NewSearch; {} goes on; {"stop": 1} lets it go. Answer: see core.AppendSearch; null: there is none.
func (b *bridge) explore(request []byte, out []byte) ([]byte, error) {
	switch q, err := numbers(request, "stop"); {
	case err != nil:
		if b.search, err = core.NewSearch(request); err != nil {
			return nil, err
		}
	case len(q.names) > 0:
		b.search = nil
	}
	if b.search == nil {
		return append(out, "null"...), nil
	}
	until := b.pace.now() + searchMs
	b.pace.slice(until, func(budget int) (done bool) { return !b.search.Work(budget) })
	return core.AppendSearch(out, b.search), nil
}

// searchMs is how long a slice of a search lasts. It runs in a worker, where no frame waits for it.
const searchMs = 50
