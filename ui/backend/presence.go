package backend

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/presence"
	"frontdesk/internal/safetext"
)

// PresenceChangedMsg reports that another agent started or stopped editing something.
type PresenceChangedMsg struct{}

// WatchPresence waits for such a change; it returns nil without a host.
func (c *Backend) WatchPresence() tea.Msg {
	if c.Presence == nil || c.Presence.WaitChange(c.Context) != nil {
		return nil
	}
	return PresenceChangedMsg{}
}

// SetEditing publishes the form that is edited here; the zero key and the key of a new record publish none.
func (c *Backend) SetEditing(f DraftKey) {
	if c.Presence != nil {
		c.Presence.SetEditing(placeOf(f))
	}
}

// OtherEditors returns the names of the other agents who edit a form.
func (c *Backend) OtherEditors(f DraftKey) []safetext.Line {
	if c.Presence == nil {
		return nil
	}
	return c.Presence.Watch(placeOf(f))
}

func placeOf(f DraftKey) presence.Resource {
	if f.Record == "" {
		return presence.Resource{}
	}
	return presence.Resource{Kind: f.Kind, Record: f.Record}
}
