// Package cache holds what is known of an account's records, once per process: it merges pulls and answers, hands out
// immutable snapshots and notifies subscribers of changes.
package cache

import (
	"sync"
	"time"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
)

// Config is what a book is made of.
type Config struct {
	Client            *client.Client
	Zone              *time.Location   // of the account's days; UTC when nil
	Now               func() time.Time // time.Now when nil
	PullLimit         int              // sent with each pull; 0 for none
	FixedLimit        bool             // the limit is meant: a day that holds more is cut, not asked for again
	MaxAttempts       int              // how often a failed day is asked for; 3 when 0
	SubStatuses       []desk.Code      // configured vocabulary, in the order in which it is offered
	Queues            []desk.Code
	Dispositions      []string // paths joined by "|"
	AccountID         int64    // the account id that pulls of customers and orders name; 0 when not configured
	OrdersUnavailable string   // what has to be set before order operations can be called; empty when nothing
	SearchUnavailable string   // the same of the search of articles
}

// Cache is safe for concurrent use by several consoles.
type Cache struct {
	Config

	mu      sync.Mutex // guards what follows; never held while the service is asked
	turn    seq
	index   *index
	words   lexicons
	texts   *arena
	rows    rowTable
	rowSeq  []seq // by row
	version uint64
	last    *Snapshot
	limits  limits
	evicted time.Time // when that was last
	moments []moment  // of the last evictions, the oldest first
	feeds   map[*Subscription]struct{}

	days        map[desk.Date]*dayState
	flights     map[desk.Date]*pullJob
	queue       []*pullJob
	busy        int // pulls under way
	limit       int // what the account asks for when it refuses a pull without one
	lastPullSeq seq // when the last round of pulls began

	shares       refreshTracker
	watched      map[string]seq // by id
	dispositions map[string]struct{}
	orderValues  map[string]map[string]struct{} // of orders, by path
	faq          faq
	customers    customers

	customerCalls guard.Shared[customerCall, struct{}]
	orderCalls    guard.Shared[customerCall, cachedOrders]
}

// New makes an empty book.
func New(c Config) *Cache {
	if c.Zone == nil {
		c.Zone = time.UTC
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.MaxAttempts == 0 {
		c.MaxAttempts = maxRounds
	}
	return &Cache{
		Config: c, index: newIndex(0), limits: usualLimits, texts: &arena{}, words: newLexicons(), feeds: map[*Subscription]struct{}{},
		days: map[desk.Date]*dayState{}, flights: map[desk.Date]*pullJob{}, watched: map[string]seq{},
		dispositions: map[string]struct{}{}, orderValues: map[string]map[string]struct{}{}, faq: newFAQ(), customers: newCustomers(),
	}
}
