package deskdata

import (
	_ "embed" // for the columns
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/store"
)

//go:embed columns.txt
var columnsFile string

// column is one member of an entry: how it is read into a record and written from it.
type column[T any] struct {
	name  string
	shape shape
	what  string // for the reference
	must  bool   // an entry cannot do without it
	plain bool   // it is written although no record has it
	get   func(*T) string
	set   func(r *T, text string, c *context) error
}

// context is what reading a value needs besides its text.
type context struct {
	zone  *time.Location
	known known
}

// known answers what a reference means: while an import is checked from the files and the desk, later from the desk.
type known interface {
	reference(kind, key string) error // nil when there is one
	employee(key string) (store.Agent, error)
}

// columnsOf reads the columns of a kind from columns.txt. Those of own stand for the ones with their name there, or
// come after all. The file is part of the program, so a mistake in it is one of the program.
func columnsOf[T any](kind string, own ...column[T]) []column[T] {
	var all []column[T]
	_, section, _ := strings.Cut(columnsFile, "\n["+kind+"]\n")
	section, _, _ = strings.Cut(section, "\n[")
	for row := range strings.Lines(strings.TrimSpace(section)) {
		cells := strings.SplitN(row, "|", 4)
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		typeName, mark, _ := strings.Cut(cells[1], " ")
		c := column[T]{name: cells[0], what: cells[3], must: mark == "needed" || typeName == "key", plain: mark == "always"}
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
