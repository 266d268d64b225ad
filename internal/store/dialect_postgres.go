package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"frontdesk/internal/safetext"
)

// postgresDialect is that of PostgreSQL. The program fills the columns beside the records itself: the database cannot
// read a record with U+0000 in it, and an index takes no long text.
var postgresDialect = &dialect{
	customers:  newRecordTable("customers", "id", []string{"created"}, []string{"folded"}, customerKeys),
	contacts:   newRecordTable[Contact]("contacts", "id", []string{"customer_id"}, nil, nil),
	enquiries:  newRecordTable("enquiries", "id", []string{"customer_id"}, nil, enquiryKeys),
	orders:     newRecordTable("orders", "id", []string{"customer_id"}, []string{"enquiry_id", "added"}, orderKeys),
	tickets:    newRecordTable("tickets", "task_id", []string{"ticket_id", "created"}, nil, ticketKeys),
	categories: newRecordTable("categories", "id", nil, nil, categoryKeys),
	articles:   newRecordTable("articles", "id", nil, []string{"enabled"}, articleKeys),

	nameKey:        "name_key",
	categoryFolder: "folder",
	in:             " = ANY (?)",
	notIn:          " <> ALL (?)",
	nameContains:   "c.folded LIKE ?",
	never:          "false",
	findsFewFirst:  true,
	beginSnapshot:  "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
	searchArticles: `SELECT a.id, a.record FROM articles a, CAST(? AS tsquery) wanted
		WHERE a.words @@ wanted AND a.enabled ORDER BY ts_rank(a.words, wanted, 2) DESC, a.id LIMIT ?`,

	on:           func(c connection) querier { return postgresRunner{c} },
	listArgument: nonNilList,
	namePattern:  func(part string) string { return "%" + likeEscaper.Replace(part) + "%" },
	articleMatch: tsquery,
	key:          func(text string) string { return storableText(indexKey(text)) },
	place:        placeKey,

	insertNumbered: insertPostgresTickets,

	nextID: func(ctx context.Context, tx *transaction, table, column string) (id int64, err error) {
		err = tx.QueryRowContext(ctx, "SELECT nextval('"+sequence(table, column)+"')").Scan(&id)
		return id, err
	},
	reserve: reservePostgresIDs,
	addedID: func(ctx context.Context, tx *transaction, table, column string) error {
		var highest int64
		if err := tx.QueryRowContext(ctx, "SELECT coalesce(max("+column+"), 0) FROM "+table).Scan(&highest); err != nil {
			return err
		}
		return reservePostgresIDs(ctx, tx, table, column, highest)
	},
	lock:    lockRow,
	lockAll: takeLock,

	indexArticle: func(*writer, *Article) {}, // words is one of the article's columns
}

// The columns beside the records, for filters and counts.
var (
	customerKeys = slices.Concat([]derived[Customer]{
		{"name", func(c *Customer) any { return c.Name }},
		{"name_key", func(c *Customer) any { return indexKey(c.Name) }},
		{"assigned_id", func(c *Customer) any { return c.Assigned.ID }},
	}, taggedKeys())
	enquiryKeys = []derived[Enquiry]{
		{"sub_status", func(e *Enquiry) any { return indexKey(e.SubStatus) }},
		{"next_follow_up", func(e *Enquiry) any { return e.FollowUpAt }},
	}
	orderKeys = []derived[Order]{
		{"created", func(o *Order) any { return o.CreatedAt }},
		{"delivery_status", func(o *Order) any { return indexKey(o.DeliveryStatus) }},
		{"erp_order_id", func(o *Order) any { return indexKey(o.ERPOrderID) }},
		{"erp_invoice_no", func(o *Order) any { return indexKey(o.ERPInvoiceNo) }},
		{"unit_name", func(o *Order) any { return indexKey(o.UnitName) }},
		{"block_name", func(o *Order) any { return indexKey(o.BlockName) }},
		{"creator_id", func(o *Order) any { return o.CreatorID }},
		{"assigned_id", func(o *Order) any { return o.Assigned.ID }},
	}
	ticketKeys = []derived[Ticket]{
		{"assigned_id", func(t *Ticket) any { return idOrNull(t.AssignedID) }},
		{"closed_at", func(t *Ticket) any { return idOrNull(t.ClosedAt) }},
	}
	categoryKeys = []derived[Category]{{"folder", func(c *Category) any { return indexKey(c.Folder) }}}
	articleKeys  = []derived[Article]{
		{"key", func(a *Article) any { return indexKey(a.Key) }},
		{"words", func(a *Article) any { return tsvector(searchWords(safetext.Fold(a.Title))) }},
	}
)

// taggedKeys returns the columns that tags of Customer name.
func taggedKeys() []derived[Customer] {
	var keys []derived[Customer]
	for _, f := range customerFields {
		keys = append(keys, derived[Customer]{f.column, func(c *Customer) any {
			switch v := reflect.ValueOf(c).Elem().Field(f.index); {
			case v.Kind() == reflect.Bool:
				return v.Bool()
			case f.isPlace:
				return placeKey(v.String())
			default:
				return indexKey(v.String())
			}
		}})
	}
	return keys
}

func idOrNull(id int64) sql.NullInt64 { return sql.NullInt64{Int64: id, Valid: id != 0} }

