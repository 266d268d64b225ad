package client

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
)

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
