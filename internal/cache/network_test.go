package cache_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"

	"frontdesk/internal/wire"
)

// interceptor handles a call before the service: with a response in the service's place, a fault,
// or nothing, which lets it through.
type interceptor func(ctx context.Context, call string) (*reply, error)

// reply is a response that does not come from our service.
type reply struct {
	code   int
	body   io.Reader
	header http.Header
}

func replyWith(code int, body string) *reply {
	return &reply{code, strings.NewReader(body), http.Header{}}
}

// network is a transport to the service in this process, with interceptors.
type network struct {
	service http.RoundTripper
	fault   interceptor

	mu   sync.Mutex
	sent []string
}

// RoundTrip returns the service's response while the service writes it.
func (n *network) RoundTrip(r *http.Request) (*http.Response, error) {
	body, _ := io.ReadAll(r.Body)
	r.Body = io.NopCloser(bytes.NewReader(body))
	name := call(r.URL.Path, body)
	n.mu.Lock()
	n.sent = append(n.sent, name)
	fault := n.fault
	n.mu.Unlock()
	if fault != nil {
		switch answer, err := fault(r.Context(), name); {
		case err != nil:
			return nil, err
		case answer != nil:
			return &http.Response{StatusCode: answer.code, Header: answer.header, Body: io.NopCloser(answer.body), Request: r}, nil
		}
	}
	return n.service.RoundTrip(r)
}

// calls returns the requests since its last call.
func (n *network) calls() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	sent := n.sent
	n.sent = nil
	return sent
}

// intercept passes calls to an interceptor from now on; nil removes it.
func (n *network) intercept(fault interceptor) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.fault = fault
}

// call names a request by its operation and what it asks for: "pull-ticket 2026-11-20 limit 5".
func call(path string, body []byte) string {
	at := slices.IndexFunc(wire.Operations(), func(op wire.OperationInfo) bool { return op.Path == path })
	name := wire.Operations()[at].Name
	var asked []struct {
		Start string `json:"start_date"`
		Made  string `json:"createStartDate"`
		Limit *int   `json:"limit"`
		IDs   string `json:"ticket_ids"`
		Key   string `json:"search_key"`
	}
	if len(body) > 0 && body[0] == '{' {
		body = slices.Concat([]byte("["), body, []byte("]"))
	}
	if json.Unmarshal(body, &asked) != nil || len(asked) != 1 {
		return name
	}
	for _, detail := range []string{asked[0].Start, asked[0].Made, asked[0].IDs, asked[0].Key} {
		if detail != "" {
			name += " " + detail
		}
	}
	if asked[0].Limit != nil {
		name += fmt.Sprint(" limit ", *asked[0].Limit)
	}
	return name
}

// heldCalls keeps calls on the way to the service until they are let go.
type heldCalls struct {
	mu      sync.Mutex
	waiting map[string]chan struct{}
	order   []string // in which they came
}

// holdCalls holds every call from now on.
func (n *network) holdCalls() *heldCalls {
	h := &heldCalls{waiting: map[string]chan struct{}{}}
	n.intercept(func(ctx context.Context, call string) (*reply, error) {
		h.mu.Lock()
		door := make(chan struct{})
		h.waiting[call] = door
		h.order = append(h.order, call)
		h.mu.Unlock()
		select {
		case <-door:
			return nil, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	})
	return h
}

// arrived returns the calls that have arrived since its last call.
func (h *heldCalls) arrived() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	order := h.order
	h.order = nil
	return order
}

// release lets a call through to the service.
func (h *heldCalls) release(call string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	close(h.waiting[call])
}
