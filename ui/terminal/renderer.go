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

// cellsOrReason is what changes the cells. Content that the renderer cannot stand becomes a line that says so: one
// damaged record must not end the program, and with it all sessions of a host.
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

// tryCells is renderCells with its panics as errors.
func (d *renderer) tryCells(f frame) (body string, err error) {
	err = guard.Run(func() error {
		body = d.renderCells(f)
		return nil
	})
	return body, err
}

// renderCells is what changes the cells and moves the cursor.
func (d *renderer) renderCells(f frame) string {
	if d.needsCells(f) {
		d.drawCells(f)
	}
	if c := f.view.Cursor; c != nil && d.cells.Height() > 0 {
		d.painter.MoveTo(min(max(c.X, 0), d.cells.Width()-1), min(max(c.Y, 0), d.cells.Height()-1))
	} else if x, y := d.painter.Position(); !d.alt && x >= f.width-1 {
		d.painter.MoveTo(0, y) // a cursor beyond the last column makes some terminals wrap
	}
	_ = d.painter.Flush() // into a buffer
	body := d.buf.String()
	d.buf.Reset()
	if d.mapsLF {
		// What lies between may make CR LF of it or not; index does what LF does on a raw terminal.
		body = strings.ReplaceAll(body, "\n", ansi.Index)
	}
	return body
}

// needsCells says whether the cells may differ from what is shown.
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
		d.cells.Touched = nil // or lines that are new would count as unchanged
		d.cells.Resize(area.Dx(), area.Dy())
	}
	if whole {
		d.painter.Erase()
		d.lines = nil
	}
	changed, alone := changedRows(d.lines, lines)
	d.painter.SetScrollOptim(!alone) // it takes lines for drawn that were not touched
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

// changedRows are the numbers of the lines that changed, and whether each can be drawn alone: none needs the style of the
// lines before it, and the terminal cannot be told to move them, which saves bytes but takes a look at the whole frame.
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

// fewLines is how many lines that moved together are worth telling the terminal to move them.
const fewLines = 3

// rowsScrolled says whether several of the lines that changed stood together elsewhere before.
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

// endsAllStyles says whether a line leaves no style behind for the next one: it ends its last style, if it has any.
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

// fit is the content within the window. Outside of the alternate screen a frame is as high as its content, and
// the end of it is shown when the window is lower.
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

// widthMethod is how the terminal measures text.
func widthMethod(f frame) ansi.Method {
	if f.graphemes {
		return ansi.GraphemeWidth
	}
	return ansi.WcWidth
}
