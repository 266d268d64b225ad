package cache_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/guard"
	"frontdesk/internal/safetext/texttest"
)

// panickingBody panics while an answer is read, as a fault in a decoder would.
type panickingBody struct{}

func (panickingBody) Read([]byte) (int, error) { panic("a fault in the decoder") }

// panickingClock panics while it is broken, inside the cache's own code.
type panickingClock struct{ broken atomic.Bool }

func (f *panickingClock) now() time.Time {
	if f.broken.Load() {
		panic("a fault in the cache")
	}
	return time.Now()
}

func (f *panickingClock) set(c *cache.Config) { c.Now = f.now }

// TestPanic_WhileADayIsReadFailsThatDayAlone: two consoles that share a cache see the error, the other days arrive,
// and the next pull brings the day.
func TestPanic_WhileADayIsReadFailsThatDayAlone(t *testing.T) {
	texttest.ExpectPanic(t, "a fault in the ")
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, []row{ticket(1, 18), ticket(2, 19), ticket(3, 20)}, withTestClock)
		d.intercept(failCalls("pull-ticket 2026-11-19", -1, func() (*reply, error) { return &reply{code: 200, body: panickingBody{}}, nil }))
		var consoles sync.WaitGroup
		for range 2 {
			consoles.Go(func() {
				_, err := d.Refresh(t.Context(), november(18, 20), minute)
				if err == nil || !strings.Contains(err.Error(), "internal error") || strings.Contains(err.Error(), "goroutine") {
					t.Errorf("a console gets %v", err)
				}
			})
		}
		consoles.Wait()
		equalLists(t, "states", dayStates(d.Cache, november(18, 20)), []cache.DayState{cache.Complete, cache.Failed, cache.Complete})
		equalLists(t, "tickets", numbers(list(t, d.Cache, cache.Query{Span: november(18, 20)})), []int64{1, 3})
		d.intercept(nil)
		pull(t, d.Cache, november(18, 20))
		equalLists(t, "tickets afterwards", numbers(list(t, d.Cache, cache.Query{Span: november(18, 20)})), []int64{1, 2, 3})
	})
}

// TestPanic_InEachWorkerOfTheCacheIsAnErrorAndBlocksNobody: whoever waits gets an error, and everything goes on once
// the fault is over.
func TestPanic_InEachWorkerOfTheCacheIsAnErrorAndBlocksNobody(t *testing.T) {
	texttest.ExpectPanic(t, "a fault in the ")
	for name, work := range map[string]func(context.Context, *cache.Cache) error{
		"pull": func(ctx context.Context, c *cache.Cache) error { return c.Pull(ctx, november(19, 20)) },
		"freshen": func(ctx context.Context, c *cache.Cache) error {
			_, err := c.Refresh(ctx, november(19, 20), minute)
			return err
		},
		"get customer": func(ctx context.Context, c *cache.Cache) error {
			_, _, err := c.Customer(ctx, 1, true)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				clock := &panickingClock{}
				d := newTestCache(t, []row{ticket(1, 19), ticket(2, 20)}, clock.set)
				clock.broken.Store(true)
				var callers sync.WaitGroup
				for range 3 {
					callers.Go(func() {
						err := guard.Run(func() error { return work(t.Context(), d.Cache) })
						var failed *guard.PanicError
						if !errors.As(err, &failed) {
							t.Errorf("got %v", err)
						}
					})
				}
				callers.Wait()
				clock.broken.Store(false)
				<-afterSeconds(60)
				if err := work(t.Context(), d.Cache); errors.As(err, new(*guard.PanicError)) {
					t.Errorf("afterwards: %v", err)
				}
				pull(t, d.Cache, november(19, 20))
				equalLists(t, "tickets", numbers(list(t, d.Cache, cache.Query{Span: november(19, 20)})), []int64{1, 2})
			})
		})
	}
}
