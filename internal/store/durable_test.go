package store

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	sqlite3 "modernc.org/sqlite/lib"

	"frontdesk/internal/sqlite"
)

// sqliteOf returns what writes a desk in a file.
func sqliteOf(t *testing.T, s *Store) *groupCommitter {
	t.Helper()
	g, isSQLite := s.committer.(*groupCommitter)
	if !isSQLite {
		t.Fatalf("the desk is written by a %T", s.committer)
	}
	return g
}

// openConnections returns the writing and reading connections of a desk.
func openConnections(t *testing.T, s *Store) map[string]*sql.Conn {
	t.Helper()
	reads, err := s.read.db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = reads.Close() })
	return map[string]*sql.Conn{"writes": sqliteOf(t, s).conn, "reads": reads}
}

// TestDesk_WhatIsAnsweredSurvivesAPowerCut: with less than FULL (2) SQLite does not wait for the disk in WAL mode, and
// a connection of a pool that was opened differently would not show.
func TestDesk_WhatIsAnsweredSurvivesAPowerCut(t *testing.T) {
	if !slices.Contains(connectionOptions["_pragma"], "synchronous(full)") {
		t.Error("whether an answer waits for the disk is left to how SQLite was built")
	}
	for name, c := range openConnections(t, newDesk(t)) {
		for pragma, want := range map[string]string{"synchronous": "2", "journal_mode": "wal", "foreign_keys": "1", "busy_timeout": "5000"} {
			var got string
			if err := c.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
				t.Errorf("the connection that %s has %s %s, not %s: %v", name, pragma, got, want, err)
			}
		}
	}
}

func TestDesk_NothingBelongsToARecordThatIsNotThere(t *testing.T) {
	s := newDesk(t)
	for what, query := range map[string]string{
		"a note":     "INSERT INTO notes (task_id, record) VALUES (4711, '{}')",
		"a contact":  "INSERT INTO contacts (customer_id, record) VALUES (4711, '{}')",
		"an enquiry": "INSERT INTO enquiries (customer_id, record) VALUES (4711, '{}')",
		"an order":   "INSERT INTO orders (customer_id, enquiry_id, added, record) VALUES (4711, 4711, 1, '{}')",
	} {
		err := s.update(t.Context(), func(ctx context.Context, tx *transaction) error {
			_, err := tx.ExecContext(ctx, query)
			return err
		})
		if sqlite.Code(err) != sqlite3.SQLITE_CONSTRAINT {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestDesk_TheTablesTakeNoOtherTypes(t *testing.T) {
	s := newDesk(t)
	rows, err := queryAll(t.Context(), s.read.db, "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0", func(r row) (string, error) {
		var name string
		err := r.Scan(&name)
		return name, err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range rows {
		if name != "goose_db_version" && name != "sqlite_schema" && name != "sqlite_sequence" {
			t.Errorf("%s is not STRICT", name)
		}
	}
}

// TestDesk_TwoProgramsChangeTheSameTicketsAndLoseNothing: each change reads before it writes, which is refused at
// random unless it takes the right to write first.
func TestDesk_TwoProgramsChangeTheSameTicketsAndLoseNothing(t *testing.T) {
	const each = 50
	path := filepath.Join(t.TempDir(), "desk.db")
	var programs []*Store
	for range 2 {
		s, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		programs = append(programs, s)
	}
	added, err := programs[0].AddTicket(t.Context(), Ticket{Title: "x"})
	if err != nil {
		t.Fatal(err)
	}
	errs := make(chan error, 2*each)
	var done sync.WaitGroup
	for _, s := range programs {
		done.Go(func() {
			for range each {
				_, err := s.UpdateTicket(t.Context(), added.TicketID, func(t *Ticket) (Note, error) { t.Talks++; return Note{}, nil })
				errs <- err
			}
		})
	}
	done.Wait()
	for range 2 * each {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	found, err := programs[0].Tickets(t.Context(), []string{added.TicketID})
	if err != nil || found[0].Talks != 2*each || len(found[0].Notes) != 2*each {
		t.Errorf("%d changes, %d notes, %v", found[0].Talks, len(found[0].Notes), err)
	}
}

// TestDesk_AChangeTakesTheRightToWriteBeforeItReads: while it reads, nobody else begins to write.
func TestDesk_AChangeTakesTheRightToWriteBeforeItReads(t *testing.T) {
	path := filepath.Join(t.TempDir(), "desk.db")
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	other, err := sqlite.Open(path, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	refused := func(context.Context, *transaction) error {
		_, err := other.ExecContext(t.Context(), "BEGIN IMMEDIATE; ROLLBACK")
		if sqlite.Code(err) != sqlite3.SQLITE_BUSY {
			t.Errorf("another writer began meanwhile: %v", err)
		}
		return errors.New("nothing to change")
	}
	if err := s.update(t.Context(), refused); err == nil {
		t.Error("the change was not refused")
	}
	db, err := connect(path, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tx, err := db.BeginTx(t.Context(), nil) // as the migrations do
	if err != nil {
		t.Fatal(err)
	}
	_ = refused(t.Context(), nil)
	if err := tx.Rollback(); err != nil {
		t.Fatal(err)
	}
}
