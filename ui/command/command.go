// Package command is the only place of the console that does IO. Its methods return commands for the loop to run,
// and every command answers with one message that ends in Msg and carries its Err.
package command

import (
	"context"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/book"
	"frontdesk/internal/desk"
	"frontdesk/internal/draft"
	"frontdesk/internal/presence"
)

// What the panes show of the book, which only this package sees.
type (
	// Listing is the rows of the inbox: a view of a snapshot, filtered and sorted.
	Listing = book.Listing
	// Query asks for a listing.
	Query = book.Query
	// Progress is how far a pull has come, day by day.
	Progress = book.Progress
	// DayStatus is one day of it.
	DayStatus = book.DayStatus
	// Vocabulary is the account's sub-statuses, queues and dispositions, as configured and as rows teach.
	Vocabulary = book.Vocabulary
	// Draft is what was typed into a form.
	Draft = draft.Draft
	// DraftForm says whose typing a draft is.
	DraftForm = draft.Form
)

// The states of a day.
const (
	Waiting = book.Waiting
	Pulling = book.Pulling
	Arrived = book.Arrived
	Cut     = book.Cut
	Failed  = book.Failed
)

// Config is what the commands work with.
type Config struct {
	Context context.Context // ends with the console
	Book    *book.Book
	Shelf   *draft.Shelf
	Seen    *draft.Seen
	Account string           // its name in drafts
	Zones   desk.Zones       // the account's and the agent's
	Seat    *presence.Seat   // among the consoles of a host; nil when the console is alone
	Now     func() time.Time // by any clock
	Settle  time.Duration    // how long the cursor rests on a ticket before it is fetched
	Pause   time.Duration    // between keys before the service is asked

	// Shared is how old an answer to another console of the book may be to count as an answer to this one; 0 when the
	// console is alone with its book.
	Shared time.Duration

	// Wait rests for a while and says false when ctx ended first; by the machine's clock when nil.
	Wait func(ctx context.Context, d time.Duration) bool
}

// Commands performs everything of the console that takes time. Its methods are called from the loop alone.
type Commands struct {
	Config
	feed                            *book.Feed
	listing                         atomic.Int64 // nanoseconds that the last one took
	stopList, stopPull, stopTicket  context.CancelFunc
	stopSearch, stopRefresh, stopCt context.CancelFunc
	stopCustomer, stopOrders        context.CancelFunc
	stopFind, stopBack, stopAsk     context.CancelFunc
	ownerless                       keySet // tickets that name no customer
	saver                           *saver
	underway                        underway
}

// New makes the commands of one console; Close ends what is still under way.
func New(c Config) *Commands {
	if c.Settle == 0 {
		c.Settle = 90 * time.Millisecond
	}
	if c.Pause == 0 {
		c.Pause = 160 * time.Millisecond
	}
	if c.Wait == nil {
		c.Wait = wait
	}
	none := func() {}
	m := &Commands{
		Config: c, feed: c.Book.Feed(), stopList: none, stopPull: none, stopTicket: none, stopSearch: none,
		stopRefresh: none, stopCt: none, stopCustomer: none, stopOrders: none,
		stopFind: none, stopBack: none, stopAsk: none,
	}
	m.saver = newSaver(c.Shelf)
	c.Book.Watch(c.Seen.WorkedOn()...)
	return m
}

// Close stops listening to the book, and gives the seat among the others back.
func (c *Commands) Close() {
	c.feed.Close()
	if c.Seat != nil {
		c.Seat.Leave()
	}
}

// replace cancels what stop stands for and makes a context for what comes instead.
func (c *Commands) replace(stop *context.CancelFunc) context.Context {
	(*stop)()
	ctx, cancel := context.WithCancel(c.Context)
	*stop = cancel
	return ctx
}

// wait rests by the machine's clock.
func wait(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// AfterMsg says that a while has passed since something numbered seq.
type AfterMsg struct {
	What string
	Seq  int
}

// After answers an AfterMsg when d has passed.
func (c *Commands) After(d time.Duration, what string, seq int) tea.Cmd {
	return func() tea.Msg {
		if !c.Wait(c.Context, d) {
			return nil
		}
		return AfterMsg{What: what, Seq: seq}
	}
}

// Now is the present on the agent's clock.
func (c *Commands) Now() time.Time { return c.Zones.Shown(c.Config.Now()) }

// Today is the account's calendar day, by which tickets are asked for; the agent's own may be another.
func (c *Commands) Today() desk.Day { return c.Zones.Today(c.Now()) }

// Label names a span of the account's days for people. Of one day alone it is "today" only where it is the agent's too.
func (c *Commands) Label(span desk.Span) string {
	today := c.Today()
	if alone := span.From == span.To && span.To == today; alone && desk.DayOf(c.Now()) != today {
		return today.Label(today)
	}
	return span.Label(today)
}

// Row is a ticket as the book knows it now, without asking anybody; of one that it does not know the number alone.
func (c *Commands) Row(id desk.Key) *desk.Ticket {
	if t, ok := c.Book.Snapshot().Ticket(id); ok {
		return t
	}
	return &desk.Ticket{ID: id}
}
