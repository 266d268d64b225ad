package ui

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/command"
	"frontdesk/ui/keymap"
	"frontdesk/ui/overlay"
)

// restore fills in what was typed into the open form before and not sent.
func (c *Console) restore() {
	if d, kept := c.drafts[c.sheet.DraftForm()]; kept {
		c.cmds.Take(d)
		c.sheet.Restore(d)
		if strings.HasPrefix(c.notice.says, draftMark) { // that it waits
			c.notice = notice{}
		}
	}
}

// draftMark begins what is said of drafts.
const draftMark = "✎"

// takeDrafts takes the drafts as they stand on disk. What is typed here may not be there yet, and the open form's own
// stays as it is.
func (c *Console) takeDrafts(msg command.DraftsMsg) {
	there := map[command.DraftForm]bool{}
	for _, d := range msg.Drafts {
		there[d.Form] = true
		open := c.sheet != nil && c.sheet.DraftForm() == d.Form
		if known, ok := c.drafts[d.Form]; !open && (!ok || !d.Saved.Before(known.Saved)) {
			c.drafts[d.Form] = d
		}
	}
	for form, d := range c.drafts {
		if !there[form] && c.cmds.Now().Sub(d.Saved) > settled && (c.sheet == nil || c.sheet.DraftForm() != form) {
			delete(c.drafts, form)
		}
	}
	c.complain(msg.Err)
	c.relist()
}

// complain says a fault, if there is one.
func (c *Console) complain(err error) {
	if err != nil {
		c.say(failed, command.Reason(err))
	}
}

// settled is after what time a draft is on disk, or not there any more.
const settled = 5 * time.Second

// hearOfShelves hears of drafts, outbox and journal.
func (c *Console) hearOfShelves(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case command.ResumedMsg:
		c.resumed(msg)
	case command.OutboxMsg:
		c.takeOutbox(msg)
	case command.JournalMsg:
		c.notes = msg.Notes
		c.complain(msg.Err)
		c.relist()
	case command.AsideMsg:
		c.wasPutAside(msg)
	case command.ItemMsg:
		return c.itemDone(msg)
	case command.TakenBackMsg:
		return c.wasTakenBack(msg)
	}
	return nil
}

// resumed takes over what the last console has left, and says so.
func (c *Console) resumed(msg command.ResumedMsg) {
	var said []string
	drafts, outbox := c.Keys.Key(keymap.Everywhere, keymap.Drafts), c.Keys.Key(keymap.Everywhere, keymap.Outbox)
	switch n := len(msg.Drafts.Drafts); n {
	case 0:
	case 1:
		said = append(said, "✎ a draft waits: "+drafts+" lists it")
	default:
		said = append(said, fmt.Sprintf("✎ %d drafts wait: %s lists them", n, drafts))
	}
	switch n := len(msg.Outbox.Items); {
	case msg.Found > 0:
		said = append(said, "a form was being sent when the last console ended: "+outbox+" lists it")
	case n > 0:
		said = append(said, fmt.Sprintf("⇪ %d in the outbox: %s", n, outbox))
	}
	if list := leadsTo(msg); len(said) > 0 {
		c.lead(list, warned, strings.Join(said, " · "))
	}
	c.complain(msg.Err)
	c.takeDrafts(msg.Drafts)
	c.takeOutbox(msg.Outbox)
}

// leadsTo is the list of what an earlier console has left; none when there is something in both.
func leadsTo(msg command.ResumedMsg) string {
	switch {
	case msg.Found == 0 && len(msg.Outbox.Items) == 0:
		return listDrafts
	case len(msg.Drafts.Drafts) == 0:
		return listOutbox
	}
	return ""
}

// openPickedDraft goes on with a draft of the list.
func (c *Console) openPickedDraft(id string) tea.Cmd {
	d, kept := c.draftOf(id)
	switch {
	case !kept:
		return nil
	case c.sheet != nil && c.sheet.IsBusy():
		c.say(noted, "a form is being sent: wait for the answer")
		return nil
	}
	c.closeLists()
	return c.openDraft(d)
}

func (c *Console) askThrowAway(id string) tea.Cmd {
	d, kept := c.draftOf(id)
	if !kept {
		return nil
	}
	c.thrown = d
	c.ask("Throw this draft away?",
		overlay.Paragraphs(formName(d.Kind)+" "+c.whose(d), "What was typed cannot be taken back."),
		overlay.Reply{Action: keymap.Discard, Label: "throw it away", What: sayThrow})
	return nil
}

// throwAway deletes a draft, and closes its form when that is open.
func (c *Console) throwAway(d command.Draft) tea.Cmd {
	if c.sheet != nil && c.sheet.DraftForm() == d.Form {
		c.closeForm()
	} else {
		c.cmds.Take(d)
	}
	delete(c.drafts, d.Form)
	c.say(noted, "draft thrown away")
	c.relist()
	return c.cmds.Discard(d.Form)
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
		c.say(failed, command.Reason(msg.Err))
	}
	return c.cmds.SaveAgain()
}