// maxKey is how many bytes of a text an index holds; PostgreSQL takes at most 2,704 for all columns of an entry.
const maxKey = 400

// indexKey returns a text as the index holds it: a long one as its beginning and a checksum of all of it.
func indexKey(text string) string {
	if len(text) <= maxKey {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	return strings.ToValidUTF8(text[:maxKey-2*len(sum)], "") + hex.EncodeToString(sum[:])
}

// placeKey is indexKey for a place, whose ASCII letters are compared without case, as SQLite does.
func placeKey(text string) string {
	return indexKey(strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, text))
}

// nonNilList returns a list that is not NULL, with which no condition is true.
func nonNilList(values any) any {
	switch v := values.(type) {
	case []int64:
		if v == nil {
			return []int64{}
		}
	case []string:
		if v == nil {
			return []string{}
		}
	}
	return values
}

var likeEscaper = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// lexeme quotes a word for a tsvector or a tsquery.
func lexeme(word string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `''`).Replace(word) + "'"
}

// tsvector returns words as a tsvector.
func tsvector(words []string) string {
	quoted := make([]string, len(words))
	for i := range words {
		quoted[i] = lexeme(words[i])
	}
	return strings.Join(quoted, " ")
}

// tsquery returns a search for titles that have a word with each of these beginnings.
func tsquery(words []string) string {
	quoted := make([]string, len(words))
	for i := range words {
		quoted[i] = lexeme(safetext.Fold(words[i])) + ":*"
	}
	return strings.Join(quoted, " & ")
}

func sequence(table, column string) string { return table + "_" + column + "_seq" }

// reservePostgresIDs moves a sequence beyond an id. It is not undone when the transaction fails: ids may have gaps.
func reservePostgresIDs(ctx context.Context, tx *transaction, table, column string, highest int64) error {
	if highest <= 0 {
		return nil
	}
	name := sequence(table, column)
	var last int64
	return tx.QueryRowContext(ctx, "SELECT setval('"+name+"', greatest((SELECT last_value FROM "+name+"), ?))", highest).Scan(&last)
}

// lockRow locks a row until the end of the transaction, before it is read to be changed. A query that waited for a lock
// itself would see the rows of other tables as they were before.
func lockRow(ctx context.Context, tx *transaction, table, column string, key any) error {
	var found int
	err := tx.QueryRowContext(ctx, "SELECT 1 FROM "+table+" WHERE "+column+" = ? FOR UPDATE", key).Scan(&found)
	if errors.Is(err, sql.ErrNoRows) {
		return nil // the query that follows reports it
	}
	return err
}

// takeLock waits until no other transaction holds the lock, and holds it until the end of this one.
func takeLock(ctx context.Context, tx *transaction, what lockName) error {
	if what == lockImport { // another one takes as long as it takes
		if err := tx.exec(ctx, "SET LOCAL lock_timeout = 0"); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock(?, ?)", advisorySpace, int32(what))
	return err
}

// advisorySpace keeps the desk's advisory locks apart from those of other programs.
const advisorySpace int32 = 0x66726f6e // "fron"

// insertPostgresTickets inserts tickets by one statement.
func insertPostgresTickets(ctx context.Context, tx *transaction, tickets []*Ticket) ([]int64, error) {
	records, created := make([]string, len(tickets)), make([]int64, len(tickets))
	beside := make([][]sql.NullInt64, len(ticketKeys))
	for i, t := range tickets {
		record, err := encodeCompact(t)
		if err != nil {
			return nil, err
		}
		records[i], created[i] = string(record), t.Created
		for k, d := range ticketKeys {
			value, isNumber := d.value(t).(sql.NullInt64)
			if !isNumber {
				return nil, errors.New("the column " + d.column + " of tickets is no number")
			}
			beside[k] = append(beside[k], value)
		}
	}
	args := []any{created, records}
	for _, values := range beside {
		args = append(args, values)
	}
	numbers := make([]int64, len(tickets))
	_, err := queryAll(ctx, tx, insertNumberedQuery, func(r row) (_ struct{}, err error) {
		var at, number int64
		if err = r.Scan(&at, &number); err == nil {
			numbers[at-1] = number
		}
		return struct{}{}, err
	}, args...)
	return numbers, err
}

// insertNumberedQuery inserts tickets from one array for each column, and returns the place and number of each that was
// inserted.
var insertNumberedQuery = func() string {
	columns, arrays := "", ""
	for _, d := range ticketKeys {
		columns, arrays = columns+", "+d.column, arrays+", CAST(? AS bigint[])"
	}
	return fmt.Sprintf(`WITH next AS MATERIALIZED (
			SELECT nextval('%s') AS task_id, wanted.* FROM
				unnest(CAST(? AS bigint[]), CAST(? AS text[])%s) WITH ORDINALITY wanted (created, record%s, place)
		), inserted AS (
			INSERT INTO tickets (task_id, ticket_id, created, record%s)
			SELECT task_id, CAST(%d + task_id AS text), created, record%s FROM next
			ON CONFLICT (ticket_id) DO NOTHING RETURNING task_id
		)
		SELECT place, task_id FROM next WHERE task_id IN (SELECT task_id FROM inserted)`,
		sequence("tickets", "task_id"), arrays, columns, columns, firstTicketID, columns)
}()
