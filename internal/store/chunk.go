package store

import (
	"context"
	"database/sql"
	"errors"
	"iter"
	"math"
	"slices"
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

// startOf returns the position before every row at or after a time.
func startOf(at int64) rowPosition { return rowPosition{at: at, id: math.MinInt64} }

// readInChunks yields at most limit rows; query returns a number of rows after a position. It reads a whole chunk into
// memory and releases the connection before it yields the first row, because the consumer may be slow.
func readInChunks[T any](
	limit int,
	query func(after *rowPosition, rows int) (*sql.Rows, error),
	fetch func(row) (LazyRow[T], rowPosition, error),
) iter.Seq2[LazyRow[T], error] {
	return func(yield func(LazyRow[T], error) bool) {
		var after *rowPosition
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
			if err != nil || !more {
				return
			}
			after, limit = &last, limit-len(chunk)
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

// readPageInChunks yields the rows of a page that match a filter. columns is the query without a WHERE clause, order
// names the columns of a place.
func readPageInChunks[T any](
	ctx context.Context,
	db querier,
	columns, order string,
	f Filter,
	p Page,
	fetch func(row) (LazyRow[T], rowPosition, error),
) iter.Seq2[LazyRow[T], error] {
	return readInChunks(p.Limit, func(after *rowPosition, rows int) (*sql.Rows, error) {
		part, page := f, Page{Limit: rows, Offset: p.Offset}
		if after != nil {
			part = Filter{slices.Clone(f.conditions), slices.Clone(f.args)}
			part.and("("+order+") > (?, ?)", after.at, after.id)
			page.Offset = 0
		}
		return db.QueryContext(ctx, columns+part.where()+" ORDER BY "+order+" LIMIT ? OFFSET ?", page.args(part)...)
	}, fetch)
}
