package store

import (
	"context"
	"errors"
	"fmt"
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
	Table       string   `json:"table"`
	Rows        int64    `json:"rows"`                  // of the source
	Copied      int64    `json:"copied"`                // by this run; an earlier one may have copied the others
	Derived     bool     `json:"derived,omitempty"`     // the target makes the rows anew from those of other tables
	Target      int64    `json:"target"`                // rows of the target at the end
	Different   int      `json:"different"`             // rows that are missing, too many or not the same
	Differences []string `json:"differences,omitempty"` // the first of them
}

// errCopyUnknown says what to do after a commit without an answer.
var errCopyUnknown = errors.New("copy again to go on: what was kept is found then")

// ErrOtherData reports a target of a copy that holds something else than the source.
var ErrOtherData = errors.New("the target holds other data")

// ErrDifferent reports a copy that is not the same as its source.
var ErrDifferent = errors.New("the copy is not the same as the desk")

// Copy copies all records of a desk, as they are at one moment, to another one that is empty or holds a part of them,
// as after a copy that was interrupted. At the end it compares all rows; a difference is an error beside the result.
// Nothing is removed from the target and nothing of it changed. tell, which may be nil, is called as the copy goes on.
func Copy(ctx context.Context, from, to *Store, tell func(CopyProgress)) (result []CopiedTable, err error) {
	if tell == nil {
		tell = func(CopyProgress) {}
	}
	defer to.loads.Add(1)
	err = from.inSnapshot(ctx, func(source snapshot) error {
		c := &copier{ctx: ctx, source: source, to: to, tell: tell}
		if err := c.check(); err != nil {
			return err
		}
		for i, t := range copyTables {
			if err := c.copyTable(t, &c.found[i]); err != nil {
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
	found  []comparison // what the target held before, by table
	copied map[string]int64
}

// check compares what the target holds with the source.
func (c *copier) check() error {
	c.copied = map[string]int64{}
	return c.to.inSnapshot(c.ctx, func(target snapshot) error {
		for _, t := range copyTables {
			found := comparison{}
			n, err := target.count(c.ctx, t.name)
			if err == nil && n > 0 {
				found, err = compareTable(c.ctx, c.source, target, t, true)
			}
			if err != nil {
				return err
			}
			if found.different > 0 {
				return fmt.Errorf("%w, and was left as it is: %s", ErrOtherData, listed(found))
			}
			c.found = append(c.found, found)
			if n > 0 {
				c.tell(CopyProgress{CopyCheck, t.name, n, n, true})
			}
		}
		return nil
	})
}

func listed(c comparison) string {
	text := strings.Join(c.differences[:min(3, len(c.differences))], "; ")
	if c.different > 3 {
		text += fmt.Sprintf("; and %d more", c.different-3)
	}
	return text
}

// copyTable copies the rows that the target does not hold, some at a time.
func (c *copier) copyTable(t copyTable, found *comparison) error {
	total, err := c.source.count(c.ctx, t.name)
	if err != nil || total == found.copied {
		return err
	}
	done := found.copied
	var rows [][]any
	size := 0
	write := func() error {
		if len(rows) == 0 {
			return nil
		}
		if err := c.write(t, rows); err != nil {
			return err
		}
		done += int64(len(rows))
		c.copied[t.name] += int64(len(rows))
		rows, size = nil, 0
		c.tell(CopyProgress{CopyWrite, t.name, done, total, done == total})
		return c.ctx.Err()
	}
	for row, err := range c.source.rows(c.ctx, t, found.last) {
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

// write writes rows, and what the target derives from them, in one transaction.
func (c *copier) write(t copyTable, rows [][]any) error {
	made := &copyRows{dialect: c.to.dialect}
	var highest int64
	for _, row := range rows {
		if t.derive == nil {
			made.add(t.name, t.columns, row...)
		} else if err := t.derive(made, t, row); err != nil {
			return fmt.Errorf("%s: %w", keyText(row[:t.keys]), err)
		}
		if t.id != "" {
			highest, _ = row[0].(int64)
		}
	}
	err := c.to.update(c.ctx, func(ctx context.Context, tx *transaction) error {
		w := newWriter(ctx, tx)
		made.write(w)
		if t.id != "" && w.err == nil { // or a new record would get an id that a copied one has
			w.err = tx.dialect.reserve(ctx, tx, t.name, t.id, highest)
		}
		return w.err
	})
	if errors.Is(err, ErrOutcomeUnknown) {
		err = fmt.Errorf("%w; %w", err, errCopyUnknown)
	}
	return err
}

// compare compares all tables.
func (c *copier) compare() (result []CopiedTable, err error) {
	different := 0
	err = c.to.inSnapshot(c.ctx, func(target snapshot) error {
		for _, t := range copyTables {
			found, err := compareTable(c.ctx, c.source, target, t, false)
			if err != nil {
				return err
			}
			result = append(result, c.result(t.name, found))
			different += found.different
		}
		for _, t := range derivedTables {
			found, err := compareDerived(c.ctx, c.source, target, t)
			if err != nil {
				return err
			}
			derived := c.result(t.name, found)
			derived.Derived = true
			result = append(result, derived)
			different += found.different
		}
		return nil
	})
	if err == nil && different > 0 {
		err = fmt.Errorf("%w: %d differences", ErrDifferent, different)
	}
	return result, err
}

func (c *copier) result(table string, found comparison) CopiedTable {
	c.tell(CopyProgress{CopyCompare, table, found.rows, found.rows, true})
	return CopiedTable{
		Table: table, Rows: found.rows, Copied: c.copied[table], Target: found.copied,
		Different: found.different, Differences: found.differences,
	}
}
