package keymap

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// forceQuitKey always quits and cannot be rebound; other packages handle it too.
const forceQuitKey = "ctrl+c"

// names are the keys that have a name instead of a character, as named by Bubble Tea.
var names = []string{
	"enter",
	"tab",
	"space",
	"esc",
	"backspace",
	"delete",
	"insert",
	"up",
	"down",
	"left",
	"right",
	"home",
	"end",
	"pgup",
	"pgdown",
	"f1",
	"f2",
	"f3",
	"f4",
	"f5",
	"f6",
	"f7",
	"f8",
	"f9",
	"f10",
	"f11",
	"f12",
}

// aliases maps key names of other programs to ours, for suggestions.
var aliases = map[string]string{
	"return":    "enter",
	"escape":    "esc",
	"del":       "delete",
	"ins":       "insert",
	"pageup":    "pgup",
	"pagedown":  "pgdown",
	"page-up":   "pgup",
	"page-down": "pgdown",
	"pgdn":      "pgdown",
	"spacebar":  "space",
	" ":         "space",
	"bs":        "backspace",
	"control":   "ctrl",
	"c":         "ctrl",
	"strg":      "ctrl",
	"meta":      "alt",
	"m":         "alt",
	"option":    "alt",
	"s":         "shift",
}

// modifiers precede a key in this order.
var modifiers = []string{"ctrl", "alt", "shift"}

// reserved lists the keys that cannot be configured, and why.
var reserved = []struct {
	why    string
	places []Scope // nil for all
	keys   []string
}{
	{
		"is left to terminal multiplexers and line editing",
		nil,
		[]string{"ctrl+a", "ctrl+b", "ctrl+h", "ctrl+j", "ctrl+k", "ctrl+l"},
	},
	{"is the same as tab, enter or esc in many terminals", nil, []string{"ctrl+i", "ctrl+m", "ctrl+["}},
	{"goes to a view of the inbox", []Scope{Global, Inbox}, []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}},
	{"chooses what it numbers", []Scope{ListOverlay}, []string{"1", "2", "3", "4", "5", "6", "7", "8", "9"}},
	{
		"belongs to the fields of a form",
		[]Scope{Form},
		append([]string{"enter", "up", "down", "shift+enter", "alt+enter"}, editing...),
	},
	{"belongs to what is typed", []Scope{Finder, Call}, editing},
}

// editing lists the keys that every text input uses.
var editing = []string{
	"space",
	"left",
	"right",
	"home",
	"end",
	"backspace",
	"delete",
	"ctrl+left",
	"ctrl+right",
	"alt+left",
	"alt+right",
	"ctrl+home",
	"ctrl+end",
	"ctrl+backspace",
	"ctrl+delete",
	"alt+backspace",
	"alt+delete",
	"alt+b",
	"alt+d",
	"alt+f",
	"ctrl+d",
	"ctrl+e",
	"ctrl+u",
	"ctrl+w",
}

// invalidReason returns why a key cannot be used for an override; empty if it can.
func invalidReason(o *Override, key string) string {
	if !isValidKey(key) {
		return unknownKeyText(key)
	}
	if o.Place.acceptsText() && utf8.RuneCountInString(key) == 1 {
		return key + " is text " + map[Scope]string{
			Form: "in a form", Finder: "in the finder", Call: "in a call",
		}[o.Place]
	}
	if key == forceQuitKey && o.Action != ForceQuit {
		return key + " always leaves"
	}
	for _, t := range reserved {
		if slices.Contains(t.keys, key) && (t.places == nil || slices.Contains(t.places, o.Place)) {
			return key + " " + t.why
		}
	}
	return ""
}

// isValidKey reports whether a terminal can send a key of that name: a character as typed, or modifiers followed by a
// named key or a character that is not upper case.
func isValidKey(key string) bool {
	if isCharacter(key) {
		return true
	}
	for _, m := range modifiers {
		rest, with := strings.CutPrefix(key, m+"+")
		if !with {
			continue
		}
		key = rest
		if isCharacter(key) {
			return m != "shift" && key == strings.ToLower(key) // shift gives the capital letter
		}
	}
	return slices.Contains(names, key)
}

func isCharacter(key string) bool {
	r, size := utf8.DecodeRuneInString(key)
	return size == len(key) && r != utf8.RuneError && r != ' ' && unicode.IsPrint(r)
}

// unknownKeyText returns an error text for an unknown key, with a suggestion if possible.
func unknownKeyText(key string) string {
	if capital, ok := strings.CutPrefix(key, "shift+"); ok && isCharacter(capital) {
		return fmt.Sprintf("%q is not a key, but %s is", key, strings.ToUpper(capital))
	}
	parts := strings.FieldsFunc(strings.ToLower(key), func(r rune) bool { return r == '+' || len(key) > 1 && r == '-' })
	for i, part := range parts {
		if right, ok := aliases[part]; ok && (i < len(parts)-1 || len(part) > 1) {
			parts[i] = right
		}
	}
	if meant := strings.Join(parts, "+"); isValidKey(meant) {
		return fmt.Sprintf("%q is not a key, but %s is", key, meant)
	}
	return fmt.Sprintf(
		"%q is not a key; keys are single characters and %s, also after ctrl+, alt+ or shift+",
		key,
		strings.Join(names[:15], ", "),
	)
}
