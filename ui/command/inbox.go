package command

import (
	"context"
	"errors"
	"math"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/book"
	"frontdesk/internal/desk"
)

// Changes of the book are collected for a while before the rows are listed anew: a short one, or so long that listing
// takes no more than a part of the time. Two hundred consoles of a host would else be busy with each other's changes and
// not with their agents' keys.
const (
	gather     = 30 * time.Millisecond
	gatherMost = 500 * time.Millisecond
	gatherPart = 20 // one part in so many
)

// gatherTime is how long changes are collected now.
func (c *Commands) gatherTime() time.Duration {
	return min(max(gather, gatherPart*time.Duration(c.listing.Load())), gatherMost)
}

// forever is longer than any console lives.
const forever = math.MaxInt64 * time.Nanosecond

// ChangedMsg says that the book holds something new.
type ChangedMsg struct{}

// Listen answers when the book has changed since it was last asked.
func (c *Commands) Listen() tea.Cmd {
	return func() tea.Msg {
		news := c.feed.Next(c.Context)
		c.Wait(news, forever)
		if !book.IsNews(news) || !c.Wait(c.Context, c.gatherTime()) {
			return nil
		}
		return ChangedMsg{}
	}
}

// ListedMsg is the rows that a query asked for.
type ListedMsg struct {
	Listing    *Listing
	Progress   Progress
	Vocabulary Vocabulary
	New        int // tickets of the listing that this agent has not looked at
	Err        error
}

// List lists the inbox's rows; what an earlier query asked for is dropped.
func (c *Commands) List(q Query) tea.Cmd {
	ctx := c.replace(&c.stopList)
	q.Zone = c.Zones.Account()
	return func() tea.Msg {
		began := c.Now()
		if ctx.Err() != nil {
			return nil
		}
		c.feed.LookAtDays(q.Span)
		msg := ListedMsg{Progress: c.Book.Progress(q.Span)} // before the rows: what has arrived by then is among them
		listing, err := c.Book.Snapshot().List(ctx, q)
		if ctx.Err() != nil {
			return nil
		}
		msg.Listing, msg.Vocabulary, msg.Err = listing, c.Book.Vocabulary(), err
		if err == nil {
			msg.New = c.Seen.Count(listing.Touched(), listing.Talk)
		}
		c.listing.Store(int64(c.Now().Sub(began)))
		return msg
	}
}

// PulledMsg says that a pull has ended.
type PulledMsg struct {
	Span desk.Span
	At   time.Time
	Err  error // joined from the days that failed
}

// Pull asks the service for the tickets of every day of a span and for the watched ones, in place of an earlier
// pull that is still under way.
func (c *Commands) Pull(span desk.Span) tea.Cmd {
	ctx := c.replace(&c.stopPull)
	return func() tea.Msg {
		c.feed.LookAtDays(span)
		return c.pull(ctx, span, c.Shared)
	}
}

// PullNow is Pull by the agent's own hand: what others have asked for counts only while it is new.
func (c *Commands) PullNow(span desk.Span) tea.Cmd {
	ctx := c.replace(&c.stopPull)
	return func() tea.Msg { return c.pull(ctx, span, min(c.Shared, justNow)) }
}

const (
	justNow    = 2 * time.Second
	olderTimes = 9 // by how much longer an answer of an older day counts: less happens there
)

// Refresh asks for the newest day of a span and for the watched tickets, beside a pull that is under way.
func (c *Commands) Refresh(span desk.Span) tea.Cmd {
	ctx := c.replace(&c.stopRefresh)
	newest := desk.Span{From: span.To, To: span.To}
	return func() tea.Msg { return c.pull(ctx, newest, c.Shared) }
}

func (c *Commands) pull(ctx context.Context, span desk.Span, age time.Duration) tea.Msg {
	var at time.Time
	var err error
	if c.Shared == 0 {
		err = errors.Join(c.Book.Pull(ctx, span), c.Book.RefreshWatched(ctx))
	} else {
		at, err = c.Book.Freshen(ctx, span, book.Sharing{Newest: age, Older: c.older(age)})
	}
	if ctx.Err() != nil {
		return nil
	}
	if at.IsZero() {
		at = c.Now()
	}
	return PulledMsg{Span: span, At: at, Err: err}
}

// older is the age of the older days that goes with the newest one's.
func (c *Commands) older(age time.Duration) time.Duration {
	if age < c.Shared {
		return age // by hand
	}
	return olderTimes * age
}

// TicketMsg is a ticket as Get Ticket tells it.
type TicketMsg struct {
	ID     desk.Key
	Detail *desk.Detail // nil when the service knows no such ticket
	At     time.Time
	Err    error
}

// errGone is said of a ticket that was listed and is no longer known.
var errGone = errors.New("the service knows no such ticket any more")

// Ticket fetches a ticket, at once or when the cursor has settled; what an earlier call asked for is dropped.
func (c *Commands) Ticket(id desk.Key, atOnce bool) tea.Cmd {
	ctx := c.replace(&c.stopTicket)
	return func() tea.Msg {
		if !atOnce && !c.Wait(ctx, c.Settle) {
			return nil
		}
		c.feed.LookAtTicket(id)
		found, _, err := c.Book.Details(ctx, []desk.Key{id})
		if ctx.Err() != nil {
			return nil
		}
		msg := TicketMsg{ID: id, At: c.Now(), Err: err}
		switch {
		case err == nil && len(found) == 0:
			msg.Err = errGone
		case len(found) > 0:
			msg.Detail = &found[0]
		}
		return msg
	}
}

// LookedMsg says that the agent has now seen what was new on a ticket.
type LookedMsg struct{ Err error }

// Look remembers that the agent has seen a ticket as it is now.
func (c *Commands) Look(t *desk.Ticket) tea.Cmd {
	if !c.Seen.Look(t) {
		return nil
	}
	return func() tea.Msg { return LookedMsg{Err: c.Seen.Save(c.Now())} }
}
