package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"highwater/core"
	"highwater/core/oracle/internal/random"
	"highwater/core/oracle/internal/script"
)

// asked is a script to be played.
type asked struct {
	name   string
	text   []byte
	model  core.Script
	real   *script.Script
	cannot error // why a real cluster cannot play it
}

// scriptsOf returns the scripts that the options name. One that is wrong is an error.
func scriptsOf(o *options) (scripts []*asked, err error) {
	if o.random > 0 {
		for i := range o.random {
			seed := o.seed + uint64(i)
			s, err := ask(fmt.Sprintf("random-%d", seed), random.Script(seed))
			if err != nil {
				return nil, err
			}
			scripts = append(scripts, s)
		}
		return scripts, nil
	}
	files := o.files
	if len(files) == 0 {
		files, err = filepath.Glob(filepath.Join(o.root, "core", "internal", "realkafka", "testdata", "scripts", "*.json"))
		if err != nil {
			return nil, err
		}
	}
	only := regexp.MustCompile(o.only)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		if !only.MatchString(name) {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		s, err := ask(name, text)
		if err != nil {
			return nil, err
		}
		scripts = append(scripts, s)
	}
	return scripts, nil
}

// ask reads a script.
func ask(name string, text []byte) (*asked, error) {
	model, err := core.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	s := &asked{name: name, text: text, model: model}
	s.real, s.cannot = script.Read(text, float64(model.Until.Ms()))
	return s, nil
}

// preparation is how long it takes, about, to start and read a cluster.
const preparation = 14 * time.Second

// announce says what is going to happen, what it needs and how long it takes.
func announce(o *options, scripts []*asked) {
	var takes time.Duration
	most, playable := 0, 0
	for _, s := range scripts {
		if s.cannot == nil {
			takes += preparation + time.Duration(s.real.Until*o.scale*float64(time.Millisecond))
			most = max(most, s.real.Cluster.Brokers+1+len(s.real.Producers))
			playable++
		}
	}
	takes = takes * time.Duration(o.runs) / time.Duration(min(o.jobs, max(playable, 1)))
	most *= min(o.jobs, max(playable, 1))
	if o.compareVersions != "" {
		takes *= 2
	}
	fmt.Printf("%d scripts on a real Kafka: about %s on a machine with two cores that does nothing else.\n"+
		"This needs Linux, a JDK 17 or later, Maven and %.1f GB of memory. It talks to Maven's registry and to itself "+
		"(127.0.0.0/8).\n", playable, minutes(takes), float64(most)*0.25)
}

func minutes(d time.Duration) string {
	if d < 2*time.Minute {
		return fmt.Sprintf("%d seconds", int(math.Ceil(d.Seconds())))
	}
	return fmt.Sprintf("%d minutes", int(math.Ceil(d.Minutes())))
}
