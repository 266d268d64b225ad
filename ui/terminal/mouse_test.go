package terminal

import (
	"bytes"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// The sequences that let the mouse work in the program, and give it back to the terminal.
const (
	mouseOn  = "\x1b[?1002h\x1b[?1006h"
	mouseOff = "\x1b[?1002l\x1b[?1003l\x1b[?1006l"
)

// newMouseRenderer returns a renderer that has drawn a frame with the mouse on, and what it writes from then on.
func newMouseRenderer(t *testing.T) (*renderer, *bytes.Buffer, frame) {
	t.Helper()
	out := &bytes.Buffer{}
	r := newRenderer(&device{out: out, env: []string{"TERM=dumb"}, term: "xterm-256color"})
	f := frame{width: 40, height: 8}
	f.view = tea.View{AltScreen: true, Content: "Inbox", MouseMode: tea.MouseModeCellMotion}
	if err := r.show(f); err != nil || strings.Count(out.String(), mouseOn) != 1 {
		t.Fatalf("the first frame is %q, %v", out, err)
	}
	out.Reset()
	return r, out, f
}

// TestMouse_IsGivenBackWhileTheProgramIsStopped: ctrl+z and an editor leave the screen in the same way.
func TestMouse_IsGivenBackWhileTheProgramIsStopped(t *testing.T) {
	r, out, f := newMouseRenderer(t)
	if err := r.leave(""); err != nil || strings.Count(out.String(), mouseOff) != 1 {
		t.Errorf("leaving writes %q, %v", out, err)
	}
	left := strings.Index(out.String(), "\x1b[?1049l")
	if off := strings.Index(out.String(), mouseOff); off < 0 || left < off {
		t.Errorf("the screen is left before the mouse: %q", out)
	}
	out.Reset()
	if err := r.show(f); err != nil || out.Len() > 0 {
		t.Errorf("a stopped program writes %q, %v", out, err)
	}
	r.enter()
	if err := r.show(f); err != nil || strings.Count(out.String(), mouseOn) != 1 {
		t.Errorf("the program that goes on writes %q, %v", out, err)
	}
}

func TestMouse_IsGivenBackWithAKeyAndTakenAgain(t *testing.T) {
	r, out, f := newMouseRenderer(t)
	for _, c := range []struct {
		mode tea.MouseMode
		want string
	}{{tea.MouseModeNone, mouseOff}, {tea.MouseModeNone, ""}, {tea.MouseModeCellMotion, mouseOn}, {tea.MouseModeCellMotion, ""}} {
		f.view.MouseMode = c.mode
		if err := r.show(f); err != nil || out.String() != c.want {
			t.Errorf("the mode %v writes %q, %v, want %q", c.mode, out, err, c.want)
		}
		out.Reset()
	}
}

func TestMouse_OffFromTheStartIsNeverTouched(t *testing.T) {
	out := &bytes.Buffer{}
	r := newRenderer(&device{out: out, env: []string{"TERM=dumb"}, term: "xterm-256color"})
	f := frame{width: 40, height: 8}
	f.view = tea.View{AltScreen: true, Content: "Inbox"}
	if err := r.show(f); err != nil {
		t.Fatal(err)
	}
	if err := r.leave(""); err != nil || strings.Contains(out.String(), "\x1b[?100") {
		t.Errorf("the terminal is sent %q, %v", out, err)
	}
}
