package uitest

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"syscall"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/wire"
)

// FaultKind is the kind of a network fault.
type FaultKind string

// The kinds of faults. With all but Lost and Edit the call does not reach the desk.
const (
	Down   FaultKind = "down"   // the connection is refused: nothing is sent
	Hang   FaultKind = "hang"   // no response until the console ends
	Gone   FaultKind = "gone"   // the request is sent, and the connection breaks before the desk receives it
	Lost   FaultKind = "lost"   // the desk performs it, and the response is lost
	Refuse FaultKind = "refuse" // rejected, with the message With
	Miss   FaultKind = "miss"   // not found, with the message With
	Deny   FaultKind = "deny"   // not authorised
	Fail   FaultKind = "fail"   // service error, with the message With
	Edit   FaultKind = "edit"   // With replaces Replace in the response
)

// ErrDown is the error of a call while the network is down.
const ErrDown = syscall.ECONNREFUSED

// Fault is a network fault and the calls that it affects.
type Fault struct {
	Kind         FaultKind
	Op           string // the operation; any when empty
	BodyContains string `toml:"body"` // part of the request body
	Replace      string // of Edit
	With         string
}

// SetFaults gives each call the first of the faults that affects it, and lets all others reach the desk.
func (n *Network) SetFaults(faults ...Fault) {
	n.Intercept(func(r *http.Request, pass Pass) (*http.Response, error) {
		body := RequestBody(r)
		for _, f := range faults {
			if (f.Op == "" || f.Op == operationAt(r.URL.Path, body)) && strings.Contains(body, f.BodyContains) {
				return n.fail(f, r, pass)
			}
		}
		return pass()
	})
}

// operationAt returns the name of the operation that a request calls. Add and update may share a path.
func operationAt(path, body string) (name string) {
	for _, op := range wire.Operations() {
		if op.Path == path && (name == "" || strings.Contains(body, `"update":true`)) {
			name = op.Name
		}
	}
	return name
}

// fail answers a call that a fault affects.
func (n *Network) fail(f Fault, r *http.Request, pass Pass) (*http.Response, error) {
	switch f.Kind {
	case Down:
		return nil, ErrDown
	case Hang:
		return nil, n.hang(r)
	case Gone, Lost:
		return nil, loseAnswer(r, pass, f.Kind == Lost)
	case Refuse:
		return failure(r, http.StatusBadRequest, f.With), nil
	case Miss:
		return failure(r, http.StatusNotFound, f.With), nil
	case Deny:
		return failure(r, http.StatusUnauthorized, "Invalid Auth Key"), nil
	case Fail:
		return failure(r, http.StatusInternalServerError, f.With), nil
	}
	answer, err := pass()
	if err != nil {
		return nil, err
	}
	return editAnswer(answer, f.Replace, f.With)
}

// hang waits until the call is cancelled or the console ends.
func (n *Network) hang(r *http.Request) error {
	select {
	case <-r.Context().Done():
		return r.Context().Err()
	case <-n.consoleEnded():
		return ErrDown
	}
}

// failure returns an error response in the format of the interface (PROTOCOL.md 5.1).
func failure(r *http.Request, code int, message string) *http.Response {
	body, _ := json.Marshal( // strings always encode
		map[string]string{"message": message, "status": "failed"},
		json.Deterministic(true),
	)
	return Response(r, code, string(body))
}

// editAnswer replaces text in the body of a response.
func editAnswer(answer *http.Response, replace, with string) (*http.Response, error) {
	body, err := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	body = bytes.ReplaceAll(body, []byte(replace), []byte(with))
	answer.Body, answer.ContentLength = io.NopCloser(bytes.NewReader(body)), -1
	answer.Header.Del("Content-Length")
	return answer, err
}
