// Package pane implements the panes of the console: the inbox, the ticket, the customer, the FAQ and the
// board. A pane keeps ids and its position; it loads records through package backend and performs no IO
// itself.
package pane

import (
	"image"
	"strconv"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/safetext"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/backend"
	"frontdesk/ui/markdown"
	"frontdesk/ui/theme"
)

// Screen is a part of the console that can have the focus. It shows records, in a region of the window or in several.
// The interfaces below are optional; the console finds them by type assertion.
type Screen interface {
	// Update handles messages other than input, and input while CapturesText returns true.
	Update(msg tea.Msg) tea.Cmd
	SetTheme(th *theme.Theme)
	SetFocus(has bool)
	Waiting() string // what is being read; empty for nothing
	Shown() Shown    // what it shows, in words
}

// Region is what a region of the window shows.
type Region interface {
	SetSize(width, height int)
	View() string        // at most as many rows as its height, none wider than its width
	Cursor() *tea.Cursor // within View; nil if there is none
	Areas() Areas        // what a click can meet
}

// Pane is a screen of one region.
type Pane interface {
	Screen
	Region
}

// TextEntry is a pane with a text input.
type TextEntry interface {
	// CapturesText reports whether a text input of the pane has focus, which then receives the keys as text.
	CapturesText() bool
	// TypingKeys returns the keys of that input, for the footer.
	TypingKeys() []key.Binding
}

// KeyPasser is a pane whose text input leaves some keys to the actions.
type KeyPasser interface {
	// PassesOn reports whether a key is none of the focused text input.
	PassesOn(k tea.KeyPressMsg) bool
}

// Hinting is a pane whose hints name keys of the console.
type Hinting interface {
	// SetUsable says which keys work now: hints name no other.
	SetUsable(u Usable)
}

// Usable says which keys of the console work.
type Usable struct {
	Letters bool // no text input of a pane takes them as text
	Writes  bool // the console is not read only
}

// Scroller is a pane that moves a cursor or scrolls.
type Scroller interface {
	Move(by int)
	HalfPage(by int)
	GotoTop()
	GotoBottom()
}

// Moves are what actions do to what moves.
var Moves = map[keymap.Action]func(Scroller){
	keymap.Up:           func(s Scroller) { s.Move(-1) },
	keymap.Down:         func(s Scroller) { s.Move(1) },
	keymap.HalfPageUp:   func(s Scroller) { s.HalfPage(-1) },
	keymap.HalfPageDown: func(s Scroller) { s.HalfPage(1) },
	keymap.Top:          Scroller.GotoTop,
	keymap.Bottom:       Scroller.GotoBottom,
}

// Wheeled is a pane in which the wheel scrolls the part under the pointer, instead of the one that Scroller moves.
type Wheeled interface {
	ScrollAt(at image.Point, by int) tea.Cmd
}

// Searcher is a pane with a search in its text.
type Searcher interface {
	HasMatches() bool
	NextMatch(by int)
}

// Selector is a pane whose rows or record actions apply to.
type Selector interface{ Target() Target }

// Marker is a pane with rows that can be marked, for actions on many.
type Marker interface{ Marked() []desk.ID }

// Loader is a pane that loads its record from the service.
type Loader interface {
	Refresh() tea.Cmd
	Failed() bool // the last request failed with an error that a retry may resolve
}

// Rerenderer is a pane that renders its text off the loop.
type Rerenderer interface {
	Rerender() tea.Cmd // renders again if the width or the theme has changed
}

// Target is what an action is done to; what is nil or empty is not there.
type Target struct {
	Ticket   *desk.Ticket // under the cursor, or shown
	Tickets  []desk.ID    // for an action on many: the marked tickets, or else Ticket
	Marked   int          // number of marked tickets
	IsMarked bool         // Ticket is one of them
	Customer *desk.Customer
	Order    *desk.Order
}

// Deps holds what every pane needs: the backend, the keys and the colours.
type Deps struct {
	Backend  *backend.Backend
	Markdown *markdown.Renderer
	Theme    *theme.Theme
	Keys     keymap.Keymap // keys named in hints

	ArticleLink func(id int64) string // where customers read an article; nil when it is not known
}

// base is what all panes have in common.
type base struct {
	cmds          *backend.Backend
	th            *theme.Theme
	keys          keymap.Keymap // keys named in hints
	width, height int
	focused       bool
	usable        Usable
}

func newBase(d Deps) base {
	return base{cmds: d.Backend, th: d.Theme, keys: d.Keys, usable: Usable{Letters: true, Writes: true}}
}

// SetUsable sets which keys the hints of the pane may name.
func (p *base) SetUsable(u Usable) { p.usable = u }

// hintOf says what a key of a place does; empty while letters are text, such as in a form beside the pane.
func (p *base) hintOf(place keymap.Scope, action keymap.Action, does string) string {
	if !p.usable.Letters {
		return ""
	}
	return p.keys.KeyLabel(place, action) + " " + does
}

// SetFocus sets whether the pane has focus.
func (p *base) SetFocus(has bool) { p.focused = has }

// openKey returns the key that opens what is under the cursor; empty if none is bound.
func (p *base) openKey(scope keymap.Scope) string { return p.keys.KeyOf(scope, keymap.Open) }

// hint returns a key of a text input for the footer, and what a click on it presses, if it is one key.
func hint(keys, label string, press ...string) key.Binding {
	return key.NewBinding(key.WithHelp(keys, label), key.WithKeys(press...))
}

// typedHint returns a key of an action that works while text is typed.
func typedHint(keys keymap.Keymap, scope keymap.Scope, action keymap.Action, label string) key.Binding {
	b, _ := keys.Lookup(scope, action)
	for _, k := range b.Keys() {
		if len([]rune(k)) > 1 {
			return hint(keymap.Label(k), label, k)
		}
	}
	return hint(keys.KeyLabel(scope, action), label)
}

// asksForHelp reports whether a key opens the help and types nothing.
func asksForHelp(keys keymap.Keymap, scope keymap.Scope, k tea.KeyPressMsg) bool {
	action, _ := keys.Resolve(scope, k.String())
	return action == keymap.Help && k.Text == ""
}

// bodyKey returns a cache key for a body, derived from its content.
func bodyKey(body safetext.HTML) string { return strconv.FormatUint(body.Hash(), 36) }

// pad pads or truncates a rendered row to exactly width columns.
func pad(s string, width int) string {
	return termwidth.FitStyled(s, width, "")
}

// Remote is a value loaded from the backend. The previous value is kept while another request is pending and after
// one has failed.
type Remote[K comparable, T any] struct {
	Of    K // what was asked for last
	Value T
	Has   bool  // Value has been loaded
	Busy  bool  // a request is pending
	Err   error // error of the last request
	At    time.Time
}

// Start marks a request as pending.
func (l *Remote[K, T]) Start(of K) { l.Of, l.Busy, l.Err = of, true, nil }

// Take stores an answer; false if it is that to another request. It has a value, possibly even with an error, unless it
// says nothing of when.
func (l *Remote[K, T]) Take(a backend.Answer[K, T]) bool {
	if a.Of != l.Of {
		return false
	}
	l.Busy, l.Err = false, a.Err
	if !a.At.IsZero() {
		l.Value, l.Has, l.At = a.Value, true, a.At
	}
	return true
}
