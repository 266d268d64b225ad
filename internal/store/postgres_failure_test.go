package store_test

import (
	"errors"
	"net/url"
	"testing"
	"time"

	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
)

// TestPostgres_OutcomeOfACommitWithoutAnAnswerIsNotKnown: it was kept here, and nobody said so.
func TestPostgres_OutcomeOfACommitWithoutAnAnswerIsNotKnown(t *testing.T) {
	behind, address := newProxy(t, storetest.Postgres(t))
	s := open(t, address)
	ticket := add(t, s, store.Ticket{Title: "Drum does not turn"})
	behind.loseAnswerTo("COMMIT")
	_, err := s.UpdateTicket(t.Context(), ticket.TicketID, func(*store.Ticket) (store.Note, error) {
		return store.Note{Detail: "once"}, nil
	})
	if !errors.Is(err, store.ErrOutcomeUnknown) || store.IsUnavailable(err) {
		t.Errorf("the lost answer is reported as %v", err)
	}
	behind.loseAnswerTo("COMMIT")
	if _, err := s.AddTicket(t.Context(), store.Ticket{Title: "Door does not close"}); !errors.Is(err, store.ErrOutcomeUnknown) {
		t.Errorf("the lost answer to a ticket is reported as %v", err)
	}
	if behind.lost() != 2 {
		t.Errorf("%d connections were lost", behind.lost())
	}
	found, err := s.Tickets(t.Context(), []string{ticket.TicketID})
	if err != nil || len(found[0].Notes) > 1 {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestPostgres_ConnectionLostBeforeTheCommitIsTriedAgain(t *testing.T) {
	behind, address := newProxy(t, storetest.Postgres(t))
	s := open(t, address)
	ticket := add(t, s, store.Ticket{Title: "Drum does not turn"})
	runs := 0
	behind.loseAnswerTo("INSERT INTO notes")
	_, err := s.UpdateTicket(t.Context(), ticket.TicketID, func(*store.Ticket) (store.Note, error) {
		runs++
		return store.Note{Detail: "once"}, nil
	})
	found, err2 := s.Tickets(t.Context(), []string{ticket.TicketID})
	if err != nil || err2 != nil || runs != 2 || behind.lost() != 1 || len(found[0].Notes) != 1 {
		t.Errorf("%v, %v: run %d times, %d notes", err, err2, runs, len(found[0].Notes))
	}
}

func TestPostgres_AwayAndBack(t *testing.T) {
	behind, address := newProxy(t, storetest.Postgres(t))
	s := open(t, address)
	ticket := add(t, s, store.Ticket{Title: "Drum does not turn"})
	behind.away(true)
	if _, err := s.AddTicket(t.Context(), store.Ticket{Title: "x"}); !store.IsUnavailable(err) {
		t.Errorf("a ticket ended with %v", err)
	}
	if _, err := s.Tickets(t.Context(), []string{ticket.TicketID}); !store.IsUnavailable(err) {
		t.Errorf("reading ended with %v", err)
	}
	if _, _, err := s.PullTickets(t.Context(), time.Unix(0, 0), time.Now(), 0); !store.IsUnavailable(err) {
		t.Errorf("a pull ended with %v", err)
	}
	if s.Ping(t.Context()) == nil || s.CheckWrite(t.Context()) == nil {
		t.Error("the desk counts as well")
	}
	behind.away(false)
	if err := errors.Join(s.Ping(t.Context()), s.CheckWrite(t.Context())); err != nil {
		t.Errorf("it is back, and nobody has written since: %v", err)
	}
	if _, err := s.AddTicket(t.Context(), store.Ticket{Title: "x"}); err != nil {
		t.Error(err)
	}
}

// TestPostgres_ConnectionsThatTheServerEndedAreReplaced: as after a restart of the server, no request fails for it.
func TestPostgres_ConnectionsThatTheServerEndedAreReplaced(t *testing.T) {
	address := storetest.Postgres(t)
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	query.Set("application_name", "ended by a test")
	u.RawQuery = query.Encode()
	s := open(t, u.String())
	ticket := add(t, s, store.Ticket{Title: "Drum does not turn"})
	killer := rawDatabase(t, address)
	for range 5 {
		if _, err := killer.ExecContext(t.Context(),
			"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ended by a test'"); err != nil {
			t.Fatal(err)
		}
		if _, err := s.UpdateTicket(t.Context(), ticket.TicketID, func(*store.Ticket) (store.Note, error) { return store.Note{}, nil }); err != nil {
			t.Error(err)
		}
	}
}

// TestPostgres_ChangesThatMeetRunAgain: a change that the database gives up because of others is run again, from the
// start.
func TestPostgres_ChangesThatMeetRunAgain(t *testing.T) {
	address := storetest.Postgres(t)
	s := open(t, address)
	ticket := add(t, s, store.Ticket{Title: "Drum does not turn"})
	if _, err := rawDatabase(t, address).ExecContext(t.Context(), `CREATE SEQUENCE tries;
		CREATE FUNCTION give_up() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN
			IF nextval('tries') < 3 THEN RAISE EXCEPTION USING ERRCODE = '40001'; END IF;
			RETURN new;
		END $$;
		CREATE TRIGGER gives_up BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION give_up()`); err != nil {
		t.Fatal(err)
	}
	changed, err := s.UpdateTicket(t.Context(), ticket.TicketID, func(of *store.Ticket) (store.Note, error) {
		of.Talks++
		return store.Note{Detail: "kept"}, nil
	})
	if err != nil || changed.Talks != 1 {
		t.Errorf("%d talks, %v", changed.Talks, err)
	}
	if found, err := s.Tickets(t.Context(), []string{ticket.TicketID}); err != nil || len(found[0].Notes) != 1 {
		t.Errorf("%+v, %v", found, err)
	}
}

// TestPostgres_RefusedChangeLeavesNothing: neither an error of the change nor its panic keeps a part of it, or the
// connection.
func TestPostgres_RefusedChangeLeavesNothing(t *testing.T) {
	s := open(t, storetest.Postgres(t))
	ticket := add(t, s, store.Ticket{Title: "Drum does not turn"})
	refused := errors.New("refused")
	for range 20 { // more often than there are connections
		if _, err := s.UpdateTicket(t.Context(), ticket.TicketID, func(of *store.Ticket) (store.Note, error) {
			of.Title = "changed"
			return store.Note{}, refused
		}); !errors.Is(err, refused) {
			t.Errorf("ended with %v", err)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic was lost")
				}
			}()
			_, _ = s.UpdateTicket(t.Context(), ticket.TicketID, func(*store.Ticket) (store.Note, error) { panic("change") })
		}()
	}
	if _, err := s.UpdateTicket(t.Context(), "713500009999", nil); !errors.Is(err, store.ErrTicketNotFound) {
		t.Errorf("an unknown ticket: %v", err)
	}
	if found, err := s.Tickets(t.Context(), []string{ticket.TicketID}); err != nil || found[0].Title != "Drum does not turn" || len(found[0].Notes) != 0 {
		t.Errorf("%+v, %v", found, err)
	}
}
