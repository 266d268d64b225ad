package pane

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
)

// Actions returns the actions of the list.
func (in *Inbox) Actions() []Action {
	needed := unless(in.Selected() != nil, "no ticket is listed")
	half := func(by int) { in.moveCursor(func() { in.list.HalfPage(by) }) }
	return append(
		navActions(in.Move, half, func() { in.moveCursor(in.list.Top) }, func() { in.moveCursor(in.list.Bottom) }),
		newAction(keymap.Filter, in.startTyping),
		Action{ID: keymap.Sort, Run: in.nextOrder},
		Action{ID: keymap.Reverse, Run: in.reverse},
		Action{ID: keymap.View, Run: func() tea.Cmd { return in.ShowView(in.view + 1) }},
		Action{ID: keymap.PrevView, Run: func() tea.Cmd { return in.ShowView(in.view - 1) }},
		Action{ID: keymap.Mark, Run: in.mark, DisabledReason: needed},
		in.back(),
	)
}

func (in *Inbox) startTyping() {
	in.typing = true
	in.filter.Focus()
	in.SetSize(in.width, in.height)
}

// back returns the action that clears the filter or, if there is none, the marks.
func (in *Inbox) back() Action {
	if in.filter.Value() == "" && len(in.marks) > 0 {
		return newAction(keymap.Back, func() { in.marks = marks{} })
	}
	return Action{ID: keymap.Back, Run: in.clearFilter, DisabledReason: unless(in.filter.Value() != "", "there is no filter to take away")}
}

func (in *Inbox) clearFilter() tea.Cmd {
	in.filter.SetValue("")
	in.SetSize(in.width, in.height)
	return in.reload()
}

// orders are the sort keys that the Sort action cycles through.
var orders = []desk.SortKey{
	desk.SortByAge, desk.SortByRisk, desk.SortByPriority, desk.SortBySubStatus, desk.SortByQueue, desk.SortByAssignee, desk.SortBySLA, desk.SortByCallback,
	desk.SortByTitle, desk.SortByTicket,
}

func (in *Inbox) nextOrder() tea.Cmd {
	i := slices.Index(orders, in.order.Key)
	in.order = desk.Sort{Key: orders[(i+1)%len(orders)]}
	return in.reload()
}

func (in *Inbox) reverse() tea.Cmd {
	in.order.Reverse = !in.order.Reverse
	return in.reload()
}

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
	in.typing = false
	in.filter.Blur()
	in.SetSize(in.width, in.height)
}
