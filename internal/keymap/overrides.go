package keymap

import (
	"fmt"
	"slices"
	"strings"
)

// Override is other keys for an action in a place, as the configuration asks for them.
type Override struct {
	Place  Scope
	Action Action
	Keys   []string // instead of the usual ones
	Origin string   // where that stands, for what is said about it
}

// WithOverrides makes the usual bindings with overrides over them. The result keeps the rules of the table: a key means one
// thing in a place and what works everywhere works in every place. An override that breaks one is left out, with one
// line that says why and which keys stay.
//
// What works everywhere has rows of its own in forms, where letters are text, in lists and in questions: those follow
// with the keys that can stand there.
func WithOverrides(overrides []Override) (Keymap, []error) {
	m := resolver{rows: slices.Clone(table), by: map[int]*Override{}}
	for i := range overrides {
		m.apply(&overrides[i])
	}
	for i := range overrides {
		m.inheritGlobal(&overrides[i])
	}
	for m.resolveConflict() {
	}
	return Keymap{m.rows}, m.problems
}

// resolver is a table under way.
type resolver struct {
	rows     []Binding
	by       map[int]*Override // who changed a row
	problems []error
}

// apply puts an override's keys into its row, unless one of them cannot stand there.
func (m *resolver) apply(o *Override) {
	i := slices.IndexFunc(m.rows, func(b Binding) bool { return b.Place == o.Place && b.Action == o.Action })
	switch {
	case i < 0:
		m.problems = append(m.problems, fmt.Errorf("%s: nothing is called %s there", o.Origin, o.Action))
		return
	case len(o.Keys) == 0:
		m.reject(o, "it needs a key")
		return
	}
	for _, key := range o.Keys {
		if why := invalidReason(o, key); why != "" {
			m.reject(o, why)
			return
		}
	}
	m.set(i, o, o.Keys)
}

// set gives a row other keys; leaving has ctrl+c beside them, which nothing can take away.
func (m *resolver) set(i int, o *Override, keys []string) {
	if o.Action == ForceQuit && !slices.Contains(keys, forceQuitKey) {
		keys = append(slices.Clone(keys), forceQuitKey)
	}
	m.rows[i].Keys, m.by[i] = keys, o
}

// inheritGlobal rebinds the rows of what was rebound everywhere in the places that have all keys to themselves.
func (m *resolver) inheritGlobal(o *Override) {
	for i, b := range m.rows {
		if b.Place != Form && !b.Place.isModal() || b.Action != o.Action || o.Place != Global || m.by[i] != nil || !m.holds(o) {
			continue
		}
		keys := slices.DeleteFunc(slices.Clone(o.Keys), func(key string) bool {
			return invalidReason(&Override{Place: b.Place, Action: o.Action}, key) != ""
		})
		if len(keys) > 0 {
			m.set(i, o, keys)
		}
	}
}

// holds says whether an override was taken.
func (m *resolver) holds(o *Override) bool {
	for _, by := range m.by {
		if by == o {
			return true
		}
	}
	return false
}

// resolveConflict takes back one override that shares a key with another row, and says whether there was one. Taking back
// gives usual keys back, which another override may have taken meanwhile: hence one at a time, to a fixed point.
func (m *resolver) resolveConflict() bool {
	for i := range m.rows {
		for j := range i {
			key, shared := sharedKey(m.rows[i], m.rows[j])
			late, early := m.by[i], m.by[j]
			if !shared || late == early { // neither is rebound, or both are by the same
				continue
			}
			other := j
			if late == nil {
				late, other = early, i
			}
			m.revert(late)
			m.reject(late, key+" is "+string(m.rows[other].Action)+" "+m.rows[other].Place.phrase()+" already")
			return true
		}
	}
	return false
}

// revert gives the rows of an override their usual keys.
func (m *resolver) revert(o *Override) {
	for i, by := range m.by {
		if by == o {
			m.rows[i].Keys = table[i].Keys
			delete(m.by, i)
		}
	}
}

// reject says why an override is left out, and what stays.
func (m *resolver) reject(o *Override, why string) {
	usual, _ := Default().Lookup(o.Place, o.Action)
	m.problems = append(m.problems, fmt.Errorf("%s: %s; %s stays on %s", o.Origin, why, o.Action, strings.Join(usual.Keys, " or ")))
}

// sharedKey is a key that two rows share where both could be asked for.
func sharedKey(a, b Binding) (key string, shared bool) {
	if a.Place == Global {
		a, b = b, a
	}
	if a.Place != b.Place && (b.Place != Global || a.Place.isModal()) || a.Action == b.Action {
		return "", false
	}
	for _, key := range a.Keys {
		if slices.Contains(b.Keys, key) && (a.Place == b.Place || !slices.Contains(allowedShadows[a.Place], key)) {
			return key, true
		}
	}
	return "", false
}

// allowedShadows are the keys that mean something else in a place than everywhere, on purpose.
var allowedShadows = map[Scope][]string{
	FAQ:  {"i"},   // into the comment; out of there leads esc
	Form: {"tab"}, // a form has no other pane
}

// Overridden lists the rows whose keys are not the usual ones.
func (m Keymap) Overridden() []Binding {
	var out []Binding
	for i, b := range m.All() {
		if !slices.Equal(b.Keys, table[i].Keys) {
			out = append(out, b)
		}
	}
	return out
}
