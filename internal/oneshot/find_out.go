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

// finding is what a ticket says after the answer to its update was lost.
type finding string

// The findings.
const (
	changeShown    finding = "the ticket shows the change, with its comment"
	changeStands   finding = "the ticket shows all that was asked for"
	changeNotShown finding = "the ticket does not show the change, as of now"
	changeUnclear  finding = "the ticket stands as the update wants it, with this comment, of which the date is not known"
	changeUnread   finding = "the ticket could not be read again to find out"
)

// isDone says whether a ticket shows all that was asked for, which is as good as the answer, as it is of a customer and
// an order: whoever did it, nothing is left to do.
func (f finding) isDone() bool { return f == changeShown || f == changeStands }

// findOut reads a ticket again after the answer to an update that was sent at began was lost, and looks for the change;
// the ticket is nil when it could not be read.
func findOut(ctx context.Context, c *client.Client, u wire.TicketUpdate, began time.Time, zone *time.Location) (finding, *desk.Detail) {
	ctx, cancel := looking(ctx)
	defer cancel()
	found, err := client.Call(ctx, c, wire.GetTicket, wire.TicketGet{
		TicketIDs: u.TicketID, ConversationType: "notes", HistoryType: "all",
	})
	if err != nil {
		return changeUnread, nil
	}
	for i := range found {
		if found[i].ID.Raw() == u.TicketID {
			return compare(u, &found[i], began, zone), &found[i]
		}
	}
	return changeUnread, nil
}

// compare looks for an update on the ticket as it is now.
func compare(u wire.TicketUpdate, now *desk.Detail, began time.Time, zone *time.Location) finding {
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
			return changeNotShown
		}
	}
	if u.Comment == "" {
		return changeStands
	}
	return commented(u.Comment, now.Timeline, began)
}

// commented looks for the comment among the entries since the update was sent. An older one alike proves nothing,
// and neither does one without a date.
func commented(comment string, timeline []desk.Entry, began time.Time) finding {
	alike := func(e desk.Entry) bool {
		return folded(e.Body.Plain()) == folded(text.NewRich(comment).Plain())
	}
	found := changeNotShown
	for _, e := range timeline {
		switch {
		case !alike(e):
		case e.At.IsZero():
			found = changeUnclear
		case !e.At.In(time.UTC).Before(began.Add(-skew)):
			return changeShown
		}
	}
	return found
}

// folded is a text without regard to how its lines break.
func folded(b text.Block) string { return strings.Join(strings.Fields(b.String()), " ") }
