package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// errNoDesk reports a database or a path without a desk, where none is to be created.
var errNoDesk = errors.New("there is no desk")

// deskSchema is the schema of a database that holds a desk, or will.
type deskSchema struct {
	name  string
	isNew bool // it holds no desk
}

// findSchema returns the schema of the desk. It looks at each schema of the search path: with only the first one, a
// desk would seem to be gone as soon as somebody creates a schema that comes before its own, such as one named like
// the role.
func findSchema(ctx context.Context, db *sql.DB) (found deskSchema, err error) {
	rows, err := db.QueryContext(ctx, `SELECT s.name,
			count(t.tablename) FILTER (WHERE t.tablename <> 'goose_db_version'),
			count(*) FILTER (WHERE t.tablename = 'compatibility') > 0
				AND count(*) FILTER (WHERE t.tablename = 'goose_db_version') > 0
		FROM unnest(current_schemas(false)) WITH ORDINALITY AS s (name, n)
			LEFT JOIN pg_tables t ON t.schemaname = s.name
		GROUP BY s.name, s.n ORDER BY s.n`)
	if err != nil {
		return found, err
	}
	defer rows.Close()
	var first string
	var tables int // in the first schema
	var desks []string
	for n := 0; rows.Next(); n++ {
		var name string
		var others int
		var isDesk bool
		if err := rows.Scan(&name, &others, &isDesk); err != nil {
			return found, err
		}
		if n == 0 {
			first, tables = name, others
		}
		if isDesk {
			desks = append(desks, name)
		}
	}
	switch err := rows.Err(); {
	case err != nil:
		return found, err
	case len(desks) == 1:
		return deskSchema{name: desks[0]}, nil
	case len(desks) > 1:
		return found, fmt.Errorf("there are desks in several schemas of the search path (%s): "+
			"name one of them in the address, with search_path=%s", strings.Join(desks, ", "), desks[0])
	case first == "":
		return found, missingSchema(ctx, db)
	case tables > 0:
		return found, errForeign
	}
	return deskSchema{first, true}, nil
}

// missingSchema returns the error for a search path of which no schema exists.
func missingSchema(ctx context.Context, db *sql.DB) error {
	var path string
	if err := db.QueryRowContext(ctx, "SHOW search_path").Scan(&path); err != nil {
		return err
	}
	return fmt.Errorf("no schema of the search path (%s) exists, or the user may use none: "+
		"create one, or name another with search_path=… in the address", path)
}

// setPath returns the statement with which a connection finds nothing but the desk's schema.
func (s deskSchema) setPath() string {
	return "SET search_path TO " + pgx.Identifier{s.name}.Sanitize()
}
