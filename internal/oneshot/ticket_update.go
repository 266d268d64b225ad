package oneshot

import (
	"context"
	"slices"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/text"
	"frontdesk/internal/wire"
)

// UpdateTicket changes a ticket (interface.md, Endpoints 9).
var UpdateTicket = Write[wire.TicketUpdate, desk.Receipt]{
	Op:    wire.UpdateTicket,
	Words: func(s *Session, _ wire.TicketUpdate, r desk.Receipt) { s.receipt(r) },
	Warn: func(s *Session, u wire.TicketUpdate, r desk.Receipt) {
		for _, line := range differences(u, r.Ticket, s.Zone) {
			s.Note("%s: %s", desk.NewKey(u.TicketID).Line(), line)
		}
	},
	Lost: func(ctx context.Context, s *Session, c *client.Client, u wire.TicketUpdate, began time.Time) findings {
		return findings{said: string(FindOut(ctx, c, u, began, s.Zone))}
	},
}

// differences says where the answer to an update is not what was asked for: some services read a 12-hour hour
// (decisions.md, facts).
func differences(u wire.TicketUpdate, got desk.Ticket, zone *time.Location) []string {
	var all []string
	if key := got.SubStatus.Key(); !key.IsZero() && key.Raw() != u.SubStatus {
		all = append(all, "SUB-STATUS DIFFERS: you asked for "+text.PlainLine(u.SubStatus).String()+", the service stored "+got.SubStatus.Label())
	}
	if u.Callback == "" || wire.Callback(got.Callback.In(zone), zone) == u.Callback {
		return all
	}
	said := moment(got.Callback, zone)
	if said == "" {
		said = "none"
	}
	return append(all, "CALLBACK DIFFERS: you asked for "+text.PlainLine(u.Callback).String()+", the service stored "+said)
}

// ownSubStatuses are the keys that the interface names (interface.md, States and transitions).
var ownSubStatuses = []string{"P", "PS", "CL", "US"}

// WarnOfSubStatus says before a write that a key has never been seen: the service may know more of them.
func WarnOfSubStatus(s *Session, key string) {
	known := slices.Contains(ownSubStatuses, key) ||
		slices.ContainsFunc(s.SubStatuses, func(c desk.Code) bool { return c.Key().Raw() == key })
	if !known {
		s.Note("sub-status %q is none of the configured ones; the service decides", text.PlainLine(key))
	}
}
