package pane

import (
	"cmp"
	"maps"
	"slices"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
)

// inboxLook is the remembered state of the inbox, in a form that is quickly compared.
type inboxLook struct {
	view   int
	order  desk.Sort
	filter string
	cursor desk.ID
	moves  int // how often a divider was moved
}

func (in *Inbox) look() inboxLook {
	return inboxLook{in.view, in.order, in.filter.Value(), cmp.Or(in.wanted, in.cursor), in.moves}
}

// TakeState returns how the inbox would be left now. It reports false if that has not changed since the last call.
func (in *Inbox) TakeState() (backend.InboxState, bool) {
	look := in.look()
	if look == in.remembered {
		return backend.InboxState{}, false
	}
	in.remembered = look
	state := backend.InboxState{
		View: in.views[in.view].Name, Filter: look.filter, Ticket: look.cursor.Raw(), Dividers: maps.Clone(in.moved),
	}
	for name, order := range in.orderByView {
		i := in.indexOf(name)
		if i < 0 || order == usualOrder(&in.views[i]) {
			continue
		}
		if state.Sorts == nil {
			state.Sorts = map[string]backend.SortState{}
		}
		state.Sorts[name] = backend.SortState{By: order.Key.String(), Reverse: order.Reverse}
	}
	return state, true
}

// Restore makes the inbox look as it was left. A view or an order that no longer exists is left out. If another view is
// asked for, only the orders are restored.
func (in *Inbox) Restore(state backend.InboxState, viewIsChosen bool) {
	for name, order := range state.Sorts {
		i := slices.IndexFunc(sortOrders, func(o SortOrder) bool { return o.Key.String() == order.By })
		if i >= 0 {
			in.orderByView[name] = desk.Sort{Key: sortOrders[i].Key, Reverse: order.Reverse}
		}
	}
	in.moved = maps.Clone(state.Dividers)
	view := in.view
	if i := in.indexOf(state.View); i >= 0 && !viewIsChosen {
		view = i
		in.filter.SetValue(state.Filter)
		in.filter.read()
		in.wanted = desk.NewID(state.Ticket)
	}
	in.enterView(view)
	in.remembered = in.look()
}

// Moved returns by how many columns the agent has moved each divider between the columns of a layout to the right.
func (in *Inbox) Moved(layout string) []int { return in.moved[layout] }

// SetMoved sets what Moved returns; nil forgets it.
func (in *Inbox) SetMoved(layout string, columns []int) {
	if in.moved == nil {
		in.moved = map[string][]int{}
	}
	in.moved[layout] = columns
	if columns == nil {
		delete(in.moved, layout)
	}
	in.moves++
}

// FilterText returns the filter as typed.
func (in *Inbox) FilterText() string { return in.filter.Value() }
