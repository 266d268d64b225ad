package ui

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/keymap"
	"frontdesk/ui/pane"
)

func (c *Console) faqActions() []pane.Action {
	_, chosen := c.faq.Plain()
	return []pane.Action{
		{ID: keymap.Copy, Do: c.copyArticle, Off: unless(chosen, "no article is chosen")},
		{ID: keymap.Insert, Do: c.insert, Off: c.cannotInsert(chosen)},
		act(keymap.Back, c.leaveFAQ),
	}
}

// lookUp opens the knowledge base, beside the form when one is filled in.
func (c *Console) lookUp() tea.Cmd {
	if c.focus != pane.Pane(c.faq) {
		c.back = c.focus
	}
	c.inForm, c.focus = false, c.faq
	return c.faq.Enter()
}

func (c *Console) leaveFAQ() {
	if !c.faq.Leave() {
		c.returnFromFAQ()
	}
}

func (c *Console) returnFromFAQ() {
	c.goTo(c.back)
	c.inForm = c.sheet != nil
}

func (c *Console) cannotInsert(chosen bool) string {
	switch {
	case c.sheet == nil || !c.sheet.HasComment():
		return "no comment is being written: " + c.Keys.Key(keymap.Form, keymap.LookUp) + " in a form looks something up for it"
	case !chosen:
		return "no article is chosen"
	}
	return ""
}

// insert puts the article into the comment that is being written, and goes back there.
func (c *Console) insert() tea.Cmd {
	plain, _ := c.faq.Plain()
	c.sheet.Insert(plain)
	c.returnFromFAQ()
	return c.keep()
}

func (c *Console) copyArticle() tea.Cmd {
	plain, _ := c.faq.Plain()
	c.say(done, "article copied")
	return tea.SetClipboard(plain)
}
