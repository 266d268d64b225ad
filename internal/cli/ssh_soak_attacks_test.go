//go:build unix

package cli

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
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// soakAttacks are what is done to a host, each again and again. Those that sign in have a key under their name.
var soakAttacks = map[string]func(*soak){
	"revoked key":      (*soak).revokedKey,
	"vanishing":        (*soak).vanishing,
	"floods":           (*soak).floods,
	"stops reading":    (*soak).stopsReading,
	"nonsense keys":    (*soak).nonsenseKeys,
	"garbage commands": (*soak).garbageCommands,
	"wrong key":        (*soak).wrongKey,
	"garbage bytes":    (*soak).garbageBytes,
	"half a handshake": (*soak).halfHandshake,
	"seven knocking":   (*soak).sevenKnocking,
}

// warmUp does every attack once: what is made once is no leak.
func (s *soak) warmUp() {
	hangUps := make(chan os.Signal, 1) // one that comes when the host has ended must not end the test
	signal.Notify(hangUps, syscall.SIGHUP)
	s.t.Cleanup(func() { signal.Stop(hangUps) })
	var all sync.WaitGroup
	for name, do := range soakAttacks {
		all.Go(func() {
			do(s)
			s.done(name, 1)
		})
	}
	s.colleague()
	all.Wait()
}

// attack attacks until the soak ends.
func (s *soak) attack() {
	for name, do := range soakAttacks {
		s.busy.Go(func() {
			for s.pause(s.some(400 * time.Millisecond)) {
				do(s)
				s.done(name, 1)
			}
		})
	}
	s.busy.Go(func() {
		for s.pause(s.some(3 * time.Second)) {
			s.colleague()
		}
	})
}

// pause waits; false when the soak has ended.
func (s *soak) pause(d time.Duration) bool {
	select {
	case <-time.After(d):
		return s.ctx.Err() == nil
	case <-s.ctx.Done():
		return false
	}
}

// some is a time around another one, and a tenth of it in a short soak.
func (s *soak) some(d time.Duration) time.Duration {
	if !s.long {
		d /= 10
	}
	return d/2 + rand.N(d) //nolint:gosec // no secret
}

// revokedKey takes a key out of the list while a console is open: no session is opened any more, and the connection ends.
func (s *soak) revokedKey() {
	client, _ := s.enter("revoked key", "127.0.2.1")
	if client == nil {
		return
	}
	defer func() { _ = client.Close() }()
	channel, err := console120(client)
	if err != nil {
		s.fault("a console could not be opened: %v", err)
		return
	}
	go func() { _, _ = io.Copy(io.Discard, channel) }()
	s.relist("revoked key")
	defer s.relist("")
	if _, _, err := client.OpenChannel("session", nil); err == nil {
		s.fault("a revoked key opened a session")
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
	case <-time.After(30 * time.Second):
		s.fault("a revoked key kept its connection for 30 s")
	}
	if conn := s.dial("127.0.2.1"); conn != nil {
		if again, err := over(conn, s.keys["revoked key"]); err == nil {
			_ = again.Close()
			s.fault("a revoked key signed in")
		}
	}
}

