package filter

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// Test reports whether a ticket meets something; number is that of its row.
type Test func(number uint32, row *Row) bool

// Never holds for no ticket.
func Never(uint32, *Row) bool { return false }

// All returns the test that holds when all tests do.
func All(tests []Test) Test {
	if len(tests) == 1 {
		return tests[0]
	}
	return func(number uint32, row *Row) bool {
		for _, test := range tests {
			if !test(number, row) {
				return false
			}
		}
		return true
	}
}

// Env is what conditions are tested with: who asks and when, the names that rows have by their numbers, of which the
// first is none, and what is known beside rows.
type Env struct {
	Now   time.Time // in the zone of days and hours
	Agent string    // whom assignee:me means

	SubStatuses, Queues                          []desk.Code
	Priorities, Assignees, Sources, Dispositions []desk.InternedLine

	Customers        func(words []string) map[int64]bool // those with all of these in their names or code
	HasOrder         Test
	HasDraft, Unread Test // nil if that is not known

	Notes []string // which names no ticket has, in sentences
}

func (e *Env) note(format string, args ...any) {
	e.Notes = append(e.Notes, fmt.Sprintf(format, args...))
}

// Needs is what decides beside its row whether a ticket meets a filter.
type Needs uint8

// What filters need.
const (
	OfTime      Needs = 1 << iota // time alone changes the result
	OfAgent                       // who asks
	OfOwn                         // what the agent's own console knows
	OfCustomers                   // the known customers
	OfTexts                       // the texts of tickets that were read
)

// Needs reports whether the filter needs one of these.
func (f Filter) Needs(what Needs) bool {
	return slices.ContainsFunc(f.Terms, func(t Term) bool { return t.Needs(what) })
}

// Needs reports whether the term needs one of these.
func (t Term) Needs(what Needs) bool {
	c := Of(t.Name)
	if c == nil {
		return what&(OfCustomers|OfTexts) != 0
	}
	return c.needs&what != 0 || slices.ContainsFunc(t.Values, func(v Value) bool {
		choice := c.choice(v)
		return choice != nil && choice.needs&what != 0
	})
}

// Test returns the test of a condition.
func (t Term) Test(e *Env) Test {
	holds := Of(t.Name).of(e, t.Values)
	if t.Not {
		return func(number uint32, row *Row) bool { return !holds(number, row) }
	}
	return holds
}

// Named returns which names a condition with one value means, by their numbers.
func (c *Condition) Named(e *Env, value string) []bool {
	f, _ := Parse(string(c.Name) + ":" + value)
	if len(f.Terms) == 0 {
		return c.named(e, nil)
	}
	return c.named(e, f.Terms[0].Values)
}

// of returns the test of some values.
func (c *Condition) of(e *Env, values []Value) Test {
	if c.Key != nil {
		means, key := c.named(e, values), c.Key
		return func(_ uint32, row *Row) bool { return means[key(row)] }
	}
	var tests []Test
	for _, v := range values {
		var test Test
		if choice := c.choice(v); choice != nil && choice.test != nil {
			test = choice.test(e)
		} else {
			test = c.test(e, v)
		}
		if test != nil {
			tests = append(tests, test)
		} else {
			e.note("%s:%s is known in the console only", c.Name, v.Text)
		}
	}
	if len(tests) == 1 {
		return tests[0]
	}
	return func(number uint32, row *Row) bool {
		return slices.ContainsFunc(tests, func(test Test) bool { return test(number, row) })
	}
}

// named returns which names values mean, by number: those that are compared so, those equal to a value, or else those
// that are the same but for spaces and hyphens, or else those in which its words begin words.
func (c *Condition) named(e *Env, values []Value) []bool {
	all := c.Names(e)
	means := make([]bool, len(all))
	for _, v := range values {
		folded := FoldName(v.Text)
		is := func(text string) bool { return FoldName(text) == folded }
		switch choice := c.choice(v); {
		case v.Rank > 0:
			mark(means, all, func(text string) bool { return isCompared(v, text) })
		case v.Compare == "" && v.Text == None && (c.orNone || choice != nil):
			means[0] = true
		case choice != nil && e.Agent == "":
			e.note("assignee:me needs your name as agent in the configuration")
		case choice != nil:
			folded = FoldName(e.Agent)
			mark(means, all, is)
		case mark(means, all, is):
		case v.Compare == "" && (mark(means, all, func(text string) bool { return sameName(text, folded) }) ||
			mark(means, all, func(text string) bool { return beginsWord(text, folded) })):
		default:
			e.note("no ticket has the %s “%s”", c.noun, safetext.LineFromText(v.Text))
		}
	}
	return means
}

// mark marks the names with a text that fits, and reports whether there are any.
func mark(means []bool, all [][]string, fits func(string) bool) (found bool) {
	for i := 1; i < len(all); i++ {
		if slices.ContainsFunc(all[i], fits) {
			means[i], found = true, true
		}
	}
	return found
}

// isCompared reports whether a priority has the rank that is asked for; a smaller one is more urgent.
func isCompared(v Value, priority string) bool {
	rank, ranked := desk.PriorityRank(desk.NewInternedLine(safetext.LineFromText(priority)))
	return ranked && compares(v.Compare, v.Rank, rank)
}

