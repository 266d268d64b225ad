package backend

import (
	"context"
	"errors"
	"math"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
)

// Changes of the book are collected for a while before the rows are listed anew: a short one, or so long that listing
// takes no more than a part of the time. Two hundred consoles of a host would else be busy with each other's changes and
// not with their agents' keys.
const (
	coalesce        = 30 * time.Millisecond
	maxCoalesce     = 500 * time.Millisecond
	coalesceDivisor = 20 // one part in so many
)

// coalesceTime is how long changes are collected now.
func (c *Backend) coalesceTime() time.Duration {
	return min(max(coalesce, coalesceDivisor*time.Duration(c.listing.Load())), maxCoalesce)
}

// forever is longer than any console lives.
const forever = math.MaxInt64 * time.Nanosecond

// StoreChangedMsg says that the book holds something new.
type StoreChangedMsg struct{}

// WatchStore answers when the book has changed since it was last asked.
func (c *Backend) WatchStore() tea.Cmd {
	return func() tea.Msg {
		news := c.feed.Changed(c.Context)
		c.Sleep(news, forever)
		if !cache.IsChange(news) || !c.Sleep(c.Context, c.coalesceTime()) {
			return nil
		}
		return StoreChangedMsg{}
	}
}

// TicketsListedMsg is the rows that a query asked for.
type TicketsListedMsg struct {
	Listing    *Listing
	Progress   Progress
	Vocabulary Vocabulary
	New        int // tickets of the listing that this agent has not looked at
	Err        error
}

// ListTickets lists the inbox's rows; what an earlier query asked for is dropped.
func (c *Backend) ListTickets(q Query) tea.Cmd {
	ctx := c.replace(&c.stopList)
	q.Zone = c.Zones.Account()
	return func() tea.Msg {
		began := c.Now()
		if ctx.Err() != nil {
			return nil
		}
		c.feed.LookAtDays(q.Span)
		msg := TicketsListedMsg{Progress: c.Book.Progress(q.Span)} // before the rows: what has arrived by then is among them
		listing, err := c.Book.Snapshot().List(ctx, q)
		if ctx.Err() != nil {
			return nil
		}
		msg.Listing, msg.Vocabulary, msg.Err = listing, c.Book.Vocabulary(), err
		if err == nil {
			msg.New = c.ReadState.CountUnread(listing.LastActivity(), listing.ActivityAt)
		}
		c.listing.Store(int64(c.Now().Sub(began)))
		return msg
	}
}

// PullDoneMsg says that a pull has ended.
type PullDoneMsg struct {
	Span desk.DateRange
	At   time.Time
	Err  error // joined from the days that failed
}

// PullTickets asks the service for the tickets of every day of a span and for the watched ones, in place of an earlier
// pull that is still under way.
func (c *Backend) PullTickets(span desk.DateRange) tea.Cmd {
	ctx := c.replace(&c.stopPull)
	return func() tea.Msg {
		c.feed.LookAtDays(span)
		return c.pull(ctx, span, c.MaxSharedAge)
	}
}

// PullTicketsNow is Pull by the agent's own hand: what others have asked for counts only while it is new.
func (c *Backend) PullTicketsNow(span desk.DateRange) tea.Cmd {
	ctx := c.replace(&c.stopPull)
	return func() tea.Msg { return c.pull(ctx, span, min(c.MaxSharedAge, justNow)) }
}

const (
	justNow    = 2 * time.Second
	olderTimes = 9 // by how much longer an answer of an older day counts: less happens there
)

// PullToday asks for the newest day of a span and for the watched tickets, beside a pull that is under way.
func (c *Backend) PullToday(span desk.DateRange) tea.Cmd {
	ctx := c.replace(&c.stopRefresh)
	newest := desk.DateRange{From: span.To, To: span.To}
	return func() tea.Msg { return c.pull(ctx, newest, c.MaxSharedAge) }
}

func (c *Backend) pull(ctx context.Context, span desk.DateRange, age time.Duration) tea.Msg {
	var at time.Time
	var err error
	if c.MaxSharedAge == 0 {
		err = errors.Join(c.Book.Pull(ctx, span), c.Book.RefreshWatched(ctx))
	} else {
		at, err = c.Book.RefreshIfStale(ctx, span, cache.MaxAge{Newest: age, Older: c.older(age)})
	}
	if ctx.Err() != nil {
		return nil
	}
	if at.IsZero() {
		at = c.Now()
	}
	return PullDoneMsg{Span: span, At: at, Err: err}
}

// older is the age of the older days that goes with the newest one's.
func (c *Backend) older(age time.Duration) time.Duration {
	if age < c.MaxSharedAge {
		return age // by hand
	}
	return olderTimes * age
}

// TicketLoadedMsg is a ticket as Get Ticket tells it.
type TicketLoadedMsg struct {
	ID     desk.ID
	Detail *desk.TicketDetails // nil when the service knows no such ticket
	At     time.Time
	Err    error
}

// errGone is said of a ticket that was listed and is no longer known.
var errGone = errors.New("the service knows no such ticket any more")

// LoadTicket fetches a ticket, at once or when the cursor has settled; what an earlier call asked for is dropped.
func (c *Backend) LoadTicket(id desk.ID, atOnce bool) tea.Cmd {
	ctx := c.replace(&c.stopTicket)
	return func() tea.Msg {
		if !atOnce && !c.Sleep(ctx, c.PreviewDelay) {
			return nil
		}
		c.feed.LookAtTicket(id)
		found, _, err := c.Book.GetTickets(ctx, []desk.ID{id})
		if ctx.Err() != nil {
			return nil
		}
		msg := TicketLoadedMsg{ID: id, At: c.Now(), Err: err}
		switch {
		case err == nil && len(found) == 0:
			msg.Err = errGone
		case len(found) > 0:
			msg.Detail = &found[0]
		}
		return msg
	}
}

// TicketReadMsg says that the agent has now seen what was new on a ticket.
type TicketReadMsg struct{ Err error }

// MarkRead remembers that the agent has seen a ticket as it is now.
func (c *Backend) MarkRead(t *desk.Ticket) tea.Cmd {
	if !c.ReadState.MarkRead(t) {
		return nil
	}
	return func() tea.Msg { return TicketReadMsg{Err: c.ReadState.Save(c.Now())} }
}

// IsAnswer says whether a message brings what the service has answered after a moment, and not what was known before.
// A pull says itself how it has ended.
func IsAnswer(msg tea.Msg, after time.Time) bool {
	if at, err := fetched(msg); err == nil && at.After(after) {
		return true
	}
	switch msg := msg.(type) {
	case CustomerLookupMsg:
		return msg.Err == nil || IsNotFound(msg.Err)
	case ArticlesFoundMsg:
		return msg.Err == nil && msg.Final
	case CategoriesLoadedMsg:
		return msg.Err == nil && msg.Asked
	case SubmitResultMsg:
		return msg.Outcome == Saved || msg.Outcome == Conflict
	case OutboxItemDoneMsg:
		return msg.Err == nil && IsAnswer(msg.Written, after)
	}
	return false
}

// fetched is when what a message brings was fetched; the zero time for one that says no time.
func fetched(msg tea.Msg) (time.Time, error) {
	switch msg := msg.(type) {
	case TicketLoadedMsg:
		return msg.At, msg.Err
	case CustomerLoadedMsg:
		return msg.At, msg.Err
	case CustomerOrdersLoadedMsg:
		return msg.At, msg.Err
	}
	return time.Time{}, nil
}
