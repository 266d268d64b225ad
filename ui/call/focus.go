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
	switch to {
	case partText:
		p.list = partTickets
	case partTickets, partOrders, partAnswers:
		p.list = to
	}
	p.lookup.List().Input().Blur()
	p.answers.Rest()
	switch to {
	case partLookup:
		p.lookup.List().Input().Focus()
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
		if p.canEnter(to) && (to != partText || p.detail.HasMore()) {
			break
		}
	}
	if to == partNotes {
		p.notes.enter(by)
	}
	p.focus(to)
	return p.takeSuggestion()
}

// canEnter reports whether the keys reach a part: what is of the caller once it is known who calls.
func (p *Pane) canEnter(to part) bool {
	switch to {
	case partTickets, partOrders:
		return p.caller.isChosen
	case partText:
		return p.caller.isChosen && p.Ticket() != nil
	}
	return true
}
