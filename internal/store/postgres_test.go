package store_test

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"frontdesk/internal/deskdata"
	"frontdesk/internal/store"
	"frontdesk/internal/store/storetest"
)

func TestPostgres_TwoProcessesLoseNoChange(t *testing.T) {
	address := storetest.Postgres(t)
	processes := []*store.Store{open(t, address), open(t, address)}
	ticket := add(t, processes[0], store.Ticket{Title: "Drum does not turn"})
	customer, err := processes[0].SaveCustomer(t.Context(), 0, 0, func(c *store.Customer, _ *store.Enquiry) (bool, error) {
		c.Name = "Asha Rao"
		return false, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	const each = 20
	var all sync.WaitGroup
	for i, s := range processes {
		for n := range each {
			all.Go(func() {
				if _, err := s.UpdateTicket(t.Context(), ticket.TicketID, func(of *store.Ticket) (store.Note, error) {
					of.Talks++
					return store.Note{Detail: fmt.Sprint(i, " ", n)}, nil
				}); err != nil {
					t.Error(err)
				}
			})
			all.Go(func() {
				_, err := s.SaveCustomer(t.Context(), customer.ID, 0, func(c *store.Customer, e *store.Enquiry) (bool, error) {
					c.Contacts = append(c.Contacts, store.Contact{Name: fmt.Sprint(i, " ", n)})
					return true, nil
				})
				if err != nil {
					t.Error(err)
				}
			})
			all.Go(func() {
				_, err := s.SaveCustomer(t.Context(), 0, 0, func(c *store.Customer, _ *store.Enquiry) (bool, error) {
					c.Created, c.Assigned.Email = 1, fmt.Sprintf("agent%d@example.com", n%5)
					return false, nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	found, err := processes[1].Tickets(t.Context(), []string{ticket.TicketID})
	if err != nil || len(found) != 1 || found[0].Talks != 2*each || len(found[0].Notes) != 2*each {
		t.Errorf("%d talks and %d notes of %d, %v", found[0].Talks, len(found[0].Notes), 2*each, err)
	}
	var asha store.Filter
	asha.NameContains("Asha")
	for c, err := range store.DecodeAll(processes[0].PullCustomers(t.Context(), asha, store.Page{Limit: 10})) {
		if err != nil || len(c.Contacts) != 2*each || c.Enquiries != 2*each {
			t.Errorf("%d contacts and %d enquiries of %d, %v", len(c.Contacts), c.Enquiries, 2*each, err)
		}
	}
	if agents, err := processes[1].Agents(t.Context()); err != nil || len(agents) != 5 {
		t.Errorf("%d employees were added for five addresses, %v", len(agents), err)
	}
}

func TestPostgres_ProcessesThatStartTogetherMakeOneDesk(t *testing.T) {
	address := storetest.Postgres(t)
	ids := make(chan string, 60)
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			s, err := store.Open(t.Context(), address)
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			if _, err := deskdata.LoadSample(t.Context(), s, time.Date(2026, 11, 20, 14, 2, 0, 0, time.UTC)); err != nil {
				t.Error(err)
			}
			for range 20 {
				ids <- add(t, s, store.Ticket{Title: "x"}).TicketID
			}
		})
	}
	all.Wait()
	close(ids)
	different := map[string]bool{}
	for id := range ids {
		different[id] = true
	}
	if len(different) != 60 {
		t.Errorf("60 tickets have %d ids", len(different))
	}
}

// rawDatabase opens the database of a desk without the store.
func rawDatabase(t testing.TB, address string) *sql.DB {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	query.Del("pool_max_conns")
	u.RawQuery = query.Encode()
	db, err := sql.Open("pgx", u.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// TestPostgres_TextsThatAnIndexOrTheDatabaseRefuses: a text of 64 KiB, U+0000 and invalid UTF-8 are kept and found.
func TestPostgres_TextsThatAnIndexOrTheDatabaseRefuses(t *testing.T) {
	s := open(t, storetest.Postgres(t))
	var random strings.Builder // which the database cannot compress
	for n := range 8 << 10 {
		sum := sha256.Sum256([]byte{byte(n), byte(n >> 8)})
		fmt.Fprintf(&random, "%x", sum[:4])
	}
	long := random.String()
	made, err := s.SaveCustomer(t.Context(), 0, 0, func(c *store.Customer, _ *store.Enquiry) (bool, error) {
		c.Name, c.Code, c.City, c.Email = "A\x00sha", long+"1", "BERLIN"+long, long+"@example.com"
		c.Additional = []byte(`{"attr1": "a\u0000b", "attr2": "` + long + `"}`)
		return false, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, ask := range map[string]func(*store.Filter){
		"code":       func(f *store.Filter) { f.Equal(store.CustomerCode, long+"1") },
		"city":       func(f *store.Filter) { f.Equal(store.CustomerColumn("city"), "berlin"+long) },
		"e-mail":     func(f *store.Filter) { f.ReachableByEmail(long + "@EXAMPLE.com") },
		"attribute":  func(f *store.Filter) { f.CustomerAttribute(1, "a\x00b") },
		"long value": func(f *store.Filter) { f.CustomerAttribute(2, long) },
	} {
		var f store.Filter
		ask(&f)
		n := 0
		for c, err := range store.DecodeAll(s.PullCustomers(t.Context(), f, store.Page{Limit: 10})) {
			n++
			if err != nil || c.ID != made.ID || c.Name != "A\x00sha" || c.Code != long+"1" {
				t.Errorf("%s: %v", name, err)
			}
		}
		if n != 1 {
			t.Errorf("%s finds %d customers", name, n)
		}
	}
	var other store.Filter
	other.Equal(store.CustomerCode, long+"2")
	for _, err := range s.PullCustomers(t.Context(), other, store.Page{Limit: 10}) {
		t.Errorf("another long code finds the customer, %v", err)
	}
}

// TestPostgres_PullHoldsNoConnection: consumers that stop reading do not keep others from the database, however large the
// pull is.
func TestPostgres_PullHoldsNoConnection(t *testing.T) {
	s := open(t, storetest.Postgres(t)) // eight connections
	detail := strings.Repeat("long text ", 6000)
	for i := range 100 {
		add(t, s, store.Ticket{Title: fmt.Sprint(i), Detail: detail, Created: 1000 + int64(i)})
	}
	var nested func(depth int)
	nested = func(depth int) {
		total, rows, err := s.PullTickets(t.Context(), time.Unix(1000, 0), time.Unix(2000, 0), 0)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for ticket, err := range store.DecodeAll(rows) {
			if err != nil || ticket.Title != fmt.Sprint(n) || ticket.Detail != detail {
				t.Fatalf("row %d is %q, %v", n, ticket.Title, err)
			}
			if n == 0 && depth > 0 {
				nested(depth - 1)
				add(t, s, store.Ticket{Title: "later", Created: 1999 + 2000})
			}
			n++
		}
		if n != total || n != 100 {
			t.Errorf("%d rows of %d", n, total)
		}
	}
	nested(12)
	if _, _, err := s.PullTickets(t.Context(), time.Unix(1000, 0), time.Unix(2000, 0), 0); err != nil { // nobody reads it
		t.Fatal(err)
	}
}

func TestPostgres_RefusesAnotherProgramsDatabaseAndOtherVersionsTables(t *testing.T) {
	foreign := storetest.Postgres(t)
	if _, err := rawDatabase(t, foreign).ExecContext(t.Context(), "CREATE TABLE cats (name text)"); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(t.Context(), foreign); err == nil || !strings.Contains(err.Error(), "something else than a desk") {
		t.Errorf("another program's tables: %v", err)
	}
	newer := storetest.Postgres(t)
	open(t, newer)
	if _, err := rawDatabase(t, newer).ExecContext(t.Context(), "UPDATE compatibility SET lowest = 1000"); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(t.Context(), newer); err == nil || !strings.Contains(err.Error(), "need a newer frontdesk") {
		t.Errorf("newer tables: %v", err)
	}
	older := storetest.Postgres(t)
	open(t, older)
	exec(t, rawDatabase(t, older), "UPDATE goose_db_version SET version_id = 2 WHERE version_id > 0", "UPDATE compatibility SET lowest = 1")
	const says = "it was written by an older frontdesk (version 2 of its tables, this one knows 6): write it to files with " +
		"that program (frontdesk desk export), and import these into a new desk"
	for _, openDesk := range []func(context.Context, string) (*store.Store, error){store.Open, store.OpenToServe, store.OpenExisting} {
		if _, err := openDesk(t.Context(), older); !errors.Is(err, store.ErrOlder) || !strings.HasSuffix(err.Error(), says) {
			t.Errorf("older tables: %v", err)
		}
	}
}

func TestPostgres_PasswordsStayOutOfTheAddress(t *testing.T) {
	loose := filepath.Join(t.TempDir(), "passwords")
	if err := os.WriteFile(loose, []byte("*:*:*:*:hush\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]string{
		"postgres://asha:hush@127.0.0.1/desk":           "holds a password",
		"postgres://127.0.0.1/desk?password=hush":       "holds a password",
		"postgres://127.0.0.1/desk?passfile=" + loose:   "others may open it (mode 0644)",
		"postgres://127.0.0.1/desk?sslmode=sometimes":   "cannot be used",
		"postgres://127.0.0.1/desk?pool_max_conns=many": "not a number from 2 to 1000",
	} {
		err := store.CheckAddress(address)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %v", address, err)
		}
	}
	if err := store.CheckAddress("postgres://asha@a.example.com,b.example.com:5433/desk?target_session_attrs=read-write"); err != nil {
		t.Error(err)
	}
}

func TestPostgres_PasswordFromAFileMustBePrivateAndTheOnlyOne(t *testing.T) {
	const address = "postgres://asha@127.0.0.1/desk"
	path := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(path, []byte("hush\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PGPASSWORD", "")
	t.Setenv("PGPASSWORD_FILE", path)
	if err := store.CheckAddress(address); err != nil {
		t.Error(err)
	}
	t.Setenv("PGPASSWORD", "hush")
	if err := store.CheckAddress(address); err == nil || !strings.Contains(err.Error(), "PGPASSWORD and PGPASSWORD_FILE are both given") {
		t.Errorf("both: %v", err)
	}
	t.Setenv("PGPASSWORD", "")
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := store.CheckAddress(address); err == nil || !strings.Contains(err.Error(), "others may open it") || strings.Contains(err.Error(), "hush") {
		t.Errorf("a file for all: %v", err)
	}
}
