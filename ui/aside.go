package ui

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/command"
	"frontdesk/ui/keymap"
)

// unsent is the form that could not be sent, which the outbox may take.
type unsent struct {
	form command.DraftForm
	lost bool // it is not known whether it arrived
	why  string
}

// cannotPutAside is why the form does not go into the outbox.
func (c *Console) cannotPutAside() string {
	switch {
	case c.sheet.IsBusy():
		return "the form is being sent: wait for the answer"
	case c.outbox.unsent.why == "" || c.outbox.unsent.form != c.sheet.DraftForm():
		return "the outbox takes what could not be sent: " + c.Keys.Key(keymap.Form, keymap.Send) + " sends it"
	}
	return ""
}

// putAside puts the form into the outbox.
func (c *Console) putAside() tea.Cmd {
	return c.cmds.PutAside(c.sheet.Draft(), c.outbox.unsent.lost, c.outbox.unsent.why)
}

// wasPutAside closes the form that is in the outbox now.
func (c *Console) wasPutAside(msg command.AsideMsg) {
	if msg.Err != nil {
		c.say(failed, "not put into the outbox: "+command.Reason(msg.Err))
		return
	}
	delete(c.drafts, msg.Form)
	if c.sheet != nil && c.sheet.DraftForm() == msg.Form {
		c.closeForm()
	}
	c.outbox.unsent = unsent{}
	c.lead(listOutbox, warned, "put into the outbox: "+c.Keys.Key(keymap.Everywhere, keymap.Outbox)+" lists it")
	c.takeOutbox(msg.Outbox)
}
