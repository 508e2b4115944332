// Command run plays a script natively and prints its result: a line for every event, then a summary.
//
//	run FILE            the whole result
//	run --summary FILE  its last line
//	run --moments FILE  a line for every moment: the events that are told together
//	run --configs       the configuration keys that scripts may set
//
// FILE may be -, the standard input. A script with an error is not run: the error goes to standard error, with its
// place, and the exit status is 2. Warnings about a valid configuration go there, too, and into the last line. A run
// that reaches a limit or is interrupted ends there: the result covers the run so far, standard error says why, and the
// exit status is 0.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync/atomic"

	"highwater/core"
)

func main() {
	summary := flag.Bool("summary", false, "print the last line only")
	moments := flag.Bool("moments", false, "print the moments")
	configs := flag.Bool("configs", false, "print the configuration keys that scripts may set")
	flag.Usage = func() {
		fmt.Fprint(os.Stderr, "usage: run [--summary | --moments] FILE   play a script, \"-\" for standard input\n"+
			"       run --configs                      list the configuration keys that scripts may set\n")
	}
	flag.Parse()
	if *configs {
		os.Stdout.Write(core.AppendConfigs(nil))
		return
	}
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	show := playEvents
	switch {
	case *summary:
		show = playSummary
	case *moments:
		show = playMoments
	}
	if err := run(flag.Arg(0), show); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

// run plays the script of a file and lets show print what is wanted of it, until it is interrupted.
func run(path string, show func(s core.Script, stopped func() bool, out *bufio.Writer) error) error {
	text, err := read(path)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	s, err := core.Parse(text)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for _, warning := range s.Warnings() {
		fmt.Fprintf(os.Stderr, "%s: warning: %s: %s\n", path, warning.Path, warning.Message)
	}
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	var stopped atomic.Bool
	interrupt := make(chan os.Signal, 1)
	signal.Notify(interrupt, os.Interrupt)
	go func() {
		<-interrupt
		stopped.Store(true)
		signal.Stop(interrupt) // a second one ends the program
	}()
	if ended := show(s, stopped.Load, out); ended != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", path, ended)
	} else if stopped.Load() {
		fmt.Fprintf(os.Stderr, "%s: interrupted\n", path)
	}
	return out.Flush()
}

// playEvents prints the whole result.
func playEvents(s core.Script, stopped func() bool, out *bufio.Writer) error {
	return core.ResultUntil(s, stopped, func(line []byte) { out.Write(line) })
}

// playSummary prints the result's last line.
func playSummary(s core.Script, stopped func() bool, out *bufio.Writer) error {
	var last []byte
	err := core.ResultUntil(s, stopped, func(line []byte) { last = append(last[:0], line...) })
	out.Write(last)
	return err
}

// playMoments prints a line for every moment. It ends where a Run does, which keeps its events: after fewer than a
// result may have.
func playMoments(s core.Script, stopped func() bool, out *bufio.Writer) error {
	r := core.New(s)
	r.BeginSeekTime(s.Until)
	for !stopped() && !r.Work(1000) {
	}
	var line []byte
	for n := range r.Moments() {
		line = append(core.AppendMoment(line[:0], r, n), '\n')
		out.Write(line)
	}
	if why := r.WhyEnded(); why != "" && r.Now() < s.Until {
		return &core.Ended{At: r.Now(), Why: why}
	}
	return nil
}

// read returns the text of a file, or of the standard input; one that is too long for a script is not read to its end.
func read(path string) ([]byte, error) {
	in := io.Reader(os.Stdin)
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	text, err := io.ReadAll(io.LimitReader(in, core.MaxScriptBytes+1))
	if err == nil && len(text) > core.MaxScriptBytes {
		err = errors.New("the script is longer than 1 MiB")
	}
	return text, err
}
