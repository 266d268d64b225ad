// Package overlay provides what is drawn over the panes: help, command palette, confirmations, lists, the date range
// and the customer finder. Each is a Box with a List, a text or a form in it. A Box returns a Result, and the console
// acts on it.
//
//	overlay.go                          what follows from a key
//	box.go, frame.go                    the box: keys, border, mouse
//	words.go                            the box in accessible mode
//	list.go, list_columns.go, list_view.go  the list: rows, columns, field, filter
//	bare.go                             the list in a screen that draws it
//	text.go, welcome.go                 a text, a question with its answers, the welcome
//	prompt.go                           a form: a line of text, the days to show
//	choosers.go, palette.go             lists from which something is chosen
//	lookup.go, lookup_view.go           the people who may be meant by what is typed, in the finder and in a call
//	macros.go, finder.go                lists with what is known of their rows
//	help.go                             the keys that work in a place
package overlay

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
)

// Result is what follows from a key in a box. The zero Result closes it.
type Result struct {
	Run      func() tea.Cmd // what was chosen; nil for nothing
	Keep     bool           // the box stays open, below what Run opens
	Help     *Box           // opens on top
	Disabled string         // why what was chosen is disabled
	Press    string         // the key that is pressed once the box has closed; empty for none
}

// chosen closes a box and runs what was chosen.
func chosen(run func() tea.Cmd) *Result { return &Result{Run: run} }

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
