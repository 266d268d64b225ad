package terminal_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"frontdesk/ui/terminal"
)

// testTerminal emulates a terminal: it takes what the program writes, and its answers come back as input.
type testTerminal struct {
	mu      sync.Mutex
	emu     *vt.Emulator
	bytes   bytes.Buffer
	writes  int
	modes   map[string]bool
	title   string
	visible bool          // the cursor
	stuck   chan struct{} // not nil: nothing is read until it is closed
	broken  error         // not nil: writing fails

	keys   io.WriteCloser
	in     io.Reader
	msgs   chan tea.Msg
	cancel context.CancelFunc
	ended  chan struct{}
	final  tea.Model
	err    error
}

// runWithVirtualTime runs a test with virtual time.
func runWithVirtualTime(name string, t *testing.T, f func(t *testing.T)) {
	t.Helper()
	t.Run(name, func(t *testing.T) { synctest.Test(t, f) })
}

// openTerminal shows a model on a new terminal; it must be called inside of a synctest bubble.
func openTerminal(t *testing.T, model tea.Model, env ...string) *testTerminal {
	t.Helper()
	w := newTestTerminal(80, 24)
	w.run(t, model, 80, 24, env...)
	return w
}

func newTestTerminal(width, height int) *testTerminal {
	w := &testTerminal{modes: map[string]bool{}, visible: true, msgs: make(chan tea.Msg), ended: make(chan struct{})}
	w.in, w.keys = io.Pipe()
	w.emu = vt.NewEmulator(width, height)
	w.emu.SetCallbacks(vt.Callbacks{
		Title:            func(s string) { w.title = s },
		CursorVisibility: func(on bool) { w.visible = on },
		EnableMode:       func(m ansi.Mode) { w.modes[fmt.Sprint(m)] = true },
		DisableMode:      func(m ansi.Mode) { delete(w.modes, fmt.Sprint(m)) },
	})
	return w
}

func (w *testTerminal) run(t *testing.T, model tea.Model, width, height int, env ...string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	w.cancel = cancel
	go w.forwardAnswers()
	go func() {
		defer close(w.ended)
		w.final, w.err = terminal.Run(ctx, model, terminal.Terminal{
			In: w.in, Out: w, Env: append([]string{"TERM=xterm-256color", "COLORTERM=truecolor"}, env...),
			Width: width, Height: height, Messages: w.msgs,
		})
	}()
	t.Cleanup(func() {
		cancel()
		_ = w.keys.Close()
		<-w.ended
		if answers, ok := w.emu.InputPipe().(io.Closer); ok { // the emulator's own Close races with its Read
			_ = answers.Close()
		}
	})
	waitUntilIdle()
}

// forwardAnswers makes the emulator's answers input. The emulator waits until an answer is taken, in the middle of the
// program's write, so taking must never wait for the program: what it does not read in time is lost.
func (w *testTerminal) forwardAnswers() {
	answers := make(chan string, 64)
	defer close(answers)
	go func() {
		for a := range answers {
			_, _ = io.WriteString(w.keys, a)
		}
	}()
	buf := make([]byte, 256)
	for {
		n, err := w.emu.Read(buf)
		if err != nil {
			return
		}
		select {
		case answers <- string(buf[:n]):
		default:
		}
	}
}

// waitUntilIdle waits until everything is blocked, what gathers is drawn, the gap between frames is over, and an escape
// that might have been a key is decided.
func waitUntilIdle() {
	synctest.Wait()
	<-time.After(200 * time.Millisecond)
	synctest.Wait()
}

// Write takes the program's output.
func (w *testTerminal) Write(p []byte) (int, error) {
	w.mu.Lock()
	stuck, broken := w.stuck, w.broken
	w.mu.Unlock()
	if stuck != nil {
		<-stuck
	}
	if broken != nil {
		return 0, broken
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.writes++
	w.bytes.Write(p)
	return w.emu.Write(p)
}

// typeKeys presses keys, or sends other input.
func (w *testTerminal) typeKeys(s string) {
	_, _ = io.WriteString(w.keys, s)
	waitUntilIdle()
}

// text returns what the terminal shows, without trailing blanks.
func (w *testTerminal) text() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	lines := strings.Split(w.emu.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \r")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// writtenSince returns what was written after the first n bytes.
func (w *testTerminal) writtenSince(n int) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.bytes.String()[n:]
}

func (w *testTerminal) written() (n, writes int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.bytes.Len(), w.writes
}

// state returns everything besides the cells that a program may leave behind.
func (w *testTerminal) state() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	on := maps.Clone(w.modes)
	for _, usual := range []ansi.Mode{ansi.ModeAutoWrap, ansi.ModeTextCursorEnable} {
		delete(on, fmt.Sprint(usual)) // set in every terminal
	}
	return fmt.Sprintf("alternate %v, cursor %v, title %q, modes %v", w.emu.IsAltScreen(), w.visible, w.title, on)
}

// waitForExit waits for the end of the program.
func (w *testTerminal) waitForExit() error {
	<-w.ended
	return w.err
}

// testModel shows what was typed, and calls the test's functions for its messages.
type testModel struct {
	text   string
	view   func(v *tea.View)
	update func(p *testModel, msg tea.Msg) tea.Cmd
	init   tea.Cmd
	seen   []string
	views  int
	size   tea.WindowSizeMsg
}

func (p *testModel) Init() tea.Cmd { return p.init }

func (p *testModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	p.seen = append(p.seen, fmt.Sprintf("%T", msg))
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		p.text += msg.Text
		if msg.String() == "ctrl+c" {
			return p, tea.Quit
		}
	case tea.PasteMsg:
		p.text += "[" + strings.ReplaceAll(msg.Content, "\x1b", "") + "]"
	case tea.WindowSizeMsg:
		p.size = msg
	}
	var cmd tea.Cmd
	if p.update != nil {
		cmd = p.update(p, msg)
	}
	return p, cmd
}

func (p *testModel) View() tea.View {
	p.views++
	v := tea.NewView("frontdesk\n> " + p.text)
	v.AltScreen = true
	v.Cursor = tea.NewCursor(2+len(p.text), 1)
	if p.view != nil {
		p.view(&v)
	}
	return v
}
