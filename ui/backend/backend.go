// Package backend does all IO of the console. Its methods return Bubble Tea commands; each command returns at most one
// message, which carries its own Err.
//
// How an answer comes to a pane: a request that many parts show brings an Answer, which says what it was for. Every
// pane is given it, and takes it if it shows that; a pane.Remote takes the Answer to what it has asked for last, and no
// other. What one part alone has asked for comes back by Do: a function of that part, which is called in the event
// loop. A Slot holds one request at a time. The next one cancels it, and what it still brings is dropped, so nothing
// late is shown. Types with the suffix Msg are what is neither: what happens by itself, such as changes of the cache,
// and what becomes of writes.
package backend

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/agent"
	"frontdesk/internal/cache"
	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/macro"
	"frontdesk/internal/presence"
	"frontdesk/internal/safetext"
)

// Types of other packages that the panes use; the panes do not import those packages.
type (
	// Listing is the rows of the inbox: a filtered and sorted view of a snapshot.
	Listing = cache.List
	// WorkList is the order of a Listing at one moment, which later ones can keep.
	WorkList = cache.WorkList
	// Query selects the rows of a Listing.
	Query = cache.Query
	// Progress is the progress of a pull, day by day.
	Progress = cache.PullStatus
	// DayStatus is the progress of one day.
	DayStatus = cache.DayStatus
	// QueueStatus says of which days the open tickets are known.
	QueueStatus = cache.QueueStatus
	// Callback is a call that was promised on an open ticket.
	Callback = cache.Callback
	// Vocabulary is the account's sub-statuses, queues and dispositions, from the configuration and from loaded rows.
	Vocabulary = cache.Vocabulary
	// Draft is what an agent has entered into a form, and what became of it.
	Draft = agent.Write
	// DraftKey identifies a draft by kind and record.
	DraftKey = agent.Key
)

// The states of a day.
const (
	Waiting   = cache.Pending
	Pulling   = cache.Running
	Loaded    = cache.Complete
	Truncated = cache.Truncated
	Failed    = cache.Failed
)

// Storage is what one agent's consoles keep on disk.
type Storage struct {
	State     *agent.State
	ReadState *agent.Marks
	Inbox     *InboxMemory
	Articles  *agent.Articles
	Themes    ThemeMemory
}

// OpenStorage opens what is kept of an agent. A warning tells why the read state, how the inbox was left or which
// articles were used could not be read; these start anew.
func OpenStorage(state *agent.State, now time.Time) (s Storage, warning error) {
	s.State = state
	if s.ReadState, warning = state.Marks(now); warning != nil {
		warning = fmt.Errorf("the list of read tickets could not be loaded: %w", warning)
	}
	var left error
	s.Inbox, left = openInboxMemory(state.Setting(inboxSetting))
	var used error
	s.Articles, used = state.Articles()
	return s, errors.Join(warning, left, used)
}

// Config holds the dependencies and settings of a Backend.
type Config struct {
	Context context.Context // cancelled when the console ends
	Cache   *cache.Cache
	Storage
	Account        string           // the account's name
	Zones          desk.TimeZones   // time zones of the account and the agent
	Agent          safetext.Line    // the agent's name, which comments written here may bear; may be empty
	SignComments   bool             // comments end with that name
	Presence       *presence.Member // membership among the host's consoles; nil without a host
	Clustered      bool             // consoles of other hosts are among them
	Cluster        ClusterWatch     // the servers that several hosts share; nil without them
	Now            func() time.Time // the clock
	PreviewDelay   time.Duration    // how long the cursor rests on a record before it is fetched
	SearchDebounce time.Duration    // how long typing pauses before the service is searched
	BulkPace       time.Duration    // between two updates of a run; 100 ms when 0
	ExternalEditor string           // the command line of the agent's own editor; empty for none, as over SSH
	Browser        []string         // the command that opens an address, its last argument; empty for none, as over SSH
	Site           safetext.Site    // the account's own pages; the zero Site has none

	Views  Kept[desk.View]   // the agent's own views
	Macros Kept[macro.Macro] // the agent's own macros

	// MaxSharedAge is the maximum age of a response fetched for another console that shares the cache; 0 when no other
	// console does.
	MaxSharedAge time.Duration

	// OlderAge is the maximum age of the answers for the two days before today; those before may be older.
	OlderAge time.Duration

	// Sleep waits for d and reports false if ctx ended first; New sets the machine's clock when it is nil.
	Sleep func(ctx context.Context, d time.Duration) bool
}

