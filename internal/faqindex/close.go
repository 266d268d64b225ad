package faqindex

import (
	"context"
	"sync"
)

// lifetime is what runs for an index until it is closed.
type lifetime struct {
	mu     sync.Mutex // guards the fields below
	closed bool
	ends   []context.CancelFunc // of what runs
	runs   sync.WaitGroup
}

// begin returns a context that Close ends; false after Close. What runs in it ends with done.
func (l *lifetime) begin(ctx context.Context) (own context.Context, done func(), ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return ctx, func() {}, false
	}
	own, cancel := context.WithCancel(ctx)
	l.ends = append(l.ends, cancel)
	l.runs.Add(1)
	return own, func() { cancel(); l.runs.Done() }, true
}

// end ends what runs and waits for it.
func (l *lifetime) end() {
	l.mu.Lock()
	l.closed = true
	for _, cancel := range l.ends {
		cancel()
	}
	l.mu.Unlock()
	l.runs.Wait()
}

// Close ends the prefetch and waits for what is being written. Nothing is written afterwards: articles that arrive
// later, such as those of a request that was cut, are known in memory only.
func (x *Index) Close() {
	x.lifetime.end()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.closed = true
}
