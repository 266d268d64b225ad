package deskdata_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the days on which clocks change, on any machine

	"frontdesk/assets"
	"frontdesk/internal/deskdata"
	"frontdesk/internal/safetext/texttest"
	"frontdesk/internal/store"
)

// sampleDays are days of a first start: ordinary ones, and those on and after which clocks change.
var sampleDays = []struct{ zone, day string }{
	{"Asia/Kolkata", "2026-11-20"},
	{"UTC", "2027-01-01"},
	{"America/Los_Angeles", "2028-02-29"},
	{"Pacific/Auckland", "2027-06-30"},
	{"Europe/Berlin", "2026-03-29"},       // of 23 hours
	{"Europe/Berlin", "2026-10-25"},       // of 25 hours
	{"Europe/Berlin", "2026-11-01"},       // a week after it
	{"America/New_York", "2026-03-09"},    // the day after one of 23 hours
	{"Africa/Cairo", "2026-04-24"},        // without a midnight
	{"Australia/Lord_Howe", "2026-04-05"}, // half an hour longer
}

// TestSample_IsInOrderAtAnyHour of any day: at hours at which clocks change and days begin and end, in the long form also
// at every hour of the first day.
func TestSample_IsInOrderAtAnyHour(t *testing.T) {
	for i, day := range sampleDays {
		t.Run(day.zone+" "+day.day, func(t *testing.T) {
			zone, err := time.LoadLocation(day.zone)
			if err != nil {
				t.Fatal(err)
			}
			begin, err := time.ParseInLocation(time.DateOnly, day.day, zone)
			if err != nil {
				t.Fatal(err)
			}
			moments := []time.Time{time.Date(begin.Year(), begin.Month(), begin.Day(), 23, 59, 59, 0, zone)}
			for hour := range 24 {
				if hour%9 == 0 || hour == 3 || texttest.Long() && (i == 0 || hour < 4) {
					moments = append(moments, begin.Add(time.Duration(hour)*time.Hour))
				}
			}
			for _, now := range moments {
				d := readSample(t, now)
				nothingLiesInTheFuture(t, now, d)
				showsEveryState(t, now, d)
			}
		})
	}
}

func readSample(t *testing.T, now time.Time) *store.Dataset {
	t.Helper()
	d, err := deskdata.ReadDataset(assets.Sample(), now)
	if err != nil {
		t.Fatal(err)
	}
	return &d
}

// nothingLiesInTheFuture but due dates and callbacks, and what belongs together is in order.
func nothingLiesInTheFuture(t *testing.T, now time.Time, d *store.Dataset) {
	t.Helper()
	o := order{t, now.Unix()}
	customers, orders, byID := map[int64]int64{}, map[string]int64{}, map[string]int64{}
	for _, c := range d.Customers {
		customers[c.ID] = c.Created
		o.inOrder(fmt.Sprint("customer ", c.ID), c.Created, c.Modified)
		for _, p := range c.Contacts {
			o.inOrder(fmt.Sprint("contact ", p.ID), p.Created)
		}
	}
	for _, s := range d.Sales {
		name := fmt.Sprint("order ", s.Order.ID)
		orders[s.Order.ERPOrderID] = s.Order.CreatedAt
		o.inOrder(name, customers[s.Order.CustomerID], s.Order.CreatedAt, s.Order.Added)
		o.inOrder(name, s.Order.CreatedAt, o.parse(s.Order.InvoiceDate, now.Location()))
		if at := o.parse(s.Order.CreateDate, now.Location()); at != s.Order.CreatedAt {
			t.Errorf("%s was made %s, or %d", name, s.Order.CreateDate, s.Order.CreatedAt)
		}
	}
	for _, a := range d.Articles {
		o.inOrder(a.Title, a.Created)
	}
	for _, ticket := range d.Tickets {
		byID[ticket.TicketID] = ticket.Created
		o.ticket(&ticket)
		o.inOrder(ticket.TicketID, customers[ticket.CustomerID], ticket.Created)
		o.inOrder(ticket.TicketID, orders[ticket.ERPOrderID], ticket.Created)
	}
	for _, ticket := range d.Tickets {
		if ticket.MergedInto != "" {
			o.inOrder(ticket.TicketID, byID[ticket.MergedInto], ticket.Created)
		}
	}
}

// order checks times.
type order struct {
	*testing.T
	now int64
}

// inOrder reports times of one record that do not follow each other, or that lie after now.
func (o order) inOrder(name string, times ...int64) {
	if !slices.IsSorted(times) || times[len(times)-1] > o.now {
		o.Errorf("%s at %s: %d is not in order or after now", name, time.Unix(o.now, 0).UTC(), times)
	}
}

func (o order) parse(text string, zone *time.Location) int64 {
	at, err := time.ParseInLocation(time.DateTime, text, zone)
	if err != nil {
		o.Error(err)
	}
	return at.Unix()
}

