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

// noteRows notes where the tickets are drawn; none are when shown is 0.
func (in *Inbox) noteRows(titlesRow, first, shown int) {
	in.areas.titlesRow, in.areas.firstRow, in.areas.first, in.areas.shown = titlesRow, titlesRow+1, first, shown
}

// Areas returns the views, the titles of the columns and the tickets. A click goes to the view, sorts by the column or
// moves to the ticket, and a double click opens it.
func (in *Inbox) Areas() Areas {
	var all Areas
	for _, tab := range in.areas.tabs {
		if view := tab.what; view != in.view && view < len(in.views) {
			spot := widget.Spot{Select: func() tea.Cmd { return in.ShowView(view) }}
			all = append(all, Area{Rectangle: image.Rect(tab.from, 0, tab.to, 1), Spot: spot})
		}
	}
	if in.areas.shown == 0 {
		return all
	}
	row := in.areas.titlesRow
	for _, title := range in.areas.titles {
		by := title.what
		spot := widget.Spot{
			Name: "sort " + strconv.Itoa(by), Select: func() tea.Cmd { return in.clickTitle(desk.SortKey(by)) },
		}
		all = append(all, Area{Rectangle: image.Rect(title.from, row, title.to, row+1), Spot: spot})
	}
	rows := in.tickets()
	for i := range min(in.areas.shown, in.listing.Len()-in.areas.first) {
		top := in.areas.firstRow + i*in.columns.ticketLines
		at := image.Rect(0, top, in.width, top+in.columns.ticketLines)
		all = append(all, Area{Rectangle: at, Spot: rows.spot(in.areas.first+i, in.openKey(keymap.Inbox))})
	}
	return all
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
