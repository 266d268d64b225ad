package doctor

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"frontdesk/internal/client"
	"frontdesk/internal/config"
	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// vocabulary reports codes that tickets use and the configured vocabulary lacks. Without a vocabulary it only notes
// that.
func (d *doctor) vocabulary(ctx context.Context, door *client.Client, c config.Config) {
	if len(c.SubStatuses)+len(c.Queues) == 0 {
		d.add("vocabulary", statusNote, "none is configured; what tickets hold is offered")
		return
	}
	day, rows, err := d.latestDayWithTickets(ctx, door, c)
	if err != nil {
		d.add("vocabulary", StatusFail, "%v", err)
		return
	}
	gaps := map[string]bool{}
	for i := range rows {
		addUnknownCode(gaps, "sub-status", rows[i].SubStatus, c.SubStatuses)
		addUnknownCode(gaps, "queue", rows[i].Queue, c.Queues)
	}
	if len(gaps) == 0 {
		d.add("vocabulary", statusOK, "no gap in the %d tickets of %s", len(rows), day)
		return
	}
	d.add("vocabulary", statusNote, "tickets of %s hold what is not configured: %s", day, strings.Join(slices.Sorted(maps.Keys(gaps)), ", "))
}

// latestDayWithTickets returns the tickets of the latest day that has any, within the range that the inbox shows at
// startup.
func (d *doctor) latestDayWithTickets(ctx context.Context, door *client.Client, c config.Config) (desk.Date, []desk.Ticket, error) {
	limit, day := cmp.Or(c.Limit, 1000), desk.DateOf(d.now().In(c.Zone))
	for back := range max(c.RangeDays, 1) {
		of := day.Add(-back)
		page, err := client.Call(ctx, door, wire.PullTicket, wire.PullTicketRequest{StartDate: of.String(), EndDate: of.String(), Limit: &limit})
		if err != nil || len(page.Tickets) > 0 {
			return of, page.Tickets, err
		}
	}
	return day, nil, nil
}

// addUnknownCode records a code that is not in the vocabulary. An empty vocabulary accepts every code.
func addUnknownCode(gaps map[string]bool, what string, seen desk.Code, known []desk.Code) {
	if seen.Key().IsZero() || len(known) == 0 {
		return
	}
	if !slices.ContainsFunc(known, func(c desk.Code) bool { return c.Key() == seen.Key() }) {
		gaps[fmt.Sprintf("%s %s (%s)", what, seen.Key().Display(), seen.Label())] = true
	}
}
