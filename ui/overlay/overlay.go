// Package overlay provides what is drawn over the panes: help, command palette, confirmations, lists, the date range
// and the customer search. An overlay returns a Result, and the console acts on it.
package overlay

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
	"frontdesk/ui/widget"
)

// Overlay is drawn over the panes and takes all input while it is on top.
type Overlay interface {
	// Update handles a message; the result is nil while the overlay stays open.
	Update(msg tea.Msg) (*Result, tea.Cmd)
	// View draws the overlay, no larger than width and height.
	View(th *theme.Theme, width, height int) string
	// Cursor returns the position within the last View; nil when there is none.
	Cursor() *tea.Cursor
}

// Rows is implemented by overlays with rows that can be clicked.
type Rows interface {
	// ClickRow moves the cursor to the row in a line of the last View. It reports whether the cursor was there already:
	// a second click chooses the row.
	ClickRow(line int) (again bool, cmd tea.Cmd)
}

// clickRow is ClickRow of a list whose rows begin in a line of the overlay.
func clickRow(list *widget.ListWindow, line, begin int) (again, hit bool) {
	from, to := list.Visible()
	row := from + line - begin
	if line < begin || row >= to {
		return false, false
	}
	again = row == list.Cursor()
	list.SetCursor(row)
	return again, true
}

// Backdrop is implemented by overlays that may want to be drawn on what is behind them as it is.
type Backdrop interface {
	// KeepsColours reports whether what is behind the overlay is not dimmed.
	KeepsColours() bool
}

// noCursor is the cursor of an overlay without a text field.
type noCursor struct{}

// Cursor returns nil.
func (noCursor) Cursor() *tea.Cursor { return nil }

// Result is what follows from a key in an overlay. The zero Result closes it.
type Result struct {
	Run      func() tea.Cmd // what was chosen; nil for nothing
	Keep     bool           // the overlay stays open, below what Run opens
	Help     *Help          // opens on top
	Disabled string         // why what was chosen is disabled
}

// chosen closes an overlay and runs what was chosen.
func chosen(run func() tea.Cmd) *Result { return &Result{Run: run} }

// withHelp opens the help of an overlay on top of it.
func withHelp(scope keymap.Scope, keys keymap.Keymap, offered func(keymap.Action) (bool, string)) *Result {
	return &Result{Keep: true, Help: helpFor(scope, keys, offered)}
}

// noteLines returns the lines of a note followed by a blank line, or nil when the note is empty.
func noteLines(th *theme.Theme, note string, width int) []string {
	if note == "" {
		return nil
	}
	return append(th.Info.RenderLines("", termwidth.Wrap(note, width)), "")
}

// box is the border of an overlay.
var box = lipgloss.RoundedBorder()

// frame draws lines in a box with a title in its upper edge and keys in its lower edge. It is drawn with every key that
// an overlay takes, where Lip Gloss would take many times as long: see BenchmarkFrame.
func frame(th *theme.Theme, title string, lines []string, keys string, width int) string {
	inner := width - 4
	title, keys = termwidth.Truncate(title, inner-2), termwidth.Truncate(keys, inner-2)
	var b strings.Builder
	b.WriteString(
		th.Accent.Render(
			box.TopLeft + box.Top + " " + title + " " + edge(width-termwidth.Width(title)-5) + box.TopRight,
		),
	)
	left, right := "\n"+th.Accent.Render(box.Left)+" ", " "+th.Accent.Render(box.Right)
	for _, l := range lines {
		b.WriteString(left + fit(l, inner) + right)
	}
	b.WriteString("\n" + th.Accent.Render(box.BottomLeft+edge(width-termwidth.Width(keys)-6)+" "))
	b.WriteString(th.Muted.Render(keys) + th.Accent.Render(" "+edge(2)+box.BottomRight))
	return b.String()
}

func edge(width int) string { return strings.Repeat(box.Top, max(width, 0)) }

// fit truncates or pads a styled row to exactly width columns.
func fit(s string, width int) string {
	return termwidth.FitStyled(s, width, "…")
}

// scroller is a list or a viewport.
type scroller interface {
	Move(by int)
	HalfPage(by int)
	GotoTop()
	GotoBottom()
}

// moves maps actions to the movements of a list or a viewport.
var moves = map[keymap.Action]func(scroller){
	keymap.Up:           func(s scroller) { s.Move(-1) },
	keymap.Down:         func(s scroller) { s.Move(1) },
	keymap.HalfPageUp:   func(s scroller) { s.HalfPage(-1) },
	keymap.HalfPageDown: func(s scroller) { s.HalfPage(1) },
	keymap.Top:          scroller.GotoTop,
	keymap.Bottom:       scroller.GotoBottom,
}

// move performs an action that moves a list or a viewport; it returns false for any other.
func move(s scroller, action keymap.Action) bool {
	f, ok := moves[action]
	if ok {
		f(s)
	}
	return ok
}

// isNavigation reports whether an action of lists and confirmations is always available.
func isNavigation(action keymap.Action) bool {
	_, ok := moves[action]
	return ok || action == keymap.Help || action == keymap.Back
}

// hint returns the key of an action with a label.
func hint(keys keymap.Keymap, place keymap.Scope, action keymap.Action, label string) string {
	return keys.KeyLabel(place, action) + " " + label
}

// more returns the hint for the scroll keys.
func more(keys keymap.Keymap, place keymap.Scope) string {
	return keys.KeyLabel(place, keymap.Down) + " " + hint(keys, place, keymap.Up, "more · ")
}
