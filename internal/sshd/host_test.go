package sshd_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/vt"
	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/sshd"
	"frontdesk/internal/sshd/sshdtest"
	"frontdesk/ui/terminal"
)

// testTimeout returns how long a test waits for what must come: almost until the test binary's own deadline, since the
// speed of the machine must not decide whether a test passes.
func testTimeout(t *testing.T) time.Duration {
	ends, limited := t.Deadline()
	if !limited {
		return time.Hour
	}
	return time.Until(ends) * 9 / 10
}

// testModel is a small console that shows its size, the typed text and the host's notices.
type testModel struct {
	who, typed, notice string
	width, height      int
	faulty             bool // cannot be drawn
	filled             int  // how often the whole screen was drawn anew, 0 for not at all
}

// redrawMsg draws the whole screen anew.
type redrawMsg struct{}

type noticeMsg string

func (p *testModel) Init() tea.Cmd { return nil }

func (p *testModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.width, p.height = msg.Width, msg.Height
	case noticeMsg:
		p.notice = string(msg)
	case redrawMsg:
		p.filled++
		return p, redraw
	case tea.KeyPressMsg:
		switch msg.String() {
		case "F":
			return p, redraw
		case "Q":
			return p, tea.Quit
		case "P":
			panic("a fault in the console")
		case "C":
			return p, func() tea.Msg { panic("a fault in a command of the console") }
		case "V":
			p.faulty = true
			return p, nil
		}
		p.typed += msg.Text
	}
	return p, nil
}

func redraw() tea.Msg {
	<-time.After(time.Millisecond)
	return redrawMsg{}
}

func (p *testModel) View() tea.View {
	if p.faulty {
		panic("a fault in what is drawn")
	}
	if p.filled > 0 {
		v := tea.NewView(strings.Repeat(strings.Repeat(fmt.Sprintf("%c%d ", 97+p.filled%26, p.filled%10), p.width/3)+"\n", p.height))
		v.AltScreen = true
		return v
	}
	v := tea.NewView(fmt.Sprintf("%s %dx%d typed:%s notice:%s", p.who, p.width, p.height, p.typed, p.notice))
	v.AltScreen = true
	return v
}

// testHost is a running host.
type testHost struct {
	t       *testing.T
	host    *sshd.Server
	address string
	list    string             // the file of keys
	within  *sshdtest.Listener // instead of an address; nil for none
	log     *logBuffer
	stop    context.CancelFunc
	ended   chan error
	// patience is how long to wait for what must come: an hour of virtual time, in which a test has no deadline.
	patience time.Duration

	mu   sync.Mutex
	kept []string // what consoles held when they were closed, and commands when they were broken off
}

// newSigner returns a key.
func newSigner(t testing.TB) gossh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	key, err := gossh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func newSigners(t testing.TB, n int) (keys []gossh.Signer) {
	t.Helper()
	for range n {
		keys = append(keys, newSigner(t))
	}
	return keys
}

// authorizedLine returns a key as a line of a key list.
func authorizedLine(key gossh.PublicKey, name string) string {
	return `environment="FRONTDESK_AGENT=` + name + `" ` + string(gossh.MarshalAuthorizedKey(key))
}

// startHost starts a host that admits the keys of a list.
func startHost(t *testing.T, list string, limits sshd.Limits) *testHost {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h := startHostOn(t, listener, list, limits)
	h.patience = testTimeout(t)
	return h
}

// startHostOn is startHost on a listener.
func startHostOn(t *testing.T, listener net.Listener, list string, limits sshd.Limits) *testHost {
	t.Helper()
	h := &testHost{t: t, list: filepath.Join(t.TempDir(), "keys"), log: &logBuffer{}, ended: make(chan error, 1), patience: time.Hour}
	if err := os.WriteFile(h.list, []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	keys, err := sshd.LoadAuthorizedKeys(h.list)
	if err != nil {
		t.Fatal(err)
	}
	h.host, err = sshd.New(sshd.Config{
		Keys: keys, HostKey: newSigner(t), Limits: limits, RunModel: runModel,
		NoticeMsg: func(line string) tea.Msg { return noticeMsg(line) },
		Log:       slog.New(slog.NewTextHandler(h.log, &slog.HandlerOptions{Level: slog.LevelDebug})), Audit: slog.New(slog.NewTextHandler(h.log, nil)),
		RunCommand: h.runCommand,
	}, h.console)
	if err != nil {
		t.Fatal(err)
	}
	h.address = listener.Addr().String()
	h.within, _ = listener.(*sshdtest.Listener)
	ctx, stop := context.WithCancel(context.Background())
	h.stop = stop
	go func() { h.ended <- h.host.Serve(ctx, listener) }()
	t.Cleanup(func() {
		stop()
		for _, session := range h.host.Sessions() {
			h.host.EndSession(session)
		}
		if err := <-h.ended; err != nil {
			t.Errorf("the host ended with %v", err)
		}
	})
	return h
}

func (h *testHost) console(_ context.Context, session *sshd.Session) (sshd.Console, error) {
	p := &testModel{who: session.Agent.Name.String()}
	if p.who == "Nobody" {
		panic("a fault before there is a console")
	}
	if p.who == "Unlucky" {
		return sshd.Console{}, errors.New("no desk \x1b]0;owned\a\x9b2J\r\nframe \u202eforged")
	}
	return sshd.Console{Model: p, Close: func() error { h.saveDraft(p.typed); return nil }}, nil
}

// drafts returns what consoles and commands have kept until now. Sessions may be ending meanwhile.
func (h *testHost) drafts() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.kept)
}

