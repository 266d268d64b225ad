package terminal

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// frame is what the screen should show, and how.
type frame struct {
	view          tea.View
	width, height int // of the window, in cells
	profile       colorprofile.Profile
	synced        bool   // the terminal can take a frame as a whole
	graphemes     bool   // the terminal measures text by grapheme
	erase         bool   // whatever is on the screen is not to be relied on
	raw           string // sequences to write before the frame
}

// renderer turns frames into bytes. It may be used by the painter and by the loop at the same time.
type renderer struct {
	mu     sync.Mutex
	out    io.Writer
	mapsLF bool   // the line feeds of the output are not written to a raw terminal
	term   string // TERM
	ask    string // questions for the terminal, written with the first frame
	away   bool   // the terminal belongs to somebody else

	// The state that the terminal is in.
	shown   frame
	drawn   bool // shown is on the screen
	used    bool // something was written that must be undone
	set     [len(modes)]string
	alt     bool
	cursor  bool // visible
	buf     bytes.Buffer
	painter *uv.TerminalRenderer
	cells   uv.ScreenBuffer
	lines   []string // what the cells were drawn from, nil when they were not
}

// newDisplay is a display for a terminal on which nothing was drawn yet.
func newDisplay(dev *device) *renderer {
	d := &renderer{out: dev.out, mapsLF: !dev.isRaw(), term: dev.term}
	if asksModes(dev.env) {
		d.ask = ansi.RequestModeSynchronizedOutput + ansi.RequestModeUnicodeCore
	}
	d.reset()
	return d
}

// reset forgets what the terminal shows: it is in its own state.
func (d *renderer) reset() {
	d.shown, d.set, d.alt, d.cursor, d.used = frame{}, [len(modes)]string{}, false, true, false
	d.resetRenderer()
}

// resetRenderer starts with a new renderer, which draws the next frame whole.
func (d *renderer) resetRenderer() {
	d.drawn = false
	d.buf.Reset()
	// TERM alone: with more of the environment the renderer would look for colours itself and start tmux to ask.
	d.painter = uv.NewTerminalRenderer(&d.buf, []string{"TERM=" + d.term})
	d.painter.SetFullscreen(d.alt)
	d.painter.SetRelativeCursor(!d.alt)
	d.painter.SetScrollOptim(true)
	d.painter.SetTabStops(-1)
	d.painter.Erase()
	d.cells, d.lines = uv.NewScreenBuffer(0, 0), nil
}

// show draws a frame.
func (d *renderer) show(f frame) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.away {
		return nil
	}
	return d.write(d.render(f))
}

// render is what to write for a frame, nothing when it is on the screen already.
func (d *renderer) render(f frame) string {
	before, after := d.switchModes(f)
	after += d.ask // a terminal that prints the question does so where it is drawn over at once
	body := d.cellsOrReason(f)
	d.shown, d.drawn, d.used, d.ask = f, true, true, ""

	want := f.view.Cursor != nil
	if before+after+body == "" && want == d.cursor {
		return f.raw
	}
	var b strings.Builder
	b.WriteString(f.raw)
	if f.synced {
		b.WriteString(ansi.SetModeSynchronizedOutput)
	}
	b.WriteString(before)
	if d.cursor { // or it would be seen flying about
		b.WriteString(ansi.ResetModeTextCursorEnable)
	}
	b.WriteString(after)
	b.WriteString(body)
	if d.cursor = want; want {
		b.WriteString(ansi.SetModeTextCursorEnable)
	}
	if f.synced {
		b.WriteString(ansi.ResetModeSynchronizedOutput)
	}
	return b.String()
}

// switchModes leads the modes to those of a frame: before is for the screen that is left, after for the one that
// is entered, if it is another.
func (d *renderer) switchModes(f frame) (before, after string) {
	turn := d.alt != f.view.AltScreen
	for i, m := range modes {
		want := m.set(f)
		if want == d.set[i] && (!turn || !m.perScreen) {
			continue
		}
		before += m.leave(d.set[i], want)
		after += m.enter(d.set[i], want)
		d.set[i] = want
	}
	if turn {
		after = d.turnScreen(f.view.AltScreen) + after
	}
	return before, after
}

// turnScreen enters or leaves the alternate screen.
func (d *renderer) turnScreen(alt bool) string {
	d.alt, d.cursor = alt, true // some terminals show the cursor again
	if alt {
		d.painter.SaveCursor()
		d.painter.SetFullscreen(true)
		d.painter.SetRelativeCursor(false)
		d.painter.Erase()
		return ansi.SetModeAltScreenSaveCursor
	}
	d.painter.Erase()
	d.painter.SetRelativeCursor(true)
	d.painter.SetFullscreen(false)
	d.painter.RestoreCursor()
	return ansi.ResetModeAltScreenSaveCursor
}

// leave puts the terminal into its own state; the next frame is drawn whole.
func (d *renderer) leave() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	gone := d.away || !d.used
	d.away = true
	if gone {
		return nil
	}
	var b strings.Builder
	d.painter.MoveTo(0, max(0, d.cells.Height()-1)) // where the shell goes on if there is no alternate screen
	_ = d.painter.Flush()
	b.WriteString(d.buf.String())
	for i, m := range modes {
		if d.set[i] != "" {
			b.WriteString(m.reset)
		}
	}
	if d.alt {
		b.WriteString(ansi.ResetModeAltScreenSaveCursor)
	} else {
		b.WriteString(ansi.EraseScreenBelow)
	}
	b.WriteString(ansi.SetModeTextCursorEnable)
	d.reset()
	return d.write(b.String())
}

// enter takes the terminal back after leave.
func (d *renderer) enter() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.away = false
}

// write writes; an empty frame writes nothing.
func (d *renderer) write(s string) error {
	if s == "" {
		return nil
	}
	if _, err := io.WriteString(d.out, s); err != nil {
		return fmt.Errorf("%w: %w", ErrTerminalClosed, err)
	}
	return nil
}

// asksModes says whether a terminal may be asked for the modes that it knows. Terminals without an answer print
// the question; these rules are the framework's.
func asksModes(env []string) bool {
	program, term := lookup(env, "TERM_PROGRAM"), lookup(env, "TERM")
	remote := lookup(env, "SSH_TTY") != ""
	if !remote && !strings.Contains(program, "Apple") || lookup(env, "WT_SESSION") != "" {
		return term != "dumb"
	}
	for _, name := range []string{"ghostty", "wezterm", "alacritty", "kitty", "rio"} {
		if strings.Contains(term, name) {
			return true
		}
	}
	return false
}
