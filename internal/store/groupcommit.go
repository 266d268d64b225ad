package store

import (
	"context"
	"fmt"
	"slices"

	"frontdesk/internal/guard"
)

// maxGroup bounds how many changes share one commit. A larger group raises write throughput, but completes more
// requests at once, which delays concurrent reads. With 64 writers, groups of 256 wrote 7 times as much as one
// writer and reads took 10 to 14 times as long as on an idle service (95th percentile); groups of 5 write 5.5 to
// 6.7 times as much and reads take 3 to 4 times as long. Read latency matters more to agents.
const maxGroup = 5

// pendingWrite is a queued change.
type pendingWrite struct {
	do      func(context.Context, *transaction) error
	isProbe bool // from a health check
	panic   any  // recovered from do, raised again in the caller
}

// groupCommitter commits concurrent changes in one transaction (group commit), because an fsync costs as much for one
// change as for a hundred.
type groupCommitter struct {
	*sqliteWriter

	tx      *transaction // on the writer's connection
	health  *health
	file    *openFile
	changes *batcher[*pendingWrite]
}

func newGroupCommitter(w *sqliteWriter, h *health, file *openFile) *groupCommitter {
	g := &groupCommitter{sqliteWriter: w, tx: &transaction{runner: w, dialect: sqliteDialect}, health: h, file: file}
	g.changes = newBatcher(1, maxGroup, g.commit)
	return g
}

// update runs do in a transaction and returns when the change is on disk. An error of do rolls back its own
// changes only. When ctx is cancelled before its turn, nothing is changed; afterwards the update runs to its end,
// since aborting it would abort the rest of the group.
func (g *groupCommitter) update(ctx context.Context, do func(context.Context, *transaction) error) error {
	return g.wait(ctx, &pendingWrite{do: do})
}

// probe commits a transaction that raises the mark of the file and changes nothing else.
func (g *groupCommitter) probe(ctx context.Context) error {
	changeNothing := func(context.Context, *transaction) error { return nil }
	return g.wait(ctx, &pendingWrite{do: changeNothing, isProbe: true})
}

func (g *groupCommitter) wait(ctx context.Context, w *pendingWrite) error {
	err := g.changes.do(ctx, w)
	if w.panic != nil {
		panic(w.panic)
	}
	return describeWriteError(err)
}

// commit runs a group in one transaction. No change is reported as done before all of the group is on disk.
func (g *groupCommitter) commit(group []*batched[*pendingWrite]) {
	ctx := context.WithoutCancel(group[0].ctx)
	g.tx.lastIDs = nil // another process may have assigned ids since
	err := guard.Run(func() error {
		if err := g.file.beforeWrite(ctx, g.sqliteWriter); err != nil {
			return err
		}
		err := g.begin(ctx)
		for _, c := range group {
			if err == nil {
				err = attempt(ctx, g.tx, c, len(group) > 1)
			}
		}
		switch {
		case err != nil:
			return err
		case !hasChange(group):
			if err := g.tx.exec(ctx, "ROLLBACK"); err != nil { // SQLite has done that already
				return endedBy(group[0].err)
			}
			return nil
		}
		err = g.tx.exec(ctx, "COMMIT")
		g.file.touch()
		return err
	})
	if err != nil {
		_ = guard.Run(func() error { return g.tx.exec(ctx, "ROLLBACK") }) // SQLite may have rolled back already
	}
	g.health.recordGroup(group, err)
	for _, c := range group {
		if c.err == nil {
			c.err = err
		}
	}
}

// hasChange reports whether a change of a group has not failed by itself.
func hasChange(group []*batched[*pendingWrite]) bool {
	return slices.ContainsFunc(group, func(c *batched[*pendingWrite]) bool { return c.err == nil })
}

// attempt runs one change, in a savepoint if there are others, so that its failure rolls back only its own changes. It
// returns only errors that end the whole transaction: on a full disk, SQLite has rolled all of it back.
func attempt(ctx context.Context, tx *transaction, c *batched[*pendingWrite], hasOthers bool) error {
	if c.err = c.ctx.Err(); c.err != nil {
		return nil //nolint:nilerr // the error belongs to this caller alone
	}
	if !hasOthers {
		c.err = c.value.run(ctx, tx)
		return nil
	}
	if err := tx.exec(ctx, "SAVEPOINT one"); err != nil {
		return err
	}
	if c.err = c.value.run(ctx, tx); c.err != nil {
		tx.lastIDs = nil
		if err := tx.exec(ctx, "ROLLBACK TO one"); err != nil {
			return endedBy(c.err)
		}
	}
	return tx.exec(ctx, "RELEASE one")
}

// endedBy returns the error of a transaction that a change has ended with its own.
func endedBy(err error) error {
	return fmt.Errorf("a change that was to be written together with this one failed: %w", err)
}

func (w *pendingWrite) run(ctx context.Context, tx *transaction) (err error) {
	defer func() {
		if w.panic = recover(); w.panic != nil {
			err = fmt.Errorf("panic: %v", w.panic)
		}
	}()
	return w.do(ctx, tx)
}

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
