package stats

import (
	"slices"
	"sort"
	"time"

	"frontdesk/internal/desk"
)

// tally counts tickets one after the other.
type tally struct {
	days   []desk.Date     // oldest first
	starts []desk.UnixTime // of each day, and of the day after the last
	anyDay bool            // open tickets of other days are counted, too, and filters of the view have to say so
	zone   *time.Location
	now    desk.UnixTime
	today  [2]desk.UnixTime // from and to

	tickets, created, closed, open, late, risk int

	perDay    []parted
	perHour   [24]parted
	noHour    int
	ages      [len(steps)]int
	noAge     int
	calls     [4]int
	queues    map[desk.Code]*parted // of open tickets
	atRisk    map[desk.Code]*parted // of those, with the late ones
	statuses  map[desk.Code]*parted
	assignees map[desk.InternedLine]*parted
	reasons   map[desk.InternedLine]*parted // dispositions of all tickets, with the closed ones
	took      []time.Duration               // of closed tickets
	tookIn    [len(steps)]int
	noTook    int
	next      moment // at which one of these changes by itself
	atOnce    [3]int // of closed tickets: yes, no, not said
}

// parted is a count with the count of a part.
type parted struct{ all, part int }

func newTally(days desk.DateRange, zone *time.Location, now time.Time) *tally {
	t := &tally{
		days: days.Days(), zone: zone, now: desk.NewUnixTime(now),
		queues: map[desk.Code]*parted{}, atRisk: map[desk.Code]*parted{}, statuses: map[desk.Code]*parted{},
		assignees: map[desk.InternedLine]*parted{}, reasons: map[desk.InternedLine]*parted{},
	}
	slices.Reverse(t.days)
	for _, d := range t.days {
		start, _ := d.Range(zone)
		t.starts = append(t.starts, desk.NewUnixTime(start))
	}
	_, end := days.To.Range(zone)
	t.starts = append(t.starts, desk.NewUnixTime(end))
	t.perDay = make([]parted, len(t.days))
	from, to := desk.DateOf(now).Range(zone)
	t.today = [2]desk.UnixTime{desk.NewUnixTime(from), desk.NewUnixTime(to)}
	t.next.now = t.now
	return t
}

// dayOf returns the index of the day on which a ticket was created, -1 for another day. Without a readable date that is
// the day whose pull returned it.
func (t *tally) dayOf(ticket *desk.Ticket, pulled desk.Date) int {
	if ticket.Created.IsZero() {
		return slices.Index(t.days, pulled)
	}
	i := sort.Search(len(t.starts), func(i int) bool { return t.starts[i] > ticket.Created }) - 1
	if i == len(t.days) {
		return -1
	}
	return i
}

// covers reports whether a ticket was created in the days.
func (t *tally) covers(ticket *desk.Ticket, pulled desk.Date) bool {
	return t.dayOf(ticket, pulled) >= 0
}

// add counts a ticket.
func (t *tally) add(ticket *desk.Ticket, pulled desk.Date) {
	t.tickets++
	isClosed := ticket.Marks.Has(desk.Closed)
	day := t.dayOf(ticket, pulled)
	if day >= 0 {
		t.created++
		t.perDay[day].add(isClosed)
		if ticket.Created.IsZero() {
			t.noHour++
		} else {
			t.perHour[ticket.Created.In(t.zone).Hour()].add(isClosed)
		}
		if isClosed {
			t.closed++
		}
	}
	if day >= 0 || !t.anyDay {
		count(t.reasons, ticket.Disposition, isClosed)
	}
	if isClosed {
		t.addClosed(ticket)
	} else {
		t.addOpen(ticket)
	}
}

func (t *tally) addOpen(ticket *desk.Ticket) {
	t.open++
	t.next.offer(ticket.UrgencyChangesAfter(t.now))
	urgency := ticket.Urgency(t.now)
	isLate := urgency == desk.IsLate
	count(t.queues, ticket.Queue, urgency != desk.NotUrgent)
	count(t.statuses, ticket.SubStatus, urgency != desk.NotUrgent)
	count(t.assignees, ticket.Assignee, urgency != desk.NotUrgent)
	switch urgency {
	case desk.IsLate:
		t.late++
	case desk.AtRiskOfDelay:
		t.risk++
	}
	if urgency != desk.NotUrgent {
		count(t.atRisk, ticket.Queue, isLate)
	}
	if ticket.Created.IsZero() {
		t.noAge++
	} else {
		t.ages[stepOf(time.Duration(t.now-ticket.Created)*time.Second)]++
		t.next.offerAges(ticket.Created)
	}
	if at := ticket.Callback; !at.IsZero() {
		t.calls[t.callOf(at)]++
		t.next.offer(at - 59) // its minute
	}
}

// The bars of callbacks.
const (
	callPast  = iota // before today
	callDue          // today, and its minute has come
	callLater        // later today
	callAfter        // after today
)

func (t *tally) callOf(at desk.UnixTime) int {
	isDue := desk.IsCallDue(at, t.now)
	switch {
	case at < t.today[0]:
		return callPast
	case at >= t.today[1]:
		return callAfter
	case isDue:
		return callDue
	}
	return callLater
}

func (t *tally) addClosed(ticket *desk.Ticket) {
	if took := ticket.Turnaround; took.IsSaid() {
		t.took = append(t.took, took.Duration())
		t.tookIn[stepOf(took.Duration())]++
	} else {
		t.noTook++
	}
	switch {
	case ticket.Marks.Has(desk.FixedAtOnce):
		t.atOnce[0]++
	case ticket.Marks.Has(desk.NotFixedAtOnce):
		t.atOnce[1]++
	default:
		t.atOnce[2]++
	}
}

func (p *parted) add(isPart bool) {
	p.all++
	if isPart {
		p.part++
	}
}

func count[K comparable](in map[K]*parted, key K, isPart bool) {
	p := in[key]
	if p == nil {
		p = &parted{}
		in[key] = p
	}
	p.add(isPart)
}

// step is a range of times, from and up to but without to; 0 is no bound.
type step struct {
	label, from, to string // the bounds as filters say them
	below           time.Duration
}

// steps are the ranges of ages, and of the times that tickets took.
var steps = [...]step{
	{"< 1 h", "", "1h", time.Hour},
	{"< 8 h", "1h", "8h", 8 * time.Hour},
	{"< 1 d", "8h", "1d", 24 * time.Hour},
	{"< 3 d", "1d", "3d", 3 * 24 * time.Hour},
	{"older", "3d", "", 0},
}

func stepOf(d time.Duration) int {
	for i, s := range steps {
		if d < s.below {
			return i
		}
	}
	return len(steps) - 1
}

// median returns the middle of the times, and whether there is one; of two it is the shorter one, which a record says.
func median(all []time.Duration) (time.Duration, bool) {
	if len(all) == 0 {
		return 0, false
	}
	slices.Sort(all)
	return all[(len(all)-1)/2], true
}
