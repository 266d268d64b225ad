package deskdata

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"frontdesk/internal/safetext"
	"frontdesk/internal/store"
)

// kind is what an entry can be: [[name]] in TOML, a row of file.csv in CSV.
type kind struct {
	name    string
	file    string
	table   string // whose numbers entries can name, empty for none
	what    string
	columns []columnInfo
	check   func(c *checker, e *entry)
	write   func(l *loader, e *entry) (store.Outcome, error)
}

// columnInfo is what the reference tells of a column.
type columnInfo struct {
	name  string
	shape shape
	what  string
	must  bool
}

// definition is a kind with the record that its entries are read into.
type definition[T any] struct {
	name, file, table, what string
	columns                 []column[T]
	keys                    func(*T) []string // what no other entry may have, the first one named in faults; empty ones do not count
	number                  func(*T) int64    // the record's own number, 0 for none
	also                    func(*checker, *entry, *T) error
	save                    func(*loader, *entry, *T, func(*T) error) (store.Outcome, error)
}

func (d definition[T]) kind() *kind {
	k := &kind{name: d.name, file: d.file, table: d.table, what: d.what}
	for _, c := range d.columns {
		k.columns = append(k.columns, columnInfo{c.name, c.shape, c.what, c.must})
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

// read lays what an entry says over a record; the first fault ends it.
func (d definition[T]) read(e *entry, r *T, c *context) error {
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

// checkEntry names every fault of an entry.
func (d definition[T]) checkEntry(c *checker, e *entry) {
	var r T
	before, misnamed := c.faults.Count(), false
	said := map[string]bool{}
	for _, v := range e.values {
		at := slices.IndexFunc(d.columns, func(x column[T]) bool { return x.name == v.name })
		switch {
		case e.row && (at < 0 || said[v.name]):
			misnamed = true // the header's fault was named
		case at < 0:
			c.faults.addUnknown(e.file, v.line, v.name, kindNamed(d.name))
		case said[v.name]:
			c.faults.add(e.file, v.line, "%s is said twice", v.name)
		default:
			if err := d.columns[at].set(&r, v.text, &c.context); err != nil {
				c.faults.add(e.file, v.line, "%s %s", v.name, err)
			}
		}
		said[v.name] = true
	}
	d.checkMissing(c, e, said)
	for _, key := range d.keys(&r) { // of a faulty entry too: what refers to it is no fault
		c.claim(d.name, key, e)
	}
	if misnamed || c.faults.Count() > before {
		return
	}
	if d.also != nil {
		if err := d.also(c, e, &r); err != nil {
			c.faults.add(e.file, e.line, "%s", err)
			return
		}
	}
	if d.number != nil {
		c.highest[d.table] = max(c.highest[d.table], d.number(&r))
	}
}

// checkMissing names what an entry needs and does not say; a CSV file's header was checked.
func (d definition[T]) checkMissing(c *checker, e *entry, said map[string]bool) {
	for _, column := range d.columns {
		if column.must && !said[column.name] && !e.row {
			c.faults.add(e.file, e.line, "%s is missing", column.name)
		}
	}
}

// kinds are all kinds, in the order in which they are written: nothing refers to what comes later.
var kinds []*kind

func init() {
	kinds = []*kind{
		subStatuses.kind(), employees.kind(), queues.kind(), dispositions.kind(), slaRules.kind(), categories.kind(), articles.kind(),
		customers.kind(), contacts.kind(), enquiries.kind(), orders.kind(), tickets.kind(), history.kind(),
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

// has says whether a file can name a column.
func (k *kind) has(name string) bool { return slices.Contains(k.names(), name) }

// names are the columns that a file can name.
func (k *kind) names() []string {
	var names []string
	for _, column := range k.columns {
		if !strings.HasPrefix(column.name, " ") {
			names = append(names, column.name)
		}
	}
	return names
}

// addUnknown names a column that there is not.
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

// hint names what was probably meant by a word, or all that is known.
func hint(word string, names []string) string {
	if near := safetext.Nearest(word, names); near != "" {
		return "did you mean " + near + "?"
	}
	const most = 20
	if len(names) > most {
		return fmt.Sprintf("known are %s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	if len(names) == 0 {
		return "there is none"
	}
	return "known are " + strings.Join(names, ", ")
}

func priorityFault(name string) error {
	if name == "" || slices.Contains(store.Priorities, name) {
		return nil
	}
	return fmt.Errorf("%q is no priority; %s", name, hint(name, store.Priorities))
}

var errNoName = errors.New("needs a code, an e-mail or a name")
