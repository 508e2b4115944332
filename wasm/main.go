//go:build js && wasm

// Command wasm is the boundary between the page and the core: it translates, and is the only place that knows
// JavaScript exists. It models nothing.
//
// The page defines a function highwaterReady before it starts the program, and is called back once with an object of
// functions. Each takes a handle, a number, and a request, a JSON text, and returns one JSON text: {"ok": …} or
// {"error": {"code", "message", "path"}}. Crossing costs by the call, not by the byte, so a frame of the page is one
// call.
//
// No call lasts long. A move that takes longer than a frame may is made in slices: the call that begins it answers how
// far it has come, and each further one goes on with it until it is there, or until it is stopped.
package main

import "github.com/hack-pad/safejs"

func main() {
	deepen()
	pace, err := newPace()
	b := &bridge{pace: pace}
	var api safejs.Value
	if err == nil {
		api, err = b.object()
	}
	if err == nil {
		_, err = safejs.Global().Call("highwaterReady", api)
	}
	if err != nil {
		panic("the page has no highwaterReady to call: " + err.Error())
	}
	select {} // the functions are called from outside as long as the page lives
}

// stackRoom is more stack than a call needs (bytes).
const stackRoom = 32 << 10

// deepen makes the goroutine's stack large at once. Left to itself it grows by half a dozen copies, and while the page
// starts, the browser would take the code that copies stacks for the most important there is, and optimise it.
//
//go:noinline
func deepen() byte {
	var room [stackRoom]byte
	return room[stackRoom/2]
}
