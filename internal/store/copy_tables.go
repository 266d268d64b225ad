package store

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// copyTable is a table as both engines have it, so that Copy copies its rows as they are.
type copyTable struct {
	name    string
	columns []string // the key first
	keys    int      // how many of the columns identify a row
	hasIDs  bool     // the key is a number that the desk assigns
}

// copyTables are all tables of a desk, each after those that it refers to.
var copyTables = []copyTable{
	{"sub_statuses", []string{"key", "name", "status", "status_name"}, 1, false},
	{"dispositions", []string{"path"}, 1, false},
	{"sla_rules", []string{"queue", "priority", "seconds", "at_risk"}, 2, false},
	{"employees", []string{"id", "code", "email", "name", "phone", "available"}, 1, true},
	{"queues", []string{"key", "name", "last_agent", "record"}, 1, false},
	{"categories", categoriesTable.columns, 1, true},
	{"articles", articlesTable.columns, 1, true},
	{"customers", customersTable.columns, 1, true},
	{"contacts", contactsTable.columns, 1, true},
	{"enquiries", enquiriesTable.columns, 1, true},
	{"orders", ordersTable.columns, 1, true},
	{"tickets", ticketsTable.columns, 1, true},
	{"notes", []string{"id", "task_id", "record"}, 1, true},
	{"reach", []string{"address", "customer_id"}, 2, false},
	{"customer_attributes", []string{"name", "value", "customer_id"}, 3, false},
	{"order_attributes", []string{"name", "value", "order_id"}, 3, false},
}

// flagColumns are booleans, which SQLite holds as numbers.
var flagColumns = []string{"available", "enabled", "individual", "organization", "channel_partner"}

// key returns the columns that identify a row, in the order in which rows are copied.
func (t copyTable) key() string { return strings.Join(t.columns[:t.keys], ", ") }

// read yields the rows whose key compares so to another one, in the order of the keys; all for nil.
func (t copyTable) read(ctx context.Context, db snapshot, compare string, key []any) iter.Seq2[[]any, error] {
	query := "SELECT " + strings.Join(t.columns, ", ") + " FROM " + t.name
	if key != nil {
		query += " WHERE (" + t.key() + ") " + compare + " (?" + strings.Repeat(", ?", t.keys-1) + ")"
	}
	return func(yield func([]any, error) bool) {
		for row, err := range db.rows(ctx, len(t.columns), query+" ORDER BY "+t.key(), key...) {
			for i := range row {
				if number, isNumber := row[i].(int64); isNumber && slices.Contains(flagColumns, t.columns[i]) {
					row[i] = number != 0
				}
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
	}
}

// last returns the key of the last row, nil if there is none.
func (t copyTable) last(ctx context.Context, db snapshot) ([]any, error) {
	query := "SELECT " + t.key() + " FROM " + t.name + " ORDER BY " + strings.ReplaceAll(t.key(), ",", " DESC,") + " DESC LIMIT 1"
	for key, err := range db.rows(ctx, t.keys, query) {
		return key, err
	}
	return nil, nil
}

// count returns the number of rows.
func (t copyTable) count(ctx context.Context, db snapshot) (n int64, err error) {
	for row, err := range db.rows(ctx, 1, "SELECT count(*) FROM "+t.name) {
		if err != nil {
			return 0, err
		}
		n, _ = row[0].(int64)
	}
	return n, nil
}

// insert returns the statement that inserts some rows.
func (t copyTable) insert(rows int) string {
	row := "(?" + strings.Repeat(", ?", len(t.columns)-1) + ")"
	return "INSERT INTO " + t.name + " (" + strings.Join(t.columns, ", ") + ") VALUES " + row + strings.Repeat(", "+row, rows-1)
}

// tableSum is the number of rows of a table, and the sum of their checksums: two tables with the same rows have the
// same one.
type tableSum struct {
	rows int64
	sum  uint64
}

// sum adds up the rows of a table up to a key, all for nil.
func (t copyTable) sum(ctx context.Context, db snapshot, to []any) (s tableSum, err error) {
	var encoded []byte
	for row, err := range t.read(ctx, db, "<=", to) {
		if err != nil {
			return s, err
		}
		if encoded, err = appendRow(encoded[:0], row); err != nil {
			return s, fmt.Errorf("%s: %w", t.name, err)
		}
		sum := sha256.Sum256(encoded)
		s.rows, s.sum = s.rows+1, s.sum+binary.LittleEndian.Uint64(sum[:])
	}
	return s, nil
}

// appendRow appends the values of a row, each with its kind and size. A text that PostgreSQL cannot hold is the same as
// what it holds instead.
func appendRow(to []byte, row []any) ([]byte, error) {
	for _, value := range row {
		switch v := value.(type) {
		case nil:
			to = append(to, 'n')
		case int64:
			to = binary.AppendVarint(append(to, 'i'), v)
		case bool:
			to = fmt.Appendf(to, "%t", v)
		case string:
			v = storableText(v)
			to = append(binary.AppendUvarint(append(to, 's'), uint64(len(v))), v...)
		default:
			return to, fmt.Errorf("a value is a %T", v)
		}
	}
	return to, nil
}
