package cache

import (
	"context"
	"errors"

	"frontdesk/internal/desk"
)

// ErrClosed is returned by Wait after the subscription is closed.
var ErrClosed = errors.New("the subscription is closed")

// errChanged is the cancellation cause of a context returned by Changed when the cache has changed.
var errChanged = errors.New("the cache has changed")

// Subscription notifies one subscriber of changes to the cache. It holds at most one pending notification: a slow
// subscriber misses no change and never blocks the cache.
type Subscription struct {
	cache     *Cache
	pending   bool                    // a change has not been delivered yet
	next      context.Context         // the context returned by Changed; nil for none
	wake      context.CancelCauseFunc // cancels next
	closed    bool
	displayed displayed
}

// displayed is what the subscriber displays; it is not evicted.
type displayed struct {
	days     desk.DateRange
	ticket   desk.ID
	rows     []desk.ID // of its list
	customer int64
}

// ShowDays sets the days that the subscriber displays.
func (s *Subscription) ShowDays(days desk.DateRange) {
	s.setDisplayed(func(l *displayed) { l.days = days })
}

// ShowTicket sets the ticket that the subscriber displays.
func (s *Subscription) ShowTicket(id desk.ID) { s.setDisplayed(func(l *displayed) { l.ticket = id }) }

// ShowRows sets the tickets of its list that the subscriber displays, which are read again before others of their age.
func (s *Subscription) ShowRows(ids []desk.ID) { s.setDisplayed(func(l *displayed) { l.rows = ids }) }

// ShowCustomer sets the customer whose tickets the subscriber displays.
func (s *Subscription) ShowCustomer(id int64) { s.setDisplayed(func(l *displayed) { l.customer = id }) }

func (s *Subscription) setDisplayed(change func(*displayed)) {
	s.cache.mu.Lock()
	defer s.cache.mu.Unlock()
	change(&s.displayed)
}

// Subscribe returns a new subscription. Subscribe before taking a snapshot, so that no change is missed in between.
func (c *Cache) Subscribe() *Subscription {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &Subscription{cache: c}
	c.subscriptions[s] = struct{}{}
	return s
}

// Changed returns a context that is cancelled when tickets, progress, vocabulary or articles change, including changes
// since the last notification. IsChange distinguishes that from the end of ctx or of the subscription. Only the most
// recent context is notified.
func (s *Subscription) Changed(ctx context.Context) context.Context {
	next, wake := context.WithCancelCause(ctx)
	s.cache.mu.Lock()
	defer s.cache.mu.Unlock()
	switch {
	case s.closed:
		wake(ErrClosed)
	case s.pending:
		s.pending = false
		wake(errChanged)
	default:
		s.next, s.wake = next, wake
	}
	return next
}

// Gathered marks the changes until now as delivered, for a subscriber that has let them gather since Changed and looks
// at them after this call.
func (s *Subscription) Gathered() {
	s.cache.mu.Lock()
	defer s.cache.mu.Unlock()
	s.pending = false
}

// IsChange reports whether a context returned by Changed was cancelled by a change.
func IsChange(next context.Context) bool { return errors.Is(context.Cause(next), errChanged) }

// Close ends the subscription and its waiter; it may be called twice.
func (s *Subscription) Close() {
	s.cache.mu.Lock()
	defer s.cache.mu.Unlock()
	delete(s.cache.subscriptions, s)
	s.closed = true
	if s.next != nil {
		s.wake(ErrClosed)
	}
}

// notify notifies every subscription; c.mu is held.
func (c *Cache) notify() {
	for s := range c.subscriptions {
		heard := false
		if s.next != nil {
			s.wake(errChanged)
			heard = IsChange(s.next) // false when the waiter's context ended before
			s.next, s.wake = nil, nil
		}
		s.pending = s.pending || !heard
	}
}