// compares reports whether a < b and so on.
func compares[T int | time.Duration](sign string, a, b T) bool {
	switch sign {
	case "<":
		return a < b
	case "<=":
		return a <= b
	case ">":
		return a > b
	}
	return a >= b
}

// textsOf returns the texts of names.
func textsOf[T any](all []T, of func(T) []string) [][]string {
	texts := make([][]string, len(all))
	for i := range all {
		texts[i] = of(all[i])
	}
	return texts
}

func codes(all []desk.Code) [][]string {
	return textsOf(all, func(c desk.Code) []string { return []string{c.Key().Raw(), c.Label()} })
}

func lines(all []desk.InternedLine) [][]string {
	return textsOf(all, func(l desk.InternedLine) []string { return []string{l.String()} })
}

func levels(l desk.InternedLine) []string { return desk.DispositionLevels(l.String()) }

// always returns a test that is the same for everyone at any time.
func always(holds func(*Row) bool) func(*Env) Test {
	return func(*Env) Test { return func(_ uint32, row *Row) bool { return holds(row) } }
}

func marked(mark desk.Flags) func(*Env) Test {
	return always(func(r *Row) bool { return r.Marks.Has(mark) })
}

func order(e *Env) Test  { return e.HasOrder }
func draft(e *Env) Test  { return e.HasDraft }
func unread(e *Env) Test { return e.Unread }

// unattended tests whether a ticket has a sub-status that means so.
func unattended(e *Env) Test {
	means := make([]bool, len(e.SubStatuses))
	for i, code := range e.SubStatuses {
		means[i] = code.MeansUnattended()
	}
	return func(_ uint32, row *Row) bool { return means[row.SubStatus] }
}

// urgency tests whether a ticket is late or at risk.
func urgency(wanted desk.Urgency) func(*Env) Test {
	return func(e *Env) Test {
		now := desk.NewUnixTime(e.Now)
		return func(_ uint32, row *Row) bool {
			return desk.UrgencyOf(row.Marks, row.Callback, row.Due, now) == wanted
		}
	}
}

// customer tests the customer by number, or by the name of a known one.
func customer(e *Env, v Value) Test {
	ids := e.Customers(strings.Fields(safetext.Fold(v.Text)))
	id, _ := strconv.ParseInt(v.Text, 10, 64)
	if id <= 0 && len(ids) == 0 {
		e.note("no known customer is called “%s”", safetext.LineFromText(v.Text))
	}
	return func(_ uint32, row *Row) bool { return row.Customer > 0 && (row.Customer == id || ids[row.Customer]) }
}

// Row is what conditions compare of a ticket. What many tickets share is the number of a name, see Env.
type Row struct {
	Customer  int64
	Created   desk.UnixTime
	Marks     desk.Flags
	PulledDay int32 // the DayNumber of the day whose pull returned it, for a ticket without a readable date; 0 for none

	Callback, Due desk.UnixTime

	SubStatus, Queue, Priority, Assignee, Source, Disposition uint32

	Turnaround desk.Turnaround
}

func (r *Row) isOpen() bool { return !r.Marks.Has(desk.Closed) }

// isAtOnceUnsaid reports whether the service does not say whether the first contact closed the ticket.
func (r *Row) isAtOnceUnsaid() bool { return r.Marks&(desk.FixedAtOnce|desk.NotFixedAtOnce) == 0 }

func (r *Row) awaitsCall() bool { return r.Callback != 0 && r.isOpen() }

// DueAt returns when a ticket is due; 0 for a closed one.
func (r *Row) DueAt() desk.UnixTime { return desk.NextDeadline(r.Marks, r.Callback, r.Due).At }

// DayNumber encodes a day as a number; 0 for the zero Date.
func DayNumber(d desk.Date) int32 {
	if d == (desk.Date{}) {
		return 0
	}
	return int32(d.Year)*10000 + int32(d.Month)*100 + int32(d.Day)
}

// Span is a date range in the form that rows are compared with. A ticket belongs to it by its creation day or, without
// a readable date, by the day whose pull returned it.
type Span struct {
	window
	first, last int32
}

// NewSpan returns the span of days in a zone.
func NewSpan(days desk.DateRange, zone *time.Location) Span {
	return Span{newWindow(days, zone), DayNumber(days.From), DayNumber(days.To)}
}

// Has reports whether a ticket belongs to the span.
func (s *Span) Has(r *Row) bool {
	if r.Created == 0 {
		return s.first <= r.PulledDay && r.PulledDay <= s.last
	}
	return s.from <= r.Created && r.Created < s.to
}

// window is a range of moments, the last excluded; a bound of 0 is none.
type window struct{ from, to desk.UnixTime }

func newWindow(days desk.DateRange, zone *time.Location) window {
	from, _ := days.From.Range(zone)
	_, to := days.To.Range(zone)
	return window{desk.NewUnixTime(from), desk.NewUnixTime(to)}
}

func (w window) has(at desk.UnixTime) bool {
	return at != 0 && (w.from == 0 || at >= w.from) && (w.to == 0 || at < w.to)
}
