package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
)

// addTogether adds tickets in one batch, and returns what became of each.
func addTogether(t *testing.T, s *store.Store, tickets []store.Ticket) ([]store.Ticket, []error) {
	t.Helper()
	return store.AddTogether(s, func(int) context.Context { return t.Context() }, tickets)
}

func titled(n int) []store.Ticket {
	all := make([]store.Ticket, n)
	for i := range all {
		all[i] = store.Ticket{Title: fmt.Sprint("ticket ", i), Email: fmt.Sprintf("agent%d@example.com", i%3)}
	}
	return all
}

// storedTitles counts the tickets by title, as the database has them.
func storedTitles(t *testing.T, s *store.Store) map[string]int {
	t.Helper()
	counts := map[string]int{}
	err := s.Export(t.Context(), func(e *store.Export) error {
		for ticket, err := range e.Tickets() {
			if err != nil {
				return err
			}
			counts[ticket.Title]++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return counts
}

func TestBatch_TicketsAreEachTheirOwn(t *testing.T) {
	s := newStore(t)
	asha := addCustomer(t, s, store.Customer{Name: "Asha", Contacts: []store.Contact{{Name: "x", Email: "x@example.com"}, {Name: "Asha", Email: "Agent1@example.com"}}})
	addCustomer(t, s, store.Customer{Name: "later", Email: "agent1@example.com"})
	added, errs := addTogether(t, s, titled(30))
	for i, ticket := range added {
		if errs[i] != nil {
			t.Fatal(errs[i])
		}
		found, err := s.Tickets(t.Context(), []string{ticket.TicketID})
		if err != nil || len(found) != 1 || found[0].Title != fmt.Sprint("ticket ", i) || found[0].TaskID != ticket.TaskID {
			t.Errorf("ticket %d is %+v, %v", i, found, err)
			continue
		}
		wanted := store.Ticket{}
		if i%3 == 1 {
			wanted.CustomerID, wanted.ContactID = asha.ID, asha.Contacts[1].ID
		}
		if found[0].CustomerID != wanted.CustomerID || found[0].ContactID != wanted.ContactID {
			t.Errorf("ticket %d is of customer %d, contact %d", i, found[0].CustomerID, found[0].ContactID)
		}
	}
}

func TestBatch_TicketThatCannotBeWrittenFailsAlone(t *testing.T) {
	s := newStore(t)
	tickets := titled(20)
	tickets[7].Additional = []byte("no JSON")
	_, errs := addTogether(t, s, tickets)
	for i, err := range errs {
		if (err != nil) != (i == 7) {
			t.Errorf("ticket %d: %v", i, err)
		}
	}
	if stored := storedTitles(t, s); len(stored) != 19 || stored["ticket 7"] != 0 {
		t.Errorf("stored %v", stored)
	}
}

func TestPostgres_BadTicketOfABatchFailsAlone(t *testing.T) {
	address := storetest.Postgres(t)
	s := open(t, address)
	if _, err := rawDatabase(t, address).ExecContext(t.Context(),
		`ALTER TABLE tickets ADD CHECK (record NOT LIKE '%"ticket 7"%')`); err != nil {
		t.Fatal(err)
	}
	tickets := titled(20)
	tickets[3].Email = "a\x00b@example.com" // which the database takes in no text
	_, errs := addTogether(t, s, tickets)
	for i, err := range errs {
		if (err != nil) != (i == 7) {
			t.Errorf("ticket %d: %v", i, err)
		}
	}
	if stored := storedTitles(t, s); len(stored) != 19 || stored["ticket 7"] != 0 {
		t.Errorf("stored %v", stored)
	}
}

// TestPostgres_LostCommitOfABatchIsUnknownOfEach: none of them may be sent again, and none is said to be refused.
func TestPostgres_LostCommitOfABatchIsUnknownOfEach(t *testing.T) {
	behind, address := newProxy(t, storetest.Postgres(t))
	s := open(t, address)
	add(t, s, store.Ticket{Title: "first"})
	behind.loseAnswerTo("COMMIT")
	_, errs := addTogether(t, s, titled(20))
	for i, err := range errs {
		if !errors.Is(err, store.ErrOutcomeUnknown) {
			t.Errorf("ticket %d: %v", i, err)
		}
	}
	if behind.lost() != 1 {
		t.Errorf("%d connections were lost", behind.lost())
	}
	for title, n := range storedTitles(t, s) {
		if n != 1 {
			t.Errorf("%q is there %d times", title, n)
		}
	}
}

func TestPostgres_BatchThatMeetsAnotherRunsAgain(t *testing.T) {
	address := storetest.Postgres(t)
	s := open(t, address)
	if _, err := rawDatabase(t, address).ExecContext(t.Context(), `CREATE SEQUENCE tries;
		CREATE FUNCTION give_up() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN
			IF nextval('tries') IN (5, 12) THEN RAISE EXCEPTION USING ERRCODE = '40001'; END IF;
			RETURN new;
		END $$;
		CREATE TRIGGER gives_up BEFORE INSERT ON tickets FOR EACH ROW EXECUTE FUNCTION give_up()`); err != nil {
		t.Fatal(err)
	}
	_, errs := addTogether(t, s, titled(20))
	if err := errors.Join(errs...); err != nil {
		t.Error(err)
	}
	if stored := storedTitles(t, s); len(stored) != 20 {
		t.Errorf("stored %v", stored)
	}
}

func TestPostgres_CallerOfABatchWhoLeavesLeavesAlone(t *testing.T) {
	address := storetest.Postgres(t)
	s := open(t, address)
	blocker, err := rawDatabase(t, address).BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = blocker.Rollback() }()
	if _, err := blocker.ExecContext(t.Context(), "LOCK TABLE tickets"); err != nil {
		t.Fatal(err)
	}
	leaving, leave := context.WithCancel(t.Context())
	var errs []error
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, errs = store.AddTogether(s, func(i int) context.Context {
			if i%2 == 0 {
				return leaving
			}
			return t.Context()
		}, titled(20))
	}()
	look := rawDatabase(t, address)
	for waiting := 0; waiting == 0; {
		const query = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'tickets'::regclass"
		if err := look.QueryRowContext(t.Context(), query).Scan(&waiting); err != nil {
			t.Fatal(err)
		}
	}
	leave()
	if err := blocker.Rollback(); err != nil {
		t.Fatal(err)
	}
	<-ended
	stored := storedTitles(t, s)
	for i, err := range errs {
		isThere := stored[fmt.Sprint("ticket ", i)] == 1
		if i%2 == 1 && err != nil || (err == nil) != isThere || err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("ticket %d: %v, stored: %v", i, err, isThere)
		}
	}
}

