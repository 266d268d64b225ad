package store_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"frontdesk/internal/deskdata"
	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
)

// fullDesk returns a desk in a file, with records of every kind.
func fullDesk(t testing.TB) *store.Store {
	t.Helper()
	s := open(t, filepath.Join(t.TempDir(), "desk.db"))
	now := fridayAfternoon(t)
	if loaded, err := deskdata.LoadSample(t.Context(), s, now); err != nil || !loaded {
		t.Fatal(loaded, err)
	}
	err := s.Import(t.Context(), func(i *store.Import) error {
		_, err1 := i.Disposition("Repair/Done")
		_, err2 := i.SLARule("", "High", func(r *store.SLARule) error { r.Seconds, r.AtRisk = 3600, 80; return nil })
		_, err3 := i.Queue("RR", func(q *store.Queue) error {
			q.Name, q.Assign, q.Agents = "In turn", store.AssignRoundRobin, []string{"rr1", "rr2"}
			return nil
		})
		_, err4 := i.Agent(0, "rr1", func(a *store.Agent) error { a.Code, a.Absent = "rr1", true; return nil })
		_, err5 := i.Agent(0, "rr2", func(a *store.Agent) error { a.Code, a.Phone = "rr2", "1234"; return nil })
		return errors.Join(err1, err2, err3, err4, err5)
	})
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("a long text ", 400)
	c := addCustomer(t, s, store.Customer{
		Name: "Zo\u00eb \x00 " + long, Code: long, City: "BERLIN", Email: long + "@example.com", Phone: "0123",
		Additional: []byte(`{"attr1": "gold", "attr2": "` + long + `"}`),
		Contacts:   []store.Contact{{Name: "x", Email: "zoe@example.com", CountryCode: "+49", Phone: "555"}, {Phone: "0123"}},
	})
	addOrder(t, s, store.OrderRef{Customer: c.ID}, store.Order{ERPOrderID: "E1", Associate: []byte(`{"attr3": 5}`)},
		store.Enquiry{SubStatus: "QQ", Additional: []byte(`{"attr4": true}`)})
	add(t, s, store.Ticket{Title: "assigned in turn", QueueKey: "RR", Email: "zoe@example.com", Detail: "\x00" + long})
	return s
}

func TestPostgres_CopyThereAndBackIsTheSameDesk(t *testing.T) {
	original, there, back := fullDesk(t), open(t, storetest.Postgres(t)), open(t, filepath.Join(t.TempDir(), "back.db"))
	for _, step := range []struct{ from, to *store.Store }{{original, there}, {there, back}} {
		result, err := store.Copy(t.Context(), step.from, step.to, nil)
		if err != nil {
			t.Fatalf("%v: %+v", err, result)
		}
		for _, table := range result {
			if table.Rows == 0 || table.Target != table.Rows || !table.Identical {
				t.Errorf("%+v", table)
			}
		}
	}
	if result, err := store.Copy(t.Context(), original, back, nil); err != nil || result[0].Copied != 0 {
		t.Errorf("the desk that came back is another one: %v, %+v", err, result)
	}
	for name, s := range map[string]*store.Store{"PostgreSQL": there, "SQLite": back} {
		t.Run(name, func(t *testing.T) { copiedDeskWorks(t, s, original) })
	}
}

