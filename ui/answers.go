package ui

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/backend"
	"frontdesk/ui/layout"
	"frontdesk/ui/pane"
)

// openFAQ opens the FAQ beside the ticket, the customer or the form, with answers for the ticket. Where
// nothing else is shown it has the window for itself.
func (s *screens) openFAQ() tea.Cmd {
	if s.isInFAQ() || s.at.answers && s.editor == nil {
		s.at.focus = layout.Answers
		s.faq.StartTyping()
		return nil
	}
	t := s.answeredTicket()
	var show tea.Cmd
	if s.at.focus == layout.List && s.at.detail == keymap.Ticket {
		show = s.ticket.Show(t, true)
	}
	to := s.here()
	to.focus, to.answers = layout.Answers, true
	to.zoom = t == nil && s.editor == nil && (s.at.focus == layout.List || s.at.detail == keymap.Ticket)
	s.goTo(to)
	return tea.Batch(show, s.faq.Enter(t, s.detailOf(t)))
}

// suggestInFAQ lets the FAQ answer the ticket that is shown beside it.
func (w *window) suggestInFAQ() tea.Cmd {
	if w.at.detail != keymap.Ticket || !w.shows(layout.Detail) {
		return nil
	}
	return w.faq.Follow(w.ticket.Summary(), w.ticket.Detail())
}

// suggestBeside asks for articles that may answer the ticket beside which they stand.
func (w *window) suggestBeside() tea.Cmd {
	if !w.shows(layout.Side) {
		return nil
	}
	return w.suggestions.Follow(w.ticket.Summary(), w.ticket.Detail())
}

// answeredTicket returns the ticket that an answer is looked up for; nil if there is none.
func (s *screens) answeredTicket() *desk.Ticket {
	switch {
	case s.editor != nil && s.editor.Kind == backend.KindUpdate:
		return s.cmds.CachedTicket(s.editor.Record)
	case s.editor != nil:
		return nil
	case s.screen().ticket != nil:
		return s.screen().ticket()
	}
	return s.ticket.Summary()
}

// detailOf returns the details of a ticket if they are shown; else nil.
func (s *screens) detailOf(t *desk.Ticket) *desk.TicketDetails {
	if shown := s.ticket.Summary(); t == nil || shown == nil || shown.ID != t.ID {
		return nil
	}
	return s.ticket.Detail()
}

// leaveFAQ returns to what was shown before the FAQ.
func (w *window) leaveFAQ() tea.Cmd {
	if w.zoomIsStep() {
		return w.unzoom()
	}
	w.faq.Leave()
	return w.goBack()
}

// stepBackInFAQ goes back one step within the FAQ.
func (s *screens) stepBackInFAQ() {
	if !s.faq.StepBack() {
		s.notify(levelTransient, s.Keys.KeyLabel(keymap.FAQ, keymap.Back)+" leaves the FAQ")
	}
}

// answerTarget is a text that answers are inserted into at its cursor, such as a comment or the notes of a call.
type answerTarget interface {
	CheckInsert(text string) error // why a text does not fit
	Insert(text string)
}

// insertAnswer inserts a part of an article into a text and remembers that it was used. It returns false, and says
// why, if the text cannot take all of it.
func (s *screens) insertAnswer(x pane.Excerpt, into answerTarget) (tea.Cmd, bool) {
	if x.Text == "" {
		s.notify(levelWarning, x.What+" has no text")
		return nil, false
	}
	if err := into.CheckInsert(x.Text); err != nil {
		s.notify(levelWarning, "not inserted, "+err.Error()+": "+
			s.Keys.KeyLabel(s.scope(), keymap.Choose)+" chooses a part")
		return nil, false
	}
	into.Insert(x.Text)
	level := levelTransient
	if x.ForStaff {
		level = levelWarning
	}
	full, short := x.Inserted()
	s.notifyWithKey(notice{
		level: level, text: full, short: short,
		key: " · " + s.Keys.KeyLabel(keymap.Form, keymap.UndoTyping) + " undoes it",
	})
	return s.cmds.FAQ.RememberUsed(x.Article), true
}

// insert inserts what is chosen of the article, or else the part that matches what was searched for. Where nothing
// does, the agent chooses.
func (c *Console) insert() tea.Cmd {
	if c.faq.IsChoosing() {
		return c.insertExcerpt(c.faq.Excerpt())
	}
	if x, matches := c.faq.Matching(); matches {
		return c.insertExcerpt(x)
	}
	c.faq.Choose()
	c.notify(levelTransient, "nothing matches: choose what to insert")
	return nil
}

// insertExcerpt inserts a part of an article into the comment that is being written, or begins a comment with it.
func (c *Console) insertExcerpt(x pane.Excerpt) tea.Cmd {
	if c.editor == nil {
		return c.beginComment(x)
	}
	if c.Accessible && c.editor.HasCommentText() && x.Text != "" {
		x.Text = "\n" + x.Text // there is no cursor that the agent has put on a line of its own
	}
	used, ok := c.insertAnswer(x, c.editor)
	if !ok {
		return nil
	}
	c.faq.Leave()
	return tea.Batch(used, c.backToForm(), c.forms.saveDraft())
}

// beginComment opens the comment of the ticket that the answer was looked up for, and inserts a part of an article.
func (c *Console) beginComment(x pane.Excerpt) tea.Cmd {
	t := c.faq.Subject()
	opened := tea.Batch(c.leaveFAQ(), c.forms.openUpdate(t, backend.FieldComment, nil))
	if !c.editor.IsOf(backend.KindUpdate, t.ID) {
		return opened // the update that is about to be sent could not be taken back
	}
	used, ok := c.insertAnswer(x, c.editor)
	if !ok {
		return opened
	}
	return tea.Batch(opened, used, c.forms.saveDraft())
}

// insertSection inserts the section whose number was typed while a part of the article is chosen.
func (c *Console) insertSection(digit byte) tea.Cmd {
	if !c.faq.TypeNumber(digit) {
		return nil
	}
	return c.dispatch(keymap.Insert)
}

// openFAQRow opens the article or the category under the cursor, or inserts what is chosen.
func (c *Console) openFAQRow() tea.Cmd {
	if c.faq.IsChoosing() {
		return c.dispatch(keymap.Insert)
	}
	if c.faq.Count() == 0 {
		c.notify(levelTransient, "nothing is listed")
	}
	return c.faq.Open()
}

// showCategories shows the tree of categories.
func (s *screens) showCategories() tea.Cmd {
	if s.faq.ShowsTree() {
		s.notify(levelTransient, "the categories are shown")
	}
	return s.faq.ShowTree()
}

func (s *screens) copyArticle() tea.Cmd {
	x := s.faq.Excerpt()
	return s.copyText(x.Text, x.What)
}

// insertReason returns why nothing can be inserted; empty if it can.
func insertReason(c *Console, t pane.Target) string {
	switch {
	case c.editor != nil && !c.editor.HasMultiline():
		return "this form has no text of several lines"
	case c.editor == nil && c.faq.Subject() == nil:
		return "no ticket is chosen that it could be a comment on"
	case c.editor.IsSubmitting():
		return submittingReason(c, t)
	}
	return articleReason(c, t)
}
