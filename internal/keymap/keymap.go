// Package keymap is the table of what the console can do and on which keys: dispatch, footer, help, palette and
// the documentation's table are all made from it.
package keymap

import (
	"slices"
	"strings"
)

// Action is something an agent can ask for.
type Action string

// Scope is where an action can be asked for.
type Scope uint8

// The places, each with its own keys.
const (
	Global         Scope = iota // wherever no text is typed
	Inbox                       // the list of tickets
	Ticket                      // the ticket beside the list, or alone on a narrow screen
	FAQ                         // the knowledge base
	Form                        // a form that is being filled in
	Customer                    // a customer beside the list, or alone
	ListOverlay                 // a list over the panes: drafts, outbox, journal, what can be copied
	ConfirmOverlay              // a question over the panes
	CustomerSearch              // where a customer is looked for
)

// String is the place's name for help and palette.
func (p Scope) String() string {
	return [...]string{"Everywhere", "Inbox", "Ticket", "FAQ", "Form", "Customer", "List", "Question", "Finder"}[p]
}

// Name is the place's name in the configuration.
func (p Scope) Name() string { return strings.ReplaceAll(strings.ToLower(p.String()), " ", "-") }

// isModal says whether the place lies over the others: it has all keys to itself, and what works everywhere does not
// work there.
func (p Scope) isModal() bool { return p == ListOverlay || p == ConfirmOverlay || p == CustomerSearch }

// acceptsText says whether characters are text there.
func (p Scope) acceptsText() bool { return p == Form || p == CustomerSearch }

// phrase is the place in a sentence.
func (p Scope) phrase() string {
	if p == Global {
		return "everywhere"
	}
	return "in " + p.Name()
}

// Binding is one row of the table.
type Binding struct {
	Action      Action
	Place       Scope
	Keys        []string // as the terminal library names them; the first is the one shown
	FooterLabel string   // for the footer; empty keeps it out of there
	Help        string   // one line for help, palette and documentation
}

// Keymap is the bindings of one console: two of one process can have different ones. The zero Map holds the table's own
// keys. A Map is never changed.
type Keymap struct{ rows []Binding }

// Default is the table as it stands.
func Default() Keymap { return Keymap{table} }

// All lists every row in the table's order.
func (m Keymap) All() []Binding {
	if m.rows == nil {
		return table
	}
	return m.rows
}

// Resolve is the action of a key in a place: the place's own, else the one that works everywhere. In a form letters are
// text, and what lies over the panes takes every key, so that only their own keys mean something there.
func (m Keymap) Resolve(place Scope, key string) (Action, bool) {
	places := []Scope{place, Global}
	if place == Form || place.isModal() {
		places = places[:1]
	}
	rows := m.All()
	for _, p := range places {
		for i := range rows {
			if b := &rows[i]; b.Place == p && slices.Contains(b.Keys, key) {
				return b.Action, true
			}
		}
	}
	return "", false
}

// Lookup is the row of an action in a place, or the one that works everywhere.
func (m Keymap) Lookup(place Scope, action Action) (Binding, bool) {
	for _, p := range []Scope{place, Global} {
		for _, b := range m.All() {
			if b.Place == p && b.Action == action {
				return b, true
			}
		}
	}
	return Binding{}, false
}

// KeyLabel is the key of an action for people: the first of its keys, nothing when it cannot be asked for.
func (m Keymap) KeyLabel(place Scope, action Action) string {
	b, ok := m.Lookup(place, action)
	if !ok {
		return ""
	}
	return Label(b.Keys[0])
}

// ForScope lists the rows of a place in the table's order.
func (m Keymap) ForScope(place Scope) []Binding {
	var out []Binding
	for _, b := range m.All() {
		if b.Place == place {
			out = append(out, b)
		}
	}
	return out
}

// Scopes lists the places that have keys, those that work everywhere first.
func Scopes() []Scope {
	var out []Scope
	for _, b := range table {
		if !slices.Contains(out, b.Place) {
			out = append(out, b.Place)
		}
	}
	slices.Sort(out)
	return out
}

// Label is a key for people: arrows as arrows, space by its name.
func Label(key string) string {
	if l, ok := labels[key]; ok {
		return l
	}
	return key
}

var labels = map[string]string{
	"up": "↑", "down": "↓", "left": "←", "right": "→", "pgup": "PgUp", "pgdown": "PgDn", "home": "Home", "end": "End",
	"space": "␣", "enter": "⏎", "shift+tab": "⇧tab",
}
