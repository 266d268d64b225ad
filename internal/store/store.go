// Package store keeps a desk's records in SQLite or PostgreSQL, with texts stored exactly as they were given.
//
// The statements are the same for both; a dialect holds what differs. In SQLite one connection writes and a pool of
// others reads. With WAL, readers do not wait for the writer, and a transaction that reads before it writes cannot fail
// because of a concurrent write.
package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/pressly/goose/v3"
	sqlite3 "modernc.org/sqlite/lib"

	"frontdesk/internal/sqlite"
)

// ErrTicketNotFound reports that no ticket has the id.
var ErrTicketNotFound = errors.New("no such record")

// readers is the number of read connections: more than there are cores, so that a short read seldom waits behind
// long ones.
const readers = 32

// Store is an open desk; it is safe for concurrent use.
type Store struct {
	committer
	settings
	dialect      *dialect
	adding       *batcher[*Ticket]
	read         *reader
	health       *health
	counts       *counters
	lastShutdown ShutdownState
	loads        atomic.Int64
	created      string // where a new desk was made, in words
	notes        []string
	file         *openFile // nil in PostgreSQL
}

// committer runs the changes of a desk in transactions.
type committer interface {
	// update runs do in a transaction and returns when the change is kept. An error of do leaves nothing of it. do may
	// run more than once, each time from the start.
	update(ctx context.Context, do func(context.Context, *transaction) error) error
	// probe writes something that changes nothing.
	probe(ctx context.Context) error
	close() error
}

// Open opens the desk in the file at path, creates it with mode 0600 if it does not exist, and migrates its schema
// to this version. It returns an error for a file with a newer schema or one that is not a desk. A file that was
// not closed cleanly is checked first, and a damaged one is rejected; see Store.LastShutdown. A log of another file
// is moved aside; see Store.Notes.
//
// An address that begins with postgres:// opens a desk in a PostgreSQL database instead.
func Open(ctx context.Context, path string) (*Store, error) {
	return openAt(ctx, path, opening{mayCreate: true})
}

// OpenToServe is Open for a service, which answers at once: a file that was not closed cleanly is looked through while
// the desk is in use. If it is found damaged, changes are refused from then on; see Store.Checked.
func OpenToServe(ctx context.Context, path string) (*Store, error) {
	return openAt(ctx, path, opening{mayCreate: true, checksLater: true})
}

// OpenExisting is Open for a desk that is only read: it creates none.
func OpenExisting(ctx context.Context, path string) (*Store, error) {
	return openAt(ctx, path, opening{})
}

// opening is how a desk is opened.
type opening struct {
	mayCreate   bool // make a desk where there is none
	checksLater bool // look through a file that was not closed cleanly while the desk is in use
}

func openAt(ctx context.Context, path string, how opening) (*Store, error) {
	if IsPostgres(path) {
		return openPostgres(ctx, path, how.mayCreate)
	}
	if looksLikeAddress(path) {
		return nil, errAddress
	}
	s, err := openPath(ctx, path, how)
	if err != nil {
		return nil, fmt.Errorf("the desk in %s cannot be opened: %w", path, err)
	}
	return s, nil
}

// openPath opens the desk in a file.
func openPath(ctx context.Context, path string, how opening) (*Store, error) {
	file, err := useFile(ctx, path, how.mayCreate)
	if err != nil {
		return nil, err
	}
	s, err := open(ctx, file, how.checksLater)
	if err != nil {
		return nil, errors.Join(withRecoveryAdvice(err, path), file.release())
	}
	if file.created {
		s.created = "there was no desk in " + path + ": created a new, empty one"
	}
	s.notes = slices.Concat(file.notes, file.permissions())
	return s, nil
}

// Opening returns lines about how the desk was opened for whoever runs it: that it is a new one, and Notes.
func (s *Store) Opening() []string {
	if s.created == "" {
		return s.notes
	}
	return append([]string{s.created}, s.notes...)
}

// Notes returns lines about what is wrong around the desk, though it was opened.
func (s *Store) Notes() []string { return s.notes }

// errAddress does not repeat the address, which may hold a password.
var errAddress = errors.New("this is neither a file nor an address that begins with postgres://")

