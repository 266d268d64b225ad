package cache

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// appendOpen appends the tickets that the queue keeps of an older day: the open ones, and those that are known and may
// have been closed.
func (c *Cache) appendOpen(all, tickets []desk.Ticket) []desk.Ticket {
	for i := range tickets {
		_, known := c.index.at(tickets[i].ID.Raw())
		if known || !tickets[i].Marks.Has(desk.Closed) {
			all = append(all, tickets[i])
		}
	}
	return all
}

// mergeOpen merges the tickets that appendOpen has chosen. Subscribers are told by noteOpen, which is seldom.
func (c *Cache) mergeOpen(asked seq, day desk.Date, open []desk.Ticket) []uint32 {
	c.mu.Lock()
	defer c.mu.Unlock()
	rows, _ := c.mergeQuietly(listed, asked, day, open)
	return rows
}

// isQueued reports whether a row stays however old it is: an open ticket, or if the shown days alone are read, one with
// an open callback.
func (c *Cache) isQueued(row *packedTicket) bool {
	if c.OpenSince <= 0 {
		return row.awaitsCall()
	}
	return !row.Marks.Has(desk.Closed) && !row.delisted
}

// keepOpenOnly makes of a day whose tickets were all known one of which the open tickets are.
func (d *dayState) keepOpenOnly() {
	was := d.lastResult
	if d.openAt().Equal(was.At) {
		d.open.lastResult = was
		if d.open.status.State != Pending && d.open.status.State != Running {
			d.open.status = was
		}
	}
	d.pulls = newPulls(was.Day)
	d.whole = 0
}

// openResult returns the last answer that had all open tickets of the day.
func (d *dayState) openResult() DayStatus {
	if d.open.lastResult.At.After(d.lastResult.At) {
		return d.open.lastResult
	}
	return d.lastResult
}

// openAt returns when all open tickets of the day were last read; zero if they were not.
func (d *dayState) openAt() time.Time { return d.openResult().At }

// QueueStatus says of which days the open tickets are known.
type QueueStatus struct {
	Since   desk.Date // the oldest day that is read; zero if the shown days alone are
	Newest  desk.Date // the newest day that is not read yet; zero for none
	Unread  int       // how many are not
	Total   int       // days in all
	Cut     int       // days of which the service holds more than it returns
	Refused error     // why the service does not give Newest and the days before it; nil if it may
	Err     error     // why Newest could not be read; nil if it was not tried
	Oldest  time.Time // when the ticket was read that was read longest ago; zero if there are no older ones
}

// IsWhole reports whether the open tickets of all days are known.
func (q QueueStatus) IsWhole() bool { return q.Unread == 0 }

// IsKept reports whether open tickets of other days than those that are shown are listed.
func (q QueueStatus) IsKept() bool { return q.Since != desk.Date{} }

// From returns the first day from which on all open tickets are known.
func (q QueueStatus) From() desk.Date {
	if q.IsWhole() {
		return q.Since
	}
	return q.Newest.Add(1)
}

// Missing says which days are not read, such as "before 20 Nov not read yet"; empty if all are.
func (q QueueStatus) Missing(today desk.Date) string {
	if q.IsWhole() {
		return ""
	}
	days := "before " + q.Newest.Add(1).Label(today)
	isRest := q.Newest.Add(1-q.Unread) == q.Since
	switch others := q.Unread - 1; {
	case q.Newest == today:
		days = "older days"
	case isRest:
	case others == 0:
		days = q.Newest.Label(today)
	case others == 1:
		days = q.Newest.Label(today) + " and another day"
	default:
		days = fmt.Sprintf("%s and %d more days", q.Newest.Label(today), others)
	}
	if q.Refused != nil {
		return days + " refused by the service"
	}
	return days + " not read yet"
}

