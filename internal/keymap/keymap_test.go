package keymap_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"frontdesk/internal/keymap"
)

func TestTheUsualKeysKeepTheRules(t *testing.T) {
	checkRules(t, keymap.Default())
	if problems := len(keymap.Default().Overridden()); problems > 0 {
		t.Errorf("%d of the usual keys are not the usual ones", problems)
	}
}

// checkRules are what holds for the usual keys and for those that a configuration asks for.
func checkRules(t *testing.T, m keymap.Keymap) {
	t.Helper()
	for _, place := range keymap.Scopes() {
		checkKeysUnique(t, m, place)
		checkGlobalKeysFree(t, m, place)
		checkActionsListedOnce(t, m, place)
	}
	checkLettersTyped(t, m)
	checkMultiplexerKeys(t, m)
}

func checkKeysUnique(t *testing.T, m keymap.Keymap, place keymap.Scope) {
	t.Helper()
	owner := map[string]keymap.Action{}
	for _, b := range m.ForScope(place) {
		for _, key := range b.Keys() {
			if other, taken := owner[key]; taken {
				t.Errorf("%s: %s is both %s and %s", place, key, other, b.Action)
			}
			owner[key] = b.Action
		}
	}
}

// covered are the keys that mean something else in a place than everywhere, on purpose.
var covered = map[keymap.Scope][]string{
	keymap.FAQ:   {"i"},             // into the comment; out of there leads esc
	keymap.Form:  {"tab", "ctrl+z"}, // a form has no other pane, and undo is for what is typed
	keymap.Call:  {"tab", "ctrl+z"}, // its parts
	keymap.Board: {"tab"},           // its charts
}

func checkGlobalKeysFree(t *testing.T, m keymap.Keymap, place keymap.Scope) {
	t.Helper()
	if slices.Contains([]keymap.Scope{keymap.ListOverlay, keymap.ConfirmOverlay, keymap.Finder, keymap.Macros, keymap.BulkOverlay, keymap.HandoverOverlay}, place) {
		return // they lie over the panes and take every key
	}
	for _, everywhere := range m.ForScope(keymap.Global) {
		for _, key := range everywhere.Keys() {
			got, _ := m.Resolve(place, key)
			without := (place == keymap.Form || place == keymap.Call) && got == "" // it works nowhere else in a form: nothing is covered there
			if got != everywhere.Action && !without && !slices.Contains(covered[place], key) {
				t.Errorf("%s in %s is %q, everywhere %s", key, place, got, everywhere.Action)
			}
		}
	}
}

func checkLettersTyped(t *testing.T, m keymap.Keymap) {
	t.Helper()
	for _, place := range []keymap.Scope{keymap.Form, keymap.Finder, keymap.Call} {
		for letter := ' '; letter < 0x7f; letter++ {
			if action, ok := m.Resolve(place, string(letter)); ok {
				t.Errorf("%s: %c is %s", place, letter, action)
			}
		}
		if action, ok := m.Resolve(place, "space"); ok {
			t.Errorf("%s: space is %s", place, action)
		}
	}
}

func checkActionsListedOnce(t *testing.T, m keymap.Keymap, place keymap.Scope) {
	t.Helper()
	seen := map[keymap.Action]bool{}
	for _, b := range m.ForScope(place) {
		if seen[b.Action] || b.Action == "" {
			t.Errorf("%s: %s on %v, there already: %v", place, b.Action, b.Keys(), seen[b.Action])
		}
		seen[b.Action] = true
	}
}

func checkMultiplexerKeys(t *testing.T, m keymap.Keymap) {
	t.Helper()
	for _, b := range m.All() {
		for _, key := range []string{"ctrl+a", "ctrl+b", "ctrl+h", "ctrl+j", "ctrl+k", "ctrl+l"} {
			if slices.Contains(b.Keys(), key) {
				t.Errorf("%s in %s is on %s", b.Action, b.Place, key)
			}
		}
	}
}

func TestWhatAFormTakesOfTheKeysThatWorkEverywhere(t *testing.T) {
	for _, everywhere := range keymap.Default().ForScope(keymap.Global) {
		for _, key := range everywhere.Keys() {
			got, _ := keymap.Default().Resolve(keymap.Form, key)
			if len(key) > 1 && got != everywhere.Action && !slices.Contains(covered[keymap.Form], key) {
				t.Errorf("%s is %q in a form, everywhere %s", key, got, everywhere.Action)
			}
		}
	}
}

func TestEverythingThatCanBeDoneIsExplained(t *testing.T) {
	for _, b := range keymap.Default().All() {
		if n := utf8.RuneCountInString(b.Description); n < 8 || n > 90 || strings.HasSuffix(b.Description, ".") || strings.Contains(b.Description, "\n") {
			t.Errorf("%s in %s: help is %q", b.Action, b.Place, b.Description)
		}
		if n := utf8.RuneCountInString(b.Help().Desc); n > 12 {
			t.Errorf("%s in %s: %q is too long for the footer", b.Action, b.Place, b.Help().Desc)
		}
	}
	for _, place := range keymap.Scopes() {
		if !slices.ContainsFunc(keymap.Default().ForScope(place), func(b keymap.Binding) bool { return b.Help().Desc != "" }) {
			t.Errorf("%s has nothing for the footer", place)
		}
		if place.String() == "" {
			t.Errorf("place %d has no name", place)
		}
	}
}

