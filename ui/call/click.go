package call

import (
	"image"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/keymap"
	"frontdesk/ui/widget"
)

// SpotAt returns the field, the row, the title of a list or the part of an article at a cell. A click gives it the
// focus as tab does and moves the cursor there; a double click does what enter does there.
func (p *Pane) SpotAt(at image.Point) (widget.Spot, bool) {
	g := p.places()
	switch {
	case !p.IsOn():
	case at.Y == 1:
		put := p.lookup.Field().ClickAt(image.Pt(at.X-len(lookupLabel), 0))
		return p.spot("lookup", partLookup, put), true
	case at.Y >= g.notes:
		spot, ok := p.notes.form.SpotAt(at.Sub(image.Pt(0, g.notes)))
		if !ok {
			return widget.Spot{}, false
		}
		click := spot.Select
		spot.Select = func() tea.Cmd {
			p.focus(partNotes)
			click()
			p.SetSize(p.width, p.height)
			return p.takeSuggestion()
		}
		return spot, true
	case at.Y >= g.lists && at.Y < g.lists+g.listRows && p.looksUp():
		found, ok := p.lookup.RowAt(at.Sub(image.Pt(0, g.lists)))
		if !ok {
			return widget.Spot{}, false
		}
		spot := p.spotWith("found "+found.Name, partLookup, found)
		spot.Twice = p.keys.KeyOf(keymap.Call, keymap.Open)
		return spot, true
	case at.Y >= g.lists && at.Y < g.lists+g.listRows:
		return p.listSpot(g, at)
	}
	return widget.Spot{}, false
}

// spot returns a spot where a click moves the focus to a part, and then does something.
func (p *Pane) spot(name string, to part, do func()) widget.Spot {
	return widget.Spot{Name: name, Select: func() tea.Cmd {
		p.question = ""
		if p.at != to {
			p.focus(to)
		}
		do()
		return p.takeSuggestion()
	}}
}

// spotWith returns a spot where a click moves the focus to a part, and then does what a spot of it does.
func (p *Pane) spotWith(name string, to part, there widget.Spot) widget.Spot {
	return p.spot(name, to, func() {
		if there.Select != nil {
			there.Select()
		}
	})
}

// rowSpot returns a row of a list, which a double click opens.
func (p *Pane) rowSpot(name string, to part, list *widget.ListWindow, row int) widget.Spot {
	s := p.spot(name+" "+strconv.Itoa(row), to, func() { list.PointTo(row) })
	focus := s.Select
	s.Select = func() tea.Cmd { return tea.Batch(focus(), p.Moved()) }
	s.Twice = p.keys.KeyOf(keymap.Call, keymap.Open)
	return s
}

// canEnter reports whether the keys reach a list: the caller's own once it is known who calls.
func (p *Pane) canEnter(list part) bool { return list == partAnswers || p.caller.isChosen }

// partAt returns the list at a cell, and the cell within it, counted from its title.
func (p *Pane) partAt(g places, at image.Point) (list part, inside image.Point, ok bool) {
	for list, c := range g.columns {
		if at.X >= c.x && at.X < c.x+c.width && (!g.isSwitched || list == p.list) {
			return list, image.Pt(at.X-c.x, at.Y-g.lists), true
		}
	}
	return 0, image.Point{}, false
}

// listSpot returns what stands at a cell of the lists.
func (p *Pane) listSpot(g places, at image.Point) (widget.Spot, bool) {
	if g.isSwitched && at.Y == g.lists {
		return p.tabSpot(at.X)
	}
	list, inside, ok := p.partAt(g, at)
	if !ok || !p.canEnter(list) {
		return widget.Spot{}, false
	}
	if list == partAnswers {
		return p.answerSpot(p.insideAnswers(g, inside))
	}
	return p.recordSpot(list, inside), true
}

// tabSpot returns the name of a list at a column, where one list is shown at a time.
func (p *Pane) tabSpot(x int) (widget.Spot, bool) {
	i := slices.IndexFunc(p.tabsAt, func(t tab) bool { return x >= t.from && x < t.to })
	if i < 0 || !p.canEnter(p.tabsAt[i].list) {
		return widget.Spot{}, false
	}
	return p.spot("tab", p.tabsAt[i].list, func() {}), true
}

// recordSpot returns the ticket or the order at a cell of its list, counted from the title; else the list itself.
func (p *Pane) recordSpot(list part, inside image.Point) widget.Spot {
	if inside.Y == 0 {
		return p.spot("title", list, func() {})
	}
	if row, hit := p.tickets.list.RowAt(inside.Y - 1); list == partTickets && hit {
		return p.rowSpot("ticket "+p.tickets.rows[row].ID.Raw(), list, &p.tickets.list, row)
	}
	if list != partOrders {
		return p.spot("title", list, func() {})
	}
	inside.Y -= 1 + len(p.customerState(p.places().columns[partOrders].width))
	there, hit := p.customer.Areas().SpotAt(inside)
	if !hit {
		return p.spot("title", list, func() {})
	}
	spot := p.spotWith("order", list, there)
	spot.Key = p.keys.KeyOf(keymap.Call, keymap.Open)
	return spot
}

// answerSpot returns what stands at a cell of the answers, counted from the search. A double click inserts.
func (p *Pane) answerSpot(inside image.Point) (widget.Spot, bool) {
	there, _ := p.answers.Areas().SpotAt(inside)
	spot := p.spotWith("answers "+there.Name, partAnswers, there)
	switch {
	case p.CapturesText():
		spot.Twice = there.Twice
	case there.Twice != "":
		spot.Twice = p.keys.KeyOf(keymap.Call, keymap.Open)
	}
	return spot, true
}

// ScrollAt scrolls the list or the text under the pointer. The cursor stays on its row: the notes go to its ticket.
func (p *Pane) ScrollAt(at image.Point, by int) tea.Cmd {
	g := p.places()
	switch list, inside, ok := p.partAt(g, at); {
	case at.Y >= g.notes:
		p.notes.form.ScrollAt(at.Sub(image.Pt(0, g.notes)), by)
	case at.Y < g.lists || at.Y >= g.lists+g.listRows || !ok:
	case p.looksUp():
		p.lookup.Window().ScrollBy(by)
	case list == partAnswers:
		p.answers.ScrollAt(p.insideAnswers(g, inside), by)
	case list == partOrders:
		p.customer.ScrollAt(inside, by)
	case inside.Y > p.tickets.list.Len():
		p.detail.Move(by)
	default:
		p.tickets.list.ScrollBy(by)
	}
	return nil
}

// insideAnswers returns a cell of the answers, counted from their search: below the tabs, if there are any.
func (p *Pane) insideAnswers(g places, inside image.Point) image.Point {
	if g.isSwitched {
		inside.Y--
	}
	return inside
}
