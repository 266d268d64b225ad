package cache

import (
	"context"

	"frontdesk/internal/desk"
)

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
	s := &Subscription{cache: c, changes: make(chan struct{}, 1), ended: make(chan struct{})}
	c.subscriptions[s] = struct{}{}
	return s
}

// Wait waits until tickets, progress, vocabulary or articles have changed since the last notification. It reports false
// when ctx or the subscription ends.
func (s *Subscription) Wait(ctx context.Context) bool {
	select {
	case <-s.changes:
		return true
	case <-s.ended:
	case <-ctx.Done():
	}
	return false
}

// Gathered marks the changes until now as delivered, for a subscriber that has let them gather since Wait and looks at
// them after this call.
func (s *Subscription) Gathered() {
	select {
	case <-s.changes:
	default:
	}
}

// Close ends the subscription and its waiter; it may be called twice.
func (s *Subscription) Close() {
	s.cache.mu.Lock()
	defer s.cache.mu.Unlock()
	if _, isOpen := s.cache.subscriptions[s]; isOpen {
		delete(s.cache.subscriptions, s)
		close(s.ended)
	}
}

// notify notifies every subscription; c.mu is held.
func (c *Cache) notify() {
	for s := range c.subscriptions {
		select {
		case s.changes <- struct{}{}:
		default:
		}
	}
}