// looksLikeAddress reports whether a path is meant as a database: a URL, or the keyword=value pairs of PostgreSQL.
func looksLikeAddress(path string) bool {
	if strings.Contains(path, "://") {
		return true
	}
	for pair := range strings.FieldsSeq(path) {
		keyword, _, _ := strings.Cut(pair, "=")
		if slices.Contains([]string{"host", "hostaddr", "dbname", "user", "password"}, keyword) && keyword != pair {
			return true
		}
	}
	return false
}

func open(ctx context.Context, file *deskFile, checksLater bool) (*Store, error) {
	path := file.path
	lastShutdown := shutdownState(path) // before a connection creates the write-ahead log
	if err := checkTables(ctx, path); err != nil {
		return nil, err
	}
	write, err := connect(path, 1)
	if err != nil {
		return nil, err
	}
	isUnchecked, err := initialise(ctx, write, lastShutdown, checksLater)
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	writer, err := newSQLiteWriter(ctx, write)
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	read, err := connect(path, readers)
	if err != nil {
		return nil, errors.Join(err, writer.close())
	}
	look, err := connect(path, 1)
	if err != nil {
		return nil, errors.Join(err, read.Close(), writer.close())
	}
	watch, err := watchFile(path)
	if err != nil {
		return nil, errors.Join(err, look.Close(), read.Close(), writer.close())
	}
	opened := &openFile{
		deskFile:     file,
		watch:        watch,
		checkpointer: checkpointer{ctx: context.WithoutCancel(ctx), db: look, watch: watch},
	}
	if isUnchecked {
		opened.check = startCheck(ctx, path)
	}
	h := &health{read: look, check: watch.check}
	s := newStore(sqliteDialect, newGroupCommitter(writer, h, opened), newSQLiteReader(read, watch), h, lastShutdown)
	s.adding = newBatcher(1, maxGroup, s.addBatch)
	s.file = opened
	opened.touch()
	return s, nil
}

func newStore(d *dialect, c committer, r *reader, h *health, last ShutdownState) *Store {
	return &Store{
		committer: c, settings: settings{r}, dialect: d, read: r, health: h, counts: newCounters(),
		lastShutdown: last,
	}
}

// connect opens a pool of connections. Transactions are immediate because a deferred one that reads and then
// writes fails when another connection wrote in between.
func connect(path string, connections int) (*sql.DB, error) {
	return sqlite.Open(path, connections, connectionOptions)
}

// connectionOptions are the options of every connection to a desk, set explicitly so that none depends on SQLite's
// defaults.
var connectionOptions = sqlite.Options{"_txlock": {"immediate"}, "_pragma": {
	sqlite.BusyTimeout, "journal_mode(wal)", "synchronous(full)", "foreign_keys(on)",
}}

// openReadOnly opens a file that is only looked at or copied.
func openReadOnly(path string) (*sql.DB, error) {
	return sqlite.Open(path, 1, sqlite.Options{"mode": {"ro"}, "_pragma": {sqlite.BusyTimeout}})
}

// Close closes the desk. Changes that were reported as done are already on disk. It waits for a probe write that is
// running, which uses the writer's connection.
func (s *Store) Close() error {
	s.health.waitForProbe()
	if s.file == nil {
		return errors.Join(s.health.read.Close(), s.read.close(), s.committer.close())
	}
	s.file.check.end()
	if isReplaced := s.file.end(); isReplaced {
		return errors.Join(s.health.read.Close(), s.read.close())
	}
	return errors.Join(s.health.read.Close(), s.read.close(), s.committer.close(), s.file.close())
}

// openTimeout bounds how long a start waits while other programs create, migrate or fill the same desk, which takes a
// slow machine many seconds; openRetryInterval is the time between attempts.
const (
	openTimeout       = 30 * time.Second
	openRetryInterval = 20 * time.Millisecond
)

// retryOutrun repeats an attempt for openTimeout while it fails because another program was faster.
func retryOutrun(ctx context.Context, attempt func() error, outrun func(error) bool) error {
	look := time.NewTicker(openRetryInterval)
	defer look.Stop()
	until := time.Now().Add(openTimeout)
	for {
		err := attempt()
		if err == nil || !outrun(err) || time.Now().After(until) {
			return err
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return err
		}
	}
}

