package backend

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/stats"
)

// Changes of the cache are coalesced before rows are listed again: those that come with the first one, and those since
// the last listing, long enough that listing takes only a fraction of the time. Otherwise the consoles of a busy host
// would spend their time on each other's changes rather than on their agents' input.
const (
	coalesce        = 10 * time.Millisecond
	minInterval     = 30 * time.Millisecond
	maxInterval     = 500 * time.Millisecond
	intervalDivisor = 20 // listing takes at most 1/intervalDivisor of the time
)

// coalesceTime returns how long changes are coalesced that begin now.
func (c *Backend) coalesceTime() time.Duration {
	interval := min(max(minInterval, intervalDivisor*time.Duration(c.listing.Load())), maxInterval)
	passed := c.Now().Sub(time.Unix(0, c.listed.Load()))
	return max(coalesce, min(interval, interval-passed))
}

// StoreChangedMsg reports that the cache has changed.
type StoreChangedMsg struct{}

// WatchStore waits until the cache has changed since the last call.
func (c *Backend) WatchStore() tea.Cmd {
	return func() tea.Msg {
		if !c.subscription.Wait(c.Context) || !c.Sleep(c.Context, c.coalesceTime()) {
			return nil
		}
		c.subscription.Gathered()
		return StoreChangedMsg{}
	}
}

// TicketsListedMsg holds the rows of a query.
type TicketsListedMsg struct {
	Listing    *Listing
	Seq        int       // of the list that was asked for
	In         *WorkList // whose order the list was asked for in
	Progress   Progress
	Queue      QueueStatus
	Vocabulary Vocabulary
	New        int // unread tickets that match the query
	Err        error
}

// ListTickets lists the inbox's rows and cancels an earlier listing. The rows are in the order of a work list unless
// that is nil.
func (c *Backend) ListTickets(q Query, seq int, in *WorkList) tea.Cmd {
	q.Zone = c.Zones.Account()
	ctx := c.rows.Begin(c.Context)
	return func() tea.Msg {
		began := c.Now()
		if ctx.Err() != nil {
			return nil
		}
		c.subscription.ShowDays(q.Span)
		c.Cache.WaitLoaded(ctx)
		// taken before the rows, so that they include every day it reports as loaded
		msg := TicketsListedMsg{Seq: seq, In: in, Progress: c.Cache.Progress(q.Span), Queue: c.Cache.Queue()}
		listing, err := c.Cache.Snapshot().List(ctx, q)
		msg.Listing, msg.Vocabulary, msg.Err = listing, c.Cache.Vocabulary(), err
		if err == nil {
			msg.New = c.ReadState.CountUnread(listing.LastActivity(), listing.ActivityAt)
			if in != nil {
				msg.Listing = listing.In(in)
			}
			ended := c.Now()
			c.listing.Store(int64(ended.Sub(began)))
			c.listed.Store(ended.UnixNano())
		}
		if ctx.Err() != nil {
			return nil
		}
		return msg
	}
}

// PullDone is the end of a pull of days. The error is joined from those that failed.
type PullDone = Answer[desk.DateRange, Pulled]

// Pulled stands for tickets that are in the cache now.
type Pulled struct{}

// PullTickets pulls the tickets of every day of a span and the watched ones, and cancels an earlier pull.
func (c *Backend) PullTickets(span desk.DateRange) tea.Cmd {
	return c.pull(&c.allDays, span, func() cache.MaxAge {
		c.subscription.ShowDays(span)
		return c.maxAge()
	})
}

// PullTicketsNow is PullTickets at the agent's request: responses fetched for other consoles count only for freshAge.
func (c *Backend) PullTicketsNow(span desk.DateRange) tea.Cmd {
	return c.pull(&c.allDays, span, func() cache.MaxAge { return cache.SameAge(min(c.MaxSharedAge, freshAge)) })
}

const (
	freshAge       = 2 * time.Second
	olderAgeFactor = 6 // answers for days before the last two may be this many times as old, since they change less
)

// PullToday pulls the newest day of a span and the watched tickets, without cancelling a PullTickets.
func (c *Backend) PullToday(span desk.DateRange) tea.Cmd {
	return c.pull(&c.newestDay, desk.DateRange{From: span.To, To: span.To}, c.maxAge)
}

// SetOnScreen sets the tickets that the list shows, which are read again before others when older ones are.
func (c *Backend) SetOnScreen(ids []desk.ID) { c.onScreen.Store(&ids) }

func (c *Backend) pull(s *Slot, span desk.DateRange, age func() cache.MaxAge) tea.Cmd {
	return load(c, s, 0, span, func(ctx context.Context) (_ Pulled, at time.Time, err error) {
		oldest := age()
		if ids := c.onScreen.Load(); ids != nil {
			c.subscription.ShowRows(*ids)
		}
		if at, err = c.Cache.Refresh(ctx, span, oldest); at.IsZero() {
			at = c.Now()
		}
		return Pulled{}, at, err
	})
}

