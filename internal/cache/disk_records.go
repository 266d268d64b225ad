package cache

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/sqlite"
)

// storedOrders is the orders of a customer on disk.
type storedOrders struct {
	At   time.Time
	Page desk.OrderPage
}

// storedVocabulary is the part of the vocabulary that is not in the configuration, and need not be in tickets.
type storedVocabulary struct {
	SubStatuses, Queues []desk.Code
	Values              map[string][]string
}

// storedDetails is a ticket that was read.
type storedDetails struct {
	At      time.Time
	Details desk.TicketDetails

	text string // what filters search of it, in a column of its own
}

// The kinds of records.
const (
	customerKind   = "customer"
	orderKind      = "orders" // of a customer
	detailsKind    = "ticket" // that was read
	vocabularyKind = "vocabulary"
)

func customerRecord(id int64) recordKey { return recordKey{customerKind, strconv.FormatInt(id, 10)} }
func orderRecord(id int64) recordKey    { return recordKey{orderKind, strconv.FormatInt(id, 10)} }
func detailsRecord(id string) recordKey { return recordKey{detailsKind, id} }

var vocabularyRecord = recordKey{kind: vocabularyKind}

// writeRecord writes a record, unless a later one is there.
func writeRecord(tx *sql.Tx, key recordKey, change change, number int64) error {
	var text, body any
	if change.value != nil {
		encoded, err := encodeStored(change.value)
		if err != nil {
			return err
		}
		body = string(encoded)
		if details, isRead := change.value.(storedDetails); isRead {
			text = details.text
		}
	}
	_, err := tx.ExecContext(
		untilDone, `INSERT INTO record VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
			SET written = excluded.written, asked = excluded.asked, text = excluded.text, body = excluded.body
			WHERE excluded.asked >= asked`,
		key.kind, key.id, number, change.stamp, text, body,
	)
	return err
}

// readRecords takes over the records that were written after a write. Of tickets that were read only the texts are: the
// rest stays on disk until somebody looks at one.
func (c *Cache) readRecords(db sqlite.Querier, after int64) error {
	const query = "SELECT kind, id, asked, text, iif(kind = ?, '', body) FROM record WHERE written > ?"
	var read []string
	err := sqlite.Each(db, query, func(found *sql.Rows) error {
		var key recordKey
		var asked seq
		var text, body sql.NullString
		if err := found.Scan(&key.kind, &key.id, &asked, &text, &body); err != nil {
			return err
		}
		switch key.kind {
		case customerKind:
			c.adoptCustomer(numberIn(key.id), asked, body.String)
		case orderKind:
			c.adoptOrders(numberIn(key.id), asked, body.String)
		case vocabularyKind:
			c.adoptVocabulary(body.String)
		case detailsKind:
			if text.Valid {
				c.readTexts.put(key.id, text.String, true)
			}
			read = append(read, key.id)
		}
		return nil
	}, detailsKind, after)
	if err == nil {
		c.noteDetails(read, after == 0)
	}
	return err
}

// noteDetails notes of which tickets the details are on disk.
func (c *Cache) noteDetails(ids []string, areAll bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, id := range ids {
		c.disk.details[id] = true
	}
	c.disk.knowsAll = c.disk.knowsAll || areAll
}

// numberIn returns the id of a key; 0 when there is none.
func numberIn(s string) int64 {
	n, _ := strconv.ParseInt(s, 10, 64)
	return n
}

// adoptCustomer takes over a customer, or that another process has changed them.
func (c *Cache) adoptCustomer(id int64, stamp seq, text string) {
	var record desk.Customer
	if text != "" && (decodeStored(text, &record) != nil || record.ID != id || id == 0) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seq = max(c.seq, stamp)
	known := c.customers.of(id)
	switch {
	case text == "":
		known.written = max(known.written, stamp)
	case known.written <= stamp && (known.entry == nil || known.entry.asked < stamp):
		c.customers.keep(newCustomerEntry(stamp, record))
		if known.fetched.asked < stamp {
			known.fetched = fetch{answered: answered{stamp, stamp.time(), true}}
		}
	}
}

// adoptOrders takes over the orders of a customer.
func (c *Cache) adoptOrders(id int64, stamp seq, text string) {
	var stored storedOrders
	if text == "" || decodeStored(text, &stored) != nil {
		return
	}
	written := c.knownCustomer(id).written
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.customers.orders.Contains(id) && written < stamp {
		c.customers.orders.Add(id, cachedOrders{answered{stamp, stored.At, true}, stored.Page})
	}
}

// adoptVocabulary takes over what was learnt.
func (c *Cache) adoptVocabulary(text string) {
	var stored storedVocabulary
	if text == "" || decodeStored(text, &stored) != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	known := c.learnt
	c.learnt.add(stored.SubStatuses, stored.Queues)
	c.learnt.add(known.subStatuses, known.queues) // names that were learnt since count
	for _, path := range slices.Concat(orderPaths, []string{dispositionPath}) {
		for _, value := range stored.Values[path] {
			c.values.add(path, value)
		}
	}
}

