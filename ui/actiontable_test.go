package ui

import (
	"slices"
	"testing"

	"frontdesk/internal/keymap"
)

// isOverlay reports whether the keys of a scope are handled by an overlay.
func isOverlay(s keymap.Scope) bool {
	return slices.Contains([]keymap.Scope{keymap.ListOverlay, keymap.ConfirmOverlay, keymap.Finder, keymap.Macros, keymap.BulkOverlay, keymap.HandoverOverlay}, s)
}

func TestActions_EveryKeyHasAnAction(t *testing.T) {
	for _, b := range keymap.Default().All() {
		isListed := slices.ContainsFunc(actionTable, func(a action) bool {
			return a.id == b.Action && (slices.Contains(a.scopes, b.Place) || slices.Contains(a.scopes, keymap.Global))
		})
		if !isListed && !isOverlay(b.Place) {
			t.Errorf("%s in %s has keys and no action", b.Action, b.Place)
		}
	}
}

func TestActions_EveryActionHasAKeyAndOneRow(t *testing.T) {
	rows := map[keymap.Scope][]keymap.Action{}
	for _, a := range actionTable {
		for _, s := range a.scopes {
			if slices.Contains(rows[s], a.id) {
				t.Errorf("%s has two rows in %s", a.id, s)
			}
			rows[s] = append(rows[s], a.id)
			if keymap.Default().KeyLabel(s, a.id) == "" {
				t.Errorf("%s has no key in %s", a.id, s)
			}
		}
	}
}

func TestPanes_EveryPaneHasASlotAndAScope(t *testing.T) {
	for _, s := range newConsole().table {
		if s.slot == "" || len(keymap.Default().ForScope(s.scope)) == 0 {
			t.Errorf("%s has no slot or no keys", s.scope)
		}
	}
}
