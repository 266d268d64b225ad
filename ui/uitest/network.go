package uitest

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"

	"frontdesk/internal/client"
)

// ErrDown is what a call ends with while nobody listens.
var ErrDown = errors.New("connection refused")

// Network is the way from the console to the desk; tests cut and bend it.
type Network struct {
	handler http.Handler

	mu     sync.Mutex
	bend   func(*http.Request, func() (*http.Response, error)) (*http.Response, error)
	called []string
}

// RoundTrip implements http.RoundTripper.
func (n *Network) RoundTrip(r *http.Request) (*http.Response, error) {
	n.mu.Lock()
	bend := n.bend
	n.called = append(n.called, r.URL.Path)
	n.mu.Unlock()
	through := func() (*http.Response, error) { return client.NewInProcess(n.handler).RoundTrip(r) }
	if bend == nil {
		return through()
	}
	return bend(r, through)
}

// Bend lets f answer calls, which may pass them through; nil mends everything.
func (n *Network) Bend(f func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.bend = f
}

// Down cuts every call off.
func (n *Network) Down() {
	n.Bend(func(*http.Request, func() (*http.Response, error)) (*http.Response, error) { return nil, ErrDown })
}

// Up mends everything.
func (n *Network) Up() { n.Bend(nil) }

// Calls is how many calls were made to a path that holds a text.
func (n *Network) Calls(part string) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	count := 0
	for _, path := range n.called {
		if strings.Contains(path, part) {
			count++
		}
	}
	return count
}

// RequestBody reads a request's body, which can still be sent afterwards.
func RequestBody(r *http.Request) string {
	if r.Body == nil {
		return ""
	}
	content, err := io.ReadAll(r.Body)
	if err != nil {
		return ""
	}
	_ = r.Body.Close()
	r.Body = io.NopCloser(bytes.NewReader(content))
	return string(content)
}

// MarkSent tells the client that a bent request was written to the wire, as a real one that dies later.
func MarkSent(r *http.Request) {
	if trace := httptrace.ContextClientTrace(r.Context()); trace != nil && trace.WroteHeaders != nil {
		trace.WroteHeaders()
	}
}
