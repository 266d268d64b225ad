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
		{ID: keymap.Back, Run: c.leaveFAQ},
	}
}

// leaveFAQ goes back one step within the knowledge base, else to what was shown before it.
func (c *Console) leaveFAQ() tea.Cmd {
	if c.faq.Back() {
		return nil
	}
	return c.goBack()
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
	return tea.Batch(c.backToForm(), c.saveDraft())
}

func (c *Console) copyArticle() tea.Cmd {
	plain, _ := c.faq.PlainText()
	c.notify(levelSuccess, "article copied")
	return tea.SetClipboard(plain)
}
