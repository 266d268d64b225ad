package ui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/command"
	"frontdesk/ui/keymap"
	"frontdesk/ui/overlay"
)

// outbox is what the console knows of the agent's outbox.
type outbox struct {
	items   []command.Item
	sending string // the item that is on its way or looked for; empty for none
	looking bool   // it is looked for
	all     bool   // the next one follows
	chosen  string // the item about which a question is asked
	unsent  unsent
}

// takeOutbox takes the outbox as it stands on disk.
func (c *Console) takeOutbox(msg command.OutboxMsg) {
	c.outbox.items = msg.Items
	if msg.Err != nil {
		c.say(failed, command.Reason(msg.Err))
	}
	c.relist()
}

// waiting counts the items that would be sent.
func (o *outbox) waiting() int {
	n := 0
	for _, item := range o.items {
		if item.State == command.ItemWaiting {
			n++
		}
	}
	return n
}

// item is one by its name.
func (o *outbox) item(id string) command.Item {
	i := slices.IndexFunc(o.items, func(i command.Item) bool { return i.ID == id })
	if i < 0 {
		return command.Item{}
	}
	return o.items[i]
}

// onItsWay is why nothing can be done about the outbox for a moment.
const onItsWay = "an item is on its way: wait for the answer"

// idle says whether nothing is being sent, and says so when something is.
func (c *Console) idle() bool {
	if c.outbox.sending != "" {
		c.say(noted, onItsWay)
	}
	return c.outbox.sending == ""
}

// sendPicked sends one item; one that the service may have already, or has refused, after a question.
func (c *Console) sendPicked(id string) tea.Cmd {
	if !c.idle() {
		return nil
	}
	c.outbox.chosen = id
	switch c.outbox.item(id).State {
	case command.ItemWaiting:
		return c.sendItem(id, false)
	case command.ItemUnknown:
		c.ask("Send it although it may have arrived?",
			overlay.Paragraphs("It was sent before, and it is not known whether it was carried out. Sent again it may be carried out twice: "+
				c.Keys.Key(keymap.List, keymap.LookFor)+" in the outbox looks for it first."),
			overlay.Reply{Action: keymap.SendAnyway, Label: "send again", What: sayResend})
	case command.ItemRefused:
		c.ask("Send it again as it is?",
			overlay.Paragraphs("The service has refused it: "+c.outbox.item(id).Reason+"."),
			overlay.Reply{Action: keymap.SendAnyway, Label: "send again", What: sayResend})
	}
	return nil
}

func (c *Console) sendItem(id string, anyway bool) tea.Cmd {
	c.outbox.sending = id
	c.relist()
	return c.cmds.SendItem(id, anyway)
}

// sendAll sends what waits, in order, one after the other, and stops at the first that fails.
func (c *Console) sendAll(string) tea.Cmd {
	if !c.idle() {
		return nil
	}
	return c.sendNext()
}

func (c *Console) sendNext() tea.Cmd {
	for _, item := range c.outbox.items {
		if item.State == command.ItemWaiting {
			c.outbox.all = true
			return c.sendItem(item.ID, false)
		}
	}
	c.say(done, "everything that waited in the outbox is sent ✓")
	return nil
}

// lookPicked looks for an item of which nobody knows whether it arrived.
func (c *Console) lookPicked(id string) tea.Cmd {
	if !c.idle() {
		return nil
	}
	c.outbox.sending, c.outbox.looking = id, true
	c.say(noted, "looking for it…")
	c.relist()
	return c.cmds.LookUp(id)
}

