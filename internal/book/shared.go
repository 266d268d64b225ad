package book

import (
	"context"
	"sync"
)

// shared lets all who want the same thing at the same time wait for one call. Its zero value is ready.
type shared[K comparable, V any] struct {
	mu    sync.Mutex
	calls map[K]*call[V]
}

// call is one call under way and how many wait for it.
type call[V any] struct {
	waiters int
	cancel  context.CancelFunc
	done    chan struct{}
	value   V // valid when done is closed, as err is
	err     error
}

// do asks, or waits for somebody else's asking of the same. A call belongs to all who wait for it: it ends before its
// time only when the last of them has left.
func (s *shared[K, V]) do(ctx context.Context, key K, ask func(context.Context) (V, error)) (V, error) {
	s.mu.Lock()
	c := s.calls[key]
	if c == nil {
		c = &call[V]{done: make(chan struct{})}
		own, cancel := context.WithCancel(context.WithoutCancel(ctx))
		c.cancel = cancel
		if s.calls == nil {
			s.calls = map[K]*call[V]{}
		}
		s.calls[key] = c
		go func() {
			c.value, c.err = ask(own)
			s.mu.Lock()
			defer s.mu.Unlock()
			s.forget(key, c)
			close(c.done)
		}()
	}
	c.waiters++
	s.mu.Unlock()
	defer s.leave(key, c)
	select {
	case <-c.done:
		return c.value, c.err
	case <-ctx.Done():
		var none V
		return none, ctx.Err()
	}
}

// leave ends a call that nobody waits for any more, and that nobody can join from then on.
func (s *shared[K, V]) leave(key K, c *call[V]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.waiters--; c.waiters == 0 {
		s.forget(key, c)
		c.cancel()
	}
}

// forget lets the next one ask anew; s.mu is held.
func (s *shared[K, V]) forget(key K, c *call[V]) {
	if s.calls[key] == c {
		delete(s.calls, key)
	}
}
