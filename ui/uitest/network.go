package uitest

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
)

// Network connects the console to the desk; tests interrupt it and intercept calls.
type Network struct {
	service http.RoundTripper
	author  string // under which the desk keeps the console's updates; empty for none

	mu        sync.Mutex
	intercept Interceptor
	called    []string
	ended     <-chan struct{} // closed when the console ends
}

// begin tells the network when the console ends that it now connects.
func (n *Network) begin(ended <-chan struct{}) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.ended = ended
}

// consoleEnded is closed when the console ends.
func (n *Network) consoleEnded() <-chan struct{} {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.ended
}

// Pass passes a call on to the desk.
type Pass = func() (*http.Response, error)

// Interceptor answers a call, or passes it on.
type Interceptor = func(r *http.Request, pass Pass) (*http.Response, error)

// RoundTrip implements http.RoundTripper.
func (n *Network) RoundTrip(r *http.Request) (*http.Response, error) {
	n.mu.Lock()
	intercept := n.intercept
	n.called = append(n.called, r.URL.Path)
	n.mu.Unlock()
	if strings.Contains(r.URL.Path, "update-ticket") {
		r = r.WithContext(desk.WithAgent(r.Context(), safetext.LineFromText(n.author)))
	}
	pass := func() (*http.Response, error) { return n.service.RoundTrip(r) }
	if intercept == nil {
		return pass()
	}
	return intercept(r, pass)
}

// Intercept lets f answer all calls; nil removes it.
func (n *Network) Intercept(f Interceptor) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.intercept = f
}

// InterceptPath lets f answer the calls to paths that contain part. All other calls reach the desk.
func (n *Network) InterceptPath(part string, f Interceptor) {
	n.Intercept(func(r *http.Request, pass Pass) (*http.Response, error) {
		if !strings.Contains(r.URL.Path, part) {
			return pass()
		}
		return f(r, pass)
	})
}

// Down makes every call fail.
func (n *Network) Down() { n.SetFaults(Fault{Kind: Down}) }

// Up restores the network.
func (n *Network) Up() { n.Intercept(nil) }

// Answer answers the calls to paths that contain part with a body, instead of the desk.
func (n *Network) Answer(part, body string) {
	n.InterceptPath(part, func(r *http.Request, _ Pass) (*http.Response, error) {
		return Response(r, http.StatusOK, body), nil
	})
}

// Response returns a response with a JSON body.
func Response(r *http.Request, code int, body string) *http.Response {
	return &http.Response{
		StatusCode: code,
		Header:     http.Header{"Content-Type": {"application/json"}},
		Body:       io.NopCloser(strings.NewReader(body)),
		Request:    r,
	}
}

// LoseAnswers sends the calls to paths that contain part and drops their answers. arrives says whether the desk gets
// the calls.
func (n *Network) LoseAnswers(part string, arrives bool) {
	n.InterceptPath(part, func(r *http.Request, pass Pass) (*http.Response, error) {
		return nil, loseAnswer(r, pass, arrives)
	})
}

// LoseAnswerAndGoDown is LoseAnswers for the first call; every later call fails.
func (n *Network) LoseAnswerAndGoDown(part string, arrives bool) {
	n.InterceptPath(part, func(r *http.Request, pass Pass) (*http.Response, error) {
		n.Down()
		return nil, loseAnswer(r, pass, arrives)
	})
}

func loseAnswer(r *http.Request, pass Pass, arrives bool) error {
	if arrives {
		answer, err := pass()
		if err != nil {
			return err
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
	}
	MarkSent(r)
	return io.ErrUnexpectedEOF
}

// HoldAnswers sends the calls to paths that contain part, which get no answer until release is called. The desk does
// not get them.
func (n *Network) HoldAnswers(part string) (release func()) {
	held := make(chan struct{})
	n.InterceptPath(part, func(r *http.Request, _ Pass) (*http.Response, error) {
		MarkSent(r)
		<-held
		return nil, context.Canceled
	})
	return func() { close(held) }
}

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
func (steadyCluster) WaitCluster(
	ctx context.Context, _ backend.ClusterState,
) (now backend.ClusterState, ok bool) {
	<-ctx.Done()
	return backend.ClusterState{}, false
}
