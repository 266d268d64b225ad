package call

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
	"frontdesk/ui/widget"
)

// Areas returns the parts of the screen and what they have. A click gives a part the focus as tab does, and moves the
// cursor there; a double click does what enter does.
func (p *Pane) Areas() pane.Areas {
	if !p.IsOn() {
		return nil
	}
	g := p.places()
	all := append(
		p.areasOf(partLookup, image.Rect(0, 1, p.width, 2), pane.AllOf(p.fieldAt)),
		p.areasOf(partNotes, g.of[partNotes].in, pane.AllOf(p.notes.form.SpotAt))...,
	)
	if p.looksUp() {
		return append(all, p.areasOf(partLookup, g.lists, p.rowsOf(p.lookup.List()))...)
	}
	if g.isSwitched {
		for _, t := range p.tabs() {
			all = append(all, p.wholeOf(t.list, image.Rect(t.from, g.lists.Min.Y, t.to, g.lists.Min.Y+1))...)
		}
	}
	for _, list := range []part{partText, partTickets, partOrders, partAnswers} {
		if g.shows(p, list) {
			all = append(all, p.areasOf(list, g.of[list].in, p.inside(list))...)
			all = append(all, p.wholeOf(list, g.of[list].whole)...)
		}
	}
	return all
}

// inside returns what can be met in a list, counted from its corner.
func (p *Pane) inside(list part) pane.Areas {
	switch list {
	case partTickets:
		return p.rowsOf(p.tickets.list)
	case partText:
		return p.detail.Areas()
	case partOrders:
		return p.customer.Areas()
	}
	return p.answers.Areas()
}

func (p *Pane) rowsOf(l *overlay.List) pane.Areas {
	open := p.keys.KeyOf(keymap.Call, keymap.Open)
	return pane.AllOf(func(at image.Point) (widget.Spot, bool) { return l.RowAt(at, open) })
}

// fieldAt returns the field of the look-up.
func (p *Pane) fieldAt(at image.Point) (widget.Spot, bool) {
	put := p.lookup.List().Input().ClickAt(image.Pt(at.X-len(lookupLabel), 0))
	return widget.Spot{Name: "field", Select: func() tea.Cmd { put(); return nil }}, true
}

// wholeOf returns the area of all of a part, in which a click gives it the focus.
func (p *Pane) wholeOf(list part, frame image.Rectangle) pane.Areas {
	return p.areasOf(list, frame, pane.AllOf(func(image.Point) (widget.Spot, bool) {
		return widget.Spot{Name: "whole"}, true
	}))
}

// areasOf returns the areas of a part in its frame. A click gives the part the focus first; what the key of its own
// pane opens, that of the call does. A list that the keys do not reach has none.
func (p *Pane) areasOf(to part, frame image.Rectangle, all pane.Areas) pane.Areas {
	if !p.canEnter(to) {
		return nil
	}
	open := p.keys.KeyOf(keymap.Call, keymap.Open)
	return all.In(frame, func(s widget.Spot) widget.Spot {
		if s.Name != "" {
			s.Name = to.String() + " " + s.Name
		}
		isChoice := to == partAnswers && p.CapturesText()
		for _, key := range []*string{&s.Key, &s.Twice} {
			if *key != "" && !isChoice {
				*key = open
			}
		}
		do := s.Select
		s.Select = func() tea.Cmd {
			p.refusal = ""
			if p.at != to {
				p.focus(to)
			}
			var done tea.Cmd
			if do != nil {
				done = do()
			}
			p.SetSize(p.width, p.height)
			return tea.Batch(done, p.takeSuggestion())
		}
		return s
	})
}

// ScrollAt scrolls the list or the text under the pointer. The cursor stays on its row: the notes go to its ticket.
func (p *Pane) ScrollAt(at image.Point, by int) tea.Cmd {
	g := p.places()
	switch {
	case at.In(g.of[partNotes].in):
		p.notes.form.ScrollAt(at.Sub(g.of[partNotes].in.Min), by)
	case !at.In(g.lists):
	case p.looksUp():
		p.lookup.List().ScrollBy(by)
	case g.shows(p, partText) && at.In(g.of[partText].whole):
		p.detail.Move(by)
	case g.shows(p, partTickets) && at.In(g.of[partTickets].whole):
		p.tickets.list.ScrollBy(by)
	case g.shows(p, partOrders) && at.In(g.of[partOrders].whole):
		p.customer.ScrollAt(at, by)
	case g.shows(p, partAnswers) && at.In(g.of[partAnswers].whole):
		p.answers.ScrollAt(at.Sub(g.of[partAnswers].in.Min), by)
	}
	return nil
}
