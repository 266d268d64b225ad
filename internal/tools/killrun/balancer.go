package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"frontdesk/internal/guard"
)

// balancerAddress is where the services are reached.
const balancerAddress = bridgeAddress + ":8080"

// balancer passes connections on to the services that are ready, in turn. It ends those to a service that is not.
type balancer struct {
	services []*part
	client   *http.Client

	mu    sync.Mutex // guards the fields below
	next  int
	ready map[*part]bool
	open  map[*part]map[net.Conn]struct{}
}

// newBalancer listens, and looks after the services until ctx ends.
func newBalancer(ctx context.Context, services []*part, client *http.Client) (*balancer, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", balancerAddress)
	if err != nil {
		return nil, err
	}
	b := &balancer{services: services, client: client, ready: map[*part]bool{}, open: map[*part]map[net.Conn]struct{}{}}
	for _, p := range services {
		b.open[p], b.ready[p] = map[net.Conn]struct{}{}, true
		guard.Go(func() { b.lookAfter(ctx, p) })
	}
	guard.Go(func() { b.accept(ctx, listener) })
	guard.AfterEnd(ctx, func() { _ = listener.Close() })
	return b, nil
}

func (b *balancer) accept(ctx context.Context, listener net.Listener) {
	for {
		from, err := listener.Accept()
		if err != nil {
			return
		}
		guard.Go(func() { b.pass(ctx, from) })
	}
}

// choose returns a service that is ready, and notes a connection to it.
func (b *balancer) choose() *part {
	b.mu.Lock()
	defer b.mu.Unlock()
	for range b.services {
		b.next++
		if p := b.services[b.next%len(b.services)]; b.ready[p] {
			return p
		}
	}
	return nil
}

// pass passes one connection on until either side ends.
func (b *balancer) pass(ctx context.Context, from net.Conn) {
	defer func() { _ = from.Close() }()
	p := b.choose()
	if p == nil {
		return
	}
	dialer := net.Dialer{Timeout: time.Second}
	to, err := dialer.DialContext(context.WithoutCancel(ctx), "tcp", net.JoinHostPort(p.address, "8080"))
	if err != nil {
		return
	}
	defer func() { _ = to.Close() }()
	b.note(p, to, true)
	defer b.note(p, to, false)
	guard.Go(func() {
		_, _ = io.Copy(from, to)
		_ = from.Close()
	})
	_, _ = io.Copy(to, from)
}

func (b *balancer) note(p *part, c net.Conn, open bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if open {
		b.open[p][c] = struct{}{}
	} else {
		delete(b.open[p], c)
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

func (b *balancer) set(p *part, ready bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ready[p] = ready
	if !ready {
		for c := range b.open[p] {
			_ = c.Close()
		}
	}
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
