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
func (s *screens) showView(digit byte) tea.Cmd {
	if !s.hasView(digit) {
		return nil
	}
	return s.inbox.ShowView(int(digit) - '1')
}

// hasView reports whether there is a view with a digit, and says so if there is none.
func (s *screens) hasView(digit byte) bool {
	if i := int(digit) - '1'; i >= 0 && i < s.inbox.ViewCount() {
		return true
	}
	says := "there is no view " + string(digit)
	if _, lists := s.Keys.Lookup(s.scope(), keymap.Views); lists {
		says += ": " + s.Keys.KeyLabel(s.scope(), keymap.Views) + " lists them"
	}
	s.notify(levelTransient, says)
	return false
}

// openSort shows what the inbox can be sorted by.
func (s *screens) openSort() tea.Cmd {
	s.open(overlay.NewSortMenu(overlay.SortSpec{
		Choices: s.sortChoices, By: s.inbox.SortBy, Next: s.inbox.NextSort, Reverse: s.inbox.ReverseSort,
	}, s.Keys))
	return nil
}

func (s *screens) sortChoices() []overlay.SortChoice {
	orders, current, arrow := s.inbox.SortOrders()
	choices := make([]overlay.SortChoice, len(orders))
	for i, o := range orders {
		choices[i] = overlay.SortChoice{Letter: o.Letter, Name: o.Key.String(), Order: o.First}
	}
	choices[current].Arrow = arrow
	return choices
}

// openViews lists the views, of which the window may not show every tab.
func (s *screens) openViews() tea.Cmd {
	names, current := s.inbox.ViewNames()
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
	var about []string
	if known := s.inbox.QueueSummary(); known != "" {
		about = []string{known + ".", reopenedText}
	}
	if len(s.Views) > 0 && s.cmds.Config.Views.Save != nil {
		about = append(about, "Saved views are renamed and removed by "+s.Keys.KeyLabel(keymap.Global, keymap.Palette)+".")
	}
	s.open(overlay.NewPicker(overlay.PickSpec{
		Title: "Views", Items: items, At: current, About: about,
		Pick: func(chosen overlay.PickerItem) tea.Cmd {
			i, _ := strconv.Atoi(chosen.ID) // written above
			return s.inbox.ShowView(i)
		},
	}, s.Keys))
	return nil
}

// reopenedText says what the queue does not see at once.
const reopenedText = "A ticket that is reopened on an older day appears when that day is read again: once a day, " +
	"or once a week if it is older than two weeks."
