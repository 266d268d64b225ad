package cache_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/cache"
)

var minute = cache.MaxAge{Newest: time.Minute, Recent: 10 * time.Minute, Older: 10 * time.Minute}

// withTestClock makes a cache use the test's virtual time.
func withTestClock(c *cache.Config) { c.Now = time.Now }

func TestAHundredConsolesAskForADayOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, []row{ticket(1, 18), ticket(2, 20)}, withTestClock)
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() {
				if _, err := d.Refresh(t.Context(), november(18, 20), minute); err != nil {
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
			all.Go(func() { _, _ = d.Refresh(t.Context(), november(18, 20), minute) })
		}
		all.Wait()
		equalLists(t, "a minute later", d.calls(), days(20))

		<-time.After(time.Second)
		at, err := d.Refresh(t.Context(), november(18, 20), minute)
		if err != nil || d.Now().Sub(at) != time.Second {
			t.Errorf("it says as of %v ago, %v", d.Now().Sub(at), err)
		}
		equalLists(t, "a second later", d.calls(), nil)
		if _, err := d.Refresh(t.Context(), november(18, 20), cache.MaxAge{}); err != nil {
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
		go func() { _, err := d.Refresh(first, november(20, 20), minute); ended <- err }()
		synctest.Wait()
		equalLists(t, "the first asks", held.arrived(), days(20))
		go func() { _, err := d.Refresh(t.Context(), november(20, 20), minute); ended <- err }()
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
			if _, err := d.Refresh(t.Context(), november(20, 20), minute); err == nil {
				t.Fatal("the fault is not reported")
			}
		}
		equalLists(t, "at once", d.calls(), days(20))
		<-time.After(6 * time.Second)
		d.fault = nil
		if _, err := d.Refresh(t.Context(), november(20, 20), minute); err != nil {
			t.Errorf("it is not asked again: %v", err)
		}
	})
}

// TestAStartAsksAgainForWhatIsOldOnly: today at once, and older days one at a time when their answers are too old.
func TestAStartAsksAgainForWhatIsOldOnly(t *testing.T) {
	age := cache.MaxAge{Recent: 10 * time.Minute, Older: time.Hour}
	for name, start := range map[string]struct {
		after time.Duration
		calls []string
	}{
		"at once":         {time.Minute, days(20)},
		"half an hour on": {30 * time.Minute, days(20, 19, 18)},
		"two hours on":    {2 * time.Hour, days(20, 19, 18, 17, 16)},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			tickets := []row{ticket(1, 16), ticket(2, 17), ticket(3, 18), ticket(4, 19), ticket(5, 20)}
			first := startCache(t, tickets, keptIn(dir, 0))
			pull(t, first.Cache, november(16, 20))
			first.Close()
			again := startCache(t, tickets, keptIn(dir, int(start.after.Seconds())))
			var running, most atomic.Int64
			again.intercept(func(_ context.Context, call string) (*reply, error) {
				if call != days(20)[0] {
					most.Store(max(most.Load(), running.Add(1)))
					<-time.After(time.Millisecond)
					running.Add(-1)
				}
				return nil, nil
			})
			at, err := again.Refresh(t.Context(), november(16, 20), age)
			if err != nil || !at.Equal(again.Now()) {
				t.Error(at, err)
			}
			equalLists(t, "calls", again.calls(), start.calls)
			if most.Load() > 1 {
				t.Errorf("%d older days were asked for at once", most.Load())
			}
			for _, d := range again.Progress(november(16, 20)).Days {
				if d.State != cache.Complete || d.Stored {
					t.Errorf("%+v", d)
				}
			}
		})
	}
}
