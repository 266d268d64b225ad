package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// ErrOutcomeUnknown reports a change of which nobody knows whether it was kept: the connection was lost while it was
// being committed. With any other error, also that of an ended context, nothing was changed.
var ErrOutcomeUnknown = errors.New("the connection to the database was lost while the change was being kept")

// errUnavailable reports that the database cannot be reached or takes no requests. Nothing was changed.
var errUnavailable = errors.New("the database cannot be reached")

const (
	maxBatch      = 64               // tickets that share one transaction at most
	batchesAtOnce = 2                // while one is brought to disk, the next is filled
	maxTries      = 12               // of a change that other changes get in the way of
	commitTimeout = 10 * time.Second // a commit is not cancelled with its request, which would leave it unknown
	firstBackoff  = 2 * time.Millisecond
	lastBackoff   = 200 * time.Millisecond
)

// postgresCommitter runs each change in a transaction of its own: PostgreSQL writes those that end together to disk
// together.
type postgresCommitter struct {
	db     *sql.DB
	health *health
	counts *counters
}

func (p *postgresCommitter) close() error { return p.db.Close() }

func (p *postgresCommitter) update(ctx context.Context, do func(context.Context, *transaction) error) error {
	return p.retry(ctx, func() error { return p.inTransaction(ctx, do) }, false)
}

// probe writes the time of the probe.
func (p *postgresCommitter) probe(ctx context.Context) error {
	return p.retry(ctx, func() error {
		return p.inTransaction(ctx, func(ctx context.Context, tx *transaction) error {
			_, err := tx.ExecContext(ctx, "UPDATE compatibility SET probed = ?", time.Now().Unix())
			return err
		})
	}, true)
}

// retry runs a change again that failed because of other changes, or because a connection of the pool was dead before
// anything was sent.
func (p *postgresCommitter) retry(ctx context.Context, change func() error, isProbe bool) error {
	var err error
	for try := range maxTries {
		if try > 0 {
			p.counts.rerun(err)
		}
		if err = change(); !isRetryable(err) || ctx.Err() != nil {
			break
		}
		if errors.Is(err, driver.ErrBadConn) && try > 1 {
			break
		}
		sleep(ctx, rand.N(min(firstBackoff<<try, lastBackoff)))
	}
	if errors.Is(err, ErrOutcomeUnknown) {
		p.counts.unknown.Add(1)
	}
	if err == nil || isOfDatabase(err) {
		p.health.recordWrite(err, isProbe, time.Now())
	}
	return describePostgresError(err)
}

func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// inTransaction runs do in a transaction.
func (p *postgresCommitter) inTransaction(
	ctx context.Context,
	do func(context.Context, *transaction) error,
) (err error) {
	conn, err := p.db.Conn(ctx)
	if err != nil {
		return unavailable(err)
	}
	defer conn.Close()
	tx := &transaction{runner: postgresRunner{conn}, dialect: postgresDialect}
	if err := tx.exec(ctx, "BEGIN"); err != nil {
		return discard(conn, lostBefore(err))
	}
	committing := false
	defer func() { // also after a panic of do
		if err == nil && committing {
			return
		}
		ending, stop := context.WithTimeout(context.WithoutCancel(ctx), commitTimeout)
		defer stop()
		if failed := tx.exec(ending, "ROLLBACK"); failed != nil {
			_ = discard(conn, failed)
		}
	}()
	if err := do(ctx, tx); err != nil {
		return lostBefore(err)
	}
	committing = true
	ending, stop := context.WithTimeout(context.WithoutCancel(ctx), commitTimeout)
	defer stop()
	return commit(ending, conn)
}

// commit sends COMMIT past database/sql. The driver may report a connection that was lost while it committed as one
// that was lost before, and database/sql would not tell the two apart: whatever is not an answer of the server leaves
// the outcome unknown, unless the connection was closed before.
func commit(ctx context.Context, conn *sql.Conn) error {
	return conn.Raw(func(driverConn any) error {
		on, isPgx := driverConn.(*stdlib.Conn)
		if !isPgx {
			return fmt.Errorf("a connection of type %T cannot commit", driverConn)
		}
		if on.Conn().IsClosed() {
			return driver.ErrBadConn
		}
		_, err := on.Conn().PgConn().Exec(ctx, "COMMIT").ReadAll()
		return commitError(err)
	})
}

