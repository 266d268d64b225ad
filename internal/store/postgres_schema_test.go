package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
)

// withQuery returns an address with another parameter.
func withQuery(t *testing.T, address, name, value string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	query.Set(name, value)
	u.RawQuery = query.Encode()
	return u.String()
}

// schemaOf returns the schema that an address of storetest names.
func schemaOf(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	schema, _, _ := strings.Cut(u.Query().Get("search_path"), ",")
	return schema
}

func exec(t *testing.T, db *sql.DB, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(statement, err)
		}
	}
}

// TestPostgres_ASchemaThatAppearsLaterDoesNotHideTheDesk: one named like the role comes first on the usual search path.
func TestPostgres_ASchemaThatAppearsLaterDoesNotHideTheDesk(t *testing.T) {
	address := storetest.Postgres(t)
	desk := schemaOf(t, address)
	address = withQuery(t, address, "search_path", "early_"+desk+","+desk)
	db := rawDatabase(t, address)
	running := open(t, address)
	if lines := running.Opening(); len(lines) != 1 || !strings.Contains(lines[0], "created a new, empty one in the schema "+desk) {
		t.Errorf("created: %q", lines)
	}
	add(t, running, store.Ticket{Title: "before", Created: 1000})
	early := "early_" + desk
	exec(t, db, "CREATE SCHEMA "+early, "CREATE TABLE "+early+".tickets (LIKE "+desk+".tickets INCLUDING ALL)")
	later := open(t, address)
	if lines := later.Opening(); len(lines) != 0 {
		t.Errorf("opened again: %q", lines)
	}
	add(t, later, store.Ticket{Title: "later", Created: 1000})
	add(t, running, store.Ticket{Title: "running", Created: 1000})
	if got := titlesOf(t, later); got != "before later running" {
		t.Errorf("the desk holds %q", got)
	}

	exec(t, db, "CREATE TABLE "+early+".goose_db_version (id int)", "CREATE TABLE "+early+".compatibility (lowest int)")
	if _, err := store.Open(t.Context(), address); err == nil || !strings.Contains(err.Error(), "desks in several schemas of the search path ("+early+", "+desk+")") {
		t.Errorf("a second desk: %v", err)
	}
}

func TestPostgres_ASearchPathWithoutASchemaIsNamed(t *testing.T) {
	address := withQuery(t, storetest.Postgres(t), "search_path", "misspelt")
	if _, err := store.Open(t.Context(), address); err == nil || !strings.Contains(err.Error(), "no schema of the search path (misspelt) exists") {
		t.Error(err)
	}
}

func TestPostgres_ADeskThatIsOnlyReadIsNotCreated(t *testing.T) {
	address := storetest.Postgres(t)
	if _, err := store.OpenExisting(t.Context(), address); err == nil || !strings.Contains(err.Error(), "there is no desk") {
		t.Error(err)
	}
	exec(t, rawDatabase(t, address), "CREATE TABLE people (id int)")
	if _, err := store.Open(t.Context(), address); err == nil || !strings.Contains(err.Error(), "something else than a desk") {
		t.Error(err)
	}
}

// roleWithLimit returns the address for a user who may have some connections only.
func roleWithLimit(t *testing.T, address string, limit int) string {
	t.Helper()
	db, desk := rawDatabase(t, address), schemaOf(t, address)
	role := fmt.Sprintf("frontdesk_test_role_%d_%s", os.Getpid(), desk)
	exec(t, db, fmt.Sprintf("CREATE ROLE %s LOGIN CONNECTION LIMIT %d", role, limit), "GRANT ALL ON SCHEMA "+desk+" TO "+role)
	t.Cleanup(func() { // after the desk is closed
		_, err1 := db.ExecContext(context.WithoutCancel(t.Context()), "DROP OWNED BY "+role+" CASCADE")
		_, err2 := db.ExecContext(context.WithoutCancel(t.Context()), "DROP ROLE "+role)
		if err := errors.Join(err1, err2); err != nil {
			t.Error(err)
		}
	})
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	u.User = url.User(role)
	if err := rawDatabase(t, u.String()).PingContext(t.Context()); err != nil {
		t.Skip("the server lets no new user in: ", err)
	}
	return u.String()
}

// TestPostgres_FewerConnectionsThanThePool: every request is answered, and the desk is not called unreadable.
func TestPostgres_FewerConnectionsThanThePool(t *testing.T) {
	address := roleWithLimit(t, storetest.Postgres(t), 5)
	s := open(t, address)
	if notes := s.Notes(); len(notes) != 1 || !strings.Contains(notes[0], "the database allows 5 connections: this process answers with 4 instead of 8") {
		t.Errorf("notes %q", notes)
	}
	other := rawDatabase(t, address) // another program of the same user
	for range 2 {
		conn, err := other.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
	}
	var all sync.WaitGroup
	for range 12 {
		all.Go(func() {
			for range 5 {
				if _, err := s.AddTicket(t.Context(), store.Ticket{Title: "x", Created: 1000}); err != nil {
					t.Error(err)
				}
				if _, _, err := s.PullTickets(t.Context(), fridayAfternoon(t), fridayAfternoon(t), 0); err != nil {
					t.Error(err)
				}
				if err := errors.Join(s.Ping(t.Context()), s.CheckWrite(t.Context())); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}

// TestPostgres_ARowThatOthersKeepLockedIsSaid: who waits longer than a client does would not know the outcome.
func TestPostgres_ARowThatOthersKeepLockedIsSaid(t *testing.T) {
	address := storetest.Postgres(t)
	s := open(t, withQuery(t, address, "lock_timeout", "100"))
	ticket := add(t, s, store.Ticket{Title: "locked", Created: 1000})
	tx, err := rawDatabase(t, address).BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(t.Context(), "SELECT 1 FROM tickets FOR UPDATE"); err != nil {
		t.Fatal(err)
	}
	note := func() error {
		_, err := s.UpdateTicket(t.Context(), ticket.TicketID, func(*store.Ticket) (store.Note, error) {
			return store.Note{Detail: "once"}, nil
		})
		return err
	}
	if err := note(); !errors.Is(err, store.ErrHeld) {
		t.Errorf("got %v", err)
	}
	if err := s.CheckWrite(t.Context()); err != nil {
		t.Errorf("the desk is called unwritable: %v", err)
	}
	if err := errors.Join(tx.Rollback(), note()); err != nil {
		t.Error(err)
	}
	found, err := s.Tickets(t.Context(), []string{ticket.TicketID})
	if err != nil || len(found) != 1 || len(found[0].Notes) != 1 {
		t.Errorf("%+v, %v", found, err)
	}
	if got := store.LockTimeout(t, open(t, address)); got != "5s" {
		t.Errorf("without a setting, a change waits for %s", got)
	}
}
