package pane

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
)

// SortOrder is something that the inbox can be sorted by.
type SortOrder struct {
	Key    desk.SortKey
	Letter string // in the menu
	First  string // what comes first, unless it is turned round
}

// sortOrders are what the inbox can be sorted by, in the order of the menu.
var sortOrders = []SortOrder{
	{desk.SortByAge, "a", "newest first"},
	{desk.SortByClock, "c", "soonest deadline first"},
	{desk.SortByRisk, "r", "late first, then at risk"},
	{desk.SortByPriority, "p", "most urgent first"},
	{desk.SortBySubStatus, "u", "alphabetical"},
	{desk.SortByQueue, "q", "alphabetical"},
	{desk.SortByAssignee, "w", "alphabetical"},
	{desk.SortByCallback, "b", "soonest first"},
	{desk.SortByActivity, "l", "latest first"},
	{desk.SortByTitle, "t", "alphabetical"},
	{desk.SortByCustomer, "e", "by e-mail, else by phone"},
	{desk.SortBySource, "o", "alphabetical"},
	{desk.SortByTicket, "n", "by number"},
}

// SortOrders returns what the inbox can be sorted by, the place of the present order, and its arrow.
func (v *inboxViews) SortOrders() (orders []SortOrder, current int, arrow string) {
	return sortOrders, v.sortIndex(), v.arrow()
}

func (v *inboxViews) sortIndex() int {
	return slices.IndexFunc(sortOrders, func(o SortOrder) bool { return o.Key == v.order.Key })
}

// SortBy sorts by one of SortOrders.
func (in *Inbox) SortBy(i int) tea.Cmd { return in.sortBy(desk.Sort{Key: sortOrders[i].Key}) }

// NextSort sorts by the next of SortOrders.
func (in *Inbox) NextSort() tea.Cmd { return in.SortBy((in.sortIndex() + 1) % len(sortOrders)) }

// ReverseSort reverses the sort order.
func (in *Inbox) ReverseSort() tea.Cmd {
	return in.sortBy(desk.Sort{Key: in.order.Key, Reverse: !in.order.Reverse})
}

// sortBy sorts the view, and keeps the order for when the agent comes back to it.
func (in *Inbox) sortBy(order desk.Sort) tea.Cmd {
	in.order = order
	in.orderByView[in.views[in.view].Name] = order
	return in.newList()
}

// usualOrder returns the order of a view until the agent chooses another one.
func usualOrder(v *desk.View) desk.Sort {
	if key, known := desk.SortKeyNamed(v.Sort); known {
		return desk.Sort{Key: key}
	}
	return desk.Sort{Key: desk.SortByAge}
}