func (h *testHost) saveDraft(what string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.kept = append(h.kept, what)
}

// runModel runs a model on a terminal as the program does.
func runModel(ctx context.Context, model tea.Model, on sshd.Terminal) error {
	_, err := terminal.Run(ctx, model, terminal.Terminal{
		In: on.In, Out: on.Out, Env: on.Env, Width: on.Width, Height: on.Height, Messages: on.Messages,
	})
	return err
}

// dial signs in, or says why that is not possible.
func (h *testHost) dial(user string, keys ...gossh.Signer) (*gossh.Client, error) {
	how := &gossh.ClientConfig{
		User: user, Auth: []gossh.AuthMethod{gossh.PublicKeys(keys...)}, HostKeyCallback: gossh.InsecureIgnoreHostKey(), Timeout: h.patience, //nolint:gosec // the host is the test's own
	}
	if h.within == nil {
		return gossh.Dial("tcp", h.address, how)
	}
	conn, err := h.within.Dial()
	if err != nil {
		return nil, err
	}
	return sshdtest.SignIn(conn, how)
}

// signIn signs in; it must work.
func (h *testHost) signIn(key gossh.Signer) *gossh.Client {
	h.t.Helper()
	client, err := h.dial("agent", key)
	if err != nil {
		h.t.Fatalf("%v\n%s", err, h.log)
	}
	h.t.Cleanup(func() { _ = client.Close() })
	return client
}

// console is the client's terminal.
type console struct {
	t        *testing.T
	patience time.Duration
	session  *gossh.Session
	keys     io.WriteCloser

	mu     sync.Mutex
	screen *vt.Emulator
	drawn  bytes.Buffer // as it came
	more   *sync.Cond
	ended  bool
}

// openConsole opens a console of a size, or runs a command on a terminal of that size.
func (h *testHost) openConsole(client *gossh.Client, width, height int, command ...string) *console {
	h.t.Helper()
	session, err := client.NewSession()
	if err != nil {
		h.t.Fatal(err)
	}
	c := &console{t: h.t, patience: h.patience, session: session, screen: vt.NewEmulator(width, height)}
	go func() { _, _ = io.Copy(io.Discard, c.screen) }()     // what it would answer
	if answers, ok := c.screen.InputPipe().(io.Closer); ok { // closing the screen itself would race with who reads them
		h.t.Cleanup(func() { _ = answers.Close() })
	}
	c.more = sync.NewCond(&c.mu)
	session.Stdout, session.Stderr = c, c
	if c.keys, err = session.StdinPipe(); err != nil {
		h.t.Fatal(err)
	}
	if err := session.RequestPty("xterm-256color", height, width, gossh.TerminalModes{}); err != nil {
		h.t.Fatal(err)
	}
	start := session.Shell
	if len(command) > 0 {
		start = func() error { return session.Start(strings.Join(command, " ")) }
	}
	if err := start(); err != nil {
		h.t.Fatal(err)
	}
	return c
}

// watch draws what comes on a channel.
func (c *console) watch(channel io.Reader) {
	c.screen, c.more = vt.NewEmulator(400, 150), sync.NewCond(&c.mu)
	go func() { _, _ = io.Copy(io.Discard, c.screen) }()
	go func() { _, _ = io.Copy(c, channel) }()
}

// Write receives the host's output.
func (c *console) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drawn.Write(p)
	_, _ = c.screen.Write(p)
	c.more.Broadcast()
	return len(p), nil
}

// waitFor waits until something was drawn.
func (c *console) waitFor(what string) {
	c.t.Helper()
	deadline := time.AfterFunc(c.patience, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.ended = true
		c.more.Broadcast()
	})
	defer deadline.Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for !strings.Contains(c.screen.String()+c.drawn.String(), what) {
		if c.ended {
			c.t.Fatalf("waited for %q in vain; the screen was %q", what, c.screen.String())
		}
		c.more.Wait()
	}
}

// hasDrawn reports whether a text has been drawn by now.
func (c *console) hasDrawn(what string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return strings.Contains(c.screen.String()+c.drawn.String(), what)
}

func (c *console) typeKeys(keys string) {
	c.t.Helper()
	if _, err := io.WriteString(c.keys, keys); err != nil {
		c.t.Fatal(err)
	}
}

// waitForExit waits for the session's end and checks its exit code.
func (c *console) waitForExit(code int) {
	c.t.Helper()
	err := c.session.Wait()
	var status *gossh.ExitError
	got := 0
	switch {
	case errors.As(err, &status):
		got = status.ExitStatus()
	case err != nil:
		c.t.Fatalf("the session ended with %v", err)
	}
	if got != code {
		c.t.Fatalf("the session ended with code %d, want %d", got, code)
	}
}

// logBuffer is a host's log.
type logBuffer struct {
	mu sync.Mutex
	b  strings.Builder
}

// Write appends to the log.
func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

// String returns the whole log.
func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
