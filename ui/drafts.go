package ui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/command"
)

// restore fills in what was typed into the open form before and not sent.
func (c *Console) restore() {
	if d, kept := c.drafts[c.sheet.DraftForm()]; kept {
		c.cmds.Take(d)
		c.sheet.Restore(d)
	}
}

// takeDrafts takes what was on disk at the start.
func (c *Console) takeDrafts(msg command.DraftsMsg) {
	for _, d := range msg.Drafts {
		c.drafts[d.Form] = d
	}
	switch {
	case msg.Err != nil:
		c.say(failed, command.Reason(msg.Err))
	case len(msg.Drafts) == 1:
		c.say(warned, "✎ a draft waits: D opens it")
	case len(msg.Drafts) > 1:
		c.say(warned, fmt.Sprintf("✎ %d drafts wait: D opens the newest", len(msg.Drafts)))
	}
}

// saved hears how saving ended. What is kept beside another console's typing goes on under its own name.
func (c *Console) saved(msg command.SavedMsg) tea.Cmd {
	for _, b := range msg.Beside {
		if d, ok := c.drafts[b.Asked]; ok {
			delete(c.drafts, b.Asked)
			d.Form = b.Kept
			c.drafts[b.Kept] = d
		}
		if c.sheet != nil && c.sheet.DraftForm() == b.Asked {
			c.sheet.Copy = b.Kept.Copy
		}
		c.say(warned, "another console of yours has typed into this form too: both drafts are kept")
	}
	if msg.Err != nil {
		c.say(failed, "what you typed could not be saved: "+command.Reason(msg.Err))
	}
	return c.cmds.SaveAgain()
}
