package ui

import "frontdesk/internal/keymap"

// readOnlyReason is why nothing can be written with a console that is read only. The client refuses writes too, so that
// an action that is missing here still sends nothing.
const readOnlyReason = "this console is read only: nothing is changed from here"

// writingActions are the actions that write, or open a form for it.
var writingActions = map[keymap.Action]bool{
	keymap.Update:       true,
	keymap.Comment:      true,
	keymap.CallBack:     true,
	keymap.Close:        true,
	keymap.TakeNext:     true,
	keymap.Macro:        true,
	keymap.Repeat:       true,
	keymap.New:          true,
	keymap.NewCustomer:  true,
	keymap.EditCustomer: true,
	keymap.AddOrder:     true,
	keymap.EditOrder:    true,
	keymap.Insert:       true,
	keymap.Choose:       true,
	keymap.Send:         true,
}

// refusesWrites says why nothing is sent if the console is read only, and reports whether it is. It is for what is sent
// or taken up from a list.
func (c *Console) refusesWrites() bool {
	if c.ReadOnly {
		c.notify(levelTransient, readOnlyReason)
	}
	return c.ReadOnly
}
