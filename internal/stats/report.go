package stats

import (
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// Report is the figures as scripts read them.
type Report struct {
	From     string         `json:"from"`
	To       string         `json:"to"`
	TimeZone string         `json:"time_zone"` // of days and hours
	At       time.Time      `json:"at"`
	View     string         `json:"view"`
	Filter   string         `json:"filter"`
	Days     []reportDay    `json:"days"` // oldest first
	Complete bool           `json:"complete"`
	Tickets  int            `json:"tickets"`
	Open     *reportOpen    `json:"open,omitzero"`    // of which days open tickets are counted; null for those of days
	Earlier  *reportEarlier `json:"earlier,omitzero"` // only if all of its days were read
	Charts   []reportChart  `json:"charts"`
}

// reportOpen says of which days the open tickets are known.
type reportOpen struct {
	Since   string    `json:"since"`            // all open tickets of this day and later ones are known
	Wanted  string    `json:"wanted"`           // the same when all days are read
	Missing string    `json:"missing,omitzero"` // which days are not read
	Oldest  time.Time `json:"oldest,omitzero"`  // when the one was read that was read longest ago
}

// reportDay is a day with what is known of it.
type reportDay struct {
	Day    string    `json:"day"`
	State  DayState  `json:"state"`
	ReadAt time.Time `json:"read_at,omitzero"`
	Reason string    `json:"reason,omitzero"`
}

// reportEarlier is the number of tickets created in the days before.
type reportEarlier struct {
	From    string    `json:"from"`
	To      string    `json:"to"`
	Until   time.Time `json:"until,omitzero"` // up to which its last day is counted
	Created int       `json:"created"`
}

// reportChart is a chart.
type reportChart struct {
	Name          ChartName   `json:"name"`
	Title         string      `json:"title"`
	Bars          []reportBar `json:"bars"`
	Part          string      `json:"part,omitzero"` // what the part of a bar is
	NotSaid       int         `json:"not_said"`
	MedianSeconds *int64      `json:"median_seconds,omitzero"`
}

// reportBar is a bar. Its count is the number of tickets that its filter lists.
type reportBar struct {
	Label  string `json:"label"`
	Day    string `json:"day,omitzero"`
	Known  *bool  `json:"known,omitzero"` // of a bar for a day: whether that day was read
	Count  int    `json:"count"`
	Part   *int   `json:"part,omitzero"`
	Filter string `json:"filter"`
}

// Report returns the figures for scripts.
func (f *Figures) Report(r Request) Report {
	report := Report{
		From: f.Days.From.String(), To: f.Days.To.String(), TimeZone: f.ZoneName(), At: f.At,
		View: safetext.LineFromText(r.View.Name).String(), Filter: r.Filter,
		Complete: f.IsWhole(), Tickets: f.Tickets,
	}
	if q := f.Queue; q.IsKept() {
		report.Open = &reportOpen{
			Since: q.From().String(), Wanted: q.Since.String(), Missing: q.Missing(desk.DateOf(f.At)), Oldest: q.Oldest,
		}
	}
	for i := len(f.Read) - 1; i >= 0; i-- {
		d := f.Read[i]
		day := reportDay{Day: d.Date.String(), State: d.State, ReadAt: d.At}
		if d.Err != nil {
			day.Reason = safetext.LineFromText(d.Err.Error()).String()
		}
		report.Days = append(report.Days, day)
	}
	if c := f.Created; c.IsKnown {
		report.Earlier = &reportEarlier{
			From: c.Earlier.From.String(), To: c.Earlier.To.String(), Until: c.Until, Created: c.Before,
		}
	}
	for i := range f.Charts {
		report.Charts = append(report.Charts, f.reportChart(&f.Charts[i]))
	}
	return report
}

// ZoneName returns the name of the zone, or its offset if it is that of the machine and has no name.
func (f *Figures) ZoneName() string {
	if f.Zone == time.Local {
		return f.At.Format("UTC-07:00")
	}
	return f.Zone.String()
}

func (f *Figures) reportChart(c *Chart) reportChart {
	chart := reportChart{Name: c.Name, Title: c.Title, Part: c.Part, NotSaid: c.NotSaid, Bars: []reportBar{}}
	if c.HasMedian {
		seconds := int64(c.Median / time.Second)
		chart.MedianSeconds = &seconds
	}
	for _, b := range c.Bars {
		bar := reportBar{Label: b.Label, Count: b.Count, Filter: b.Filter}
		if c.Part != "" {
			bar.Part = &b.Part
		}
		if b.Day != (desk.Date{}) {
			known := f.DayOf(b.Day).IsKnown()
			bar.Day, bar.Known = b.Day.String(), &known
		}
		chart.Bars = append(chart.Bars, bar)
	}
	return chart
}
