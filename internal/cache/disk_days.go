package cache

import (
	"hash/fnv"
	"slices"
	"time"

	"frontdesk/internal/desk"
)

// storedDay is the state of a day on disk. Rows of the day that are listed are added up, so that it is noticed when not
// all of them are there.
type storedDay struct {
	Day        desk.Date
	Asked      seq
	At         time.Time
	Received   int
	Total      int
	Repeated   int `json:",omitzero"`
	Unnumbered int `json:",omitzero"`
	Limit      int
	Truncated  bool
	OpenAt     time.Time `json:",omitzero"` // when its open tickets were read
	OpenCut    bool      `json:",omitzero"` // not all of them
	Rows       int       // listed
	Sum        uint64    // of the hashes of their ids
}

// installDays makes the newest state of each day on disk that of the cache, unless the day was pulled meanwhile or not
// all of its rows are there. c.mu is held.
func (c *Cache) installDays(frames []*storedRows) {
	days := map[desk.Date]storedDay{}
	for _, s := range frames {
		for _, day := range s.days {
			if days[day.Day].Asked <= day.Asked {
				days[day.Day] = day
			}
		}
	}
	listed := c.listedByDay()
	for date, stored := range days {
		d := c.dayOf(date)
		c.seq = max(c.seq, stored.Asked)
		rows := listed[numberOf(date)]
		if d.openAt().IsZero() {
			d.limit = stored.Limit
			d.listed, d.stored = rows, slices.Clone(rows)
			d.installOpen(&stored)
		}
		if !d.status.At.IsZero() || len(rows) != stored.Rows || c.sumOfIDs(rows) != stored.Sum {
			continue
		}
		if stored.At.IsZero() {
			continue
		}
		d.lastResult = DayStatus{
			Day: date, State: Pending, Received: stored.Received, Total: stored.Total, At: stored.At, Stored: true,
			Repeated: stored.Repeated, Unnumbered: stored.Unnumbered,
		}
		state := d.status.State
		d.status = d.lastResult
		d.status.State = state
	}
}

// installOpen takes over when the open tickets of a day were read. It does not depend on the rows of the day on disk,
// many of which may be closed meanwhile: what is open is there, or the file was set aside.
func (d *dayState) installOpen(stored *storedDay) {
	if stored.OpenAt.IsZero() {
		return
	}
	d.open.lastResult = DayStatus{Day: stored.Day, State: Complete, Total: -1, At: stored.OpenAt, Stored: true}
	if stored.OpenCut {
		d.open.lastResult.State = Truncated
	}
	state := d.open.status.State
	d.open.status = d.open.lastResult
	d.open.status.State = state
}

// adoptDays takes over of which days another process has read the open tickets. c.mu is held.
func (c *Cache) adoptDays(days []storedDay) {
	for i := range days {
		if d := c.dayOf(days[i].Day); days[i].OpenAt.After(d.openAt()) {
			d.installOpen(&days[i])
			c.older.isNews = true
		}
	}
	if c.older.isNews {
		c.announceNow(c.Now())
	}
}

// listedByDay returns the listed rows by the day whose pull returned them, sorted. c.mu is held.
func (c *Cache) listedByDay() map[int32][]uint32 {
	all := map[int32][]uint32{}
	for row := range uint32(c.rows.n) {
		if s := c.rows.row(row); s.pulledDay != 0 && !s.delisted {
			all[s.pulledDay] = append(all[s.pulledDay], row)
		}
	}
	return all
}

// sumOfIDs adds up hashes of the rows' ids, whatever their order. c.mu is held.
func (c *Cache) sumOfIDs(rows []uint32) (sum uint64) {
	h := fnv.New64a()
	for _, row := range rows {
		h.Reset()
		_, _ = h.Write([]byte(c.rows.row(row).id()))
		sum += h.Sum64()
	}
	return sum
}

// dateOf returns the day of numberOf.
func dateOf(n int32) desk.Date {
	if n == 0 {
		return desk.Date{}
	}
	return desk.Date{Year: int(n / 10000), Month: time.Month(n / 100 % 100), Day: int(n % 100)}
}