func (o order) ticket(t *store.Ticket) {
	times := []int64{t.Created}
	for _, n := range t.Notes {
		times = append(times, n.At)
		if n.Callback != 0 && n.Callback < n.At {
			o.Errorf("%s: the callback of %q was before it was agreed", t.TicketID, n.Detail)
		}
	}
	o.inOrder(t.TicketID, times...)
	last := times[len(times)-1]
	if t.LastTalk != last || t.LastFollowUp > last || t.ClosedAt != 0 && t.ClosedAt != last || t.Due <= t.Created {
		o.Errorf("%s ends %d: talk %d, follow-up %d, closed %d, due %d",
			t.TicketID, last, t.LastTalk, t.LastFollowUp, t.ClosedAt, t.Due)
	}
	if t.ClosedAt == 0 && t.OutOfSLA != (o.now > t.Due) {
		o.Errorf("%s: out of SLA is %v, due %d", t.TicketID, t.OutOfSLA, t.Due-o.now)
	}
}

// showsEveryState that agents meet.
func showsEveryState(t *testing.T, now time.Time, d *store.Dataset) {
	t.Helper()
	seen, distinct := map[string]int{}, map[string]bool{}
	for i := range d.Tickets {
		ticket := &d.Tickets[i]
		for _, trait := range traits(ticket, now.Unix()) {
			seen[trait]++
		}
		for kind, value := range map[string]string{
			"queue": ticket.QueueKey, "sub-status": ticket.SubStatus, "priority": ticket.Priority,
			"channel": ticket.PrimarySource, "id": ticket.TicketID, "task": fmt.Sprint(ticket.TaskID),
			"day": time.Unix(ticket.Created, 0).In(now.Location()).Format(time.DateOnly),
		} {
			if !distinct[kind+" "+value] {
				distinct[kind+" "+value] = true
				seen["distinct "+kind]++
			}
		}
	}
	for trait, atLeast := range map[string]int{
		"distinct id": len(d.Tickets), "distinct task": len(d.Tickets), "distinct day": 13,
		"distinct queue": 6, "distinct sub-status": 6, "distinct priority": 4, "distinct channel": 6,
		"open": 50, "late": 10, "at risk": 5, "calm": 10, "closed": 180, "closed late": 5, "due in three hours": 2,
		"callback late": 2, "callback within a day": 2, "callback": 10, "unassigned": 5, "unattended": 8, "unread": 10,
		"escalated": 5, "conversation of three": 60, "custom fields": 200, "attachment": 50, "merged": 1,
		"escaped": 80, "escaped twice": 3, "markup": 60, "not Latin": 15, "rated": 30, "fixed at first contact": 5,
	} {
		if seen[trait] < atLeast {
			t.Errorf("%s: %s: %d tickets, not %d", now, trait, seen[trait], atLeast)
		}
	}
	if n := len(d.Tickets); n < 280 || n > 450 {
		t.Errorf("%d tickets", n)
	}
}

// traits returns the things that agents can see in a ticket.
func traits(t *store.Ticket, now int64) []string {
	open, hour := t.ClosedAt == 0, int64(time.Hour/time.Second)
	notLatin := func(r rune) bool { return r > 0x0370 && r < 0x2000 || r > 0x3040 && r < 0xe000 }
	var out []string
	for name, is := range map[string]bool{
		"open": open, "closed": !open, "late": open && t.Due < now, "at risk": open && t.SLAStatus == "At Risk",
		"calm": open && t.Due > now && t.SLAStatus == "Within SLA", "closed late": !open && t.OutOfSLA,
		"due in three hours": open && t.Due > now && t.Due < now+3*hour,
		"callback":           t.Callback, "callback late": t.Callback && t.NextFollowUp < now,
		"callback within a day": t.Callback && t.NextFollowUp > now && t.NextFollowUp < now+24*hour,
		"unassigned":            t.AssignedID == 0, "unattended": t.SubStatus == "US", "unread": t.Unread,
		"escalated": t.Escalated, "conversation of three": len(t.Notes) > 2, "custom fields": len(t.Additional) > len("{}"),
		"attachment": len(t.Attachments) > 0, "merged": t.MergedInto != "", "rated": t.Rating > 0,
		"fixed at first contact": t.FTR == "Yes", "escaped twice": strings.Contains(t.Detail, "&amp;amp;"),
		"escaped":   strings.Contains(t.Detail+t.Title, "&lt;") || strings.Contains(t.Detail+t.Title, "&amp;"),
		"markup":    strings.Contains(t.Detail, "p&gt;") || strings.Contains(t.Detail, "<p>"),
		"not Latin": strings.ContainsFunc(t.Detail, notLatin),
	} {
		if is {
			out = append(out, name)
		}
	}
	return out
}

