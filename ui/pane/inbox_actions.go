package pane

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/keymap"
)

// Actions are what can be done in the list.
func (in *Inbox) Actions() []Action {
	needed := unless(in.Selected() != nil, "no ticket is listed")
	half := func(by int) { in.moved(func() { in.list.Half(by) }) }
	return append(
		moves(in.Move, half, func() { in.moved(in.list.Top) }, func() { in.moved(in.list.Bottom) }),
		do(keymap.Filter, in.startTyping),
		Action{ID: keymap.Sort, Do: in.nextOrder},
		Action{ID: keymap.Reverse, Do: in.reverse},
		Action{ID: keymap.View, Do: func() tea.Cmd { return in.ShowView(in.view + 1) }},
		Action{ID: keymap.PrevView, Do: func() tea.Cmd { return in.ShowView(in.view - 1) }},
		Action{ID: keymap.Mark, Do: in.mark, Off: needed},
		in.back(),
	)
}

func (in *Inbox) startTyping() {
	in.typing = true
	in.filter.Focus()
	in.SetSize(in.width, in.height)
}

// back takes the filter away, and then the marks.
func (in *Inbox) back() Action {
	if in.filter.Value() == "" && len(in.marks) > 0 {
		return do(keymap.Back, func() { in.marks = marks{} })
	}
	return Action{ID: keymap.Back, Do: in.unfilter, Off: unless(in.filter.Value() != "", "there is no filter to take away")}
}

func (in *Inbox) unfilter() tea.Cmd {
	in.filter.SetValue("")
	in.SetSize(in.width, in.height)
	return in.ask()
}

// orders are the orders that s goes through.
var orders = []desk.Column{
	desk.ByAge, desk.ByRisk, desk.ByPriority, desk.BySubStatus, desk.ByQueue, desk.ByAssignee, desk.BySLA, desk.ByCallback,
	desk.ByTitle, desk.ByTicket,
}

func (in *Inbox) nextOrder() tea.Cmd {
	i := slices.Index(orders, in.order.By)
	in.order = desk.Order{By: orders[(i+1)%len(orders)]}
	return in.ask()
}

func (in *Inbox) reverse() tea.Cmd {
	in.order.Reverse = !in.order.Reverse
	return in.ask()
}

// ShowView shows a view by its place; beyond the last begins again.
func (in *Inbox) ShowView(i int) tea.Cmd {
	in.places[in.view] = in.cursor
	in.view = (i + len(in.views)) % len(in.views)
	return in.askAnew()
}

// Views is how many views there are.
func (in *Inbox) Views() int { return len(in.views) }

func (in *Inbox) typed(k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "esc":
		in.stopTyping()
		in.filter.SetValue("")
		return in.ask()
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
	return in.retyped(k)
}

func (in *Inbox) retyped(msg tea.Msg) tea.Cmd {
	before := in.filter.Value()
	in.filter.Update(msg)
	if in.filter.Value() == before {
		return nil
	}
	return in.askAnew()
}

func (in *Inbox) stopTyping() {
	in.typing = false
	in.filter.Blur()
	in.SetSize(in.width, in.height)
}
