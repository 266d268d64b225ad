package pane

import (
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/ui/backend"
	"frontdesk/ui/theme"
)

// ShortMessage is a message of a ticket with its text in short.
type ShortMessage struct {
	Who, Text string
	message   message
}

// Head draws who has written the message, on which side, and when.
func (m *ShortMessage) Head(th *theme.Theme, cmds *backend.Backend, width int) string {
	return m.message.head(th, newClockContext(cmds), width)
}

// NewestMessages returns the newest messages with a text, at most so many, and the one that opened the ticket. by is
// the ticket's customer, nil if not known.
func NewestMessages(
	d *desk.TicketDetails, by *desk.Customer, cmds *backend.Backend, most int, short func(safetext.HTML) string,
) (said []ShortMessage) {
	from := people{customer: by, isAgent: cmds.Cache.Snapshot().IsAssignee, email: d.Email.String()}
	all := from.messages(d)
	order := (&ticketRenderer{newestFirst: true}).readingOrder(all, newestMessage(all))
	for _, i := range order {
		isFirst := i == 0 && !d.Body.IsEmpty()
		if text := short(all[i].body); text != "" && (len(said) < most || isFirst) {
			said = append(said, ShortMessage{all[i].who, text, all[i]})
		}
	}
	return said
}
