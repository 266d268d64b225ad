package pane

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
)

// StartFilter moves the focus to the filter.
func (in *Inbox) StartFilter() {
	in.filter.Focus()
	in.SetSize(in.width, in.height)
}

// CanClear reports whether there is a filter or a mark.
func (in *Inbox) CanClear() bool { return in.filter.Value() != "" || len(in.marks.set) > 0 }

// Clear clears the filter or, if there is none, the marks.
func (in *Inbox) Clear() tea.Cmd {
	if in.filter.Value() == "" {
		in.ClearMarks()
		return nil
	}
	in.filter.SetValue("")
	in.SetSize(in.width, in.height)
	return in.reload()
}

// builtInViews come before the saved ones.
var builtInViews = []desk.View{
	{
		Name: "All",
	},
	{Name: "Callbacks", Callbacks: true},
	{Name: "At risk", AtRisk: true},
	{Name: "Unattended", Unattended: true},
}

// orders are the sort keys that the Sort action cycles through.
var orders = []desk.SortKey{
	desk.SortByAge,
	desk.SortByRisk,
	desk.SortByPriority,
	desk.SortBySubStatus,
	desk.SortByQueue,
	desk.SortByAssignee,
	desk.SortByClock,
	desk.SortByCallback,
	desk.SortByTitle,
	desk.SortByTicket,
}

// NextSort sorts by the next sort key.
func (in *Inbox) NextSort() tea.Cmd {
	i := slices.Index(orders, in.order.Key)
	in.order = desk.Sort{Key: orders[(i+1)%len(orders)]}
	return in.reload()
}

// ReverseSort reverses the sort order.
func (in *Inbox) ReverseSort() tea.Cmd {
	in.order.Reverse = !in.order.Reverse
	return in.reload()
}

// StepView shows the next view, or the previous one.
func (in *Inbox) StepView(by int) tea.Cmd { return in.ShowView(in.view + by) }

// ShowView shows a view by its index, which wraps around at the ends.
func (in *Inbox) ShowView(i int) tea.Cmd {
	in.cursorByView[in.view] = in.cursor
	in.view = (i + len(in.views)) % len(in.views)
	return in.reloadFromTop()
}

// ViewCount returns the number of views.
func (in *Inbox) ViewCount() int { return len(in.views) }

func (in *Inbox) handleFilterKey(k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "esc":
		in.stopTyping()
		in.filter.SetValue("")
		return in.reload()
	case "enter", "tab":
		in.stopTyping()
		return nil
	case "up":
		in.Move(-1)
		return nil
	case "down":
		in.Move(1)
		return nil
	}
	return in.updateFilter(k)
}

func (in *Inbox) updateFilter(msg tea.Msg) tea.Cmd {
	before := in.filter.Value()
	in.filter.Update(msg)
	if in.filter.Value() == before {
		return nil
	}
	return in.reloadFromTop()
}

func (in *Inbox) stopTyping() {
	in.filter.Blur()
	in.SetSize(in.width, in.height)
}

// TypingKeys returns the keys of the filter.
func (in *Inbox) TypingKeys() []key.Binding {
	return []key.Binding{hint("⏎", "keep the filter"), hint("esc", "take it away"), hint("↑ ↓", "move")}
}
