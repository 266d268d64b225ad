package main

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/vt"
	"golang.org/x/crypto/ssh"

	"frontdesk/internal/guard"
)

// The window of agents.
const (
	windowWidth  = 160
	windowHeight = 40
)

// dialLimit is how long an agent waits for a host before trying another one.
const dialLimit = 2 * time.Second

// signIn signs an agent in to a random host that answers.
func (r *killRun) signIn(ctx context.Context, agent string, random *rand.Rand) (*ssh.Client, *part, error) {
	hosts := r.in.parts[kindHost]
	host := hosts[random.IntN(len(hosts))]
	address := net.JoinHostPort(host.address, strconv.Itoa(sshPort))
	dialer := net.Dialer{Timeout: dialLimit}
	conn, err := dialer.DialContext(context.WithoutCancel(ctx), "tcp", address)
	if err != nil {
		return nil, nil, err
	}
	_ = conn.SetDeadline(time.Now().Add(5 * dialLimit))
	secure, channels, requests, err := ssh.NewClientConn(conn, address, &ssh.ClientConfig{
		User: "agent", Auth: []ssh.AuthMethod{ssh.PublicKeys(r.in.keys[agent])},
		HostKeyCallback: ssh.InsecureIgnoreHostKey(), //nolint:gosec // the host was started here
	})
	if err != nil {
		_ = conn.Close()
		return nil, nil, err
	}
	_ = conn.SetDeadline(time.Time{})
	return ssh.NewClient(secure, channels, requests), host, nil
}

// session is a console of an agent.
type session struct {
	host   *part
	client *ssh.Client
	keys   io.Writer
	seen   func(text string, at time.Time) // is given each screen

	changed chan struct{} // holds one notice at most

	mu     sync.Mutex // guards the fields below
	screen *vt.Emulator
	came   time.Time // the last output
	ended  bool
}

var (
	errEnded  = errors.New("the session has ended")
	errSilent = errors.New("the screen did not show it in time")
)

// openSession opens a console.
func openSession(client *ssh.Client, host *part, seen func(text string, at time.Time)) (*session, error) {
	s := &session{
		host: host, client: client, seen: seen, changed: make(chan struct{}, 1),
		screen: vt.NewEmulator(windowWidth, windowHeight), came: time.Now(),
	}
	shell, err := client.NewSession()
	if err != nil {
		return nil, err
	}
	if s.keys, err = shell.StdinPipe(); err != nil {
		return nil, err
	}
	output, err := shell.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := shell.RequestPty("xterm-256color", windowHeight, windowWidth, nil); err != nil {
		return nil, err
	}
	guard.Go(func() { _, _ = io.Copy(io.Discard, s.screen) }) // what it would answer, until it is closed
	guard.Go(func() { s.follow(output) })
	return s, shell.Shell()
}

// follow draws what comes.
func (s *session) follow(output io.Reader) {
	buf := make([]byte, 32<<10)
	for {
		n, err := output.Read(buf)
		s.mu.Lock()
		if n > 0 {
			_, _ = s.screen.Write(buf[:n])
			s.came = time.Now()
		}
		if s.ended = err != nil; s.ended {
			_ = s.screen.Close()
		}
		s.mu.Unlock()
		select {
		case s.changed <- struct{}{}:
		default: // it looks anyway
		}
		if err != nil {
			return
		}
	}
}

// text returns the screen, and when it was drawn.
func (s *session) text() (text string, at time.Time, ended bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.screen.String(), s.came, s.ended
}

// press presses keys, one after the other.
func (s *session) press(keys ...string) error {
	for _, k := range keys {
		if _, err := io.WriteString(s.keys, k); err != nil {
			return errEnded
		}
	}
	return nil
}

// wait waits until a screen is as it should be, and returns it.
func (s *session) wait(limit time.Duration, isSo func(text string) bool) (string, error) {
	late := time.NewTimer(limit)
	defer late.Stop()
	for {
		text, at, ended := s.text()
		s.seen(text, at)
		switch {
		case isSo(text):
			return text, nil
		case ended:
			return text, errEnded
		}
		select {
		case <-s.changed:
		case <-late.C:
			return text, errSilent
		}
	}
}

// waitAny waits until the screen shows one of some texts.
func (s *session) waitAny(limit time.Duration, texts ...string) (string, error) {
	return s.wait(limit, func(text string) bool { return hasAny(text, texts...) })
}

func hasAny(text string, parts ...string) bool {
	for _, p := range parts {
		if strings.Contains(text, p) {
			return true
		}
	}
	return false
}

func (s *session) close() { _ = s.client.Close() }
