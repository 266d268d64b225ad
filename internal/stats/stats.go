// Package stats computes the figures of a desk from the tickets that were pulled. It says only what their records
// prove: each chart covers the days that were read, a value that is missing is counted as not said, and nothing is
// estimated. The board of the console and frontdesk stats show the same figures.
package stats

import (
	"context"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
)

// Request says of which tickets figures are wanted.
type Request struct {
	Days   desk.DateRange
	View   desk.View // zero for all tickets
	Filter string    // in the language of package filter
	Agent  string    // whom assignee:me means
	Own    cache.Own // for is:unread and has:draft
	Now    time.Time
}

// Figures are the figures of some days at one moment. They are immutable.
type Figures struct {
	Days    desk.DateRange
	Zone    *time.Location    // of the days and hours: the account's
	At      time.Time         // to the minute
	Read    []Day             // newest first
	Queue   cache.QueueStatus // of which days open tickets are counted; zero for those of Days
	Tickets int               // that were counted
	Created Comparison
	Charts  []Chart
	Notes   []string // what of the filter cannot find anything, and what of the answers was left out, in sentences
}

// ChartName names a chart.
type ChartName string

// The charts that code asks for.
const (
	Summary        ChartName = "summary"
	CreatedPerDay  ChartName = "created_per_day"
	RiskByQueue    ChartName = "at_risk_by_queue"
	CreatedPerHour ChartName = "created_per_hour"
	ByDisposition  ChartName = "by_disposition"
	byTurnaround   ChartName = "closed_by_turnaround"
)

// Chart is a list of bars.
type Chart struct {
	Name      ChartName
	Title     string
	Part      string // what the Part of a bar is, such as closed; empty if bars have none
	Bars      []Bar
	NotSaid   int           // tickets that the chart leaves out because their record lacks the value
	Median    time.Duration // of what the chart counts tickets by, such as the time that they took
	HasMedian bool          // Median is known
	OfOpen    bool          // it counts open tickets, which may be of other days than the others
	Dated     bool          // a bar for each day or hour of creation
	Ranked    bool          // the largest bars come first
}

// Bar is the number of tickets that a filter lists.
type Bar struct {
	Label  string
	Count  int
	Part   int       // of them
	Filter string    // in the language of package filter; empty if no filter names them
	Day    desk.Date // of a bar for one day
	Rank   Rank
}

// Rank says how urgent a bar is, which decides its colour.
type Rank uint8

// The ranks.
const (
	Usual Rank = iota
	Watch      // at risk, soon due
	Act        // late, due
)

// Max returns the largest count of a chart's bars.
func (c *Chart) Max() (most int) {
	for _, b := range c.Bars {
		most = max(most, b.Count)
	}
	return most
}

// Comparison is the number of tickets created in the days, beside that in the days before.
type Comparison struct {
	Count   int
	Before  int
	Earlier desk.DateRange
	Until   time.Time // the time of day up to which the last day of Earlier is counted; zero for its end
	IsKnown bool      // all of both ranges was read
}

// Of computes the figures of what a cache holds. It takes milliseconds for 100,000 tickets, so call it outside the
// update loop.
func Of(ctx context.Context, c *cache.Cache, r Request) (*Figures, error) {
	zone := c.Zone
	now := r.Now.In(zone).Truncate(time.Minute)
	f := &Figures{Days: r.Days, Zone: zone, At: now}
	queue := c.Queue()
	progress := c.Progress(r.Days) // before the rows, so that they include every day it reports as read
	f.Read = DaysOf(progress)
	earlier := earlierDays(r.Days)
	before := DaysOf(c.Progress(earlier))
	snapshot := c.Snapshot()
	query := r.query(r.Days, now)
	isOfAll := r.View.Name == "" // counts the open tickets of all days, as the views of open tickets do
	if isOfAll && c.OpenSince > 0 {
		query.View = filter.AnyDay
	}
	tickets := snapshot.Select(query)
	if tickets.IsOfAnyDay() {
		f.Queue = queue
	}
	f.Notes = tickets.Notes()
	if n := progress.Unnumbered(); n > 0 {
		f.Notes = append(f.Notes, desk.UnnumberedNote(n))
	}
	days := filterOf{days: r.Days, saysAnyDay: isOfAll && tickets.IsOfAnyDay()}
	if err := f.count(ctx, tickets, days); err != nil {
		return nil, err
	}
	f.Created = Comparison{Count: f.Chart(Summary).Bars[0].Count, Earlier: earlier}
	var err error
	if AreRead(f.Read) && AreRead(before) {
		err = f.compare(ctx, snapshot.Select(r.query(earlier, now)))
	}
	return f, err
}

// IsWhole reports whether all that the figures are to count was read.
func (f *Figures) IsWhole() bool { return AreRead(f.Read) && f.Queue.IsWhole() && f.Queue.Cut == 0 }

// QueueLabel says of which days the open tickets are counted; empty if of those of the figures.
func (f *Figures) QueueLabel() string {
	today := desk.DateOf(f.At)
	switch {
	case !f.Queue.IsKept():
		return ""
	case !f.Queue.IsWhole():
		return "open tickets " + f.Queue.Missing(today)
	}
	return "open tickets since " + f.Queue.Since.Label(today)
}

// query returns what lists the tickets of some days.
func (r *Request) query(days desk.DateRange, now time.Time) cache.Query {
	return cache.Query{View: r.View.Filter, Text: r.Filter, Span: days, Now: now, Agent: r.Agent, Own: r.Own}
}

// earlierDays returns as many days as a range has, right before it.
func earlierDays(days desk.DateRange) desk.DateRange {
	n := days.Len()
	return desk.DateRange{From: days.From.Add(-n), To: days.To.Add(-n)}
}

// compare counts the tickets of the days before. While the last day is not over, that of the days before counts only up
// to the same time of day.
func (f *Figures) compare(ctx context.Context, tickets *cache.Selection) error {
	c := &f.Created
	last := desk.DateRange{From: c.Earlier.To, To: c.Earlier.To}
	isCreated := tickets.Test(created(c.Earlier))
	isUndated := tickets.Test(created(last) + " hour:none")
	if today := desk.DateOf(f.At); f.Days.To.Compare(today) >= 0 {
		c.Until = time.Date(last.To.Year, last.To.Month, last.To.Day, f.At.Hour(), f.At.Minute(), 0, 0, f.Zone)
	}
	end := desk.NewUnixTime(c.Until)
	c.IsKnown = true
	err := tickets.Each(ctx, func(number uint32, row *filter.Row) {
		switch {
		case !isCreated(number, row):
		case end != 0 && isUndated(number, row):
			c.IsKnown = false
		case end == 0 || row.Created < end:
			c.Before++
		}
	})
	if !c.IsKnown {
		c.Before, c.Until = 0, time.Time{}
	}
	return err
}

// Chart returns a chart by its name.
func (f *Figures) Chart(name ChartName) *Chart {
	for i := range f.Charts {
		if f.Charts[i].Name == name {
			return &f.Charts[i]
		}
	}
	return nil
}
