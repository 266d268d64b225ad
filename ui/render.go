package ui

import (
	"fmt"
	"image"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/layout"
	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
)

// View returns the whole screen, exactly as large as the window. The frame is validated, so that nothing harmful
// reaches the terminal even if a pane draws text that package safetext did not sanitise.
func (c *Console) View() tea.View {
	v := tea.NewView("")
	v.AltScreen = true
	v.WindowTitle = safetext.WindowTitle(c.title())
	c.colours.setScreen(&v)
	v.MouseMode = c.mouseMode()
	if c.width == 0 {
		return v
	}
	content, cursor, err := c.draw(c.header, c.footer)
	if err != nil {
		content, cursor = c.renderErrorView(err), nil
	}
	v.SetContent(content)
	v.Cursor = cursor
	return v
}

func (c *Console) title() string {
	title := "frontdesk · " + c.Account
	if due := c.reminders.due; due > 0 {
		return fmt.Sprintf("%d due · %s", due, title)
	}
	if n := c.inbox.Snapshot().New; n > 0 {
		title = fmt.Sprintf("(%d) %s", n, title)
	}
	return title
}

// draw returns the frame and its cursor; a panic or a frame that fails validation is an error.
func (w *window) draw(header, footer func() string) (frame string, cursor *tea.Cursor, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("it could not be drawn: %s", safetext.LineFromText(fmt.Sprint(r)))
		}
	}()
	if w.tooSmall() {
		return w.tooSmallView(), nil, nil
	}
	rows := w.body()
	cursor = w.cursor()
	if len(w.overlays) > 0 {
		rows, cursor = w.drawOverlay(rows)
	}
	cursor = textedit.MoveCursor(cursor, 0, layout.Body(w.width, w.height).Min.Y)
	rows = w.compose(header(), rows, footer())
	if cursor != nil {
		cursor.X = termwidth.AdjustColumn(rows[cursor.Y], cursor.X, w.graphemes)
	}
	for i := range rows {
		if rows[i] = termwidth.AdjustRow(rows[i], w.graphemes); w.PlainSymbols {
			rows[i] = theme.PlainRow(rows[i])
		}
	}
	frame = strings.Join(rows, "\n")
	return frame, cursor, safetext.ValidateFrame(frame)
}

// compose adds header and footer to the body, with rules in a tall window.
func (w *window) compose(header string, body []string, footer string) []string {
	rows := make([]string, 0, w.height)
	rows = append(rows, fit(header, w.width))
	if hasRules := len(body) < w.height-2; hasRules {
		bands := w.bands()
		rows = append(rows, w.ruleBetween(nil, bands[0]))
		rows = append(rows, body...)
		rows = append(rows, w.ruleBetween(bands[len(bands)-1], nil))
	} else {
		rows = append(rows, body...)
	}
	return append(rows, fit(footer, w.width))
}

// ruleBetween returns a line across the window that joins the rules between the columns above and below it. It shows
// which region below it has the focus.
func (w *window) ruleBetween(above, below []region) string {
	up, down := dividersOf(above), dividersOf(below)
	ends := append(slices.Concat(up, down), w.width)
	slices.Sort(ends)
	var b strings.Builder
	x := 0
	for _, end := range slices.Compact(ends) {
		b.WriteString(w.ruleOf(end-x, slices.ContainsFunc(topsOf(below), func(r region) bool {
			return r.hasFocus && r.Rect.Min.X < end && r.Rect.Max.X > x
		})))
		switch isUp := slices.Contains(up, end); {
		case end == w.width:
		case isUp && slices.Contains(down, end):
			b.WriteString(w.th.Border.Render("┼"))
		case isUp:
			b.WriteString(w.th.Border.Render("┴"))
		default:
			b.WriteString(w.th.Border.Render("┬"))
		}
		x = end + 1
	}
	return b.String()
}

// topsOf returns the first region of each column.
func topsOf(band []region) []region {
	var tops []region
	for i, r := range band {
		if i == 0 || r.Rect.Min.Y <= band[i-1].Rect.Min.Y {
			tops = append(tops, r)
		}
	}
	return tops
}

// dividersOf returns the columns of the rules between the columns of a band.
func dividersOf(band []region) []int {
	var at []int
	for i, r := range topsOf(band) {
		if i > 0 {
			at = append(at, r.Rect.Min.X-2)
		}
	}
	return at
}

// ruleOf returns the line above a region: a heavy one if it has the focus and is not the only one.
func (w *window) ruleOf(width int, hasFocus bool) string {
	if hasFocus && len(w.regions) > 1 && len(w.overlays) == 0 {
		return w.th.Accent.Render(strings.Repeat("━", width))
	}
	return w.th.Border.Render(strings.Repeat("─", width))
}

