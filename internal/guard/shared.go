package guard

import (
	"context"
	"sync"
)

// Shared merges simultaneous calls for the same key into one. Its zero value is ready to use.
type Shared[K comparable, V any] struct {
	mu    sync.Mutex
	calls map[K]*call[V]
}

// call is a running call and the number of its waiters.
type call[V any] struct {
	waiters int
	cancel  context.CancelFunc
	done    chan struct{}
	value   V // valid when done is closed, as err is
	err     error
}

// Do calls ask, or waits for a running call with the same key. The call's context ends only when the last
// waiter has left; a context that has ended starts none. A panic in ask becomes the error of every waiter.
func (s *Shared[K, V]) Do(ctx context.Context, key K, ask func(context.Context) (V, error)) (V, error) {
	if err := ctx.Err(); err != nil {
		var none V
		return none, err
	}
	c := s.joinCall(ctx, key, ask)
	defer s.dropWaiter(key, c)
	select {
	case <-c.done:
		return c.value, c.err
	case <-ctx.Done():
		var none V
		return none, ctx.Err()
	}
}

// joinCall adds a waiter to the call of a key, and starts the call if there is none.
func (s *Shared[K, V]) joinCall(ctx context.Context, key K, ask func(context.Context) (V, error)) *call[V] {
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

// run makes a call and wakes its waiters, even after a panic.
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

// dropWaiter removes a waiter and cancels a call without waiters; the next Do starts another.
func (s *Shared[K, V]) dropWaiter(key K, c *call[V]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.waiters--; c.waiters == 0 {
		s.forget(key, c)
		c.cancel()
	}
}

// forget removes a call, so that the next Do starts another; s.mu is held.
func (s *Shared[K, V]) forget(key K, c *call[V]) {
	if s.calls[key] == c {
		delete(s.calls, key)
	}
}
