package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
)

// copyRows gathers the rows of one transaction of a copy, as the target keeps them.
type copyRows struct {
	dialect    *dialect
	tables     []*copiedTable // in the order in which they are written
	afterwards []func(*writer)
}

// copiedTable holds the rows of one table.
type copiedTable struct {
	name    string
	columns []string
	rows    [][]any
}

func (c *copyRows) add(table string, columns []string, values ...any) {
	at := slices.IndexFunc(c.tables, func(t *copiedTable) bool { return t.name == table })
	if at < 0 {
		at, c.tables = len(c.tables), append(c.tables, &copiedTable{name: table, columns: columns})
	}
	c.tables[at].rows = append(c.tables[at].rows, values)
}

// addAddresses adds the addresses by which a customer is found; several contacts may share one.
func (c *copyRows) addAddresses(customer any, all []string) {
	for _, address := range all {
		c.add("reach", []string{"address", "customer_id"}, c.dialect.key(address), customer)
	}
}

func (c *copyRows) addAttributes(table, owner string, id any, all map[string]string) {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		c.add(table, []string{"name", "value", owner}, name, c.dialect.key(all[name]), id)
	}
}

// rowsAtOnce are how many rows one statement inserts: a few sizes, because each is a statement of its own, and small
// enough for the number of arguments that the engines take.
var rowsAtOnce = []int{200, 20, 1}

// write inserts the rows. Those that another row of the copy has derived already are left out.
func (c *copyRows) write(w *writer) {
	for _, t := range c.tables {
		rest := t.rows
		for _, size := range rowsAtOnce {
			for len(rest) >= size {
				w.exec(t.insert(size), slices.Concat(rest[:size]...)...)
				rest = rest[size:]
			}
		}
	}
	for _, do := range c.afterwards {
		do(w)
	}
}

func (t *copiedTable) insert(rows int) string {
	row := "(?" + strings.Repeat(", ?", len(t.columns)-1) + ")"
	query := "INSERT INTO " + t.name + " (" + strings.Join(t.columns, ", ") + ") VALUES " +
		row + strings.Repeat(", "+row, rows-1)
	if t.name == "reach" {
		query += " ON CONFLICT DO NOTHING"
	}
	return query
}

// snapshot is a connection that reads a desk as it was at one moment.
type snapshot struct{ querier }

// inSnapshot calls do with a snapshot of the desk.
func (s *Store) inSnapshot(ctx context.Context, do func(snapshot) error) error {
	conn, err := s.read.conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, s.dialect.beginSnapshot); err != nil {
		return err
	}
	err = do(snapshot{s.dialect.on(conn)})
	_, ended := conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK") // nothing was written
	if ended != nil {
		ended = discard(conn, ended)
	}
	return errors.Join(err, ended)
}

// rows yields the rows of a table after a key, nil for all, in the order of their keys.
func (s snapshot) rows(ctx context.Context, t copyTable, after []any) iter.Seq2[[]any, error] {
	query, args := t.query(after)
	return func(yield func([]any, error) bool) {
		for row, err := range s.valuesOf(ctx, query, args...) {
			if err == nil && t.flags != "" {
				at := slices.Index(t.columns, t.flags)
				row[at] = row[at] == any(int64(1)) || row[at] == any(true)
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}

// valuesOf yields the rows of a query as numbers, texts and booleans.
func (s snapshot) valuesOf(ctx context.Context, query string, args ...any) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		rows, err := s.QueryContext(ctx, query, args...)
		if err != nil {
			yield(nil, err)
			return
		}
		defer rows.Close()
		columns, err := rows.Columns()
		if err != nil {
			yield(nil, err)
			return
		}
		for rows.Next() {
			row, err := scanValues(rows, len(columns))
			if !yield(row, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, err)
		}
	}
}

func scanValues(rows *sql.Rows, n int) ([]any, error) {
	row, into := make([]any, n), make([]any, n)
	for i := range row {
		into[i] = &row[i]
	}
	if err := rows.Scan(into...); err != nil {
		return nil, err
	}
	for i := range row {
		if text, isBytes := row[i].([]byte); isBytes {
			row[i] = string(text)
		}
	}
	return row, nil
}

// count returns the number of rows of a table.
func (s snapshot) count(ctx context.Context, table string) (n int64, err error) {
	for row, err := range s.valuesOf(ctx, "SELECT count(*) FROM "+table) {
		if err != nil {
			return 0, err
		}
		n, err = idOf(row[0])
		return n, err
	}
	return 0, nil
}

// idOf returns a value as a number.
func idOf(value any) (int64, error) {
	id, isNumber := value.(int64)
	if !isNumber {
		return 0, fmt.Errorf("%v is no number", value)
	}
	return id, nil
}
