package book

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
)

// ErrClosed is what Wait returns once the feed was closed.
var ErrClosed = errors.New("the feed was closed")

// Feed tells one listener that the book has changed since it last asked. It holds one notice at most:
// a slow listener misses none of the news and never holds the book up.
type Feed struct {
	notice chan struct{}
	closed chan struct{}
	leave  func()
	told   atomic.Int64
}

// Feed makes a feed; take it before the snapshot, so that no change falls between them.
func (b *Book) Feed() *Feed {
	f := &Feed{notice: make(chan struct{}, 1), closed: make(chan struct{})}
	f.leave = sync.OnceFunc(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.feeds, f)
		close(f.closed)
	})
	b.mu.Lock()
	defer b.mu.Unlock()
	b.feeds[f] = struct{}{}
	return f
}

// Wait returns when tickets, progress, vocabulary or articles have changed since it last returned;
// otherwise with ErrClosed or the context's error.
func (f *Feed) Wait(ctx context.Context) error {
	select {
	case <-f.notice:
		return nil
	case <-f.closed:
		return ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Told counts the notices that were left, whether or not Wait has returned for the last one yet.
func (f *Feed) Told() int { return int(f.told.Load()) }

// Close ends the feed and whoever waits on it; it may be called twice.
func (f *Feed) Close() { f.leave() }

// tell leaves every feed a notice; b.mu is held.
func (b *Book) tell() {
	for f := range b.feeds {
		if len(f.notice) == 0 { // nobody else sends, so that there is room until b.mu is given up
			f.told.Add(1)
			f.notice <- struct{}{}
		}
	}
}
