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
	"frontdesk/ui/overlay"
	"frontdesk/ui/textedit"
	"frontdesk/ui/theme"
)

// View returns the whole screen, exactly as large as the window. The frame is validated, so that nothing harmful
// reaches the terminal even if a pane draws text that package safetext did not sanitise.
func (c *Console) View() tea.View {
	v := tea.NewView("")
	v.AltScreen = true
	v.WindowTitle = safetext.WindowTitle(c.title())
	c.setScreenColours(&v)
	v.MouseMode = c.mouseMode()
	if c.width == 0 {
		return v
	}
	content, cursor, err := c.draw()
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
func (c *Console) draw() (frame string, cursor *tea.Cursor, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("it could not be drawn: %s", safetext.LineFromText(fmt.Sprint(r)))
		}
	}()
	if c.tooSmall() {
		return c.tooSmallView(), nil, nil
	}
	rows := c.body()
	cursor = c.cursor()
	if len(c.overlays) > 0 {
		rows, cursor = c.drawOverlay(rows)
	}
	cursor = textedit.MoveCursor(cursor, 0, layout.Body(c.width, c.height).Min.Y)
	rows = c.compose(rows)
	if cursor != nil {
		cursor.X = termwidth.AdjustColumn(rows[cursor.Y], cursor.X, c.graphemes)
	}
	for i := range rows {
		if rows[i] = termwidth.AdjustRow(rows[i], c.graphemes); c.PlainSymbols {
			rows[i] = theme.PlainRow(rows[i])
		}
	}
	frame = strings.Join(rows, "\n")
	return frame, cursor, safetext.ValidateFrame(frame)
}

// compose adds header and footer to the body, with rules in a tall window.
func (c *Console) compose(body []string) []string {
	rows := make([]string, 0, c.height)
	rows = append(rows, fit(c.header(), c.width))
	if hasRules := len(body) < c.height-2; hasRules {
		rows = append(rows, c.horizontalRule("┬", true))
		rows = append(rows, body...)
		rows = append(rows, c.horizontalRule("┴", false))
	} else {
		rows = append(rows, body...)
	}
	return append(rows, fit(c.footer(), c.width))
}

// horizontalRule returns a line across the window that joins the rules between the regions; at the top of the body it
// shows which region has the focus.
func (c *Console) horizontalRule(join string, isTop bool) string {
	var b strings.Builder
	x, focused := 0, c.regions[0].hasFocus
	for i, r := range c.regions[1:] {
		if r.Rect.Min.Y > c.regions[i].Rect.Min.Y {
			continue
		}
		end := r.Rect.Min.X - 2
		b.WriteString(c.ruleOf(end-x, isTop && focused) + c.th.Border.Render(join))
		x, focused = end+1, r.hasFocus
	}
	return b.String() + c.ruleOf(c.width-x, isTop && focused)
}

// ruleOf returns the line above a region: a heavy one if it has the focus and is not the only one.
func (c *Console) ruleOf(width int, hasFocus bool) string {
	if hasFocus && len(c.regions) > 1 && len(c.overlays) == 0 {
		return c.th.Accent.Render(strings.Repeat("━", width))
	}
	return c.th.Border.Render(strings.Repeat("─", width))
}

// cursor returns the position of the text cursor within the body, or nil.
func (c *Console) cursor() *tea.Cursor {
	for _, r := range c.regions {
		at := textedit.MoveCursor(r.Cursor(), 0, 0)
		if !r.hasFocus || at == nil {
			continue
		}
		if at.X >= r.Rect.Dx() || at.Y < 0 || at.Y >= r.Rect.Dy() {
			return nil
		}
		return textedit.MoveCursor(at, r.Rect.Min.X, r.Rect.Min.Y-layout.Body(c.width, c.height).Min.Y)
	}
	return nil
}

// minBackdrop is the width up to which the text beside an overlay is left blank: only fragments of words would fit.
const minBackdrop = 16

// drawOverlay draws the top overlay over the dimmed body.
func (c *Console) drawOverlay(rows []string) ([]string, *tea.Cursor) {
	top := c.overlays[len(c.overlays)-1]
	box := strings.Split(top.View(c.th, c.width-2, len(rows)), "\n")
	box = box[:min(len(box), len(rows))]
	width := termwidth.Width(box[0])
	x, y := max((c.width-width)/2, 0), max((len(rows)-len(box))/3, 0)
	c.mouse.boxOf = top
	c.mouse.box = image.Rect(x, y, x+width, y+len(box)).Add(layout.Body(c.width, c.height).Min)
	if b, ok := top.(overlay.Backdrop); ok && b.KeepsColours() {
		return drawOver(rows, box, x, y, width), textedit.MoveCursor(top.Cursor(), x, y)
	}
	out := make([]string, len(rows))
	for i, row := range rows {
		plain := ansi.Strip(row)
		if i < y || i >= y+len(box) {
			out[i] = c.dim(plain)
			continue
		}
		left, right := "", ""
		if x > minBackdrop {
			left, right = plain, termwidth.SkipColumns(plain, x+width)
		}
		out[i] = c.dim(fit(left, x)) + box[i-y] + c.dim(fit(right, max(c.width-x-width, 0)))
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
func (c *Console) dim(row string) string {
	var b strings.Builder
	for row != "" {
		words := strings.IndexAny(row, rules)
		if words < 0 {
			words = len(row)
		}
		b.WriteString(c.th.Muted.Render(row[:words]))
		row = row[words:]
		rest := strings.TrimLeft(row, rules)
		b.WriteString(c.th.Border.Render(row[:len(row)-len(rest)]))
		row = rest
	}
	return b.String()
}

// tooSmallView returns the screen for a window smaller than the minimum.
func (c *Console) tooSmallView() string {
	var lines []string
	for _, line := range []string{
		fmt.Sprintf("frontdesk needs %d×%d;", layout.MinWidth, layout.MinHeight),
		fmt.Sprintf("this window has %d×%d.", c.width, c.height), "Nothing typed is lost.",
	} {
		lines = append(lines, termwidth.Wrap(line, c.width)...)
	}
	rows := make([]string, max(c.height, 1))
	for i := range rows {
		if i < len(lines) {
			rows[i] = fit(lines[i], c.width)
		}
	}
	return strings.Join(rows, "\n")
}

// renderErrorView returns the screen that replaces a frame that could not be drawn or validated.
func (c *Console) renderErrorView(err error) string {
	rows := make([]string, max(c.height, 1))
	rows[0] = termwidth.Truncate("This screen was not drawn: "+backend.ErrorText(err), c.width)
	if len(rows) > 2 {
		key := func(a keymap.Action) string { return c.Keys.KeyLabel(keymap.Global, a) }
		rows[2] = termwidth.Truncate(
			key(keymap.ShowInbox)+" goes to the inbox, "+key(keymap.ForceQuit)+" leaves; nothing typed is lost.",
			c.width,
		)
	}
	return strings.Join(rows, "\n")
}

// fit truncates or pads a styled row to exactly width columns.
func fit(s string, width int) string {
	return termwidth.FitStyled(s, width, "")
}
