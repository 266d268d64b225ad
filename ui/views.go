package ui

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/keymap"
	"frontdesk/internal/termwidth"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

// AgentViews returns the views of an agent, the built-in ones first, which are of the whole queue if it is kept.
func AgentViews(agent string, isQueueKept bool, saved []desk.View) []desk.View {
	return pane.Views(agent, isQueueKept, saved)
}

// views returns the views of the agent with those that are saved.
func (c *Console) views(saved []desk.View) []desk.View {
	return pane.Views(c.Agent, c.cmds.Cache.OpenSince > 0, saved)
}

// showView shows the view with a digit.
func (c *Console) showView(digit byte) tea.Cmd {
	if !c.hasView(digit) {
		return nil
	}
	return c.inbox.ShowView(int(digit) - '1')
}

// hasView reports whether there is a view with a digit, and says so if there is none.
func (c *Console) hasView(digit byte) bool {
	if i := int(digit) - '1'; i >= 0 && i < c.inbox.ViewCount() {
		return true
	}
	says := "there is no view " + string(digit)
	if c.scope() == keymap.Inbox {
		says += ": " + c.Keys.KeyLabel(keymap.Inbox, keymap.Views) + " lists them"
	}
	c.notify(levelTransient, says)
	return false
}

// openSort shows what the inbox can be sorted by.
func (c *Console) openSort() tea.Cmd {
	c.open(overlay.NewSortMenu(overlay.SortSpec{
		Choices: c.sortChoices, By: c.inbox.SortBy, Next: c.inbox.NextSort, Reverse: c.inbox.ReverseSort,
	}, c.Keys))
	return nil
}

func (c *Console) sortChoices() []overlay.SortChoice {
	orders, current, arrow := c.inbox.SortOrders()
	choices := make([]overlay.SortChoice, len(orders))
	for i, o := range orders {
		choices[i] = overlay.SortChoice{Letter: o.Letter, Name: o.Key.String(), Order: o.First}
	}
	choices[current].Arrow = arrow
	return choices
}

// openViews lists the views, of which the window may not show every tab.
func (c *Console) openViews() tea.Cmd {
	names, current := c.inbox.ViewNames()
	counts := 0
	for _, name := range names {
		counts = max(counts, termwidth.Width(name[1]))
	}
	items := make([]overlay.PickerItem, len(names))
	for i, name := range names {
		items[i] = overlay.PickerItem{
			Label: name[0], Value: termwidth.Pad(name[1], counts) + "  " + name[2], ID: strconv.Itoa(i),
		}
	}
	p := overlay.NewPicker(c.Keys, "Views", items, func(chosen overlay.PickerItem) tea.Cmd {
		i, _ := strconv.Atoi(chosen.ID) // written above
		return c.inbox.ShowView(i)
	})
	p.MoveTo(current)
	if known := c.inbox.QueueSummary(); known != "" {
		p.About = []string{known + ".", reopenedText}
	}
	if len(c.Views) > 0 && c.cmds.Config.Views.Save != nil {
		p.About = append(p.About, "Saved views are renamed and removed by "+c.Keys.KeyLabel(keymap.Global, keymap.Palette)+".")
	}
	c.open(p)
	return nil
}

// reopenedText says what the queue does not see at once.
const reopenedText = "A ticket that is reopened on an older day appears when that day is read again: once a day, " +
	"or once a week if it is older than two weeks."
