package terminal

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/guard"
	"frontdesk/internal/safetext"
)

// frame is the content of the screen and how to draw it.
type frame struct {
	view          tea.View
	width, height int // window size in cells
	profile       colorprofile.Profile
	synced        bool   // the terminal supports synchronised output
	graphemes     bool   // the terminal measures text by grapheme
	erase         bool   // the screen's content is unknown
	raw           string // sequences to write before the frame
}

// renderer converts frames to bytes, always on the alternate screen. It is safe for concurrent use by the scheduler and
// the event loop.
type renderer struct {
	mu      sync.Mutex
	out     io.Writer
	queries string // for the terminal, written with the first frame
	away    bool   // the terminal is handed over

	// The state of the terminal.
	entered bool  // the alternate screen
	shown   frame // the last frame
	drawn   bool  // shown is on the screen
	set     [len(modes)]string
	cursor  bool      // visible
	changed time.Time // when something was last written
	cells   grid
}

// newRenderer returns the renderer of a terminal on which nothing was drawn yet.
func newRenderer(dev *device) *renderer {
	r := &renderer{out: dev.out}
	if asksModes(dev.env) {
		r.queries = ansi.RequestModeSynchronizedOutput + ansi.RequestModeUnicodeCore
	}
	r.reset()
	return r
}

// reset marks the terminal as in its default state.
func (r *renderer) reset() {
	r.shown, r.set, r.cursor, r.entered = frame{}, [len(modes)]string{}, false, false
	r.resetCells()
}

// resetCells has the next frame drawn in full.
func (r *renderer) resetCells() { r.drawn, r.cells = false, grid{} }

// show draws a frame.
func (r *renderer) show(f frame) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.away {
		return nil
	}
	return r.write(r.render(f))
}

// render returns what to write for a frame; empty if it is on the screen already.
func (r *renderer) render(f frame) string {
	settings := r.enterScreen()
	for i, m := range modes {
		if want := m.set(f); want != r.set[i] {
			settings += m.change(r.set[i], want)
			r.set[i] = want
		}
	}
	settings += r.queries // a terminal that prints the query does so where it is drawn over at once
	body := r.cellsOrReason(f)
	r.shown, r.drawn, r.queries = f, true, ""

	want := f.view.Cursor != nil
	if settings+body == "" && want == r.cursor {
		return f.raw
	}
	var b strings.Builder
	b.WriteString(f.raw)
	if f.synced {
		b.WriteString(ansi.SetModeSynchronizedOutput)
	}
	if r.cursor { // otherwise it would be seen moving
		b.WriteString(ansi.ResetModeTextCursorEnable)
	}
	b.WriteString(settings)
	b.WriteString(body)
	if r.cursor = want; want {
		b.WriteString(ansi.SetModeTextCursorEnable)
	}
	if f.synced {
		b.WriteString(ansi.ResetModeSynchronizedOutput)
	}
	return b.String()
}

// enterScreen enters the alternate screen, once.
func (r *renderer) enterScreen() string {
	if r.entered {
		return ""
	}
	r.entered = true
	// some terminals show the cursor again when the screen changes
	return ansi.SetModeAltScreenSaveCursor + ansi.ResetModeTextCursorEnable
}

// leave writes what was queued and restores the terminal's default state; the next frame is drawn in full.
func (r *renderer) leave(queued string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	gone := r.away || !r.entered
	r.away = true
	if gone {
		return nil
	}
	var b strings.Builder
	b.WriteString(queued)
	for i, m := range modes {
		if r.set[i] != "" {
			b.WriteString(m.reset)
		}
	}
	b.WriteString(ansi.ResetModeAltScreenSaveCursor)
	b.WriteString(ansi.SetModeTextCursorEnable)
	r.reset()
	return r.write(b.String())
}

// enter takes the terminal back after leave.
func (r *renderer) enter() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.away = false
}

// write writes s; empty writes nothing.
func (r *renderer) write(s string) error {
	if s == "" {
		return nil
	}
	if _, err := io.WriteString(r.out, s); err != nil {
		return fmt.Errorf("%w: %w", ErrTerminalClosed, err)
	}
	r.changed = time.Now()
	return nil
}

// lastChange returns when the screen last changed.
func (r *renderer) lastChange() time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.changed
}

// asksModes reports whether a terminal may be queried for its modes. Terminals that do not support queries print them;
// the rules are the framework's.
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

// cellsOrReason returns the output that updates the cells. If the content makes the cell renderer panic, it draws an
// error message instead: one damaged record must not end the program and all sessions of a host.
func (r *renderer) cellsOrReason(f frame) string {
	body, err := r.tryCells(f)
	if err == nil {
		return body
	}
	r.resetCells()
	f.view.Content = "this screen cannot be drawn: " + safetext.WindowTitle(err.Error())
	if body, err = r.tryCells(f); err != nil {
		r.resetCells()
	}
	return body
}

// tryCells is renderCells with panics as errors.
func (r *renderer) tryCells(f frame) (body string, err error) {
	err = guard.Run(func() error {
		body = r.renderCells(f)
		return nil
	})
	return body, err
}

// renderCells returns the output that updates the cells and moves the cursor.
func (r *renderer) renderCells(f frame) string {
	if r.needsCells(f) {
		r.cells.set(f, r.drawn && !f.erase)
		r.cells.draw(f.view.Content)
	}
	if c := f.view.Cursor; c != nil && f.height > 0 {
		r.cells.move(min(max(c.X, 0), f.width-1), min(max(c.Y, 0), f.height-1))
	}
	return r.cells.take()
}

// needsCells reports whether the cells may differ from what is shown.
func (r *renderer) needsCells(f frame) bool {
	return !r.drawn || f.erase || f.view.Content != r.shown.view.Content ||
		f.width != r.shown.width || f.height != r.shown.height ||
		f.profile != r.shown.profile || f.graphemes != r.shown.graphemes
}

// endsAllStyles reports whether a line resets its last style and link, so that the next line does not depend on it.
func endsAllStyles(line string) bool {
	last := strings.LastIndexByte(line, ansi.ESC)
	if last < 0 {
		return true
	}
	end := line[last:]
	if !strings.HasPrefix(end, "\x1b[m") && !strings.HasPrefix(end, "\x1b[0m") {
		return false
	}
	link := strings.LastIndex(line, "\x1b]8;")
	return link < 0 || strings.HasPrefix(line[link:], "\x1b]8;;\x07") ||
		strings.HasPrefix(line[link:], "\x1b]8;;\x1b\\")
}

// widthMethod returns how the terminal measures text.
func widthMethod(f frame) ansi.Method {
	if f.graphemes {
		return ansi.GraphemeWidth
	}
	return ansi.WcWidth
}