// vanishing goes without a word in the middle of a frame.
func (s *soak) vanishing() {
	client, conn := s.enter("vanishing", "127.0.2.2")
	if client == nil {
		return
	}
	if channel, err := console120(client); err == nil {
		_, _ = channel.Read(make([]byte, 1))
		_, _ = io.WriteString(channel, "cwords that were never sent")
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = conn.Close()
}

// floods asks for everything, much too often.
func (s *soak) floods() {
	s.floodsConnection()
	s.floodsSession()
}

// floodsConnection opens more sessions than there may be, and asks for what nobody gets.
func (s *soak) floodsConnection() {
	client, _ := s.enter("floods", "127.0.2.3")
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

// floodsSession changes its window and sends variables until the host closes the connection.
func (s *soak) floodsSession() {
	client, _ := s.enter("floods", "127.0.2.3")
	if client == nil {
		return
	}
	defer func() { _ = client.Close() }()
	channel, err := console120(client)
	if err != nil {
		s.fault("a console could not be opened: %v", err)
		return
	}
	go func() { _, _ = io.Copy(io.Discard, channel) }()
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

// stopsReading draws more and more, and takes none of it.
func (s *soak) stopsReading() {
	conn := s.dial("127.0.2.4")
	if conn == nil {
		return
	}
	d := &deaf{Conn: conn, stops: make(chan struct{}), closed: make(chan struct{})}
	defer func() { _ = d.Close() }()
	client, err := over(d, s.keys["stops reading"])
	if err != nil {
		return // it may be crowded
	}
	channel, err := console120(client)
	if err != nil {
		s.fault("a console could not be opened: %v", err)
		return
	}
	close(d.stops)
	for end := time.Now().Add(s.some(12 * time.Second)); time.Now().Before(end); {
		if _, err := io.WriteString(channel, "?\x1bjk"); err != nil || !s.pause(5*time.Millisecond) {
			return // the host has given it up
		}
	}
}

// nonsenseKeys types whatever there is, on a desk of its own: it may well be sent.
func (s *soak) nonsenseKeys() {
	client, _ := s.enter("nonsense keys", "127.0.2.5")
	if client == nil {
		return
	}
	defer func() { _ = client.Close() }()
	channel, err := console120(client)
	if err != nil {
		s.fault("a console could not be opened: %v", err)
		return
	}
	go func() { _, _ = io.Copy(io.Discard, channel) }()
	for end := time.Now().Add(s.some(3 * time.Second)); time.Now().Before(end); {
		keys := make([]byte, 1+rand.IntN(64)) //nolint:gosec // no secret
		_, _ = crand.Read(keys)
		if _, err := channel.Write(keys); err != nil || !s.pause(20*time.Millisecond) {
			return // it has quit
		}
	}
}

// garbageCommands runs what is no command, or has no end.
func (s *soak) garbageCommands() {
	client, _ := s.enter("garbage commands", "127.0.2.6")
	if client == nil {
		return
	}
	defer func() { _ = client.Close() }()
	for _, command := range []string{
		"--a=b __complete ticket get '\x1b]0;x\x07'", randomLetters(8), "ticket get " + randomLetters(4000), "api update-ticket", "faq search 'refund", "ticket get 1 --json",
	} {
		session, err := client.NewSession()
		if err != nil {
			s.fault("a command could not be run: %v", err)
			return
		}
		session.Stdin = strings.NewReader(`[{"ticket_id":"1","ticket_id":"2"}]`)
		err = session.Run(command)
		_ = session.Close()
		if s.ctx.Err() != nil {
			return
		}
		if code := new(gossh.ExitError); err == nil || errors.As(err, &code) && code.ExitStatus() == 70 {
			s.fault("%.40q ended with %v", command, err)
		}
	}
	session, err := client.NewSession()
	if err != nil {
		return
	}
	defer func() { _ = session.Close() }()
	if err := session.RequestPty("xterm", 24, 80, nil); err != nil {
		s.fault("no terminal was given: %v", err)
	}
	session.Stdout = io.Discard
	lines, err := session.StdinPipe()
	if err != nil || session.Start("faq search refund") != nil {
		return
	}
	_, _ = io.WriteString(lines, strings.Repeat("\r", 1<<20)) // the command reads none of it
}

// wrongKey offers a key that nobody has listed.
func (s *soak) wrongKey() {
	conn := s.dial(anywhere())
	if conn == nil {
		return
	}
	_, private, err := ed25519.GenerateKey(crand.Reader)
	if err != nil {
		s.fault("%v", err)
		return
	}
	key, err := gossh.NewSignerFromKey(private)
	if err != nil {
		s.fault("%v", err)
		return
	}
	if client, err := over(conn, key); err == nil {
		_ = client.Close()
		s.fault("a stranger signed in")
	}
}

// garbageBytes sends anything instead of a handshake.
func (s *soak) garbageBytes() {
	conn := s.dial(anywhere())
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

// halfHandshake breaks off while it signs in.
func (s *soak) halfHandshake() {
	conn := s.dial(anywhere())
	if conn == nil {
		return
	}
	client, err := over(&cut{conn, rand.IntN(2200)}, s.keys["half a handshake"]) //nolint:gosec // no secret
	if err == nil {
		_ = client.Close()
	}
}

// sevenKnocking takes as many places as seven addresses get, and hangs up before the host does.
func (s *soak) sevenKnocking() {
	var held []net.Conn
	for i := range 70 {
		if conn := s.dial(fmt.Sprintf("127.0.3.%d", 1+i%7)); conn != nil {
			held = append(held, conn)
		}
	}
	s.pause(s.some(8 * time.Second))
	for _, conn := range held {
		_ = conn.Close()
	}
}

// colleague signs in from an address that has done no harm, and sees her console.
func (s *soak) colleague() {
	began := time.Now()
	client, _ := s.enter("Dana Wolf", "127.0.4.1")
	if client == nil {
		return
	}
	defer func() { _ = client.Close() }()
	channel, err := console120(client)
	if err == nil {
		defer context.AfterFunc(s.ctx, func() { _ = client.Close() })()
		err = until(channel, "Dana")
	}
	if err != nil {
		if s.ctx.Err() == nil {
			s.fault("a colleague saw no console: %v", err)
		}
		return
	}
	s.mu.Lock()
	s.waits = append(s.waits, time.Since(began))
	s.mu.Unlock()
	_, _ = io.WriteString(channel, "q")
}
