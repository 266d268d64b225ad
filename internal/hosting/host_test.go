package hosting

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/charmbracelet/x/vt"
	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/config"
	"frontdesk/internal/sshd"
	"frontdesk/internal/sshd/sshdtest"
)

// patience is how long a test waits for a text, in virtual time: far longer than any limit of a host.
const patience = 10 * time.Minute

// testHost is a whole host with the sample desk, without a network. Its time is virtual: it passes only while everybody
// waits, so that a machine that stands still signs nobody out.
type testHost struct {
	t     *testing.T
	keys  map[string]gossh.Signer // by agent
	on    *sshdtest.Listener
	audit *watchedText
}

// testHosted runs a test with a host for agents, in virtual time.
func testHosted(t *testing.T, agents []string, test func(h *testHost)) {
	t.Helper()
	onHangup(func() {})() // the process waits for signals from here on: not within the virtual time
	dir := t.TempDir()
	env := func(name string) string {
		return map[string]string{"XDG_DATA_HOME": dir, "XDG_CONFIG_HOME": dir, "XDG_CACHE_HOME": dir}[name]
	}
	settings, err := config.LoadAccount(env, "", "")
	if err != nil {
		t.Fatal(err)
	}
	settings.FAQPrefetch = false
	h := &testHost{keys: map[string]gossh.Signer{}}
	list := filepath.Join(dir, "keys")
	if err := os.WriteFile(list, []byte(h.addKeys(t, agents)), 0o600); err != nil {
		t.Fatal(err)
	}
	with := dependencies{key: newSigner(t), log: slog.New(slog.DiscardHandler), out: io.Discard}
	if with.keys, err = sshd.LoadAuthorizedKeys(list); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		h.t, h.on, h.audit = t, sshdtest.NewListener(), newWatchedText()
		with.listener, with.audit = h.on, slog.New(slog.NewTextHandler(h.audit, nil))
		ctx, stop := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- new(Options).serve(ctx, settings, env, with) }()
		t.Cleanup(func() {
			stop()
			if err := <-ended; err != nil {
				t.Errorf("the host ended with %v", err)
			}
		})
		test(h)
	})
}

// addKeys makes a key for each agent and returns the list of all.
func (h *testHost) addKeys(t *testing.T, agents []string) string {
	t.Helper()
	var list strings.Builder
	for _, agent := range agents {
		h.keys[agent] = newSigner(t)
		list.WriteString(`environment="FRONTDESK_AGENT=` + agent + `" ` + string(gossh.MarshalAuthorizedKey(h.keys[agent].PublicKey())))
	}
	return list.String()
}

func newSigner(t *testing.T) gossh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := gossh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

// watchedText is written by the host while a test waits for what comes.
type watchedText struct {
	mu   sync.Mutex
	more *sync.Cond
	text bytes.Buffer
	late bool // nobody waits any longer
}

func newWatchedText() *watchedText {
	l := &watchedText{}
	l.more = sync.NewCond(&l.mu)
	return l
}

// Write appends.
func (l *watchedText) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.more.Broadcast()
	return l.text.Write(p)
}

// waitUntil waits until a condition holds that a write can change, or fails with what was written.
func (l *watchedText) waitUntil(t *testing.T, what string, holds func() bool, written func() string) {
	t.Helper()
	deadline := time.AfterFunc(patience, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.late = true
		l.more.Broadcast()
	})
	defer deadline.Stop()
	l.mu.Lock()
	defer l.mu.Unlock()
	for !holds() {
		if l.late {
			t.Fatalf("waited in vain for %s on\n%s", what, written())
		}
		l.more.Wait()
	}
}

// waitForAudit waits until the host has written a text to its audit.
func (h *testHost) waitForAudit(what string) {
	h.t.Helper()
	l := h.audit
	l.waitUntil(h.t, what, func() bool { return strings.Contains(l.text.String(), what) }, l.text.String)
}

// link is an agent's connection with the host, which can be cut: nothing passes any more, and neither end is told.
type link struct {
	net.Conn
	isCut chan struct{}
}

func (l *link) cut() { close(l.isCut) }

func (l *link) passes() bool {
	select {
	case <-l.isCut:
		return false
	default:
		return true
	}
}

// Read reads until the link is cut; what comes later is lost.
func (l *link) Read(p []byte) (int, error) {
	for {
		n, err := l.Conn.Read(p)
		if err != nil || l.passes() {
			return n, err
		}
	}
}

// Write writes until the link is cut; what is written later is lost.
func (l *link) Write(p []byte) (int, error) {
	if !l.passes() {
		return len(p), nil
	}
	return l.Conn.Write(p)
}

// agentScreen is the terminal of an agent who is signed in.
type agentScreen struct {
	*link
	t      *testing.T
	keys   io.Writer
	screen *vt.Emulator
	drawn  *watchedText
}

// openConsole signs an agent in, who gets the console.
func (h *testHost) openConsole(agent string) *agentScreen {
	h.t.Helper()
	conn, err := h.on.Dial()
	if err != nil {
		h.t.Fatal(err)
	}
	s := &agentScreen{link: &link{conn, make(chan struct{})}, t: h.t, screen: vt.NewEmulator(120, 36), drawn: newWatchedText()}
	client, err := sshdtest.SignIn(s.link, &gossh.ClientConfig{
		User: "agent", Auth: []gossh.AuthMethod{gossh.PublicKeys(h.keys[agent])}, HostKeyCallback: gossh.InsecureIgnoreHostKey(), //nolint:gosec // the host is the test's own
	})
	if err != nil {
		h.t.Fatalf("%s cannot sign in: %v", agent, err)
	}
	session, err := client.NewSession()
	if err != nil {
		h.t.Fatal(err)
	}
	session.Stdout, session.Stderr = s, s
	keys, err := session.StdinPipe()
	answered := make(chan struct{})
	go func() { // what the terminal would answer
		_, _ = io.Copy(io.Discard, s.screen)
		close(answered)
	}()
	h.t.Cleanup(func() {
		_ = client.Close()
		if answers, ok := s.screen.InputPipe().(io.Closer); ok {
			_ = answers.Close()
		}
		<-answered
	})
	if err := errors.Join(err, session.RequestPty("xterm-256color", 36, 120, nil), session.Shell()); err != nil {
		h.t.Fatal(err)
	}
	s.keys = keys
	return s
}

// Write draws.
func (s *agentScreen) Write(p []byte) (int, error) {
	s.drawn.mu.Lock()
	defer s.drawn.mu.Unlock()
	s.drawn.more.Broadcast()
	return s.screen.Write(p)
}

func (s *agentScreen) press(keys string) {
	s.t.Helper()
	if _, err := io.WriteString(s.keys, keys); err != nil {
		s.t.Fatal(err)
	}
}

// waitForText waits until the screen shows a text.
func (s *agentScreen) waitForText(text string) {
	s.t.Helper()
	s.drawn.waitUntil(s.t, text, func() bool { return strings.Contains(s.screen.String(), text) }, s.screen.String)
}

// waitForTextGone waits until the screen shows a text no more.
func (s *agentScreen) waitForTextGone(text string) {
	s.t.Helper()
	s.drawn.waitUntil(s.t, text+" to go", func() bool { return !strings.Contains(s.screen.String(), text) }, s.screen.String)
}
