package stats

import (
	"fmt"
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
)

// Filters of tickets that several charts have.
const (
	isOpen   = "is:open"
	isClosed = "is:closed"
	isUrgent = "is:late,risk"
)

// spec is a chart before its tickets are counted: the filters of its bars, or a condition whose names are the bars.
type spec struct {
	Chart
	of       string                // the filter of its tickets; NotSaid are those that no bar has
	part     string                // the filter of the part of a bar
	overlaps bool                  // a ticket may belong to several bars, or to none
	by       *filter.Condition     // nil for bars with filters of their own
	label    func([]string) string // of a name by its texts
	rank     Rank                  // of bars of names
}

// filterOf makes the filters of bars.
type filterOf struct {
	days       desk.DateRange
	saysAnyDay bool // open tickets of all days are counted, and filters have to say so
}

// ofQueue returns a filter of open tickets that has those of all days if they are counted.
func (d filterOf) ofQueue(text string) string {
	if d.saysAnyDay {
		return text + " " + filter.AnyDay
	}
	return text
}

// alone returns a filter of a bar as it is meant where nothing else says which days are listed.
func (d filterOf) alone(text string) string {
	if d.saysAnyDay {
		return "-" + filter.AnyDay + " " + text
	}
	return text
}

// created returns the condition of days.
func created(days desk.DateRange) string {
	if days.From == days.To {
		return "created:" + days.From.String()
	}
	return "created:" + days.From.String() + ".." + days.To.String()
}

// charts returns the charts.
func (d filterOf) charts() []spec {
	all := created(d.days)
	return []spec{
		{of: d.ofQueue(""), overlaps: true, Chart: Chart{Name: Summary, Title: "Tickets", Bars: []Bar{
			{Label: "created", Filter: all},
			{Label: "of them closed", Filter: all + " " + isClosed},
			{Label: "open", Filter: d.ofQueue(isOpen)},
			{Label: "at risk", Filter: d.ofQueue("is:risk"), Rank: Watch},
			{Label: "late", Filter: d.ofQueue("is:late"), Rank: Act},
		}}},
		d.createdPerDay(),
		{
			Chart: Chart{Name: "open_by_age", Title: "Open by age", OfOpen: true, Bars: bars(d.ofQueue(isOpen), filter.Age)},
			of:    d.ofQueue(isOpen),
		},
		d.openBy(filter.Queue, Chart{Name: RiskByQueue, Title: "At risk by queue", Part: "late"}, isUrgent, "is:late", Watch),
		d.createdPerHour(),
		{of: d.ofQueue("has:callback"), Chart: Chart{Name: "callbacks", Title: "Callbacks", OfOpen: true, Bars: []Bar{
			{Label: "before today", Filter: d.ofQueue("callback:due -callback:today"), Rank: Act},
			{Label: "due today", Filter: d.ofQueue("callback:due callback:today"), Rank: Act},
			{Label: "later today", Filter: d.ofQueue("callback:today -callback:due"), Rank: Watch},
			{Label: "after today", Filter: d.ofQueue("has:callback -callback:today -callback:due")},
		}}},
		d.openBy(filter.Queue, Chart{Name: "open_by_queue", Title: "Open by queue"}, isOpen, isUrgent, Usual),
		d.openBy(filter.SubStatus, Chart{Name: "open_by_sub_status", Title: "Open by sub-status"}, isOpen, isUrgent, Usual),
		d.openBy(filter.Assignee, Chart{Name: "open_by_assignee", Title: "Open by assignee"}, isOpen, isUrgent, Usual),
		{
			Chart: Chart{Name: ByDisposition, Title: "By disposition", Part: "closed", Ranked: true},
			part:  isClosed, by: filter.Of(filter.Disposition),
			label: func(levels []string) string { return strings.TrimSpace(levels[0]) },
		},
		turnaround(),
		{
			Chart: Chart{Name: "closed_at_first_contact", Title: "Closed at first contact", Bars: []Bar{
				{Label: "yes", Filter: isClosed + " ftr:yes"},
				{Label: "no", Filter: isClosed + " ftr:no"},
			}},
			of: isClosed,
		},
	}
}

// openBy returns a chart of open tickets by the names of a condition.
func (d filterOf) openBy(name filter.Name, c Chart, of, part string, rank Rank) spec {
	if c.Part == "" {
		c.Part = "late or at risk"
	}
	c.Ranked, c.OfOpen = true, true
	return spec{
		Chart: c, part: d.ofQueue(part), by: filter.Of(name), of: d.ofQueue(of), rank: rank,
		label: func(texts []string) string { return strings.TrimSpace(texts[len(texts)-1]) },
	}
}

func (d filterOf) createdPerDay() spec {
	c := spec{of: created(d.days), part: isClosed}
	c.Chart = Chart{Name: CreatedPerDay, Title: "Created per day", Part: "closed", Dated: true}
	for _, day := range slices.Backward(d.days.Days()) { // oldest first
		c.Bars = append(c.Bars, Bar{
			Label:  fmt.Sprintf("%s %2d", weekday(day), day.Day),
			Filter: created(desk.DateRange{From: day, To: day}), Day: day,
		})
	}
	return c
}

// weekday returns the first letters of a day of the week.
func weekday(d desk.Date) string { return d.Weekday().String()[:3] }

func (d filterOf) createdPerHour() spec {
	all := created(d.days)
	c := spec{of: all, part: isClosed}
	c.Chart = Chart{Name: CreatedPerHour, Title: "Created per hour", Part: "closed", Dated: true}
	for hour := range 24 {
		c.Bars = append(c.Bars, Bar{Label: fmt.Sprintf("%02d", hour), Filter: fmt.Sprintf("%s hour:%d", all, hour)})
	}
	return c
}

func turnaround() spec {
	c := Chart{Name: byTurnaround, Title: "Closed by turnaround", Bars: bars(isClosed, filter.Turnaround)}
	c.Bars[len(c.Bars)-1].Label = "longer"
	return spec{Chart: c, of: isClosed}
}

// steps are the ranges of ages, and of the times that tickets took, with the bounds as filters say them.
var steps = []struct{ label, from, to string }{
	{"< 1 h", "", "1h"}, {"< 8 h", "1h", "8h"}, {"< 1 d", "8h", "1d"}, {"< 3 d", "1d", "3d"}, {"older", "3d", ""},
}

// bars returns a bar for each step of a condition, after another one.
func bars(first string, name filter.Name) (all []Bar) {
	for _, s := range steps {
		b := Bar{Label: s.label, Filter: first}
		if s.from != "" {
			b.Filter += " " + string(name) + ":>=" + s.from
		}
		if s.to != "" {
			b.Filter += " " + string(name) + ":<" + s.to
		}
		all = append(all, b)
	}
	return all
}
