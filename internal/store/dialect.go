package store

import (
	"context"
	"fmt"
	"strings"
)

// dialect is what the statements of the two engines differ in. The rest of the SQL in this package suits both.
type dialect struct {
	customers  recordTable[Customer]
	contacts   recordTable[Contact]
	enquiries  recordTable[Enquiry]
	orders     recordTable[Order]
	tickets    recordTable[Ticket]
	categories recordTable[Category]
	articles   recordTable[Article]

	nameKey        string // expression that finds a customer c by key(name)
	categoryFolder string // expression of a category's folder
	placeColumn    string // after a column of a place that is compared
	in, notIn      string // conditions on a column and a list, see listArgument
	nameContains   string // condition on a customer c and the argument of namePattern
	never          string // condition that nothing meets
	beginSnapshot  string // begins a transaction that only reads, and always the same
	findsFewFirst  bool   // few orders of a filter have to be found before they are sorted, see ordersPage
	searchArticles string // with the arguments of articleMatch and a limit

	on func(connection) querier // runs queries

	listArgument func(values any) any     // a []string or []int64 as one argument
	namePattern  func(part string) string // folded
	articleMatch func(words []string) string
	key          func(text string) string // a text as an index holds it
	place        func(text string) string // likewise, where case does not matter

	// insertNumbered inserts tickets with the next numbers, and returns these: 0 where the external id is taken.
	insertNumbered func(ctx context.Context, tx *transaction, tickets []*Ticket) ([]int64, error)

	nextID  func(ctx context.Context, tx *transaction, table, column string) (int64, error)
	reserve func(ctx context.Context, tx *transaction, table, column string, highest int64) error
	// addedID is called after records with ids of their own were added.
	addedID func(ctx context.Context, tx *transaction, table, column string) error
	lock    func(ctx context.Context, tx *transaction, table, column string, key any) error
	lockAll func(ctx context.Context, tx *transaction, what lockName) error

	indexArticle func(w *writer, a *Article) // after it was written
}

// lockName names what only one transaction may do at a time.
type lockName int64

// The locks.
const (
	lockImport    lockName = iota + 1 // filling a desk
	lockEmployees                     // finding an employee or adding one
)

// connection is a connection to either engine.
type connection interface {
	querier
	execer
}

// derived is a column beside a record that shows one of its members, for filters to find it by.
type derived[T any] struct {
	column string
	value  func(*T) any
}

// recordTable is a table of JSON records with the statements that write one. Its columns are the key, those that never
// change, those that do, the record and the derived ones.
type recordTable[T any] struct {
	insert, upsert, update string
	derived                []derived[T]
}

// newRecordTable returns the statements of a table. fixed and changing name its columns before the record.
func newRecordTable[T any](name, key string, fixed, changing []string, beside []derived[T]) recordTable[T] {
	changing = append(changing, "record")
	for _, d := range beside {
		changing = append(changing, d.column)
	}
	all := append(append([]string{key}, fixed...), changing...)
	insert := fmt.Sprintf(
		"INSERT INTO %s (%s) VALUES (?%s)", name, strings.Join(all, ", "), strings.Repeat(", ?", len(all)-1),
	)
	var kept, set []string
	for _, column := range changing {
		kept = append(kept, column+" = excluded."+column)
		set = append(set, column+" = ?")
	}
	return recordTable[T]{
		insert:  insert,
		upsert:  insert + " ON CONFLICT (" + key + ") DO UPDATE SET " + strings.Join(kept, ", "),
		update:  "UPDATE " + name + " SET " + strings.Join(set, ", ") + " WHERE " + key + " = ?",
		derived: beside,
	}
}

// values returns the arguments of insert and upsert: those given, the last of which is the record, and the derived
// ones.
func (t recordTable[T]) values(record *T, given ...any) []any {
	for _, d := range t.derived {
		given = append(given, d.value(record))
	}
	return given
}

// updateValues returns the arguments of update.
func (t recordTable[T]) updateValues(record *T, key any, given ...any) []any {
	return append(t.values(record, given...), key)
}
