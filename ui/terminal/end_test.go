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

	"frontdesk/internal/guard"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/ui/terminal"
)

func TestEnd_RestoresTheTerminal(t *testing.T) {
	texttest.ExpectPanic(t, "boom")
	all := func(v *tea.View) {
		v.WindowTitle, v.MouseMode, v.Cursor = "Inbox", tea.MouseModeCellMotion, nil
	}
	on := func(key string, cmd tea.Cmd) func(*testModel, tea.Msg) tea.Cmd {
		return func(_ *testModel, msg tea.Msg) tea.Cmd {
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
		model *testModel
		end   func(w *testTerminal)
		want  string
	}{
		"quit":                    {&testModel{}, func(w *testTerminal) { w.typeKeys("\x03") }, ""},
		"panic in Update":         {&testModel{update: on("x", nil)}, func(w *testTerminal) { w.typeKeys("x") }, "internal error: boom"},
		"input ends":              {&testModel{}, func(w *testTerminal) { _ = w.keys.Close() }, "the terminal is gone"},
		"context ends":            {&testModel{}, func(w *testTerminal) { w.cancel() }, "context canceled"},
		"interrupt":               {&testModel{update: on("x", tea.Interrupt)}, func(w *testTerminal) { w.typeKeys("x") }, "program was interrupted"},
		"the framework's Exec":    {&testModel{update: on("x", tea.Exec(nil, nil))}, func(w *testTerminal) { w.typeKeys("x") }, "use terminal.Foreground"},
		"a line above the screen": {&testModel{update: on("x", tea.Println("x"))}, func(w *testTerminal) { w.typeKeys("x") }, "not supported by ui/terminal: tea.Println"},
	} {
		runWithVirtualTime(name, t, func(t *testing.T) {
			tc.model.view = all
			w := openTerminal(t, tc.model)
			tc.end(w)
			err := w.waitForExit()
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

// TestPanic_InACommandIsAMessageAndTheProgramContinues: the agent reads what happened and keeps the session.
func TestPanic_InACommandIsAMessageAndTheProgramContinues(t *testing.T) {
	texttest.ExpectPanic(t, "boom")
	boom := func() tea.Msg { panic("boom") }
	nothing := func() tea.Msg { return nil }
	for name, cmd := range map[string]tea.Cmd{
		"a command": boom, "a batch": tea.Batch(nothing, boom), "a sequence": tea.Sequence(nothing, boom),
		"a command of a command": func() tea.Msg { return tea.BatchMsg{boom, nothing} },
	} {
		runWithVirtualTime(name, t, func(t *testing.T) {
			var told []string
			p := &testModel{init: nothing}
			p.update = func(_ *testModel, msg tea.Msg) tea.Cmd {
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
			w := openTerminal(t, p)
			w.typeKeys("x")
			synctest.Wait()
			w.typeKeys("y")
			synctest.Wait()
			if fmt.Sprint(told) != "[internal error: boom]" {
				t.Errorf("the model is told %v", told)
			}
			w.typeKeys("\x03")
			if err := w.waitForExit(); err != nil {
				t.Errorf("the program ended with %v", err)
			}
		})
	}
}

func TestPanic_InViewEndsTheProgram(t *testing.T) {
	texttest.ExpectPanic(t, "boom")
	synctest.Test(t, func(t *testing.T) {
		p := &testModel{}
		p.view = func(*tea.View) {
			if p.text == "x" {
				panic("boom")
			}
		}
		w := openTerminal(t, p)
		w.typeKeys("x")
		var failed *guard.PanicError
		if err := w.waitForExit(); !errors.As(err, &failed) || !strings.Contains(string(failed.Stack), "terminal_test") {
			t.Errorf("Run says %v, want a PanicError with the stack", err)
		}
		if w.emu.IsAltScreen() {
			t.Error("the alternate screen was not left")
		}
	})
}

func TestEnd_WithATerminalThatDoesNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := openTerminal(t, &testModel{})
		release := make(chan struct{})
		w.mu.Lock()
		w.stuck = release
		w.mu.Unlock()
		w.typeKeys("x")
		w.cancel()
		if err := w.waitForExit(); !errors.Is(err, context.Canceled) {
			t.Errorf("Run says %v", err)
		}
		close(release)
	})
}

func TestEnd_AfterAFailedWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := openTerminal(t, &testModel{})
		w.mu.Lock()
		w.broken = io.ErrClosedPipe
		w.mu.Unlock()
		w.typeKeys("x")
		if err := w.waitForExit(); !errors.Is(err, terminal.ErrTerminalClosed) || !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("Run says %v", err)
		}
	})
}