// cursor returns the position of the text cursor within the body, or nil.
func (w *window) cursor() *tea.Cursor {
	for _, r := range w.regions {
		at := textedit.MoveCursor(r.Cursor(), 0, 0)
		if !r.hasFocus || at == nil {
			continue
		}
		if at.X >= r.Rect.Dx() || at.Y < 0 || at.Y >= r.Rect.Dy() {
			return nil
		}
		return textedit.MoveCursor(at, r.Rect.Min.X, r.Rect.Min.Y-layout.Body(w.width, w.height).Min.Y)
	}
	return nil
}

// minBackdrop is the width up to which the text beside an overlay is left blank: only fragments of words would fit.
const minBackdrop = 16

// drawOverlay draws the top overlay over the dimmed body.
func (w *window) drawOverlay(rows []string) ([]string, *tea.Cursor) {
	top := w.overlays[len(w.overlays)-1]
	box := strings.Split(top.View(w.th, w.width-2, len(rows)), "\n")
	box = box[:min(len(box), len(rows))]
	width := termwidth.Width(box[0])
	x, y := max((w.width-width)/2, 0), max((len(rows)-len(box))/3, 0)
	w.mouse.boxOf = top
	w.mouse.box = image.Rect(x, y, x+width, y+len(box)).Add(layout.Body(w.width, w.height).Min)
	if top.Colours {
		return drawOver(rows, box, x, y, width), textedit.MoveCursor(top.Cursor(), x, y)
	}
	out := make([]string, len(rows))
	for i, row := range rows {
		plain := ansi.Strip(row)
		if i < y || i >= y+len(box) {
			out[i] = w.dim(plain)
			continue
		}
		left, right := "", ""
		if x > minBackdrop {
			left, right = plain, termwidth.SkipColumns(plain, x+width)
		}
		out[i] = w.dim(fit(left, x)) + box[i-y] + w.dim(fit(right, max(w.width-x-width, 0)))
	}
	return out, textedit.MoveCursor(top.Cursor(), x, y)
}

// rules are the characters between regions.
const rules = "─━│├┤┼"

// drawOver draws a box over rows that keep their colours.
func drawOver(rows, box []string, x, y, width int) []string {
	out := slices.Clone(rows)
	for i, line := range box {
		row := rows[y+i]
		out[y+i] = fit(row, x) + ansi.ResetStyle + line + termwidth.SkipColumns(row, x+width)
	}
	return out
}

// dim draws a row below an overlay: text in the muted style, rules in the border style.
func (w *window) dim(row string) string {
	var b strings.Builder
	for row != "" {
		words := strings.IndexAny(row, rules)
		if words < 0 {
			words = len(row)
		}
		b.WriteString(w.th.Muted.Render(row[:words]))
		row = row[words:]
		rest := strings.TrimLeft(row, rules)
		b.WriteString(w.th.Border.Render(row[:len(row)-len(rest)]))
		row = rest
	}
	return b.String()
}

// tooSmallView returns the screen for a window smaller than the minimum.
func (w *window) tooSmallView() string {
	var lines []string
	for _, line := range []string{
		fmt.Sprintf("frontdesk needs %d×%d;", layout.MinWidth, layout.MinHeight),
		fmt.Sprintf("this window has %d×%d.", w.width, w.height), "Nothing typed is lost.",
	} {
		lines = append(lines, termwidth.Wrap(line, w.width)...)
	}
	rows := make([]string, max(w.height, 1))
	for i := range rows {
		if i < len(lines) {
			rows[i] = fit(lines[i], w.width)
		}
	}
	return strings.Join(rows, "\n")
}

// renderErrorView returns the screen that replaces a frame that could not be drawn or validated.
func (w *window) renderErrorView(err error) string {
	rows := make([]string, max(w.height, 1))
	rows[0] = termwidth.Truncate("This screen was not drawn: "+backend.ErrorText(err), w.width)
	if len(rows) > 2 {
		key := func(a keymap.Action) string { return w.Keys.KeyLabel(keymap.Global, a) }
		rows[2] = termwidth.Truncate(
			key(keymap.ShowInbox)+" goes to the inbox, "+key(keymap.ForceQuit)+" leaves; nothing typed is lost.",
			w.width,
		)
	}
	return strings.Join(rows, "\n")
}

// fit truncates or pads a styled row to exactly width columns.
func fit(s string, width int) string {
	return termwidth.FitStyled(s, width, "")
}
