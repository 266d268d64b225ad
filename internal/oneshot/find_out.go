package oneshot

import (
	"context"
	"strings"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// finding is what a ticket shows after the response to its update was lost.
type finding string

// The findings.
const (
	changeShown    finding = "the ticket shows the change, with its comment"
	changeStands   finding = "the ticket shows all that was asked for"
	changeNotShown finding = "the ticket does not show the change, as of now"
	changeUnclear  finding = "the ticket stands as the update wants it, with this comment, of which the date is not known"
	changeOlder    finding = "the ticket stands as the update wants it, with this comment, which may have been there before"
	changeUnread   finding = "the ticket could not be read again to find out"
)

// isDone reports whether the ticket shows everything that was requested, which counts as success no matter who made the
// change.
func (f finding) isDone() bool { return f == changeShown || f == changeStands }

// commentsBefore reads a ticket before an update to find existing entries with the same comment.
func commentsBefore(ctx context.Context, c *client.Client, u wire.UpdateTicketRequest) (submit.Prior, error) {
	if strings.TrimSpace(u.Comment) == "" {
		return submit.Prior{}, nil
	}
	now, err := ticketNow(ctx, c, u.TicketID)
	if err != nil {
		return submit.Prior{}, away(err)
	}
	return submit.Comments(now, u.Comment), nil
}

// verifyTicketUpdate reads a ticket again after the response to its update was lost and compares it with the request.
// The ticket is nil if it could not be read.
func verifyTicketUpdate(ctx context.Context, c *client.Client, u wire.UpdateTicketRequest, prior submit.Prior, zone *time.Location) (finding, *desk.TicketDetails) {
	ctx, cancel := verifyContext(ctx)
	defer cancel()
	now, err := ticketNow(ctx, c, u.TicketID)
	if err != nil {
		return changeUnread, nil
	}
	switch submit.Updated(prior, u, now, zone) {
	case submit.Confirmed:
		if u.Comment == "" {
			return changeStands, now
		}
		return changeShown, now
	case submit.Undated:
		return changeUnclear, now
	case submit.NotLooked:
		return changeOlder, now
	}
	return changeNotShown, now
}

func ticketNow(ctx context.Context, c *client.Client, id string) (*desk.TicketDetails, error) {
	found, err := client.Call(ctx, c, wire.GetTicket, wire.GetTicketRequest{TicketIDs: id, ConversationType: "notes", HistoryType: "all"})
	if err != nil {
		return nil, err
	}
	for i := range found {
		if found[i].ID.Raw() == id {
			return &found[i], nil
		}
	}
	return nil, errNotRead
}
