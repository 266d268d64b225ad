package deskdata

import (
	_ "embed" // for the columns
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/store"
	"frontdesk/internal/table"
)

//go:embed columns.txt
var columnsFile string

var columnRows = table.Read(columnsFile, 4)

// column is one member of an entry: how it is read into a record and written from it.
type column[T any] struct {
	name          string
	shape         shape
	doc           string // for the reference
	required      bool   // every entry must have it, and not blank
	alwaysWritten bool   // it is written even if no record has it
	get           func(*T) string
	set           func(r *T, text string, c *context) error
}

// context is what parsing a value needs besides its text.
type context struct {
	now      time.Time // in the account's zone; relative times count from it
	resolver resolver
}

// resolver resolves references: from the files and the desk while an import is checked, later from the desk.
type resolver interface {
	checkReference(kind, key string) error // nil if there is one
	employee(key string) (store.Agent, error)
}

// columnsOf reads the columns of a kind from columns.txt. Those of own stand for the ones with their name there, or
// come after all. The file is part of the program, so a mistake in it is one of the program.
func columnsOf[T any](kind string, own ...column[T]) []column[T] {
	var all []column[T]
	for _, row := range columnRows {
		if row.Section != kind {
			continue
		}
		cells := row.Cells
		typeName, mark, _ := strings.Cut(cells[1], " ")
		c := column[T]{
			name:          cells[0],
			doc:           cells[3],
			required:      mark == "needed" || typeName == "key",
			alwaysWritten: mark == "always",
		}
		if at := slices.IndexFunc(own, func(o column[T]) bool { return o.name == c.name }); at >= 0 {
			c.get, c.set = own[at].get, own[at].set
			own = slices.Delete(own, at, at+1)
		} else {
			c.bind(cells[2], valueTypes[typeName])
		}
		c.shape = valueTypes[typeName].shape
		all = append(all, c)
	}
	return append(all, own...)
}

// setChecked sets the member, but not to a blank text if every entry must have it.
func (c *column[T]) setChecked(r *T, text string, x *context) error {
	if c.required && strings.TrimSpace(text) == "" {
		return errEmpty
	}
	return c.set(r, text, x)
}

// bind makes the column read and write a member of the record.
func (c *column[T]) bind(member string, values valueType) {
	field, found := reflect.TypeFor[T]().FieldByName(member)
	if !found || field.Type != values.of {
		panic(fmt.Sprintf("columns.txt: no %s of %s is called %q", values.of, c.name, member))
	}
	at := func(r *T) any { return reflect.ValueOf(r).Elem().FieldByIndex(field.Index).Addr().Interface() }
	c.get = func(r *T) string { return values.get(at(r)) }
	c.set = func(r *T, text string, x *context) error { return values.set(at(r), text, x) }
}
