package terminal

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	uv "github.com/charmbracelet/ultraviolet"
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
	mapsLF  bool   // the output may translate line feeds
	term    string // TERM
	queries string // for the terminal, written with the first frame
	away    bool   // the terminal is handed over

	// The state of the terminal.
	entered bool  // the alternate screen
	shown   frame // the last frame
	drawn   bool  // shown is on the screen
	set     [len(modes)]string
	cursor  bool      // visible
	changed time.Time // when something was last written
	buf     bytes.Buffer
	diff    *uv.TerminalRenderer // writes changed cells to buf
	cells   uv.ScreenBuffer
	lines   []string // what the cells were drawn from; nil if unknown
}

// newRenderer returns the renderer of a terminal on which nothing was drawn yet.
func newRenderer(dev *device) *renderer {
	r := &renderer{out: dev.out, mapsLF: !dev.isRaw(), term: dev.term}
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

// resetCells creates a new cell renderer, which draws the next frame in full.
func (r *renderer) resetCells() {
	r.drawn = false
	r.buf.Reset()
	// Only TERM: with more of the environment the renderer would detect colours itself and run tmux.
	r.diff = uv.NewTerminalRenderer(&r.buf, []string{"TERM=" + r.term})
	r.diff.SetFullscreen(true)
	r.diff.SetRelativeCursor(false)
	r.diff.SetTabStops(-1)
	r.diff.Erase()
	r.cells, r.lines = uv.NewScreenBuffer(0, 0), nil
}

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
		r.drawCells(f)
	}
	if c := f.view.Cursor; c != nil && r.cells.Height() > 0 {
		r.diff.MoveTo(min(max(c.X, 0), r.cells.Width()-1), min(max(c.Y, 0), r.cells.Height()-1))
	}
	_ = r.diff.Flush()
	body := r.buf.String()
	r.buf.Reset()
	if r.mapsLF {
		// The output may convert LF to CR LF; index does what LF does on a raw terminal.
		body = strings.ReplaceAll(body, "\n", ansi.Index)
	}
	return body
}

// needsCells reports whether the cells may differ from what is shown.
func (r *renderer) needsCells(f frame) bool {
	return !r.drawn || f.erase || f.view.Content != r.shown.view.Content ||
		f.width != r.shown.width || f.height != r.shown.height ||
		f.profile != r.shown.profile || f.graphemes != r.shown.graphemes
}

// drawCells draws the content into the cells and the cells on the screen.
func (r *renderer) drawCells(f frame) {
	lines := strings.Split(strings.ReplaceAll(f.view.Content, "\r\n", "\n"), "\n")
	lines = lines[:min(len(lines), f.height)]
	whole := !r.drawn || f.erase || f.profile != r.shown.profile || f.graphemes != r.shown.graphemes
	r.diff.SetColorProfile(f.profile)
	r.cells.Method = widthMethod(f)
	if area := uv.Rect(0, 0, f.width, f.height); !r.drawn || area != r.cells.Bounds() {
		whole = true
		r.diff.Resize(f.width, f.height)
		r.cells.Touched = nil // otherwise new lines would count as unchanged
		r.cells.Resize(f.width, f.height)
	}
	if whole {
		r.diff.Erase()
		r.lines = nil
	}
	changed, alone := changedRows(r.lines, lines)
	r.diff.SetScrollOptim(!alone) // the optimisation treats untouched lines as drawn
	if alone {
		for _, y := range changed {
			uv.NewStyledString(lines[y]).Draw(r.cells, uv.Rect(0, y, f.width, 1))
		}
		// Where the last lines become blank, the cell renderer clears the line above them too, and draws it again only
		// if it was touched. A line of blanks may have a background.
		for y := lastWritten(lines); y < len(lines); y++ {
			r.cells.TouchLine(0, y, f.width)
		}
	} else {
		r.cells.Clear()
		uv.NewStyledString(strings.Join(lines, "\n")).Draw(r.cells, r.cells.Bounds())
	}
	r.lines = lines
	r.diff.Render(r.cells.RenderBuffer)
}

// lastWritten returns the number of the last line with more than blanks; -1 if there is none.
func lastWritten(lines []string) int {
	y := len(lines) - 1
	for y >= 0 && strings.TrimSpace(ansi.Strip(lines[y])) == "" {
		y--
	}
	return y
}

// changedRows returns the numbers of the changed lines, and whether each can be drawn alone: no line depends on the
// style of earlier lines, and the lines have not scrolled. Scrolling saves output, but needs the whole frame.
func changedRows(before, after []string) (changed []int, alone bool) {
	if len(before) != len(after) {
		return nil, false
	}
	for y := range after {
		if !endsAllStyles(after[y]) {
			return nil, false
		}
		if before[y] == after[y] {
			continue
		}
		if changed = append(changed, y); !endsAllStyles(before[y]) {
			return nil, false
		}
	}
	return changed, !rowsScrolled(before, after, changed)
}

// fewLines is how many lines must have moved together for scrolling to save output.
const fewLines = 3

// rowsScrolled reports whether several of the changed lines have moved together.
func rowsScrolled(before, after []string, changed []int) bool {
	if len(changed) <= fewLines {
		return false
	}
	stood := make(map[string]int, len(changed))
	for _, y := range changed {
		stood[before[y]] = y
	}
	by := map[int]int{} // how many lines moved by so many rows
	for _, y := range changed {
		if from, known := stood[after[y]]; known {
			if by[from-y]++; by[from-y] >= fewLines {
				return true
			}
		}
	}
	return false
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
