package uitest

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
	"time"

	"frontdesk/internal/client"
	"frontdesk/ui/backend"
)

// ErrDown is the error of a call while the network is down.
var ErrDown = errors.New("connection refused")

// Network connects the console to the desk; tests interrupt it and intercept calls.
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
	through := func() (*http.Response, error) { return client.NewHandlerTransport(n.handler).RoundTrip(r) }
	if bend == nil {
		return through()
	}
	return bend(r, through)
}

// Bend lets f answer calls or pass them through; nil removes it.
func (n *Network) Bend(f func(r *http.Request, through func() (*http.Response, error)) (*http.Response, error)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.bend = f
}

// Down makes every call fail.
func (n *Network) Down() {
	n.Bend(func(*http.Request, func() (*http.Response, error)) (*http.Response, error) { return nil, ErrDown })
}

// Up restores the network.
func (n *Network) Up() { n.Bend(nil) }

// Calls returns the number of calls to paths that contain part.
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

// RequestBody returns a request's body and keeps it readable.
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

// MarkSent tells the client that an intercepted request was written to the connection.
func MarkSent(r *http.Request) {
	if trace := httptrace.ContextClientTrace(r.Context()); trace != nil && trace.WroteHeaders != nil {
		trace.WroteHeaders()
	}
}

// cluster returns the cluster of the console's host; nil without one.
func (s *Driver) cluster() backend.ClusterWatch {
	if !s.options.Clustered {
		return nil
	}
	return steadyCluster{}
}

// steadyCluster is a cluster that never goes away.
type steadyCluster struct{}

// WaitCluster implements backend.ClusterWatch.
func (steadyCluster) WaitCluster(ctx context.Context, _ time.Time) (away bool, since time.Time, ok bool) {
	<-ctx.Done()
	return false, time.Time{}, false
}
