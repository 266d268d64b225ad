package storetest

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the driver
)

// Variable names the environment variable with the address of a PostgreSQL server. With it the tests of the store, the
// service and the desk's files use desks in that server, in a database that they make, instead of files. Tests that
// need PostgreSQL are skipped without it.
const Variable = "FRONTDESK_TEST_DB"

// New makes a desk without records, in the file at path or, with Variable, in PostgreSQL. It returns the address by
// which it is opened.
func New(path string) (address string, err error) {
	if os.Getenv(Variable) == "" {
		return path, Create(path)
	}
	server, err := database()
	if err != nil {
		return "", err
	}
	return newSchema(server)
}

// Postgres returns the address of a new desk in PostgreSQL, which has no tables yet. It skips the test without
// Variable.
func Postgres(t testing.TB) (address string) {
	t.Helper()
	if os.Getenv(Variable) == "" {
		t.Skipf("needs PostgreSQL: set %s to the address of a server", Variable)
	}
	server, err := database()
	if err != nil {
		t.Fatal(err)
	}
	address, err = newSchema(server)
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// database makes this process's database, and removes those that earlier processes left.
var database = sync.OnceValues(func() (string, error) {
	server := os.Getenv(Variable)
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	db, err := sql.Open("pgx", server)
	if err != nil {
		return "", err
	}
	defer db.Close()
	if err := db.PingContext(ctx); err != nil {
		return "", err
	}
	removeOld(ctx, db)
	name := fmt.Sprintf("frontdesk_test_%d_%d", os.Getpid(), time.Now().UnixNano())
	if _, err := db.ExecContext(ctx, "CREATE DATABASE "+name+" TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'"); err != nil {
		return "", err
	}
	u, err := url.Parse(server)
	if err != nil {
		return "", err
	}
	u.Path = "/" + name
	made, err := sql.Open("pgx", u.String())
	if err != nil {
		return "", err
	}
	defer made.Close()
	_, err = made.ExecContext(ctx, "CREATE EXTENSION IF NOT EXISTS pg_trgm")
	return u.String(), err
})

// removeOld removes the databases of processes that have ended.
func removeOld(ctx context.Context, db *sql.DB) {
	rows, err := db.QueryContext(ctx, `SELECT datname FROM pg_database d WHERE datname LIKE 'frontdesk\_test\_%'
		AND NOT EXISTS (SELECT 1 FROM pg_stat_activity a WHERE a.datname = d.datname)`)
	if err != nil {
		return
	}
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		if rows.Scan(&name) == nil && !isRunning(name) {
			names = append(names, name)
		}
	}
	if rows.Err() != nil {
		return
	}
	for _, name := range names {
		_, _ = db.ExecContext(ctx, "DROP DATABASE IF EXISTS "+name) // one that is in use stays
	}
}

// isRunning reports whether the process that made a database still runs, where that can be seen.
func isRunning(name string) bool {
	pid, _, _ := strings.Cut(strings.TrimPrefix(name, "frontdesk_test_"), "_")
	_, err := os.Stat("/proc/" + pid)
	return err == nil
}

var schemas atomic.Int64

// newSchema makes a schema in a database and returns the address of a desk in it.
func newSchema(server string) (string, error) {
	name := fmt.Sprintf("desk_%d", schemas.Add(1))
	db, err := sql.Open("pgx", server)
	if err != nil {
		return "", err
	}
	defer db.Close()
	if _, err := db.ExecContext(context.Background(), "CREATE SCHEMA "+name); err != nil {
		return "", err
	}
	u, err := url.Parse(server)
	if err != nil {
		return "", err
	}
	query := u.Query()
	query.Set("search_path", name+",public")
	query.Set("pool_max_conns", "8")
	query.Set("synchronous_commit", "off") // no test outlives the server's machine, and half of their time is this wait
	u.RawQuery = query.Encode()
	return u.String(), nil
}
