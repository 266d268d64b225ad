//go:build unix

package cli_test

import (
	"context"
	"crypto/ed25519"
	crand "crypto/rand"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/cli/clitest"
)

// soakAttacks are what is done to a host, each again and again. Those that sign in have a key under their name.
var soakAttacks = map[string]func(*soak){
	"revoked key":      (*soak).revokeKey,
	"vanishing":        (*soak).vanish,
	"floods":           (*soak).flood,
	"stops reading":    (*soak).stopReading,
	"nonsense keys":    (*soak).typeNonsense,
	"garbage commands": (*soak).runGarbage,
	"wrong key":        (*soak).offerWrongKey,
	"garbage bytes":    (*soak).sendGarbage,
	"half a handshake": (*soak).breakOffHandshake,
	"seven knocking":   (*soak).fillSignInPlaces,
}

// warmUp runs every attack once, because what is allocated once is no leak.
func (s *soak) warmUp() {
	var all sync.WaitGroup
	for name, do := range soakAttacks {
		all.Go(func() {
			do(s)
			s.countAttack(name, 1)
		})
	}
	s.signInColleague()
	all.Wait()
}

// startAttacks runs every attack again and again until the soak ends.
func (s *soak) startAttacks() {
	for name, do := range soakAttacks {
		s.busy.Go(func() {
			for s.pause(s.randomDuration(400 * time.Millisecond)) {
				do(s)
				s.countAttack(name, 1)
			}
		})
	}
	s.busy.Go(func() {
		for s.pause(s.randomDuration(3 * time.Second)) {
			s.signInColleague()
		}
	})
}

// pause waits and returns false when the soak has ended.
func (s *soak) pause(d time.Duration) bool {
	select {
	case <-time.After(d):
		return s.ctx.Err() == nil
	case <-s.ctx.Done():
		return false
	}
}

// randomDuration returns a random time around d, or around a tenth of it, at most 300 ms, in a short soak.
func (s *soak) randomDuration(d time.Duration) time.Duration {
	if !s.long {
		d = min(d/10, 300*time.Millisecond)
	}
	return d/2 + rand.N(d) //nolint:gosec // no secret
}

// revokeKey removes a key from the list while a console is open: no further session may open, and the connection ends.
func (s *soak) revokeKey() {
	client, _ := s.openConsoleFrom("revoked key", "127.0.2.1")
	if client == nil {
		return
	}
	defer func() { _ = client.Close() }()
	s.replaceKeyList("revoked key")
	defer s.replaceKeyList("")
	if _, _, err := client.OpenChannel("session", nil); err == nil {
		s.noteFault("a revoked key opened a session")
	}
	if !s.long || rand.IntN(2) == 0 { //nolint:gosec // no secret
		_ = syscall.Kill(os.Getpid(), syscall.SIGHUP) // else it is noticed soon
	}
	closed := make(chan struct{})
	go func() {
		_ = client.Wait()
		close(closed)
	}()
	select {
	case <-closed:
	case <-time.After(5 * time.Minute): // for ever: how fast the machine is decides nothing
		s.noteFault("a revoked key kept its connection")
	}
	if conn := s.dial("127.0.2.1"); conn != nil {
		if again, err := newClientOver(conn, s.Keys["revoked key"]); err == nil {
			_ = again.Close()
			s.noteFault("a revoked key signed in")
		}
	}
}

// vanish resets its connection in the middle of a frame.
func (s *soak) vanish() {
	client, conn := s.signIn("vanishing", "127.0.2.2")
	if client == nil {
		return
	}
	if channel, err := clitest.OpenConsole120(client); err == nil {
		_, _ = channel.Read(make([]byte, 1))
		_, _ = io.WriteString(channel, "cwords that were never sent")
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// flood floods the host within a connection and within a session.
func (s *soak) flood() {
	s.floodConnection()
	s.floodSession()
}

// floodConnection opens more sessions than allowed and asks for services that nobody gets.
func (s *soak) floodConnection() {
	client, _ := s.signIn("floods", "127.0.2.3")
	if client == nil {
		return
	}
	defer func() { _ = client.Close() }()
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if channel, requests, err := client.OpenChannel("session", nil); err == nil {
				go gossh.DiscardRequests(requests)
				go func() { _, _ = io.Copy(io.Discard, channel) }()
			}
		})
		_, _, _ = client.SendRequest("tcpip-forward", false, []byte(randomLetters(100)))
	}
	all.Wait()
}

// floodSession changes its window and sends variables until the host closes the connection.
func (s *soak) floodSession() {
	client, channel := s.openConsoleFrom("floods", "127.0.2.3")
	if client == nil {
		return
	}
	defer func() { _ = client.Close() }()
	size := gossh.Marshal(struct{ Columns, Rows, Width, Height uint32 }{rand.Uint32(), rand.Uint32(), 0, 0}) //nolint:gosec // no secret
	for range 2000 {
		_, _ = channel.SendRequest("window-change", false, size)
	}
	variable := gossh.Marshal(struct{ Name, Value string }{"LC_" + randomLetters(20), randomLetters(4000)})
	for range 400 { // more than are allowed
		_, _ = channel.SendRequest("env", false, variable)
	}
	_ = client.Wait()
}

