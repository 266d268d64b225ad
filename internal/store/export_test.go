package store

import (
	"testing"
	"time"

	"frontdesk/internal/sqlite"
)

// PeopleDatabase creates another program's database, which is not a desk.
func PeopleDatabase(t *testing.T, path string) {
	t.Helper()
	db, err := sqlite.Open(path, 1, nil)
	if err == nil {
		_, err = db.ExecContext(t.Context(), "CREATE TABLE people (name TEXT); PRAGMA user_version = 2")
	}
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// WriteWorked says that a change was written just now.
func WriteWorked(s *Store) { s.health.recordWrite(nil, false, time.Now()) }

// Matching is what a search key asks the index for.
func Matching(key string) string { return sqliteDialect.articleMatch(searchWords(key)) }

// EmptyDatabase leaves a database without tables, such as a desk's file was without its log.
func EmptyDatabase(t *testing.T, path string) {
	t.Helper()
	db, err := connect(path, 1)
	if err == nil {
		_, err = db.ExecContext(t.Context(), "PRAGMA user_version = 4")
	}
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// LockTimeout returns how long the changes of a desk in PostgreSQL wait for a row.
func LockTimeout(t *testing.T, s *Store) (timeout string) {
	t.Helper()
	if err := s.read.QueryRowContext(t.Context(), "SHOW lock_timeout").Scan(&timeout); err != nil {
		t.Fatal(err)
	}
	return timeout
}

// Checkpoint moves the log of a desk to its file.
func Checkpoint(t *testing.T, s *Store) {
	t.Helper()
	if _, err := s.file.checkpoint(); err != nil {
		t.Fatal(err)
	}
}
