package client

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync"

	"frontdesk/internal/guard"
)

// HandlerTransport is a transport that answers requests by a handler of this process instead of the network: the console
// cannot tell the embedded desk from a remote one. Answers are streamed, and a request that is given up ends its
// handler.
type HandlerTransport struct {
	handler http.Handler
	running guard.Group

	mu     sync.Mutex // guards what follows, and that nothing begins once it is closed
	closed bool
	live   map[*pipedAnswer]struct{} // whose handlers run
}

// NewInProcess makes a transport over a handler.
func NewInProcess(handler http.Handler) *HandlerTransport {
	return &HandlerTransport{handler: handler, live: map[*pipedAnswer]struct{}{}}
}

// Close ends the handlers that still run and waits for them.
func (t *HandlerTransport) Close() {
	t.mu.Lock()
	t.closed = true
	for a := range t.live {
		a.cancel(ErrClosed)
	}
	t.mu.Unlock()
	_ = t.running.Wait()
}

// RoundTrip starts the handler and returns as soon as it has written the head of its answer.
func (t *HandlerTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(r.Context())
	a := newPipedAnswer(cancel)
	if err := t.begin(ctx, a, r); err != nil {
		cancel(err)
		closeBody(r)
		return nil, err
	}
	select {
	case head := <-a.head:
		if ctx.Err() != nil { // a handler that is told to end answers as it does, and either may be seen first
			return nil, context.Cause(ctx)
		}
		if head == nil {
			cancel(io.ErrUnexpectedEOF)
			return nil, io.ErrUnexpectedEOF
		}
		head.Request = r
		return head, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// begin runs the handler in the background, unless the call or the desk has ended.
func (t *HandlerTransport) begin(ctx context.Context, a *pipedAnswer, r *http.Request) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.closed:
		return ErrClosed
	case ctx.Err() != nil:
		return ctx.Err()
	}
	if trace := httptrace.ContextClientTrace(ctx); trace != nil && trace.WroteHeaders != nil {
		trace.WroteHeaders() // from here on the request may have been carried out
	}
	guard.AfterEnd(ctx, func() { a.cut(context.Cause(ctx)) })
	t.live[a] = struct{}{}
	t.running.Go(func() error {
		defer t.ended(a)
		defer closeBody(r)
		a.serve(t.handler, toServerRequest(ctx, r))
		return nil
	})
	return nil
}

func (t *HandlerTransport) ended(a *pipedAnswer) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.live, a)
}

// ErrClosed is what calls end with once the transport is closed.
var ErrClosed = errors.New("the desk in this process is closed")

// toServerRequest is the request as a server sees it.
func toServerRequest(ctx context.Context, r *http.Request) *http.Request {
	got := r.Clone(ctx)
	got.RequestURI, got.RemoteAddr = r.URL.RequestURI(), "127.0.0.1:0"
	if got.Body == nil {
		got.Body = http.NoBody
	}
	return got
}

func closeBody(r *http.Request) {
	if r.Body != nil {
		_ = r.Body.Close()
	}
}
