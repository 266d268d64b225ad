package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"frontdesk/internal/guard"
)

// lockTimeout is how long a change waits for a row that others hold. A client waits for 25 seconds, and would not know
// whether the change was kept if no answer came by then. An address may have another one.
const lockTimeout = 5 * time.Second

// sparePause is how long a pool stays smaller after the server had no connection left.
const sparePause = time.Minute

// openPostgresPool opens a pool of connections that run a statement when they are made.
func openPostgresPool(config *pgx.ConnConfig, size int, first string) *sql.DB {
	connector := &sparingConnector{size: size, Connector: stdlib.GetConnector(
		*config,
		stdlib.OptionBeforeConnect(func(_ context.Context, now *pgx.ConnConfig) error { return readPassword(now) }),
		stdlib.OptionAfterConnect(func(ctx context.Context, conn *pgx.Conn) error {
			_, err := conn.PgConn().Exec(ctx, first).ReadAll()
			return err
		}),
	)}
	connector.pool = sql.OpenDB(connector)
	connector.pool.SetMaxOpenConns(size)
	connector.pool.SetMaxIdleConns(size)
	return connector.pool
}

// firstStatement returns what connections that work for requests run first.
func firstStatement(config *pgx.ConnConfig, schema deskSchema) string {
	if _, given := config.RuntimeParams["lock_timeout"]; given {
		return schema.setPath()
	}
	return fmt.Sprintf("%s; SET lock_timeout = %d", schema.setPath(), lockTimeout.Milliseconds())
}

// sparingConnector connects a pool to a server that may have fewer connections left than the pool asks for.
type sparingConnector struct {
	driver.Connector

	pool *sql.DB
	size int
}

// Connect makes a connection. If the server has none left, the pool gets along with those that it has for a while: told
// that the connection is bad, it waits for one of them.
func (c *sparingConnector) Connect(ctx context.Context) (driver.Conn, error) {
	made, err := c.Connector.Connect(ctx)
	others := c.pool.Stats().OpenConnections - 1 // without this one
	if !isTooMany(err) || others < 1 {
		return made, err
	}
	c.pool.SetMaxOpenConns(others)
	guard.AfterFunc(sparePause, func() { c.pool.SetMaxOpenConns(c.size) })
	return nil, driver.ErrBadConn
}

// isTooMany reports that the server, the database or the user may have no more connections.
func isTooMany(err error) bool {
	var answered *pgconn.PgError
	return errors.As(err, &answered) && answered.Code == "53300"
}

// errOneConnection reports a user or database with one connection.
var errOneConnection = errors.New("its user may have one connection only, and a desk needs two: raise the CONNECTION LIMIT")

// allowedSize returns how many connections a pool can have beside the one for health checks, if the user or the
// database has a limit, and a line that says so.
func allowedSize(ctx context.Context, db *sql.DB, size int) (int, []string, error) {
	var limit sql.NullInt64
	err := db.QueryRowContext(ctx, `SELECT least(nullif(r.rolconnlimit, -1), nullif(d.datconnlimit, -1))
		FROM pg_roles r, pg_database d
		WHERE r.rolname = current_user AND d.datname = current_database() AND NOT r.rolsuper`).Scan(&limit)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return size, nil, nil
	case err != nil:
		return 0, nil, err
	case !limit.Valid || limit.Int64 > int64(size):
		return size, nil, nil
	case limit.Int64 < 2:
		return 0, nil, errOneConnection
	}
	allowed := int(limit.Int64) - 1
	return allowed, []string{fmt.Sprintf(
		"the database allows %d connections: this process answers with %d instead of %d", limit.Int64, allowed, size,
	)}, nil
}
