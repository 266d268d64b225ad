package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"frontdesk/internal/filestore"
)

// IsPostgres reports whether a desk's address names a PostgreSQL database rather than a file.
func IsPostgres(db string) bool {
	return strings.HasPrefix(db, "postgres://") || strings.HasPrefix(db, "postgresql://")
}

// poolParameter is the member of an address that says how many connections a process uses, and poolSize its default:
// with four service processes they stay below the 100 that PostgreSQL accepts unless it is configured otherwise.
const (
	poolParameter = "pool_max_conns"
	poolSize      = 20
)

// connectTimeout bounds how long a connection may take to be made, unless the address says so.
const connectTimeout = 5 * time.Second

// openPostgres opens the desk in a PostgreSQL database, and migrates its schema to this version. It creates one if
// mayCreate is set.
func openPostgres(ctx context.Context, address string, mayCreate bool) (*Store, error) {
	config, size, err := parseAddress(address)
	if err != nil {
		return nil, err
	}
	place := fmt.Sprintf("database %s of %s", config.Database, config.Host)
	schema, size, notes, err := preparePostgres(ctx, config, size, mayCreate)
	if err != nil {
		return nil, fmt.Errorf("the desk in %s cannot be opened: %w", place, withoutAddress(err))
	}
	first := firstStatement(config, schema)
	db, watch := openPostgresPool(config, size, first), openPostgresPool(config, 1, first)
	nothing := func() error { return nil }
	h := &health{read: watch, check: nothing}
	pool := postgresRunner{db}
	r := &reader{runner: pool, filtered: pool, db: db, check: nothing, close: nothing}
	c := &postgresCommitter{db: db, health: h, counts: newCounters()}
	s := newStore(postgresDialect, c, r, h, CleanShutdown)
	s.counts = c.counts
	s.adding = newBatcher(batchesAtOnce, maxBatch, s.addBatch)
	s.notes = notes
	if schema.isNew {
		s.created = fmt.Sprintf("there was no desk in %s: created a new, empty one in the schema %s", place, schema.name)
	}
	if err := s.Ping(ctx); err != nil { // before the other connections take all that there are
		return nil, errors.Join(fmt.Errorf("the desk in %s cannot be read: %w", place, withoutAddress(err)), s.Close())
	}
	return s, nil
}

// preparePostgres finds or creates the desk, with a connection that waits for locks as long as a migration takes.
func preparePostgres(
	ctx context.Context,
	config *pgx.ConnConfig,
	wanted int,
	mayCreate bool,
) (schema deskSchema, size int, notes []string, err error) {
	look := openPostgresPool(config, 1, "")
	schema, err = findSchema(ctx, look)
	if err == nil {
		size, notes, err = allowedSize(ctx, look, wanted)
	}
	if err := errors.Join(err, look.Close()); err != nil {
		return schema, 0, nil, err
	}
	if schema.isNew && !mayCreate {
		return schema, 0, nil, errNoDesk
	}
	db := openPostgresPool(config, 2, schema.setPath()) // the lock of the migrations has a connection of its own
	return schema, size, notes, errors.Join(migratePostgres(ctx, db, schema), db.Close())
}

// CheckAddress returns an error for an address of a PostgreSQL database that cannot be used, without connecting.
func CheckAddress(address string) error {
	_, _, err := parseAddress(address)
	return err
}

// errPassword reports a password where other users of the machine can read it.
var errPassword = errors.New("the address holds a password, which every user of this machine can see: " +
	"put it into PGPASSWORD, or into a file of mode 0600 that PGPASSFILE or passfile=… names")

// parseAddress reads the address of a database.
func parseAddress(address string) (*pgx.ConnConfig, int, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, 0, errors.New("the address of the database cannot be read") // the cause would repeat a password
	}
	query := u.Query()
	if _, given := u.User.Password(); given || query.Has("password") {
		return nil, 0, errPassword
	}
	size := poolSize
	if text := query.Get(poolParameter); text != "" {
		if size, err = strconv.Atoi(text); err != nil || size < 2 || size > 1000 {
			return nil, 0, fmt.Errorf("%s %q is not a number from 2 to 1000", poolParameter, text)
		}
		query.Del(poolParameter)
	}
	if !query.Has("connect_timeout") && os.Getenv("PGCONNECT_TIMEOUT") == "" {
		query.Set("connect_timeout", strconv.Itoa(int(connectTimeout.Seconds())))
	}
	if !query.Has("application_name") {
		query.Set("application_name", "frontdesk")
	}
	u.RawQuery = query.Encode()
	if err := checkPassfile(query.Get("passfile")); err != nil {
		return nil, 0, err
	}
	config, err := pgx.ParseConfig(u.String())
	if err != nil {
		return nil, 0, fmt.Errorf("the address of the database cannot be used: %w", withoutAddress(err))
	}
	return config, size, readPassword(config)
}

