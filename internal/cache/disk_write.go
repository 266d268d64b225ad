package cache

import (
	"github.com/go-json-experiment/json"

	"frontdesk/internal/cachefile"
	"frontdesk/internal/desk"
)

// rowsToWrite are rows and days as they were at one moment.
type rowsToWrite struct {
	rows   []*packedTicket
	stamps []seq
	values internedValues
	days   []storedDay
}

// takeRows returns the rows to write: all, or those that were changed since the last write.
func (c *Cache) takeRows(all bool) rowsToWrite {
	c.mu.Lock()
	defer c.mu.Unlock()
	d := c.disk
	w := rowsToWrite{values: c.words.values()}
	all = all || d.all
	if all {
		for row := range uint32(c.rows.n) {
			w.add(c, row)
		}
		for day := range c.days {
			d.days[day] = struct{}{}
		}
	} else {
		for row := range d.rows {
			w.add(c, row)
		}
	}
	for day := range d.days {
		state, known := c.days[day]
		if !known || state.openAt().IsZero() {
			continue
		}
		rows := c.listedOf(day, state)
		w.days = append(w.days, storedDay{
			Day: day, Asked: state.asked, At: state.lastResult.At, Received: state.lastResult.Received,
			Total: state.lastResult.Total, Repeated: state.lastResult.Repeated, Unnumbered: state.lastResult.Unnumbered,
			Limit: state.limit, Rows: len(rows), Sum: c.sumOfIDs(rows),
			Truncated: state.lastResult.State == Truncated,
			OpenAt:    state.openAt(), OpenCut: state.isCut(),
		})
	}
	d.rows, d.days = map[uint32]struct{}{}, map[desk.Date]struct{}{}
	return w
}

// listedOf returns the rows of a day that installDays will find for it. c.mu is held.
func (c *Cache) listedOf(day desk.Date, state *dayState) []uint32 {
	number := numberOf(day)
	rows := make([]uint32, 0, len(state.listed))
	for _, row := range state.listed {
		if s := c.rows.row(row); s.pulledDay == number && !s.delisted {
			rows = append(rows, row)
		}
	}
	return rows
}

func (w *rowsToWrite) add(c *Cache, row uint32) {
	w.rows, w.stamps = append(w.rows, c.rows.row(row)), append(w.stamps, c.rowSeq[row])
}

// batches encodes the rows and, after them, the days.
func (w *rowsToWrite) batches(f *cachefile.File) []*cachefile.Batch {
	var all []*cachefile.Batch
	b := f.NewBatch()
	key, numbers := []byte(rowKey), []byte(nil)
	for i, row := range w.rows {
		if b.IsFull() {
			all, b = append(all, b), f.NewBatch()
		}
		key = append(key[:len(rowKey)], row.id()...)
		numbers = row.appendNumbers(numbers[:0])
		v := &w.values
		words := [rowWords]uint32{
			b.Word(codeWord(v.subStatuses[row.subStatus])), b.Word(codeWord(v.queues[row.queue])),
			b.Word(v.labels[row.status].String()), b.Word(v.priorities[row.priority].String()),
			b.Word(v.assignees[row.assignee].String()), b.Word(v.labels[row.creator].String()),
			b.Word(v.slas[row.sla].String()), b.Word(v.labels[row.source].String()),
			b.Word(v.dispositions[row.disposition].String()),
		}
		b.Add(string(key), int64(w.stamps[i]), words[:], numbers, row.text)
	}
	b.Word("") // days refer to it
	for _, day := range w.days {
		text, err := json.Marshal(day)
		if err == nil {
			empty := b.Word("")
			b.Add(dayKey+day.Day.String(), int64(day.Asked), []uint32{
				empty, empty, empty, empty, empty, empty, empty, empty, empty,
			}, nil, string(text))
		}
	}
	return append(all, b)
}

// writeTickets appends the rows and days that have changed.
func (c *Cache) writeTickets() error {
	c.mu.Lock()
	nothing := !c.disk.all && len(c.disk.rows) == 0 && len(c.disk.days) == 0
	c.mu.Unlock()
	if !c.disk.look.Swap(false) && nothing {
		return nil
	}
	return c.disk.tickets.Update(c.adoptRows, func(whole bool) []*cachefile.Batch {
		w := c.takeRows(whole)
		return w.batches(c.disk.tickets)
	})
}
