package store

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"reflect"
	"strings"
)

// recordTable is a table of JSON records with the statements that write one. Its columns are the key, those that never
// change, those that do, the record, and those by which records are found: both engines have the same, and the program
// fills them from the record, see tagged.
type recordTable[T any] struct {
	columns                []string
	insert, upsert, update string
	found                  []tagged
}

// tagged is a column that shows a field of a record. The field names it in its tag, with how:
//
//	Code string `column:"code"`              // a text as an index holds it
//	State string `column:"state,place"`      // which is compared without the case of ASCII letters
//	ClosedAt int64 `column:"closed_at,null"` // a number, NULL for 0
type tagged struct {
	field   int
	member  string // of the customer record; empty for none
	column  string
	isPlace bool
	isNull  bool // if it is 0
}

// The tables of records.
var (
	customersTable  = newRecordTable[Customer]("customers", "id", []string{"created"}, "folded", "name")
	contactsTable   = newRecordTable[Contact]("contacts", "id", []string{"customer_id"})
	enquiriesTable  = newRecordTable[Enquiry]("enquiries", "id", []string{"customer_id"})
	ordersTable     = newRecordTable[Order]("orders", "id", []string{"customer_id"}, "enquiry_id", "added")
	ticketsTable    = newRecordTable[Ticket]("tickets", "task_id", []string{"ticket_id", "created"})
	categoriesTable = newRecordTable[Category]("categories", "id", nil)
	articlesTable   = newRecordTable[Article]("articles", "id", nil, "enabled")
)

// newRecordTable returns the statements of a table. fixed and changing name its columns before the record.
func newRecordTable[T any](name, key string, fixed []string, changing ...string) recordTable[T] {
	found := taggedColumns[T]()
	changing = append(changing, "record")
	for _, c := range found {
		changing = append(changing, c.column)
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
		columns: all,
		insert:  insert,
		upsert:  insert + " ON CONFLICT (" + key + ") DO UPDATE SET " + strings.Join(kept, ", "),
		update:  "UPDATE " + name + " SET " + strings.Join(set, ", ") + " WHERE " + key + " = ?",
		found:   found,
	}
}

// values returns the arguments of insert and upsert: those given, the last of which is the record, and those by which
// it is found.
func (t recordTable[T]) values(record *T, given ...any) []any {
	fields := reflect.ValueOf(record).Elem()
	for _, c := range t.found {
		given = append(given, c.value(fields.Field(c.field)))
	}
	return given
}

// updateValues returns the arguments of update.
func (t recordTable[T]) updateValues(record *T, key any, given ...any) []any {
	return append(t.values(record, given...), key)
}

func taggedColumns[T any]() (found []tagged) {
	record := reflect.TypeFor[T]()
	for i := range record.NumField() {
		tag := record.Field(i).Tag
		if column, how, _ := strings.Cut(tag.Get("column"), ","); column != "" {
			found = append(found, tagged{i, tag.Get("record"), column, how == "place", how == "null"})
		}
	}
	return found
}

// value returns a field as the column holds it.
func (c tagged) value(field reflect.Value) any {
	switch v := field.Interface().(type) {
	case string:
		return c.key(v)
	case int64:
		if c.isNull {
			return sql.NullInt64{Int64: v, Valid: v != 0}
		}
		return v
	case Employee:
		return v.ID
	default:
		return v
	}
}

// key returns a text as the column holds it.
func (c tagged) key(text string) string {
	if c.isPlace {
		return placeKey(text)
	}
	return indexKey(text)
}

// maxKey is how many bytes of a text an index holds; PostgreSQL takes at most 2,704 for all columns of an entry.
const maxKey = 400

// indexKey returns a text as an index holds it: a long one as its beginning and a checksum of all of it.
func indexKey(text string) string {
	text = storableText(text)
	if len(text) <= maxKey {
		return text
	}
	sum := sha256.Sum256([]byte(text))
	return strings.ToValidUTF8(text[:maxKey-2*len(sum)], "") + hex.EncodeToString(sum[:])
}

// placeKey is indexKey for a place, whose ASCII letters are compared without case.
func placeKey(text string) string {
	return indexKey(strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, text))
}

// CustomerColumn returns the column that shows a member of the customer record; empty for none.
func CustomerColumn(member string) Column {
	for _, c := range customersTable.found {
		if member != "" && c.member == member {
			return "c." + Column(c.column)
		}
	}
	return ""
}

// isPlace reports whether a column shows a place.
func isPlace(c Column) bool {
	for _, of := range customersTable.found {
		if "c."+Column(of.column) == c {
			return of.isPlace
		}
	}
	return false
}
