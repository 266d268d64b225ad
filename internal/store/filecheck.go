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
