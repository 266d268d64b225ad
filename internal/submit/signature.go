package submit

import (
	"context"
	"strings"
	"sync"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// Signature shows under which name the service keeps the caller's comments. It is the name of the credential, which
// need not be that of the agent, and no answer says it. Only an entry shows it whose comment the service has confirmed.
// The zero value is ready for use.
type Signature struct {
	mu   sync.Mutex
	last ownComment
}

// ownComment is a comment whose update the service has confirmed.
type ownComment struct {
	ticket desk.ID
	text   string
	prior  Prior
	sentAt time.Time
}

// remember keeps the comment of an update that the service has confirmed.
func (g *Signature) remember(r Request, prior Prior, sentAt time.Time) {
	change, isChange := r.(TicketChange)
	if g == nil || !isChange || !prior.IsKnown || strings.TrimSpace(change.Comment) == "" {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.last = ownComment{change.id(), change.Comment, prior, sentAt}
}

func (g *Signature) lastComment() ownComment {
	if g == nil {
		return ownComment{}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.last
}

// signature reads the ticket of the last confirmed comment and returns who has written that comment, as its entry says;
// empty if no entry or more than one can be it.
func (s *Sender) signature(ctx context.Context) safetext.Line {
	last := s.Signature.lastComment()
	if last.ticket.IsZero() {
		return safetext.Line{}
	}
	ticket, err := s.ticket(ctx, last.ticket)
	if err != nil {
		return safetext.Line{}
	}
	fresh := freshEntries(last.prior, ticket.Timeline, last.text)
	if len(fresh) != 1 || fresh[0].At.IsZero() || fresh[0].At.In(time.UTC).Sub(last.sentAt).Abs() > skew {
		return safetext.Line{}
	}
	return fresh[0].Author
}
