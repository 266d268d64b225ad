//go:build unix

package cli_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/cli/clitest"
)

// dialFrom connects from a loopback address.
func dialFrom(ctx context.Context, from, to string) (net.Conn, error) {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: 20 * time.Second}
	return d.DialContext(ctx, "tcp", to)
}

// randomAddress returns one of four million loopback addresses.
func randomAddress() string {
	return fmt.Sprintf("127.%d.%d.%d", 64+rand.IntN(64), rand.IntN(256), 1+rand.IntN(254)) //nolint:gosec // no secret
}

// dial connects from an address; it returns nil when the soak has ended.
func (s *soak) dial(from string) net.Conn {
	conn, err := dialFrom(s.ctx, from, s.Address)
	if err != nil {
		if s.ctx.Err() == nil {
			s.noteFault("a connection from %s failed: %v", from, err)
		}
		return nil
	}
	return conn
}

// newClientOver signs in over a connection and gives up after 20 seconds.
func newClientOver(conn net.Conn, key gossh.Signer) (*gossh.Client, error) {
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	c, channels, requests, err := gossh.NewClientConn(conn, "host", &gossh.ClientConfig{
		User: "agent", Auth: []gossh.AuthMethod{gossh.PublicKeys(key)}, HostKeyCallback: gossh.InsecureIgnoreHostKey(), //nolint:gosec // the host is the test's own
	})
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	_ = conn.SetDeadline(time.Time{})
	return gossh.NewClient(c, channels, requests), nil
}

// signIn signs an agent in, again and again while attackers fill the host; it returns nil when the soak has ended.
func (s *soak) signIn(agent, from string) (*gossh.Client, net.Conn) {
	late := time.Now().Add(30 * time.Second)
	for {
		conn := s.dial(from)
		if conn == nil {
			return nil, nil
		}
		client, err := newClientOver(conn, s.Keys[agent])
		if err == nil {
			return client, conn
		}
		if time.Now().After(late) {
			s.noteFault("%s could not sign in for 30 s: %v", agent, err)
			return nil, nil
		}
		if !s.pause(100 * time.Millisecond) {
			return nil, nil
		}
	}
}

// openConsoleFrom signs an agent in from an address and opens a console, whose output is dropped. It returns nil when
// the soak has ended, or after a fault.
func (s *soak) openConsoleFrom(agent, from string) (*gossh.Client, gossh.Channel) {
	client, _ := s.signIn(agent, from)
	if client == nil {
		return nil, nil
	}
	channel, err := clitest.OpenConsole120(client)
	if err != nil {
		s.noteFault("a console could not be opened: %v", err)
		_ = client.Close()
		return nil, nil
	}
	go func() { _, _ = io.Copy(io.Discard, channel) }()
	return client, channel
}

// replaceKeyList replaces the list of keys atomically, without the lines of an agent.
func (s *soak) replaceKeyList(without string) {
	var kept []string
	for line := range strings.Lines(s.listed) {
		if without == "" || !strings.Contains(line, `"FRONTDESK_AGENT=`+without+`"`) {
			kept = append(kept, line)
		}
	}
	path := filepath.Join(s.Dir, "keys")
	err := os.WriteFile(path+".new", []byte(strings.Join(kept, "")), 0o600)
	if err = errors.Join(err, os.Rename(path+".new", path)); err != nil {
		s.noteFault("the list of keys cannot be written: %v", err)
	}
}

// stalledConn is a connection that stops reading when the test says so.
type stalledConn struct {
	net.Conn
	once   sync.Once
	stops  chan struct{}
	closed chan struct{}
}

// Read blocks until Close once the connection is stalled.
func (d *stalledConn) Read(p []byte) (int, error) {
	select {
	case <-d.stops:
		<-d.closed
		return 0, net.ErrClosed
	default:
		return d.Conn.Read(p)
	}
}

// Close closes the connection.
func (d *stalledConn) Close() error {
	d.once.Do(func() { close(d.closed) })
	return d.Conn.Close()
}

// cuttingConn is a connection that closes after a number of bytes.
type cuttingConn struct {
	net.Conn
	left int
}

// Write closes the connection at the last byte that is allowed.
func (c *cuttingConn) Write(p []byte) (int, error) {
	if len(p) > c.left {
		_, _ = c.Conn.Write(p[:c.left])
		return 0, errors.Join(io.ErrShortWrite, c.Close())
	}
	c.left -= len(p)
	return c.Conn.Write(p)
}
