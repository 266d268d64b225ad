package cache

import (
	"cmp"
	"context"
	"slices"

	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

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
	if c.OpenSince <= 0 {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	shown := c.allDisplayed()
	turn := olderTurn{
		shown: &shown, skip: map[string]bool{}, now: desk.NewUnixTime(c.Now()),
		onScreen: firstRows{most: maxOnScreen}, dueNext: firstRows{most: maxDueNext},
		longestAgo: firstRows{most: wire.MaxTicketIDs},
	}
	for _, id := range without {
		turn.skip[id.Raw()] = true
	}
	c.older.oldest = 0
	for row := range uint32(c.rows.n) {
		s := c.rows.row(row)
		if !c.isQueued(s) || shown.hasDate(s) {
			continue
		}
		at := c.rowSeq[row]
		if c.older.oldest == 0 || at < c.older.oldest {
			c.older.oldest = at
		}
		if at <= c.lastPullSeq {
			turn.offer(row, s, at)
		}
	}
	var ids []desk.ID
	for _, row := range slices.Concat(turn.onScreen.rows, turn.dueNext.rows, turn.longestAgo.rows) {
		if id := desk.NewID(c.rows.row(row.number).id()); len(ids) < wire.MaxTicketIDs && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// olderTurn chooses the tickets of one request.
type olderTurn struct {
	shown                         *displayedRecords
	skip                          map[string]bool
	now                           desk.UnixTime
	onScreen, dueNext, longestAgo firstRows
}

// offer takes a ticket that was last read then where it is among the first.
func (t *olderTurn) offer(row uint32, s *packedTicket, at seq) {
	id := s.id()
	if t.skip[id] {
		return
	}
	if t.shown.rows[id] || t.shown.tickets[id] {
		t.onScreen.add(row, int64(at))
	}
	if due := s.DueAt(); due >= t.now {
		t.dueNext.add(row, int64(due))
	}
	t.longestAgo.add(row, int64(at))
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
