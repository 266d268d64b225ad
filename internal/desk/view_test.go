package desk_test

import (
	"testing"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

func code(key, name string) desk.Code { return desk.NewCode(key, safetext.LineFromText(name)) }

func term(name string) desk.InternedLine { return desk.NewInternedLine(safetext.LineFromText(name)) }

func TestAViewShowsWhatItsNameSays(t *testing.T) {
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
		view desk.View
		want []desk.Ticket
	}{
		{desk.View{}, everything},
		{desk.View{Text: "left to whoever has the texts"}, everything},
		{desk.View{Open: true}, everything[:6]},
		{desk.View{AtRisk: true}, []desk.Ticket{late, risky}},
		{desk.View{Escalated: true}, []desk.Ticket{risky, closed}},
		{desk.View{Escalated: true, Open: true}, []desk.Ticket{risky}},
		{desk.View{Callbacks: true}, []desk.Ticket{called}},
		{desk.View{Unattended: true}, []desk.Ticket{fresh, named}},
		{desk.View{SubStatuses: []string{"ps"}}, []desk.Ticket{open, late, risky, called, closed}},
		{desk.View{SubStatuses: []string{"New", "unattended"}}, []desk.Ticket{fresh, named}},
		{desk.View{SubStatuses: []string{"US"}, Unattended: true}, []desk.Ticket{fresh}},
		{desk.View{Queues: []string{"hardware"}, Priorities: []string{"HIGH", "Low"}, Assignees: []string{"zoe rao"}}, everything},
		{desk.View{Queues: []string{"HW"}, Priorities: []string{"Low"}}, nil},
		{desk.View{Queues: []string{"Hard"}}, nil},
		{desk.View{Assignees: []string{""}}, nil},
	} {
		var shown []desk.Ticket
		for _, ticket := range everything {
			if matches(&c.view, &ticket) {
				shown = append(shown, ticket)
			}
		}
		if len(shown) != len(c.want) {
			t.Errorf("%+v shows %+v, not %+v", c.view, shown, c.want)
			continue
		}
		for i := range shown {
			if shown[i] != c.want[i] {
				t.Errorf("%+v shows %+v, not %+v", c.view, shown[i], c.want[i])
			}
		}
	}
}

func TestAViewOfNobodyShowsTicketsWithoutAnAssignee(t *testing.T) {
	nobody := desk.View{Assignees: []string{""}}
	if !matches(&nobody, &desk.Ticket{}) || matches(&nobody, &desk.Ticket{Assignee: term("Asha")}) {
		t.Error("it shows others, or not those")
	}
}

const now = desk.UnixTime(1_800_000_000)

// TestAtRisk_HoldsWhatIsLateByTheClockOrByTheService has the words of services beside times.
func TestAtRisk_HoldsWhatIsLateByTheClockOrByTheService(t *testing.T) {
	view := desk.View{AtRisk: true}
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
		if listed := matches(&view, &ticket); listed != (c.want != desk.NotUrgent) {
			t.Errorf("%s: listed as at risk: %t", name, listed)
		}
		if ticket.Marks |= desk.Closed; matches(&view, &ticket) {
			t.Errorf("%s: listed as at risk though it is closed", name)
		}
	}
}

// matches reports whether a view includes a ticket.
func matches(v *desk.View, t *desk.Ticket) bool {
	return v.MatchesState(t.Marks, t.Callback, t.Due, now) && v.MatchesSubStatus(t.SubStatus) && v.MatchesQueue(t.Queue) &&
		v.MatchesPriority(t.Priority) && v.MatchesAssignee(t.Assignee)
}
