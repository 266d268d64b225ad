package cache_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/cache"
)

var minute = cache.MaxAge{Newest: time.Minute, Older: 10 * time.Minute}

// withTestClock makes a cache use the test's virtual time.
func withTestClock(c *cache.Config) { c.Now = time.Now }

func TestAHundredConsolesAskForADayOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, []row{ticket(1, 18), ticket(2, 20)}, withTestClock)
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() {
				if _, err := d.RefreshIfStale(t.Context(), november(18, 20), minute); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		calls := d.calls()
		slices.Sort(calls)
		equalLists(t, "at the start", calls, days(18, 19, 20))

		<-time.After(61 * time.Second)
		for range 100 {
			all.Go(func() { _, _ = d.RefreshIfStale(t.Context(), november(18, 20), minute) })
		}
		all.Wait()
		equalLists(t, "a minute later", d.calls(), days(20))

		<-time.After(time.Second)
		at, err := d.RefreshIfStale(t.Context(), november(18, 20), minute)
		if err != nil || d.Now().Sub(at) != time.Second {
			t.Errorf("it says as of %v ago, %v", d.Now().Sub(at), err)
		}
		equalLists(t, "a second later", d.calls(), nil)
		if _, err := d.RefreshIfStale(t.Context(), november(18, 20), cache.MaxAge{}); err != nil {
			t.Error(err)
		}
		calls = d.calls()
		slices.Sort(calls)
		equalLists(t, "by hand", calls, days(18, 19, 20))
	})
}

func TestWhoGivesUpLeavesTheDayToTheOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, []row{ticket(1, 20)})
		held := d.holdCalls()
		first, leave := context.WithCancel(t.Context())
		ended := make(chan error, 2)
		go func() { _, err := d.RefreshIfStale(first, november(20, 20), minute); ended <- err }()
		synctest.Wait()
		equalLists(t, "the first asks", held.arrived(), days(20))
		go func() { _, err := d.RefreshIfStale(t.Context(), november(20, 20), minute); ended <- err }()
		synctest.Wait()
		leave()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the first ended with %v", err)
		}
		synctest.Wait()
		held.release(days(20)[0])
		if err := <-ended; err != nil {
			t.Errorf("the second ended with %v", err)
		}
	})
}

func TestAFaultIsSharedForAShortTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, []row{ticket(1, 20)}, withTestClock, func(c *cache.Config) { c.PullTries = 1 })
		d.fault = func(context.Context, string) (*reply, error) {
			return replyWith(400, `{"message":"closed","status":"failed"}`), nil
		}
		for range 50 {
			if _, err := d.RefreshIfStale(t.Context(), november(20, 20), minute); err == nil {
				t.Fatal("the fault is not reported")
			}
		}
		equalLists(t, "at once", d.calls(), days(20))
		<-time.After(6 * time.Second)
		d.fault = nil
		if _, err := d.RefreshIfStale(t.Context(), november(20, 20), minute); err != nil {
			t.Errorf("it is not asked again: %v", err)
		}
	})
}
