//go:build js && wasm

package main

import (
	"math"

	"highwater/core"
)

// plan returns where the run comes to what its lesson consists of, if nobody acts any more. If playing ahead to the end
// takes longer than a slice, the answer says so, and the next call goes on; the place stays as it is. After an act
// there is another plan to be asked for.
//
// Request: {}. Answer: the plan; null for a script without a lesson; {"working": 1}.
func (b *bridge) plan(r *played, request []byte, out []byte) ([]byte, error) {
	if _, err := numbers(request); err != nil {
		return nil, err
	}
	if !b.pace.slice(b.pace.now()+sliceMs, func(budget int) (done bool) {
		_, done = core.MakePlan(r.Run, budget)
		return done
	}) {
		return append(out, `{"working":1}`...), nil
	}
	made, _ := core.MakePlan(r.Run, math.MaxInt)
	if made == nil {
		return append(out, "null"...), nil
	}
	return made.AppendJSON(out), nil
}
