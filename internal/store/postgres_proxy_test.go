package store_test

import (
	"encoding/binary"
	"io"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
)

// proxy stands between a store and PostgreSQL, and loses connections when it is told to.
type proxy struct {
	listener net.Listener
	server   string

	lock    sync.Mutex
	cutAt   string // the beginning of the statement after which the answer is lost, once; empty for none
	cuts    int
	refuses bool
	open    map[net.Conn]bool
}

// newProxy returns a proxy and the address of a desk behind it.
func newProxy(t *testing.T, address string) (*proxy, string) {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: listener, server: u.Host, open: map[net.Conn]bool{}}
	t.Cleanup(func() { _ = listener.Close(); p.away(true) })
	go p.accept()
	u.Host = listener.Addr().String()
	return p, u.String()
}

// loseAnswerTo loses the connection of the next statement that begins like this, when it has reached the server.
func (p *proxy) loseAnswerTo(statement string) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.cutAt = statement
}

// away refuses connections and ends those that are open, or accepts them again.
func (p *proxy) away(refuses bool) {
	p.lock.Lock()
	defer p.lock.Unlock()
	p.refuses = refuses
	if refuses {
		for c := range p.open {
			_ = c.Close()
		}
	}
}

func (p *proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		p.lock.Lock()
		refuses := p.refuses
		p.open[client] = true
		p.lock.Unlock()
		server, err := net.Dial("tcp", p.server)
		if err != nil || refuses {
			_ = client.Close()
			continue
		}
		go p.forward(client, server)
		go func() {
			_, _ = io.Copy(client, server)
			_ = client.Close()
		}()
	}
}

// forward sends the client's messages to the server, and loses the connection after the one that was named.
func (p *proxy) forward(client, server net.Conn) {
	defer func() {
		_, _ = client.Close(), server.Close()
		p.lock.Lock()
		defer p.lock.Unlock()
		delete(p.open, client)
	}()
	first := true
	for {
		header := make([]byte, 5)
		if first { // the message that starts a connection has no type
			header = header[:4]
		}
		if _, err := io.ReadFull(client, header); err != nil {
			return
		}
		body := make([]byte, binary.BigEndian.Uint32(header[len(header)-4:])-4)
		if _, err := io.ReadFull(client, body); err != nil {
			return
		}
		cut := !first && p.isCut(header[0], string(body))
		if cut {
			_ = client.Close() // before the server can answer
		}
		if _, err := server.Write(slices.Concat(header, body)); err != nil {
			return
		}
		if cut {
			return // the server reads the message before it sees that the connection has ended
		}
		first = false
	}
}

// isCut reports whether the connection is lost after a message.
func (p *proxy) isCut(kind byte, body string) bool {
	p.lock.Lock()
	defer p.lock.Unlock()
	isQuery := kind == 'Q' && strings.HasPrefix(body, p.cutAt) || kind == 'P' && strings.Contains(body, p.cutAt)
	if p.cutAt == "" || !isQuery {
		return false
	}
	p.cutAt = ""
	p.cuts++
	return true
}

// lost returns how many connections were lost.
func (p *proxy) lost() int {
	p.lock.Lock()
	defer p.lock.Unlock()
	return p.cuts
}
