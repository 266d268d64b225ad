package pane

import (
	"cmp"
	"slices"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
)

// inboxLook is the remembered state of the inbox, in a form that is quickly compared.
type inboxLook struct {
	view    int
	order   desk.Sort
	filter  string
	cursor  desk.ID
	preview bool
}

func (in *Inbox) look() inboxLook {
	return inboxLook{in.view, in.order, in.filter.Value(), cmp.Or(in.wanted, in.cursor), in.preview}
}

// TakeState returns how the inbox would be left now. It reports false if that has not changed since the last call.
func (in *Inbox) TakeState() (backend.InboxState, bool) {
	look := in.look()
	if look == in.remembered {
		return backend.InboxState{}, false
	}
	in.remembered = look
	state := backend.InboxState{
		View: in.views[in.view].Name, Filter: look.filter, Ticket: look.cursor.Raw(), Preview: look.preview,
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
// asked for, neither the view nor its filter is restored.
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
		in.filter.set(state.Filter)
		in.wanted = desk.NewID(state.Ticket)
	}
	in.preview = state.Preview
	in.enterView(view)
	in.remembered = in.look()
}

// FilterText returns the filter as typed.
func (in *Inbox) FilterText() string { return in.filter.Value() }

// WantsPreview reports whether the ticket under the cursor is shown below the list where nothing stands beside it.
func (in *Inbox) WantsPreview() bool { return in.preview }

// TogglePreview shows that ticket below the list, or the list alone again.
func (in *Inbox) TogglePreview() { in.preview = !in.preview }
