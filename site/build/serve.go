package main

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
)

// defaultPort is where serve listens when nobody says otherwise.
const defaultPort = 8080

// hashedPattern tells the files whose name changes with their content.
var hashedPattern = regexp.MustCompile(`-(?:[0-9a-f]{12}|[0-9A-Z]{8})\.(?:js|css|svg|png|webmanifest|wasm)$`)

// contentTypes are the types of all that a build can hold; the machine's own table is not asked, since it may be wrong.
var contentTypes = map[string]string{
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".wasm":        "application/wasm",
	".json":        "application/json",
	".svg":         "image/svg+xml",
	".webmanifest": "application/manifest+json",
	".png":         "image/png",
	".txt":         "text/plain; charset=utf-8",
}

// runServe makes dist/ and serves it on this machine until it is stopped.
func runServe(p project, args []string) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	port := flags.Int("port", defaultPort, "port to listen on; 0 takes any free one")
	prefix := flags.String("prefix", "/", "sub-path to serve under")
	watch := flags.Bool("watch", true, "make dist/ anew on a change and reload the page")
	if err := flags.Parse(args); err != nil {
		return err
	}
	p.plain = *watch // what is made anew again and again is not worth compressing
	if _, err := p.pack(); err != nil {
		return err
	}
	listener, err := listen(*port)
	if err != nil {
		return err
	}
	base := "/" + strings.Trim(*prefix, "/")
	base = strings.TrimSuffix(base, "/") + "/"
	mux := http.NewServeMux()
	if *watch {
		reload := newReload()
		mux.Handle(base+reloadScript, reload)
		mux.Handle(base+reloadStream, reload)
		go p.watch(reload)
	}
	mux.Handle(base, http.StripPrefix(strings.TrimSuffix(base, "/"), siteHandler(p.dist, *watch)))
	fmt.Printf("http://%s%s\n", listener.Addr(), base)
	return http.Serve(listener, mux)
}

// listen opens the port on this machine only, or another one, saying so, if it is taken.
func listen(port int) (net.Listener, error) {
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err == nil {
		return listener, nil
	}
	if !errors.Is(err, syscall.EADDRINUSE) {
		return nil, err
	}
	fmt.Fprintf(os.Stderr, "port %d is taken, so this is another one\n", port)
	return net.Listen("tcp", "127.0.0.1:0")
}

// siteHandler serves the files of a folder as a good static host would, with the page's policy as a header.
// With reload it adds the script that listens for new builds to every page.
func siteHandler(dir string, reload bool) http.Handler {
	return http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		name := strings.TrimPrefix(request.URL.Path, "/")
		if name == "" {
			name = "index.html"
		}
		if !filepath.IsLocal(name) {
			http.NotFound(writer, request)
			return
		}
		content, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			http.NotFound(writer, request)
			return
		}
		header := writer.Header()
		header.Set("Content-Type", contentTypes[filepath.Ext(name)])
		header.Set("Content-Security-Policy", policyOf(content))
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Vary", "Accept-Encoding")
		header.Set("Cache-Control", "no-cache")
		if hashedPattern.MatchString(name) {
			header.Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		if reload && strings.HasSuffix(name, ".html") {
			tag := `<script type="module" src="./` + reloadScript + `"></script></body>`
			content = []byte(strings.Replace(string(content), "</body>", tag, 1))
		}
		if name, packed := accepted(filepath.Join(dir, name), request.Header.Get("Accept-Encoding")); packed != nil {
			header.Set("Content-Encoding", name)
			content = packed
		}
		_, _ = writer.Write(content)
	})
}

// accepted finds the smallest form of a file that a browser accepts, and the name of its encoding (RFC 9110, 12.5.3);
// nil: the file itself.
func accepted(file, encodings string) (encoding string, content []byte) {
	for _, form := range []struct{ name, end string }{{"br", brotliEnd}, {"gzip", gzipEnd}} {
		wanted := slices.ContainsFunc(strings.Split(encodings, ","), func(each string) bool {
			name, quality, _ := strings.Cut(strings.TrimSpace(each), ";")
			return name == form.name && strings.ReplaceAll(quality, " ", "") != "q=0"
		})
		if !wanted {
			continue
		}
		if content, err := os.ReadFile(file + form.end); err == nil {
			return form.name, content
		}
	}
	return "", nil
}

// policyOf is the policy that a page states itself, or that of whatever has no script within it.
func policyOf(content []byte) string {
	if stated := policyPattern.FindSubmatch(content); stated != nil {
		return string(stated[1])
	}
	return policy
}
