package store_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/store"
)

// TestAWriteThatFailsFailsAlone: of many at once, which are brought to disk together, only those that are refused
// change nothing; a refusal after the customer was stored takes that back too.
func TestAWriteThatFailsFailsAlone(t *testing.T) {
	t.Run("file", func(t *testing.T) { failWrites(t, open(t, filepath.Join(t.TempDir(), "desk.db"))) })
	t.Run("engine", func(t *testing.T) { failWrites(t, newStore(t)) })
}

func failWrites(t *testing.T, s *store.Store) {
	t.Helper()
	ticket := add(t, s, store.Ticket{Title: "x"})
	known := addCustomer(t, s, store.Customer{Name: "Asha"})
	refused := errors.New("refused")
	gone, leave := context.WithCancel(t.Context())
	leave()
	rename := func() {
		_, err := s.SaveCustomer(t.Context(), known.ID, 0, func(c *store.Customer, e *store.Enquiry) (bool, error) {
			c.Name, e.Additional = "Somebody else", []byte("no JSON") // the record of the enquiry cannot be written
			return true, nil
		})
		if err == nil {
			t.Error("a record that cannot be written was")
		}
	}
	rename()
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			if _, err := s.AddTicket(t.Context(), store.Ticket{Title: fmt.Sprint(i), Created: 5}); err != nil {
				t.Error(err)
			}
			if _, err := s.UpdateTicket(t.Context(), "none", nil); !errors.Is(err, store.ErrTicketNotFound) {
				t.Error(err)
			}
			_, err := s.UpdateTicket(t.Context(), ticket.TicketID, func(x *store.Ticket) (store.Note, error) {
				x.Title = "y"
				return store.Note{}, refused
			})
			if !errors.Is(err, refused) {
				t.Error(err)
			}
			rename()
			if _, err = s.AddTicket(gone, store.Ticket{Title: "late", Created: 5}); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if total, _ := pull(t, s, time.Unix(5, 0), time.Unix(6, 0), 0); total != 100 {
		t.Errorf("%d tickets of 100", total)
	}
	if found, err := s.Tickets(t.Context(), []string{ticket.TicketID}); err != nil || found[0].Title != "x" || len(found[0].Notes) != 0 {
		t.Errorf("a refused update left %+v, %v", found, err)
	}
	if got := names(t, s, store.Filter{}, everything); fmt.Sprint(got) != "[Asha]" {
		t.Errorf("customers %v", got)
	}
}

// TestAPanicOfOneWriterIsItsOwn goes on where it began, and the desk goes on too.
func TestAPanicOfOneWriterIsItsOwn(t *testing.T) {
	s := newStore(t)
	ticket := add(t, s, store.Ticket{Title: "x"})
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			defer func() {
				if fault := recover(); fault != "oh" {
					t.Errorf("it panicked with %v", fault)
				}
			}()
			_, _ = s.UpdateTicket(t.Context(), ticket.TicketID, func(*store.Ticket) (store.Note, error) { panic("oh") })
		})
		all.Go(func() { add(t, s, store.Ticket{Created: 5}) })
	}
	all.Wait()
	if total, _ := pull(t, s, time.Unix(5, 0), time.Unix(6, 0), 0); total != 20 {
		t.Errorf("%d tickets of 20", total)
	}
}

// TestACleanEndLeavesOneFile: what SQLite keeps beside the desk is gone, so that the file alone is a whole desk.
func TestACleanEndLeavesOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "desk.db")
	s := open(t, path)
	ticket := add(t, s, store.Ticket{Title: "x", Email: "a@example.com"})
	if _, err := s.Tickets(t.Context(), []string{ticket.TicketID}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if files, err := filepath.Glob(path + "*"); err != nil || len(files) != 1 {
		t.Errorf("left %v, %v", files, err)
	}
}
