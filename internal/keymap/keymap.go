// Package keymap holds the table of the console's actions and their keys. Dispatch, footer, help, palette and the
// documentation are generated from it.
package keymap

import (
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
)

// Action is a command that an agent can run.
type Action string

// Scope is a part of the console with key bindings of its own.
type Scope uint8

// The scopes.
const (
	Global          Scope = iota // everywhere except in text input
	Inbox                        // the list of tickets
	Ticket                       // the ticket beside the list, or alone on a narrow screen
	FAQ                          // the FAQ
	Form                         // a form that is being filled in
	Customer                     // a customer beside the list, or on the whole screen
	ListOverlay                  // a list over the panes: drafts, outbox, journal, copy
	ConfirmOverlay               // a confirmation over the panes
	Finder                       // the search for a customer, by whatever is known of one
	Macros                       // the list of macros
	BulkOverlay                  // an update of many tickets over the panes
	HandoverOverlay              // the handover note over the panes
	Call                         // the screen of a telephone call
	Board                        // the figures of the desk
)

// String returns the scope's name for help and palette.
func (p Scope) String() string {
	return [...]string{
		"Everywhere", "Inbox", "Ticket", "FAQ", "Form", "Customer", "List", "Question", "Finder", "Macros", "Bulk",
		"Handover",
		"Call", "Board",
	}[p]
}

// Name returns the scope's name in the configuration.
func (p Scope) Name() string { return strings.ReplaceAll(strings.ToLower(p.String()), " ", "-") }

// isModal reports whether the scope overlays the others: it takes all keys, and global bindings do not apply.
func (p Scope) isModal() bool {
	return p == ListOverlay || p == ConfirmOverlay || p == Finder || p == Macros || p == BulkOverlay ||
		p == HandoverOverlay
}

// acceptsText reports whether characters are text input in the scope.
func (p Scope) acceptsText() bool { return p == Form || p == Finder || p == Call }

// HasOwnKeysOnly reports whether global bindings do not apply in the scope.
func (p Scope) HasOwnKeysOnly() bool { return p == Form || p == Call || p.isModal() }

// phrase returns the scope for use in a sentence.
func (p Scope) phrase() string {
	if p == Global {
		return "everywhere"
	}
	return "in " + p.Name()
}

// Binding is one row of the table.
type Binding struct {
	key.Binding // its help is for the footer: the first key, and a label that is empty if it is not shown there
	Action      Action
	Place       Scope
	Description string // one line for help, palette and documentation
}

// bind returns a binding of keys, as named by Bubble Tea, with its label in the footer.
func bind(label string, keys ...string) key.Binding {
	if len(keys) == 0 { // a binding whose keys are nil counts as disabled
		return key.NewBinding(key.WithKeys([]string{}...), key.WithHelp("", label))
	}
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(Label(keys[0]), label))
}

// Keymap holds the bindings of one console; consoles of one process may differ. The zero Keymap holds the default
// bindings. A Keymap is immutable.
type Keymap struct {
	rows   []Binding
	spoken bool // labels are the names of actions
}

// Default returns the default bindings.
func Default() Keymap { return Keymap{rows: defaults} }

// All returns every binding in the table's order.
func (m Keymap) All() []Binding {
	if m.rows == nil {
		return defaults
	}
	return m.rows
}

// Resolve returns the action of a key in a scope: the scope's own binding, otherwise the global one. Forms and modal
// scopes have no global bindings. A letter of another script that is not bound stands for the key it is on.
func (m Keymap) Resolve(place Scope, key string) (Action, bool) {
	if action, ok := m.resolve(place, key); ok {
		return action, true
	}
	if us := USKey(key); us != key {
		return m.resolve(place, us)
	}
	return "", false
}

func (m Keymap) resolve(place Scope, key string) (Action, bool) {
	places := []Scope{place, Global}
	if place.HasOwnKeysOnly() {
		places = places[:1]
	}
	rows := m.All()
	for _, p := range places {
		for i := range rows {
			if b := &rows[i]; b.Place == p && slices.Contains(b.Keys(), key) {
				return b.Action, true
			}
		}
	}
	return "", false
}

// Lookup returns the binding of an action in a scope, otherwise the global one.
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

// KeyOf returns the first key of an action in a scope; empty if it has none.
func (m Keymap) KeyOf(place Scope, action Action) string {
	if b, ok := m.Lookup(place, action); ok && len(b.Keys()) > 0 {
		return b.Keys()[0]
	}
	return ""
}

// KeyLabel returns the display name of an action's first key; if it has none, the palette's and what to type. It is
// empty if there is no such action.
func (m Keymap) KeyLabel(place Scope, action Action) string {
	if m.spoken {
		return string(action)
	}
	b, found := m.Lookup(place, action)
	if found && len(b.Keys()) == 0 && action != Palette {
		return m.KeyLabel(place, Palette) + " “" + strings.ReplaceAll(string(action), "-", " ") + "”"
	}
	return b.Help().Key
}

// IsSpoken reports whether labels are the names of actions, because no keys are pressed.
func (m Keymap) IsSpoken() bool { return m.spoken }

// Plain returns the same bindings with the names of keys in letters, for fonts without signs for them.
func (m Keymap) Plain() Keymap {
	rows := slices.Clone(m.All())
	for i := range rows {
		if h := rows[i].Help(); len(rows[i].Keys()) > 0 {
			rows[i].SetHelp(rows[i].Keys()[0], h.Desc)
		}
	}
	m.rows = rows
	return m
}

// Spoken returns the same bindings for accessible mode, where actions are typed by their names: texts that name a key
// name the action instead.
func (m Keymap) Spoken() Keymap {
	m.spoken = true
	return m
}

// ForScope returns the bindings of a scope in the table's order; they stand together in it.
func (m Keymap) ForScope(place Scope) []Binding {
	rows := m.All()
	from := slices.IndexFunc(rows, func(b Binding) bool { return b.Place == place })
	if from < 0 {
		return nil
	}
	to := from
	for to < len(rows) && rows[to].Place == place {
		to++
	}
	return rows[from:to:to]
}

// Scopes returns the scopes that have bindings, in ascending order, Global first.
func Scopes() []Scope {
	var out []Scope
	for _, b := range defaults {
		if !slices.Contains(out, b.Place) {
			out = append(out, b.Place)
		}
	}
	slices.Sort(out)
	return out
}

// Label returns the display name of a key, such as ↑ for up.
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
