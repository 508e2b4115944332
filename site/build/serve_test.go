package main

import (
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// get asks the handler of a small site for a path.
func get(t *testing.T, path string, reload bool) *httptest.ResponseRecorder {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{
		"index.html": "<body></body>", "main-0123456789ab.js": "1", "m-0123456789ab.wasm": "\x00asm", "icon.svg": "<svg/>",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	recorder := httptest.NewRecorder()
	siteHandler(dir, reload).ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, path, nil))
	return recorder
}

func TestEachFileHasItsTypeAndThePolicy(t *testing.T) {
	for path, want := range map[string]string{
		"/":                     "text/html; charset=utf-8",
		"/index.html":           "text/html; charset=utf-8",
		"/main-0123456789ab.js": "text/javascript; charset=utf-8",
		"/m-0123456789ab.wasm":  "application/wasm",
		"/icon.svg":             "image/svg+xml",
	} {
		answer := get(t, path, false)
		require.Equal(t, http.StatusOK, answer.Code, path)
		require.Equal(t, want, answer.Header().Get("Content-Type"), path)
		require.Equal(t, policy, answer.Header().Get("Content-Security-Policy"), path)
	}
}

func TestOnlyHashedNamesAreKeptForLong(t *testing.T) {
	require.Contains(t, get(t, "/main-0123456789ab.js", false).Header().Get("Cache-Control"), "immutable")
	require.Equal(t, "no-cache", get(t, "/", false).Header().Get("Cache-Control"))
	require.Equal(t, "no-cache", get(t, "/icon.svg", false).Header().Get("Cache-Control"))
}

func TestNothingOutsideTheFolderIsServed(t *testing.T) {
	for _, path := range []string{"/../secret", "/a/../../secret", "/missing.js"} {
		require.Equal(t, http.StatusNotFound, get(t, path, false).Code, path)
	}
}

func TestThePageReloadsInServeOnly(t *testing.T) {
	require.Contains(t, get(t, "/", true).Body.String(), reloadScript)
	require.Equal(t, "<body></body>", get(t, "/", false).Body.String())
}

func TestATakenPortIsReplacedByAnother(t *testing.T) {
	first, err := listen(0)
	require.NoError(t, err)
	defer first.Close()
	taken := first.Addr().(*net.TCPAddr).Port
	second, err := listen(taken)
	require.NoError(t, err)
	defer second.Close()
	require.NotEqual(t, taken, second.Addr().(*net.TCPAddr).Port)
}

func TestAPortThatCannotBeIsRefused(t *testing.T) {
	_, err := listen(99999)
	require.ErrorContains(t, err, "99999")
	taken, err := listen(0)
	require.NoError(t, err)
	defer taken.Close()
	other, err := listen(taken.Addr().(*net.TCPAddr).Port)
	require.NoError(t, err, "another one, where it is taken")
	require.NoError(t, other.Close())
}

func TestAFileIsServedCompressedToThoseWhoAcceptIt(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{"a.js": "plain", "a.js.gz": "zipped", "a.js.br": "brotli", "b.js": "b"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	for _, asked := range []struct{ path, accepts, encoding, body string }{
		{"/a.js", "", "", "plain"},
		{"/a.js", "gzip, deflate", "gzip", "zipped"},
		{"/a.js", "gzip;q=1.0, br;q=0.8", "br", "brotli"},
		{"/a.js", "gzip, br; q=0", "gzip", "zipped"},
		{"/b.js", "gzip, br", "", "b"},
	} {
		request := httptest.NewRequest(http.MethodGet, asked.path, nil)
		request.Header.Set("Accept-Encoding", asked.accepts)
		answer := httptest.NewRecorder()
		siteHandler(dir, false).ServeHTTP(answer, request)
		require.Equal(t, asked.body, answer.Body.String(), asked)
		require.Equal(t, asked.encoding, answer.Header().Get("Content-Encoding"))
		require.Equal(t, "text/javascript; charset=utf-8", answer.Header().Get("Content-Type"))
		require.Equal(t, "Accept-Encoding", answer.Header().Get("Vary"))
	}
}
