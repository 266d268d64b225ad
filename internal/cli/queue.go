package cli

import (
	"context"
	"fmt"

	"frontdesk/internal/cache"
	"frontdesk/internal/client"
)

// readQueue reads the open tickets of older days that were not read within a day, unless the service was away for the
// days that were asked for before. What is not read is missing from the status of the queue, which the output names.
func readQueue(ctx context.Context, s *Invocation, records *cache.Cache, before error) {
	readQueueDays(ctx, s, records, before, func() {})
}

// readQueueDays is readQueue for a command that takes what was read of each day.
func readQueueDays(ctx context.Context, s *Invocation, records *cache.Cache, before error, onRead func()) {
	if client.IsUnanswered(before) {
		return
	}
	end := s.ShowStatus(func() string {
		q := records.Queue()
		return fmt.Sprintf("pulling open tickets: %d of %d days", q.Total-q.Unread, q.Total)
	})
	defer end()
	_ = records.ReadQueueNow(ctx, onRead)
}

// noteQueue names the days whose open tickets are not known, and why.
func noteQueue(s *Invocation, q cache.QueueStatus) {
	today := s.today()
	if missing := q.Missing(today); missing != "" && q.Err != nil {
		s.Notef("open tickets %s: %v", missing, q.Err)
	} else if missing != "" {
		s.Notef("open tickets %s", missing)
	}
	if q.Cut > 0 {
		s.Notef("open tickets: %d days are cut short", q.Cut)
	}
}
