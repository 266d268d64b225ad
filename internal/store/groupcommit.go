package store

import (
	"context"
	"fmt"
	"sync"

	sqlite3 "modernc.org/sqlite/lib"

	"frontdesk/internal/guard"
	"frontdesk/internal/sqlite"
)

// maxGroup bounds how many changes share one commit. A larger group raises write throughput, but completes more
// requests at once, which delays concurrent reads. With 64 writers, groups of 256 wrote 7 times as much as one
// writer and reads took 10 to 14 times as long as on an idle service (95th percentile); groups of 5 write 5.5 to
// 6.7 times as much and reads take 3 to 4 times as long. Read latency matters more to agents.
const maxGroup = 5

// pendingWrite is a queued change.
type pendingWrite struct {
	ctx             context.Context //nolint:containedctx // lives as long as the call that waits
	do              func(context.Context, *transaction) error
	singleStatement bool // do makes all its changes in one statement, so a failed do leaves no changes
	isProbe         bool // from a health check
	err             error
	panic           any       // recovered from do, raised again in the caller
	isLeader        chan bool // receives one value: true to commit the next group, false when the change is done
}

// groupCommitter batches concurrent changes into one transaction (group commit), because an fsync costs as much
// for one change as for a hundred. The first caller becomes the leader and commits; it then promotes the first
// caller queued in the meantime. A change without concurrent ones costs no more than on its own.
type groupCommitter struct {
	*sqliteWriter

	tx      *transaction // on the writer's connection
	health  *health
	file    *openFile
	lock    sync.Mutex
	busy    bool // a leader is committing
	waiting []*pendingWrite
}

func newGroupCommitter(w *sqliteWriter, h *health, file *openFile) *groupCommitter {
	return &groupCommitter{sqliteWriter: w, tx: &transaction{runner: w, dialect: sqliteDialect}, health: h, file: file}
}

// update runs do in a transaction and returns when the change is on disk. An error of do rolls back its own
// changes only. When ctx is cancelled before its turn, nothing is changed; afterwards the update runs to its end,
// since aborting it would abort the rest of the group.
func (g *groupCommitter) update(ctx context.Context, do func(context.Context, *transaction) error) error {
	w := &pendingWrite{ctx: ctx, do: do}
	return g.wait(w) //nolint:contextcheck // a group outlives the context of each that is in it
}

// updateSingle is update for a do that changes data in one statement, which saves the savepoint.
func (g *groupCommitter) updateSingle(ctx context.Context, do func(context.Context, *transaction) error) error {
	return g.wait(&pendingWrite{ctx: ctx, do: do, singleStatement: true}) //nolint:contextcheck // likewise
}

// probe commits a transaction that raises the mark of the file and changes nothing else.
func (g *groupCommitter) probe(ctx context.Context) error {
	w := &pendingWrite{ctx: ctx, do: changeNothing, singleStatement: true, isProbe: true}
	return g.wait(w) //nolint:contextcheck // likewise
}

func changeNothing(context.Context, *transaction) error { return nil }

func (g *groupCommitter) wait(w *pendingWrite) error {
	w.isLeader = make(chan bool, 1)
	g.lock.Lock()
	g.waiting = append(g.waiting, w)
	first := !g.busy
	g.busy = true
	g.lock.Unlock()
	if first || <-w.isLeader {
		g.commitAsLeader(w)
	}
	if w.panic != nil {
		panic(w.panic)
	}
	return describeWriteError(w.err)
}

// commitAsLeader commits the group that starts with w, promotes the next leader and notifies the rest of the
// group.
func (g *groupCommitter) commitAsLeader(w *pendingWrite) {
	group := g.take()
	defer func() { // after a panic too, or the rest of the group would block for ever
		g.promoteNext()
		for _, other := range group {
			if other != w {
				other.isLeader <- false
			}
		}
	}()
	g.commit(group)
}

// take removes the next group from the queue, oldest first.
func (g *groupCommitter) take() []*pendingWrite {
	g.lock.Lock()
	defer g.lock.Unlock()
	n := min(len(g.waiting), maxGroup)
	group := g.waiting[:n:n]
	g.waiting = g.waiting[n:]
	return group
}

// promoteNext makes the first queued change the leader.
func (g *groupCommitter) promoteNext() {
	g.lock.Lock()
	defer g.lock.Unlock()
	if g.busy = len(g.waiting) > 0; g.busy {
		g.waiting[0].isLeader <- true
	}
}

// commit runs a group in one transaction. No change is reported as done before all of the group is on disk.
func (g *groupCommitter) commit(group []*pendingWrite) {
	ctx := context.WithoutCancel(group[0].ctx)
	g.tx.lastIDs = nil // another process may have assigned ids since
	err := guard.Run(func() error {
		if err := g.file.beforeWrite(ctx, g.sqliteWriter); err != nil {
			return err
		}
		err := g.begin(ctx)
		for _, w := range group {
			if err == nil {
				err = w.attempt(ctx, g.tx)
			}
		}
		if err == nil {
			err = g.tx.exec(ctx, "COMMIT")
			g.file.touch()
		}
		return err
	})
	if err != nil {
		_ = guard.Run(func() error { return g.tx.exec(ctx, "ROLLBACK") }) // SQLite may have rolled back already
	}
	g.health.recordGroup(group, err)
	for _, w := range group {
		if w.err == nil {
			w.err = err
		}
	}
}

// attempt runs one change in a savepoint, so that its failure rolls back only its own changes. It returns only
// errors that end the whole transaction: on a full disk, SQLite has rolled all of it back.
func (w *pendingWrite) attempt(ctx context.Context, tx *transaction) error {
	if w.err = w.ctx.Err(); w.err != nil {
		return nil //nolint:nilerr // the error belongs to this caller alone
	}
	if w.singleStatement {
		w.err = w.run(ctx, tx)
		return sharedFailure(w.err, sqlite.Code(w.err) == sqlite3.SQLITE_CONSTRAINT)
	}
	if err := tx.exec(ctx, "SAVEPOINT one"); err != nil {
		return err
	}
	if w.err = w.run(ctx, tx); w.err != nil {
		tx.lastIDs = nil
		if err := tx.exec(ctx, "ROLLBACK TO one"); err != nil {
			return sharedFailure(w.err, false)
		}
	}
	return tx.exec(ctx, "RELEASE one")
}

// sharedFailure returns the error that the rest of a group gets for one change's error, nil if alone is set.
func sharedFailure(err error, alone bool) error {
	if err == nil || alone {
		return nil
	}
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
