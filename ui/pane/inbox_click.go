package pane

import (
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
)

// inboxAreas is where the inbox has drawn what can be clicked.
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

// Click goes to the view, sorts by the column or moves to the ticket at a point. onRow reports whether that is a
// ticket, and row which.
func (in *Inbox) Click(p image.Point) (row int, onRow bool, cmd tea.Cmd) {
	i := -1
	if p.Y >= in.areas.firstRow {
		i = (p.Y - in.areas.firstRow) / in.ticketLines
	}
	switch {
	case p.Y == 0:
		if view, hit := at(in.areas.tabs, p.X); hit && view < len(in.views) && view != in.view {
			return 0, false, in.ShowView(view)
		}
	case in.areas.shown > 0 && p.Y == in.areas.titlesRow:
		if by, hit := at(in.areas.titles, p.X); hit {
			return 0, false, in.clickTitle(desk.SortKey(by))
		}
	case i >= 0 && i < in.areas.shown:
		in.moveCursor(func() { in.list.SetCursor(in.areas.first + i) })
		return in.list.Cursor(), true, nil
	}
	return 0, false, nil
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
