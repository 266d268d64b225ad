package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
	"frontdesk/ui/overlay"
	"frontdesk/ui/pane"
)

var saveViewReason = off(
	func(c *Console, _ pane.Target) bool { return c.inbox.FilterText() != "" },
	"there is no filter to save",
)

// ticketsWithDrafts returns the tickets with unsent updates, by raw id.
func (c *Console) ticketsWithDrafts() map[string]bool {
	tickets := map[string]bool{}
	for key := range c.drafts {
		if key.Kind == backend.KindUpdate {
			tickets[key.Record] = true
		}
	}
	return tickets
}

// askViewName asks for the name under which the filter is saved. A filter that is not understood is not saved.
func (c *Console) askViewName() tea.Cmd {
	v := c.inbox.FilteredView()
	v.Name = "a new name"
	if c.cmds.Config.SaveView == nil {
		c.notify(levelTransient, "there is no place for saved views")
		return nil
	}
	if err := backend.CheckNewView(nil, v); err != nil {
		c.notify(levelTransient, backend.ErrorText(err))
		return nil
	}
	others := slices.Concat(pane.Views(c.Agent, nil), c.Views)
	c.open(overlay.NewTextPrompt(overlay.TextPromptSpec{
		Title:  "Save the filter as a view",
		Note:   v.Filter,
		Label:  "Name",
		Hint:   "on its tab",
		Accept: "save",
		Check:  func(name string) error { return backend.CheckNewView(others, desk.View{Name: name}) },
		Done: func(name string) tea.Cmd {
			v.Name = name
			return c.cmds.SaveView(v)
		},
	}, c.th))
	return nil
}

// onViewSaved shows a saved view in its tab, instead of the filter that it was made from.
func (c *Console) onViewSaved(msg backend.ViewSavedMsg) tea.Cmd {
	if msg.Err != nil {
		c.notify(levelError, "the view is not saved: "+backend.ErrorText(msg.Err))
		return nil
	}
	c.Views = msg.Views
	c.notify(levelSuccess, "saved as the view “"+msg.Name+"”")
	return c.inbox.ShowSavedView(pane.Views(c.Agent, c.Views), msg.Name)
}
