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

// pipedAnswer is what a handler in this process writes to: its head goes over a channel, its body over a pipe.
type pipedAnswer struct {
	header http.Header
	head   chan *http.Response // the head, sent once; nil when there is none to come
	sent   bool
	from   *io.PipeReader
	to     *io.PipeWriter
	body   *bufio.Writer           // so that a record is not a hand-over of its own
	cancel context.CancelCauseFunc // ends the handler
}

// pipeSize is how much of a body is handed over at once, in bytes.
const pipeSize = 32 << 10

func newPipedAnswer(cancel context.CancelCauseFunc) *pipedAnswer {
	a := &pipedAnswer{header: http.Header{}, head: make(chan *http.Response, 1), cancel: cancel}
	a.from, a.to = io.Pipe()
	a.body = bufio.NewWriterSize(a.to, pipeSize)
	return a
}

// serve runs the handler to its end. A panic before the head is answered 500, or not at all where the handler
// means it; a later one cuts the body off.
func (a *pipedAnswer) serve(handler http.Handler, r *http.Request) {
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

// cut ends the body, with io.EOF when err is nil; only the first call counts.
func (a *pipedAnswer) cut(err error) { _ = a.to.CloseWithError(err) }

// Header is what WriteHeader will send.
func (a *pipedAnswer) Header() http.Header { return a.header }

// WriteHeader sends the head; the handler may go on changing its own map.
func (a *pipedAnswer) WriteHeader(code int) {
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

// Write sends a part of the body.
func (a *pipedAnswer) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(p)
}

// Flush hands over what was written until now.
func (a *pipedAnswer) Flush() {
	a.WriteHeader(http.StatusOK)
	_ = a.body.Flush()
}

// pipedBody is the body of a piped answer as its reader sees it.
type pipedBody struct{ answer *pipedAnswer }

// Read reads what the handler wrote.
func (b pipedBody) Read(p []byte) (int, error) { return b.answer.from.Read(p) }

// Close ends the handler too if it still writes, as a closed connection does.
func (b pipedBody) Close() error {
	b.answer.cancel(context.Canceled)
	return b.answer.from.Close()
}
