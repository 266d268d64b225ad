package backend

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/desk"
)

// passingTime is how soon keys follow each other while an agent passes records by. What is beside the list then waits
// until the cursor has rested for as long: on a slow line the next keys would wait behind it.
const passingTime = 200 * time.Millisecond

// cursor is where an agent points in the list.
type cursor struct {
	on      desk.ID
	since   time.Time
	passing bool // it came there at once after another record
}

// IsPassing notes which ticket the cursor is on, and reports whether the agent passes tickets by, so that what is
// beside the list waits until the cursor has rested.
func (c *Backend) IsPassing(on desk.ID) bool {
	if on != c.cursor.on {
		now := c.Config.Now()
		c.cursor = cursor{on: on, since: now, passing: now.Sub(c.cursor.since) < passingTime}
	}
	return c.cursor.passing
}

// restTime returns how long the cursor rests on a record before more than its row is shown.
func (c *Backend) restTime(atOnce bool) time.Duration {
	switch {
	case atOnce:
		return 0
	case c.cursor.passing:
		return max(passingTime, c.PreviewDelay)
	}
	return c.PreviewDelay
}

// WaitForRest waits until the cursor has rested on a ticket, and cancels an earlier wait.
func (c *Backend) WaitForRest(then Then) tea.Cmd {
	rest := c.restTime(false)
	ctx := c.rest.Begin(c.Context)
	return Do(ctx, func() Then {
		c.Sleep(ctx, rest)
		return then
	})
}
