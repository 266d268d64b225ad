package keymap

import (
	"fmt"
	"slices"
	"strings"
)

// Override replaces the keys of an action in a scope, as configured.
type Override struct {
	Place  Scope
	Action Action
	Keys   []string // replace the default keys
	Origin string   // location in the configuration, for error messages
}

// WithOverrides returns the default bindings with overrides applied. In the result a key has one meaning in a scope,
// and global keys are not shadowed. An override that would break this is dropped, with an error that gives the reason
// and the keys that stay.
//
// Forms and modal scopes have their own bindings of some global actions: those inherit the keys of a global override
// that are valid there.
func WithOverrides(overrides []Override) (Keymap, []error) {
	m := resolver{rows: slices.Clone(defaults), by: map[int]*Override{}}
	for i := range overrides {
		m.apply(&overrides[i])
	}
	for i := range overrides {
		m.inheritGlobal(&overrides[i])
	}
	for m.resolveConflict() {
	}
	return Keymap{rows: m.rows}, m.problems
}

// resolver is the state of WithOverrides.
type resolver struct {
	rows     []Binding
	by       map[int]*Override // the override that changed a row
	problems []error
}

// apply sets an override's keys in its row, unless one of them is invalid there.
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

// set sets a row's keys. ForceQuit always keeps forceQuitKey.
func (m *resolver) set(i int, o *Override, keys []string) {
	if o.Action == ForceQuit && !slices.Contains(keys, forceQuitKey) {
		keys = append(slices.Clone(keys), forceQuitKey)
	}
	m.rows[i].Binding, m.by[i] = bind(m.rows[i].Help().Desc, keys...), o
}

// inheritGlobal applies a global override to the action's rows in forms and modal scopes.
func (m *resolver) inheritGlobal(o *Override) {
	for i, b := range m.rows {
		if !b.Place.HasOwnKeysOnly() || b.Action != o.Action || o.Place != Global || m.by[i] != nil ||
			!m.holds(o) {
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

// holds reports whether an override was applied.
func (m *resolver) holds(o *Override) bool {
	for _, by := range m.by {
		if by == o {
			return true
		}
	}
	return false
}

// resolveConflict reverts one override that shares a key with another row, and reports whether there was one. Reverting
// restores default keys, which may conflict with another override; so the caller repeats it until there is no conflict.
func (m *resolver) resolveConflict() bool {
	if len(m.by) == 0 {
		return false
	}
	for i := range m.rows {
		for j := range i {
			late, early := m.by[i], m.by[j]
			if late == early { // neither row is overridden, or both by the same override
				continue
			}
			key, shared := sharedKey(m.rows[i], m.rows[j])
			if !shared {
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

// revert restores the default keys of an override's rows.
func (m *resolver) revert(o *Override) {
	for i, by := range m.by {
		if by == o {
			m.rows[i].Binding = defaults[i].Binding
			delete(m.by, i)
		}
	}
}

// reject records why an override is dropped, and the keys that stay.
func (m *resolver) reject(o *Override, why string) {
	usual, _ := Default().Lookup(o.Place, o.Action)
	stays := "stays on " + strings.Join(usual.Keys(), " or ")
	if len(usual.Keys()) == 0 {
		stays = "has no key"
	}
	m.problems = append(m.problems, fmt.Errorf("%s: %s; %s %s", o.Origin, why, o.Action, stays))
}

// sharedKey returns a key that two rows share in a scope where both apply.
func sharedKey(a, b Binding) (key string, shared bool) {
	if a.Place == Global {
		a, b = b, a
	}
	if a.Place != b.Place && (b.Place != Global || a.Place.isModal()) || a.Action == b.Action {
		return "", false
	}
	for _, key := range a.Keys() {
		if slices.Contains(b.Keys(), key) && (a.Place == b.Place || !slices.Contains(allowedShadows[a.Place], key)) {
			return key, true
		}
	}
	return "", false
}

// allowedShadows are the keys that intentionally differ from their global binding.
var allowedShadows = map[Scope][]string{
	FAQ:  {"i"},             // inserts into the comment; esc leaves the FAQ
	Form: {"tab", "ctrl+z"}, // a form has no other pane, and undo is for what is typed
	Call: {"tab", "ctrl+z"}, // its parts
}
