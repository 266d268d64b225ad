// Package backend is the only place of the console that does IO. Its methods return commands for the loop to run,
// and every command answers with one message that ends in Msg and carries its Err.
package backend

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/draft"
	"frontdesk/internal/presence"
)

// What the panes show of the book, which only this package sees.
type (
	// Listing is the rows of the inbox: a view of a snapshot, filtered and sorted.
	Listing = cache.List
	// Query asks for a listing.
	Query = cache.Query
	// Progress is how far a pull has come, day by day.
	Progress = cache.PullStatus
	// DayStatus is one day of it.
	DayStatus = cache.DayStatus
	// Vocabulary is the account's sub-statuses, queues and dispositions, as configured and as rows teach.
	Vocabulary = cache.Vocabulary
	// Draft is what was typed into a form.
	Draft = draft.Draft
	// DraftKey says whose typing a draft is.
	DraftKey = draft.Key
)

// The states of a day.
const (
	Waiting   = cache.Pending
	Pulling   = cache.Running
	Loaded    = cache.Complete
	Truncated = cache.Truncated
	Failed    = cache.Failed
)

// Config is what the commands work with.
type Config struct {
	Context        context.Context // ends with the console
	Book           *cache.Cache
	Drafts         *draft.Store
	ReadState      *draft.Tracker
	Account        string           // its name in drafts
	Zones          desk.TimeZones   // the account's and the agent's
	Presence       *presence.Member // among the consoles of a host; nil when the console is alone
	Now            func() time.Time // by any clock
	PreviewDelay   time.Duration    // how long the cursor rests on a ticket before it is fetched
	SearchDebounce time.Duration    // between keys before the service is asked

	// MaxSharedAge is how old an answer to another console of the book may be to count as an answer to this one; 0 when the
	// console is alone with its book.
	MaxSharedAge time.Duration

	// Sleep rests for a while and says false when ctx ended first; by the machine's clock when nil.
	Sleep func(ctx context.Context, d time.Duration) bool
}

// Backend performs everything of the console that takes time. Its methods are called from the loop alone.
type Backend struct {
	Config
	feed                            *cache.Subscription
	listing                         atomic.Int64 // nanoseconds that the last one took
	stopList, stopPull, stopTicket  context.CancelFunc
	stopSearch, stopRefresh, stopCt context.CancelFunc
	stopCustomer, stopOrders        context.CancelFunc
	stopFind, stopBack, stopAsk     context.CancelFunc
	noCustomer                      idSet // tickets that name no customer
	saver                           *saver
	underway                        inFlightWrites
}

// New makes the commands of one console; Close ends what is still under way.
func New(c Config) *Backend {
	if c.PreviewDelay == 0 {
		c.PreviewDelay = 90 * time.Millisecond
	}
	if c.SearchDebounce == 0 {
		c.SearchDebounce = 160 * time.Millisecond
	}
	if c.Sleep == nil {
		c.Sleep = wait
	}
	none := func() {}
	m := &Backend{
		Config: c, feed: c.Book.Subscribe(), stopList: none, stopPull: none, stopTicket: none, stopSearch: none,
		stopRefresh: none, stopCt: none, stopCustomer: none, stopOrders: none,
		stopFind: none, stopBack: none, stopAsk: none,
	}
	m.saver = newSaver(c.Drafts)
	c.Book.Watch(c.ReadState.RecentlyChanged()...)
	return m
}

// Close stops listening to the book, and gives the seat among the others back.
func (c *Backend) Close() {
	c.feed.Close()
	if c.Presence != nil {
		c.Presence.Leave()
	}
}

// replace cancels what stop stands for and makes a context for what comes instead.
func (c *Backend) replace(stop *context.CancelFunc) context.Context {
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

// TimerMsg says that a while has passed since something numbered seq.
type TimerMsg struct {
	Timer string
	Seq   int
}

// Timer answers an AfterMsg when d has passed.
func (c *Backend) Timer(d time.Duration, what string, seq int) tea.Cmd {
	return func() tea.Msg {
		if !c.Sleep(c.Context, d) {
			return nil
		}
		return TimerMsg{Timer: what, Seq: seq}
	}
}

// Now is the present on the agent's clock.
func (c *Backend) Now() time.Time { return c.Zones.Local(c.Config.Now()) }

// Today is the account's calendar day, by which tickets are asked for; the agent's own may be another.
func (c *Backend) Today() desk.Date { return c.Zones.Today(c.Now()) }

// SpanLabel names a span of the account's days for people. Of one day alone it is "today" only where it is the agent's too.
func (c *Backend) SpanLabel(span desk.DateRange) string {
	today := c.Today()
	if alone := span.From == span.To && span.To == today; alone && desk.DateOf(c.Now()) != today {
		return today.Label(today)
	}
	return span.Label(today)
}

// CachedTicket is a ticket as the book knows it now, without asking anybody; of one that it does not know the number alone.
func (c *Backend) CachedTicket(id desk.ID) *desk.Ticket {
	if t, ok := c.Book.Snapshot().Ticket(id); ok {
		return t
	}
	return &desk.Ticket{ID: id}
}

// idSet is ids that commands remember beside the loop. Its zero value is empty.
type idSet struct {
	mu   sync.Mutex
	keys map[desk.ID]struct{}
}

// mostKeys bounds a set; a full one begins anew.
const mostKeys = 10_000

func (s *idSet) has(k desk.ID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, has := s.keys[k]
	return has
}

func (s *idSet) add(k desk.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.keys == nil || len(s.keys) >= mostKeys {
		s.keys = map[desk.ID]struct{}{}
	}
	s.keys[k] = struct{}{}
}
