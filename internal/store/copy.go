package store

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// copyRowsAtOnce and copyBytesAtOnce bound what one transaction of a copy writes.
const (
	copyRowsAtOnce  = 1000
	copyBytesAtOnce = 4 << 20
)

// CopyStep is a part of a copy.
type CopyStep string

// The steps of a copy.
const (
	CopyCheck   CopyStep = "checked"  // what the target holds already is what the source holds
	CopyWrite   CopyStep = "copied"   // rows were written
	CopyCompare CopyStep = "compared" // the whole table was compared
)

// CopyProgress says how far a copy is.
type CopyProgress struct {
	Step       CopyStep
	Table      string
	Rows, Of   int64
	IsComplete bool // the step is done for this table
}

// CopiedTable is the result of copying a table.
type CopiedTable struct {
	Table     string `json:"table"`
	Rows      int64  `json:"rows"`      // of the source
	Copied    int64  `json:"copied"`    // by this run; an earlier one may have copied the others
	Target    int64  `json:"target"`    // rows of the target at the end
	Identical bool   `json:"identical"` // all rows of both are the same
}

// errCopyUnknown says what to do after a commit without an answer.
var errCopyUnknown = errors.New("copy again to go on: what was kept is found then")

// ErrOtherData reports a target of a copy that holds something else than the source.
var ErrOtherData = errors.New("the target holds other data")

// ErrDifferent reports a copy that is not the same as its source.
var ErrDifferent = errors.New("the copy is not the same as the desk")

// Copy copies all records of a desk, as they are at one moment, to another one that is empty or holds a part of them,
// as after a copy that was interrupted. At the end it compares the numbers and checksums of all rows; a difference is
// an error beside the result. Nothing is removed from the target and nothing of it changed. tell, which may be nil, is
// called as the copy goes on.
func Copy(ctx context.Context, from, to *Store, tell func(CopyProgress)) (result []CopiedTable, err error) {
	if tell == nil {
		tell = func(CopyProgress) {}
	}
	defer to.loads.Add(1)
	err = from.inSnapshot(ctx, func(source snapshot) error {
		c := &copier{ctx: ctx, source: source, to: to, tell: tell, copied: map[string]int64{}}
		found, err := c.check()
		if err != nil {
			return err
		}
		for i, t := range copyTables {
			if err := c.copyTable(t, found[i]); err != nil {
				return fmt.Errorf("%s cannot be copied: %w", t.name, err)
			}
		}
		result, err = c.compare()
		return err
	})
	return result, err
}

// copier copies one desk.
type copier struct {
	ctx    context.Context //nolint:containedctx // lives for one copy
	source snapshot
	to     *Store
	tell   func(CopyProgress)
	copied map[string]int64 // rows, by table
}

// copiedPart is what the target of a copy holds of a table before it.
type copiedPart struct {
	last []any // key, nil for nothing
	rows int64
}

// check returns what the target holds of each table. Up to the last keys it must hold the rows of the source.
func (c *copier) check() (found []copiedPart, err error) {
	err = c.to.inSnapshot(c.ctx, func(target snapshot) error {
		for _, t := range copyTables {
			key, err := t.last(c.ctx, target)
			if err != nil {
				return err
			}
			if key == nil {
				found = append(found, copiedPart{})
				continue
			}
			there, err1 := t.sum(c.ctx, target, nil)
			here, err2 := t.sum(c.ctx, c.source, key)
			if err := errors.Join(err1, err2); err != nil {
				return err
			}
			if there != here {
				return fmt.Errorf("%w, and was left as it is: its %s are not those of the desk", ErrOtherData, t.name)
			}
			found = append(found, copiedPart{key, there.rows})
			c.tell(CopyProgress{CopyCheck, t.name, there.rows, there.rows, true})
		}
		return nil
	})
	return found, err
}

// copyTable copies the rows that the target does not hold, some at a time.
func (c *copier) copyTable(t copyTable, found copiedPart) error {
	total, err := t.count(c.ctx, c.source)
	if err != nil {
		return err
	}
	var rows [][]any
	size := 0
	write := func() error {
		if len(rows) == 0 {
			return nil
		}
		if err := c.write(t, rows); err != nil {
			return err
		}
		c.copied[t.name] += int64(len(rows))
		rows, size = nil, 0
		done := found.rows + c.copied[t.name]
		c.tell(CopyProgress{CopyWrite, t.name, done, total, done == total})
		return c.ctx.Err()
	}
	for row, err := range t.read(c.ctx, c.source, ">", found.last) {
		if err != nil {
			return err
		}
		rows = append(rows, row)
		for _, value := range row {
			if text, isText := value.(string); isText {
				size += len(text)
			}
		}
		if len(rows) == copyRowsAtOnce || size >= copyBytesAtOnce {
			if err := write(); err != nil {
				return err
			}
		}
	}
	return write()
}

// write writes rows in one transaction.
func (c *copier) write(t copyTable, rows [][]any) error {
	err := c.to.update(c.ctx, func(ctx context.Context, tx *transaction) error {
		w := newWriter(ctx, tx)
		if t.name == "articles" {
			w.copyArticles(t, rows)
		} else {
			w.insertRows(t, rows)
		}
		if t.hasIDs && w.err == nil { // or a new record would get an id that a copied one has
			highest, _ := rows[len(rows)-1][0].(int64)
			w.err = tx.dialect.reserve(ctx, tx, t.name, t.columns[0], highest)
		}
		return w.err
	})
	if errors.Is(err, ErrOutcomeUnknown) {
		err = fmt.Errorf("%w; %w", err, errCopyUnknown)
	}
	return err
}

// rowsAtOnce are how many rows one statement inserts: a few sizes, because each is a statement of its own, and small
// enough for the number of arguments that the engines take.
var rowsAtOnce = []int{200, 20, 1}

func (w *writer) insertRows(t copyTable, rows [][]any) {
	for _, size := range rowsAtOnce {
		for len(rows) >= size {
			w.exec(t.insert(size), slices.Concat(rows[:size]...)...)
			rows = rows[size:]
		}
	}
}

// copyArticles writes articles with what each engine has of their titles.
func (w *writer) copyArticles(t copyTable, rows [][]any) {
	for _, row := range rows {
		var a Article
		text, _ := row[slices.Index(t.columns, "record")].(string)
		if _, err := lazyDecode(&a, jsonColumn{&text, &a})(); err != nil {
			w.err = fmt.Errorf("the record of article %v cannot be read: %w", row[0], err)
			return
		}
		a.ID, _ = row[0].(int64)
		w.tx.dialect.writeArticle(w, &a, text)
	}
}

// compare compares all tables.
func (c *copier) compare() (result []CopiedTable, err error) {
	var different []string
	err = c.to.inSnapshot(c.ctx, func(target snapshot) error {
		for _, t := range copyTables {
			here, err1 := t.sum(c.ctx, c.source, nil)
			there, err2 := t.sum(c.ctx, target, nil)
			if err := errors.Join(err1, err2); err != nil {
				return err
			}
			if here != there {
				different = append(different, t.name)
			}
			result = append(result, CopiedTable{t.name, here.rows, c.copied[t.name], there.rows, here == there})
			c.tell(CopyProgress{CopyCompare, t.name, here.rows, here.rows, true})
		}
		return nil
	})
	if err == nil && len(different) > 0 {
		err = fmt.Errorf("%w: other %s", ErrDifferent, strings.Join(different, ", "))
	}
	return result, err
}

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
