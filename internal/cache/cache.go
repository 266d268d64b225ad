// Package cache holds an account's records in memory, one instance per process. It merges the responses of pulls and
// other calls, returns immutable snapshots and notifies subscribers of changes. This file is all that it holds:
//
//	Cache ─ rows       every ticket by its number (packedTicket), and in which day's pull it stood (dayState)
//	      ├ words      the names that rows share: queues, agents, …
//	      ├ jobs       days that are being pulled, or wait for it (pullJob)
//	      ├ older      how reading the open tickets of days that nobody shows goes (queue)
//	      ├ customers  records, answers and orders by customer
//	      ├ readTexts  the texts of tickets that were read, for filters
//	      ├ learnt     sub-statuses and queues of tickets, and values of other fields, to choose from
//	      └ disk       what of these is kept between starts, and not written yet
package cache

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/faqindex"
	"frontdesk/internal/guard"
	"frontdesk/internal/schema"
	"frontdesk/internal/sqlite"
)

// Config configures a Cache.
type Config struct {
	Client            *client.Client
	Zone              *time.Location   // of the account's dates; UTC when nil
	Now               func() time.Time // time.Now when nil
	PullLimit         int              // sent with each pull; 0 for none
	FixedLimit        bool             // never raise PullLimit: a day that holds more stays truncated
	Embedded          bool             // the service is in this process
	OpenSince         int              // days whose open tickets are kept, including today; 0 for those that are shown
	PullTries         int              // pulls of a failed day; 3 when 0
	SubStatuses       []desk.Code      // configured vocabulary, in display order
	Queues            []desk.Code
	Dispositions      []string // paths joined by "|"
	AccountID         int64    // the account id sent with pulls of customers and orders; 0 when not configured
	OrdersUnavailable string   // the missing setting of the order operations, as an error message; empty when none
	SearchUnavailable string   // likewise for the article search

	Blocks   schema.Blocks   // the account's own blocks in tickets
	Articles *faqindex.Index // receives every article of an answer; one in memory when nil

	Dir string // where records are kept on disk between starts; empty for nowhere
}

// Cache is safe for concurrent use.
type Cache struct {
	Config

	mu            sync.Mutex // guards the fields below; never held during a call
	seq           seq
	index         *index
	moves         *renumbering // the last eviction; nil for none
	words         interners
	texts         *arena
	rows          rowTable
	rowSeq        []seq // by row
	version       uint64
	last          *Snapshot
	limits        limits
	began         time.Time
	evicted       time.Time // time of the last eviction
	subscriptions map[*Subscription]struct{}

	days        map[desk.Date]*dayState
	jobs        map[desk.Date]*pullJob
	queue       []*pullJob
	busy        int // workers running
	limit       int // limit for accounts that reject pulls without one; 0 until one does
	lastPullSeq seq // seq when the last round of pulls began
	older       queue

	watched    map[string]seq // by id
	learnt     learntCodes
	values     learntValues
	categories categories
	customers  *customers
	readTexts  *texts
	disk       *disk // nil when nothing is kept on disk
	labels     foldedLabels

	watchedLast   watchedRefresh
	watchedCalls  guard.Shared[struct{}, watchedRefresh]
	customerCalls guard.Shared[customerCall, struct{}]
	orderCalls    guard.Shared[customerCall, cachedOrders]
}

// seq numbers requests and write responses in order. A row records the seq of the response that last updated it, so
// that a pull requested before an update and received after it does not restore the old state. It is the time in
// microseconds, or the next number when the clock has not moved on, so that it also orders what several processes have
// written to the cache on disk.
type seq int64

// time returns when a request was made.
func (s seq) time() time.Time { return time.UnixMicro(int64(s)) }

// nextSeq returns the seq of a request about to be sent, or of a write response just received.
func (c *Cache) nextSeq() seq {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.advance()
}

// advance moves on to the next seq. c.mu is held.
func (c *Cache) advance() seq {
	c.seq = max(c.seq+1, seq(c.Now().UnixMicro()))
	return c.seq
}

// dayState is what the cache holds of a day in addition to its tickets.
type dayState struct {
	pulls            // of all its tickets
	open   pulls     // that kept its open tickets alone; the last result may be that of the others
	next   time.Time // when its open tickets may be asked for again after a failure
	tries  int       // failures of that since the last answer
	listed []uint32  // rows in the lists because of pulls of this day, sorted
	stored []uint32  // those of them that are known from disk alone, sorted
	asked  seq       // of the last complete or truncated response
	whole  seq       // of the last complete one that kept all tickets
	limit  int       // limit with which the last complete pull was made; 0 for none
}

// pulls is how the pulls of a day went.
type pulls struct {
	status     DayStatus
	lastResult DayStatus // status after the last pull
	failedAt   time.Time // when it failed
}

// pullJob is the pull of one day, shared by its waiting callers. A failed day is retried after a backoff, with lower
// priority than days not pulled yet.
type pullJob struct {
	day      desk.Date
	openOnly bool // keeps the open tickets of the day and those that are known; see ReadQueue
	ctx      context.Context
	cancel   context.CancelFunc
	waiters  int
	attempts int // attempts so far
	running  bool
	done     chan struct{}
	err      error // valid when done is closed
}

// queue is what the cache knows of the open tickets of older days, in addition to the days themselves. Cache.mu guards
// it.
type queue struct {
	refusedDay desk.Date   // the newest day that the service refuses with those before it; zero for none
	refusal    error       // why it refuses them
	again      time.Time   // when they may be asked for again
	refusals   []desk.Date // in a row
	failures   int         // in a row
	isGone     bool        // the service could not be reached for a shown day either
	isBack     bool        // it has answered since, which ReadQueue has not seen yet
	announced  time.Time   // when subscribers were last told of older days
	isNews     bool        // there is something to tell
	oldest     seq         // when that open ticket of days that are not shown was read that was read longest ago
}

