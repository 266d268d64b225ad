package simdesk

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"syscall"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/wire"
	"frontdesk/ui/gallery"
)

// faultTransport is a transport to a scene's desk that injects the scene's faults.
type faultTransport struct {
	next     http.RoundTripper
	faultFor func(ctx context.Context, op string, body []byte) gallery.Fault
}

// RoundTrip implements http.RoundTripper.
func (t *faultTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		r = r.Clone(r.Context())
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	met := t.faultFor(r.Context(), operationAt(r.URL.Path, body), body)
	switch met.Kind {
	case gallery.Down:
		return nil, syscall.ECONNREFUSED
	case gallery.Hang:
		return nil, r.Context().Err()
	case gallery.Gone:
		markSent(r)
		return nil, io.ErrUnexpectedEOF
	case gallery.Lost:
		return nil, dropAnswer(t.next.RoundTrip(r))
	case gallery.Refuse:
		return failure(r, http.StatusBadRequest, met.With), nil
	case gallery.Miss:
		return failure(r, http.StatusNotFound, met.With), nil
	case gallery.Deny:
		return failure(r, http.StatusUnauthorized, "Invalid Auth Key"), nil
	case gallery.Fail:
		return failure(r, http.StatusInternalServerError, met.With), nil
	}
	answer, err := t.next.RoundTrip(r)
	if err != nil || met.Kind != gallery.Edit {
		return answer, err
	}
	return editAnswer(answer, met.Replace, met.With)
}

// operationAt returns the name of the operation that a request calls. Add and update may share a path.
func operationAt(path string, body []byte) (name string) {
	for _, op := range wire.Operations() {
		if op.Path != path {
			continue
		}
		if name == "" || bytes.Contains(body, []byte(`"update":true`)) {
			name = op.Name
		}
	}
	return name
}

// markSent reports to the client's trace that the request was written.
func markSent(r *http.Request) {
	if trace := httptrace.ContextClientTrace(r.Context()); trace != nil && trace.WroteHeaders != nil {
		trace.WroteHeaders()
	}
}

// dropAnswer discards a response, as if the connection broke after the desk had handled the request.
func dropAnswer(answer *http.Response, err error) error {
	if err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	_ = answer.Body.Close()
	return io.ErrUnexpectedEOF
}

// failure builds an error response in the format of the interface (PROTOCOL.md 5.1).
func failure(r *http.Request, code int, says string) *http.Response {
	content, _ := json.Marshal(
		map[string]string{"message": says, "status": "failed"},
		json.Deterministic(true),
	) // strings always encode
	return &http.Response{
		StatusCode: code,
		Header:     http.Header{},
		Body:       io.NopCloser(bytes.NewReader(content)),
		Request:    r,
	}
}

// editAnswer replaces text in the body of a response.
func editAnswer(answer *http.Response, of, says string) (*http.Response, error) {
	content, err := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	answer.Body, answer.ContentLength = io.NopCloser(
		strings.NewReader(strings.ReplaceAll(string(content), of, says)),
	), -1
	answer.Header.Del("Content-Length")
	return answer, err
}
