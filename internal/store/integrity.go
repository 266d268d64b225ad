package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"frontdesk/internal/guard"
	"frontdesk/internal/sqlite"
)

// ShutdownState describes how a desk was last closed.
type ShutdownState int

// The shutdown states: an unclean desk was checked when it was opened, and found intact.
const (
	CleanShutdown ShutdownState = iota
	UncleanShutdown
)

// LastShutdown returns how the desk had been closed before it was opened.
func (s *Store) LastShutdown() ShutdownState { return s.lastShutdown }

// shutdownState detects an unclean shutdown by SQLite's write-ahead log: the last connection to close removes it, so
// it remains after a kill or a power cut. It also exists while another program has the desk open, which only costs a
// check. An empty log is that of a program that has changed nothing. A marker file could not distinguish the two
// cases and would miss other programs.
func shutdownState(path string) ShutdownState {
	if hasLog(path) {
		return UncleanShutdown
	}
	return CleanShutdown
}

// errForeign reports that a file belongs to another program.
var errForeign = errors.New("it holds something else than a desk")

// checkTables returns an error if a file is another program's database, or one without tables. It opens the file
// read-only, because turning on WAL would change it. A file that cannot be read is left for connect to report.
func checkTables(ctx context.Context, path string) error {
	db, err := openReadOnly(path)
	if err != nil {
		return nil
	}
	defer db.Close()
	if err := checkSchema(ctx, db); errors.Is(err, errNoTables) || errors.Is(err, errForeign) {
		return err
	}
	return nil
}

// checkSchema returns an error if the tables are not those of a desk.
func checkSchema(ctx context.Context, db *sql.DB) error {
	var tables, own int
	err := db.QueryRowContext(ctx, `SELECT count(*), count(CASE WHEN name = 'goose_db_version' THEN 1 END)
		FROM sqlite_schema WHERE type = 'table'`).Scan(&tables, &own)
	switch {
	case err != nil:
		return err
	case tables == 0:
		return errNoTables
	case own == 0:
		return errForeign
	}
	return nil
}

// errDamaged reports what SQLite calls a corrupt database.
var errDamaged = errors.New("it is damaged")

// checkPages checks every page of a desk with one of SQLite's checks: quick_check, or integrity_check, which also
// compares indexes with their tables.
func checkPages(ctx context.Context, db *sql.DB, check string) error {
	var found string
	err := db.QueryRowContext(ctx, "PRAGMA "+check+"(1)").Scan(&found)
	if err == nil && found != "ok" {
		return errDamaged
	}
	return err
}

// withRecoveryAdvice adds how to recover to the error for a damaged desk.
func withRecoveryAdvice(err error, path string) error {
	if !errors.Is(err, errDamaged) {
		return err
	}
	return fmt.Errorf(
		"%w; put its last backup in its place with frontdesk restore, or save what can be read with: sqlite3 %s .recover",
		err,
		path,
	)
}

// fileCheck looks through every page of a desk's file that was not closed cleanly, while the desk is in use already: a
// file of gigabytes takes many seconds. What makes a file no desk at all is found before, see open.
type fileCheck struct {
	stop  context.CancelFunc
	ended chan struct{}
	err   error // once it has ended: errFoundDamaged, or why the file could not be looked through
}

// errFoundDamaged reports that a desk that is in use was found damaged. Nothing is written to it any more: each change
// could destroy what can still be saved.
var errFoundDamaged = errors.New("nothing is written to it until it is restored")

// startCheck begins to look through the file at a path.
func startCheck(ctx context.Context, path string) *fileCheck {
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	c := &fileCheck{stop: stop, ended: make(chan struct{})}
	guard.Go(func() {
		defer close(c.ended)
		err := guard.Run(func() error {
			return lookThrough(path, connectionOptions, func(db *sql.DB) error { return checkPages(ctx, db, "quick_check") })
		})
		if err != nil && ctx.Err() == nil {
			c.err = fmt.Errorf("%w; %w", err, errFoundDamaged)
		}
	})
	return c
}

// CheckFile looks at the file of a desk, which it does not change: whether it is one that this version knows and, if it
// is in use or was not closed cleanly, at every page. The error names the file, and what to do about a damaged one.
func CheckFile(ctx context.Context, path string) error {
	file, err := os.Open(path)
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		return err
	}
	options := sqlite.Options{"mode": {"ro"}, "_pragma": {sqlite.BusyTimeout}}
	_, err = os.Stat(path + logSuffix)
	isClosed := errors.Is(err, fs.ErrNotExist)
	if isClosed {
		options["immutable"] = []string{"1"} // or the connection would leave an empty log
	}
	return lookThrough(path, options, func(db *sql.DB) error {
		if err := checkSchema(ctx, db); err != nil {
			return err
		}
		if _, err := checkVersion(ctx, db); err != nil || isClosed {
			return err
		}
		return checkPages(ctx, db, "quick_check")
	})
}

// lookThrough calls look with a connection to a file. Its error names the file.
func lookThrough(path string, options sqlite.Options, look func(*sql.DB) error) error {
	db, err := sqlite.Open(path, 1, options)
	if err == nil {
		err = errors.Join(describeError(look(db)), db.Close())
	}
	if err != nil {
		return fmt.Errorf("the desk in %s: %w", path, withRecoveryAdvice(err, path))
	}
	return nil
}

// isRunning reports whether the file is still being looked through.
func (c *fileCheck) isRunning() bool {
	if c == nil {
		return false
	}
	select {
	case <-c.ended:
		return false
	default:
		return true
	}
}

// found returns what was found wrong so far.
func (c *fileCheck) found() error {
	if c == nil || c.isRunning() {
		return nil
	}
	return c.err
}

// end ends the check and waits for it.
func (c *fileCheck) end() {
	if c != nil {
		c.stop()
		<-c.ended
	}
}

// IsChecking reports whether the file of a desk is still being looked through; see OpenToServe.
func (s *Store) IsChecking() bool { return s.file != nil && s.file.check.isRunning() }

// Checked waits until the file of a desk has been looked through, or ctx has ended, and returns what was found wrong.
func (s *Store) Checked(ctx context.Context) error {
	if !s.IsChecking() {
		return s.checkErr()
	}
	select {
	case <-s.file.check.ended:
		return s.checkErr()
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Store) checkErr() error {
	if s.file == nil {
		return nil
	}
	return s.file.check.found()
}

// IsDamaged reports whether a change was refused because the desk's file was found damaged.
func IsDamaged(err error) bool { return errors.Is(err, errFoundDamaged) }
