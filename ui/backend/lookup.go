package backend

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/cache"
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

// LookedUpMsg holds what is known of what was typed.
type LookedUpMsg struct {
	Typed string
	Found cache.Found
	Err   error

	IsLikeTicket bool // what was typed looks like the number of a ticket
}

// lookup searches everything known without a request, and cancels an earlier look-up.
func (c *Backend) lookup(typed string, limit int) tea.Cmd {
	return c.latest(&c.stopFind, func(ctx context.Context) tea.Msg {
		found, err := c.Cache.Lookup(ctx, typed, limit)
		return LookedUpMsg{Typed: typed, Found: found, Err: err, IsLikeTicket: c.Cache.Snapshot().IsLikeTicket(typed)}
	})
}

// CancelSearches cancels all searches for customers.
func (c *Backend) CancelSearches() {
	c.stopFind.cancel()
	c.stopBack.cancel()
	c.stopAsk.cancel()
}

// CustomerLookupMsg is the result of LookupCustomer.
type CustomerLookupMsg struct {
	ID  int64
	Err error // IsNotFound when the service has no such customer
}

// LookupCustomer fetches a customer by number.
func (c *Backend) LookupCustomer(id int64) tea.Cmd {
	return c.latest(&c.stopAsk, func(ctx context.Context) tea.Msg {
		_, _, err := c.Cache.Customer(ctx, id, true)
		return CustomerLookupMsg{ID: id, Err: err}
	})
}

// PastedNumberMsg says whether a number that was pasted looks like that of a ticket.
type PastedNumberMsg struct {
	Number       string
	IsLikeTicket bool
}

// InspectNumber compares a number with those of known tickets, without a request.
func (c *Backend) InspectNumber(number string) tea.Cmd {
	return func() tea.Msg {
		return PastedNumberMsg{Number: number, IsLikeTicket: c.Cache.Snapshot().IsLikeTicket(number)}
	}
}
