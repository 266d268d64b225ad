// Package pane implements the panes of the terminal interface: the inbox, the ticket, the customer and the
// knowledge base. A pane keeps ids and its position; it loads records through package backend and performs no IO
// itself.
package pane

import (
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/theme"
)

// Pane is a part of the screen that can have focus.
type Pane interface {
	ID() keymap.Scope
	// Update handles messages other than input, and input while CapturesText returns true.
	Update(msg tea.Msg) tea.Cmd
	// Actions returns the available actions; a disabled one has its reason.
	Actions() []Action
	// CapturesText reports whether a text input of the pane has focus, which then receives the keys as text.
	CapturesText() bool
	View() string // exactly as many rows as its height, none wider than its width
	SetSize(width, height int)
	SetTheme(th *theme.Theme)
	SetFocus(has bool)
	Cursor() *tea.Cursor // within View; nil if there is none
}

// Action is an action of a pane.
type Action struct {
	ID             keymap.Action
	Run            func() tea.Cmd
	DisabledReason string // why the action is not available; empty if it is
}

// FindAction returns the action with the given id.
func FindAction(actions []Action, id keymap.Action) (Action, bool) {
	for _, a := range actions {
		if a.ID == id {
			return a, true
		}
	}
	return Action{}, false
}

// newAction returns an action that calls f and returns no command.
func newAction(id keymap.Action, f func()) Action {
	return Action{ID: id, Run: func() tea.Cmd { f(); return nil }}
}

// navActions returns the actions that move the cursor of a list or scroll a viewport.
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

// unless returns why if holds is false, and otherwise an empty string.
func unless(holds bool, why string) string {
	if holds {
		return ""
	}
	return why
}

// bodyKey returns a cache key for a body, derived from its content.
func bodyKey(body safetext.HTML) string { return strconv.FormatUint(body.Hash(), 36) }

// pad pads or truncates a rendered row to exactly width columns.
func pad(s string, width int) string {
	return termwidth.FitStyled(s, width, "")
}

// remote is a value loaded from the backend. The previous value is kept while another request is pending and after
// one has failed.
type remote[T any] struct {
	Value T
	Has   bool  // Value has been loaded
	Busy  bool  // a request is pending
	Err   error // error of the last request
	At    time.Time
}

// start marks a request as pending.
func (l *remote[T]) start() { l.Busy, l.Err = true, nil }

// take stores the result of a request; has reports whether it includes a value, which is possible even with an
// error.
func (l *remote[T]) take(value T, has bool, at time.Time, err error) {
	l.Busy, l.Err = false, err
	if has {
		l.Value, l.Has, l.At = value, true, at
	}
}
