package clustertest

import (
	"context"
	"io"
	"net"
	"sync"
	"testing"

	"frontdesk/internal/guard"
)

// link passes connections on to an address, and can be cut. Its own address stays the same, whatever becomes of the
// server behind it: a server takes another port at each start, because the one that it had may be somebody else's then.
type link struct {
	listener net.Listener

	mu   sync.Mutex // guards the fields below
	to   string     // "" as long as nobody is there
	cut  bool
	dead bool // the server behind it was killed
	open map[net.Conn]struct{}
}

func newLink(t testing.TB) *link {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &link{listener: listener, open: map[net.Conn]struct{}{}}
	guard.Go(l.accept)
	return l
}

func (l *link) address() string { return l.listener.Addr().String() }

func (l *link) accept() {
	for {
		from, err := l.listener.Accept()
		if err != nil {
			return
		}
		guard.Go(func() { l.pass(from) })
	}
}

// pass passes one connection on until either side ends.
func (l *link) pass(from net.Conn) {
	defer l.end(from)
	if !l.begin(from) {
		return
	}
	to, err := new(net.Dialer).DialContext(context.Background(), "tcp", l.target())
	if err != nil {
		return
	}
	defer l.end(to)
	if !l.begin(to) {
		return
	}
	guard.Go(func() {
		_, _ = io.Copy(from, to)
		l.end(from)
	})
	_, _ = io.Copy(to, from)
	l.end(to)
}

func (l *link) target() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.to
}

// lead leads new connections to an address.
func (l *link) lead(to string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.to = to
}

// begin notes an open connection; false if the link is cut.
func (l *link) begin(c net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cut || l.dead {
		return false
	}
	l.open[c] = struct{}{}
	return true
}

func (l *link) end(c net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, c)
	_ = c.Close()
}

// set opens or cuts the link.
func (l *link) set(open bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut = !open
	l.closeIfCut()
}

// setDead ends the connections to a server that is killed. A link that was cut stays cut after its next start.
func (l *link) setDead(dead bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dead = dead
	l.closeIfCut()
}

// closeIfCut closes all connections of a link that passes none on. l.mu is held.
func (l *link) closeIfCut() {
	if l.cut || l.dead {
		for c := range l.open {
			_ = c.Close()
		}
	}
}

func (l *link) close() {
	_ = l.listener.Close()
	l.set(false)
}
