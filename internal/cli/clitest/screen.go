package clitest

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
	"frontdesk/internal/guard"
)

// Screen is the terminal of an agent: it draws what is written to it, and types.
type Screen struct {
	Client *gossh.Client // of an agent who is signed in over SSH

	t       testing.TB
	session *gossh.Session
	keys    io.Writer

	mu     sync.Mutex
	more   *sync.Cond
	screen *vt.Emulator
	came   bytes.Buffer // as it was sent
	late   bool
}

// NewScreen returns a terminal whose keys go to a writer.
func NewScreen(t testing.TB, width, height int, keys io.Writer) *Screen {
	s := &Screen{t: t, keys: keys, screen: vt.NewEmulator(width, height)}
	s.screen.SetScrollbackSize(1) // over an hour, the lines that a screen has left fill more memory than a host
	s.more = sync.NewCond(&s.mu)
	guard.Go(func() { _, _ = io.Copy(io.Discard, s.screen) }) // what it would answer
	return s
}

// TerminalInfo describes an agent's terminal; the default has 120×36 cells and 256 colours.
type TerminalInfo struct {
	Term          string
	Variables     [][2]string // that the client sends
	Width, Height int
	Command       string // instead of the console
}

// OpenConsole opens a console for an agent.
func (h *Host) OpenConsole(agent string) *Screen {
	h.t.Helper()
	return h.OpenConsoleOn(agent, TerminalInfo{})
}

// OpenConsoleOn opens a console for an agent on a terminal.
func (h *Host) OpenConsoleOn(agent string, at TerminalInfo) *Screen {
	h.t.Helper()
	width, height := cmp.Or(at.Width, 120), cmp.Or(at.Height, 36)
	s := NewScreen(h.t, width, height, nil)
	s.Client = h.Connect(agent)
	session, err := s.Client.NewSession()
	RequireNoError(h.t, err)
	s.session = session
	h.sendZone(session, agent)
	session.Stdout, session.Stderr = s, s
	s.keys, err = session.StdinPipe()
	RequireNoError(h.t, err)
	for _, v := range at.Variables {
		RequireNoError(h.t, session.Setenv(v[0], v[1]))
	}
	RequireNoError(h.t, session.RequestPty(cmp.Or(at.Term, "xterm-256color"), height, width, nil))
	start := session.Shell
	if at.Command != "" {
		start = func() error { return session.Start(at.Command) }
	}
	RequireNoError(h.t, start())
	return s
}

// Write draws.
func (s *Screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, _ = s.screen.Write(p)
	s.came.Write(p)
	s.more.Broadcast()
	return len(p), nil
}

// Output returns all bytes that have come until now.
func (s *Screen) Output() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.came.String()
}

// ForgetOutput drops the bytes that have come: of an hour there are many.
func (s *Screen) ForgetOutput() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.came.Reset()
}

// Shown returns what is on the screen.
func (s *Screen) Shown() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.screen.String()
}

// Resize changes the size of the screen.
func (s *Screen) Resize(width, height int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.screen.Resize(width, height)
}

// WaitForOutput waits for a text in the bytes that come, not on the screen.
func (s *Screen) WaitForOutput(what string) {
	s.t.Helper()
	s.waitUntil(fmt.Sprintf("%q", what), func() bool { return strings.Contains(s.came.String(), what) })
}

// WaitForText waits until the screen shows a text.
func (s *Screen) WaitForText(what string) {
	s.t.Helper()
	s.WaitUntil(fmt.Sprintf("%q", what), func(shown string) bool { return strings.Contains(shown, what) })
}

// WaitForTextGone waits until the screen shows a text no more.
func (s *Screen) WaitForTextGone(what string) {
	s.t.Helper()
	s.WaitUntil(fmt.Sprintf("the end of %q", what), func(shown string) bool { return !strings.Contains(shown, what) })
}

// WaitUntil waits until a condition holds for what is on the screen.
func (s *Screen) WaitUntil(what string, holds func(shown string) bool) {
	s.t.Helper()
	s.waitUntil(what, func() bool { return holds(s.screen.String()) })
}

func (s *Screen) waitUntil(what string, holds func() bool) {
	s.t.Helper()
	defer AfterRunning(patience(), func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.late = true
		s.more.Broadcast()
	})()
	s.mu.Lock()
	defer s.mu.Unlock()
	for !holds() {
		if s.late {
			last := s.came.Bytes()
			s.t.Fatalf("waited in vain for %s on\n%s\nafter %q", what, s.screen.String(), last[max(0, len(last)-800):])
		}
		s.more.Wait()
	}
}

// RequireExit waits for the end of the session and checks its exit code.
func (s *Screen) RequireExit(code int) {
	s.t.Helper()
	got, failed := exitcode.OK, new(gossh.ExitError)
	if err := s.session.Wait(); errors.As(err, &failed) {
		got = failed.ExitStatus()
	} else if err != nil {
		s.t.Fatalf("the session ended with %v", err)
	}
	if got != code {
		s.t.Fatalf("the session ended with code %d, want %d", got, code)
	}
}

// SelectNewest selects the newest ticket once all days have come: until then the first row may change.
func (s *Screen) SelectNewest() {
	s.t.Helper()
	s.WaitUntil("all days", func(shown string) bool {
		bar, _, _ := strings.Cut(shown, "\n")
		return strings.Contains(bar, "as of") && !strings.Contains(bar, " days")
	})
	s.Press("g")
	s.WaitForText("1 of ")
}

// Press presses keys, one after the other.
func (s *Screen) Press(keys ...string) {
	s.t.Helper()
	for _, k := range keys {
		_, err := io.WriteString(s.keys, k)
		RequireNoError(s.t, err)
	}
}

// PressUntil presses a key again and again until the screen shows a text.
func (s *Screen) PressUntil(key, what string) {
	s.t.Helper()
	s.PressEvery(30*time.Millisecond, key, what)
}

// PressEvery presses a key at intervals until the screen shows a text.
func (s *Screen) PressEvery(interval time.Duration, key, what string) {
	s.t.Helper()
	again := time.NewTicker(interval)
	defer again.Stop()
	done := make(chan struct{})
	guard.Go(func() {
		for {
			select {
			case <-again.C:
				_, _ = io.WriteString(s.keys, key)
			case <-done:
				return
			}
		}
	})
	defer close(done)
	s.WaitForText(what)
}
