// Command oracle asks a real Kafka: it plays scripts on a cluster of its own and in the model, and says in words where
// the two differ. `./build.sh kafka` runs it.
//
//	oracle                  every script that has a recording, recorded anew
//	oracle FILE...          these scripts
//	oracle --random N       N random scripts
//	oracle --compare-versions VERSION   what another Kafka does otherwise than the one that the model follows
//
// It needs Linux, a JDK 17 or later and Maven, talks to nothing but Maven's registry and the machine's loopback
// addresses, takes ports that are free, and leaves no process behind. The exit status is 0 if all agree, 1 if something
// differs, and 2 if something could not be played or the machine was too busy to tell.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"syscall"

	"highwater/core/oracle/internal/install"
	"highwater/core/oracle/internal/play"
)

// options are what the command line says.
type options struct {
	root            string // of the repository
	version         string
	compareVersions string
	only            string
	out             string
	runs, jobs      int
	random          int
	seed            uint64
	scale           float64
	verbose         bool
	files           []string
}

func main() {
	o, err := parseOptions(os.Args[1:])
	if err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	status, err := run(ctx, o)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		status = 2
	}
	os.Exit(status)
}

func parseOptions(args []string) (*options, error) {
	o := new(options)
	f := flag.NewFlagSet("kafka", flag.ContinueOnError)
	f.StringVar(&o.root, "root", "../..", "the root `folder` of the repository")
	f.StringVar(&o.version, "version", install.ModelVersion, "`version` of Kafka, or \"newest\"")
	f.StringVar(&o.compareVersions, "compare-versions", "",
		"print what this `version`, or \"newest\", does otherwise than "+install.ModelVersion)
	f.StringVar(&o.only, "only", "", "only scripts whose names match this `pattern`")
	f.StringVar(&o.out, "out", "", "`folder` for recordings (default: .build/kafka/recordings)")
	f.IntVar(&o.runs, "runs", 1, "play each script at least so often; where Kafka and the model differ, up to three times")
	f.IntVar(&o.jobs, "jobs", 1, "play so many scripts at a time; a cluster at work takes about one core")
	f.IntVar(&o.random, "random", 0, "play so many random scripts")
	f.Uint64Var(&o.seed, "seed", 1, "of the first random script; each has the next")
	f.Float64Var(&o.scale, "scale", play.DefaultScale, "real milliseconds that a virtual one takes")
	f.BoolVar(&o.verbose, "v", false, "print every time that was compared, and what the cluster's processes said")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	o.files = f.Args()
	if o.out == "" {
		o.out = filepath.Join(o.root, ".build", "kafka", "recordings")
	}
	switch _, err := regexp.Compile(o.only); {
	case err != nil:
		return nil, err
	case o.runs < 1 || o.jobs < 1 || o.scale <= 0:
		return nil, errors.New("--runs, --jobs and --scale are above 0")
	case o.random > 0 && len(o.files) > 0:
		return nil, errors.New("random scripts, or those of files: not both")
	}
	return o, nil
}

// run does what the options say, and returns the exit status.
func run(ctx context.Context, o *options) (int, error) {
	scripts, err := scriptsOf(o)
	if err != nil {
		return 2, err
	}
	if len(scripts) == 0 {
		return 2, errors.New("no script matches")
	}
	announce(o, scripts)
	if o.compareVersions != "" {
		return compareVersions(ctx, o, scripts)
	}
	a, err := newAsker(ctx, o, o.version)
	if err != nil {
		return 2, err
	}
	working, cancel := context.WithCancel(ctx)
	defer cancel()
	var total tally
	for v := range a.askAll(working, scripts) {
		if working.Err() != nil {
			continue // Until all that is under way has ended.
		}
		total.add(v)
		fmt.Printf("%d of %d  %s\n", total.played(), len(scripts), v.words(o.verbose))
		if err = a.keep(v); err != nil {
			cancel()
		}
	}
	if ctx.Err() != nil {
		fmt.Println("Interrupted; no process is left.")
	}
	fmt.Println(total.words(a.kafka.Version))
	return total.status(), err
}