// maxAge returns how old the answers may be that a refresh which nobody has asked for leaves as they are.
func (c *Backend) maxAge() cache.MaxAge {
	return cache.MaxAge{Newest: c.MaxSharedAge, Recent: c.OlderAge, Older: olderAgeFactor * c.OlderAge}
}

// TicketLoaded holds a ticket from Get Ticket; nil when the service knows no such ticket.
type TicketLoaded = Answer[desk.ID, *desk.TicketDetails]

// errTicketGone is returned for a listed ticket that the service no longer has.
var errTicketGone = errors.New("the service no longer has this ticket")

// LoadTicket fetches a ticket, at once or when the cursor has rested, and cancels an earlier fetch.
func (c *Backend) LoadTicket(s *Slot, id desk.ID, atOnce bool) tea.Cmd {
	return load(c, s, c.restTime(atOnce), id,
		func(ctx context.Context) (*desk.TicketDetails, time.Time, error) {
			c.subscription.ShowTicket(id)
			return c.getTicket(ctx, id)
		})
}

// LoadStoredTicket reads a ticket as it was last read at an earlier start, at once or when the cursor has rested, and
// cancels an earlier reading. A ticket that was not read before is not taken.
func (c *Backend) LoadStoredTicket(
	s *Slot, id desk.ID, atOnce bool, take func(*desk.TicketDetails, time.Time) tea.Cmd,
) tea.Cmd {
	rest := c.restTime(atOnce) / 2
	ctx := s.Begin(c.Context)
	return Do(ctx, func() Then {
		if !c.Sleep(ctx, rest) {
			return nil
		}
		detail, at, known := c.Cache.StoredDetails(ctx, id)
		if !known {
			return nil
		}
		return func() tea.Cmd { return take(detail, at) }
	})
}

// ReadTicket fetches a ticket that need not be on the screen.
func (c *Backend) ReadTicket(id desk.ID) tea.Cmd {
	return load(c, nil, 0, id, func(ctx context.Context) (*desk.TicketDetails, time.Time, error) {
		return c.getTicket(ctx, id)
	})
}

func (c *Backend) getTicket(ctx context.Context, id desk.ID) (*desk.TicketDetails, time.Time, error) {
	found, _, err := c.Cache.GetTickets(ctx, []desk.ID{id})
	switch {
	case len(found) > 0:
		return &found[0], c.Now(), err
	case err == nil:
		err = errTicketGone
	}
	return nil, c.Now(), err
}

// MarkRead marks the current state of a ticket as read.
func (c *Backend) MarkRead(t *desk.Ticket) tea.Cmd {
	if !c.ReadState.MarkRead(t) {
		return nil
	}
	return written(ReadMarks, func() error { return c.ReadState.Save(c.Now()) })
}

// IsAnswer reports whether a message carries a response that the service sent after a moment, rather than cached data.
// Pulls are not included; they report their own end.
func IsAnswer(msg tea.Msg, after time.Time) bool {
	if at, err := fetched(msg); err == nil && at.After(after) {
		return true
	}
	switch msg := msg.(type) {
	case CustomerLookedUp:
		return msg.Err == nil || IsNotFound(msg.Err)
	case ArticlesFound:
		return msg.Err == nil
	case CategoriesLoaded:
		return msg.Err == nil && bool(msg.Of)
	case SubmitResultMsg:
		return msg.Outcome == Saved || msg.Outcome == Conflict
	case OutboxItemDoneMsg:
		return msg.Err == nil && IsAnswer(msg.Written, after)
	}
	return false
}

// Unreachable returns the error of a message that shows that the service could not be reached; nil if it does not.
// Articles are not included: they may be served by another host. Pulls report their own end.
func Unreachable(msg tea.Msg) error {
	var err error
	switch msg := msg.(type) {
	case CustomerLookedUp:
		err = msg.Err
	case SubmitResultMsg:
		err = msg.Err
	case OutboxItemDoneMsg:
		err = msg.Written.Err
	default:
		_, err = fetched(msg)
	}
	if !IsUnreachable(err) {
		return nil
	}
	return err
}

// fetched returns when a message's data was fetched; zero for messages without a time.
func fetched(msg tea.Msg) (time.Time, error) {
	switch msg := msg.(type) {
	case TicketLoaded:
		return msg.At, msg.Err
	case CustomerLoaded:
		return msg.At, msg.Err
	case OrdersLoaded:
		return msg.At, msg.Err
	}
	return time.Time{}, nil
}

// ComputeFigures counts the tickets of the board and cancels an earlier count.
func (c *Backend) ComputeFigures(r stats.Request, take func(*stats.Figures, error) tea.Cmd) tea.Cmd {
	ctx := c.figures.Begin(c.Context)
	return Do(ctx, func() Then {
		c.Cache.WaitLoaded(ctx)
		r.Now = c.Now()
		figures, err := stats.Of(ctx, c.Cache, r)
		return func() tea.Cmd { return take(figures, err) }
	})
}
