package oneshot

import (
	"fmt"
	"io"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
)

const (
	progressDelay = 400 * time.Millisecond // a shorter operation shows no progress
	redraw        = 100 * time.Millisecond
	erase         = "\r\x1b[K"
)

// watch shows the progress of a pull on a terminal until end is called.
func (s *Invocation) watch(b *cache.Cache, span desk.DateRange, days int) (end func()) {
	return s.show(func() string {
		done, tickets := 0, 0
		for _, d := range b.Progress(span).Days {
			tickets += d.Received
			if d.State == cache.Complete || d.State == cache.Truncated || d.State == cache.Failed {
				done++
			}
		}
		return fmt.Sprintf("pulling %s: %d of %d days, %d tickets", span, done, days, tickets)
	})
}

// show keeps one progress line on standard error until end is called, if that is a terminal.
func (s *Invocation) show(line func() string) (end func()) {
	if !s.ShowProgress {
		return func() {}
	}
	stop := make(chan struct{})
	stopped := guard.Start(func() error {
		timer := time.NewTimer(progressDelay)
		defer timer.Stop()
		shown := ""
		for {
			select {
			case <-stop:
				_, _ = io.WriteString(s.Err, shown)
				return nil
			case <-timer.C:
				shown = erase
				_, _ = io.WriteString(s.Err, erase+line())
				timer.Reset(redraw)
			}
		}
	})
	return func() { close(stop); <-stopped } //nolint:errcheck // a line of progress decides nothing
}
