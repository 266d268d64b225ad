package oneshot

import (
	"fmt"
	"io"
	"time"

	"frontdesk/internal/book"
	"frontdesk/internal/desk"
	"frontdesk/internal/guard"
)

const (
	quiet  = 400 * time.Millisecond // what is over sooner needs no progress
	redraw = 100 * time.Millisecond
	erase  = "\r\x1b[K"
)

// watch shows on a terminal how a pull comes along, until end is called.
func (s *Session) watch(b *book.Book, span desk.Span, days int) (end func()) {
	return s.show(func() string {
		done, tickets := 0, 0
		for _, d := range b.Progress(span).Days {
			tickets += d.Known
			if d.State == book.Arrived || d.State == book.Cut || d.State == book.Failed {
				done++
			}
		}
		return fmt.Sprintf("pulling %s: %d of %d days, %d tickets", span, done, days, tickets)
	})
}

// show keeps one line of progress on standard error, where that is a terminal, until end is called.
func (s *Session) show(line func() string) (end func()) {
	if !s.Live {
		return func() {}
	}
	stop := make(chan struct{})
	stopped := guard.Start(func() error {
		timer := time.NewTimer(quiet)
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
