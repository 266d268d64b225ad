package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"
)

// Outcome is the result of importing one entry.
type Outcome int

// The outcomes of an import entry.
const (
	Unchanged Outcome = iota
	Added
	Changed
)

// Import writes the entries of files into a desk in one transaction. Each of its methods looks a record up by its
// key, calls set to modify it or a new one, and stores it when something changed.
type Import struct {
	*writer
	histories map[int64]HistorySize // of the tickets that got notes, by task
}

// Import runs do in one transaction; an error of do leaves the desk unchanged.
func (s *Store) Import(ctx context.Context, do func(*Import) error) error {
	defer s.loads.Add(1)
	return s.update(ctx, func(ctx context.Context, tx *transaction) error {
		w := newWriter(ctx, tx)
		defer func() { tx.lastIDs = nil }()
		w.exec("DROP TABLE IF EXISTS temp.imported_notes")
		w.exec("CREATE TEMP TABLE imported_notes (id INTEGER PRIMARY KEY)")
		if w.err != nil {
			return w.err
		}
		if err := do(&Import{w, map[int64]HistorySize{}}); err != nil {
			return err
		}
		w.updateCategoryNames()
		w.exec("DROP TABLE temp.imported_notes")
		return w.err
	})
}

// numberedTables maps the tables with assigned ids to their id column.
var numberedTables = map[string]string{
	"employees":  "id",
	"categories": "id",
	"articles":   "id",
	"customers":  "id",
	"contacts":   "id",
	"enquiries":  "id",
	"orders":     "id",
	"tickets":    "task_id",
}

// Reserve reserves the ids of a table up to highest for entries that give their own, so that none of them is
// assigned to an entry without one.
func (i *Import) Reserve(table string, highest int64) error {
	last, err := i.tx.nextID(i.ctx, table, numberedTables[table])
	if err == nil {
		i.tx.lastIDs[table] = max(last-1, highest)
	}
	return err
}

// queryOne reads at most one row and reports whether there is one.
func queryOne[T any](w *writer, read func(row) (T, error), query string, args ...any) (value T, found bool) {
	if w.err != nil {
		return value, false
	}
	there, err := read(w.tx.QueryRowContext(w.ctx, query, args...))
	if errors.Is(err, sql.ErrNoRows) || errors.Is(err, ErrTicketNotFound) || errors.Is(err, ErrCustomerNotFound) ||
		errors.Is(err, ErrOrderNotFound) {
		return value, false
	}
	w.err = err
	return there, err == nil
}

// modify calls set to modify a record, and save if some stored field is another one then or the record is new.
func modify[T any](i *Import, record *T, found bool, set func(*T) error, save func()) (Outcome, error) {
	before := i.allFields(record)
	if err := set(record); err != nil {
		return Unchanged, err
	}
	outcome := Added
	if after := i.allFields(record); found {
		outcome = map[bool]Outcome{true: Changed, false: Unchanged}[before != after]
	}
	if i.err == nil && outcome != Unchanged {
		save()
	}
	return outcome, i.err
}

// allFields returns all fields of a record as text, including those that its JSON omits.
func (i *Import) allFields(record any) string {
	type plain struct{ ID, Key, Name, Created any }
	var beside plain
	switch r := record.(type) {
	case *Queue:
		beside = plain{Key: r.Key, Name: r.Name}
	case *Ticket:
		if len(r.Attachments) == 0 {
			r.Attachments = nil // an empty list counts as none
		}
		beside = plain{ID: r.TaskID, Created: r.Created}
	case *Customer:
		beside = plain{ID: r.ID, Created: r.Created}
	case *Order:
		beside = plain{ID: r.ID, Key: r.CustomerID, Name: r.EnquiryID, Created: r.Added}
	case *Enquiry:
		beside = plain{Key: r.CustomerID}
	}
	text, err := json.Marshal([]any{record, beside})
	i.err = errors.Join(i.err, err)
	return string(text)
}

// Employee finds an employee by code, else e-mail, else name.
func (i *Import) Employee(key string) (Agent, bool) { return i.findAgent(key) }

// updateCategoryNames updates the category names stored in articles.
func (w *writer) updateCategoryNames() {
	w.exec(
		`UPDATE articles SET record = json_set(record, '$.CategoryName', (SELECT record ->> 'Name' FROM categories c WHERE c.id = articles.record ->> 'CategoryID'),
			'$.ParentName',
				(SELECT record ->> 'Parent' FROM categories c WHERE c.id = articles.record ->> 'CategoryID'))
		WHERE EXISTS (SELECT 1 FROM categories c WHERE c.id = articles.record ->> 'CategoryID'
			AND (c.record ->> 'Name' <> articles.record ->> 'CategoryName' OR c.record ->> 'Parent' <> articles.record ->> 'ParentName'))`,
	)
}

// FolderOf returns the folder of a category's articles in files: the one it was imported from, else its name under
// its ancestors' names, made safe as file names.
func FolderOf(c Category, byID map[int64]Category) string {
	if c.Folder != "" {
		return c.Folder
	}
	var parts []string
	for id := range strings.SplitSeq(strings.Trim(c.Path, "/"), "/") {
		if parent, known := byID[parseID(id)]; known && parent.ID != c.ID {
			parts = append(parts, FolderName(parent.Name))
		}
	}
	return strings.Join(append(parts, FolderName(c.Name)), "/")
}
