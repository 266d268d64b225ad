package service

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"net/http"
	"runtime"
	"strconv"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/guard"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// Pulls are streamed. Fetching a day's rows is a small part of the work and is sequential, so one goroutine
// fetches rows, others encode batches of records, and the response takes the batches in order. Only a few batches
// are in memory at any time, however long the day.

const (
	batchSize         = 16   // rows encoded together
	maxPendingBatches = 4    // batches encoded ahead of the response, at most one per core
	recordSizeHint    = 1500 // bytes that fit most records
)

// streamRecords writes the response to a pull while its rows are fetched.
func streamRecords[T any](
	s *Service,
	w http.ResponseWriter,
	total int,
	rows iter.Seq2[store.LazyRow[T], error],
	record func(T) templateRecord,
) error {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if err := writeRecords(w, total, rows, record); err != nil {
		s.abort("a pull", err)
	}
	return nil
}

// abort logs an error and aborts the connection: the status code has been sent already, so a broken connection
// is the only way to report a failure.
func (s *Service) abort(what string, err error) {
	s.Log.Error(what+" broke off", "error", err)
	panic(http.ErrAbortHandler)
}

func writeRecords[T any](
	w io.Writer, total int, rows iter.Seq2[store.LazyRow[T], error], record func(T) templateRecord,
) error {
	opening := `{"message":[`
	if total != unknownTotal {
		opening = `{"totalCount":` + strconv.Itoa(total) + `,"message":[`
	}
	if _, err := io.WriteString(w, opening); err != nil {
		return err
	}
	comma := 1 // no comma before the first record
	for texts, err := range encodeBatches(rows, record) {
		if err == nil && len(texts) > 0 {
			_, err = w.Write(texts[comma:])
			comma = 0
		}
		if err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "],\"status\":%q}\n", wire.StatusSuccess)
	return err
}

// encodeBatches yields the records of rows as JSON, a batch at a time; a comma precedes each record.
func encodeBatches[T any](
	rows iter.Seq2[store.LazyRow[T], error], record func(T) templateRecord,
) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		ahead, stop := make(chan *batch[T], min(maxPendingBatches, runtime.GOMAXPROCS(0))), make(chan struct{})
		guard.Go(func() { fetchBatches(rows, record, ahead, stop) })
		defer func() {
			close(stop)
			for range ahead { // drain until the rows are closed
			}
		}()
		for b := range ahead {
			<-b.encoded
			if !yield(b.json.Bytes(), b.err) || b.err != nil {
				return
			}
		}
	}
}

// fetchBatches sends batches of rows to ahead until the last row or until stop is closed.
func fetchBatches[T any](
	rows iter.Seq2[store.LazyRow[T], error],
	record func(T) templateRecord,
	ahead chan<- *batch[T],
	stop <-chan struct{},
) {
	defer close(ahead)
	b := newBatch[T]()
	send := func() bool {
		full := b
		b = newBatch[T]()
		guard.Go(func() { full.encode(record) })
		select {
		case ahead <- full:
			return true
		case <-stop:
			return false
		}
	}
	err := guard.Run(func() error {
		for read, err := range rows {
			if err != nil {
				return err
			}
			if b.rows = append(b.rows, read); len(b.rows) == batchSize && !send() {
				return nil
			}
		}
		return nil
	})
	b.err = err
	send()
}

// batch is some rows of a pull and, once made is closed, their encoded records.
type batch[T any] struct {
	rows    []store.LazyRow[T]
	json    bytes.Buffer
	err     error
	encoded chan struct{}
}

func newBatch[T any]() *batch[T] {
	return &batch[T]{rows: make([]store.LazyRow[T], 0, batchSize), encoded: make(chan struct{})}
}

func (b *batch[T]) encode(record func(T) templateRecord) {
	defer close(b.encoded)
	if b.err != nil {
		return
	}
	b.json.Grow(len(b.rows) * recordSizeHint)
	b.err = guard.Run(func() error {
		for _, read := range b.rows {
			row, err := read()
			if err != nil {
				return err
			}
			text, err := record(row).append(append(b.json.AvailableBuffer(), ','))
			if err != nil {
				return err
			}
			b.json.Write(text)
		}
		return nil
	})
}

// The size limits of a record. A pull returns every ticket of its day in full, so one oversized ticket would make
// the whole day too large for clients.
const (
	maxCustomFields    = 256 << 10 // bytes of custom fields in one block of a record
	maxContacts        = 500       // of a customer
	maxRequestContacts = 100       // contacts in one request: each is compared with all stored ones
)

var (
	errCustomFields = &apiError{
		http.StatusBadRequest,
		"an account's own members would be larger than 256 KiB together",
	}
	errRequestContacts = &apiError{
		http.StatusBadRequest,
		fmt.Sprintf("at most %d contacts are taken in one request", maxRequestContacts),
	}
	errContacts = &apiError{
		http.StatusBadRequest,
		fmt.Sprintf("a customer has at most %d contacts", maxContacts),
	}
)

// writeJSON writes a complete response.
func writeJSON(w http.ResponseWriter, record any) error {
	body, err := json.Marshal(record)
	if err != nil {
		return err
	}
	writeBody(w, http.StatusOK, body)
	return nil
}

// writeCommitted responds to a committed write. An error is wrapped in errCommitted, since the write stays
// committed.
func writeCommitted(w http.ResponseWriter, record any) error {
	if err := writeJSON(w, record); err != nil {
		return fmt.Errorf("%w: %w", errCommitted, err)
	}
	return nil
}

// writeBody writes a body. It ignores write errors, since the client has disconnected then.
func writeBody(w http.ResponseWriter, code int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(code)
	_, _ = w.Write(body)
}

// arrayWriter streams a response that is an array, one element at a time, so that a long one needs little memory.
type arrayWriter struct {
	to      http.ResponseWriter
	started bool
}

// add writes one element; on an error before the first, no response has been started.
func (l *arrayWriter) add(element any) error {
	text, err := json.Marshal(element)
	if err != nil {
		return err
	}
	mark := []byte(",")
	if !l.started {
		l.started, mark = true, []byte("[")
		writeBody(l.to, http.StatusOK, nil)
	}
	_, err = l.to.Write(append(mark, text...))
	return err
}

// end closes the array of a list that was started. It ignores write errors, since the client has disconnected
// then.
func (l *arrayWriter) end() { _, _ = l.to.Write([]byte("]")) }
