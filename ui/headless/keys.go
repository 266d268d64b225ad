// Package headless runs a Bubble Tea model without a terminal. It makes keys from their names and handles the messages
// that Bubble Tea does not pass to a model.
package headless

import (
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// named are the keys that have a name instead of a letter.
var named = map[string]rune{
	"enter":     tea.KeyEnter,
	"esc":       tea.KeyEscape,
	"tab":       tea.KeyTab,
	"backspace": tea.KeyBackspace,
	"delete":    tea.KeyDelete,
	"up":        tea.KeyUp,
	"down":      tea.KeyDown,
	"left":      tea.KeyLeft,
	"right":     tea.KeyRight,
	"home":      tea.KeyHome,
	"end":       tea.KeyEnd,
	"pgup":      tea.KeyPgUp,
	"pgdown":    tea.KeyPgDown,
	"f1":        tea.KeyF1,
	"space":     tea.KeySpace,
}

// Key is a key by its name, such as ctrl+s or enter, as a terminal sends it.
func Key(name string) tea.KeyPressMsg {
	var k tea.KeyPressMsg
	rest := name
	for {
		mod, after, ok := strings.Cut(rest, "+")
		if !ok || after == "" {
			break
		}
		k.Mod |= map[string]tea.KeyMod{"ctrl": tea.ModCtrl, "shift": tea.ModShift, "alt": tea.ModAlt}[mod]
		rest = after
	}
	if code, ok := named[rest]; ok {
		k.Code = code
		if rest == "space" {
			k.Text = " "
		}
		return k
	}
	k.Code, _ = utf8.DecodeRuneInString(rest)
	if k.Mod == 0 {
		k.Text = rest
	}
	return k
}

// RuneKey is the key of a letter, enter for the end of a line.
func RuneKey(r rune) tea.KeyPressMsg {
	if r == '\n' {
		return Key("enter")
	}
	return Key(string(r))
}
