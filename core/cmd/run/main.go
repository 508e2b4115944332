// Command run plays a script natively and prints its result: a line for every event, then a summary.
//
//	run FILE            the whole result
//	run --summary FILE  its last line
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
	configs := flag.Bool("configs", false, "print the configuration keys that scripts may set")
	flag.Usage = func() {
		fmt.Fprint(os.Stderr, "usage: run [--summary] FILE   play a script, \"-\" for standard input\n"+
			"       run --configs          list the configuration keys that scripts may set\n")
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
	if err := run(flag.Arg(0), *summary); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func run(path string, summary bool) error {
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
	var last []byte
	var stopped atomic.Bool
	interrupt := make(chan os.Signal, 1)
	signal.Notify(interrupt, os.Interrupt)
	go func() {
		<-interrupt
		stopped.Store(true)
		signal.Stop(interrupt) // a second one ends the program
	}()
	if ended := core.ResultUntil(s, stopped.Load, func(line []byte) {
		if summary {
			last = append(last[:0], line...)
		} else {
			out.Write(line)
		}
	}); ended != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", path, ended)
	} else if stopped.Load() {
		fmt.Fprintf(os.Stderr, "%s: interrupted\n", path)
	}
	out.Write(last)
	return out.Flush()
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
