package store

import (
	"context"
	"iter"
	"slices"
	"strings"
	"unicode"

	json2 "github.com/go-json-experiment/json"
)

// queryAll collects the rows of a short list.
func queryAll[T any](
	ctx context.Context,
	db querier,
	query string,
	read func(row) (T, error),
	args ...any,
) ([]T, error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		record, err := read(rows)
		if err != nil {
			return nil, err
		}
		all = append(all, record)
	}
	return all, rows.Err()
}

// LazyRow decodes a fetched row into a record. Decoding takes longer than fetching and may run on another
// goroutine while the next rows are fetched.
type LazyRow[T any] func() (T, error)

// DecodeAll decodes rows, each before the next one is fetched.
func DecodeAll[T any](rows iter.Seq2[LazyRow[T], error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for read, err := range rows {
			if record, err := read.decodeNow(err); !yield(record, err) || err != nil {
				return
			}
		}
	}
}

// decodeNow decodes the row, or returns the error of fetching it.
func (decode LazyRow[T]) decodeNow(err error) (T, error) {
	if err != nil {
		var none T
		return none, err
	}
	return decode()
}

// lazyDecode decodes JSON columns into a record that the other columns have already filled.
func lazyDecode[T any](record *T, texts ...jsonColumn) LazyRow[T] {
	return func() (T, error) {
		for _, t := range texts {
			if err := json2.Unmarshal([]byte(*t.json), t.into, lenientJSON); err != nil {
				return *record, err
			}
		}
		return *record, nil
	}
}

// jsonColumn is a fetched JSON text and the value it is decoded into.
type jsonColumn struct {
	json *string
	into any
}

// scanRecord scans a row and decodes its last column, a JSON record.
func scanRecord(r row, record any, before ...any) error {
	var text []byte
	if err := r.Scan(append(before, &text)...); err != nil {
		return err
	}
	return json2.Unmarshal(text, record, lenientJSON)
}

// SearchArticles returns enabled articles, best match first. An article matches when its title has, for every word
// of key, a word with that prefix, ignoring case and accents. A key without a word matches nothing.
func (s *Store) SearchArticles(ctx context.Context, key string, limit int) ([]Article, error) {
	words := searchWords(key)
	if len(words) == 0 {
		return nil, nil
	}
	return queryAll(
		ctx,
		s.read,
		s.dialect.searchArticles,
		scanArticle,
		s.dialect.articleMatch(words),
		limit,
	)
}

// maxWords is how many different words of a search key are used. Each costs a scan of the index: a key of 20,000
// words kept a core busy for a minute.
const maxWords = 32

// searchWords returns the different words of a search key, at most maxWords.
func searchWords(key string) []string {
	var words []string
	for word := range wordsOf(key) {
		if !slices.Contains(words, word) {
			words = append(words, word)
		}
		if len(words) == maxWords {
			break
		}
	}
	return words
}

// wordsOf yields the words of a text in lower case. It splits words as SQLite's index does, so that %, _, *, quotes and
// the operators of both engines are ordinary characters.
func wordsOf(text string) iter.Seq[string] {
	return strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.N, unicode.Co, unicode.M)
	})
}
