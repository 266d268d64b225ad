package oneshot

import (
	"context"
	"strings"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/text"
	"frontdesk/internal/wire"
)

// Finding is what a ticket says after the answer to its update was lost.
type Finding string

// The findings.
const (
	There    Finding = "the ticket shows the change"
	NotThere Finding = "the ticket does not show the change, as of now"
	Unclear  Finding = "the ticket stands as the update wants it, which it may have done before"
	Unread   Finding = "the ticket could not be read again to find out"
)

// FindOut reads a ticket again after the answer to an update that was sent at began was lost, and looks for the change.
func FindOut(ctx context.Context, c *client.Client, u wire.TicketUpdate, began time.Time, zone *time.Location) Finding {
	ctx, cancel := looking(ctx)
	defer cancel()
	found, err := client.Call(ctx, c, wire.GetTicket, wire.TicketGet{
		TicketIDs: u.TicketID, ConversationType: "notes", HistoryType: "all",
	})
	if err != nil {
		return Unread
	}
	for i := range found {
		if found[i].ID.Raw() == u.TicketID {
			return compare(u, &found[i], began, zone)
		}
	}
	return Unread
}

// compare looks for an update on the ticket as it is now.
func compare(u wire.TicketUpdate, now *desk.Detail, began time.Time, zone *time.Location) Finding {
	callback := ""
	if !now.Callback.IsZero() {
		callback = wire.Callback(now.Callback.In(zone), zone)
	}
	for _, f := range []struct{ asked, stands string }{
		{u.SubStatus, now.SubStatus.Key().Raw()},
		{u.Queue, now.Queue.Key().Raw()},
		{text.PlainLine(u.Disposition).String(), now.Disposition.String()},
		{u.Callback, callback},
	} {
		if f.asked != "" && f.asked != f.stands {
			return NotThere
		}
	}
	if u.Comment == "" {
		return Unclear
	}
	return commented(u.Comment, now.Timeline, began)
}

// commented looks for the comment among the entries since the update was sent. An older one alike proves nothing,
// and neither does one without a date.
func commented(comment string, timeline []desk.Entry, began time.Time) Finding {
	alike := func(e desk.Entry) bool {
		return folded(e.Body.Plain()) == folded(text.NewRich(comment).Plain())
	}
	finding := NotThere
	for _, e := range timeline {
		switch {
		case !alike(e):
		case e.At.IsZero():
			finding = Unclear
		case !e.At.In(time.UTC).Before(began.Add(-skew)):
			return There
		}
	}
	return finding
}

// folded is a text without regard to how its lines break.
func folded(b text.Block) string { return strings.Join(strings.Fields(b.String()), " ") }
