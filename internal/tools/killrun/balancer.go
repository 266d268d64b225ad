package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"frontdesk/internal/guard"
)

// balancerAddress is where the services are reached.
const balancerAddress = bridgeAddress + ":8080"

// balancer passes requests on to the services that are ready, in turn, and to all while none is. It ends those to a
// service that is not.
type balancer struct {
	services []*part
	client   *http.Client
	to       http.RoundTripper // to the services
	mixer    *mixer

	mu    sync.Mutex // guards the fields below
	next  int
	ready map[*part]bool
	open  map[*part]map[*request]struct{}
	hurt  []span // when an answer may have been lost or nobody answered; the last one may last
}

// request is one that a service has not answered yet.
type request struct {
	begun time.Time
	end   context.CancelFunc
}

// reply is an answer of a service.
type reply struct {
	code   int
	header http.Header
	body   []byte
}

// newBalancer listens, and looks after the services until ctx ends.
func newBalancer(ctx context.Context, services []*part, shown *certificate, mixes *mixer) (*balancer, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", balancerAddress)
	if err != nil {
		return nil, err
	}
	b := &balancer{
		services: services, client: shown.client(), to: shown.client().Transport, mixer: mixes,
		ready: map[*part]bool{}, open: map[*part]map[*request]struct{}{},
	}
	for _, p := range services {
		b.open[p], b.ready[p] = map[*request]struct{}{}, true
		guard.Go(func() { b.lookAfter(ctx, p) })
	}
	server := &http.Server{
		Handler: b, ReadHeaderTimeout: writeLimit, ErrorLog: log.New(io.Discard, "", 0),
		TLSNextProto: map[string]func(*http.Server, *tls.Conn, http.Handler){}, // an end is that of a connection
	}
	guard.Go(func() { _ = server.ServeTLS(listener, shown.certFile, shown.keyFile) })
	guard.AfterEnd(ctx, func() { _ = server.Close() })
	return b, nil
}

// ServeHTTP answers a request of a host or a writer.
func (b *balancer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var answer *reply
	if err == nil {
		answer, err = b.mixer.answer(r, body, b.pass)
	}
	if err != nil {
		cut(w)
		return
	}
	for name, values := range answer.header {
		w.Header()[name] = values
	}
	w.WriteHeader(answer.code)
	_, _ = w.Write(answer.body)
}

// cut ends the connection of a request without an answer.
func cut(w http.ResponseWriter) {
	if c, _, err := http.NewResponseController(w).Hijack(); err == nil {
		_ = c.Close()
	}
}

// choose returns the next service that is ready, or the next one if none is.
func (b *balancer) choose() *part {
	b.mu.Lock()
	defer b.mu.Unlock()
	for range b.services {
		b.next++
		if p := b.services[b.next%len(b.services)]; b.ready[p] {
			return p
		}
	}
	b.next++
	return b.services[b.next%len(b.services)]
}

// pass passes one request on, once.
func (b *balancer) pass(r *http.Request, body []byte) (*reply, error) {
	p := b.choose()
	ctx, end := context.WithCancel(r.Context())
	defer end()
	passed := &request{time.Now(), end}
	b.note(p, passed, true)
	defer b.note(p, passed, false)
	address := "https://" + net.JoinHostPort(p.address, "8080") + r.URL.RequestURI()
	ask, err := http.NewRequestWithContext(ctx, r.Method, address, io.NopCloser(bytes.NewReader(body)))
	if err != nil {
		return nil, err
	}
	ask.Header, ask.ContentLength = r.Header.Clone(), int64(len(body))
	ask.Header.Del("Connection")
	answer, err := b.to.RoundTrip(ask)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	content, err := io.ReadAll(answer.Body)
	answer.Header.Del("Connection")
	return &reply{answer.StatusCode, answer.Header, content}, err
}

func (b *balancer) note(p *part, r *request, open bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if open {
		b.open[p][r] = struct{}{}
	} else {
		delete(b.open[p], r)
	}
}

// lookAfter asks a service whether it is ready, again and again.
func (b *balancer) lookAfter(ctx context.Context, p *part) {
	failures := 0
	for guard.Sleep(ctx, 500*time.Millisecond) {
		tried, stop := context.WithTimeout(ctx, time.Second)
		err := askReady(tried, b.client, p)
		stop()
		if err == nil {
			failures = 0
		} else {
			failures++
		}
		b.set(p, failures < 2)
	}
}

// noticing is how long the balancer may take to notice that a service is not ready: it asks twice.
const noticing = 4 * time.Second

// patience is how long a request to a service that is not ready may take.
const patience = 8 * time.Second

func (b *balancer) set(p *part, ready bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	was, now := b.ready[p], time.Now()
	before := b.countReady()
	b.ready[p] = ready
	switch after := b.countReady(); {
	case after == before:
	case after == 0:
		b.hurt = append(b.hurt, span{from: now.Add(-noticing)})
	case before == 0:
		b.hurt[len(b.hurt)-1].to = now
	case was && !ready:
		b.hurt = append(b.hurt, span{now.Add(-noticing), now})
	}
	for r := range b.open[p] {
		if !ready && (was || now.Sub(r.begun) > patience) {
			r.end()
		}
	}
}

func (b *balancer) countReady() (n int) {
	for _, ready := range b.ready {
		if ready {
			n++
		}
	}
	return n
}

// trouble returns the times in which the balancer ended requests because a service was not ready, or in which none was.
func (b *balancer) trouble() []span {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.hurt)
}

// askReady asks a service whether it is ready, on a connection of its own.
func askReady(ctx context.Context, client *http.Client, p *part) error {
	address := "https://" + net.JoinHostPort(p.address, "8080") + "/readyz"
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	ask.Close = true
	answer, err := client.Do(ask)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %s", p.name, answer.Status)
	}
	return nil
}
