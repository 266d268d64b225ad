package ui

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/pane"
)

func (c *Console) faqActions() []pane.Action {
	_, chosen := c.faq.PlainText()
	return []pane.Action{
		{ID: keymap.Copy, Run: c.copyArticle, DisabledReason: disabledUnless(chosen, "no article is chosen")},
		{ID: keymap.Insert, Run: c.insert, DisabledReason: c.cannotInsert(chosen)},
		newAction(keymap.Back, c.leaveFAQ),
	}
}

// lookUp opens the knowledge base, beside the form if one is open.
func (c *Console) lookUp() tea.Cmd {
	if c.focus != pane.Pane(c.faq) {
		c.back = c.focus
	}
	c.editorFocused, c.focus = false, c.faq
	return c.faq.Open()
}

func (c *Console) leaveFAQ() {
	if !c.faq.Back() {
		c.returnFromFAQ()
	}
}

func (c *Console) returnFromFAQ() {
	c.goTo(c.back)
	c.editorFocused = c.editor != nil
}

func (c *Console) cannotInsert(chosen bool) string {
	switch {
	case c.editor == nil || !c.editor.HasCommentField():
		return "no comment is being written: " + c.Keys.KeyLabel(keymap.Form, keymap.InsertFromFAQ) + " in a form looks something up for it"
	case !chosen:
		return "no article is chosen"
	}
	return ""
}

// insert inserts the article into the comment and returns to the form.
func (c *Console) insert() tea.Cmd {
	plain, _ := c.faq.PlainText()
	c.editor.Insert(plain)
	c.returnFromFAQ()
	return c.saveDraft()
}

func (c *Console) copyArticle() tea.Cmd {
	plain, _ := c.faq.PlainText()
	c.notify(levelSuccess, "article copied")
	return tea.SetClipboard(plain)
}
