package submit

import (
	"strconv"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/wire"
)

// undated is the id of an entry without a date.
const undated = "undated"

// Comments is what a ticket holds, before an update is sent, of the update's comment.
func Comments(t *desk.TicketDetails, comment string) Prior {
	return Prior{IsKnown: true, IDs: commentIDs(t.Timeline, comment)}
}

// commentIDs names the entries with the text of a comment by their dates, of which several may be the same.
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

// Updated judges an update by the ticket as it is now. A ticket that shows all that was asked for is as good as the
// answer, whoever did it; of a comment it does so by an entry that was not there before, wherever it stands in the
// timeline.
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

// hasState reports whether a ticket stands as an update wants it, its comment apart.
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

// IsSameText compares texts as people read them: services fold blanks and line ends.
func IsSameText(a, b safetext.HTML) bool {
	return strings.Join(strings.Fields(a.Text().String()), " ") == strings.Join(strings.Fields(b.Text().String()), " ")
}