// customers is what is known of customers; Cache.mu guards it.
type customers struct {
	byID   map[int64]*customer
	orders *simplelru.LRU[int64, cachedOrders]
	full   *simplelru.LRU[int64, struct{}] // ids of customers with a full record
	last   *customerList                   // of those with a record; nil when it has changed
	lists  uint64                          // made so far
}

// customer is what is known of a customer. A local write makes answers to earlier requests stale.
type customer struct {
	entry   *customerEntry // nil while no record is known
	fetched fetch
	written seq // last local write
}

// answered is when the service has answered something of a customer.
type answered struct {
	asked  seq
	at     time.Time
	stored bool // at an earlier start, so it is not fresh
}

// fetch is the last Get Customer of an id.
type fetch struct {
	answered
	missing error // the error when the service knows no such customer
}

// customerList is an immutable list of the customers.
type customerList struct {
	version uint64 // another one for another list
	entries []*customerEntry
}

// customerCall is the key of a Get Customer or Pull Order call that callers share. A local write changes it.
type customerCall struct {
	id      int64
	written seq
}

// customerEntry is a customer with its search keys. It is immutable.
type customerEntry struct {
	record desk.Customer
	asked  seq

	name   string // folded, as the texts below
	names  string // including the contacts' names
	code   string
	fields []field // what look-ups compare
}

// cachedOrders is the result of a customer's last Pull Order.
type cachedOrders struct {
	answered
	page desk.OrderPage
}

// categories is the tree of FAQ categories as it was last answered. The articles are in Config.Articles.
type categories struct {
	all []desk.Category
	at  time.Time
}

// watchedRefresh is how the watched tickets were last refreshed.
type watchedRefresh struct {
	at  time.Time
	err error
}

// learntCodes are the sub-statuses and queues of tickets that were known at some time. Tickets change and are
// forgotten, and a value that none of them has any more can still be chosen.
type learntCodes struct {
	subStatuses, queues []desk.Code

	seen [2]int // how many values of the known tickets are among them
}

// learntValues are values of answers that agents can choose, by the path of their field.
type learntValues map[string]map[string]struct{}

// texts holds the folded description and timeline of tickets that were read. It is safe for concurrent use.
type texts struct {
	mu      sync.Mutex
	byID    *simplelru.LRU[string, readText]
	size    int
	version uint64
	last    *textSnapshot
}

// readText is the text of a ticket as it was read.
type readText struct {
	text    string
	reading uint64 // another one after each change
}

// textSnapshot is an immutable view of the texts.
type textSnapshot struct {
	version    uint64
	ids, texts []string
}

// limits bound the size of a cache. A cache without subscribers is not bounded: it belongs to a single command.
type limits struct {
	idle      time.Duration // how long a ticket is kept that is neither displayed nor returned by a call
	every     time.Duration // interval between evictions; a tenth of it while there are too many tickets
	rows      int           // number of tickets above which all that are not displayed are evicted
	customers int           // number of customers kept; those not returned by a call for longest are evicted first
}

// foldedLabels keeps the labels folded, as many as tickets have; the next snapshot shares them.
type foldedLabels struct {
	mu     sync.Mutex
	rows   *index // another one after the labels were renumbered
	folded []string
}

// renumbering says which rows an eviction has moved where. It translates work lists that were made before it.
type renumbering struct {
	before uint64   // the number of the eviction before; they count from 1
	to     []uint32 // by old number: 1 + the new one; 0 when evicted

	mu   sync.Mutex
	made map[*placement]*placement // what consoles share stays shared
}

// placement is the order of rows.
type placement struct {
	rows   []uint32
	places []uint32 // by row: 1 + its place in rows; 0 when not listed
}

// disk is what a cache keeps on disk: the tables of one file, which is open only while it is read or written, so that
// several processes share it and it can be deleted at any time. A nil disk keeps nothing.
type disk struct {
	file *sqlite.Shared

	loaded chan struct{} // closed when the tickets of the last time are known, or could not be read
	wake   chan struct{} // has an element when there is something to write
	ended  chan struct{} // closed when the writer has ended
	stop   chan struct{} // closed by Close
	stops  sync.Once

	seen sqlite.State // up to where the file is known; of the writer alone
	look atomic.Bool  // what other processes have written is to be read
	tidy time.Time    // when what is old was last deleted; of the writer alone

	// What is not written yet; guarded by Cache.mu.
	days    map[dayNumber]bool // true if tickets of it have changed, not only when it was asked for
	records map[recordKey]change

	partial map[dayNumber]bool // days of which memory lacks tickets that are on disk; guarded by Cache.mu

	// details names the tickets that were read, so that the cursor on another one does not open the file, once knowsAll
	// says that the file was read. It may name tickets that have been deleted since. Guarded by Cache.mu.
	details  map[string]bool
	knowsAll bool
}

// change is a record to write; without a value the record is removed.
type change struct {
	stamp seq
	value any
}

// recordKey names a record.
type recordKey struct{ kind, id string }

// Subscription notifies one subscriber of changes to the cache. It holds at most one pending notification: a slow
// subscriber misses no change and never blocks the cache.
type Subscription struct {
	cache     *Cache
	changes   chan struct{} // has an element while a change has not been delivered
	ended     chan struct{} // closed by Close
	displayed displayed
}

// displayed is what the subscriber displays; it is not evicted.
type displayed struct {
	days     desk.DateRange
	ticket   desk.ID
	rows     []desk.ID // of its list
	customer int64
}
