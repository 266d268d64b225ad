package cache_test

import (
	"context"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"

	"frontdesk/internal/cache"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// fullTicket returns an open ticket of which every field is set.
func fullTicket(t testing.TB) desk.Ticket {
	t.Helper()
	line := safetext.LineFromText
	word := func(s string) desk.InternedLine { return desk.NewInternedLine(line(s)) }
	at := func(minute int) desk.UnixTime { return desk.NewUnixTime(timeAt(20, 9, minute)) + 30 }
	full := desk.Ticket{
		ID: desk.NewID(id(1)), Title: line("No invoice"), TaskID: 1, CustomerID: 77,
		Email: line("a@example.com"), Phone: line("5550100"), OrderID: line("ACM-1"),
		SubStatus: desk.NewCode("P", line("Pending")), Queue: desk.NewCode("BL", line("Billing")),
		Status: word("Pending"), Priority: word("High"), Assignee: word("Asha Rao"), Creator: word("Web"),
		SLA: word("At risk"), Source: word("E-mail"), Disposition: word("Billing|Invoice"),
		Created: at(1), LastConversation: at(2), LastFollowUp: at(3), Callback: at(40), Due: at(50),
		LastConversationID: 12, Conversations: 3, Turnaround: 4,
		Marks: desk.AtRisk | desk.CallbackRequested | desk.Escalated | desk.FixedAtOnce,
	}
	fields := reflect.ValueOf(full)
	for i := range fields.NumField() {
		if fields.Field(i).IsZero() {
			t.Fatalf("the ticket of the test has no %s", fields.Type().Field(i).Name)
		}
	}
	return full
}

// learnTicket returns a cache that holds one ticket.
func learnTicket(ticket desk.Ticket) *cache.Cache {
	c := cache.New(cache.Config{})
	cache.Learn(c, []desk.Ticket{ticket})
	return c
}

// differing returns the names of the fields in which two tickets differ.
func differing(a, b desk.Ticket) (names []string) {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range x.NumField() {
		if x.Field(i).Interface() != y.Field(i).Interface() {
			names = append(names, x.Type().Field(i).Name)
		}
	}
	return names
}

func TestWriteAnswer_ThatNamesOnlyItsTicketEmptiesNothing(t *testing.T) {
	full := fullTicket(t)
	c := learnTicket(full)
	c.ApplyTicketResult(desk.TicketResult{Ticket: desk.Ticket{ID: full.ID}}, "")
	if lost := differing(*mustTicket(t, c, 1), full); len(lost) > 0 {
		t.Errorf("the answer changed %v", lost)
	}
}

func TestWriteAnswer_LeavesWhatItHasNoFieldFor(t *testing.T) {
	full := fullTicket(t)
	answer := full
	answer.CustomerID, answer.SLA, answer.Source, answer.Priority = 0, desk.InternedLine{}, desk.InternedLine{}, desk.InternedLine{}
	answer.Callback, answer.Marks, answer.Turnaround, answer.Conversations, answer.LastConversationID = 0, 0, 0, 1, 2
	answer.SubStatus = desk.NewCode("US", safetext.LineFromText("Unattended"))
	for _, s := range []struct {
		name   string
		answer desk.Flags
		left   desk.Flags
		fields []string
	}{
		{"open", 0, desk.AtRisk | desk.FixedAtOnce, []string{"SubStatus", "Callback", "Marks"}},
		{"late", desk.OutOfSLA, desk.OutOfSLA | desk.FixedAtOnce, []string{"SubStatus", "Callback", "Marks"}},
		{"closed", desk.Closed, desk.Closed | desk.AtRisk, []string{"SubStatus", "Callback", "Turnaround", "Marks"}},
	} {
		t.Run(s.name, func(t *testing.T) {
			c := learnTicket(full)
			answer.Marks = s.answer
			c.ApplyTicketResult(desk.TicketResult{Ticket: answer}, "")
			is := *mustTicket(t, c, 1)
			equalLists(t, "changed", differing(is, full), s.fields)
			if is.Marks != s.left {
				t.Errorf("its marks are %b, want %b", is.Marks, s.left)
			}
		})
	}
}

func TestPull_LeavesWhatItDoesNotCarry(t *testing.T) {
	full := fullTicket(t)
	full.Marks |= desk.OutOfSLA
	row := full
	row.Marks, row.Title = 0, safetext.Line{}
	for _, at := range []*desk.UnixTime{&row.Created, &row.LastConversation, &row.LastFollowUp, &row.Callback, &row.Due} {
		*at -= 30 // a pull has minutes
	}
	for _, s := range []struct {
		name   string
		change func(*desk.Ticket)
		left   desk.Flags
		fields []string
	}{
		{"the same ticket", func(*desk.Ticket) {}, desk.CallbackRequested | desk.Escalated, []string{"Marks"}},
		{
			"no SLA status",
			func(t *desk.Ticket) { t.SLA = desk.InternedLine{} },
			desk.OutOfSLA | desk.CallbackRequested | desk.Escalated,
			[]string{"SLA", "Marks"},
		},
		{"another callback", func(t *desk.Ticket) { t.Callback += 3600 }, desk.Escalated, []string{"Callback", "Marks"}},
		{"no callback", func(t *desk.Ticket) { t.Callback = 0 }, desk.Escalated, []string{"Callback", "Marks"}},
	} {
		t.Run(s.name, func(t *testing.T) {
			c, pulled := learnTicket(full), row
			s.change(&pulled)
			cache.Learn(c, []desk.Ticket{pulled})
			is := *mustTicket(t, c, 1)
			equalLists(t, "changed", differing(is, full), s.fields)
			if is.Marks != s.left {
				t.Errorf("its marks are %b, want %b", is.Marks, s.left)
			}
		})
	}
}

func TestATicketReadWhileItsDayIsPulledStaysListed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := newTestCache(t, []row{ticket(1, 20)})
		pull(t, d.Cache, november(20, 20))
		door := make(chan struct{})
		d.intercept(func(ctx context.Context, call string) (*reply, error) {
			if !strings.HasPrefix(call, "pull-ticket") {
				return nil, nil
			}
			<-door
			return replyWith(200, `{"totalCount":0,"message":[],"status":"success"}`), nil
		})
		ended := make(chan error, 1)
		go func() { ended <- d.Pull(t.Context(), november(20, 20)) }()
		synctest.Wait()
		if _, _, err := d.GetTickets(t.Context(), ticketIDs(1)); err != nil {
			t.Fatal(err)
		}
		close(door)
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		equalLists(t, "tickets", numbers(list(t, d.Cache, cache.Query{Span: november(20, 20)})), []int64{1})
	})
}