// Backend does the console's IO. Its methods are called from the event loop only.
type Backend struct {
	Config
	Bulk Bulk
	FAQ  FAQ

	subscription             *cache.Subscription
	listing                  atomic.Int64 // nanoseconds that the last listing took
	listed                   atomic.Int64 // when it ended, in nanoseconds of Unix time
	onScreen                 atomic.Pointer[[]desk.ID]
	rows, allDays, newestDay Slot
	rest                     Slot // of the cursor
	found, days, asked       Slot // searches for customers
	figures, choices         Slot
	noCustomer               idSet // tickets known to name no customer
	cursor                   cursor
	saver                    *saver
	inFlight                 inFlightWrites
}

// New returns the Backend of one console. Close ends its subscription.
func New(c Config) *Backend {
	if c.PreviewDelay == 0 {
		c.PreviewDelay = 90 * time.Millisecond
	}
	if c.SearchDebounce == 0 {
		c.SearchDebounce = 160 * time.Millisecond
	}
	if c.BulkPace == 0 {
		c.BulkPace = defaultBulkPace
	}
	if c.Sleep == nil {
		c.Sleep = client.Sleep
	}
	m := &Backend{Config: c, subscription: c.Cache.Subscribe(), saver: newSaver(c.State)}
	m.Bulk.c, m.FAQ.c = m, m
	c.Cache.Watch(c.ReadState.RecentlyChanged()...)
	return m
}

// Close ends the subscription to the cache, leaves the presence group, and stops a run after the update that is being
// sent.
func (c *Backend) Close() {
	c.Bulk.stopAll()
	c.subscription.Close()
	if c.Presence != nil {
		c.Presence.Leave()
	}
}

// TimerMsg reports that a timer has expired.
type TimerMsg struct {
	Timer string
	Seq   int
}

// Timer returns a TimerMsg after d.
func (c *Backend) Timer(d time.Duration, what string, seq int) tea.Cmd {
	return func() tea.Msg {
		if !c.Sleep(c.Context, d) {
			return nil
		}
		return TimerMsg{Timer: what, Seq: seq}
	}
}

// Now returns the current time in the agent's time zone.
func (c *Backend) Now() time.Time { return c.Zones.Local(c.Config.Now()) }

// Today returns the current date in the account's time zone, in which tickets are pulled; the agent's date may differ.
func (c *Backend) Today() desk.Date { return c.Zones.Today(c.Now()) }

// SpanLabel returns a label for a range of the account's days. A single day is labelled "today" only if it is also the
// agent's date.
func (c *Backend) SpanLabel(span desk.DateRange) string {
	today := c.Today()
	if alone := span.From == span.To && span.To == today; alone && desk.DateOf(c.Now()) != today {
		return today.Label(today)
	}
	return span.Label(today)
}

// CachedTicket returns a ticket from the cache without a request; an unknown ticket has only its ID.
func (c *Backend) CachedTicket(id desk.ID) *desk.Ticket {
	if t, ok := c.Cache.Snapshot().Ticket(id); ok {
		return t
	}
	return &desk.Ticket{ID: id}
}

// idSet is a set of ids for concurrent use. Its zero value is empty.
type idSet struct {
	mu   sync.Mutex
	keys map[desk.ID]struct{}
}

// maxIDs bounds an idSet; a full set is cleared.
const maxIDs = 10_000

func (s *idSet) has(k desk.ID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, has := s.keys[k]
	return has
}

func (s *idSet) add(k desk.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.keys == nil || len(s.keys) >= maxIDs {
		s.keys = map[desk.ID]struct{}{}
	}
	s.keys[k] = struct{}{}
}