// initialise migrates the schema and retries while other programs open the same new desk: only one of them can
// turn on WAL, for which SQLite returns SQLITE_BUSY to the others at once, and only one can create each table. While a
// table is added, a check fails with SQLITE_SCHEMA. An attempt that loses such a race changes nothing.
// It reports whether the file is still to be looked through.
func initialise(
	ctx context.Context,
	db *sql.DB,
	lastShutdown ShutdownState,
	checksLater bool,
) (isUnchecked bool, err error) {
	steps := 0
	err = retryOutrun(
		ctx,
		func() (err error) {
			isUnchecked, err = checkAndMigrate(ctx, db, lastShutdown, checksLater)
			return err
		},
		func(err error) bool {
			var step *goose.PartialError
			if errors.As(err, &step) {
				steps++
			}
			code := sqlite.Code(err)
			return step != nil && steps <= version || code == sqlite3.SQLITE_BUSY || code == sqlite3.SQLITE_SCHEMA
		},
	)
	return isUnchecked, describeError(err)
}

// checkAndMigrate checks a desk that was not closed cleanly, then migrates its schema. A check may wait if the schema
// needs no change: a damaged file is not changed.
func checkAndMigrate(
	ctx context.Context,
	db *sql.DB,
	lastShutdown ShutdownState,
	checksLater bool,
) (isUnchecked bool, err error) {
	if lastShutdown == UncleanShutdown {
		if found, err := checkVersion(ctx, db); checksLater && err == nil && found == version {
			return true, nil
		}
		if err := checkPages(ctx, db, "quick_check"); err != nil {
			return false, err
		}
	}
	return false, migrate(ctx, db)
}

// errLocked is returned while another program writes for longer than sqlite.BusyTimeout.
var errLocked = errors.New("another program keeps it locked")

// errorCauses maps SQLite's result codes to readable errors.
var errorCauses = map[int]error{
	sqlite3.SQLITE_BUSY:     errLocked,
	sqlite3.SQLITE_READONLY: errors.New("it can be read but not written"),
	sqlite3.SQLITE_CORRUPT:  errDamaged,
	sqlite3.SQLITE_FULL:     errors.New("the disk is full"),
	sqlite3.SQLITE_NOTADB:   errForeign,
}

// describeError replaces an SQLite error with its readable cause, where there is one.
func describeError(err error) error {
	if cause, known := errorCauses[sqlite.Code(err)]; known {
		return cause
	}
	return err
}

// isOfFile reports whether a change failed because the file cannot be written, rather than because of what it holds.
func isOfFile(err error) bool {
	for _, cause := range errorCauses {
		if errors.Is(err, cause) {
			return true
		}
	}
	code := sqlite.Code(err)
	return code != sqlite3.SQLITE_OK && code != sqlite3.SQLITE_CONSTRAINT && code != sqlite3.SQLITE_TOOBIG
}

// describeWriteError returns a readable error for a failed write, where the cause is known.
func describeWriteError(err error) error {
	if cause, known := errorCauses[sqlite.Code(err)]; known {
		return fmt.Errorf("the desk cannot be written: %w", cause)
	}
	return err
}

//go:embed migrations/*/*.sql
var migrations embed.FS

// The versions of the tables are the numbers of their migrations, which are the same in both engines. A desk of a
// version before the first migration is not opened.
const (
	firstVersion = 6
	version      = 6
)

// migrate applies the missing migrations. The version is also kept in user_version, so that opening an up-to-date
// desk costs one read.
func migrate(ctx context.Context, db *sql.DB) error {
	found, err := checkVersion(ctx, db)
	if err != nil || found == version {
		return err
	}
	files, err := fs.Sub(migrations, "migrations/sqlite")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, files)
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version))
	return err
}

// ErrOlder is what is wrong with a desk that this program does not open because its tables are of an older one.
var ErrOlder = errors.New("it was written by an older frontdesk")

// checkVersion returns the version of a desk's tables, 0 for none, and an error if it is not that of this program.
func checkVersion(ctx context.Context, db *sql.DB) (found int, err error) {
	err = db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&found)
	switch {
	case err != nil:
	case found > version:
		err = fmt.Errorf(
			"it was written by a newer frontdesk (version %d of its tables, this one knows %d)", found, version,
		)
	case found > 0 && found < firstVersion:
		err = olderError(found)
	}
	return found, err
}

// olderError returns ErrOlder and what to do about a desk of a version.
func olderError(found int) error {
	return fmt.Errorf("%w (version %d of its tables, this one knows %d): write it to files with that program "+
		"(frontdesk desk export), and import these into a new desk", ErrOlder, found, version)
}
