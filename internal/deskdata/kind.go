package deskdata

import (
	_ "embed" // for the columns
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/phrase"
	"frontdesk/internal/store"
	"frontdesk/internal/table"
)

// kind is what an entry can be: [[name]] in TOML, a row of file.csv in CSV.
type kind struct {
	name    string
	file    string
	table   string // whose numbers entries can name, empty for none
	doc     string
	columns []columnInfo
	check   func(c *checker, e *entry)
	write   func(l *loader, e *entry) (store.Outcome, error)
}

// columnInfo is what the documentation says about a column.
type columnInfo struct {
	name     string
	shape    shape
	doc      string
	required bool
}

// definition is a kind with the record that its entries are read into.
type definition[T any] struct {
	name, file, table, doc string
	columns                []column[T]
	begin                  func(*T) // sets what an entry that does not say it has; may be nil
	// keys returns what no other entry may have, the first one named in faults; empty ones do not count.
	keys      func(*T) []string
	number    func(*T) int64 // the record's own number, 0 for none
	checkMore func(*checker, *entry, *T) error
	save      func(*loader, *entry, *T, func(*T) error) (store.Outcome, error)
}

func (d definition[T]) kind() *kind {
	k := &kind{name: d.name, file: d.file, table: d.table, doc: d.doc}
	for _, c := range d.columns {
		k.columns = append(k.columns, columnInfo{c.name, c.shape, c.doc, c.required})
	}
	k.check = func(c *checker, e *entry) { d.checkEntry(c, e) }
	k.write = func(l *loader, e *entry) (store.Outcome, error) {
		var r T
		if err := d.read(e, &r, &l.context); err != nil {
			return store.Unchanged, err
		}
		return d.save(l, e, &r, func(r *T) error { return d.read(e, r, &l.context) })
	}
	return k
}

// read sets the members of a record that an entry has, until the first fault.
func (d definition[T]) read(e *entry, r *T, c *context) error {
	if d.begin != nil {
		d.begin(r)
	}
	for _, v := range e.values {
		for i := range d.columns {
			if d.columns[i].name != v.name {
				continue
			}
			if err := d.columns[i].set(r, v.text, c); err != nil {
				return fmt.Errorf("%s:%d: %s %w", e.file, v.line, v.name, err)
			}
		}
	}
	return nil
}

// checkEntry reports every fault of an entry.
func (d definition[T]) checkEntry(c *checker, e *entry) {
	var r T
	before, misnamed := c.faults.count(), false
	given := map[string]bool{}
	for _, v := range e.values {
		at := slices.IndexFunc(d.columns, func(x column[T]) bool { return x.name == v.name })
		switch {
		case e.fromCSV && (at < 0 || given[v.name]):
			misnamed = true // the header's fault was named
		case at < 0:
			c.faults.addUnknown(e.file, v.line, v.name, kindNamed(d.name))
		case given[v.name]:
			c.faults.add(e.file, v.line, "%s is said twice", v.name)
		default:
			if err := d.columns[at].setChecked(&r, v.text, &c.context); err != nil {
				c.faults.add(e.file, v.line, "%s %s", v.name, err)
			}
		}
		given[v.name] = true
	}
	d.checkMissing(c, e, given)
	for _, key := range d.keys(&r) { // of a faulty entry too: what refers to it is no fault
		c.addKey(d.name, key, e)
	}
	if misnamed || c.faults.count() > before {
		return
	}
	if d.checkMore != nil {
		if err := d.checkMore(c, e, &r); err != nil {
			c.faults.add(e.file, e.line, "%s", err)
			return
		}
	}
	if d.number != nil {
		c.highest[d.table] = max(c.highest[d.table], d.number(&r))
	}
}

// checkMissing reports required columns that an entry lacks; a CSV file's header has been checked.
func (d definition[T]) checkMissing(c *checker, e *entry, given map[string]bool) {
	for _, column := range d.columns {
		if column.required && !given[column.name] && !e.fromCSV {
			c.faults.add(e.file, e.line, "%s is missing", column.name)
		}
	}
}

// kinds are all kinds, in the order in which they are written: nothing refers to what comes later.
var kinds []*kind

func init() {
	kinds = []*kind{
		subStatuses.kind(),
		employees.kind(),
		queues.kind(),
		dispositions.kind(),
		slaRules.kind(),
		categories.kind(),
		articles.kind(),
		customers.kind(),
		contacts.kind(),
		enquiries.kind(),
		orders.kind(),
		tickets.kind(),
		history.kind(),
	}
}

func kindNamed(name string) *kind {
	for _, k := range kinds {
		if k.name == name {
			return k
		}
	}
	return nil
}

// has reports whether a file can have a column.
func (k *kind) has(name string) bool { return slices.Contains(k.names(), name) }

// names returns the columns that a file can have.
func (k *kind) names() []string {
	var names []string
	for _, column := range k.columns {
		if !strings.HasPrefix(column.name, " ") {
			names = append(names, column.name)
		}
	}
	return names
}

// addUnknown reports an unknown column.
func (f *Faults) addUnknown(file string, line int, name string, k *kind) {
	f.add(file, line, "%s: %q is unknown; %s", k.name, name, hint(name, k.names()))
}

func kindNames() []string {
	var names []string
	for _, k := range kinds {
		if k.file != "" {
			names = append(names, k.name)
		}
	}
	return names
}

// hint suggests the name that a word probably means, or lists the known ones.
func hint(word string, names []string) string {
	if near := phrase.Nearest(word, names); near != "" {
		return "did you mean " + near + "?"
	}
	const limit = 20
	if len(names) > limit {
		return fmt.Sprintf("known are %s and %d more", strings.Join(names[:limit], ", "), len(names)-limit)
	}
	if len(names) == 0 {
		return "there is none"
	}
	return "known are " + strings.Join(names, ", ")
}

func checkPriority(name string) error {
	if name == "" || slices.Contains(store.Priorities, name) {
		return nil
	}
	return fmt.Errorf("%q is not a priority; %s", name, hint(name, store.Priorities))
}

var errNoName = errors.New("needs a code, an e-mail or a name")

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
