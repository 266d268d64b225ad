package store

import (
	"context"
	"database/sql"
	"errors"
	"iter"
)

// snapshotPull is pull on PostgreSQL: the count and all rows come from one snapshot. The connection is free again
// before the first row is yielded, because the consumer may be slow and connections are few.
func snapshotPull[T any](
	ctx context.Context,
	s *Store,
	p pulled[T],
) (total int, rows iter.Seq2[LazyRow[T], error], err error) {
	kept := &spool{}
	conn, err := s.read.db.Conn(ctx)
	if err != nil {
		return 0, nil, describePostgresError(unavailable(err))
	}
	defer conn.Close()
	db := postgresRunner{conn}
	if _, err := db.ExecContext(ctx, s.dialect.beginSnapshot); err != nil {
		return 0, nil, describePostgresError(discard(conn, err))
	}
	if p.count != nil {
		total, err = p.count(db)
	}
	if err == nil {
		err = kept.fill(func() (*sql.Rows, error) { return p.rows(db, nil, p.limit(total)) })
	}
	if _, failed := db.ExecContext(context.WithoutCancel(ctx), "ROLLBACK"); failed != nil { // nothing was written
		_ = discard(conn, failed)
	}
	if err != nil {
		return 0, nil, describePostgresError(errors.Join(err, kept.close()))
	}
	return total, func(yield func(LazyRow[T], error) bool) {
		defer func() { _ = kept.close() }()
		for row, err := range kept.rows() {
			if err != nil {
				yield(nil, err)
				return
			}
			if read, _, err := p.fetch(row); !yield(read, err) || err != nil {
				return
			}
		}
	}, nil
}
