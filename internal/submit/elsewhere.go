package submit

import (
	"cmp"
	"context"
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
func (s *Sender) sentElsewhere(ctx context.Context, f Form, r Request) (Found, error) {
	if f.SharedSince.IsZero() {
		return Found{IsComplete: true}, nil
	}
	switch r := r.(type) {
	case TicketChange:
		return s.commentedElsewhere(ctx, f, r)
	case addition:
		now := s.Now()
		from := f.SharedSince
		if earliest := now.Add(-maxLookBack); from.Before(earliest) {
			from = earliest
		}
		matching, err := r.find(ctx, s, period{from, now})
		if IsUnreachable(err) {
			return Found{}, err
		}
		return Found{
			Verdict: PriorUnknown, LookErr: err, Matches: matching.all,
			IsComplete: matching.isComplete && from.Equal(f.SharedSince),
		}, nil
	}
	return Found{IsComplete: true}, nil
}

// commentedElsewhere looks for an update's comment among the entries of its ticket that are not older than the form.
func (s *Sender) commentedElsewhere(ctx context.Context, f Form, r TicketChange) (Found, error) {
	found := Found{Verdict: PriorUnknown, IsComplete: true}
	if strings.TrimSpace(r.Comment) == "" {
		return found, nil
	}
	ticket := r.before
	if ticket == nil {
		var err error
		if ticket, err = s.ticket(ctx, r.id()); err != nil {
			return Found{}, err
		}
	}
	tail := oneLine(safetext.NewHTML(cmp.Or(s.sign(f.CommentTail), r.Comment)))
	for _, entry := range ticket.Timeline {
		if strings.HasSuffix(oneLine(entry.Body), tail) && !s.isOlder(entry.At, at(f.SharedSince)) {
			found.Matches = append(found.Matches, Match{ID: desk.NewID(r.TicketID)})
		}
	}
	return found, nil
}

// looksSaved reports whether the records look as if the write was sent, or could not be searched completely.
func (f Found) looksSaved() bool {
	return f.LookErr != nil || len(f.Matches) > 0 || !f.IsComplete
}
