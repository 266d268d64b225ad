package cache_test

import (
	"context"
	"testing"

	"frontdesk/internal/cache"
)

func TestALimitThatIsMeantIsNotRaised(t *testing.T) {
	d := newTestCache(t, manyTickets(30), withLimit(5), func(c *cache.Config) { c.FixedLimit = true })
	pull(t, d.Cache, november(20, 20))
	equalLists(t, "calls", d.calls(), []string{"pull-ticket 2026-11-20 limit 5"})
	if day := d.Progress(november(20, 20)).Days[0]; day.State != cache.Truncated || day.Received != 5 || day.Total != 30 {
		t.Errorf("the day stands at %+v", day)
	}
}

func TestAFailedDayIsAskedForAsOftenAsIsWanted(t *testing.T) {
	d := newTestCache(t, nil, func(c *cache.Config) { c.PullTries = 1 })
	d.intercept(func(context.Context, string) (*reply, error) {
		return replyWith(500, `{"status":"failed","message":"own fault"}`), nil
	})
	if err := d.Pull(t.Context(), november(20, 20)); err == nil {
		t.Error("no error")
	}
	equalLists(t, "calls", d.calls(), []string{"pull-ticket 2026-11-20"})
}
