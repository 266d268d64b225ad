package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	json2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// UpdateTicket reads a ticket, calls change to modify it and stores it with the note that change returns, in one
// transaction. When the queue changes, the rules of the new one apply. An error of change leaves everything
// unchanged; UpdateTicket returns ErrTicketNotFound for an unknown id.
func (s *Store) UpdateTicket(ctx context.Context, id string, change func(*Ticket) (Note, error)) (Ticket, error) {
	var t Ticket
	err := s.update(ctx, func(ctx context.Context, tx *transaction) error {
		err := s.dialect.lock(ctx, tx, "tickets", "ticket_id", id)
		if err != nil {
			return err
		}
		if t, err = scanTicket(tx.QueryRowContext(ctx, ticketColumns+" WHERE ticket_id = ?", id)); err != nil {
			return err
		}
		if t.History, err = readHistorySize(ctx, tx, t.TaskID); err != nil {
			return err
		}
		queue := t.QueueKey
		note, err := change(&t)
		if err != nil {
			return err
		}
		if t.QueueKey != queue {
			w := newWriter(ctx, tx)
			if w.applyQueueRules(&t); w.err != nil {
				return w.err
			}
		}
		record, err := encodeCompact(t)
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, ticketsTable.update, ticketsTable.updateValues(&t, t.TaskID, string(record))...)
		if err != nil {
			return err
		}
		return insertNote(ctx, tx, t.TaskID, note)
	})
	return t, err
}

// Tickets returns tickets by external id, in the order of ids, with their notes; unknown ids are left out. One
// query reads a ticket and its notes, so that both come from the same snapshot.
func (s *Store) Tickets(ctx context.Context, ids []string) ([]Ticket, error) {
	var found []Ticket
	for t, err := range s.EachTicket(ctx, ids) {
		if err != nil {
			return nil, err
		}
		found = append(found, t)
	}
	return found, nil
}

// EachTicket yields the tickets that Tickets returns, reading each one when it is needed, and stops after the
// first error.
func (s *Store) EachTicket(ctx context.Context, ids []string) iter.Seq2[Ticket, error] {
	return func(yield func(Ticket, error) bool) {
		for _, id := range ids {
			t, err := scanTicketWithNotes(s.read.QueryRowContext(ctx, ticketWithNotes, id))
			if errors.Is(err, ErrTicketNotFound) {
				continue
			}
			if !yield(t, err) || err != nil {
				return
			}
		}
	}
}

const ticketWithNotes = `SELECT task_id, ticket_id, created, record,
	(SELECT '[' || string_agg(record, ',' ORDER BY id) || ']' FROM notes WHERE task_id = t.task_id) FROM tickets t WHERE ticket_id = ?`

func scanTicketWithNotes(r row) (Ticket, error) {
	var t Ticket
	var record string
	var notes sql.NullString
	err := r.Scan(&t.TaskID, &t.TicketID, &t.Created, &record, &notes)
	if errors.Is(err, sql.ErrNoRows) {
		return t, ErrTicketNotFound
	}
	if err != nil || !notes.Valid {
		return lazyDecode(&t, jsonColumn{&record, &t}).decodeNow(err)
	}
	return lazyDecode(&t, jsonColumn{&record, &t}, jsonColumn{&notes.String, &t.Notes})()
}

// PullTickets counts the tickets created from from until just before to, and yields the rows of at most limit of
// them (all for 0), oldest first, one at a time so that a long day needs little memory. At most as many rows as
// were counted are yielded.
func (s *Store) PullTickets(
	ctx context.Context,
	from, to time.Time,
	limit int,
) (int, iter.Seq2[LazyRow[Ticket], error], error) {
	const count = "SELECT count(*) FROM tickets WHERE created >= ? AND created < ?"
	total, err := s.queryNumber(ctx, count, from.Unix(), to.Unix())
	p := Page{Limit: int(total)}
	if limit > 0 {
		p.Limit = min(limit, p.Limit)
	}
	return int(total), readInChunks(ctx, s.read, p, func(after *rest, p Page) statement {
		return s.dialect.ticketsPage(from, to, after, p)
	}, fetchTicket), err
}

