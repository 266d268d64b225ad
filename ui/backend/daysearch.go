package backend

import (
	"context"
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/phrase"
)

// daysPerStep is the number of days searched before the result is shown.
const daysPerStep = 4

// maxDaysPerSearch is the number of days after which a DaySearch pauses until the agent continues it.
const maxDaysPerSearch = 366

// minDaySearch is the number of characters from which a query is sent to the service.
const minDaySearch = 3

// DaySearch looks for customers whom the service has and the cache may not have: it pulls the customers added on each
// day, from today backwards, since the interface has no other search. It pauses at the first match, at a day that
// fails, and after maxDaysPerSearch. Its zero value has nothing to search.
type DaySearch struct {
	typed   string
	from    desk.Date // the day that it began with
	next    desk.Date // the day to continue with
	until   int       // number of days after which it pauses
	days    int       // searched so far
	busy    bool
	found   []Match
	unnamed int         // customers without an id
	cut     []desk.Date // days of which the service returned only a part
	err     error       // why next could not be searched
}

// newDaySearch returns a search that has not begun.
func (c *Backend) newDaySearch(typed string) DaySearch {
	today := c.Today()
	return DaySearch{typed: typed, from: today, next: today}
}

// Found returns the customers found so far, the last added first.
func (d *DaySearch) Found() []Match { return d.found }

// Busy reports whether days are being searched.
func (d *DaySearch) Busy() bool { return d.busy }

// Err returns why the search could not go on; nil when nothing has failed.
func (d *DaySearch) Err() error { return d.err }

// Next returns the newest day that has not been searched.
func (d *DaySearch) Next() desk.Date { return d.next }

// IsLongEnough reports whether the query is long enough to be sent.
func (d *DaySearch) IsLongEnough() bool { return len(d.typed) >= minDaySearch }

// DisabledReason returns why the search cannot start or continue now; empty if it can.
func (d *DaySearch) DisabledReason() string {
	switch {
	case !d.IsLongEnough():
		return fmt.Sprintf("type at least %d characters first", minDaySearch)
	case d.busy:
		return "it is already running"
	}
	return ""
}

// Start begins the search, or continues it where it paused.
func (d *DaySearch) Start(c *Backend) tea.Cmd {
	if d.DisabledReason() != "" {
		return nil
	}
	d.busy, d.err, d.until = true, nil, d.days+maxDaysPerSearch
	return c.searchDays(d.typed, d.next)
}

// Stop ends the running request. What was found stays, and Start continues.
func (d *DaySearch) Stop(c *Backend) {
	c.days.Cancel()
	d.busy = false
}

// Update takes in the result of some days, and returns the request for the next ones; isMine reports whether the
// message belongs to this search.
func (d *DaySearch) Update(c *Backend, msg DaysSearched) (cmd tea.Cmd, isMine bool) {
	if !d.busy || msg.Of != (dayQuery{d.typed, d.next}) {
		return nil, false
	}
	days := msg.Value
	d.next, d.days, d.err = d.next.Add(-days.Searched), d.days+days.Searched, days.Err
	d.cut, d.unnamed = append(d.cut, days.Cut...), d.unnamed+days.Unnamed
	for _, f := range days.Found {
		if !slices.ContainsFunc(d.found, func(g Match) bool { return g.ID == f.ID }) {
			d.found = append(d.found, f)
		}
	}
	d.busy = days.Err == nil && len(days.Found) == 0 && d.days < d.until
	if !d.busy {
		return nil, true
	}
	return c.searchDays(d.typed, d.next), true
}

// Progress says what is being searched, or what has been, in a sentence; empty before the first day. Pull Customer
// lists customers by the day they were added, which the sentence names.
func (d *DaySearch) Progress(today desk.Date) string {
	searched := "on " + d.from.Label(today)
	if d.days > 1 {
		from, to := desk.DateRange{From: d.next.Add(1), To: d.from}.Labels(today)
		searched = "from " + from + " to " + to
	}
	var said string
	switch {
	case d.busy && d.days == 0:
		return "Searching customers added on " + d.next.Label(today) + " and before…"
	case d.busy:
		said = fmt.Sprintf("Searching customers added on %s and before… %s done, %s.",
			d.next.Label(today), phrase.Count(d.days, "day"), d.howMany())
	case d.days == 0:
		return ""
	case len(d.found) == 0:
		said = fmt.Sprintf("No customer with this %s was added %s (%s).", d.sought(), searched, phrase.Count(d.days, "day"))
	default:
		said = fmt.Sprintf("Found %s among those added %s (%s).",
			phrase.Count(len(d.found), "customer"), searched, phrase.Count(d.days, "day"))
	}
	if n := len(d.cut); n > 0 {
		said += fmt.Sprintf(" Of %s the service returned only a part.", d.cut[n-1].Label(today))
	}
	if d.unnamed > 0 {
		said += " " + desk.WithoutIDNote(d.unnamed, "customer") + "."
	}
	return said
}

func (d *DaySearch) howMany() string {
	if len(d.found) == 0 {
		return "nobody yet"
	}
	return phrase.Count(len(d.found), "customer") + " found"
}

// sought names what is typed.
func (d *DaySearch) sought() string {
	switch cache.SoughtBy(d.typed) {
	case cache.ByPhone:
		return "phone number"
	case cache.ByEmail:
		return "e-mail address"
	case cache.ByCode:
		return "code"
	}
	return "name"
}

// dayQuery is what is searched for from a day backwards.
type dayQuery struct {
	typed string
	from  desk.Date
}

// DaysSearched holds what a DaySearch has found on some days; its Update takes it in.
type DaysSearched = Answer[dayQuery, cache.DaysFound]

// searchDays pulls the customers added on a few days, from one day backwards. It cancels an earlier search.
func (c *Backend) searchDays(typed string, from desk.Date) tea.Cmd {
	return load(c, &c.days, 0, dayQuery{typed, from}, func(ctx context.Context) (cache.DaysFound, time.Time, error) {
		days := desk.DateRange{From: from.Add(1 - daysPerStep), To: from}.Days()
		return c.Cache.SearchCustomersByDay(ctx, typed, days), time.Time{}, nil
	})
}
