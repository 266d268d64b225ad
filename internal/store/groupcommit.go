package store

import (
	"context"
	"fmt"
	"sync"

	sqlite3 "modernc.org/sqlite/lib"

	"frontdesk/internal/guard"
)

// maxGroup bounds how many changes share one write to the disk. The larger it is the more is written while many write
// without a pause, and the more are answered in one go, behind whom somebody who reads has to wait: with 64 writers groups
// of 256 wrote 7 times what one writer does and reading took 10 to 14 times as long as on an idle service (95th
// percentile); groups of 5 write 5.5 to 6.7 times as much, and reading takes 3 to 4 times as long. Reading is what agents
// wait for.
const maxGroup = 5

// pendingWrite is one change that waits for its turn.
type pendingWrite struct {
	ctx             context.Context //nolint:containedctx // lives as long as the call that waits
	do              func(context.Context, *transaction) error
	singleStatement bool // do leaves nothing changed when it fails, since all that it changes it changes by one statement
	isProbe         bool // a health check's
	err             error
	panic           any       // what do panicked with; it goes on where the caller waits
	isLeader        chan bool // told once: that it commits the next group, or that it is on disk
}

// groupCommitter brings changes to disk, all that wait in one transaction: what takes long is waiting for the disk, which
// costs as much for one as for a hundred. Who comes first commits, and then hands that over to the first of those who
// came meanwhile; with nobody else there a change costs what it costs alone.
type groupCommitter struct {
	tx      *transaction
	lock    sync.Mutex
	busy    bool // somebody commits
	waiting []*pendingWrite
	health  health
}

func newGroups(tx *transaction) *groupCommitter { return &groupCommitter{tx: tx} }

// update runs do in a transaction and returns when it is on disk; an error of do leaves nothing changed, by it alone.
// A caller who has gone away before its turn changes nothing; from then on its update is finished, since breaking it
// off would break off the others.
func (g *groupCommitter) update(ctx context.Context, do func(context.Context, *transaction) error) error {
	return g.wait(&pendingWrite{ctx: ctx, do: do}) //nolint:contextcheck // a group outlives the context of each that is in it
}

// updateSingle is change for what one statement changes: that saves the two statements by which a failed change is
// taken back.
func (g *groupCommitter) updateSingle(ctx context.Context, do func(context.Context, *transaction) error) error {
	return g.wait(&pendingWrite{ctx: ctx, do: do, singleStatement: true}) //nolint:contextcheck // likewise
}

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

// commitAsLeader commits the group whose first change is w, hands over, and tells the others that they are on disk.
func (g *groupCommitter) commitAsLeader(w *pendingWrite) {
	group := g.take()
	defer func() { // after a panic as well, or all who wait would wait for ever
		g.promoteNext()
		for _, other := range group {
			if other != w {
				other.isLeader <- false
			}
		}
	}()
	g.commit(group)
}

// take are the changes that wait, the oldest first.
func (g *groupCommitter) take() []*pendingWrite {
	g.lock.Lock()
	defer g.lock.Unlock()
	n := min(len(g.waiting), maxGroup)
	group := g.waiting[:n:n]
	g.waiting = g.waiting[n:]
	return group
}

// promoteNext lets the first who waits commit.
func (g *groupCommitter) promoteNext() {
	g.lock.Lock()
	defer g.lock.Unlock()
	if g.busy = len(g.waiting) > 0; g.busy {
		g.waiting[0].isLeader <- true
	}
}

// commit runs a group in one transaction. Nobody is told of success before all of it is on disk.
func (g *groupCommitter) commit(group []*pendingWrite) {
	ctx := context.WithoutCancel(group[0].ctx)
	g.tx.last = nil // another process may have numbered records since
	err := guard.Run(func() error {
		err := g.tx.exec(ctx, "BEGIN IMMEDIATE")
		for _, w := range group {
			if err == nil {
				err = w.attempt(ctx, g.tx)
			}
		}
		if err == nil {
			err = g.tx.exec(ctx, "COMMIT")
		}
		return err
	})
	if err != nil {
		_ = guard.Run(func() error { return g.tx.exec(ctx, "ROLLBACK") }) // there may be nothing left to roll back
	}
	g.health.notedGroup(group, err)
	for _, w := range group {
		if w.err == nil {
			w.err = err
		}
	}
}

// attempt runs one change, so that its failure takes back nothing but its own. An error is one of the whole
// transaction: when the disk is full, SQLite has taken all of it back.
func (w *pendingWrite) attempt(ctx context.Context, tx *transaction) error {
	if w.err = w.ctx.Err(); w.err != nil {
		return nil //nolint:nilerr // it is the caller's alone
	}
	if w.singleStatement {
		w.err = w.run(ctx, tx)
		return sharedFailure(w.err, codeOf(w.err) == sqlite3.SQLITE_CONSTRAINT)
	}
	if err := tx.exec(ctx, "SAVEPOINT one"); err != nil {
		return err
	}
	if w.err = w.run(ctx, tx); w.err != nil {
		tx.last = nil
		if err := tx.exec(ctx, "ROLLBACK TO one"); err != nil {
			return sharedFailure(w.err, false)
		}
	}
	return tx.exec(ctx, "RELEASE one")
}

// sharedFailure is the error of a whole group for that of one change, none where it is that change's alone.
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
