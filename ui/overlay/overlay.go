// Package overlay provides what is drawn over the panes: help, command palette, confirmations, lists, the date range
// and the customer finder. An overlay returns a Result, and the console acts on it.
package overlay

import (
	"image"
	"strings"

	tea "charm.land/bubbletea/v2"

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
	// SpotAt returns what stands at a cell of the last View; false if a click there means nothing.
	SpotAt(at image.Point) (widget.Spot, bool)
	// ClosesBeside reports whether a click beside the overlay closes it, as the key for going back does.
	ClosesBeside() bool
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
	Press    string         // the key that is pressed once the overlay has closed; empty for none
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
	var lines []string
	for line := range strings.SplitSeq(note, "\n") {
		lines = append(lines, termwidth.WrapJoined(width, strings.Split(line, " · ")...)...)
	}
	return append(th.Info.RenderLines("", lines), "")
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