// TestBatch_RulesOfAQueueHoldWithinIt: each ticket is assigned as if it had come alone.
func TestBatch_RulesOfAQueueHoldWithinIt(t *testing.T) {
	for _, assign := range []store.Assign{store.AssignLeastOpen, store.AssignRoundRobin} {
		s := newStore(t)
		err := s.Load(t.Context(), store.Dataset{
			Queues: []store.Queue{{Key: "HW", Name: "Hardware", Assign: assign, Priority: "High", Agents: []string{"a", "b", "c"}}},
			Employees: []store.Agent{
				{Employee: store.Employee{ID: 1, Code: "a"}}, {Employee: store.Employee{ID: 2, Code: "b"}}, {Employee: store.Employee{ID: 3, Code: "c"}},
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		tickets := titled(24)
		for i := range tickets {
			if i%2 == 0 {
				tickets[i].QueueKey = "HW"
			}
		}
		added, errs := addTogether(t, s, tickets)
		counts := map[string]int{}
		for i, ticket := range added {
			if errs[i] != nil {
				t.Fatal(errs[i])
			}
			counts[strings.TrimSpace(ticket.AssigneeCode+" "+ticket.Priority)]++
		}
		if fmt.Sprint(counts) != "map[:12 a High:4 b High:4 c High:4]" {
			t.Errorf("%s: %v", assign, counts)
		}
	}
}
