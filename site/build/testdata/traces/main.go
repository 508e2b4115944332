// Command traces does what needs the table of functions at run time: it lets the stack grow while the collector works,
// recovers from errors of every kind through deferred calls, and names the functions that it is in. What it prints is
// the same wherever it runs.
package main

import (
	"runtime"
	"strings"
)

// link is a piece of a list that only the stack of build holds on to.
type link struct {
	next  *link
	value [8]int
}

// build makes a list of so many pieces, one in each frame of a deep stack, and adds up what is in them on the way back.
func build(n int, before *link) int {
	here := &link{next: before, value: [8]int{n}}
	if n%500 == 0 {
		runtime.GC()
	}
	if n == 0 {
		return count(here)
	}
	return build(n-1, here) + here.value[0]
}

func count(l *link) (n int) {
	for ; l != nil; l = l.next {
		n++
	}
	return n
}

// small is inlined wherever it is called.
func small(list []int, i int) int { return list[i] }

// caught runs what fails and returns what it failed with.
func caught(fail func()) (message string) {
	defer func() {
		switch failure := recover().(type) {
		case runtime.Error:
			message = failure.Error()
		case string:
			message = failure
		}
	}()
	defer build(100, nil)
	fail()
	return "nothing"
}

// names lists the functions of this program that are being called. One that is inlined would have no name of its own.
//
//go:noinline
func names() string {
	var pcs [30]uintptr
	var all []string
	frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs[:])])
	for frame, more := frames.Next(); ; frame, more = frames.Next() {
		if strings.HasPrefix(frame.Function, "main.") {
			all = append(all, frame.Function)
		}
		if !more {
			return strings.Join(all, " ")
		}
	}
}

//go:noinline
func outer() string { return names() }

func main() {
	var none *link
	var anything any = "text"
	println(build(5000, nil))
	println(caught(func() { small([]int{1}, build(1, nil)) }))
	println(caught(func() { none.value[1]++ }))
	println(caught(func() { println(anything.(int)) }))
	println(caught(func() { panic("own") }))
	println(caught(func() {}))
	println(outer())
}
