// Package edittest types keys into text inputs in tests and shows where their cursor is.
package edittest

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"frontdesk/internal/termwidth"
)

// named are the keys that tests press by name.
var named = map[string]tea.KeyPressMsg{
	"enter": {
		Code: tea.KeyEnter,
	},
	"up":    {Code: tea.KeyUp},
	"down":  {Code: tea.KeyDown},
	"left":  {Code: tea.KeyLeft},
	"right": {Code: tea.KeyRight},
	"home": {
		Code: tea.KeyHome,
	},
	"end":    {Code: tea.KeyEnd},
	"pgup":   {Code: tea.KeyPgUp},
	"pgdown": {Code: tea.KeyPgDown},
	"backspace": {
		Code: tea.KeyBackspace,
	},
	"delete":     {Code: tea.KeyDelete},
	"space":      {Code: tea.KeySpace, Text: " "},
	"f5":         {Code: tea.KeyF5},
	"ctrl+left":  {Code: tea.KeyLeft, Mod: tea.ModCtrl},
	"ctrl+right": {Code: tea.KeyRight, Mod: tea.ModCtrl},
	"ctrl+home":  {Code: tea.KeyHome, Mod: tea.ModCtrl},
	"ctrl+end":   {Code: tea.KeyEnd, Mod: tea.ModCtrl},
	"ctrl+w": {
		Code: 'w',
		Mod:  tea.ModCtrl,
	},
	"ctrl+u": {Code: 'u', Mod: tea.ModCtrl},
	"ctrl+k": {Code: 'k', Mod: tea.ModCtrl},
	"ctrl+v": {
		Code: 'v',
		Mod:  tea.ModCtrl,
	},
	"ctrl+shift+c": {Code: 'c', Mod: tea.ModCtrl | tea.ModShift},
	"ctrl+c":       {Code: 'c', Mod: tea.ModCtrl},
	"alt+d":        {Code: 'd', Mod: tea.ModAlt},
	"ctrl+z":       {Code: 'z', Mod: tea.ModCtrl},
	"ctrl+_":       {Code: '_', Mod: tea.ModCtrl},
	"ctrl+/":       {Code: '/', Mod: tea.ModCtrl},
	"ctrl+shift+z": {Code: 'z', Mod: tea.ModCtrl | tea.ModShift},
	"ctrl+y":       {Code: 'y', Mod: tea.ModCtrl},
	"alt+z":        {Code: 'z', Mod: tea.ModAlt},
	"shift+insert": {Code: tea.KeyInsert, Mod: tea.ModShift},
}

// input handles keys.
type input interface{ Update(msg tea.Msg) }

// Press types keys: "<left>" by name, everything else letter by letter. It fails if a key returns a command, because a
// text input must not run a program such as one for the clipboard.
func Press(t testing.TB, to input, keys string) {
	t.Helper()
	for keys != "" {
		var msg tea.KeyPressMsg
		if name, rest, ok := strings.Cut(strings.TrimPrefix(keys, "<"), ">"); keys[0] == '<' && ok {
			if msg, ok = named[name]; !ok {
				t.Fatalf("no key <%s>", name)
			}
			keys = rest
		} else {
			letter, _ := ansi.FirstGraphemeCluster(keys, ansi.GraphemeWidth)
			msg = tea.KeyPressMsg{Code: []rune(letter)[0], Text: letter}
			keys = keys[len(letter):]
		}
		to.Update(msg)
	}
}

// Paste pastes text.
func Paste(to input, s string) { to.Update(tea.PasteMsg{Content: s}) }

// DrawCursor returns a view with its cursor as ▏ between two cells.
func DrawCursor(t testing.TB, view string, c *tea.Cursor) string {
	t.Helper()
	if c == nil {
		return view
	}
	lines := strings.Split(ansi.Strip(view), "\n")
	if c.Y < 0 || c.Y >= len(lines) {
		t.Fatalf("the cursor is in row %d of %d", c.Y, len(lines))
	}
	left, right := "", lines[c.Y]
	for x := 0; x < c.X; {
		letter := " "
		if right != "" {
			letter, _ = ansi.FirstGraphemeCluster(right, ansi.GraphemeWidth)
		}
		if x += termwidth.Width(letter); x > c.X {
			t.Errorf("the cursor stands inside a character: column %d of %q", c.X, lines[c.Y])
		}
		left, right = left+letter, strings.TrimPrefix(right, letter)
	}
	lines[c.Y] = left + "▏" + right
	return strings.Join(lines, "\n")
}
