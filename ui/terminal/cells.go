package terminal

import (
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/guard"
	"frontdesk/internal/safetext"
)

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