// copiedDeskWorks checks that a copied desk finds what the original finds, and gives new records ids of their own.
func copiedDeskWorks(t *testing.T, s, original *store.Store) {
	filters := map[string]store.Filter{}
	for _, c := range store.EveryFilter() {
		if c.OfOrders {
			filters[c.Name] = c.Filter
		}
	}
	for name, ask := range map[string]func(*store.Filter){
		"a contact's phone": func(f *store.Filter) { f.ReachableByPhone("+49555") },
		"an attribute":      func(f *store.Filter) { f.OrderAttribute(3, "5") },
		"another attribute": func(f *store.Filter) { f.OrderAttribute(4, "true") },
		"a long attribute":  func(f *store.Filter) { f.OrderAttribute(2, strings.TrimSpace(strings.Repeat("a long text ", 400))) },
		"a name":            func(f *store.Filter) { f.NameContains("zoe") },
		"a city":            func(f *store.Filter) { f.Equal(store.CustomerColumn("city"), "Berlin") },
		"an id":             func(f *store.Filter) { f.Equal(store.ERPOrderID, "E1") },
	} {
		var f store.Filter
		ask(&f)
		filters[name] = f
		if total, _, err := s.PullOrders(t.Context(), f, everything); err != nil || total == 0 {
			t.Errorf("%s finds %d orders, %v", name, total, err)
		}
	}
	for name, f := range filters {
		want, _, err1 := original.PullOrders(t.Context(), f, everything)
		got, _, err2 := s.PullOrders(t.Context(), f, everything)
		if err := errors.Join(err1, err2); err != nil || want != got {
			t.Errorf("%s finds %d orders of %d, %v", name, got, want, err)
		}
	}
	articles, err := original.Articles(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range articles {
		want, err1 := original.SearchArticles(t.Context(), a.Title, 50)
		got, err2 := s.SearchArticles(t.Context(), a.Title, 50)
		if err := errors.Join(err1, err2); err != nil || len(want) != len(got) {
			t.Errorf("%q finds %d articles of %d, %v", a.Title, len(got), len(want), err)
		}
	}
	added := add(t, s, store.Ticket{Title: "new", QueueKey: "RR"})
	c := addCustomer(t, s, store.Customer{Name: "new", Assigned: store.Employee{Name: "new"}, Contacts: []store.Contact{{Name: "new"}}})
	sale := addOrder(t, s, store.OrderRef{Customer: c.ID}, store.Order{}, store.Enquiry{})
	if added.TaskID == 0 || sale.Order.ID == 0 || added.AssigneeCode != "rr2" {
		t.Errorf("ticket %+v, order %d", added, sale.Order.ID)
	}
	if _, err := s.UpdateTicket(t.Context(), added.TicketID, func(*store.Ticket) (store.Note, error) {
		return store.Note{Detail: "a note with an id of its own"}, nil
	}); err != nil {
		t.Error(err)
	}
}

// manyTickets returns a desk of so many tickets that a copy takes several transactions, with a note on each.
func manyTickets(t testing.TB, n int) *store.Store {
	t.Helper()
	s := open(t, filepath.Join(t.TempDir(), "desk.db"))
	tickets := make([]store.Ticket, n)
	for i := range tickets {
		tickets[i] = store.Ticket{
			TaskID: int64(i + 1), TicketID: fmt.Sprint(713500000001 + i), Created: 5, Title: fmt.Sprint(i), Notes: []store.Note{{Detail: "x"}},
		}
	}
	if err := s.Load(t.Context(), store.Dataset{Tickets: tickets, Queues: []store.Queue{{Key: "HW"}}}); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCopy_InterruptedAnywhereGoesOn: each run is ended after one transaction more, and the next one goes on there.
func TestCopy_InterruptedAnywhereGoesOn(t *testing.T) {
	from, to := manyTickets(t, 2500), newStore(t)
	runs, rows := 0, int64(0)
	for ; ; runs++ {
		ctx, interrupt := context.WithCancel(t.Context())
		result, err := store.Copy(ctx, from, to, func(p store.CopyProgress) {
			if p.Step == store.CopyWrite {
				interrupt()
			}
		})
		interrupt()
		if err == nil {
			for _, table := range result {
				rows += table.Rows
			}
			break
		}
		if !errors.Is(err, context.Canceled) || runs > 20 {
			t.Fatal(err)
		}
	}
	if runs != 7 || rows != 5001 { // one of queues, three of tickets and three of notes
		t.Errorf("copied %d rows in %d runs", rows, runs)
	}
}

func TestCopy_TargetWithOtherDataIsLeftAsItIs(t *testing.T) {
	from := manyTickets(t, 10)
	for name, change := range map[string]func(*store.Store) error{
		"another ticket": func(s *store.Store) error {
			_, err := s.AddTicket(t.Context(), store.Ticket{Title: "mine"})
			return err
		},
		"an article": func(s *store.Store) error {
			return s.Load(t.Context(), store.Dataset{Articles: []store.Article{{ID: 1, Title: "mine"}}})
		},
		"a queue of the same key": func(s *store.Store) error {
			return s.Load(t.Context(), store.Dataset{Queues: []store.Queue{{Key: "HW", Name: "mine"}}})
		},
	} {
		to := newStore(t)
		if err := change(to); err != nil {
			t.Fatal(err)
		}
		_, err := store.Copy(t.Context(), from, to, nil)
		if !errors.Is(err, store.ErrOtherData) {
			t.Errorf("%s: %v", name, err)
		}
		if stored := storedTitles(t, to); len(stored) > 1 || stored["1"] != 0 {
			t.Errorf("%s: the target holds %v", name, stored)
		}
	}
}

// TestCopy_DifferenceIsSaid: what somebody changes in the target while it is copied is found at the end.
func TestCopy_DifferenceIsSaid(t *testing.T) {
	from, to := manyTickets(t, 10), newStore(t)
	result, err := store.Copy(t.Context(), from, to, func(p store.CopyProgress) {
		if p.Step != store.CopyWrite || p.Table != "notes" {
			return
		}
		if _, err := to.UpdateTicket(t.Context(), "713500000004", func(of *store.Ticket) (store.Note, error) {
			of.Title = "changed"
			return store.Note{Detail: "y"}, nil
		}); err != nil {
			t.Error(err)
		}
	})
	if !errors.Is(err, store.ErrDifferent) {
		t.Errorf("it ended with %v", err)
	}
	var other []string
	for _, table := range result {
		if !table.Identical {
			other = append(other, table.Table)
		}
	}
	if fmt.Sprint(other) != "[tickets notes]" || !strings.HasSuffix(fmt.Sprint(err), "other tickets, notes") {
		t.Errorf("it says %v of %v", err, other)
	}
}
