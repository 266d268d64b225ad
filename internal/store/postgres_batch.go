package store

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"

	"frontdesk/internal/guard"
)

const (
	// maxBatch is how many tickets share one transaction at most.
	maxBatch = 64
	// batchesAtOnce is how many of them are written at once: while one is brought to disk, the next is filled.
	batchesAtOnce = 2
)

// pendingTicket is a ticket that waits for its batch.
type pendingTicket struct {
	ctx    context.Context //nolint:containedctx // lives as long as the call that waits
	ticket *Ticket
	err    error
	isNext bool      // its caller leads the next batch
	turn   chan bool // receives one value: true to lead the next batch, false when the ticket is done
}

// ticketBatcher adds tickets of concurrent callers in one transaction, because a transaction costs PostgreSQL as much
// for one ticket as for a dozen. The first caller leads a batch and then makes the first of those who came meanwhile
// the next leader; nobody waits for a batch to fill.
type ticketBatcher struct {
	// write adds all of the tickets in one transaction or, with an error, none of them.
	write func(ctx context.Context, tickets []*Ticket) error

	lock    sync.Mutex
	running int
	waiting []*pendingTicket
}

// add returns when the ticket is kept and has its ids. When ctx ends before its batch begins, nothing is changed;
// afterwards add reports what became of the batch.
func (b *ticketBatcher) add(ctx context.Context, t *Ticket) error {
	p := &pendingTicket{ctx: ctx, ticket: t, turn: make(chan bool, 1)}
	if b.enter(p) || b.wait(p) {
		b.lead(p) //nolint:contextcheck // a batch outlives the context of each that is in it
	}
	return p.err
}

// enter queues a ticket and reports whether its caller leads a batch at once.
func (b *ticketBatcher) enter(p *pendingTicket) bool {
	b.lock.Lock()
	defer b.lock.Unlock()
	b.waiting = append(b.waiting, p)
	if b.running == batchesAtOnce {
		return false
	}
	b.running++
	p.isNext = true
	return true
}

// wait reports whether the caller of a ticket has to lead a batch; otherwise the ticket is done.
func (b *ticketBatcher) wait(p *pendingTicket) (leads bool) {
	select {
	case leads = <-p.turn:
		return leads
	case <-p.ctx.Done():
	}
	b.lock.Lock()
	at := slices.Index(b.waiting, p)
	if at >= 0 && !p.isNext {
		b.waiting = slices.Delete(b.waiting, at, at+1)
		p.err = p.ctx.Err()
		b.lock.Unlock()
		return false
	}
	b.lock.Unlock()
	return <-p.turn
}

// lead writes the batch that starts with p, makes somebody the next leader and tells the rest of the batch.
func (b *ticketBatcher) lead(p *pendingTicket) {
	batch := b.take(p)
	defer func() { // after a panic too, or the rest of the batch would wait for ever
		b.promoteNext()
		for _, other := range batch {
			if other != p {
				other.turn <- false
			}
		}
	}()
	b.run(batch)
}

// take removes the next batch from the queue: p, and the oldest of the others that lead none themselves.
func (b *ticketBatcher) take(p *pendingTicket) []*pendingTicket {
	b.lock.Lock()
	defer b.lock.Unlock()
	batch := []*pendingTicket{p}
	b.waiting = slices.DeleteFunc(b.waiting, func(other *pendingTicket) bool {
		if other != p && (other.isNext || len(batch) == maxBatch) {
			return false
		}
		if other != p {
			batch = append(batch, other)
		}
		return true
	})
	return batch
}

// promoteNext lets the first ticket that waits lead the next batch.
func (b *ticketBatcher) promoteNext() {
	b.lock.Lock()
	defer b.lock.Unlock()
	for _, next := range b.waiting {
		if !next.isNext {
			next.isNext = true
			next.turn <- true
			return
		}
	}
	b.running--
}

// run adds the tickets of a batch. If the database refuses them together, each is added on its own, so that only the
// one at fault fails.
func (b *ticketBatcher) run(batch []*pendingTicket) {
	wanted := make([]*pendingTicket, 0, len(batch))
	for _, p := range batch {
		if p.err = p.ctx.Err(); p.err == nil {
			wanted = append(wanted, p)
		}
	}
	err := guard.Run(func() error { return b.writeAll(wanted) })
	if len(wanted) > 1 && isOfOne(err) {
		for _, p := range wanted {
			p.err = p.outcome(guard.Run(func() error { return b.write(p.ctx, []*Ticket{p.ticket}) }))
		}
		return
	}
	for _, p := range wanted {
		p.err = p.outcome(err)
	}
}

// outcome returns the error for the caller of a ticket. A call that ends in the middle of a statement closes its
// connection, which may look like a database that cannot be reached: either way nothing was changed.
func (p *pendingTicket) outcome(err error) error {
	if left := p.ctx.Err(); left != nil && (errors.Is(err, context.Canceled) || IsUnavailable(err)) {
		return left
	}
	return err
}

// writeAll writes a batch, and gives up when nobody waits for it any more: a caller who leaves takes nothing from the
// others.
func (b *ticketBatcher) writeAll(batch []*pendingTicket) error {
	if len(batch) == 0 {
		return nil
	}
	ctx, stop := whileAnyWaits(batch)
	defer stop()
	tickets := make([]*Ticket, len(batch))
	for i, p := range batch {
		tickets[i] = p.ticket
	}
	return b.write(ctx, tickets)
}

// whileAnyWaits returns a context that ends when the last caller of a batch has left, or with stop.
func whileAnyWaits(batch []*pendingTicket) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(batch[0].ctx))
	var callers atomic.Int64
	callers.Store(int64(len(batch)))
	forget := make([]func() bool, len(batch))
	for i, p := range batch {
		forget[i] = guard.AfterEnd(p.ctx, func() {
			if callers.Add(-1) == 0 {
				cancel()
			}
		})
	}
	return ctx, func() {
		for i := range forget {
			forget[i]()
		}
		cancel()
	}
}

// isOfOne reports whether an error may be the fault of one ticket of a batch, which leaves nothing of it: not that of
// the connection, and not of callers who have left.
func isOfOne(err error) bool {
	switch {
	case err == nil, errors.Is(err, ErrOutcomeUnknown), errors.Is(err, errUnavailable):
		return false
	case errors.Is(err, context.Canceled):
		return false
	}
	return !isOfConnection(err)
}
