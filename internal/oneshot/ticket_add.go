package oneshot

import (
	"frontdesk/internal/desk"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// AddTicket opens a ticket (PROTOCOL.md 4.8).
var AddTicket = Mutation[wire.AddTicketRequest, desk.TicketResult]{
	Op:          wire.AddTicket,
	PrintResult: func(s *Invocation, _ wire.AddTicketRequest, r desk.TicketResult) { s.receipt(r) },
	Request:     func(r wire.AddTicketRequest) submit.Request { return submit.AddTicket{AddTicketRequest: r} },
	Answer:      ticketAnswer,
	Explain:     explainTicketAdd,
	Record: func(_ *Invocation, answer desk.TicketResult, _ string) any {
		t := answer.Ticket
		return addedTicket{t.Title.String(), t.CustomerID, t.ID.Raw(), t.ID.Raw(), wire.StatusSuccess}
	},
}

// addedTicket holds the fields of an Add Ticket response that a pulled record contains (PROTOCOL.md 4.8).
type addedTicket struct {
	Title      string `json:"title"`
	CustomerID int64  `json:"customer_id"`
	TicketID   string `json:"ticket_id"`
	TicketID2  string `json:"Ticket Id"`
	Status     string `json:"status"`
}

// receipt prints the state of a ticket after a write.
func (s *Invocation) receipt(r desk.TicketResult) {
	t := r.Ticket
	pieces := []string{s.paint(strong, t.ID.Display().String())}
	for _, piece := range []string{t.SubStatus.Label(), callbackOf(t, s), t.Title.String(), r.Message.String()} {
		if piece != "" {
			pieces = append(pieces, gap, piece)
		}
	}
	s.line(pieces...)
}

func callbackOf(t desk.Ticket, s *Invocation) string {
	if t.Callback.IsZero() {
		return ""
	}
	if at := s.Zones.LocalUnix(t.Callback); s.Zones.Differ(at) {
		return "callback " + s.Zones.FormatBoth(at)
	}
	return "callback " + moment(t.Callback, s.Zones)
}
