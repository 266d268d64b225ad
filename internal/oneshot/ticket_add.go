package oneshot

import (
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// AddTicket opens a ticket (PROTOCOL.md 4.8).
var AddTicket = Write[wire.TicketAdd, desk.Receipt]{
	Op:    wire.AddTicket,
	Words: func(s *Session, _ wire.TicketAdd, r desk.Receipt) { s.receipt(r) },
	Prior: ticketsBefore,
	Lost:  findTicket,
}

// receipt prints how a ticket stands after a write.
func (s *Session) receipt(r desk.Receipt) {
	t := r.Ticket
	pieces := []string{s.paint(strong, t.ID.Line().String())}
	for _, piece := range []string{t.SubStatus.Label(), callbackOf(t, s), t.Title.String(), r.Message.String()} {
		if piece != "" {
			pieces = append(pieces, gap, piece)
		}
	}
	s.line(pieces...)
}

func callbackOf(t desk.Ticket, s *Session) string {
	if t.Callback.IsZero() {
		return ""
	}
	if at := s.Zones.At(t.Callback); s.Zones.Differ(at) {
		return "callback " + s.Zones.Both(at)
	}
	return "callback " + moment(t.Callback, s.Zones)
}
