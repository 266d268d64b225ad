package sampledata_test

import (
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	_ "time/tzdata" // the days on which clocks change, on any machine

	"frontdesk/internal/sampledata"
)

// startTimes are times of a first start, each in its own zone.
var startTimes = []struct{ name, zone, at string }{
	{"Monday morning", "Europe/Berlin", "2026-11-16 08:30:00"},
	{"Tuesday afternoon", "Asia/Kolkata", "2026-11-17 15:12:09"},
	{"Wednesday evening", "America/Chicago", "2026-11-18 21:40:00"},
	{"Thursday at noon", "Asia/Tokyo", "2026-11-19 12:00:00"},
	{"Friday before closing", "Europe/London", "2026-11-20 19:55:30"},
	{"Saturday", "America/Sao_Paulo", "2026-11-21 10:05:00"},
	{"Sunday before the desk opens", "Australia/Sydney", "2026-11-22 06:30:00"},
	{"five past midnight", "Europe/Berlin", "2026-11-19 00:05:00"},
	{"midnight to the second", "UTC", "2026-11-18 00:00:00"},
	{"one second before midnight", "UTC", "2026-11-18 23:59:59"},
	{"five past midnight on a Monday", "Asia/Singapore", "2026-11-23 00:05:00"},
	{"a day of 23 hours", "Europe/Berlin", "2026-03-29 03:05:00"},
	{"a day of 25 hours", "Europe/Berlin", "2026-10-25 02:30:00"},
	{"the day after a day of 23 hours", "America/New_York", "2026-03-09 00:05:00"},
	{"a day without a midnight", "Africa/Cairo", "2026-04-24 01:02:00"},
	{"clocks changed by half an hour", "Australia/Lord_Howe", "2026-04-05 14:00:00"},
	{"New Year", "Pacific/Auckland", "2027-01-01 00:05:00"},
	{"a leap day", "America/Los_Angeles", "2028-02-29 16:45:00"},
}

// desks are those of the start times, made once; no check changes them.
var desks sync.Map

// atEachTime runs a check on the sample desk of each time.
func atEachTime(t *testing.T, check func(t *testing.T, now time.Time, d sampledata.Data)) {
	t.Helper()
	for _, m := range startTimes {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			now := parseTime(t, m.zone, m.at)
			kept, _ := desks.LoadOrStore(m.name, sync.OnceValue(func() sampledata.Data { return sampledata.Desk(now) }))
			made, _ := kept.(func() sampledata.Data)
			check(t, now, made())
		})
	}
}

func parseTime(t testing.TB, zone, at string) time.Time {
	t.Helper()
	in, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	now, err := time.ParseInLocation(time.DateTime, at, in)
	if err != nil {
		t.Fatal(err)
	}
	return now
}

// fridayAfternoon returns an afternoon with a history before it.
func fridayAfternoon(t testing.TB) time.Time {
	return parseTime(t, "Asia/Kolkata", "2026-11-20 14:02:11")
}

func TestEveryDayOfTheLastTwoWeeksHasTicketsUpToNow(t *testing.T) {
	atEachTime(t, func(t *testing.T, now time.Time, d sampledata.Data) {
		if n := len(d.Tickets); n < 280 || n > 450 {
			t.Errorf("%d tickets", n)
		}
		days := map[string]int{}
		for i, ticket := range d.Tickets {
			days[ticket.Date.Format(time.DateOnly)]++
			if ticket.Date.After(now) {
				t.Errorf("%s comes from %s, that is after now", ticket.TicketID, ticket.Date)
			}
			if i > 0 && ticket.Date.Before(d.Tickets[i-1].Date) {
				t.Errorf("%s stands after a younger one", ticket.TicketID)
			}
		}
		for back := range sampledata.Days {
			if day := now.AddDate(0, 0, -back).Format(time.DateOnly); days[day] == 0 {
				t.Errorf("no ticket on %s, %d days back", day, back)
			}
		}
		if len(days) != sampledata.Days {
			t.Errorf("%d days: %v", len(days), days)
		}
	})
}

