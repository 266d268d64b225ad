package call

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/ui/pane"
)

// SetFocus sets whether the pane has focus.
func (p *Pane) SetFocus(has bool) {
	if p.focused == has {
		return
	}
	p.focused = has
	p.notes.form.Rest(!has || p.at != partNotes)
	p.SetSize(p.width, p.height)
}

// focus moves the focus to a part.
func (p *Pane) focus(to part) {
	p.at, p.answers.choice = to, pane.Choice{}
	if to == partTickets || to == partOrders || to == partAnswers {
		p.list = to
	}
	setFocus(p.lookup.words, to == partLookup)
	setFocus(p.answers.words, to == partAnswers)
	p.notes.form.Rest(!p.focused || to != partNotes)
	p.SetSize(p.width, p.height)
}

func setFocus(w interface {
	Focus()
	Blur()
}, has bool,
) {
	if has {
		w.Focus()
	} else {
		w.Blur()
	}
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
