package cache_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/filter"
	"frontdesk/internal/safetext"
)

func code(key, name string) desk.Code { return desk.NewCode(key, safetext.LineFromText(name)) }

func term(name string) desk.InternedLine { return desk.NewInternedLine(safetext.LineFromText(name)) }

// TestViewKeys_MeanTheSameAsTheirFilter has the conditions that views had before they were filters.
func TestViewKeys_MeanTheSameAsTheirFilter(t *testing.T) {
	open := desk.Ticket{
		SubStatus: code("PS", "Pending"), Queue: code("HW", "Hardware"), Priority: term("High"), Assignee: term("Zoë Rao"),
	}
	with := func(change func(*desk.Ticket)) desk.Ticket {
		t := open
		change(&t)
		return t
	}
	late := with(func(t *desk.Ticket) { t.Marks = desk.OutOfSLA })
	risky := with(func(t *desk.Ticket) { t.Marks = desk.AtRisk | desk.Escalated })
	called := with(func(t *desk.Ticket) { t.Callback = now + 90_000 })
	fresh := with(func(t *desk.Ticket) { t.SubStatus = code("US", "New") })
	named := with(func(t *desk.Ticket) { t.SubStatus = code("X9", "UNATTENDED") })
	closed := with(func(t *desk.Ticket) { t.Marks, t.Callback = desk.Closed|desk.OutOfSLA|desk.AtRisk|desk.Escalated, 1 })
	everything := []desk.Ticket{open, late, risky, called, fresh, named, closed}

	for _, c := range []struct {
		keys filter.ViewKeys
		want []desk.Ticket
	}{
		{filter.ViewKeys{}, everything},
		{filter.ViewKeys{Text: "rao high"}, everything},
		{filter.ViewKeys{Text: "rao -x"}, nil},
		{filter.ViewKeys{Priorities: []string{""}}, nil},
		{filter.ViewKeys{Open: true}, everything[:6]},
		{filter.ViewKeys{AtRisk: true}, []desk.Ticket{late, risky}},
		{filter.ViewKeys{Escalated: true}, []desk.Ticket{risky, closed}},
		{filter.ViewKeys{Escalated: true, Open: true}, []desk.Ticket{risky}},
		{filter.ViewKeys{Callbacks: true}, []desk.Ticket{called}},
		{filter.ViewKeys{Unattended: true}, []desk.Ticket{fresh, named}},
		{filter.ViewKeys{SubStatuses: []string{"ps"}}, []desk.Ticket{open, late, risky, called, closed}},
		{filter.ViewKeys{SubStatuses: []string{"New", "unattended"}}, []desk.Ticket{fresh, named}},
		{filter.ViewKeys{SubStatuses: []string{"US"}, Unattended: true}, []desk.Ticket{fresh}},
		{filter.ViewKeys{Queues: []string{"hardware"}, Priorities: []string{"HIGH", "Low"}, Assignees: []string{"zoe rao"}}, everything},
		{filter.ViewKeys{Queues: []string{"HW"}, Priorities: []string{"Low"}}, nil},
		{filter.ViewKeys{Queues: []string{"Hard"}}, nil},
		{filter.ViewKeys{SubStatuses: []string{"P"}}, nil}, // though names begin so
		{filter.ViewKeys{Assignees: []string{""}}, nil},
		{filter.ViewKeys{Assignees: []string{"Zoë"}}, nil},
	} {
		c.keys.AnyDay = true
		if shown := matching(t, everything, c.keys.Filter("")); !slices.Equal(shown, c.want) {
			t.Errorf("%+v shows %+v, not %+v", c.keys, shown, c.want)
		}
	}
}

func TestViewKeys_OfNobodyAreTicketsWithoutAName(t *testing.T) {
	keys := filter.ViewKeys{Assignees: []string{""}, Priorities: []string{"", "Low"}}
	tickets := []desk.Ticket{{}, {Assignee: term("Asha")}, {Priority: term("Low")}, {Priority: term("High")}}
	if shown := matching(t, tickets, keys.Filter("")); !slices.Equal(shown, []desk.Ticket{tickets[0], tickets[2]}) {
		t.Errorf("shown are %+v", shown)
	}
}