func TestEnd_TerminalThatBlocksDoesNotDelayIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := openTerminal(t, &testModel{})
		release := make(chan struct{})
		w.mu.Lock()
		w.stuck = release
		w.mu.Unlock()
		w.typeKeys("\x03") // nothing was being written: what leaves the display is the first that blocks
		before := time.Now()
		if err := w.waitForExit(); err != nil || time.Since(before) > time.Second {
			t.Errorf("Run says %v after %v", err, time.Since(before))
		}
		close(release)
		waitUntilIdle()
		if w.emu.IsAltScreen() {
			t.Error("the alternate screen was not left once the terminal took something again")
		}
	})
}

// TestEnd_GivesTheMouseBack: after each end the last that the terminal is told of the mouse is that it is its own.
func TestEnd_GivesTheMouseBack(t *testing.T) {
	texttest.ExpectPanic(t, "boom")
	crash := func(_ *testModel, msg tea.Msg) tea.Cmd {
		if _, clicked := msg.(tea.MouseClickMsg); clicked {
			panic("boom")
		}
		return nil
	}
	for name, tc := range map[string]struct {
		model *testModel
		end   func(w *testTerminal)
	}{
		"quit":             {&testModel{}, func(w *testTerminal) { w.typeKeys("\x03") }},
		"crash by a click": {&testModel{update: crash}, func(w *testTerminal) { w.typeKeys("\x1b[<0;10;5M") }},
		"connection lost":  {&testModel{}, func(w *testTerminal) { _ = w.keys.Close() }},
		"host stops":       {&testModel{}, func(w *testTerminal) { w.cancel() }},
	} {
		runWithVirtualTime(name, t, func(t *testing.T) {
			tc.model.view = func(v *tea.View) { v.MouseMode = tea.MouseModeCellMotion }
			w := openTerminal(t, tc.model)
			if on := w.writtenSince(0); !strings.Contains(on, "\x1b[?1002h\x1b[?1006h") {
				t.Errorf("the mouse is not asked for: %q", on)
			}
			tc.end(w)
			_ = w.waitForExit()
			all := w.writtenSince(0)
			for _, mode := range []string{"\x1b[?1002", "\x1b[?1006"} {
				if strings.LastIndex(all, mode+"l") < strings.LastIndex(all, mode+"h") {
					t.Errorf("%q is left on: %q", mode, all)
				}
			}
		})
	}
}

func TestInput_ReportsOfTheMouseAreMessages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &testModel{}
		var got []string
		p.update = func(_ *testModel, msg tea.Msg) tea.Cmd {
			if m, ok := msg.(tea.MouseMsg); ok {
				got = append(got, fmt.Sprintf("%T %d,%d", m, m.Mouse().X, m.Mouse().Y))
			}
			return nil
		}
		w := openTerminal(t, p)
		w.typeKeys("\x1b[<0;10;5M\x1b[<32;11;5M\x1b[<0;11;5m\x1b[<64;1;1M\x1b[<65;223;90M")
		want := "[tea.MouseClickMsg 9,4 tea.MouseMotionMsg 10,4 tea.MouseReleaseMsg 10,4 tea.MouseWheelMsg 0,0 " +
			"tea.MouseWheelMsg 222,89]"
		if fmt.Sprint(got) != want || p.text != "" {
			t.Errorf("the reports are %v and the text %q, want %s", got, p.text, want)
		}
	})
}