// stopReading makes the console draw more and more, and reads none of it.
func (s *soak) stopReading() {
	conn := s.dial("127.0.2.4")
	if conn == nil {
		return
	}
	d := &stalledConn{Conn: conn, stops: make(chan struct{}), closed: make(chan struct{})}
	defer func() { _ = d.Close() }()
	client, err := newClientOver(d, s.Keys["stops reading"])
	if err != nil {
		return // it may be crowded
	}
	channel, err := clitest.OpenConsole120(client)
	if err != nil {
		s.noteFault("a console could not be opened: %v", err)
		return
	}
	close(d.stops)
	for end := time.Now().Add(s.randomDuration(12 * time.Second)); time.Now().Before(end); {
		if _, err := io.WriteString(channel, "?\x1bjk"); err != nil || !s.pause(5*time.Millisecond) {
			return // the host has given it up
		}
	}
}

// typeNonsense types random keys, on a separate desk, because they may well send something.
func (s *soak) typeNonsense() {
	client, channel := s.openConsoleFrom("nonsense keys", "127.0.2.5")
	if client == nil {
		return
	}
	defer func() { _ = client.Close() }()
	for end := time.Now().Add(s.randomDuration(3 * time.Second)); time.Now().Before(end); {
		keys := make([]byte, 1+rand.IntN(64)) //nolint:gosec // no secret
		_, _ = crand.Read(keys)
		if _, err := channel.Write(keys); err != nil || !s.pause(20*time.Millisecond) {
			return // it has quit
		}
	}
}

// runGarbage runs commands that do not exist, are malformed or do not end.
func (s *soak) runGarbage() {
	client, _ := s.signIn("garbage commands", "127.0.2.6")
	if client == nil {
		return
	}
	defer func() { _ = client.Close() }()
	for _, command := range []string{
		"--a=b __complete ticket get '\x1b]0;x\x07'", randomLetters(8), "ticket get " + randomLetters(4000), "api update-ticket", "faq search 'refund", "ticket get 1 --json",
	} {
		session, err := client.NewSession()
		if err != nil {
			s.noteFault("a command could not be run: %v", err)
			return
		}
		session.Stdin = strings.NewReader(`[{"ticket_id":"1","ticket_id":"2"}]`)
		err = session.Run(command)
		_ = session.Close()
		if s.ctx.Err() != nil {
			return
		}
		if code := new(gossh.ExitError); err == nil || errors.As(err, &code) && code.ExitStatus() == 70 {
			s.noteFault("%.40q ended with %v", command, err)
		}
	}
	session, err := client.NewSession()
	if err != nil {
		return
	}
	defer func() { _ = session.Close() }()
	if err := session.RequestPty("xterm", 24, 80, nil); err != nil {
		s.noteFault("no terminal was given: %v", err)
	}
	session.Stdout = io.Discard
	lines, err := session.StdinPipe()
	if err != nil || session.Start("faq search refund") != nil {
		return
	}
	_, _ = io.WriteString(lines, strings.Repeat("\r", 1<<20)) // the command reads none of it
}

// offerWrongKey signs in with a key that is not listed.
func (s *soak) offerWrongKey() {
	conn := s.dial(randomAddress())
	if conn == nil {
		return
	}
	_, private, err := ed25519.GenerateKey(crand.Reader)
	if err != nil {
		s.noteFault("%v", err)
		return
	}
	key, err := gossh.NewSignerFromKey(private)
	if err != nil {
		s.noteFault("%v", err)
		return
	}
	if client, err := newClientOver(conn, key); err == nil {
		_ = client.Close()
		s.noteFault("a stranger signed in")
	}
}

// sendGarbage sends random bytes in place of a handshake.
func (s *soak) sendGarbage() {
	conn := s.dial(randomAddress())
	if conn == nil {
		return
	}
	defer func() { _ = conn.Close() }()
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	garbage := make([]byte, rand.IntN(100_000)) //nolint:gosec // no secret
	_, _ = crand.Read(garbage)
	if rand.IntN(2) == 0 { //nolint:gosec // no secret
		_, _ = io.WriteString(conn, "SSH-2.0-garbage\r\n")
	}
	_, _ = conn.Write(garbage)
}

// breakOffHandshake closes the connection at a random byte of the sign-in.
func (s *soak) breakOffHandshake() {
	conn := s.dial(randomAddress())
	if conn == nil {
		return
	}
	client, err := newClientOver(&cuttingConn{conn, rand.IntN(2200)}, s.Keys["half a handshake"]) //nolint:gosec // no secret
	if err == nil {
		_ = client.Close()
	}
}

// fillSignInPlaces opens as many connections as seven addresses may, and closes them before the host does.
func (s *soak) fillSignInPlaces() {
	var held []net.Conn
	for i := range 70 {
		if conn := s.dial(fmt.Sprintf("127.0.3.%d", 1+i%7)); conn != nil {
			held = append(held, conn)
		}
	}
	s.pause(s.randomDuration(8 * time.Second))
	for _, conn := range held {
		_ = conn.Close()
	}
}

// signInColleague signs in from an address without attacks and waits for the console.
func (s *soak) signInColleague() {
	began := time.Now()
	client, _ := s.signIn("Dana Wolf", "127.0.4.1")
	if client == nil {
		return
	}
	defer func() { _ = client.Close() }()
	channel, err := clitest.OpenConsole120(client)
	if err == nil {
		defer context.AfterFunc(s.ctx, func() { _ = client.Close() })()
		err = clitest.ReadUntil(channel, "Dana")
	}
	if err != nil {
		if s.ctx.Err() == nil {
			s.noteFault("a colleague saw no console: %v", err)
		}
		return
	}
	s.mu.Lock()
	s.waits = append(s.waits, time.Since(began))
	s.mu.Unlock()
	_, _ = io.WriteString(channel, "q")
}