func TestTheInboxShowsEveryStateThatAgentsMeet(t *testing.T) {
	atEachTime(t, func(t *testing.T, now time.Time, d sampledata.Data) {
		seen := map[string]int{}
		distinct := map[string]bool{}
		for i := range d.Tickets {
			for _, trait := range traits(&d.Tickets[i], now) {
				seen[trait]++
			}
			x := &d.Tickets[i]
			for kind, value := range map[string]string{
				"queue": x.QueueKey, "sub-status": x.SubStatus, "priority": x.Priority, "channel": x.PrimarySource,
			} {
				if !distinct[kind+" "+value] {
					distinct[kind+" "+value] = true
					seen["distinct "+kind]++
				}
			}
		}
		for trait, atLeast := range map[string]int{
			"distinct queue": 6, "distinct sub-status": 6, "distinct priority": 4, "distinct channel": 6,
			"open": 50, "open, overdue": 10, "open, at risk": 5, "open, in time": 10, "closed": 180, "closed too late": 5,
			"callback overdue": 2, "callback within a day": 1, "callback": 10, "unassigned": 5, "unattended": 8, "unread": 10, "escalated": 5,
			"conversation of three": 60, "customer answered": 30, "additional info": 200, "attachment": 50, "merged": 1,
			"escaped": 80, "escaped twice": 3, "markup": 60, "not Latin": 15, "rated": 30, "fixed at first contact": 5,
		} {
			if seen[trait] < atLeast {
				t.Errorf("%s: %d tickets, not %d", trait, seen[trait], atLeast)
			}
		}
	})
}

// traits returns the things that agents can see in a ticket.
func traits(x *sampledata.Ticket, now time.Time) []string {
	open, talk := x.Status == "P", len(x.Notes)
	byCustomer := slices.ContainsFunc(x.Notes, func(n sampledata.Note) bool { return n.CreatorID == 0 })
	notLatin := strings.ContainsFunc(x.Detail, func(r rune) bool { return r > 0x0370 && r < 0x2000 || r > 0x3040 && r < 0xe000 })
	var out []string
	for name, is := range map[string]bool{
		"open": open, "closed": !open, "open, overdue": open && x.SLAStatus == "Out of SLA", "open, at risk": open && x.SLAStatus == "At Risk",
		"open, in time": open && x.SLAStatus == "Within SLA", "closed too late": !open && x.OutOfSLA,
		"callback": x.CallBack, "callback overdue": x.CallBack && x.NextFollowUp.Before(now),
		"callback within a day": x.CallBack && x.NextFollowUp.After(now) && x.NextFollowUp.Before(now.Add(30*time.Hour)),
		"unassigned":            x.AssignedID == 0, "unattended": x.SubStatus == "US", "unread": x.Unread, "escalated": x.Escalated,
		"conversation of three": talk >= 3, "customer answered": byCustomer, "additional info": len(x.Additional) > len("{}"),
		"attachment": len(x.Attachments) > 0, "merged": x.MergedTicketID != "", "rated": x.Rating > 0, "fixed at first contact": x.FTR == "Yes",
		"escaped":       strings.Contains(x.Detail+x.Title, "&lt;") || strings.Contains(x.Detail+x.Title, "&amp;"),
		"escaped twice": strings.Contains(x.Detail, "&amp;amp;"), "markup": strings.Contains(x.Detail, "p&gt;") || strings.Contains(x.Detail, "<p>"),
		"not Latin": notLatin,
	} {
		if is {
			out = append(out, name)
		}
	}
	return out
}

func TestTheSameTimeGivesTheSameDesk(t *testing.T) {
	now := fridayAfternoon(t)
	if !reflect.DeepEqual(sampledata.Desk(now), sampledata.Desk(now)) {
		t.Error("two desks of one time differ")
	}
}

func TestALaterTimeOfTheDayKeepsTheRecordsOfEarlierDays(t *testing.T) {
	noon := parseTime(t, "Asia/Kolkata", "2026-11-20 12:00:00")
	early, late := sampledata.Desk(noon), sampledata.Desk(noon.Add(7*time.Hour))
	if len(late.Tickets) <= len(early.Tickets) {
		t.Errorf("%d tickets at noon, %d in the evening", len(early.Tickets), len(late.Tickets))
	}
	for i, ticket := range early.Tickets {
		if l := late.Tickets[i]; l.TicketID != ticket.TicketID || l.Title != ticket.Title || l.Detail != ticket.Detail {
			t.Errorf("%s %q has become %s %q", ticket.TicketID, ticket.Title, l.TicketID, l.Title)
		}
	}
}

// BenchmarkDesk is the part of the first start that is no database.
func BenchmarkDesk(b *testing.B) {
	now := fridayAfternoon(b)
	for b.Loop() {
		sampledata.Desk(now)
	}
}
