package call

import (
	"fmt"
	"time"
)

// clock is how long a call has lasted: what was talked before it was taken up again, and since then.
type clock struct {
	before time.Duration
	since  time.Time // zero while it stands
}

func (c *clock) start(now time.Time) { c.since = now }

func (c *clock) elapsed(now time.Time) time.Duration {
	if c.since.IsZero() {
		return c.before
	}
	return c.before + max(now.Sub(c.since), 0)
}

// FormatClock formats the duration of a call as a clock shows it: 02:14, or 1:02:14.
func FormatClock(d time.Duration) string {
	s := int(d / time.Second)
	if s < 3600 {
		return fmt.Sprintf("%02d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// formatDuration formats the duration of a call for its comment: 45s, 2m14, 1h05.
func formatDuration(d time.Duration) string {
	switch s := int(d / time.Second); {
	case s < 60:
		return fmt.Sprintf("%ds", s)
	case s < 3600:
		return fmt.Sprintf("%dm%02d", s/60, s%60)
	default:
		return fmt.Sprintf("%dh%02d", s/3600, s/60%60)
	}
}
