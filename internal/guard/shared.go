package guard

import (
	"context"
	"sync"
)

// Shared lets all who ask for the same key at the same time wait for one call. Its zero value is ready.
type Shared[K comparable, V any] struct {
	mu    sync.Mutex
	calls map[K]*call[V]
}

// call is a call under way and how many wait for it.
type call[V any] struct {
	waiters int
	cancel  context.CancelFunc
	done    chan struct{}
	value   V // valid when done is closed, as err is
	err     error
}

// Do calls ask, or waits for the call of somebody else with the same key. The call's context ends only when the last
// waiter has left. A panic in ask is the error of all who wait.
func (s *Shared[K, V]) Do(ctx context.Context, key K, ask func(context.Context) (V, error)) (V, error) {
	c := s.join(ctx, key, ask)
	defer s.leave(key, c)
	select {
	case <-c.done:
		return c.value, c.err
	case <-ctx.Done():
		var none V
		return none, ctx.Err()
	}
}

// join adds a waiter to the call of a key, begun when there is none.
func (s *Shared[K, V]) join(ctx context.Context, key K, ask func(context.Context) (V, error)) *call[V] {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.calls[key]
	if c == nil {
		c = &call[V]{done: make(chan struct{}), err: errEnded}
		own, cancel := context.WithCancel(context.WithoutCancel(ctx))
		c.cancel = cancel
		if s.calls == nil {
			s.calls = map[K]*call[V]{}
		}
		s.calls[key] = c
		go s.run(own, key, c, ask)
	}
	c.waiters++
	return c
}

// run performs a call and wakes its waiters, whatever happens.
func (s *Shared[K, V]) run(ctx context.Context, key K, c *call[V], ask func(context.Context) (V, error)) {
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.forget(key, c)
		close(c.done)
	}()
	c.err = Run(func() (err error) {
		c.value, err = ask(ctx)
		return err
	})
}

// leave ends a call that nobody waits for any more; the next one who asks begins another.
func (s *Shared[K, V]) leave(key K, c *call[V]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.waiters--; c.waiters == 0 {
		s.forget(key, c)
		c.cancel()
	}
}

// forget lets the next one ask anew; s.mu is held.
func (s *Shared[K, V]) forget(key K, c *call[V]) {
	if s.calls[key] == c {
		delete(s.calls, key)
	}
}
