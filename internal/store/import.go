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
	histories         map[int64]HistorySize // of the tickets that got notes, by task
	categoriesChanged bool
}

// Import runs do in one transaction; an error of do leaves the desk unchanged.
func (s *Store) Import(ctx context.Context, do func(*Import) error) error {
	defer s.loads.Add(1)
	return s.update(ctx, func(ctx context.Context, tx *transaction) error {
		w := newWriter(ctx, tx)
		if err := s.dialect.lockAll(ctx, tx, lockImport); err != nil {
			return err
		}
		w.exec("DROP TABLE IF EXISTS imported_notes")
		w.exec("CREATE TEMP TABLE imported_notes (id BIGINT PRIMARY KEY)")
		if w.err != nil {
			return w.err
		}
		i := &Import{writer: w, histories: map[int64]HistorySize{}}
		if err := do(i); err != nil {
			return err
		}
		if i.categoriesChanged {
			w.updateCategoryNames()
		}
		w.exec("DROP TABLE imported_notes")
		w.recordAddedIDs()
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
	return i.tx.dialect.reserve(i.ctx, i.tx, table, numberedTables[table], highest)
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

// recordAddedIDs ends the time in which records come with ids of their own.
func (w *writer) recordAddedIDs() {
	for table, column := range numberedTables {
		if w.err == nil {
			w.err = w.tx.dialect.addedID(w.ctx, w.tx, table, column)
		}
	}
}

// updateCategoryNames updates the category names stored in articles.
func (w *writer) updateCategoryNames() {
	if w.err != nil {
		return
	}
	known := settings{w.tx}
	categories, err := known.Categories(w.ctx)
	byID := map[int64]Category{}
	for _, c := range categories {
		byID[c.ID] = c
	}
	articles, err2 := known.Articles(w.ctx)
	w.err = errors.Join(err, err2)
	for _, a := range articles {
		c, found := byID[a.CategoryID]
		if !found || a.CategoryName == c.Name && a.ParentName == c.Parent {
			continue
		}
		a.CategoryName, a.ParentName = c.Name, c.Parent
		w.writeArticle(&a)
	}
}

func (w *writer) writeCategory(c *Category) {
	w.exec(categoriesTable.upsert, categoriesTable.values(c, c.ID, w.encode(c))...)
}

// writeArticle stores an article, and its title for searches.
func (w *writer) writeArticle(a *Article) { w.tx.dialect.writeArticle(w, a, w.encode(a)) }

// FolderOf returns the folder of a category's articles in files: the one it was imported from, else its name under
// its ancestors' names, made safe as file names.
func FolderOf(c Category, byID map[int64]Category) string {
	if c.Folder != "" {
		return c.Folder
	}
	var parts []string
	for id := range strings.SplitSeq(strings.Trim(c.Path, "/"), "/") {
		if parent, known := byID[parseID(id)]; known && parent.ID != c.ID {
			parts = append(parts, folderName(parent.Name))
		}
	}
	return strings.Join(append(parts, folderName(c.Name)), "/")
}
