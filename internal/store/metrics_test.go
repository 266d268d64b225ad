package store_test

import (
	"errors"
	"net/url"
	"runtime"
	"strings"
	"sync"
	"testing"

	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
)

// TestMetrics_DeskOfEitherEngineHasThem: an alarm finds each of them, also while nothing has happened.
func TestMetrics_DeskOfEitherEngineHasThem(t *testing.T) {
	s := newStore(t)
	add(t, s, store.Ticket{Title: "Drum does not turn"})
	for _, name := range []string{"limit", "open", "in_use", "idle"} {
		requireMetric(t, s, "frontdesk_database_connections_"+name, "")
	}
	requireMetric(t, s, "frontdesk_database_connections_in_use", "0")
	requireMetric(t, s, "frontdesk_database_waits_total", "0")
	requireMetric(t, s, "frontdesk_database_wait_seconds_total", "0")
	for _, cause := range []string{"40001", "40P01", "lost before COMMIT"} {
		requireMetric(t, s, `frontdesk_database_reruns_total{cause="`+cause+`"}`, "0")
	}
	requireMetric(t, s, "frontdesk_database_unknown_total", "0")
}

// TestMetrics_ChangeThatIsRunAgainIsCountedByItsCause: two tries that the database gives up, and one whose connection
// is lost.
func TestMetrics_ChangeThatIsRunAgainIsCountedByItsCause(t *testing.T) {
	address := storetest.Postgres(t)
	behind, proxied := newProxy(t, address)
	s := open(t, proxied)
	ticket := add(t, s, store.Ticket{Title: "Drum does not turn"})
	note := func() error {
		_, err := s.UpdateTicket(t.Context(), ticket.TicketID, func(*store.Ticket) (store.Note, error) {
			return store.Note{Detail: "once"}, nil
		})
		return err
	}
	behind.loseAnswerTo("INSERT INTO notes") // while its statement is not prepared yet
	if err := note(); err != nil {
		t.Fatal(err)
	}
	if _, err := rawDatabase(t, address).ExecContext(t.Context(), `CREATE SEQUENCE tries;
		CREATE FUNCTION give_up() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN
			CASE nextval('tries')
				WHEN 1 THEN RAISE EXCEPTION USING ERRCODE = '40001';
				WHEN 2 THEN RAISE EXCEPTION USING ERRCODE = '40P01';
				WHEN 3 THEN RAISE EXCEPTION USING ERRCODE = '40001';
				ELSE RETURN new;
			END CASE;
		END $$;
		CREATE TRIGGER gives_up BEFORE INSERT ON notes FOR EACH ROW EXECUTE FUNCTION give_up()`); err != nil {
		t.Fatal(err)
	}
	if err := note(); err != nil {
		t.Fatal(err)
	}
	requireMetric(t, s, `frontdesk_database_reruns_total{cause="40001"}`, "2")
	requireMetric(t, s, `frontdesk_database_reruns_total{cause="40P01"}`, "1")
	requireMetric(t, s, `frontdesk_database_reruns_total{cause="lost before COMMIT"}`, "1")
	requireMetric(t, s, "frontdesk_database_unknown_total", "0")
	behind.loseAnswerTo("COMMIT")
	if err := note(); !errors.Is(err, store.ErrOutcomeUnknown) {
		t.Errorf("the lost answer is reported as %v", err)
	}
	requireMetric(t, s, "frontdesk_database_unknown_total", "1")
}

// TestMetrics_RequestThatWaitsForAConnectionIsCounted: two changes have both connections, and a third one waits.
func TestMetrics_RequestThatWaitsForAConnectionIsCounted(t *testing.T) {
	u, err := url.Parse(storetest.Postgres(t))
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	query.Set("pool_max_conns", "2")
	u.RawQuery = query.Encode()
	s := open(t, u.String())
	var all sync.WaitGroup
	inside, goOn := make(chan bool), make(chan bool)
	for range 2 {
		ticket := add(t, s, store.Ticket{Title: "Drum does not turn"})
		all.Go(func() {
			if _, err := s.UpdateTicket(t.Context(), ticket.TicketID, func(*store.Ticket) (store.Note, error) {
				inside <- true
				<-goOn
				return store.Note{}, nil
			}); err != nil {
				t.Error(err)
			}
		})
		<-inside
	}
	requireMetric(t, s, "frontdesk_database_connections_limit", "2")
	requireMetric(t, s, "frontdesk_database_connections_open", "2")
	requireMetric(t, s, "frontdesk_database_connections_in_use", "2")
	requireMetric(t, s, "frontdesk_database_connections_idle", "0")
	requireMetric(t, s, "frontdesk_database_waits_total", "0")
	all.Go(func() {
		if _, err := s.HasTicket(t.Context(), "713500000001"); err != nil {
			t.Error(err)
		}
	})
	for metric(s, "frontdesk_database_waits_total") != "1" {
		runtime.Gosched()
	}
	close(goOn)
	all.Wait()
	if waited := metric(s, "frontdesk_database_wait_seconds_total"); waited == "0" || waited == "" {
		t.Errorf("it waited %q seconds", waited)
	}
	requireMetric(t, s, "frontdesk_database_connections_in_use", "0")
}

// requireMetric requires a value; empty for any.
func requireMetric(t *testing.T, s *store.Store, name, want string) {
	t.Helper()
	if got := metric(s, name); got == "" || want != "" && got != want {
		t.Errorf("%s is %q, want %q", name, got, want)
	}
}

// metric returns a value of the desk's metrics; empty if it is not there.
func metric(s *store.Store, name string) string {
	var page strings.Builder
	s.WriteMetrics(&page)
	for line := range strings.Lines(page.String()) {
		if value, found := strings.CutPrefix(line, name+" "); found {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