// discard removes a connection from the pool and returns err.
func discard(conn *sql.Conn, err error) error {
	_ = conn.Raw(func(any) error { return driver.ErrBadConn })
	return err
}

// unavailable marks an error of getting a connection: nothing was sent.
func unavailable(err error) error {
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("%w: %w", errUnavailable, err)
}

// lostBefore marks the error of a connection that was lost before a commit: nothing was kept, and it can be tried
// again.
func lostBefore(err error) error {
	if isOfConnection(err) && !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%w: %w", driver.ErrBadConn, err)
	}
	return err
}

// commitError returns the error of a commit. The server may have kept the change if it did not answer, or ended the
// connection while it did.
func commitError(err error) error {
	var answered *pgconn.PgError
	if err == nil || errors.As(err, &answered) && !hasCode(answered, "08", "57P", "40003") {
		return err
	}
	return fmt.Errorf("%w: %w", ErrOutcomeUnknown, err)
}

// conflictCodes are PostgreSQL's codes of a transaction that others got in the way of: serialisation, deadlock.
var conflictCodes = []string{"40001", "40P01"}

// ErrHeld reports a change that waited for lockTimeout for what another transaction has locked. Nothing was changed.
var ErrHeld = errors.New("another transaction keeps the record locked")

// isRetryable reports whether a change that failed may succeed when it is run again, and has certainly not been kept.
func isRetryable(err error) bool {
	var answered *pgconn.PgError
	switch {
	case err == nil, errors.Is(err, ErrOutcomeUnknown), errors.Is(err, errUnavailable):
		return false
	case errors.As(err, &answered):
		return hasCode(answered, conflictCodes...)
	}
	return errors.Is(err, driver.ErrBadConn) || pgconn.SafeToRetry(err)
}

// isOfConnection reports whether a connection failed, rather than a request.
func isOfConnection(err error) bool {
	var network net.Error
	var connecting *pgconn.ConnectError
	return errors.As(err, &network) || errors.As(err, &connecting) || errors.Is(err, driver.ErrBadConn) ||
		pgconn.Timeout(err) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, pgconn.ErrConnClosed) ||
		errors.Is(err, io.ErrUnexpectedEOF)
}

// IsUnavailable reports whether a read or a change failed because the database could not be reached or took no
// requests, or because its file was replaced. Nothing was changed.
func IsUnavailable(err error) bool {
	return errors.Is(err, errUnavailable) || errors.Is(err, errReplaced) ||
		errors.Is(describePostgresError(err), errUnavailable)
}

// isOfDatabase reports whether an error comes from the database rather than from a change that was refused.
func isOfDatabase(err error) bool {
	var answered *pgconn.PgError
	if errors.As(err, &answered) {
		return !hasCode(answered, "55P03") // the database works, but somebody else keeps a row
	}
	return isOfConnection(err) || errors.Is(err, errUnavailable) ||
		errors.Is(err, ErrOutcomeUnknown)
}

func hasCode(err *pgconn.PgError, prefixes ...string) bool {
	for _, prefix := range prefixes {
		if strings.HasPrefix(err.Code, prefix) {
			return true
		}
	}
	return false
}

// postgresCauses are readable errors by the beginning of PostgreSQL's code.
var postgresCauses = []struct {
	code string
	err  error
}{
	{"53100", errors.New("the disk of the database is full")},
	{"53300", fmt.Errorf("%w: it has too many connections already", errUnavailable)},
	{"25006", fmt.Errorf("%w: it can be read but not written", errUnavailable)},
	{"57P", fmt.Errorf("%w: it is starting or shutting down", errUnavailable)},
	{"28", errors.New("the database refuses user or password")},
	{"3D000", errors.New("there is no such database")},
	{"55P03", ErrHeld},
	{"08", errUnavailable},
}

// describePostgresError returns a readable error where the cause is known.
func describePostgresError(err error) error {
	if err == nil || errors.Is(err, ErrOutcomeUnknown) {
		return err
	}
	var answered *pgconn.PgError
	if errors.As(err, &answered) {
		for _, cause := range postgresCauses {
			if strings.HasPrefix(answered.Code, cause.code) {
				return cause.err
			}
		}
		return err
	}
	if isOfConnection(err) && !errors.Is(err, context.DeadlineExceeded) {
		return errUnavailable
	}
	return err
}
