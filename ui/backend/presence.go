package backend

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/presence"
	"frontdesk/internal/safetext"
)

// PresenceChangedMsg says that somebody else has begun or ended work on something.
type PresenceChangedMsg struct{}

// WatchPresence waits for that; without a host there is nobody else.
func (c *Backend) WatchPresence() tea.Msg {
	if c.Presence == nil || c.Presence.WaitChange(c.Context) != nil {
		return nil
	}
	return PresenceChangedMsg{}
}

// SetEditing tells the others which form is filled in here; the zero form is none, and so is that of a new record.
func (c *Backend) SetEditing(f DraftKey) {
	if c.Presence != nil {
		c.Presence.SetEditing(placeOf(f))
	}
}

// OtherEditors are who else fills in a form.
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
