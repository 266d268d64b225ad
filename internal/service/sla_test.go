package service_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/service"
	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
	"frontdesk/internal/wire"
)

// slaDesk is a desk with SLA rules, its service and the service's current time.
type slaDesk struct {
	http.Handler
	store *store.Store
	now   time.Time
}

func newSLADesk(t *testing.T, queues ...store.Queue) *slaDesk {
	t.Helper()
	s := storetest.Open(t)
	err := s.Load(t.Context(), store.Dataset{
		Queues: queues,
		Employees: []store.Agent{
			{Employee: store.Employee{ID: 1, Code: "A", Name: "Asha"}},
			{Employee: store.Employee{ID: 2, Code: "D", Name: "Daniel"}},
			{Employee: store.Employee{ID: 3, Code: "M", Name: "Mei"}, Absent: true},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	d := &slaDesk{store: s, now: noon}
	d.Handler = service.New(service.Config{
		Store: s, Token: "c2VjcmV0", Zone: time.UTC, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return d.now },
	})
	return d
}

// addRule adds a rule with the allowed time of tickets of a queue and priority.
func (d *slaDesk) addRule(t *testing.T, queue, priority string, within time.Duration) {
	t.Helper()
	err := d.store.Import(context.Background(), func(i *store.Import) error {
		_, err := i.SLARule(queue, priority, func(r *store.SLARule) error {
			r.Seconds, r.AtRisk = int64(within/time.Second), 75
			return nil
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (d *slaDesk) add(t *testing.T, a wire.AddTicketRequest) desk.TicketResult {
	t.Helper()
	if a.Title == "" {
		a.Title = "Drum does not turn"
	}
	return must[desk.TicketResult](t)(call(t, d, wire.AddTicket, a))
}

func (d *slaDesk) update(t *testing.T, u wire.UpdateTicketRequest) desk.TicketResult {
	t.Helper()
	return must[desk.TicketResult](t)(call(t, d, wire.UpdateTicket, u))
}

// row returns a pulled ticket as text, with the flags that lists are sorted by.
func (d *slaDesk) row(t *testing.T, id string) string {
	t.Helper()
	details := must[[]desk.TicketDetails](t)(call(t, d, wire.GetTicket, wire.GetTicketRequest{TicketIDs: id}))
	row := details[0].Ticket
	due := "never"
	if row.Due != 0 {
		due = row.Due.In(time.UTC).Format("02 15:04")
	}
	return fmt.Sprintf("%s due %s risk %t late %t", row.SLA, due, row.Marks.Has(desk.AtRisk), row.Marks.Has(desk.OutOfSLA))
}

// TestSLA_TheClockRunsFromCreationUntilItIsClosed, and what it had then stays whatever rules come later.
func TestSLA_TheClockRunsFromCreationUntilItIsClosed(t *testing.T) {
	d := newSLADesk(t, store.Queue{Key: "HELP", Name: "Help", Default: true}, store.Queue{Key: "SLOW", Name: "Slow"})
	open := d.add(t, wire.AddTicketRequest{}).Ticket.ID.Raw()
	closed := d.add(t, wire.AddTicketRequest{}).Ticket.ID.Raw()
	late := d.add(t, wire.AddTicketRequest{}).Ticket.ID.Raw()
	sees := func(id, want string) {
		t.Helper()
		if got := d.row(t, id); got != want {
			t.Errorf("at %s: %s", d.now.Format("02 15:04"), got)
		}
	}
	sees(open, " due never risk false late false")
	d.addRule(t, "", "", 8*time.Hour)
	day := noon.Format("02")
	sees(open, "Within SLA due "+day+" 20:00 risk false late false")
	d.now = noon.Add(6 * time.Hour)
	sees(open, "At Risk due "+day+" 20:00 risk true late false")
	d.update(t, wire.UpdateTicketRequest{TicketID: closed, SubStatus: "CL"})
	sees(closed, "Within SLA due "+day+" 20:00 risk false late false")
	d.now = noon.Add(8*time.Hour + time.Second)
	sees(open, "Out of SLA due "+day+" 20:00 risk false late true")
	if marks := d.update(t, wire.UpdateTicketRequest{TicketID: late, SubStatus: "CL"}).Ticket.Marks; !marks.Has(desk.OutOfSLA) {
		t.Error("closed too late, but the answer to the update does not say so")
	}
	sees(late, "Out of SLA due "+day+" 20:00 risk false late true")
	d.addRule(t, "", "", 24*time.Hour)
	d.now = noon.Add(9 * time.Hour)
	sees(closed, "Within SLA due "+day+" 20:00 risk false late false")
	sees(late, "Out of SLA due "+day+" 20:00 risk false late true")
	sees(open, "Within SLA due "+noon.AddDate(0, 0, 1).Format("02")+" 12:00 risk false late false")
	d.update(t, wire.UpdateTicketRequest{TicketID: late, SubStatus: "P"}) // opened again: the clock was never set back
	sees(late, "Within SLA due "+noon.AddDate(0, 0, 1).Format("02")+" 12:00 risk false late false")
	d.addRule(t, "SLOW", "", 72*time.Hour)
	d.update(t, wire.UpdateTicketRequest{TicketID: open, SubStatus: "P", Queue: "SLOW"}) // another queue, another rule, the same beginning
	sees(open, "Within SLA due "+noon.AddDate(0, 0, 3).Format("02")+" 12:00 risk false late false")
}

// TestSLA_TheMoreParticularRuleCounts, and a due date that a ticket was given counts before any.
func TestSLA_TheMoreParticularRuleCounts(t *testing.T) {
	d := newSLADesk(t, store.Queue{Key: "HELP", Name: "Help", Default: true, Priority: "High"})
	added := d.add(t, wire.AddTicketRequest{})
	if added.Ticket.Priority.String() != "3" && added.Ticket.Priority.String() != "High" {
		t.Errorf("priority %q", added.Ticket.Priority)
	}
	id := added.Ticket.ID.Raw()
	for _, step := range []struct {
		queue, priority string
		within          time.Duration
	}{{"", "", 40 * time.Hour}, {"", "High", 30 * time.Hour}, {"HELP", "", 20 * time.Hour}, {"HELP", "High", 10 * time.Hour}} {
		d.addRule(t, step.queue, step.priority, step.within)
		if got, want := d.row(t, id), noon.Add(step.within).Format("02 15:04"); !strings.Contains(got, "due "+want) {
			t.Errorf("rule for %q and %q: %s", step.queue, step.priority, got)
		}
	}
	d.addRule(t, "OTHER", "Low", time.Hour)
	due := d.add(t, wire.AddTicketRequest{DueDate: noon.Format(time.DateOnly)}).Ticket.ID.Raw()
	d.now = noon.Add(11 * time.Hour)
	if got := d.row(t, due); !strings.HasPrefix(got, "At Risk due "+noon.Format("02")+" 23:59") {
		t.Errorf("a due date lasts until the end of its day: %s", got)
	}
	d.now = noon.Add(12 * time.Hour)
	if got := d.row(t, due); !strings.HasPrefix(got, "Out of SLA") {
		t.Errorf("the day after: %s", got)
	}
}

// TestAssignment_EachAgentInTurn, without those who are absent.
func TestAssignment_EachAgentInTurn(t *testing.T) {
	d := newSLADesk(t, store.Queue{Key: "HELP", Name: "Help", Default: true, Assign: store.AssignRoundRobin, Agents: []string{"A", "M", "D"}})
	var got []string
	for range 5 {
		got = append(got, d.add(t, wire.AddTicketRequest{}).Ticket.Assignee.String())
	}
	if want := "Asha Daniel Asha Daniel Asha"; strings.Join(got, " ") != want {
		t.Errorf("got %v", got)
	}
}

// TestAssignment_ByTheFewestOpenTicketsOnAChangeOfQueue: closed ones do not count, and who has it already keeps it.
func TestAssignment_ByTheFewestOpenTicketsOnAChangeOfQueue(t *testing.T) {
	d := newSLADesk(t,
		store.Queue{Key: "IN", Name: "In", Default: true},
		store.Queue{Key: "HELP", Name: "Help", Assign: store.AssignLeastOpen, Agents: []string{"A", "D"}},
		store.Queue{Key: "ASHA", Name: "Asha's", Assign: store.AssignRoundRobin, Agents: []string{"A"}},
		store.Queue{Key: "GONE", Name: "Nobody there", Assign: store.AssignRoundRobin, Agents: []string{"M"}},
	)
	in := func(queue string) (id, who string) {
		added := d.add(t, wire.AddTicketRequest{})
		if who := added.Ticket.Assignee.String(); who != "" {
			t.Errorf("%s was given a ticket by a queue without a rule", who)
		}
		id = added.Ticket.ID.Raw()
		return id, d.update(t, wire.UpdateTicketRequest{TicketID: id, SubStatus: "P", Queue: queue}).Ticket.Assignee.String()
	}
	first, who1 := in("HELP")
	_, who2 := in("HELP")
	d.update(t, wire.UpdateTicketRequest{TicketID: first, SubStatus: "CL"})
	_, who3 := in("HELP")
	_, who4 := in("HELP")
	if got := who1 + who2 + who3 + who4; got != "AshaDanielAshaAsha" && got != "AshaDanielAshaDaniel" {
		t.Errorf("got %s", got)
	}
	if who3 != "Asha" {
		t.Errorf("the third went to %s although Asha has closed hers", who3)
	}
	id, who := in("ASHA")
	for _, queue := range []string{"HELP", "GONE", "IN"} {
		if now := d.update(t, wire.UpdateTicketRequest{TicketID: id, SubStatus: "P", Queue: queue}).Ticket.Assignee.String(); now != who {
			t.Errorf("in %s it went from %s to %s", queue, who, now)
		}
	}
}

// TestAssignment_ManyAtOnceAreSharedEvenly: no turn is lost and none is taken twice.
func TestAssignment_ManyAtOnceAreSharedEvenly(t *testing.T) {
	for _, way := range []store.Assign{store.AssignRoundRobin, store.AssignLeastOpen} {
		d := newSLADesk(t, store.Queue{Key: "HELP", Name: "Help", Default: true, Assign: way, Agents: []string{"A", "D"}})
		var all sync.WaitGroup
		var lock sync.Mutex
		got := map[string]int{}
		for range 40 {
			all.Go(func() {
				added, err := call(t, d, wire.AddTicket, wire.AddTicketRequest{Title: "x"})
				if err != nil {
					t.Error(err)
				}
				lock.Lock()
				defer lock.Unlock()
				got[added.Ticket.Assignee.String()]++
			})
		}
		all.Wait()
		if got["Asha"] != 20 || got["Daniel"] != 20 {
			t.Errorf("%s: %v", way, got)
		}
	}
}

// TestDispositions_OfADeskWithAListAreOfTheList.
func TestDispositions_OfADeskWithAListAreOfTheList(t *testing.T) {
	d := newSLADesk(t)
	id := d.add(t, wire.AddTicketRequest{}).Ticket.ID.Raw()
	d.update(t, wire.UpdateTicketRequest{TicketID: id, SubStatus: "P", Disposition: "anything"})
	err := d.store.Import(t.Context(), func(i *store.Import) error {
		_, err := i.Disposition("Hardware|Screen")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	d.update(t, wire.UpdateTicketRequest{TicketID: id, SubStatus: "P", Disposition: "Hardware|Screen"})
	body := fmt.Sprintf(`[{"ticket_id":%q,"sub_status":"P","disposition":"anything"}]`, id)
	if w := post(d, wire.UpdateTicket.OperationInfo, key, body); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "known are Hardware|Screen") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
