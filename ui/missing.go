package ui

import (
	"strings"

	"frontdesk/internal/keymap"
	"frontdesk/ui/overlay"
)

// missingCommand returns what to say of a command that does not exist here, and the commands that come nearest. found
// is how many commands match what was typed.
func (c *Console) missingCommand(typed string, found int) (says string, nearest []overlay.MenuItem) {
	if a, ok := keymap.FindAbsent(typed); ok {
		for _, it := range c.items() {
			for _, id := range a.Nearest {
				if it.Action == id {
					nearest = append(nearest, it)
				}
			}
		}
		return a.Says, nearest
	}
	if found > 0 || !c.scope().HasOwnKeysOnly() || strings.TrimSpace(typed) == "" {
		return "", nil
	}
	return c.beyondForm(typed)
}

// beyondForm says how a command is reached that neither a form nor a call offers.
func (c *Console) beyondForm(typed string) (says string, nearest []overlay.MenuItem) {
	var all []overlay.MenuItem
	for _, scope := range []keymap.Scope{keymap.Global, keymap.Inbox} {
		for _, b := range c.Keys.ForScope(scope) {
			all = append(all, overlay.NewMenuItem(b, ""))
		}
	}
	found := overlay.RankItems(all, typed)
	if len(found) == 0 {
		return "", nil
	}
	for _, it := range c.items() {
		if it.Action == keymap.Back {
			nearest = append(nearest, it)
		}
	}
	return c.Keys.KeyLabel(c.scope(), keymap.Back) + " leaves this screen, " + c.screen().left + ". Then " +
		overlay.KeysOf(found[0]) + ": " + found[0].Description + ".", nearest
}
