package cache_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"frontdesk/internal/cache"
)

// manyTickets returns n tickets of the 20th.
func manyTickets(n int) []row {
	all := make([]row, n)
	for i := range all {
		all[i] = ticket(int64(i+1), 20)
	}
	return all
}

func withLimit(n int) func(*cache.Config) { return func(c *cache.Config) { c.PullLimit = n } }

func TestADayCutByTheLimitIsAskedForAgainLarger(t *testing.T) {
	d := newTestCache(t, manyTickets(30), withLimit(5))
	pull(t, d.Cache, november(20, 20))
	equalLists(t, "calls", d.calls(), []string{"pull-ticket 2026-11-20 limit 5", "pull-ticket 2026-11-20 limit 1000"})
	if day := d.Progress(november(20, 20)).Days[0]; day.State != cache.Complete || day.Received != 30 || day.Total != 30 {
		t.Errorf("the day stands at %+v", day)
	}
	pull(t, d.Cache, november(20, 20))
	equalLists(t, "calls of a refresh", d.calls(), []string{"pull-ticket 2026-11-20 limit 1000"})
}

// pageReply returns a response with n of 5,000 tickets.
func pageReply(n int, total string) *reply {
	rows := make([]string, n)
	for i := range rows {
		rows[i] = fmt.Sprintf(`{"ticketId":%q,"date":"20-11-2026 09:00"}`, id(int64(i+1)))
	}
	return replyWith(200, `{"totalCount":`+total+`,"message":[`+strings.Join(rows, ",")+`],"status":"success"}`)
}

// limitReply returns an interceptor that limits the tickets of a response whatever limit is requested.
func limitReply(most int, total string) func(context.Context, string) (*reply, error) {
	return func(_ context.Context, call string) (*reply, error) {
		limit := most
		_, _ = fmt.Sscanf(call, "pull-ticket 2026-11-20 limit %d", &limit)
		return pageReply(min(most, limit), total), nil
	}
}

func TestWhetherADayIsWhole(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name         string
		limit, holds int
		total        string
		calls        int
		state        cache.DayState
	}{
		{"nothing says how much there is, and no limit was asked for", 0, 50, `null`, 1, cache.Complete},
		{"nothing says how much there is, and fewer came than were asked for", 100, 50, `null`, 1, cache.Complete},
		{"nothing says how much there is, and as many came as were asked for", 50, 5_000, `null`, 4, cache.Complete},
		{"nothing says how much there is, and as many came as can be asked for", 0, 10_000, `null`, 1, cache.Complete},
		{"nothing says how much there is, and as many came as the most that was asked for", 5_000, 10_000, `null`, 2, cache.Truncated},
		{"the count comes as text", 0, 60, `"60"`, 1, cache.Complete},
		{"the count is what was sent, not what there is", 50, 1_100, `50`, 3, cache.Complete},
		{"more than the service gives out", 0, 500, `5000`, 3, cache.Truncated},
		{"more than anybody gives out", 0, 10_000, `10001`, 2, cache.Truncated},
		{"exactly the most that can be asked for", 10_000, 10_000, `10000`, 1, cache.Complete},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := newTestCache(t, nil, withLimit(c.limit))
			d.intercept(limitReply(c.holds, c.total))
			pull(t, d.Cache, november(20, 20))
			day := d.Progress(november(20, 20)).Days[0]
			if sent := d.calls(); day.State != c.state || len(sent) != c.calls || day.Received != c.holds {
				t.Errorf("%v gave %+v", sent, day)
			}
		})
	}
}

func TestADayWhoseLargerPullIsRefusedShowsThatItIsCutAndWhy(t *testing.T) {
	d := newTestCache(t, manyTickets(30), withLimit(5))
	d.intercept(func(_ context.Context, call string) (*reply, error) {
		if strings.HasSuffix(call, " limit 5") {
			return nil, nil
		}
		return refuse(400, "limit is at most 5")()
	})
	pull(t, d.Cache, november(20, 20))
	day := d.Progress(november(20, 20)).Days[0]
	if day.State != cache.Truncated || day.Received != 5 || day.Total != 30 || day.Err == nil || !strings.Contains(day.Err.Error(), "limit is at most 5") {
		t.Errorf("the day stands at %+v", day)
	}
	if n := list(t, d.Cache, cache.Query{Span: november(20, 20)}).Len(); n != 5 {
		t.Errorf("%d tickets are listed", n)
	}
}

func TestAnAccountThatWantsALimitIsGivenOne(t *testing.T) {
	d := newTestCache(t, manyTickets(3))
	d.intercept(func(_ context.Context, call string) (*reply, error) {
		if strings.Contains(call, " limit ") {
			return nil, nil
		}
		return refuse(200, "Limit is required, pagination is enabled")()
	})
	pull(t, d.Cache, november(20, 20))
	equalLists(t, "calls", d.calls(), []string{"pull-ticket 2026-11-20", "pull-ticket 2026-11-20 limit 1000"})
	pull(t, d.Cache, november(19, 19))
	equalLists(t, "calls for another day", d.calls(), []string{"pull-ticket 2026-11-19 limit 1000"})
}

func TestALimitThatIsMeantIsNotRaised(t *testing.T) {
	d := newTestCache(t, manyTickets(30), withLimit(5), func(c *cache.Config) { c.FixedLimit = true })
	pull(t, d.Cache, november(20, 20))
	equalLists(t, "calls", d.calls(), []string{"pull-ticket 2026-11-20 limit 5"})
	if day := d.Progress(november(20, 20)).Days[0]; day.State != cache.Truncated || day.Received != 5 || day.Total != 30 {
		t.Errorf("the day stands at %+v", day)
	}
}

func TestADayThatIsCutKeepsWhatCameBeforeUntilItIsWhole(t *testing.T) {
	d := newTestCache(t, nil, withLimit(3), func(c *cache.Config) { c.FixedLimit = true })
	for _, step := range []struct {
		sent  []int64
		total int
		shown []int64
	}{{[]int64{1, 2}, 30, []int64{1, 2}}, {[]int64{3, 4}, 30, []int64{1, 2, 3, 4}}, {[]int64{2, 3}, 2, []int64{2, 3}}} {
		var rows []string
		for _, n := range step.sent {
			rows = append(rows, fmt.Sprintf(`{"ticketId":%q,"taskId":%d,"date":"20-11-2026 09:00"}`, id(n), n))
		}
		body := fmt.Sprintf(`{"totalCount":%d,"message":[%s],"status":"success"}`, step.total, strings.Join(rows, ","))
		d.intercept(func(context.Context, string) (*reply, error) { return replyWith(200, body), nil })
		pull(t, d.Cache, november(20, 20))
		equalLists(t, "tickets", numbers(list(t, d.Cache, cache.Query{Span: november(20, 20)})), step.shown)
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
