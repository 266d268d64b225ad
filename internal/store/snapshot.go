package store

import (
	"context"
	"errors"
	"iter"
)

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

// rows yields the rows of a query, each with as many values as it has columns: numbers, texts and booleans.
func (s snapshot) rows(ctx context.Context, columns int, query string, args ...any) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		rows, err := s.QueryContext(ctx, query, args...)
		if err != nil {
			yield(nil, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			row, into := make([]any, columns), make([]any, columns)
			for i := range row {
				into[i] = &row[i]
			}
			err := rows.Scan(into...)
			for i := range row {
				if text, isBytes := row[i].([]byte); isBytes {
					row[i] = string(text)
				}
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, err)
		}
	}
}
