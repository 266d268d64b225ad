// Package pane holds the panes of the console: the inbox, the ticket, the customer and the knowledge base. A pane
// holds ids and a position; records come through package command, and nothing here does IO.
package pane

import (
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/ui/theme"
)

// Pane is a part of the screen that can have the keys.
type Pane interface {
	ID() keymap.Scope
	// Update takes what is not input, and input while Typing.
	Update(msg tea.Msg) tea.Cmd
	// Actions are what can be done here now, each with the reason when it cannot.
	Actions() []Action
	// CapturesText says that a cursor stands in a field of the pane, which then takes the keys as text.
	CapturesText() bool
	View() string // exactly the rows of its size, none wider
	SetSize(width, height int)
	SetTheme(th *theme.Theme)
	SetFocus(has bool)
	Cursor() *tea.Cursor // within View; nil when there is none
}

// Action is something that a pane can do.
type Action struct {
	ID             keymap.Action
	Run            func() tea.Cmd
	DisabledReason string // why it cannot be done now; empty when it can
}

// FindAction is the action of a name among a pane's.
func FindAction(actions []Action, id keymap.Action) (Action, bool) {
	for _, a := range actions {
		if a.ID == id {
			return a, true
		}
	}
	return Action{}, false
}

// newAction makes an action of something that answers nothing.
func newAction(id keymap.Action, f func()) Action {
	return Action{ID: id, Run: func() tea.Cmd { f(); return nil }}
}

// navActions are the actions that move a list's cursor or a window over lines.
func navActions(move, half func(by int), top, bottom func()) []Action {
	return []Action{
		newAction(keymap.Up, func() { move(-1) }),
		newAction(keymap.Down, func() { move(1) }),
		newAction(keymap.HalfPageUp, func() { half(-1) }),
		newAction(keymap.HalfPageDown, func() { half(1) }),
		newAction(keymap.Top, top),
		newAction(keymap.Bottom, bottom),
	}
}

// unless gives the reason when a condition does not hold.
func unless(holds bool, why string) string {
	if holds {
		return ""
	}
	return why
}

// wrap breaks cleaned text into lines of at most width columns: between words, and inside one only where it is
// longer than a line.
func wrap(s string, width int) []string {
	return safetext.Wrap(s, max(width, 1))
}

// bodyKey names a body by its content, for what was drawn from it.
func bodyKey(body safetext.HTML) string { return strconv.FormatUint(body.Hash(), 36) }

// pad makes a drawn row exactly width columns wide.
func pad(s string, width int) string {
	return safetext.FitStyled(s, width, "")
}

// remote is something that is fetched. The old value stays while another one is on its way, and when it did not come.
type remote[T any] struct {
	Value T
	Has   bool  // Value was fetched, now or before
	Busy  bool  // it is being asked for
	Err   error // why the last asking brought nothing
	At    time.Time
}

// start says that the answer is on its way.
func (l *remote[T]) start() { l.Busy, l.Err = true, nil }

// take takes an answer; has says that it holds a value, which an error may come with.
func (l *remote[T]) take(value T, has bool, at time.Time, err error) {
	l.Busy, l.Err = false, err
	if has {
		l.Value, l.Has, l.At = value, true, at
	}
}
