//go:build js && wasm

package main

import (
	"errors"
	"math"
	"strconv"
	"unsafe"

	"github.com/hack-pad/safejs"

	"highwater/core"
)

// bridge holds the runs that the page has created, by handle.
type bridge struct {
	runs []*played // by handle-1; nil: released
	room []byte    // empty: the memory of the last answer, for the next
	pace *pace

	search *core.Search // nil: none
}

// played is one run of the page's.
type played struct {
	*core.Run
	poisoned bool // a call panicked: nothing it says can be trusted
}

// mostRoom is the size of the largest answer (bytes) whose memory is kept for the next one: those of frames are alike,
// and allocating each was most of the garbage of playing.
const mostRoom = 1 << 20

// maxRuns bounds how many runs a page may hold at a time.
const maxRuns = 8

// fault is an error the page can tell apart by its code: "script" (the input is wrong; the path says where), "handle"
// (no such run), "limit" (too many runs), "internal" (the core is at fault).
type fault struct {
	code, message, path string
}

func (f *fault) Error() string { return f.message }

// verb is one exported function: what it does with a run, or with none, and the request, appending its answer to b.
type verb struct {
	name string
	run  func(r *played, request []byte, b []byte) ([]byte, error)
	own  func(request []byte, b []byte) ([]byte, error) // instead of run: needs no run
}

func (b *bridge) verbs() []verb {
	return []verb{
		{name: "create", own: b.create},
		{name: "frame", run: b.frame},
		{name: "act", run: act},
		{name: "script", run: scriptText},
		{name: "lines", run: lines},
		{name: "moments", run: moments},
		{name: "records", run: records},
		{name: "summary", run: summary},
		{name: "why", run: b.why},
		{name: "compare", run: b.compare},
		{name: "plan", run: b.plan},
		{name: "budget", own: budget},
		{name: "explore", own: b.explore},
		{name: "proofread", own: proofreadScript},
	}
}

// object returns the functions as a JavaScript object. release is apart: it needs the handle, not the run.
func (b *bridge) object() (safejs.Value, error) {
	constructor, err := safejs.Global().Get("Object")
	if err != nil {
		return safejs.Value{}, err
	}
	object, err := constructor.New()
	if err != nil {
		return safejs.Value{}, err
	}
	for _, v := range b.verbs() {
		call := func(handle int, request string) string { return b.call(v, handle, request) }
		if err := export(object, v.name, call); err != nil {
			return safejs.Value{}, err
		}
	}
	return object, export(object, "release", func(handle int, _ string) string { return b.release(handle) })
}

// export makes a Go function of handle and request a member of object. It is the one wrapper around everything that
// JavaScript can call: arguments of another type and panics are answered, like any error, by a text, for a Go function
// cannot throw into JavaScript, and a panic that leaves it ends the program.
func export(object safejs.Value, name string, do func(handle int, request string) string) error {
	f, err := safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) (answer any) {
		defer func() {
			if p := recover(); p != nil {
				answer = failure(&fault{code: "internal", message: name + ": " + words(p)})
			}
		}()
		deepen()
		handle, request, err := arguments(args)
		if err != nil {
			return failure(&fault{code: "script", message: name + ": " + err.Error()})
		}
		return do(handle, request)
	})
	if err != nil {
		return err
	}
	return object.Set(name, f)
}

// words returns the text of a panic.
func words(p any) string {
	switch p := p.(type) {
	case string:
		return p
	case error:
		return p.Error()
	}
	return "the core has stopped"
}

func arguments(args []safejs.Value) (int, string, error) {
	if len(args) != 2 {
		return 0, "", errors.New("needs two arguments, a handle and a request")
	}
	handle, err := args[0].Float()
	if err != nil || handle != math.Trunc(handle) || math.Abs(handle) > 1e9 {
		return 0, "", errors.New("the handle must be a whole number")
	}
	if args[1].Type() != safejs.TypeString {
		return 0, "", errors.New("the request must be a string")
	}
	request, err := args[1].String()
	return int(handle), request, err
}

// call finds the run, poisons it should the verb panic, and wraps the answer.
func (b *bridge) call(v verb, handle int, request string) string {
	out := append(b.room, `{"ok":`...)
	var err error
	if v.own != nil {
		out, err = v.own([]byte(request), out)
	} else {
		var r *played
		if r, err = b.find(handle); err != nil {
			return failure(err)
		}
		r.poisoned = true
		out, err = v.run(r, []byte(request), out)
		r.poisoned = false
	}
	if err != nil {
		return failure(err)
	}
	out = append(out, '}')
	if cap(out) > mostRoom {
		return string(out)
	}
	b.room = out[:0]
	return unsafe.String(unsafe.SliceData(out), len(out)) // JavaScript has its own copy before the next call comes
}

func (b *bridge) find(handle int) (*played, error) {
	if handle < 1 || handle > len(b.runs) || b.runs[handle-1] == nil {
		return nil, &fault{code: "handle", message: "there is no run " + strconv.Itoa(handle)}
	}
	r := b.runs[handle-1]
	if r.poisoned {
		return nil, &fault{code: "internal", message: "an earlier call to this run failed; create it again"}
	}
	return r, nil
}

// create begins a run of the script that the request is, and describes it.
func (b *bridge) create(request []byte, out []byte) ([]byte, error) {
	script, err := core.Parse(request)
	if err != nil {
		return nil, err
	}
	handle := 0
	for handle < len(b.runs) && b.runs[handle] != nil {
		handle++
	}
	if handle == maxRuns {
		return nil, &fault{code: "limit", message: "a page may hold " + strconv.Itoa(maxRuns) + " runs; release one"}
	}
	if handle == len(b.runs) {
		b.runs = append(b.runs, nil)
	}
	b.runs[handle] = &played{Run: core.New(script)}
	return describeRun(out, handle+1, &script), nil
}

func (b *bridge) release(handle int) string {
	if handle < 1 || handle > len(b.runs) || b.runs[handle-1] == nil {
		return failure(&fault{code: "handle", message: "there is no run " + strconv.Itoa(handle)})
	}
	b.runs[handle-1] = nil
	return `{"ok":{}}`
}

// failure returns an error as an answer.
func failure(err error) string {
	f := &fault{code: "script", message: err.Error()}
	switch e := err.(type) { // errors.As would bring reflection along
	case *fault:
		f = e
	case *core.Error:
		f.path = e.Path
	}
	w := core.JSON{}
	w.Open('{')
	w.Object("error")
	w.String("code", f.code)
	w.String("message", f.message)
	if f.path != "" {
		w.String("path", f.path)
	}
	w.Close('}')
	w.Close('}')
	return string(w.B)
}
