package terminal_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/terminal"
)

func TestTheTerminalIsLeftAsItWas(t *testing.T) {
	all := func(v *tea.View) {
		v.WindowTitle, v.MouseMode, v.Cursor = "Inbox", tea.MouseModeCellMotion, nil
	}
	on := func(key string, cmd tea.Cmd) func(*pad, tea.Msg) tea.Cmd {
		return func(_ *pad, msg tea.Msg) tea.Cmd {
			if k, ok := msg.(tea.KeyPressMsg); ok && k.String() == key {
				if cmd == nil {
					panic("boom")
				}
				return cmd
			}
			return nil
		}
	}
	for name, tc := range map[string]struct {
		model *pad
		end   func(w *window)
		want  string
	}{
		"quit":                    {&pad{}, func(w *window) { w.typed("\x03") }, ""},
		"panic in Update":         {&pad{update: on("x", nil)}, func(w *window) { w.typed("x") }, "internal error: boom"},
		"input ends":              {&pad{}, func(w *window) { _ = w.keys.Close() }, "the terminal is gone"},
		"context ends":            {&pad{}, func(w *window) { w.cancel() }, "context canceled"},
		"interrupt":               {&pad{update: on("x", tea.Interrupt)}, func(w *window) { w.typed("x") }, "program was interrupted"},
		"the framework's Exec":    {&pad{update: on("x", tea.Exec(nil, nil))}, func(w *window) { w.typed("x") }, "use terminal.Foreground"},
		"a line above the screen": {&pad{update: on("x", tea.Println("x"))}, func(w *window) { w.typed("x") }, "not supported by ui/terminal: tea.Println"},
	} {
		bubble(name, t, func(t *testing.T) {
			tc.model.view = all
			w := open(t, tc.model)
			tc.end(w)
			err := w.end()
			if got := fmt.Sprint(err); tc.want == "" && err != nil || !strings.Contains(got, tc.want) {
				t.Errorf("Run says %q, want %q", got, tc.want)
			}
			if got, want := w.state(), `alternate false, cursor true, title "", modes map[]`; got != want {
				t.Errorf("left behind: %s\nwant         %s", got, want)
			}
			if w.final != tc.model {
				t.Error("Run does not return the model")
			}
		})
	}
}

// TestPanic_InACommandIsAMessageAndTheProgramGoesOn: the agent reads what happened and keeps the session.
func TestPanic_InACommandIsAMessageAndTheProgramGoesOn(t *testing.T) {
	boom := func() tea.Msg { panic("boom") }
	nothing := func() tea.Msg { return nil }
	for name, cmd := range map[string]tea.Cmd{
		"a command": boom, "a batch": tea.Batch(nothing, boom), "a sequence": tea.Sequence(nothing, boom),
		"a command of a command": func() tea.Msg { return tea.BatchMsg{boom, nothing} },
	} {
		bubble(name, t, func(t *testing.T) {
			var told []string
			p := &pad{init: nothing}
			p.update = func(_ *pad, msg tea.Msg) tea.Cmd {
				switch msg := msg.(type) {
				case tea.KeyPressMsg:
					if msg.String() == "x" {
						return cmd
					}
				case terminal.CommandFailedMsg:
					told = append(told, msg.Err.Error())
				}
				return nil
			}
			w := open(t, p)
			w.typed("x")
			synctest.Wait()
			w.typed("y")
			synctest.Wait()
			if fmt.Sprint(told) != "[internal error: boom]" {
				t.Errorf("the model is told %v", told)
			}
			w.typed("\x03")
			if err := w.end(); err != nil {
				t.Errorf("the program ended with %v", err)
			}
		})
	}
}

func TestAPanicInViewEndsTheProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &pad{}
		p.view = func(*tea.View) {
			if p.text == "x" {
				panic("boom")
			}
		}
		w := open(t, p)
		w.typed("x")
		var failed *terminal.PanicError
		if err := w.end(); !errors.As(err, &failed) || !strings.Contains(string(failed.Stack), "terminal_test") {
			t.Errorf("Run says %v, want a PanicError with the stack", err)
		}
		if w.emu.IsAltScreen() {
			t.Error("the alternate screen was not left")
		}
	})
}

func TestAProgramEndsAlthoughItsTerminalDoesNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := open(t, &pad{})
		release := make(chan struct{})
		w.mu.Lock()
		w.stuck = release
		w.mu.Unlock()
		w.typed("x")
		w.cancel()
		if err := w.end(); !errors.Is(err, context.Canceled) {
			t.Errorf("Run says %v", err)
		}
		close(release)
	})
}

func TestAWriteThatFailsEndsTheProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := open(t, &pad{})
		w.mu.Lock()
		w.broken = io.ErrClosedPipe
		w.mu.Unlock()
		w.typed("x")
		if err := w.end(); !errors.Is(err, terminal.ErrTerminalClosed) || !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("Run says %v", err)
		}
	})
}

func TestATerminalThatIsStuckFromTheStartOfTheEndDoesNotHoldItUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := open(t, &pad{})
		release := make(chan struct{})
		w.mu.Lock()
		w.stuck = release
		w.mu.Unlock()
		w.typed("\x03") // nothing was being written: what leaves the display is the first that blocks
		before := time.Now()
		if err := w.end(); err != nil || time.Since(before) > time.Second {
			t.Errorf("Run says %v after %v", err, time.Since(before))
		}
		close(release)
		settle()
		if w.emu.IsAltScreen() {
			t.Error("the alternate screen was not left once the terminal took something again")
		}
	})
}