// Queue returns of which days the open tickets are known.
func (c *Cache) Queue() QueueStatus {
	if c.OpenSince <= 0 {
		return QueueStatus{}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	span := c.queueDays()
	q := QueueStatus{Since: span.From, Total: c.OpenSince}
	for _, day := range span.Days() {
		d := c.days[day]
		switch {
		case d == nil || d.openAt().IsZero():
			if q.Unread == 0 {
				q.Newest = day
				if d != nil && !d.next.IsZero() {
					q.Err = d.open.lastResult.Err
				}
			}
			q.Unread++
		case d.openResult().State == Truncated: // it did not hold all of the day
			q.Cut++
		}
	}
	if q.Newest == c.older.refusedDay {
		q.Refused = c.older.refusal
	}
	if c.older.oldest != 0 {
		q.Oldest = c.older.oldest.time()
	}
	return q
}

// isQueueDay reports whether the open tickets of a day are kept.
func (c *Cache) isQueueDay(day desk.Date) bool {
	days := c.queueDays()
	return c.OpenSince > 0 && day.Compare(days.From) >= 0 && day.Compare(days.To) <= 0
}

// queueDays returns the days whose open tickets are kept.
func (c *Cache) queueDays() desk.DateRange {
	return desk.LastDays(c.OpenSince, desk.DateOf(c.Now().In(c.Zone)))
}

// How many tickets of the one request for older ones are chosen by what. The others are those read longest ago, so that
// the turn of each comes.
const (
	maxOnScreen = 20 // those that consoles show
	maxDueNext  = 15 // those whose deadline comes next
)

// olderTickets returns the open tickets of days that no console shows that are to be read again by number, in one
// request: those on a screen, those due next, and those read longest ago. It leaves out the given ones and those that
// the last Pull returned, and notes when the oldest was read.
func (c *Cache) olderTickets(without []desk.ID) []desk.ID {
	c.mu.Lock()
	defer c.mu.Unlock()
	shown := c.allDisplayed()
	onScreen, dueNext := firstRows{most: maxOnScreen}, firstRows{most: maxDueNext}
	longestAgo := firstRows{most: wire.MaxTicketIDs}
	skip, now := map[string]bool{}, desk.NewUnixTime(c.Now())
	for _, id := range without {
		skip[id.Raw()] = true
	}
	c.older.oldest = 0
	for i, s := range c.rows.all {
		if !c.isQueued(s) || shown.hasDate(s) {
			continue
		}
		row, id, at := uint32(i), s.id(), c.rowSeq[i]
		if c.older.oldest == 0 || at < c.older.oldest {
			c.older.oldest = at
		}
		if at > c.lastPullSeq || skip[id] {
			continue
		}
		if shown.rows[id] || shown.tickets[id] {
			onScreen.add(row, int64(at))
		}
		if due := s.DueAt(); due >= now {
			dueNext.add(row, int64(due))
		}
		longestAgo.add(row, int64(at))
	}
	var ids []desk.ID
	for _, row := range slices.Concat(onScreen.rows, dueNext.rows, longestAgo.rows) {
		if id := desk.NewID(c.rows.all[row.number].id()); len(ids) < wire.MaxTicketIDs && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// firstRows are the rows with the smallest keys, in their order.
type firstRows struct {
	most int
	rows []keyedRow
}

type keyedRow struct {
	number uint32
	key    int64
}

// add takes a row if it is among the first.
func (f *firstRows) add(number uint32, key int64) {
	if len(f.rows) == f.most && key >= f.rows[f.most-1].key {
		return
	}
	at, _ := slices.BinarySearchFunc(f.rows, key+1, func(r keyedRow, to int64) int { return cmp.Compare(r.key, to) })
	f.rows = slices.Insert(f.rows, at, keyedRow{number, key})
	f.rows = f.rows[:min(len(f.rows), f.most)]
}

// readOlder reads open tickets again by number. Those that the service no longer knows, while it knows others, leave
// the lists once they were asked for alone: a service may answer for the first numbers of many only.
func (c *Cache) readOlder(ctx context.Context, ids []desk.ID) error {
	if len(ids) == 0 {
		return nil
	}
	asked := c.nextSeq()
	found, missing, err := c.get(ctx, ids, wire.GetTicketRequest{})
	if err != nil || len(found) == 0 || len(missing) == 0 {
		return err
	}
	if found, missing, err = c.get(ctx, missing, wire.GetTicketRequest{}); err != nil || len(found) > 0 {
		return err
	}
	var gone []uint32
	c.mu.Lock() // until they are delisted: an eviction gives rows other numbers
	defer c.mu.Unlock()
	for _, id := range missing {
		if row, known := c.index.at(id.Raw()); known {
			gone = append(gone, row)
		}
	}
	c.delist(asked, gone)
	return nil
}
