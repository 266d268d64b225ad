package cache_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"frontdesk/internal/cache"
	"frontdesk/internal/wire"
)

// countChanges returns a function that counts the changes a subscription has reported until the cache is idle.
func countChanges(t testing.TB, s *cache.Subscription) func() int {
	t.Helper()
	changes := make(chan struct{}, 1_000)
	go func() {
		for s.Wait(context.Background()) == nil {
			changes <- struct{}{}
		}
	}()
	return func() int {
		synctest.Wait()
		n := len(changes)
		for range n {
			<-changes
		}
		return n
	}
}

func TestSubscription_ReportsEveryKindOfChange(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, manyTickets(1))
		subscription := d.Subscribe()
		defer subscription.Close()
		changes := countChanges(t, subscription)
		for _, what := range []struct {
			name  string
			do    func() error
			tells bool
		}{
			{"nothing yet", func() error { return nil }, false},
			{"a pull", func() error { return d.Pull(t.Context(), november(20, 20)) }, true},
			{"a day without tickets", func() error { return d.Pull(t.Context(), november(19, 19)) }, true},
			{"an update", func() error {
				_, err := d.UpdateTicket(t.Context(), wire.UpdateTicketRequest{TicketID: id(1), SubStatus: "P"})
				return err
			}, true},
			{"the text of a ticket, read for the first time", func() error { _, _, err := d.GetTickets(t.Context(), ticketIDs(1)); return err }, true},
			{"a ticket that is as it was", func() error { _, _, err := d.GetTickets(t.Context(), ticketIDs(1)); return err }, false},
			{"a search", func() error { _, err := d.SearchArticles(t.Context(), "refund"); return err }, true},
			{"a snapshot", func() error { d.Snapshot(); return nil }, false},
		} {
			if err := what.do(); err != nil {
				t.Errorf("%s: %v", what.name, err)
			}
			if n := changes(); (n > 0) != what.tells {
				t.Errorf("%s: reported %d times", what.name, n)
			}
		}
	})
}

func TestSubscription_SlowSubscriberIsNotifiedOnceAndDelaysNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, manyTickets(1))
		slow, quick := d.Subscribe(), d.Subscribe()
		defer slow.Close()
		defer quick.Close()
		changes := countChanges(t, quick)
		pull(t, d.Cache, november(1, 28))
		if changes() == 0 {
			t.Error("the quick subscriber was not notified")
		}
		if err := slow.Wait(t.Context()); err != nil {
			t.Error(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		go func() { synctest.Wait(); stop() }()
		if err := slow.Wait(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("a second notice: %v", err)
		}
	})
}

func TestSubscription_CloseEndsAWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, nil)
		subscription := d.Subscribe()
		ended := make(chan error, 1)
		go func() { ended <- subscription.Wait(context.Background()) }()
		synctest.Wait()
		subscription.Close()
		subscription.Close()
		if err := <-ended; !errors.Is(err, cache.ErrClosed) {
			t.Errorf("got %v", err)
		}
		pull(t, d.Cache, november(20, 20))
	})
}

func TestSubscription_ChangeAfterACanceledWaitIsReportedToTheNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, manyTickets(1))
		subscription := d.Subscribe()
		defer subscription.Close()
		ctx, stop := context.WithCancel(t.Context())
		stop()
		if err := subscription.Wait(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("it gave up with %v", err)
		}
		pull(t, d.Cache, november(20, 20))
		if err := subscription.Wait(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestSubscription_WhatGathersIsReportedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, manyTickets(1))
		subscription := d.Subscribe()
		defer subscription.Close()
		change := subscription.Changed(t.Context())
		if err := d.Pull(t.Context(), november(20, 20)); err != nil || !cache.IsChange(change) {
			t.Fatalf("a pull: %v, reported: %v", err, cache.IsChange(change))
		}
		subscription.Gathered()
		change = subscription.Changed(t.Context())
		if cache.IsChange(change) {
			t.Error("what gathered was reported again")
		}
		if err := d.Pull(t.Context(), november(19, 19)); err != nil || !cache.IsChange(change) {
			t.Errorf("what came after it: %v, reported: %v", err, cache.IsChange(change))
		}
	})
}