// itemDone shows what an item has come to, and goes on with the next one when all are to be sent.
func (c *Console) itemDone(msg command.ItemMsg) tea.Cmd {
	all := c.outbox.all
	c.outbox.sending, c.outbox.looking, c.outbox.all = "", false, false
	w := msg.Written
	switch {
	case msg.Err != nil:
		c.say(failed, command.Reason(msg.Err))
	case w.Outcome == command.Stored:
		record := w.Record
		if !w.Made.IsZero() {
			record = w.Made
		}
		c.say(done, formName(w.Kind)+" "+record.Line().String()+" is saved ✓")
		if msg.Looked {
			c.say(done, "it had arrived ✓")
		}
	case w.Outcome == command.Moved:
		c.say(warned, "not sent: the record has changed meanwhile")
	case w.Outcome == command.Unknown:
		c.say(warned, lookedFor(msg))
	default:
		c.say(failed, w.Outcome.String()+": "+command.Reason(w.Err))
	}
	c.takeOutbox(msg.Outbox)
	if msg.Err != nil || w.Outcome != command.Stored {
		return nil
	}
	if w.Warning != "" && !msg.Looked {
		c.ask("Saved, but look at this", overlay.Paragraphs(w.Warning),
			overlay.Reply{Action: keymap.Accept, Label: "understood", What: sayGoOn})
	}
	if all {
		return tea.Batch(c.reread(w), c.sendNext())
	}
	return c.reread(w)
}

// lookedFor says what is known of an item whose outcome is not.
func lookedFor(msg command.ItemMsg) string {
	switch {
	case !msg.Looked:
		return "it is not known whether it arrived"
	case len(msg.Written.Similar) > 0:
		return "looked for: something looks like it, as its line says"
	case msg.Written.Absent:
		return "looked for, and not found"
	}
	return "it is still not known whether it arrived: it could not be looked for"
}

// takeBack makes a form of an item again.
func (c *Console) takeBack(id string) tea.Cmd {
	if !c.idle() {
		return nil
	}
	if c.sheet != nil && c.sheet.IsBusy() {
		c.say(noted, "a form is being sent: wait for the answer")
		return nil
	}
	return c.cmds.TakeBack(id)
}

func (c *Console) wasTakenBack(msg command.TakenBackMsg) tea.Cmd {
	if msg.Err != nil {
		c.say(failed, command.Reason(msg.Err))
		c.takeOutbox(msg.Outbox)
		return nil
	}
	c.closeLists()
	c.takeOutbox(msg.Outbox)
	c.drafts[msg.Draft.Form] = msg.Draft
	if c.sheet != nil && c.sheet.IsBusy() { // since it was asked for
		says := "taken out of the outbox, and kept as a draft: " + c.Keys.Key(keymap.Everywhere, keymap.Drafts) + " lists it"
		if msg.Was == command.ItemUnknown {
			says += ". It may have arrived already: look before you send it"
		}
		c.lead(listDrafts, warned, says)
		return nil
	}
	c.say(noted, "taken out of the outbox")
	opened := c.openDraft(msg.Draft)
	if msg.Was == command.ItemUnknown {
		c.sheet.Fail("this was sent before, and it is not known whether it arrived: sent again it may be carried out twice")
	}
	return opened
}

func (c *Console) askRemove(id string) tea.Cmd {
	if !c.idle() {
		return nil
	}
	c.outbox.chosen = id
	item := c.outbox.item(id)
	c.ask("Throw this item away?",
		overlay.Paragraphs(formName(item.Draft.Kind)+" "+c.whose(item.Draft), "It is not sent, and cannot be taken back."),
		overlay.Reply{Action: keymap.Discard, Label: "throw it away", What: sayRemove})
	return nil
}

// outboxBit is the outbox in the first line; empty when nothing is in it.
func (c *Console) outboxBit() string {
	if n := len(c.outbox.items); n > 0 {
		return fmt.Sprintf("⇪ outbox %d", n)
	}
	return ""
}

// offer is said when the service answers again while something waits.
func (o *outbox) offer(keys keymap.Map) string {
	list := keys.Key(keymap.Everywhere, keymap.Outbox)
	switch n := o.waiting(); n {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("the service answers again: %s, %s sends what waits", list, keys.Key(keymap.List, keymap.Send))
	default:
		return fmt.Sprintf("the service answers again: %s, %s sends the %d waiting", list, keys.Key(keymap.List, keymap.SendAll), n)
	}
}
