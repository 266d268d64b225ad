package uitest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/service"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// deskService is the service of one desk, as an http.RoundTripper. Until something is written it gives the answers that
// the service has given to another test, to the same request in the same second on the same fixture: it counts in
// seconds. The desk is opened when an answer is not known.
type deskService struct {
	fixture *fixture
	file    string
	now     func() time.Time

	mu        sync.Mutex
	isChanged bool // something was written, so that other tests have other answers
	store     *store.Store
	handler   http.Handler
}

// answer is a response of a service that was read to its end.
type answer struct {
	header http.Header
	body   []byte
}

// RoundTrip implements http.RoundTripper.
func (d *deskService) RoundTrip(r *http.Request) (*http.Response, error) {
	key, isKept := d.keyOf(r)
	if !isKept {
		return d.ask(r) //nolint:contextcheck // the desk stays open after the request
	}
	if known, ok := d.fixture.answers.Load(key); ok && r.Context().Err() == nil {
		MarkSent(r)
		return known.(*answer).response(r), nil //nolint:forcetypeassert,errcheck // stored below alone
	}
	response, err := d.ask(r) //nolint:contextcheck // as above
	if err != nil || response.StatusCode != http.StatusOK {
		return response, err
	}
	body, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	if err != nil {
		return nil, err
	}
	given := &answer{response.Header, body}
	if !d.wasChanged() {
		d.fixture.answers.Store(key, given)
	}
	return given.response(r), nil
}

// wasChanged reports whether something was written.
func (d *deskService) wasChanged() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.isChanged
}

// keyOf returns what an answer depends on; false if the answers are not kept.
func (d *deskService) keyOf(r *http.Request) (key string, isKept bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.isChanged = d.isChanged || isWrite(r)
	if d.isChanged || !d.fixture.isShared {
		return "", false
	}
	return fmt.Sprint(d.now().Unix(), r.URL, r.Header["Authorization"], RequestBody(r)), true
}

// isWrite reports whether a request may change the desk.
func isWrite(r *http.Request) bool {
	return !slices.ContainsFunc(wire.Operations(), func(op wire.OperationInfo) bool {
		return !op.IsWrite && (op.Path == r.URL.Path || op.Alias == r.URL.Path)
	})
}

// response returns the answer to a request.
func (a *answer) response(r *http.Request) *http.Response {
	return &http.Response{
		StatusCode: http.StatusOK,
		Header:     a.header.Clone(),
		Body:       io.NopCloser(bytes.NewReader(a.body)),
		Request:    r,
	}
}

// ask passes a request to the service.
func (d *deskService) ask(r *http.Request) (*http.Response, error) {
	handler, err := d.open()
	if err != nil {
		return nil, err
	}
	return client.NewHandlerTransport(handler).RoundTrip(r)
}

// open opens the desk, unless it is open.
func (d *deskService) open() (http.Handler, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.handler != nil {
		return d.handler, nil
	}
	if err := os.WriteFile(d.file, d.fixture.content, 0o600); err != nil {
		return nil, err
	}
	opened, err := store.Open(context.Background(), d.file)
	if err != nil {
		return nil, err
	}
	d.store = opened
	d.handler = service.New(service.Config{
		Store:         opened,
		Token:         token,
		OrderUser:     orderUser,
		OrderPassword: orderPassword,
		AccountID:     cmID,
		Zone:          Zone,
		Log:           slog.New(slog.DiscardHandler),
		Now:           d.now,
	})
	return d.handler, nil
}

// close closes the desk, if it was opened.
func (d *deskService) close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.store == nil {
		return nil
	}
	return d.store.Close()
}
