package cache

import (
	"context"
	"errors"

	"frontdesk/internal/desk"
)

// ErrClosed is what Wait returns once the feed was closed.
var ErrClosed = errors.New("the feed was closed")

// errNews is why what Next gives ends when there is something new.
var errNews = errors.New("the book has changed")

// Subscription tells one listener that the book has changed since it last asked. It holds one notice at most:
// a slow listener misses none of the news and never holds the book up.
type Subscription struct {
	book    *Cache
	pending bool                    // nobody has heard of yet
	next    context.Context         // of who waits; nil for nobody
	wake    context.CancelCauseFunc // ends it
	closed  bool
	looks   looks
}

// looks is what a listener looks at: it is not evicted.
type looks struct {
	days     desk.DateRange
	ticket   desk.ID
	customer int64
}

// LookAtDays says which days the listener shows, in place of the last ones.
func (f *Subscription) LookAtDays(days desk.DateRange) { f.visit(func(l *looks) { l.days = days }) }

// LookAtTicket says which ticket the listener shows, in place of the last one.
func (f *Subscription) LookAtTicket(id desk.ID) { f.visit(func(l *looks) { l.ticket = id }) }

// LookAtCustomer says which customer's tickets the listener shows, in place of the last one's.
func (f *Subscription) LookAtCustomer(id int64) { f.visit(func(l *looks) { l.customer = id }) }

func (f *Subscription) visit(change func(*looks)) {
	f.book.mu.Lock()
	defer f.book.mu.Unlock()
	change(&f.looks)
}

// Subscribe makes a feed; take it before the snapshot, so that no change falls between them.
func (b *Cache) Subscribe() *Subscription {
	b.mu.Lock()
	defer b.mu.Unlock()
	f := &Subscription{book: b}
	b.feeds[f] = struct{}{}
	return f
}

// Changed ends when tickets, progress, vocabulary or articles have changed since an earlier one ended of it, which
// IsNews tells from the end of ctx or of the feed. Only the last one that was asked for is told.
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

// IsChange says that a context that Next gave has ended because there is something new.
func IsChange(next context.Context) bool { return errors.Is(context.Cause(next), errNews) }

// Wait returns when there is something new, otherwise with ErrClosed or the context's error.
func (f *Subscription) Wait(ctx context.Context) error {
	next := f.Changed(ctx)
	<-next.Done()
	if IsChange(next) {
		return nil
	}
	return context.Cause(next)
}

// Close ends the feed and whoever waits on it; it may be called twice.
func (f *Subscription) Close() {
	f.book.mu.Lock()
	defer f.book.mu.Unlock()
	delete(f.book.feeds, f)
	f.closed = true
	if f.next != nil {
		f.wake(ErrClosed)
	}
}

// notify leaves every feed a notice; b.mu is held.
func (b *Cache) notify() {
	for f := range b.feeds {
		heard := false
		if f.next != nil {
			f.wake(errNews)
			heard = IsChange(f.next) // not when whoever waited has given up before
			f.next, f.wake = nil, nil
		}
		f.pending = f.pending || !heard
	}
}
