package backend

import tea "charm.land/bubbletea/v2"

// PastedNumberMsg says whether a number that was pasted looks like that of a ticket.
type PastedNumberMsg struct {
	Number       string
	IsLikeTicket bool
}

// InspectNumber compares a number with those of known tickets, without a request.
func (c *Backend) InspectNumber(number string) tea.Cmd {
	return func() tea.Msg {
		return PastedNumberMsg{Number: number, IsLikeTicket: c.Cache.Snapshot().IsLikeTicket(number)}
	}
}
