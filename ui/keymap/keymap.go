// Package keymap is the table of what the console can do and on which keys: dispatch, footer, help, palette and
// the README's table are all made from it.
package keymap

import "slices"

// Action is something an agent can ask for.
type Action string

// Place is where an action can be asked for.
type Place uint8

// The places, each with its own keys.
const (
	Everywhere Place = iota // wherever no text is typed
	Inbox                   // the list of tickets
	Ticket                  // the ticket beside the list, or alone on a narrow screen
	FAQ                     // the knowledge base
	Form                    // a form that is being filled in
	Customer                // a customer beside the list, or alone
)

// String is the place's name for help and palette.
func (p Place) String() string {
	return [...]string{"Everywhere", "Inbox", "Ticket", "FAQ", "Form", "Customer"}[p]
}

// Binding is one row of the table.
type Binding struct {
	Action Action
	Place  Place
	Keys   []string // as the terminal library names them; the first is the one shown
	Short  string   // for the footer; empty keeps it out of there
	Help   string   // one line for help, palette and README
}

// Find is the action of a key in a place: the place's own, else the one that works everywhere. In a form letters are
// text, so that only its own keys mean something there.
func Find(place Place, key string) (Action, bool) {
	places := []Place{place, Everywhere}
	if place == Form {
		places = places[:1]
	}
	for _, p := range places {
		for i := range Table {
			if b := &Table[i]; b.Place == p && slices.Contains(b.Keys, key) {
				return b.Action, true
			}
		}
	}
	return "", false
}

// Of is the row of an action in a place, or the one that works everywhere.
func Of(place Place, action Action) (Binding, bool) {
	for _, p := range []Place{place, Everywhere} {
		for _, b := range Table {
			if b.Place == p && b.Action == action {
				return b, true
			}
		}
	}
	return Binding{}, false
}

// In lists the rows of a place in the table's order.
func In(place Place) []Binding {
	var out []Binding
	for _, b := range Table {
		if b.Place == place {
			out = append(out, b)
		}
	}
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
