package store

import (
	"context"
	"database/sql"
	"errors"
	"iter"
)

// chunkRows and chunkBytes bound how much of a pull is read at once.
const (
	chunkRows  = 256
	chunkBytes = 1 << 20
)

// rowPosition is the position of a row in a pull's order, by time and id, and the size of its texts in bytes.
type rowPosition struct {
	at, id int64
	size   int
}

// rest is what a pull still has to read behind a position: the rows of the same second, or those of later ones. They
// are asked for one after the other, because SQLite finds rows behind a time or behind an id of a time by an index, but
// those behind a position of both by reading the whole second again.
type rest struct {
	rowPosition
	ofSecond bool // rows of the same second with greater ids, not those of later seconds
}

// readInChunks yields at most limit rows; query returns a number of rows of the rest, or of all if that is nil. It
// reads a whole chunk into memory and releases the connection before it yields the first row: the consumer may be slow.
func readInChunks[T any](
	limit int,
	query func(after *rest, rows int) (*sql.Rows, error),
	fetch func(row) (LazyRow[T], rowPosition, error),
) iter.Seq2[LazyRow[T], error] {
	return func(yield func(LazyRow[T], error) bool) {
		var after *rest
		for limit > 0 {
			rowLimit := min(limit, chunkRows)
			chunk, last, more, err := readChunk(
				rowLimit,
				func() (*sql.Rows, error) { return query(after, rowLimit) },
				fetch,
			)
			for _, read := range chunk {
				if !yield(read, nil) {
					return
				}
			}
			if err != nil {
				yield(nil, err)
			}
			limit -= len(chunk)
			switch {
			case err != nil:
				return
			case more:
				after = &rest{last, true}
			case after != nil && after.ofSecond:
				after = &rest{rowPosition: after.rowPosition}
			default:
				return
			}
		}
	}
}

// readChunk reads the next rows and reports whether there may be more after the last.
func readChunk[T any](
	rowLimit int,
	query func() (*sql.Rows, error),
	fetch func(row) (LazyRow[T], rowPosition, error),
) (chunk []LazyRow[T], last rowPosition, more bool, err error) {
	rows, err := query()
	if err != nil {
		return nil, last, false, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	size := 0
	for size < chunkBytes && rows.Next() {
		read, at, err := fetch(rows)
		if err != nil {
			return chunk, last, false, err
		}
		chunk, last = append(chunk, read), at
		size += at.size
	}
	return chunk, last, len(chunk) == rowLimit || size >= chunkBytes, rows.Err()
}

// pulled is the query of a pull.
type pulled[T any] struct {
	count func(db runner) (int, error) // nil: the rows are not counted
	limit func(total int) int          // how many rows are yielded
	rows  func(db runner, after *rest, rows int) (*sql.Rows, error)
	fetch func(row) (LazyRow[T], rowPosition, error)
}

// pull counts the rows of a pull and yields them.
func pull[T any](ctx context.Context, s *Store, p pulled[T]) (total int, rows iter.Seq2[LazyRow[T], error], err error) {
	if s.dialect == postgresDialect {
		return snapshotPull(ctx, s, p)
	}
	if p.count != nil {
		if total, err = p.count(s.read.filtered); err != nil {
			return 0, nil, err
		}
	}
	return total, readInChunks(p.limit(total), func(after *rest, rows int) (*sql.Rows, error) {
		return p.rows(s.read.filtered, after, rows)
	}, p.fetch), nil
}

// statement is a query with its arguments.
type statement struct {
	text string
	args []any
}

// pageReader returns a function that reads rows of a page; statement makes the query for the rest.
func pageReader(
	ctx context.Context,
	p Page,
	statement func(after *rest, p Page) statement,
) func(db runner, after *rest, rows int) (*sql.Rows, error) {
	return func(db runner, after *rest, rows int) (*sql.Rows, error) {
		page := Page{Limit: rows, Offset: p.Offset}
		if after != nil {
			page.Offset = 0
		}
		q := statement(after, page)
		return db.QueryContext(ctx, q.text, q.args...)
	}
}

// snapshotPull is pull on PostgreSQL: the count and all rows come from one snapshot. The connection is free again
// before the first row is yielded, because the consumer may be slow and connections are few.
func snapshotPull[T any](
	ctx context.Context,
	s *Store,
	p pulled[T],
) (total int, rows iter.Seq2[LazyRow[T], error], err error) {
	spooled := &spool{}
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
		err = spooled.fill(func() (*sql.Rows, error) { return p.rows(db, nil, p.limit(total)) })
	}
	if _, failed := db.ExecContext(context.WithoutCancel(ctx), "ROLLBACK"); failed != nil { // nothing was written
		_ = discard(conn, failed)
	}
	if err != nil {
		return 0, nil, describePostgresError(errors.Join(err, spooled.close()))
	}
	return total, func(yield func(LazyRow[T], error) bool) {
		defer func() { _ = spooled.close() }()
		for row, err := range spooled.rows() {
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
