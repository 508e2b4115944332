package main

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

// watchPeriod is how often serve looks at the sources.
const watchPeriod = 500 * time.Millisecond

// reloadScript and reloadStream exist in serve only; dist/ knows nothing of them.
const (
	reloadScript = "serve-reload.js"
	reloadStream = "serve-events"
)

// reload tells the open pages that there is a new build, by server-sent events.
type reload struct {
	mutex sync.Mutex
	build chan struct{} // Closed, and replaced, when a new build is ready.
}

func newReload() *reload { return &reload{build: make(chan struct{})} }

// next returns the channel that the next build closes.
func (r *reload) next() <-chan struct{} {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.build
}

// announce lets every open page know.
func (r *reload) announce() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	close(r.build)
	r.build = make(chan struct{})
}

// ServeHTTP gives out the listening script, and the events it listens to.
func (r *reload) ServeHTTP(writer http.ResponseWriter, request *http.Request) {
	if strings.HasSuffix(request.URL.Path, reloadScript) {
		writer.Header().Set("Content-Type", contentTypes[".js"])
		fmt.Fprintf(writer, "new EventSource('./%s').onmessage = () => location.reload();\n", reloadStream)
		return
	}
	writer.Header().Set("Content-Type", "text/event-stream")
	build := r.next()
	_ = http.NewResponseController(writer).Flush()
	select {
	case <-build:
		fmt.Fprint(writer, "data: build\n\n")
	case <-request.Context().Done():
	}
}

// watch makes dist/ anew whenever a source has changed. A build that fails leaves the last good one in place.
func (p project) watch(reload *reload) {
	last := p.stamp()
	for range time.Tick(watchPeriod) {
		stamp := p.stamp()
		if stamp == last {
			continue
		}
		last = stamp
		if _, err := p.pack(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			continue
		}
		fmt.Println("made anew at", time.Now().Format(time.TimeOnly))
		reload.announce()
	}
}

// stamp sums up which sources there are, how large, and when they were last written.
func (p project) stamp() string {
	files, err := p.sourceFiles()
	if err != nil {
		return err.Error()
	}
	var stamp strings.Builder
	for _, name := range files {
		if info, err := os.Stat(p.path(name)); err == nil {
			fmt.Fprintln(&stamp, name, info.Size(), info.ModTime().UnixNano())
		}
	}
	return stamp.String()
}
