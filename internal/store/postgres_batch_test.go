package store

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"

	"frontdesk/internal/safetext/texttest"
)

// HoldTickets keeps tickets waiting for a batch until release is called; those that wait then are one batch.
func HoldTickets(s *Store) (release func()) { return s.batcher.hold() }

func (b *ticketBatcher) hold() (release func()) {
	b.lock.Lock()
	defer b.lock.Unlock()
	b.running += batchesAtOnce
	return func() {
		for range batchesAtOnce {
			b.promoteNext()
		}
	}
}

// AwaitTickets returns when a number of tickets wait for a batch.
func AwaitTickets(s *Store, n int) { s.batcher.await(n) }

func (b *ticketBatcher) await(n int) {
	for {
		b.lock.Lock()
		waiting := len(b.waiting)
		b.lock.Unlock()
		if waiting == n {
			return
		}
		runtime.Gosched()
	}
}

// batchRecord is a database that notes the titles of the batches that it was given.
type batchRecord struct {
	lock    sync.Mutex
	batches [][]string
	write   func(ctx context.Context, tickets []*Ticket) error
}

func (r *batchRecord) batcher() *ticketBatcher {
	return &ticketBatcher{write: func(ctx context.Context, tickets []*Ticket) error {
		var titles []string
		for _, t := range tickets {
			titles = append(titles, t.Title)
		}
		r.lock.Lock()
		r.batches = append(r.batches, titles)
		r.lock.Unlock()
		if r.write == nil {
			return nil
		}
		return r.write(ctx, tickets)
	}}
}

// addAtOnce adds tickets that wait for the same batch, and returns the error of each by title.
func addAtOnce(b *ticketBatcher, ctxs ...context.Context) map[string]error {
	outcome := map[string]error{}
	var all sync.WaitGroup
	var lock sync.Mutex
	release := b.hold()
	for i, ctx := range ctxs {
		all.Go(func() {
			title := fmt.Sprint(i)
			err := b.add(ctx, &Ticket{Title: title})
			lock.Lock()
			defer lock.Unlock()
			outcome[title] = err
		})
		b.await(i + 1)
	}
	release()
	all.Wait()
	return outcome
}

func times(ctx context.Context, n int) []context.Context {
	all := make([]context.Context, n)
	for i := range all {
		all[i] = ctx
	}
	return all
}

func TestBatch_TicketsThatWaitAreAddedTogether(t *testing.T) {
	r := &batchRecord{}
	for title, err := range addAtOnce(r.batcher(), times(t.Context(), 20)...) {
		if err != nil {
			t.Errorf("ticket %s: %v", title, err)
		}
	}
	if len(r.batches) > batchesAtOnce {
		t.Errorf("20 tickets were added in %d batches", len(r.batches))
	}
}

func TestBatch_OneThatIsRefusedFailsAlone(t *testing.T) {
	texttest.ExpectPanic(t, "oh")
	refused := errors.New("refused")
	r := &batchRecord{write: func(_ context.Context, tickets []*Ticket) error {
		for _, t := range tickets {
			if t.Title == "3" {
				return refused
			}
			if t.Title == "4" {
				panic("oh")
			}
		}
		return nil
	}}
	for title, err := range addAtOnce(r.batcher(), times(t.Context(), 10)...) {
		if isBad := title == "3" || title == "4"; isBad != (err != nil) || title == "3" && !errors.Is(err, refused) {
			t.Errorf("ticket %s: %v", title, err)
		}
	}
}

// TestBatch_WhatIsUnknownOfOneIsUnknownOfAll: after a lost commit nothing is sent again, or it would be kept twice.
func TestBatch_WhatIsUnknownOfOneIsUnknownOfAll(t *testing.T) {
	for _, lost := range []error{ErrOutcomeUnknown, errUnavailable} {
		r := &batchRecord{write: func(context.Context, []*Ticket) error { return fmt.Errorf("the cable: %w", lost) }}
		written := 0
		for title, err := range addAtOnce(r.batcher(), times(t.Context(), 10)...) {
			if !errors.Is(err, lost) {
				t.Errorf("ticket %s: %v", title, err)
			}
		}
		for _, batch := range r.batches {
			written += len(batch)
		}
		if written != 10 {
			t.Errorf("%v: 10 tickets were sent %d times", lost, written)
		}
	}
}

func TestBatch_CallerWhoLeavesTakesNothingFromTheOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		leaving, leave := context.WithCancel(t.Context())
		r := &batchRecord{write: func(ctx context.Context, tickets []*Ticket) error {
			if len(tickets) > 1 {
				leave()
				synctest.Wait()
			}
			return ctx.Err()
		}}
		for title, err := range addAtOnce(r.batcher(), append(times(t.Context(), 10), leaving)...) {
			if err != nil {
				t.Errorf("ticket %s: %v", title, err)
			}
		}
	})
}

func TestBatch_EndsWhenNobodyWaitsForIt(t *testing.T) {
	leaving, leave := context.WithCancel(t.Context())
	r := &batchRecord{write: func(ctx context.Context, _ []*Ticket) error {
		leave()
		<-ctx.Done()
		return ctx.Err()
	}}
	for title, err := range addAtOnce(r.batcher(), times(leaving, 10)...) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("ticket %s: %v", title, err)
		}
	}
}

func TestBatch_CallerWhoLeavesTheQueueIsNotAdded(t *testing.T) {
	r := &batchRecord{}
	b := r.batcher()
	release := b.hold()
	leaving, leave := context.WithCancel(t.Context())
	ended := make(chan error)
	for _, ctx := range []context.Context{leaving, t.Context()} {
		go func() { ended <- b.add(ctx, &Ticket{}) }()
	}
	b.await(2)
	leave()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("it ended with %v", err)
	}
	release()
	if err := <-ended; err != nil || len(r.batches) != 1 || len(r.batches[0]) != 1 {
		t.Errorf("batches %v, %v", r.batches, err)
	}
}
