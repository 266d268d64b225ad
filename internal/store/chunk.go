package store

import (
	"context"
	"database/sql"
	"errors"
	"iter"
	"math"
	"slices"
)

// How much of a pull is read at once: so many rows, or fewer where they are large.
const (
	chunkRows  = 256
	chunkBytes = 1 << 20
)

// place is where a row of a pull stands in its order, by moment and id, and how many bytes its texts have.
type place struct {
	at, id int64
	size   int
}

// start stands before every row from a moment on.
func start(at int64) place { return place{at: at, id: math.MinInt64} }

// chunked yields at most limit rows, of which query asks for some after a place. The rows of a chunk are in memory, and
// the connection is free for others, before the first of them is yielded: whoever takes the answer may be slow.
func chunked[T any](limit int, query func(after *place, rows int) (*sql.Rows, error), fetch func(row) (LazyRow[T], place, error)) iter.Seq2[LazyRow[T], error] {
	return func(yield func(LazyRow[T], error) bool) {
		var after *place
		for limit > 0 {
			asked := min(limit, chunkRows)
			chunk, last, more, err := readChunk(asked, func() (*sql.Rows, error) { return query(after, asked) }, fetch)
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

// readChunk reads the next rows, and says whether there may be more behind the last.
func readChunk[T any](asked int, query func() (*sql.Rows, error), fetch func(row) (LazyRow[T], place, error)) (chunk []LazyRow[T], last place, more bool, err error) {
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
	return chunk, last, len(chunk) == asked || size >= chunkBytes, rows.Err()
}

// chunkedPage yields the rows of a page that a filter lets pass. columns are those of tables without a filter, order
// names the columns of a place.
func chunkedPage[T any](ctx context.Context, db querier, columns, order string, f Filter, p Page, fetch func(row) (LazyRow[T], place, error)) iter.Seq2[LazyRow[T], error] {
	return chunked(p.Limit, func(after *place, rows int) (*sql.Rows, error) {
		part, page := f, Page{Limit: rows, Offset: p.Offset}
		if after != nil {
			part = Filter{slices.Clone(f.conditions), slices.Clone(f.args)}
			part.and("("+order+") > (?, ?)", after.at, after.id)
			page.Offset = 0
		}
		return db.QueryContext(ctx, columns+part.where()+" ORDER BY "+order+" LIMIT ? OFFSET ?", page.args(part)...)
	}, fetch)
}