// vocabularyChanged has the vocabulary written. c.mu is held.
func (c *Cache) vocabularyChanged() {
	c.disk.recordChanged(vocabularyRecord, c.seq, storedVocabulary{})
}

// takeRecords returns the records to be written: the changes, or all that are known. c.mu is held.
func (c *Cache) takeRecords(all bool) map[recordKey]change {
	d := c.disk
	changes := d.records
	d.records = map[recordKey]change{}
	if all {
		for _, s := range c.customers.entries() {
			if key := customerRecord(s.record.ID); changes[key].stamp == 0 {
				changes[key] = change{s.asked, s.record}
			}
		}
		for _, id := range c.customers.orders.Keys() {
			orders, _ := c.customers.orders.Peek(id)
			if key := orderRecord(id); changes[key].stamp == 0 {
				changes[key] = change{orders.asked, storedOrders{orders.at, orders.page}}
			}
		}
		changes[vocabularyRecord] = change{c.seq, storedVocabulary{}}
	}
	if known, has := changes[vocabularyRecord]; has {
		changes[vocabularyRecord] = change{
			known.stamp, storedVocabulary{c.learnt.subStatuses, c.learnt.queues, c.values.sorted()},
		}
	}
	return changes
}

// keepDetails keeps tickets that were read, with the texts that filters search.
func (c *Cache) keepDetails(asked seq, details []desk.TicketDetails, texts []string) {
	if c.disk == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for i := range details {
		d := &details[i]
		c.disk.recordChanged(
			detailsRecord(d.ID.Raw()), asked,
			storedDetails{At: c.Now(), Details: *d, text: strings.TrimSpace(texts[i])},
		)
	}
}

// forgetDetails drops what was read of a ticket before a write.
func (c *Cache) forgetDetails(id desk.ID, written seq) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.disk.recordChanged(detailsRecord(id.Raw()), written, nil)
}

// StoredDetails returns a ticket as it was last read, from disk, and when that was.
func (c *Cache) StoredDetails(
	ctx context.Context, id desk.ID,
) (details *desk.TicketDetails, at time.Time, isStored bool) {
	if c.disk == nil {
		return nil, time.Time{}, false
	}
	c.mu.Lock()
	pending, isPending := c.disk.records[detailsRecord(id.Raw())]
	wasNeverRead := c.disk.knowsAll && !c.disk.details[id.Raw()]
	c.mu.Unlock()
	if isPending {
		stored, has := pending.value.(storedDetails)
		return &stored.Details, stored.At, has
	}
	if wasNeverRead {
		return nil, time.Time{}, false
	}
	var stored storedDetails
	err := c.disk.file.Read(func(db *sql.DB) error { //nolint:contextcheck // its uses are short, and not given up
		row := db.QueryRowContext(
			ctx, "SELECT body FROM record WHERE kind = ? AND id = ?", detailsKind, id.Raw(),
		)
		var body sql.NullString
		if err := row.Scan(&body); err != nil || !body.Valid {
			return err
		}
		return decodeStored(body.String, &stored)
	})
	if !errors.Is(err, sql.ErrNoRows) {
		report(err)
	}
	if err != nil || stored.Details.ID != id || id.IsZero() {
		return nil, time.Time{}, false
	}
	return &stored.Details, stored.At, true
}

// storedJSON is the JSON of records on disk. Text is cleaned again when it is read, like text from the service.
var storedJSON = json.JoinOptions(
	json.OmitZeroStructFields(true), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true),
	json.WithMarshalers(json.JoinMarshalers(
		writtenAs(safetext.Line.String), writtenAs(safetext.Block.String), writtenAs(safetext.HTML.Raw),
		writtenAs(safetext.Address.String),
		writtenAs(desk.InternedLine.String), writtenAs(desk.ID.Raw), writtenAs(codeWord),
	)),
	json.WithUnmarshalers(json.JoinUnmarshalers(
		readFrom(safetext.LineFromText), readFrom(safetext.BlockFromText), readFrom(safetext.NewHTML),
		readFrom(safetext.AddressFromText),
		readFrom(readTerm), readFrom(desk.NewID), readFrom(readCode),
	)),
)

// writtenAs writes a value as a text.
func writtenAs[T any](text func(T) string) *json.Marshalers {
	return json.MarshalToFunc(func(e *jsontext.Encoder, v T) error { return e.WriteToken(jsontext.String(text(v))) })
}

// readFrom reads a value from a text.
func readFrom[T any](read func(string) T) *json.Unmarshalers {
	return json.UnmarshalFromFunc(func(d *jsontext.Decoder, v *T) error {
		token, err := d.ReadToken()
		if err == nil && token.Kind() == '"' {
			*v = read(token.String())
		}
		return err
	})
}

func encodeStored(v any) ([]byte, error) { return json.Marshal(v, storedJSON) }

func decodeStored(text string, into any) error { return json.Unmarshal([]byte(text), into, storedJSON) }
