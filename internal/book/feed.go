package book

import (
	"context"
	"errors"

	"frontdesk/internal/desk"
)

// ErrClosed is what Wait returns once the feed was closed.
var ErrClosed = errors.New("the feed was closed")

// errNews is why what Next gives ends when there is something new.
var errNews = errors.New("the book has changed")

// Feed tells one listener that the book has changed since it last asked. It holds one notice at most:
// a slow listener misses none of the news and never holds the book up.
type Feed struct {
	book   *Book
	news   bool                    // nobody has heard of yet
	next   context.Context         // of who waits; nil for nobody
	wake   context.CancelCauseFunc // ends it
	closed bool
	looks  looks
}

// looks is what a listener looks at: it is not evicted.
type looks struct {
	days     desk.Span
	ticket   desk.Key
	customer int64
}

// LookAtDays says which days the listener shows, in place of the last ones.
func (f *Feed) LookAtDays(days desk.Span) { f.look(func(l *looks) { l.days = days }) }

// LookAtTicket says which ticket the listener shows, in place of the last one.
func (f *Feed) LookAtTicket(id desk.Key) { f.look(func(l *looks) { l.ticket = id }) }

// LookAtCustomer says which customer's tickets the listener shows, in place of the last one's.
func (f *Feed) LookAtCustomer(id int64) { f.look(func(l *looks) { l.customer = id }) }

func (f *Feed) look(change func(*looks)) {
	f.book.mu.Lock()
	defer f.book.mu.Unlock()
	change(&f.looks)
}

// Feed makes a feed; take it before the snapshot, so that no change falls between them.
func (b *Book) Feed() *Feed {
	b.mu.Lock()
	defer b.mu.Unlock()
	f := &Feed{book: b}
	b.feeds[f] = struct{}{}
	return f
}

// Next ends when tickets, progress, vocabulary or articles have changed since an earlier one ended of it, which
// IsNews tells from the end of ctx or of the feed. Only the last one that was asked for is told.
func (f *Feed) Next(ctx context.Context) context.Context {
	next, wake := context.WithCancelCause(ctx)
	f.book.mu.Lock()
	defer f.book.mu.Unlock()
	switch {
	case f.closed:
		wake(ErrClosed)
	case f.news:
		f.news = false
		wake(errNews)
	default:
		f.next, f.wake = next, wake
	}
	return next
}

// IsNews says that a context that Next gave has ended because there is something new.
func IsNews(next context.Context) bool { return errors.Is(context.Cause(next), errNews) }

// Wait returns when there is something new, otherwise with ErrClosed or the context's error.
func (f *Feed) Wait(ctx context.Context) error {
	next := f.Next(ctx)
	<-next.Done()
	if IsNews(next) {
		return nil
	}
	return context.Cause(next)
}

// Close ends the feed and whoever waits on it; it may be called twice.
func (f *Feed) Close() {
	f.book.mu.Lock()
	defer f.book.mu.Unlock()
	delete(f.book.feeds, f)
	f.closed = true
	if f.next != nil {
		f.wake(ErrClosed)
	}
}

// tell leaves every feed a notice; b.mu is held.
func (b *Book) tell() {
	for f := range b.feeds {
		heard := false
		if f.next != nil {
			f.wake(errNews)
			heard = IsNews(f.next) // not when whoever waited has given up before
			f.next, f.wake = nil, nil
		}
		f.news = f.news || !heard
	}
}