func TestWhatAKeyDoesDependsOnThePlace(t *testing.T) {
	for _, c := range []struct {
		place keymap.Scope
		key   string
		want  keymap.Action
	}{
		{keymap.Inbox, "u", keymap.Update},
		{keymap.Ticket, "u", keymap.Update},
		{keymap.FAQ, "x", ""},
		{keymap.Inbox, "/", keymap.Filter},
		{keymap.Ticket, "/", keymap.Search},
		{keymap.Inbox, "tab", keymap.Focus},
		{keymap.Form, "tab", keymap.NextField},
		{keymap.Form, "ctrl+s", keymap.Send},
		{keymap.Inbox, "ctrl+s", keymap.SaveView},
		{keymap.Ticket, "ctrl+s", ""},
		{keymap.Inbox, "ctrl+c", keymap.ForceQuit},
		{keymap.Form, "ctrl+c", keymap.ForceQuit},
		{keymap.Global, "?", keymap.Help},
		{keymap.Inbox, "g", keymap.Top},
		{keymap.Inbox, "G", keymap.Bottom},
		{keymap.Inbox, "f12", ""},
		{keymap.Inbox, "", ""},
	} {
		if got, ok := keymap.Default().Resolve(c.place, c.key); got != c.want || ok != (c.want != "") {
			t.Errorf("%q in %s is %q, want %q", c.key, c.place, got, c.want)
		}
	}
}

func TestAnActionIsFoundWithItsKeys(t *testing.T) {
	for _, c := range []struct {
		place  keymap.Scope
		action keymap.Action
		key    string // the first; empty when it cannot be done there
	}{
		{keymap.Inbox, keymap.Close, "x"},
		{keymap.Ticket, keymap.Help, "?"},
		{keymap.Form, keymap.Quit, "q"},
		{keymap.Inbox, keymap.Send, ""},
	} {
		b, ok := keymap.Default().Lookup(c.place, c.action)
		if ok != (c.key != "") || ok && b.Keys()[0] != c.key {
			t.Errorf("%s in %s: %+v, %v", c.action, c.place, b, ok)
		}
	}
}

func TestTheHelpListsTheKeysOfTheDesign(t *testing.T) {
	for key, want := range map[string]keymap.Action{
		"up": keymap.Up, "j": keymap.Down, "k": keymap.Up, "ctrl+d": keymap.HalfPageDown, "ctrl+u": keymap.HalfPageUp, "enter": keymap.Open, "esc": keymap.Back,
		"s": keymap.Sort, "0": keymap.Views, "d": keymap.Dates, "r": keymap.Refresh, "space": keymap.Mark, "c": keymap.Comment, "b": keymap.CallBack,
		"x": keymap.Close, "n": keymap.New, "f": keymap.ShowFAQ, "y": keymap.Copy, "ctrl+p": keymap.Palette, "q": keymap.Quit,
	} {
		if got, _ := keymap.Default().Resolve(keymap.Inbox, key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
	for key, want := range map[string]keymap.Action{"J": keymap.Next, "K": keymap.Previous} {
		if got, _ := keymap.Default().Resolve(keymap.Ticket, key); got != want {
			t.Errorf("%s is %q, want %q", key, got, want)
		}
	}
}

func TestKeysAreNamedForPeople(t *testing.T) {
	for key, want := range map[string]string{
		"up": "↑", "space": "␣", "enter": "⏎", "shift+tab": "⇧tab", "pgdown": "PgDn", "ctrl+s": "ctrl+s", "G": "G", "?": "?", "esc": "esc",
	} {
		if got := keymap.Label(key); got != want {
			t.Errorf("%s is called %s, want %s", key, got, want)
		}
	}
}

func TestGroups_EveryActionHasOne(t *testing.T) {
	used := map[string]bool{}
	for _, b := range keymap.Default().All() {
		if !slices.Contains(keymap.Groups(), b.Group()) {
			t.Errorf("%s is in no group of the help", b.Action)
		}
		used[b.Group()] = true
	}
	if len(used) != len(keymap.Groups()) {
		t.Errorf("of the groups %v only %v have actions", keymap.Groups(), used)
	}
}

// TestResolve_LettersOfOtherScriptsAreTheKeyTheyAreOn: an agent who writes Russian, Greek or Hebrew switches no layout.
func TestResolve_LettersOfOtherScriptsAreTheKeyTheyAreOn(t *testing.T) {
	for letter, key := range map[string]string{"о": "j", "г": "u", "Т": "N", "ξ": "j", "Σ": "S", "ח": "j", "ת": ",", "ا": "h", "і": "s", "é": "é", "x": "x", "оо": "оо"} {
		if got := keymap.USKey(letter); got != key {
			t.Errorf("%s is %s, want %s", letter, got, key)
		}
	}
	want, _ := keymap.Default().Resolve(keymap.Inbox, "j")
	if got, ok := keymap.Default().Resolve(keymap.Inbox, "о"); !ok || got != want {
		t.Errorf("о does %q, want %q", got, want)
	}
	if got, ok := keymap.Default().Resolve(keymap.Form, "о"); ok {
		t.Errorf("typed into a form, о does %q", got)
	}
}
