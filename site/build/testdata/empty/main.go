//go:build js && wasm

// Command empty is the smallest program that talks to JavaScript through safejs. The size and the start of the real
// module are judged against it, because everything it costs is Go's runtime and safejs, and only the rest is ours.
package main

import "github.com/hack-pad/safejs"

func main() {
	echo, err := safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) any {
		text, err := args[1].String()
		if err != nil {
			return err.Error()
		}
		return text
	})
	if err != nil {
		panic(err)
	}
	if _, err := safejs.Global().Call("highwaterReady", echo); err != nil {
		panic(err)
	}
	select {}
}
