package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	gossh "golang.org/x/crypto/ssh"

	"frontdesk/internal/exitcode"
)

// agentScreen is the terminal of an agent who is signed in over SSH.
type agentScreen struct {
	t       *testing.T
	client  *gossh.Client
	session *gossh.Session
	keys    io.Writer

	mu     sync.Mutex
	more   *sync.Cond
	screen *vt.Emulator
	came   bytes.Buffer // as it was sent
	late   bool
}

// openConsole opens a console for an agent.
func (h *sshHost) openConsole(agent string) *agentScreen {
	h.t.Helper()
	return h.openConsoleOn(agent, terminalInfo{})
}

// terminalInfo describes an agent's terminal; the default has 120×36 cells and 256 colours.
type terminalInfo struct {
	term          string
	variables     [][2]string // that the client sends
	width, height int
	command       string // instead of the console
}

// openConsoleOn opens a console for an agent on a terminal.
func (h *sshHost) openConsoleOn(agent string, at terminalInfo) *agentScreen {
	h.t.Helper()
	width, height := cmp.Or(at.width, 120), cmp.Or(at.height, 36)
	r := &agentScreen{t: h.t, client: h.connect(agent), screen: vt.NewEmulator(width, height)}
	r.screen.SetScrollbackSize(1) // over an hour, the lines that a screen has left fill more memory than the host
	r.startDrawing()
	session, err := r.client.NewSession()
	if err != nil {
		h.t.Fatal(err)
	}
	r.session = session
	h.sendZone(session, agent)
	session.Stdout, session.Stderr = r, r
	if r.keys, err = session.StdinPipe(); err != nil {
		h.t.Fatal(err)
	}
	for _, v := range at.variables {
		if err := session.Setenv(v[0], v[1]); err != nil {
			h.t.Fatal(err)
		}
	}
	if err := session.RequestPty(cmp.Or(at.term, "xterm-256color"), height, width, nil); err != nil {
		h.t.Fatal(err)
	}
	start := session.Shell
	if at.command != "" {
		start = func() error { return session.Start(at.command) }
	}
	if err := start(); err != nil {
		h.t.Fatal(err)
	}
	return r
}

// output returns all bytes that have come until now.
func (r *agentScreen) output() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.came.String()
}

// waitForOutput waits for a text in the bytes that come, not on the screen.
func (r *agentScreen) waitForOutput(what string) {
	r.t.Helper()
	r.waitUntil(fmt.Sprintf("%q", what), func() bool { return strings.Contains(r.came.String(), what) })
}

// resize changes the window of the agent's terminal.
func (r *agentScreen) resize(width, height int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.screen.Resize(width, height)
}

// startDrawing makes the screen draw what comes.
func (r *agentScreen) startDrawing() {
	r.more = sync.NewCond(&r.mu)
	go func() { _, _ = io.Copy(io.Discard, r.screen) }() // what it would answer
}

// Write draws.
func (r *agentScreen) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, _ = r.screen.Write(p)
	r.came.Write(p)
	r.more.Broadcast()
	return len(p), nil
}

// waitForText waits until the screen shows a text.
func (r *agentScreen) waitForText(what string) { r.t.Helper(); r.waitForScreen(what, true) }

// waitForTextGone waits until the screen shows a text no more.
func (r *agentScreen) waitForTextGone(what string) { r.t.Helper(); r.waitForScreen(what, false) }

func (r *agentScreen) waitForScreen(what string, shown bool) {
	r.t.Helper()
	r.waitUntil(fmt.Sprintf("%q (shown: %v)", what, shown), func() bool { return strings.Contains(r.screen.String(), what) == shown })
}

// waitUntil waits until a condition holds that a write can change.
func (r *agentScreen) waitUntil(what string, holds func() bool) {
	r.t.Helper()
	defer afterRunning(patience(), func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.late = true
		r.more.Broadcast()
	})()
	r.mu.Lock()
	defer r.mu.Unlock()
	for !holds() {
		if r.late {
			last := r.came.Bytes()
			r.t.Fatalf("waited in vain for %s on\n%s\nafter %q", what, r.screen.String(), last[max(0, len(last)-800):])
		}
		r.more.Wait()
	}
}

// requireExit waits for the end of the session and checks its exit code.
func (r *agentScreen) requireExit(code int) {
	r.t.Helper()
	got, failed := exitcode.OK, new(gossh.ExitError)
	if err := r.session.Wait(); errors.As(err, &failed) {
		got = failed.ExitStatus()
	} else if err != nil {
		r.t.Fatalf("the session ended with %v", err)
	}
	if got != code {
		r.t.Fatalf("the session ended with code %d, want %d", got, code)
	}
}

// selectNewest selects the newest ticket once all days have come: until then the first row may change.
func (r *agentScreen) selectNewest() {
	r.t.Helper()
	r.waitUntil("all days", func() bool {
		bar, _, _ := strings.Cut(r.screen.String(), "\n")
		return strings.Contains(bar, "as of") && !strings.Contains(bar, " days")
	})
	r.press("g")
	r.waitForText("1 of ")
}

// pressUntil presses a key again and again until the screen shows a text.
func (r *agentScreen) pressUntil(key, what string) {
	r.t.Helper()
	r.pressEvery(30*time.Millisecond, key, what)
}

// pressEvery presses a key at intervals until the screen shows a text.
func (r *agentScreen) pressEvery(interval time.Duration, key, what string) {
	r.t.Helper()
	again := time.NewTicker(interval)
	defer again.Stop()
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-again.C:
				_, _ = io.WriteString(r.keys, key)
			case <-done:
				return
			}
		}
	}()
	defer close(done)
	r.waitForText(what)
}

// press presses keys, one after the other.
func (r *agentScreen) press(keys ...string) {
	r.t.Helper()
	for _, k := range keys {
		if _, err := io.WriteString(r.keys, k); err != nil {
			r.t.Fatal(err)
		}
	}
}
