package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

// version is that of the newest migration.
const version = 3

// migrate brings the tables up to this version. The version is kept in user_version too, so that
// opening a desk that is up to date costs one read.
func migrate(ctx context.Context, db *sql.DB) error {
	var found int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&found); err != nil {
		return err
	}
	switch {
	case found == version:
		return nil
	case found > version:
		return fmt.Errorf("it was written by a newer frontdesk (version %d of its tables, this one knows %d)", found, version)
	}
	files, err := fs.Sub(migrations, "migrations")
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