// readPassword takes the password from a file if the environment names one, so that each new connection has the current
// one.
func readPassword(config *pgx.ConnConfig) error {
	found, err := filestore.FindSecret(os.Getenv, "PGPASSWORD")
	if err == nil && found.File != "" {
		config.Password, err = found.Read()
	}
	return err
}

// checkPassfile returns an error if the file with passwords can be read by others.
func checkPassfile(path string) error {
	if path == "" {
		path = os.Getenv("PGPASSFILE")
	}
	if path == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return nil //nolint:nilerr // without a home there is no file
		}
		path = filepath.Join(home, ".pgpass")
	}
	_, _, err := filestore.ReadTrusted(path, filestore.OthersOpen, maxPassfile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the file of passwords %s: %w", path, err)
	}
	return nil
}

// maxPassfile is the maximum size of a file of passwords.
const maxPassfile = 1 << 20

// withoutAddress returns an error without the address of the database, which the driver repeats.
func withoutAddress(err error) error {
	var parse *pgconn.ParseConfigError
	if errors.As(err, &parse) {
		return parse.Unwrap()
	}
	return describePostgresError(err)
}

// migratePostgres applies the missing migrations; processes that start together wait for one of them. Migrations first
// add what a new version needs and only later remove what the old one needed, so that both run beside each other; the
// table compatibility says which versions can.
func migratePostgres(ctx context.Context, db *sql.DB, schema deskSchema) error {
	if err := checkPostgresVersion(ctx, db, schema); err != nil {
		return err
	}
	locker, err := lock.NewPostgresSessionLocker(
		lock.WithLockID(int64(crc32.ChecksumIEEE([]byte("frontdesk "+schema.name)))),
		lock.WithLockTimeout(1, 300),
	)
	if err != nil {
		return err
	}
	files, err := fs.Sub(migrations, "migrations/postgres")
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(goose.DialectPostgres, db, files, goose.WithSessionLocker(locker))
	if err != nil {
		return err
	}
	_, err = provider.Up(ctx)
	return err
}

// checkPostgresVersion returns an error for a desk whose tables this program cannot use.
func checkPostgresVersion(ctx context.Context, db *sql.DB, schema deskSchema) error {
	if schema.isNew {
		return nil
	}
	var found, lowest int
	err := db.QueryRowContext(ctx, "SELECT max(version_id), (SELECT lowest FROM compatibility) FROM goose_db_version").
		Scan(&found, &lowest)
	switch {
	case err != nil:
		return err
	case lowest > version:
		return fmt.Errorf(
			"its tables need a newer frontdesk (version %d of the tables, this one knows %d)", lowest, version,
		)
	case found < firstVersion:
		return olderError(found)
	}
	return nil
}

// postgresRunner runs statements on PostgreSQL. The driver keeps them prepared on each connection.
type postgresRunner struct{ on connection }

// QueryContext is sql.DB.QueryContext.
func (r postgresRunner) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return r.on.QueryContext(ctx, numberPlaceholders(query), storable(args)...)
}

// ExecContext is sql.DB.ExecContext.
func (r postgresRunner) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return r.on.ExecContext(ctx, numberPlaceholders(query), storable(args)...)
}

// QueryRowContext is sql.DB.QueryRowContext.
func (r postgresRunner) QueryRowContext(ctx context.Context, query string, args ...any) row {
	rows, err := r.QueryContext(ctx, query, args...) //nolint:rowserrcheck // Scan closes them and looks
	if err != nil {
		return failedRow{err}
	}
	return singleRow{rows}
}

// singleRow is the first of some rows.
type singleRow struct{ rows *sql.Rows }

// Scan reads the row and closes the rows.
func (r singleRow) Scan(into ...any) error {
	defer r.rows.Close()
	if !r.rows.Next() {
		return cmp.Or(r.rows.Err(), sql.ErrNoRows)
	}
	if err := r.rows.Scan(into...); err != nil {
		return err
	}
	return errors.Join(r.rows.Close(), r.rows.Err()) // a statement that writes may fail after its row
}

// numberPlaceholders replaces each ? by $1, $2 and so on. No statement of this package has a ? elsewhere.
func numberPlaceholders(query string) string {
	if !strings.Contains(query, "?") {
		return query
	}
	var b strings.Builder
	for n := 1; ; n++ {
		before, after, more := strings.Cut(query, "?")
		b.WriteString(before)
		if !more {
			return b.String()
		}
		b.WriteString("$" + strconv.Itoa(n))
		query = after
	}
}

// storable returns arguments that PostgreSQL accepts: texts without U+0000, in valid UTF-8. Records hold both escaped.
func storable(args []any) []any {
	for i, arg := range args {
		switch v := arg.(type) {
		case string:
			args[i] = storableText(v)
		case []string:
			for n := range v {
				v[n] = storableText(v[n])
			}
		}
	}
	return args
}

func storableText(text string) string {
	if utf8.ValidString(text) && !strings.ContainsRune(text, 0) {
		return text
	}
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}
