package store

import (
	"context"
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

// statement is a query with its arguments.
type statement struct {
	text string
	args []any
}

// readInChunks yields the rows of a page; query returns that of a page of the rest, or of all if that is nil. It reads
// a whole chunk into memory and releases the connection before it yields the first row: the consumer may be slow.
func readInChunks[T any](
	ctx context.Context,
	db querier,
	p Page,
	query func(after *rest, p Page) statement,
	fetch func(row) (LazyRow[T], rowPosition, error),
) iter.Seq2[LazyRow[T], error] {
	return func(yield func(LazyRow[T], error) bool) {
		var after *rest
		for left := p.Limit; left > 0; {
			page := Page{Limit: min(left, chunkRows)}
			if after == nil {
				page.Offset = p.Offset
			}
			chunk, last, more, err := readChunk(ctx, db, page.Limit, query(after, page), fetch)
			for _, read := range chunk {
				if !yield(read, nil) {
					return
				}
			}
			if err != nil {
				yield(nil, err)
			}
			left -= len(chunk)
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
	ctx context.Context,
	db querier,
	rowLimit int,
	query statement,
	fetch func(row) (LazyRow[T], rowPosition, error),
) (chunk []LazyRow[T], last rowPosition, more bool, err error) {
	rows, err := db.QueryContext(ctx, query.text, query.args...)
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
