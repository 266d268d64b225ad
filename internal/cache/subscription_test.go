package cache_test

import (
	"context"
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
		for s.Wait(context.Background()) {
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
		if !slow.Wait(t.Context()) {
			t.Error("the slow subscriber was not notified")
		}
		ctx, stop := context.WithCancel(t.Context())
		go func() { synctest.Wait(); stop() }()
		if slow.Wait(ctx) {
			t.Error("there was a second notice")
		}
	})
}

func TestSubscription_CloseEndsAWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, nil)
		subscription := d.Subscribe()
		ended := make(chan bool, 1)
		go func() { ended <- subscription.Wait(context.Background()) }()
		synctest.Wait()
		subscription.Close()
		subscription.Close()
		if <-ended {
			t.Error("its end was told as a change")
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
		if subscription.Wait(ctx) {
			t.Error("nothing was reported as a change")
		}
		pull(t, d.Cache, november(20, 20))
		if !subscription.Wait(t.Context()) {
			t.Error("a change was not reported")
		}
	})
}

func TestSubscription_WhatGathersIsReportedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, manyTickets(1))
		subscription := d.Subscribe()
		defer subscription.Close()
		isReported := func() bool {
			ctx, stop := context.WithCancel(t.Context())
			told := make(chan bool, 1)
			go func() { told <- subscription.Wait(ctx) }()
			synctest.Wait()
			stop()
			return <-told
		}
		pull(t, d.Cache, november(18, 18))
		if !isReported() {
			t.Error("a pull was not reported")
		}
		pull(t, d.Cache, november(20, 20))
		subscription.Gathered()
		if isReported() {
			t.Error("what gathered was reported again")
		}
		if pull(t, d.Cache, november(19, 19)); !isReported() {
			t.Error("what came after it was not reported")
		}
	})
}
