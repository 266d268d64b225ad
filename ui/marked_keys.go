package ui

import (
	"fmt"

	"charm.land/bubbles/v2/key"

	"frontdesk/internal/keymap"
)

// markedActions are the keys of the footer while tickets are marked: what can be done to all of them.
var markedActions = map[keymap.Action]bool{
	keymap.Update: true, keymap.Comment: true, keymap.CallBack: true, keymap.Close: true, keymap.Macro: true,
	keymap.Help: true,
}

// actsOnMarks reports whether actions on tickets mean the marked ones.
func (c *Console) actsOnMarks() bool {
	marked, _ := c.inbox.MarkCounts()
	return marked > 0 && c.scope() == keymap.Inbox && len(c.overlays) == 0 && c.typingPane() == nil
}

// markedLabel returns what stands before the keys of the footer while tickets are marked.
func (c *Console) markedLabel() string {
	if !c.actsOnMarks() {
		return ""
	}
	marked, _ := c.inbox.MarkCounts()
	return fmt.Sprintf("%d marked: ", marked)
}

// marksOffKey returns the key that takes the marks off, or the filter before them.
func (c *Console) marksOffKey() key.Binding {
	label := "marks off"
	if c.inbox.IsFiltered() {
		label = "filter off"
	}
	keys := c.Keys.KeyLabel(keymap.Inbox, keymap.Back)
	return key.NewBinding(key.WithKeys(keys), key.WithHelp(keys, label))
}
