package call

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/layout"
)

// order is the parts of the screen in the order of tab.
var order = []layout.Slot{
	layout.Caller, layout.CallerTickets, layout.NotesTicket, layout.CallerOrders, layout.CallAnswers, layout.Notes,
}

// At returns the part that has the focus on the screen.
func (p *Pane) At() layout.Slot { return p.at }

// List returns the list that is shown where there is no room for all three.
func (p *Pane) List() layout.Slot { return p.shown }

// SetFocus sets whether the screen has the focus.
func (p *Pane) SetFocus(has bool) {
	if p.focused != has {
		p.focused = has
		p.tellFocus()
	}
}

// tellFocus tells the parts which of them has the focus.
func (p *Pane) tellFocus() {
	p.answers.SetFocus(p.focused && p.at == layout.CallAnswers)
	p.customer.SetFocus(p.focused && p.at == layout.CallerOrders)
	p.notes.form.Rest(!p.focused || p.at != layout.Notes)
}

// focus moves the focus to a part.
func (p *Pane) focus(to layout.Slot) {
	p.at = to
	switch {
	case to == layout.NotesTicket:
		p.shown = layout.CallerTickets
	case slices.Contains(lists, to):
		p.shown = to
	}
	p.lookup.List().Input().Blur()
	p.answers.Rest()
	switch to {
	case layout.Caller:
		p.lookup.List().Input().Focus()
	case layout.CallAnswers:
		p.answers.StartTyping()
	}
	p.tellFocus()
}

// FocusAt gives a part the focus, unless the keys do not reach it.
func (p *Pane) FocusAt(to layout.Slot) tea.Cmd {
	if p.at != to && p.canEnter(to) {
		p.focus(to)
	}
	return p.takeSuggestion()
}

// FocusNext moves the focus to the next part, or to the previous one if by is -1, and through the fields of the notes.
func (p *Pane) FocusNext(by int) tea.Cmd {
	if p.at == layout.Notes && p.notes.step(by) {
		return nil
	}
	at := slices.Index(order, p.at)
	for range order {
		at = (at + by + len(order)) % len(order)
		if to := order[at]; p.canEnter(to) && (to != layout.NotesTicket || p.detail.HasMore()) {
			break
		}
	}
	if order[at] == layout.Notes {
		p.notes.enter(by)
	}
	p.focus(order[at])
	return p.takeSuggestion()
}

// canEnter reports whether the keys reach a part: what is of the caller once it is known who calls.
func (p *Pane) canEnter(to layout.Slot) bool {
	switch to {
	case layout.CallerTickets, layout.CallerOrders:
		return p.caller.isChosen
	case layout.NotesTicket:
		return p.caller.isChosen && p.Ticket() != nil
	}
	return true
}
