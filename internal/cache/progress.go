package cache

import (
	"time"

	"frontdesk/internal/desk"
)

// DayState is how far the pull of a day has come.
type DayState uint8

// The states of a day.
const (
	Pending DayState = iota // not asked for yet, or, with an Err, about to be asked for again
	Running
	Complete
	Truncated // the service holds more of the day than it gives out
	Failed    // for good, until the next Pull
)

// DayStatus is how a day stands. A day that is pulled again keeps the count and time of its last answer
// until the next one is whole.
type DayStatus struct {
	Day      desk.Date
	State    DayState
	Received int // tickets that pulls of this day brought
	Total    int // tickets that the service says it has of this day; -1 when it did not say
	Err      error
	At       time.Time // of the last whole answer
}

// PullStatus is how the pulls of a span stand.
type PullStatus struct {
	Busy bool        // some day is waiting for its turn or on its way
	Days []DayStatus // newest first
}

// Progress is how the pulls of a span stand now; the caller may keep it.
func (b *Cache) Progress(span desk.DateRange) PullStatus {
	days := span.Days()
	p := PullStatus{Days: make([]DayStatus, len(days))}
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, day := range days {
		p.Days[i] = DayStatus{Day: day, Total: -1}
		if d := b.days[day]; d != nil {
			p.Days[i] = d.status
		}
		p.Busy = p.Busy || b.flights[day] != nil
	}
	return p
}

// dayState is what the book remembers of a day beside its tickets.
type dayState struct {
	status     DayStatus
	lastResult DayStatus // how the last pull ended
	listed     []uint32  // rows that the lists hold because of pulls of this day, in order
	limit      int       // the limit that brought the whole day; 0 when none was needed
}

// dayOf is a day's book, made when there is none; b.mu is held.
func (b *Cache) dayOf(day desk.Date) *dayState {
	d := b.days[day]
	if d == nil {
		d = &dayState{status: DayStatus{Day: day, Total: -1}}
		d.lastResult = d.status
		b.days[day] = d
	}
	return d
}

func (d *dayState) wait(because error) { d.status.State, d.status.Err = Pending, because }
func (d *dayState) start()             { d.status.State, d.status.Err = Running, nil }
func (d *dayState) revert()            { d.status = d.lastResult }

func (d *dayState) fail(err error) {
	d.status.State, d.status.Err = Failed, err
	d.lastResult = d.status
}

func (d *dayState) complete(state DayState, known, total int, err error, at time.Time) {
	d.status = DayStatus{Day: d.status.Day, State: state, Received: known, Total: total, Err: err, At: at}
	d.lastResult = d.status
}
