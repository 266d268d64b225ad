package command

import (
	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/presence"
	"frontdesk/internal/text"
)

// CompanyMsg says that somebody else has begun or ended work on something.
type CompanyMsg struct{}

// Company waits for that; without a host there is nobody else.
func (c *Commands) Company() tea.Msg {
	if c.Seat == nil || c.Seat.Wait(c.Context) != nil {
		return nil
	}
	return CompanyMsg{}
}

// WorkOn tells the others which form is filled in here; the zero form is none, and so is that of a new record.
func (c *Commands) WorkOn(f DraftForm) {
	if c.Seat != nil {
		c.Seat.Work(placeOf(f))
	}
}

// Others are who else fills in a form.
func (c *Commands) Others(f DraftForm) []text.Line {
	if c.Seat == nil {
		return nil
	}
	return c.Seat.Others(placeOf(f))
}

func placeOf(f DraftForm) presence.Place {
	if f.Record == "" {
		return presence.Place{}
	}
	return presence.Place{Kind: f.Kind, Record: f.Record}
}
