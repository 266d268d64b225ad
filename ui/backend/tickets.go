package backend

import (
	"context"
	"errors"
	"math"
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

// forever is a duration that never elapses.
const forever = math.MaxInt64 * time.Nanosecond

// StoreChangedMsg reports that the cache has changed.
type StoreChangedMsg struct{}

// WatchStore waits until the cache has changed since the last call.
func (c *Backend) WatchStore() tea.Cmd {
	return func() tea.Msg {
		change := c.subscription.Changed(c.Context)
		c.Sleep(change, forever)
		if !cache.IsChange(change) || !c.Sleep(c.Context, c.coalesceTime()) {
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
	return c.latest(&c.stopList, func(ctx context.Context) tea.Msg {
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
		return msg
	})
}

// PullDoneMsg reports the end of a pull.
type PullDoneMsg struct {
	Span desk.DateRange
	At   time.Time
	Err  error // joined from the days that failed
}

// PullTickets pulls the tickets of every day of a span and the watched ones, and cancels an earlier pull.
func (c *Backend) PullTickets(span desk.DateRange) tea.Cmd {
	return c.latest(&c.stopPull, func(ctx context.Context) tea.Msg {
		c.subscription.ShowDays(span)
		return c.pull(ctx, span, c.maxAge())
	})
}

// PullTicketsNow is PullTickets at the agent's request: responses fetched for other consoles count only for freshAge.
func (c *Backend) PullTicketsNow(span desk.DateRange) tea.Cmd {
	return c.latest(
		&c.stopPull,
		func(ctx context.Context) tea.Msg {
			return c.pull(ctx, span, cache.SameAge(min(c.MaxSharedAge, freshAge)))
		},
	)
}

const (
	freshAge       = 2 * time.Second
	olderAgeFactor = 6 // answers for days before the last two may be this many times as old, since they change less
)

// PullToday pulls the newest day of a span and the watched tickets, without cancelling a PullTickets.
func (c *Backend) PullToday(span desk.DateRange) tea.Cmd {
	newest := desk.DateRange{From: span.To, To: span.To}
	return c.latest(&c.stopRefresh, func(ctx context.Context) tea.Msg { return c.pull(ctx, newest, c.maxAge()) })
}

// SetOnScreen sets the tickets that the list shows, which are read again before others when older ones are.
func (c *Backend) SetOnScreen(ids []desk.ID) { c.onScreen.Store(&ids) }

func (c *Backend) pull(ctx context.Context, span desk.DateRange, age cache.MaxAge) tea.Msg {
	if ids := c.onScreen.Load(); ids != nil {
		c.subscription.ShowRows(*ids)
	}
	at, err := c.Cache.Refresh(ctx, span, age)
	if at.IsZero() {
		at = c.Now()
	}
	return PullDoneMsg{Span: span, At: at, Err: err}
}

// maxAge returns how old the answers may be that a refresh which nobody has asked for leaves as they are.
func (c *Backend) maxAge() cache.MaxAge {
	return cache.MaxAge{Newest: c.MaxSharedAge, Recent: c.OlderAge, Older: olderAgeFactor * c.OlderAge}
}

// TicketLoadedMsg holds a ticket from Get Ticket.
type TicketLoadedMsg struct {
	ID     desk.ID
	Detail *desk.TicketDetails // nil when the service knows no such ticket
	At     time.Time
	Err    error
}

// errTicketGone is returned for a listed ticket that the service no longer has.
var errTicketGone = errors.New("the service no longer has this ticket")

// LoadTicket fetches a ticket, at once or when the cursor has rested, and cancels an earlier fetch.
func (c *Backend) LoadTicket(id desk.ID, atOnce bool) tea.Cmd {
	rest := c.restTime(atOnce)
	return c.latest(&c.stopTicket, func(ctx context.Context) tea.Msg {
		if !c.Sleep(ctx, rest) {
			return nil
		}
		c.subscription.ShowTicket(id)
		return c.getTicket(ctx, id)
	})
}

// StoredTicketMsg holds a ticket as it was last read at an earlier start.
type StoredTicketMsg struct {
	ID     desk.ID
	Detail *desk.TicketDetails
	At     time.Time // when it was read
}

// LoadStoredTicket reads a ticket from disk, at once or when the cursor has rested, and cancels an earlier reading. It
// returns no message when the ticket was not read before.
func (c *Backend) LoadStoredTicket(id desk.ID, atOnce bool) tea.Cmd {
	rest := c.restTime(atOnce) / 2
	return c.latest(&c.stopStored, func(ctx context.Context) tea.Msg {
		if !c.Sleep(ctx, rest) {
			return nil
		}
		detail, at, known := c.Cache.StoredDetails(ctx, id)
		if !known {
			return nil
		}
		return StoredTicketMsg{ID: id, Detail: detail, At: at}
	})
}

// ReadTicket fetches a ticket that need not be on the screen.
func (c *Backend) ReadTicket(id desk.ID) tea.Cmd {
	return func() tea.Msg { return c.getTicket(c.Context, id) }
}

func (c *Backend) getTicket(ctx context.Context, id desk.ID) TicketLoadedMsg {
	found, _, err := c.Cache.GetTickets(ctx, []desk.ID{id})
	msg := TicketLoadedMsg{ID: id, At: c.Now(), Err: err}
	switch {
	case err == nil && len(found) == 0:
		msg.Err = errTicketGone
	case len(found) > 0:
		msg.Detail = &found[0]
	}
	return msg
}

// TicketReadMsg is the result of MarkRead.
type TicketReadMsg struct{ Err error }

// MarkRead marks the current state of a ticket as read.
func (c *Backend) MarkRead(t *desk.Ticket) tea.Cmd {
	if !c.ReadState.MarkRead(t) {
		return nil
	}
	return func() tea.Msg { return TicketReadMsg{Err: c.ReadState.Save(c.Now())} }
}

// IsAnswer reports whether a message carries a response that the service sent after a moment, rather than cached data.
// Pulls are not included; they report their own end.
func IsAnswer(msg tea.Msg, after time.Time) bool {
	if at, err := fetched(msg); err == nil && at.After(after) {
		return true
	}
	switch msg := msg.(type) {
	case CustomerLookupMsg:
		return msg.Err == nil || IsNotFound(msg.Err)
	case ArticlesFoundMsg:
		return msg.Err == nil
	case CategoriesLoadedMsg:
		return msg.Err == nil && msg.Asked
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
	case CustomerLookupMsg:
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
	case TicketLoadedMsg:
		return msg.At, msg.Err
	case CustomerLoadedMsg:
		return msg.At, msg.Err
	case CustomerOrdersLoadedMsg:
		return msg.At, msg.Err
	}
	return time.Time{}, nil
}

// FiguresMsg holds the figures that were asked for.
type FiguresMsg struct {
	Seq     int // of the request
	Figures *stats.Figures
	Err     error
}

// ComputeFigures counts the tickets of the board and cancels an earlier count.
func (c *Backend) ComputeFigures(r stats.Request, seq int) tea.Cmd {
	return c.latest(&c.stopFigures, func(ctx context.Context) tea.Msg {
		c.Cache.WaitLoaded(ctx)
		r.Now = c.Now()
		figures, err := stats.Of(ctx, c.Cache, r)
		return FiguresMsg{Seq: seq, Figures: figures, Err: err}
	})
}
