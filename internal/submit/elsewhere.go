package submit

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// maxLookBack limits for how long new records are searched; older input is always asked about.
const maxLookBack = 14 * 24 * time.Hour

// sentElsewhere looks for the result of a form that a console on another host may have sent: a host that was cut off
// from the others, and then killed, cannot have told them. Only an add, or an update with a comment, changes something
// when it is sent twice (PROTOCOL.md 9.7). Records from before the input was begun do not count.
func (s *Sender) sentElsewhere(ctx context.Context, f Form, r Request) (found Found, looksSaved bool, err error) {
	if f.SharedSince.IsZero() {
		return Found{}, false, nil
	}
	switch r := r.(type) {
	case TicketChange:
		looksSaved, err = s.isCommentedElsewhere(ctx, f, r)
		return Found{Reason: HasComment}, looksSaved, err
	case addition:
		now := s.Now()
		from := f.SharedSince
		if earliest := now.Add(-maxLookBack); from.Before(earliest) {
			from = earliest
		}
		matching, err := r.find(ctx, s, period{from, now})
		switch {
		case IsUnreachable(err):
			return Found{}, false, err
		case err != nil:
			return Found{LookErr: err}, true, nil //nolint:nilerr // the agent is asked, and told why
		case len(matching.all) > 0:
			return Found{Reason: Alike, Matches: matching.all}, true, nil
		}
		return Found{Reason: Cut}, !matching.isComplete || !from.Equal(f.SharedSince), nil
	}
	return Found{}, false, nil
}

// isCommentedElsewhere looks for an update's comment among the entries of its ticket that are not older than the form.
func (s *Sender) isCommentedElsewhere(ctx context.Context, f Form, r TicketChange) (is bool, err error) {
	if isSilent(r.UpdateTicketRequest) {
		return false, nil
	}
	ticket := r.before
	if ticket == nil {
		if ticket, err = s.ticket(ctx, r.record()); err != nil {
			return false, err
		}
	}
	tail := oneLine(safetext.NewHTML(cmp.Or(s.sign(f.CommentTail), r.Comment)))
	return slices.ContainsFunc(ticket.Timeline, func(entry desk.HistoryEntry) bool {
		return strings.HasSuffix(oneLine(entry.Body), tail) && !s.isOlder(entry.At, at(f.SharedSince))
	}), nil
}
