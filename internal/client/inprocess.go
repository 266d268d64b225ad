package client

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptrace"
	"sync"

	"frontdesk/internal/guard"
)

// HandlerTransport is an http.RoundTripper that serves requests with a handler in this process instead of over the
// network. Responses are streamed, and cancelling a request cancels its handler.
type HandlerTransport struct {
	handler http.Handler
	running guard.Group

	mu     sync.Mutex // guards the fields below, and that no handler starts after Close
	closed bool
	live   map[*pipedResponse]struct{} // responses with running handlers
}

// NewHandlerTransport returns a transport over a handler.
func NewHandlerTransport(handler http.Handler) *HandlerTransport {
	return &HandlerTransport{handler: handler, live: map[*pipedResponse]struct{}{}}
}

// Close cancels the running handlers and waits for them.
func (t *HandlerTransport) Close() {
	t.mu.Lock()
	t.closed = true
	for a := range t.live {
		a.cancel(ErrClosed)
	}
	t.mu.Unlock()
	_ = t.running.Wait()
}

// RoundTrip starts the handler and returns once it has written its response header.
func (t *HandlerTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(r.Context())
	a := newPipedResponse(cancel)
	if err := t.start(ctx, a, r); err != nil {
		cancel(err)
		closeBody(r)
		return nil, err
	}
	select {
	case head := <-a.head:
		if ctx.Err() != nil { // a cancelled handler may still respond, and select may pick either case
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

// start runs the handler in the background, unless the call is cancelled or the transport closed.
func (t *HandlerTransport) start(ctx context.Context, a *pipedResponse, r *http.Request) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.closed:
		return ErrClosed
	case ctx.Err() != nil:
		return ctx.Err()
	}
	if trace := httptrace.ContextClientTrace(ctx); trace != nil && trace.WroteHeaders != nil {
		trace.WroteHeaders() // from here on the request may have been applied
	}
	guard.AfterEnd(ctx, func() { a.cut(context.Cause(ctx)) })
	t.live[a] = struct{}{}
	t.running.Go(func() error {
		defer t.finish(a)
		defer closeBody(r)
		a.serve(t.handler, toServerRequest(ctx, r))
		return nil
	})
	return nil
}

func (t *HandlerTransport) finish(a *pipedResponse) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.live, a)
}

// ErrClosed is returned by calls after the transport is closed.
var ErrClosed = errors.New("the desk in this process is closed")

// toServerRequest returns the request as an HTTP server would pass it to the handler.
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

// pipedResponse is the http.ResponseWriter of a handler: the header goes over a channel, the body over a pipe.
type pipedResponse struct {
	header http.Header
	head   chan *http.Response // the response header, sent once; nil when the handler aborts
	sent   bool
	from   *io.PipeReader
	to     *io.PipeWriter
	body   *bufio.Writer           // batches small writes to the pipe
	cancel context.CancelCauseFunc // cancels the handler
}

// pipeSize is the size of the body's write buffer in bytes.
const pipeSize = 32 << 10

func newPipedResponse(cancel context.CancelCauseFunc) *pipedResponse {
	a := &pipedResponse{header: http.Header{}, head: make(chan *http.Response, 1), cancel: cancel}
	a.from, a.to = io.Pipe()
	a.body = bufio.NewWriterSize(a.to, pipeSize)
	return a
}

// serve runs the handler. A panic before the header becomes a 500, or no response for http.ErrAbortHandler; a later one
// truncates the body.
func (a *pipedResponse) serve(handler http.Handler, r *http.Request) {
	defer func() {
		fault := recover()
		abort, _ := fault.(error)
		switch {
		case fault == nil:
			a.WriteHeader(http.StatusOK)
			a.cut(a.body.Flush())
			return
		case a.sent:
		case errors.Is(abort, http.ErrAbortHandler):
			a.head <- nil
		default:
			a.header = http.Header{}
			a.WriteHeader(http.StatusInternalServerError)
		}
		a.cut(io.ErrUnexpectedEOF)
	}()
	handler.ServeHTTP(a, r)
}

// cut closes the body with err, io.EOF when nil; only the first call has an effect.
func (a *pipedResponse) cut(err error) { _ = a.to.CloseWithError(err) }

// Header returns the header that WriteHeader sends.
func (a *pipedResponse) Header() http.Header { return a.header }

// WriteHeader sends a copy of the header; later calls do nothing.
func (a *pipedResponse) WriteHeader(code int) {
	if a.sent {
		return
	}
	a.sent = true
	a.head <- &http.Response{
		Status: fmt.Sprintf("%d %s", code, http.StatusText(code)), StatusCode: code,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: maps.Clone(a.header), ContentLength: -1, Body: pipedBody{a},
	}
}

// Write writes part of the body.
func (a *pipedResponse) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(p)
}

// Flush sends the buffered part of the body.
func (a *pipedResponse) Flush() {
	a.WriteHeader(http.StatusOK)
	_ = a.body.Flush()
}

// pipedBody is the body of a pipedResponse on the client's side.
type pipedBody struct{ answer *pipedResponse }

// Read reads from the handler's body.
func (b pipedBody) Read(p []byte) (int, error) { return b.answer.from.Read(p) }

// Close also cancels the handler, as closing a connection does.
func (b pipedBody) Close() error {
	b.answer.cancel(context.Canceled)
	return b.answer.from.Close()
}
