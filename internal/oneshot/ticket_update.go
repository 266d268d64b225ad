package oneshot

import (
	"cmp"
	"context"
	"slices"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/submit"
	"frontdesk/internal/text"
	"frontdesk/internal/wire"
)

// UpdateTicket changes a ticket (PROTOCOL.md 4.9).
var UpdateTicket = Write[wire.TicketUpdate, desk.Receipt]{
	Op:    wire.UpdateTicket,
	Words: func(s *Session, _ wire.TicketUpdate, r desk.Receipt) { s.receipt(r) },
	Warn: func(s *Session, u wire.TicketUpdate, r desk.Receipt) {
		for _, line := range differences(u, r.Ticket, s.Zones) {
			s.Note("%s: %s", desk.NewKey(u.TicketID).Line(), line)
		}
	},
	Prior: func(ctx context.Context, _ *Session, c *client.Client, u wire.TicketUpdate) (submit.Prior, error) {
		return commentsBefore(ctx, c, u)
	},
	Lost: func(ctx context.Context, s *Session, c *client.Client, u wire.TicketUpdate, left departed) findings {
		found, now := findOut(ctx, c, u, left.prior, s.Zones.Account())
		if !found.isDone() {
			return findings{said: string(found)}
		}
		return theUpdated(s, now.Ticket, string(found))
	},
}

// theUpdated is a ticket that was changed after all.
func theUpdated(s *Session, t desk.Ticket, said string) findings {
	told := updatedTicket{
		ID: t.Number, TicketID: t.ID.Raw(), Title: t.Title.String(), SubStatus: t.SubStatus.Key().Raw(), SubStatusName: t.SubStatus.Label(),
		QueueKey: t.Queue.Key().Raw(), QueueName: t.Queue.Label(),
	}
	if !t.Callback.IsZero() {
		told.NextFollowUp = wire.Callback(s.Zones.At(t.Callback), s.Zones.Account())
	}
	return findings{
		said:   said,
		record: ticketUpdated{told, said, wire.StatusSuccess},
		words:  func() { s.receipt(desk.Receipt{Ticket: t}) },
	}
}

// ticketUpdated are the members of Update Ticket's answer that a ticket tells (PROTOCOL.md 4.9).
type ticketUpdated struct {
	Ticket  updatedTicket `json:"ticket"`
	Message string        `json:"message"`
	Status  string        `json:"status"`
}

// updatedTicket are those of its ticket record.
type updatedTicket struct {
	ID            int64  `json:"id"`
	TicketID      string `json:"ticketId"`
	Title         string `json:"taskTitle"`
	SubStatus     string `json:"substatus"`
	SubStatusName string `json:"substatusName"`
	QueueKey      string `json:"queueKey"`
	QueueName     string `json:"queueName"`
	NextFollowUp  string `json:"nextFollowUp"`
}

// differences says where the answer to an update is not what was asked for: some services read a 12-hour hour
// (PROTOCOL.md 4.9).
func differences(u wire.TicketUpdate, got desk.Ticket, zones desk.Zones) []string {
	var all []string
	if key := got.SubStatus.Key(); !key.IsZero() && key.Raw() != u.SubStatus {
		all = append(all, "SUB-STATUS DIFFERS: you asked for "+text.PlainLine(u.SubStatus).String()+", the service stored "+got.SubStatus.Label())
	}
	if u.Callback == "" || wire.Callback(zones.At(got.Callback), zones.Account()) == u.Callback {
		return all
	}
	asked := text.PlainLine(u.Callback).String()
	if at, err := wire.ParseCallback(u.Callback, zones.Account()); err == nil && zones.Differ(at) {
		asked = moment(desk.NewStamp(at), zones)
	}
	return append(all, "CALLBACK DIFFERS: you asked for "+asked+", the service stored "+cmp.Or(moment(got.Callback, zones), "none"))
}

// ownSubStatuses are the keys that the interface names (PROTOCOL.md 3.10).
var ownSubStatuses = []string{"P", "PS", "CL", "US"}

// WarnOfSubStatus says before a write that a key has never been seen: the service may know more of them.
func WarnOfSubStatus(s *Session, key string) {
	known := slices.Contains(ownSubStatuses, key) ||
		slices.ContainsFunc(s.SubStatuses, func(c desk.Code) bool { return c.Key().Raw() == key })
	if !known {
		s.Note("sub-status %q is not known here; the service decides", text.PlainLine(key))
	}
}
