package submit

import (
	"strconv"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// undated is the id of a timeline entry without a date.
const undated = "undated"

// Comments returns the timeline entries that already hold an update's comment before the update is sent.
func Comments(t *desk.TicketDetails, comment string) Prior {
	return Prior{IsKnown: true, IDs: commentIDs(t.Timeline, comment)}
}

// commentIDs returns the ids of the entries whose text is the comment. An id is the entry's date and may occur more
// than once.
func commentIDs(timeline []desk.HistoryEntry, comment string) []string {
	if strings.TrimSpace(comment) == "" {
		return nil
	}
	var ids []string
	for _, e := range timeline {
		if !IsSameText(e.Body, safetext.NewHTML(comment)) {
			continue
		}
		id := undated
		if !e.At.IsZero() {
			id = strconv.FormatInt(int64(e.At), 10)
		}
		ids = append(ids, id)
	}
	return ids
}

// Updated returns the verdict on an update from the ticket's current state. A ticket that shows every value sent is
// confirmed, even if somebody else changed it; the comment must be in a dated entry that was not there before, anywhere
// in the timeline.
func Updated(prior Prior, u wire.UpdateTicketRequest, now *desk.TicketDetails, zone *time.Location) Verdict {
	if !hasState(u, now, zone) {
		return Absent
	}
	if strings.TrimSpace(u.Comment) == "" {
		return Confirmed
	}
	fresh := without(commentIDs(now.Timeline, u.Comment), prior.IDs)
	dated := without(fresh, repeat(undated, len(fresh)))
	switch {
	case len(fresh) == 0:
		return Absent
	case !prior.IsKnown:
		return NotLooked
	case len(dated) == 0:
		return Undated
	}
	return Confirmed
}

func repeat(id string, n int) []string {
	ids := make([]string, n)
	for i := range ids {
		ids[i] = id
	}
	return ids
}

// hasState reports whether the ticket has every value that the update sets, except its comment.
func hasState(u wire.UpdateTicketRequest, now *desk.TicketDetails, zone *time.Location) bool {
	callback := ""
	if !now.Callback.IsZero() {
		callback = wire.FormatCallbackTime(now.Callback.In(zone), zone)
	}
	for _, f := range []struct{ asked, stands string }{
		{u.SubStatus, now.SubStatus.Key().Raw()},
		{u.Queue, now.Queue.Key().Raw()},
		{safetext.LineFromText(u.Disposition).String(), now.Disposition.String()},
		{u.Callback, callback},
	} {
		if f.asked != "" && f.asked != f.stands {
			return false
		}
	}
	return true
}

// IsSameText reports whether two texts are equal up to whitespace, which services fold.
func IsSameText(a, b safetext.HTML) bool {
	return strings.Join(strings.Fields(a.Text().String()), " ") == strings.Join(strings.Fields(b.Text().String()), " ")
}
