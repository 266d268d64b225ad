package call

import tea "charm.land/bubbletea/v2"

// SetFocus sets whether the pane has focus.
func (p *Pane) SetFocus(has bool) {
	if p.focused == has {
		return
	}
	p.focused = has
	p.answers.SetFocus(has && p.at == partAnswers)
	p.customer.SetFocus(has && p.at == partOrders)
	p.notes.form.Rest(!has || p.at != partNotes)
	p.SetSize(p.width, p.height)
}

// focus moves the focus to a part.
func (p *Pane) focus(to part) {
	p.at = to
	if to == partTickets || to == partOrders || to == partAnswers {
		p.list = to
	}
	p.lookup.Field().Blur()
	p.answers.Rest()
	switch to {
	case partLookup:
		p.lookup.Field().Focus()
	case partAnswers:
		p.answers.StartTyping()
	}
	p.answers.SetFocus(p.focused && to == partAnswers)
	p.customer.SetFocus(p.focused && to == partOrders)
	p.notes.form.Rest(!p.focused || to != partNotes)
	p.SetSize(p.width, p.height)
}

// FocusNext moves the focus to the next part, or to the previous one if by is -1, and through the fields of the notes.
func (p *Pane) FocusNext(by int) tea.Cmd {
	if p.at == partNotes && p.notes.step(by) {
		p.SetSize(p.width, p.height)
		return nil
	}
	to := p.at
	for range partCount {
		to = (to + part(by) + partCount) % partCount
		if to == partLookup || to == partNotes || to == partAnswers || p.caller.isChosen {
			break
		}
	}
	if to == partNotes {
		p.notes.enter(by)
	}
	p.focus(to)
	return p.takeSuggestion()
}
