package pane

import (
	"cmp"
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
}

func (in *Inbox) look() inboxLook {
	return inboxLook{in.view, in.order, in.filter.Value(), cmp.Or(in.wanted, in.cursor)}
}

// TakeState returns how the inbox would be left now. It reports false if that has not changed since the last call.
func (in *Inbox) TakeState() (backend.InboxState, bool) {
	look := in.look()
	if look == in.remembered {
		return backend.InboxState{}, false
	}
	in.remembered = look
	state := backend.InboxState{
		View: in.views[in.view].Name, Filter: look.filter, Ticket: look.cursor.Raw(),
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

// FilterText returns the filter as typed.
func (in *Inbox) FilterText() string { return in.filter.Value() }
