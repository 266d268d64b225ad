package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"syscall"

	"frontdesk/internal/wire"
	"frontdesk/ui/gallery"
)

// bentTransport is the way to a scene's desk, on which calls meet what the scene says.
type bentTransport struct {
	through http.RoundTripper
	meet    func(ctx context.Context, op string, body []byte) gallery.Fault
}

// RoundTrip implements http.RoundTripper.
func (t *bentTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		var err error
		if body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		r = r.Clone(r.Context())
		r.Body = io.NopCloser(bytes.NewReader(body))
	}
	met := t.meet(r.Context(), operationAt(r.URL.Path, body), body)
	switch met.Does {
	case gallery.Down:
		return nil, syscall.ECONNREFUSED
	case gallery.Hang:
		return nil, r.Context().Err()
	case gallery.Gone:
		left(r)
		return nil, io.ErrUnexpectedEOF
	case gallery.Lost:
		return nil, dropped(t.through.RoundTrip(r))
	case gallery.Refuse:
		return failure(r, http.StatusBadRequest, met.Says), nil
	case gallery.Miss:
		return failure(r, http.StatusNotFound, met.Says), nil
	case gallery.Deny:
		return failure(r, http.StatusUnauthorized, "Invalid Auth Key"), nil
	case gallery.Fail:
		return failure(r, http.StatusInternalServerError, met.Says), nil
	}
	answer, err := t.through.RoundTrip(r)
	if err != nil || met.Does != gallery.Edit {
		return answer, err
	}
	return edited(answer, met.Of, met.Says)
}

// operationAt is the name of the operation that a request calls; adding and updating may be one path.
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

// left tells the client that a request was written to the wire.
func left(r *http.Request) {
	if trace := httptrace.ContextClientTrace(r.Context()); trace != nil && trace.WroteHeaders != nil {
		trace.WroteHeaders()
	}
}

// dropped drops an answer of the desk, which has done what it was asked for.
func dropped(answer *http.Response, err error) error {
	if err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	_ = answer.Body.Close()
	return io.ErrUnexpectedEOF
}

// failure is an answer of the interface's shape in the desk's place.
func failure(r *http.Request, code int, says string) *http.Response {
	content, _ := json.Marshal(map[string]string{"message": says, "status": "failed"}) // two strings are always JSON
	return &http.Response{StatusCode: code, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(content)), Request: r}
}

// edited is the desk's answer with other words in it.
func edited(answer *http.Response, of, says string) (*http.Response, error) {
	content, err := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	answer.Body, answer.ContentLength = io.NopCloser(strings.NewReader(strings.ReplaceAll(string(content), of, says))), -1
	answer.Header.Del("Content-Length")
	return answer, err
}
