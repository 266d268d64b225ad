// Package cache holds an account's records in memory, one instance per process. It merges the responses of pulls and
// other calls, returns immutable snapshots and notifies subscribers of changes.
package cache

import (
	"sync"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/faqindex"
	"frontdesk/internal/guard"
	"frontdesk/internal/schema"
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

// Fresh returns an empty cache of the same account in memory, for a look at what the service answers now.
func (c *Cache) Fresh() *Cache {
	fresh := c.Config
	fresh.Dir, fresh.PullTries = "", 1
	return New(fresh)
}

// New returns an empty cache. With a directory, it then reads the records of the last run, see WaitLoaded, and the
// caller must close it.
func New(c Config) *Cache {
	if c.Zone == nil {
		c.Zone = time.UTC
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.PullTries == 0 {
		c.PullTries = defaultPullTries
	}
	if c.Articles == nil {
		c.Articles = faqindex.Open(nil)
	}
	all := &Cache{
		Config:        c,
		began:         c.Now(),
		index:         newIndex(0),
		limits:        usualLimits,
		texts:         &arena{},
		words:         newInterners(),
		subscriptions: map[*Subscription]struct{}{},
		days:          map[desk.Date]*dayState{},
		jobs:          map[desk.Date]*pullJob{},
		watched:       map[string]seq{},
		values:        learntValues{},
		customers:     newCustomers(),
		readTexts:     newTexts(),
	}
	if c.Dir != "" {
		all.openDisk(c.Dir)
	}
	return all
}
