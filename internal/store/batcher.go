package store

import (
	"context"

	"frontdesk/internal/guard"
)

// batcher runs what concurrent callers ask for together, because a transaction costs as much for one change as for a
// dozen. A caller who finds a free turn runs a batch of all who wait, and its own call costs no more than without the
// others: nobody waits for a batch to fill.
type batcher[T any] struct {
	calls chan *batched[T] // unbuffered: a caller who leaves while it waits was never taken
	turns chan struct{}    // one for each batch that is run at the same time
	most  int              // calls of a batch
	run   func([]*batched[T])
}

// batched is one caller's part of a batch.
type batched[T any] struct {
	ctx   context.Context //nolint:containedctx // lives as long as the call that waits
	value T
	err   error // set by run
	done  chan struct{}
}

func newBatcher[T any](atOnce, most int, run func([]*batched[T])) *batcher[T] {
	return &batcher[T]{make(chan *batched[T]), make(chan struct{}, atOnce), most, run}
}

// do returns when the caller's batch is done. If ctx ends before that begins, nothing is changed.
func (b *batcher[T]) do(ctx context.Context, value T) error {
	c := &batched[T]{ctx: ctx, value: value, done: make(chan struct{})}
	select {
	case b.turns <- struct{}{}:
		b.finish(b.take(c))
		<-b.turns
	case b.calls <- c:
		<-c.done
	case <-ctx.Done():
		return ctx.Err()
	}
	return c.err
}

// take returns a batch of a call and of those that wait now, in the order in which they came.
func (b *batcher[T]) take(first *batched[T]) []*batched[T] {
	batch := []*batched[T]{first}
	for len(batch) < b.most {
		select {
		case next := <-b.calls:
			batch = append(batch, next)
		default:
			return batch
		}
	}
	return batch
}

// finish runs a batch. A panic is the error of all of it, or the others would wait for ever.
func (b *batcher[T]) finish(batch []*batched[T]) {
	err := guard.Do(func() { b.run(batch) })
	for _, c := range batch {
		if err != nil {
			c.err = err
		}
		close(c.done)
	}
}
