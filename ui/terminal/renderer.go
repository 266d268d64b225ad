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

// renderer converts frames to bytes. It is safe for concurrent use by the scheduler and the event loop.
type renderer struct {
	mu     sync.Mutex
	out    io.Writer
	mapsLF bool   // the output may translate line feeds
	term   string // TERM
	ask    string // queries for the terminal, written with the first frame
	away   bool   // the terminal is handed over

	// The state of the terminal.
	shown   frame
	drawn   bool // shown is on the screen
	used    bool // something was written that must be undone
	set     [len(modes)]string
	alt     bool
	cursor  bool // visible
	buf     bytes.Buffer
	painter *uv.TerminalRenderer
	cells   uv.ScreenBuffer
	lines   []string // what the cells were drawn from; nil if unknown
}

// newDisplay returns the renderer of a terminal on which nothing was drawn yet.
func newDisplay(dev *device) *renderer {
	d := &renderer{out: dev.out, mapsLF: !dev.isRaw(), term: dev.term}
	if asksModes(dev.env) {
		d.ask = ansi.RequestModeSynchronizedOutput + ansi.RequestModeUnicodeCore
	}
	d.reset()
	return d
}

// reset marks the terminal as in its default state.
func (d *renderer) reset() {
	d.shown, d.set, d.alt, d.cursor, d.used = frame{}, [len(modes)]string{}, false, true, false
	d.resetRenderer()
}

// resetRenderer creates a new cell renderer, which draws the next frame in full.
func (d *renderer) resetRenderer() {
	d.drawn = false
	d.buf.Reset()
	// Only TERM: with more of the environment the renderer would detect colours itself and run tmux.
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

// render returns what to write for a frame; empty if it is on the screen already.
func (d *renderer) render(f frame) string {
	before, after := d.switchModes(f)
	after += d.ask // a terminal that prints the query does so where it is drawn over at once
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
	if d.cursor { // otherwise it would be seen moving
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

// switchModes changes the modes to those of a frame: before is for the current screen, after for the one that is
// entered, if it is another.
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

// leave restores the terminal's default state; the next frame is drawn in full.
func (d *renderer) leave() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	gone := d.away || !d.used
	d.away = true
	if gone {
		return nil
	}
	var b strings.Builder
	d.painter.MoveTo(0, max(0, d.cells.Height()-1)) // where the shell continues without an alternate screen
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

// write writes s; empty writes nothing.
func (d *renderer) write(s string) error {
	if s == "" {
		return nil
	}
	if _, err := io.WriteString(d.out, s); err != nil {
		return fmt.Errorf("%w: %w", ErrTerminalClosed, err)
	}
	return nil
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
func (d *renderer) cellsOrReason(f frame) string {
	body, err := d.tryCells(f)
	if err == nil {
		return body
	}
	d.resetRenderer()
	f.view.Content = "this screen cannot be drawn: " + safetext.WindowTitle(err.Error())
	if body, err = d.tryCells(f); err != nil {
		d.resetRenderer()
	}
	return body
}

// tryCells is renderCells with panics as errors.
func (d *renderer) tryCells(f frame) (body string, err error) {
	err = guard.Run(func() error {
		body = d.renderCells(f)
		return nil
	})
	return body, err
}

// renderCells returns the output that updates the cells and moves the cursor.
func (d *renderer) renderCells(f frame) string {
	if d.needsCells(f) {
		d.drawCells(f)
	}
	if c := f.view.Cursor; c != nil && d.cells.Height() > 0 {
		d.painter.MoveTo(min(max(c.X, 0), d.cells.Width()-1), min(max(c.Y, 0), d.cells.Height()-1))
	} else if x, y := d.painter.Position(); !d.alt && x >= f.width-1 {
		d.painter.MoveTo(0, y) // a cursor beyond the last column makes some terminals wrap
	}
	_ = d.painter.Flush()
	body := d.buf.String()
	d.buf.Reset()
	if d.mapsLF {
		// The output may convert LF to CR LF; index does what LF does on a raw terminal.
		body = strings.ReplaceAll(body, "\n", ansi.Index)
	}
	return body
}

// needsCells reports whether the cells may differ from what is shown.
func (d *renderer) needsCells(f frame) bool {
	return !d.drawn || f.erase || f.view.Content != d.shown.view.Content || f.view.AltScreen != d.shown.view.AltScreen ||
		f.width != d.shown.width || f.height != d.shown.height || f.profile != d.shown.profile || f.graphemes != d.shown.graphemes
}

// drawCells draws the content into the cells and the cells on the screen.
func (d *renderer) drawCells(f frame) {
	lines, area := fit(f)
	whole := !d.drawn || f.erase || f.profile != d.shown.profile || f.graphemes != d.shown.graphemes
	d.painter.SetColorProfile(f.profile)
	d.cells.Method = widthMethod(f)
	if !d.drawn || f.width != d.shown.width || f.height != d.shown.height {
		d.painter.Resize(f.width, f.height)
	}
	if area != d.cells.Bounds() {
		whole = true
		d.cells.Touched = nil // otherwise new lines would count as unchanged
		d.cells.Resize(area.Dx(), area.Dy())
	}
	if whole {
		d.painter.Erase()
		d.lines = nil
	}
	changed, alone := changedRows(d.lines, lines)
	d.painter.SetScrollOptim(!alone) // the optimisation treats untouched lines as drawn
	if alone {
		for _, y := range changed {
			uv.NewStyledString(lines[y]).Draw(d.cells, uv.Rect(0, y, area.Dx(), 1))
		}
	} else {
		d.cells.Clear()
		uv.NewStyledString(strings.Join(lines, "\n")).Draw(d.cells, area)
	}
	d.lines = lines
	d.painter.Render(d.cells.RenderBuffer)
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
	return link < 0 || strings.HasPrefix(line[link:], "\x1b]8;;\x07") || strings.HasPrefix(line[link:], "\x1b]8;;\x1b\\")
}

// fit clips the content to the window. Outside the alternate screen a frame is as high as its content, and the window
// shows the end of it.
func fit(f frame) (lines []string, area uv.Rectangle) {
	lines = strings.Split(strings.ReplaceAll(f.view.Content, "\r\n", "\n"), "\n")
	if f.view.AltScreen {
		return lines[:min(len(lines), f.height)], uv.Rect(0, 0, f.width, f.height)
	}
	if over := len(lines) - f.height; over > 0 {
		lines = lines[over:]
	}
	return lines, uv.Rect(0, 0, f.width, len(lines))
}

// widthMethod returns how the terminal measures text.
func widthMethod(f frame) ansi.Method {
	if f.graphemes {
		return ansi.GraphemeWidth
	}
	return ansi.WcWidth
}
