package backend

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
)

// Types of look-ups.
type (
	// Match is a person whom a look-up found.
	Match = cache.Match
	// MatchField is the field in which a look-up found what was typed.
	MatchField = cache.MatchField
)

// The fields that look-ups search.
const (
	ByTicket   = cache.ByTicket
	ByPhone    = cache.ByPhone
	ByEmail    = cache.ByEmail
	ByOrder    = cache.ByOrder
	ByCustomer = cache.ByCustomer
	ByCode     = cache.ByCode
	ByCreator  = cache.ByCreator
	ByTitle    = cache.ByTitle
)

// LookedUp holds what is known of what was typed.
type LookedUp = Answer[string, Known]

// Known is what is known of what was typed.
type Known struct {
	cache.Found
	IsLikeTicket bool // what was typed looks like the number of a ticket
}

// lookup searches everything known without a request, and cancels an earlier look-up.
func (c *Backend) lookup(typed string, limit int) tea.Cmd {
	return load(c, &c.found, 0, typed, func(ctx context.Context) (known Known, _ time.Time, err error) {
		known.Found, err = c.Cache.Lookup(ctx, typed, limit)
		known.IsLikeTicket = c.Cache.Snapshot().IsLikeTicket(typed)
		return known, time.Time{}, err
	})
}

// CancelSearches cancels all searches for customers.
func (c *Backend) CancelSearches() {
	for _, s := range []*Slot{&c.found, &c.days, &c.asked} {
		s.Cancel()
	}
}

// CustomerNumber is a number that may be that of a customer.
type CustomerNumber int64

// CustomerLookedUp says whether a number is that of a customer; the error is IsNotFound when the service has none.
type CustomerLookedUp = Answer[CustomerNumber, *desk.Customer]

// LookupCustomer fetches a customer by number.
func (c *Backend) LookupCustomer(id int64) tea.Cmd {
	return load(c, &c.asked, 0, CustomerNumber(id), func(ctx context.Context) (*desk.Customer, time.Time, error) {
		return c.Cache.Customer(ctx, id, true)
	})
}
