package terminal_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/vt"

	"frontdesk/internal/safetext/texttest"
)

func TestView_FieldsReachTheTerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := openTerminal(t, &testModel{view: func(v *tea.View) {
			v.WindowTitle = "Inbox 412"
			v.MouseMode = tea.MouseModeAllMotion
			v.Cursor.Shape, v.Cursor.Blink = tea.CursorBar, false
		}})
		w.typeKeys("ab")
		want := `alternate true, cursor true, title "Inbox 412", modes map[1003:true 1006:true 1049:true 2004:true]`
		if got := w.state(); got != want {
			t.Errorf("state %s\nwant  %s", got, want)
		}
		if at := w.emu.CursorPosition(); at.X != 4 || at.Y != 1 {
			t.Errorf("cursor at %v, want behind the text", at)
		}
		for what, sequence := range map[string]string{"a steady bar": "\x1b[6 q", "distinct keys": "\x1b[>5u", "other keys": "\x1b[>4;2m"} {
			if !strings.Contains(w.writtenSince(0), sequence) {
				t.Errorf("%s: %q was not written", what, sequence)
			}
		}
	})
}

// TestView_EveryFieldIsKnown fails when the framework's view can say more: draw the new field, or say in README.md that
// it has no effect.
func TestView_EveryFieldIsKnown(t *testing.T) {
	known := strings.Fields("Content OnMouse Cursor BackgroundColor ForegroundColor WindowTitle AltScreen MouseMode " + // drawn
		"ProgressBar ProgramStatus ReportFocus DisableBracketedPasteMode KeyboardEnhancements") // without effect
	for f := range reflect.TypeFor[tea.View]().Fields() {
		if !slices.Contains(known, f.Name) {
			t.Errorf("tea.View has a field %s", f.Name)
		}
	}
}

func TestView_TerminalCommandsAreSent(t *testing.T) {
	for name, tc := range map[string]struct {
		cmd  tea.Cmd
		want string
	}{
		"copy":       {tea.SetClipboard("ticket 7"), "\x1b]52;c;dGlja2V0IDc=\x07"},
		"background": {tea.RequestBackgroundColor, "\x1b]11;?\x07"},
		"copy and quit": {
			tea.Sequence(tea.SetClipboard("ticket 7"), tea.Quit), "\x1b]52;c;dGlja2V0IDc=\x07",
		},
	} {
		runWithVirtualTime(name, t, func(t *testing.T) {
			w := openTerminal(t, &testModel{update: func(_ *testModel, msg tea.Msg) tea.Cmd {
				if k, ok := msg.(tea.KeyPressMsg); ok && k.String() == "enter" {
					return tc.cmd
				}
				return nil
			}})
			n, _ := w.written()
			w.typeKeys("\r")
			if got := w.writtenSince(n); !strings.Contains(got, tc.want) {
				t.Errorf("written %q, want %q", got, tc.want)
			}
		})
	}
}

func TestView_HostileTitleIsHarmless(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := openTerminal(t, &testModel{view: func(v *tea.View) { v.WindowTitle = "a\x07\x1b]52;c;AAAA\x07\x1b]0;b" }})
		if got := w.writtenSince(0); strings.Contains(got, "52;c;AAAA\x07") || strings.Contains(w.title, "\x1b") {
			t.Errorf("the title got through: %q", got)
		}
	})
}

func TestView_WithoutColour(t *testing.T) {
	coloured := func(v *tea.View) {
		v.Content = "\x1b[1;38;2;255;0;0;48;5;17mred\x1b[m \x1b[7mreverse\x1b[m"
		v.BackgroundColor = vt.NewEmulator(1, 1).IndexedColor(1)
	}
	for name, tc := range map[string]struct {
		env  string
		want bool
	}{
		"set": {"NO_COLOR=yes please", false}, "one": {"NO_COLOR=1", false}, "empty": {"NO_COLOR=", true}, "unset": {"X=1", true},
	} {
		runWithVirtualTime(name, t, func(t *testing.T) {
			w := openTerminal(t, &testModel{view: coloured}, tc.env)
			w.typeKeys("\x1bP1+r524742\x1b\\") // the terminal says that it knows all colours
			out := w.writtenSince(0)
			if got := strings.Contains(out, "38;2") || strings.Contains(out, "48;5") || strings.Contains(out, "\x1b]1"); got != tc.want {
				t.Errorf("colours written: %v, want %v in %q", got, tc.want, out)
			}
			if !strings.Contains(out, "\x1b[1") || !strings.Contains(out, "\x1b[7m") {
				t.Errorf("bold and reverse are lost in %q", out)
			}
		})
	}
}

