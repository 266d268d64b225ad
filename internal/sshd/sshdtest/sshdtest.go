// Package sshdtest connects tests with an SSH server without a network, so that their time can be virtual.
package sshdtest

import (
	"io"
	"net"
	"os"
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/guard"
)

// Listener is a listener without a network: a connection holds little that the other end has not taken, and its time
// is the test's.
type Listener struct {
	offered chan net.Conn
	closed  chan struct{}
	once    sync.Once
}

// NewListener returns a listener without connections.
func NewListener() *Listener {
	return &Listener{offered: make(chan net.Conn), closed: make(chan struct{})}
}

// Accept waits for a connection.
func (p *Listener) Accept() (net.Conn, error) {
	select {
	case conn := <-p.offered:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close ends it.
func (p *Listener) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

// Addr is no address.
func (p *Listener) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 22} }

// Dial connects with the server.
func (p *Listener) Dial() (*Conn, error) {
	there, back := newPipeHalf(), newPipeHalf()
	near, far := &Conn{back, there}, &Conn{there, back}
	select {
	case p.offered <- far:
		return near, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// pipeHalf is one direction of a connection.
type pipeHalf struct {
	mu       sync.Mutex
	moved    *sync.Cond
	held     []byte
	isClosed bool
	stalled  bool
	deadline time.Time
}

func newPipeHalf() *pipeHalf {
	h := &pipeHalf{}
	h.moved = sync.NewCond(&h.mu)
	return h
}

// maxHeld is how much a direction holds, in bytes: both ends of a connection may greet at once.
const maxHeld = 64 << 10

// wait waits until something can be done, or nothing can any more. The lock is held.
func (h *pipeHalf) wait(ready func() bool) error {
	for !ready() && !h.isClosed {
		if !h.deadline.IsZero() && !time.Now().Before(h.deadline) {
			return os.ErrDeadlineExceeded
		}
		h.moved.Wait()
	}
	return nil
}

func (h *pipeHalf) read(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := h.wait(func() bool { return len(h.held) > 0 && !h.stalled }); err != nil {
		return 0, err
	}
	if len(h.held) == 0 {
		return 0, io.EOF
	}
	n := copy(p, h.held)
	h.held = h.held[n:]
	h.moved.Broadcast()
	return n, nil
}

func (h *pipeHalf) write(p []byte) (n int, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for n < len(p) {
		if err := h.wait(func() bool { return len(h.held) < maxHeld && !h.stalled }); err != nil {
			return n, err
		}
		if h.isClosed {
			return n, io.ErrClosedPipe
		}
		some := p[n:min(len(p), n+maxHeld-len(h.held))]
		h.held = append(h.held, some...)
		n += len(some)
		h.moved.Broadcast()
	}
	return n, nil
}

func (h *pipeHalf) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.isClosed = true
	h.moved.Broadcast()
}

func (h *pipeHalf) stall() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stalled = true
}

func (h *pipeHalf) until(t time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.deadline = t
	if !t.IsZero() {
		guard.AfterFunc(time.Until(t), func() {
			h.mu.Lock() // else the word may come between a look at the time and the wait
			defer h.mu.Unlock()
			h.moved.Broadcast()
		})
	}
	h.moved.Broadcast()
}

// Conn is one end of a connection.
type Conn struct{ in, out *pipeHalf }

// Stall makes this end take nothing any more: whatever the other end writes waits until the connection is closed.
func (p *Conn) Stall() { p.in.stall() }

// Read reads.
func (p *Conn) Read(b []byte) (int, error) { return p.in.read(b) }

// Write writes.
func (p *Conn) Write(b []byte) (int, error) { return p.out.write(b) }

// Close closes both directions.
func (p *Conn) Close() error {
	p.in.close()
	p.out.close()
	return nil
}

// LocalAddr returns an address.
func (p *Conn) LocalAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 22} }

// RemoteAddr returns another one.
func (p *Conn) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 2), Port: 50_000} }

// SetDeadline is for both directions.
func (p *Conn) SetDeadline(t time.Time) error {
	p.in.until(t)
	p.out.until(t)
	return nil
}

// SetReadDeadline is for what is read.
func (p *Conn) SetReadDeadline(t time.Time) error { p.in.until(t); return nil }

// SetWriteDeadline is for what is written.
func (p *Conn) SetWriteDeadline(t time.Time) error { p.out.until(t); return nil }

// SignIn signs in on a connection.
func SignIn(conn net.Conn, how *gossh.ClientConfig) (*gossh.Client, error) {
	c, channels, requests, err := gossh.NewClientConn(conn, "", how)
	if err != nil {
		return nil, err
	}
	return gossh.NewClient(c, channels, requests), nil
}