// TestSample_NoTicketContradictsItself about its state, its people and its texts.
func TestSample_NoTicketContradictsItself(t *testing.T) {
	d := readSample(t, now)
	customers, titles := map[int64]store.Customer{}, map[string]int{}
	for _, c := range d.Customers {
		customers[c.ID] = c
	}
	for _, ticket := range d.Tickets {
		closed, last := ticket.SubStatus == "CL", store.Note{SubStatus: "US", QueueKey: ticket.QueueKey}
		if len(ticket.Notes) > 0 {
			last = ticket.Notes[len(ticket.Notes)-1]
		}
		titles[ticket.Title]++
		contact := customers[ticket.CustomerID].Contacts[0]
		for rule, kept := range map[string]bool{
			"closed tickets alone have an end":          closed == (ticket.ClosedAt != 0),
			"closed tickets alone know who closed them": closed == (ticket.ClosedByID != 0),
			"closed tickets alone know the first fix":   closed == (ticket.FTR != ""),
			"closed tickets alone are rated and merged": closed || ticket.Rating == 0 && ticket.MergedInto == "",
			"open tickets alone wait for a callback":    !closed || !ticket.Callback,
			"a callback has a time":                     ticket.Callback == (ticket.NextFollowUp != 0),
			"the last comment tells its state":          last.SubStatus == ticket.SubStatus && last.QueueKey == ticket.QueueKey,
			"every comment counts":                      ticket.Talks == 1+len(ticket.Notes),
			"an attended ticket has somebody":           ticket.SubStatus == "US" || ticket.AssignedID != 0,
			"the contact is the customer's":             contact.ID == ticket.ContactID && contact.Email == ticket.Email,
			"it says something":                         ticket.Title != "" && ticket.Detail != "",
			"its priority has its level":                ticket.PriorityLevel == store.PriorityLevel(ticket.Priority),
			"the custom fields are an object":           json.Unmarshal(ticket.Additional, &map[string]any{}) == nil,
			"its title is not that of many":             titles[ticket.Title] <= 3,
		} {
			if !kept {
				t.Errorf("%s %q: not true that %s", ticket.TicketID, ticket.Title, rule)
			}
		}
	}
}

// TestSample_IsADeskThatCanBeImported: its files are those of a user, and a new desk is read from them as an import
// reads them.
func TestSample_IsADeskThatCanBeImported(t *testing.T) {
	dir := t.TempDir()
	if err := deskdata.CopyFiles(assets.Sample(), dir); err != nil {
		t.Fatal(err)
	}
	imported, loaded := openDesk(t), openDesk(t)
	importFiles(t, imported, dir)
	if done, err := deskdata.LoadSample(t.Context(), loaded, now); err != nil || !done {
		t.Fatal(done, err)
	}
	_, want := exportFiles(t, imported)
	_, got := exportFiles(t, loaded)
	compareExports(t, want, got)
	for name, text := range got {
		if strings.Contains(text, ",-1d ") || strings.Contains(text, "created: -") {
			t.Errorf("%s is exported with relative times", name)
		}
	}
}

// TestSample_MentionsNoDate in its texts, which would age.
func TestSample_MentionsNoDate(t *testing.T) {
	for _, ticket := range readSample(t, now).Tickets {
		texts := ticket.Title + ticket.Detail + string(ticket.Additional)
		for _, month := range []string{" November", " October", "-11-2026", "-10-2026", "2026-"} {
			if strings.Contains(texts, month) {
				t.Errorf("%s speaks of%s", ticket.TicketID, month)
			}
		}
	}
}

// TestReadDataset_NamesTheFileOfWhatIsWrong instead of loading half a desk.
func TestReadDataset_NamesTheFileOfWhatIsWrong(t *testing.T) {
	for file, want := range map[string]string{
		"history.csv\nticket,at,text\nT-1,-1d 10:00,x\n":             "history.csv:2: there is no ticket T-1",
		"contacts.csv\ncustomer,name\n7,Asha\n":                      "contacts.csv:2: there is no customer 7",
		"orders.csv\nid,customer,enquiry,added,created\n7,7,7,,\n":   "orders.csv:2: there is no enquiry 7",
		"tickets.csv\nticket_id,title,assigned\nT-1,Drum,Asha\n":     `tickets.csv:2: assigned "Asha" is not an employee`,
		"tickets.csv\nticket_id,title,created\nT-1,Drum,+1d 10:00\n": "tickets.csv:2: created",
		"desk.toml\n[[sla]]\nwithin = \"8h\"\n":                      "[[sla]]",
		"desk.toml\n[[queues]]\nkey = \"8h\"\n":                      "desk.toml:1: [[queues]] is unknown",
	} {
		name, content, _ := strings.Cut(file, "\n")
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := deskdata.ReadDataset(os.DirFS(dir), now); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// BenchmarkReadSample is the part of the first start that is no database.
func BenchmarkReadSample(b *testing.B) {
	for b.Loop() {
		if _, err := deskdata.ReadDataset(assets.Sample(), now); err != nil {
			b.Fatal(err)
		}
	}
}
