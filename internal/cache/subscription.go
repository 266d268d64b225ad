package cache

import (
	"context"
	"errors"

	"frontdesk/internal/desk"
)

// ErrClosed is returned by Wait after the subscription is closed.
var ErrClosed = errors.New("the feed was closed")

// errNews is the cancellation cause of a context returned by Changed when the cache has changed.
var errNews = errors.New("the book has changed")

// Subscription notifies one subscriber of changes to the cache. It holds at most one pending notification: a slow
// subscriber misses no change and never blocks the cache.
type Subscription struct {
	book    *Cache
	pending bool                    // a change has not been delivered yet
	next    context.Context         // the context returned by Changed; nil for none
	wake    context.CancelCauseFunc // cancels next
	closed  bool
	looks   looks
}

// looks is what the subscriber displays; it is not evicted.
type looks struct {
	days     desk.DateRange
	ticket   desk.ID
	customer int64
}

// LookAtDays sets the days that the subscriber displays.
func (f *Subscription) LookAtDays(days desk.DateRange) { f.visit(func(l *looks) { l.days = days }) }

// LookAtTicket sets the ticket that the subscriber displays.
func (f *Subscription) LookAtTicket(id desk.ID) { f.visit(func(l *looks) { l.ticket = id }) }

// LookAtCustomer sets the customer whose tickets the subscriber displays.
func (f *Subscription) LookAtCustomer(id int64) { f.visit(func(l *looks) { l.customer = id }) }

func (f *Subscription) visit(change func(*looks)) {
	f.book.mu.Lock()
	defer f.book.mu.Unlock()
	change(&f.looks)
}

// Subscribe returns a new subscription. Subscribe before taking a snapshot, so that no change is missed in between.
func (b *Cache) Subscribe() *Subscription {
	b.mu.Lock()
	defer b.mu.Unlock()
	f := &Subscription{book: b}
	b.feeds[f] = struct{}{}
	return f
}

// Changed returns a context that is cancelled when tickets, progress, vocabulary or articles change, including changes
// since the last notification. IsChange distinguishes that from the end of ctx or of the subscription. Only the most
// recent context is notified.
func (f *Subscription) Changed(ctx context.Context) context.Context {
	next, wake := context.WithCancelCause(ctx)
	f.book.mu.Lock()
	defer f.book.mu.Unlock()
	switch {
	case f.closed:
		wake(ErrClosed)
	case f.pending:
		f.pending = false
		wake(errNews)
	default:
		f.next, f.wake = next, wake
	}
	return next
}

// IsChange reports whether a context returned by Changed was cancelled by a change.
func IsChange(next context.Context) bool { return errors.Is(context.Cause(next), errNews) }

// Wait blocks until there is a change; it returns ErrClosed or the context's error otherwise.
func (f *Subscription) Wait(ctx context.Context) error {
	next := f.Changed(ctx)
	<-next.Done()
	if IsChange(next) {
		return nil
	}
	return context.Cause(next)
}

// Close ends the subscription and its waiter; it may be called twice.
func (f *Subscription) Close() {
	f.book.mu.Lock()
	defer f.book.mu.Unlock()
	delete(f.book.feeds, f)
	f.closed = true
	if f.next != nil {
		f.wake(ErrClosed)
	}
}

// notify notifies every subscription; b.mu is held.
func (b *Cache) notify() {
	for f := range b.feeds {
		heard := false
		if f.next != nil {
			f.wake(errNews)
			heard = IsChange(f.next) // false when the waiter's context ended before
			f.next, f.wake = nil, nil
		}
		f.pending = f.pending || !heard
	}
}
