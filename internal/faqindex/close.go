package faqindex

import (
	"context"
	"sync"
)

// lifetime is what runs for an index until it is closed.
type lifetime struct {
	mu     sync.Mutex // guards the fields below
	closed bool
	runs   []run
}

// run is work that Close ends.
type run struct {
	cancel context.CancelFunc
	ended  chan struct{}
}

// begin returns a context that Close ends; false after Close. What runs in it ends with done.
func (l *lifetime) begin(ctx context.Context) (own context.Context, done func(), ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return ctx, func() {}, false
	}
	own, cancel := context.WithCancel(ctx)
	r := run{cancel, make(chan struct{})}
	l.runs = append(l.runs, r)
	return own, func() { cancel(); close(r.ended) }, true
}

// end ends what runs and waits for it.
func (l *lifetime) end() {
	l.mu.Lock()
	l.closed = true
	runs := l.runs
	l.mu.Unlock()
	for _, r := range runs {
		r.cancel()
		<-r.ended
	}
}

// Close ends the prefetch and waits for what is being written. Nothing is written afterwards: articles that arrive
// later, such as those of a request that was cut, are known in memory only.
func (x *Index) Close() {
	x.lifetime.end()
	x.mu.Lock()
	defer x.mu.Unlock()
	x.closed = true
}