func TestViewKeys_KeepTheFilterBesideThem(t *testing.T) {
	for want, keys := range map[string]filter.ViewKeys{
		"due:<2h": {},
		`is:open queue:="Second line",=BL due:<2h`:       {Queues: []string{"Second line", "BL"}, Open: true},
		`has:callback any:day "-x" "555" "is:x" due:<2h`: {Callbacks: true, Text: "-x 555  is:x"},
		`assignee:=me,="a""b",none due:<2h`:              {Assignees: []string{"me", `a"b`, ""}},
	} {
		if got := keys.Filter("due:<2h"); got != want {
			t.Errorf("%+v became %q, not %q", keys, got, want)
		}
		if _, err := filter.ParseWhole(want); err != nil {
			t.Error(err)
		}
	}
}

const now = desk.UnixTime(1_800_000_000)

// TestAtRisk_HoldsWhatIsLateByTheClockOrByTheService has the words of services beside times.
func TestAtRisk_HoldsWhatIsLateByTheClockOrByTheService(t *testing.T) {
	const atRisk = "is:late,risk"
	for name, c := range map[string]struct {
		says          string
		callback, due desk.UnixTime
		want          desk.Urgency
	}{
		"the SLA ended two hours ago":                            {due: now - 7200, want: desk.IsLate},
		"the SLA ends in half an hour":                           {due: now + 1800, want: desk.AtRiskOfDelay},
		"the SLA ends tomorrow":                                  {due: now + 90_000, want: desk.NotUrgent},
		"a call was promised two hours ago":                      {callback: now - 7200, want: desk.IsLate},
		"a call was promised for the next hour":                  {callback: now + 600, due: now + 90_000, want: desk.AtRiskOfDelay},
		"the service says late, and no time":                     {says: "Out of SLA", want: desk.IsLate},
		"the service says at risk, and no time":                  {says: "At Risk", want: desk.AtRiskOfDelay},
		"the service says within, but the time has passed":       {says: "Within SLA", due: now - 7200, want: desk.IsLate},
		"the clock of the SLA is stopped":                        {says: "Paused", due: now - 7200, want: desk.NotUrgent},
		"the clock is stopped, but a call was promised":          {says: "On hold", callback: now - 60, due: now - 7200, want: desk.IsLate},
		"the clock goes on":                                      {says: "Not paused", due: now - 7200, want: desk.IsLate},
		"the service says a word that nobody knows, and no time": {says: "Gold", want: desk.NotUrgent},
	} {
		ticket := desk.Ticket{Marks: desk.SLAState(c.says), Callback: c.callback, Due: c.due}
		if got := ticket.Urgency(now); got != c.want {
			t.Errorf("%s: urgency %d instead of %d", name, got, c.want)
		}
		listed := len(matching(t, []desk.Ticket{ticket}, atRisk)) > 0
		if listed != (c.want != desk.NotUrgent) {
			t.Errorf("%s: listed as at risk: %t", name, listed)
		}
		if ticket.Marks |= desk.Closed; len(matching(t, []desk.Ticket{ticket}, atRisk)) > 0 {
			t.Errorf("%s: listed as at risk though it is closed", name)
		}
	}
}

// matching returns the tickets that a filter finds, of any day.
func matching(t *testing.T, tickets []desk.Ticket, text string) (found []desk.Ticket) {
	t.Helper()
	c := cache.New(cache.Config{Zone: time.UTC})
	for i, ticket := range tickets {
		ticket.ID, ticket.Created = desk.NewID(strconv.Itoa(i+1)), 1_700_000_000
		cache.Learn(c, []desk.Ticket{ticket})
	}
	l := list(t, c, cache.Query{Text: text, Span: ever, Now: time.Unix(int64(now), 0), Sort: desk.Sort{Key: desk.SortByTicket}})
	for i := range l.Len() {
		at, _ := strconv.Atoi(l.At(i).ID.Raw())
		found = append(found, tickets[at-1])
	}
	return found
}