// TestView_FrameThatCannotBeDrawnIsALine: a frame that the renderer cannot draw must not end the process.
func TestView_FrameThatCannotBeDrawnIsALine(t *testing.T) {
	texttest.ExpectPanic(t, "index out of range")
	synctest.Test(t, func(t *testing.T) {
		p := &testModel{}
		p.view = func(v *tea.View) {
			if p.text == "bad" {
				v.Content = "\x1b[" + strings.Repeat("1;", 60) + "m"
			}
		}
		w := openTerminal(t, p)
		w.typeKeys("bad")
		if got := w.text(); !strings.HasPrefix(got, "this screen cannot be drawn: ") {
			t.Errorf("shown:\n%s", got)
		}
		w.typeKeys("ly")
		if got := w.text(); got != "frontdesk\n> badly" {
			t.Errorf("shown afterwards:\n%s", got)
		}
	})
}

func TestView_ModesFollowIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &testModel{}
		p.view = func(v *tea.View) {
			v.MouseMode = map[string]tea.MouseMode{"": tea.MouseModeCellMotion, "m": tea.MouseModeAllMotion}[p.text]
		}
		w := openTerminal(t, p)
		for _, step := range []struct{ keys, want string }{
			{"", "alternate true, cursor true, title \"\", modes map[1002:true 1006:true 1049:true 2004:true]"},
			{"m", "alternate true, cursor true, title \"\", modes map[1003:true 1006:true 1049:true 2004:true]"},
			{"a", "alternate true, cursor true, title \"\", modes map[1049:true 2004:true]"},
		} {
			if w.typeKeys(step.keys); w.state() != step.want {
				t.Errorf("after %q %s\nwant       %s", step.keys, w.state(), step.want)
			}
		}
	})
}

func TestView_ChangedTitleIsNotClearedFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &testModel{}
		p.view = func(v *tea.View) { v.WindowTitle = "Inbox " + p.text }
		w := openTerminal(t, p)
		n, _ := w.written()
		w.typeKeys("7")
		if got := w.writtenSince(n); !strings.Contains(got, "\x1b]2;Inbox 7\x07") || strings.Contains(got, "\x1b]2;\x07") {
			t.Errorf("written %q", got)
		}
		w.typeKeys("\x03")
		all := w.writtenSince(0)
		if strings.Count(all, "\x1b[22;2t") != 1 || strings.Count(all, "\x1b[23;2t") != 1 {
			t.Errorf("the title before was not put away once and brought back once: %q", all)
		}
	})
}

func TestView_SameWindowSizeIsNotDrawnAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := openTerminal(t, &testModel{})
		n, _ := w.written()
		w.msgs <- tea.WindowSizeMsg{Width: 80, Height: 24}
		waitUntilIdle()
		if got := w.writtenSince(n); got != "" {
			t.Errorf("written %q", got)
		}
	})
}

func TestView_FirstFrameThatCannotBeDrawnRestoresTheTerminal(t *testing.T) {
	texttest.ExpectPanic(t, "index out of range")
	synctest.Test(t, func(t *testing.T) {
		w := openTerminal(t, &testModel{view: func(v *tea.View) { v.Content = "\x1b[" + strings.Repeat("1;", 60) + "m" }})
		if got, want := w.state(), `alternate true, cursor true, title "", modes map[1049:true 2004:true]`; got != want {
			t.Errorf("state %s\nwant  %s", got, want)
		}
		w.typeKeys("\x03")
		if got, want := w.state(), `alternate false, cursor true, title "", modes map[]`; got != want {
			t.Errorf("left behind: %s\nwant         %s", got, want)
		}
	})
}
