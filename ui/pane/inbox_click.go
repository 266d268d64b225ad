package pane

import (
	"image"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/ui/widget"
)

// inboxAreas are the areas of the inbox that can be clicked.
type inboxAreas struct {
	tabs, titles []area
	titlesRow    int // the row of the column titles
	firstRow     int // the row of the first ticket
	first, shown int // the first ticket and how many are drawn
}

// area is a range of columns and what it shows.
type area struct {
	from, to int
	what     int // a view, or what a column is sorted by
}

// at returns what is at a column.
func at(areas []area, x int) (int, bool) {
	for _, a := range areas {
		if x >= a.from && x < a.to {
			return a.what, true
		}
	}
	return 0, false
}

// noteRows notes where the tickets are drawn; none are when shown is 0.
func (in *Inbox) noteRows(titlesRow, first, shown int) {
	in.areas.titlesRow, in.areas.firstRow, in.areas.first, in.areas.shown = titlesRow, titlesRow+1, first, shown
}

// SpotAt returns the view, the column's title or the ticket at a cell. A click goes to the view, sorts by the column or
// moves to the ticket, and a double click opens it.
func (in *Inbox) SpotAt(p image.Point) (widget.Spot, bool) {
	i := -1
	if p.Y >= in.areas.firstRow {
		i = (p.Y - in.areas.firstRow) / in.columns.ticketLines
	}
	switch {
	case p.Y == 0:
		view, hit := at(in.areas.tabs, p.X)
		if hit && view < len(in.views) && view != in.view {
			return widget.Spot{Select: func() tea.Cmd { return in.ShowView(view) }}, true
		}
	case in.areas.shown > 0 && p.Y == in.areas.titlesRow:
		if by, hit := at(in.areas.titles, p.X); hit {
			name := "sort " + strconv.Itoa(by)
			return widget.Spot{Name: name, Select: func() tea.Cmd { return in.clickTitle(desk.SortKey(by)) }}, true
		}
	case i >= 0 && i < in.areas.shown && in.areas.first+i < in.listing.Len():
		return in.ticketSpot(in.areas.first + i), true
	}
	return widget.Spot{}, false
}

// ticketSpot returns the spot of a listed ticket.
func (in *Inbox) ticketSpot(row int) widget.Spot {
	id := in.listing.At(row).ID
	return widget.Spot{
		Name: "ticket " + id.Raw(), Twice: in.openKey(keymap.Inbox),
		Select: func() tea.Cmd {
			if i := in.listing.Index(id); i >= 0 { // another one may stand in its row by now
				in.moveCursor(func() { in.list.PointTo(i) })
			}
			return nil
		},
	}
}

// clickTitle sorts by a column, or turns the order round if the list is sorted by it.
func (in *Inbox) clickTitle(by desk.SortKey) tea.Cmd {
	if by == in.order.Key {
		return in.ReverseSort()
	}
	i := slices.IndexFunc(sortOrders, func(o SortOrder) bool { return o.Key == by })
	if i < 0 {
		return nil
	}
	return in.SortBy(i)
}