// ticketsPage returns the query of a page of the tickets created from from until just before to.
func (d *dialect) ticketsPage(from, to time.Time, after *rest, p Page) statement {
	q := query{dialect: d}
	q.and("created < ?", to.Unix())
	if after == nil {
		q.and("created >= ?", from.Unix())
	}
	return q.page(ticketColumns, "created, task_id", after, p)
}

// HistorySize is the number of a ticket's notes and their size in bytes.
type HistorySize struct{ Notes, Bytes int }

func readHistorySize(ctx context.Context, db rowQuerier, task int64) (h HistorySize, err error) {
	err = db.QueryRowContext(ctx, "SELECT count(*), coalesce(sum(octet_length(record)), 0) FROM notes WHERE task_id = ?", task).Scan(&h.Notes, &h.Bytes)
	return h, err
}

// The limits of a ticket's history. A pull returns every ticket of its day in full, so one oversized ticket would make
// the whole day too large for clients.
const (
	maxComments = 2000    // notes, beyond which none may have a comment
	maxNotes    = 4000    // notes in total, so that a full ticket can still be closed
	maxHistory  = 4 << 20 // bytes, beyond which no note may have a comment
)

var (
	errNotes    = fmt.Errorf("the ticket has %d updates, more are not taken: go on in a new ticket", maxNotes)
	errComments = fmt.Errorf(
		"the ticket's history is full (%d updates or 4 MiB): no comment is taken, but an update without one; go on in a new ticket",
		maxComments,
	)
)

// CheckRoom returns an error if a history has no room for a note with a comment, which may be empty.
func (h HistorySize) CheckRoom(comment string) error {
	switch {
	case h.Notes >= maxNotes:
		return errNotes
	case strings.TrimSpace(comment) != "" && (h.Notes >= maxComments || h.Bytes+len(comment) > maxHistory):
		return errComments
	}
	return nil
}

const ticketColumns = "SELECT task_id, ticket_id, created, record FROM tickets"

// lenientJSON decodes records as any version wrote them; requests are validated elsewhere. This JSON package is twice
// as fast as encoding/json, and decoding took most of the time of a long pull.
var lenientJSON = json2.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// encodeCompact encodes a ticket or a note without its empty fields, which are most of them and would only slow
// decoding. Records that SQLite queries by JSON member are written whole.
func encodeCompact(record any) ([]byte, error) {
	return json2.Marshal(record, json2.OmitZeroStructFields(true), jsontext.AllowInvalidUTF8(true))
}

type row interface{ Scan(into ...any) error }

func scanTicket(r row) (Ticket, error) {
	read, _, err := fetchTicket(r)
	return read.decodeNow(err)
}

func fetchTicket(r row) (LazyRow[Ticket], rowPosition, error) {
	var t Ticket
	var record string
	err := r.Scan(&t.TaskID, &t.TicketID, &t.Created, &record)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, rowPosition{}, ErrTicketNotFound
	}
	return lazyDecode(&t, jsonColumn{&record, &t}), rowPosition{t.Created, t.TaskID, len(record)}, err
}

// insertTicket stores a ticket that has its ids.
func insertTicket(ctx context.Context, tx *transaction, t Ticket) error {
	record, err := encodeCompact(t)
	if err != nil {
		return err
	}
	values := ticketsTable.values(&t, t.TaskID, t.TicketID, t.Created, string(record))
	_, err = tx.ExecContext(ctx, ticketsTable.insert, values...)
	return err
}

func insertNote(ctx context.Context, tx execer, task int64, n Note) error {
	record, err := encodeCompact(n)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO notes (task_id, record) VALUES (?, ?)", task, string(record))
	return err
}
