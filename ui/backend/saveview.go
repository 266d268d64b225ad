package backend

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
)

// ViewSavedMsg is the result of SaveView.
type ViewSavedMsg struct {
	Name  string
	Views []desk.View // all saved views
	Err   error       // nothing was saved
}

// CheckNewView returns why a view cannot be saved beside others.
func CheckNewView(others []desk.View, v desk.View) error { return filter.CheckNewView(others, v) }

// SaveView saves a view where the agent's saved views are kept.
func (c *Backend) SaveView(v desk.View) tea.Cmd {
	return func() tea.Msg {
		views, err := c.Config.SaveView(v)
		return ViewSavedMsg{v.Name, views, err}
	}
}
