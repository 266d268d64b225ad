package store

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// maxDifferences is how many differences of a table a copy names.
const maxDifferences = 20

// comparison is what comparing a table found.
type comparison struct {
	rows        int64 // of the source
	last        []any // the key of the target's last row, nil for none
	copied      int64 // rows of the target
	differences []string
	different   int
}

func (c *comparison) differ(format string, args ...any) {
	c.different++
	if len(c.differences) < maxDifferences {
		c.differences = append(c.differences, fmt.Sprintf(format, args...))
	}
}

// compareTable compares the rows of a table in two desks, one by one. With a prefix, rows of the source after the last
// one of the target are not missing, because they are still to be copied.
func compareTable(ctx context.Context, from, to snapshot, t copyTable, prefix bool) (c comparison, err error) {
	t.source = ""
	next, stop := iter.Pull2(from.rows(ctx, t, nil))
	defer stop()
	want, failed, more := next()
	pass := func() {
		c.rows++
		want, failed, more = next()
	}
	for row, err := range to.rows(ctx, t, nil) {
		if err != nil {
			return c, err
		}
		c.copied, c.last = c.copied+1, row[:t.keys]
		for more && failed == nil && compareKeys(want[:t.keys], row[:t.keys]) < 0 {
			c.differ("%s %s is missing", t.name, keyText(want[:t.keys]))
			pass()
		}
		if failed != nil {
			return c, failed
		}
		if !more || compareKeys(want[:t.keys], row[:t.keys]) > 0 {
			c.differ("%s %s is not in the source", t.name, keyText(row[:t.keys]))
			continue
		}
		if others := differentColumns(t.columns, want, row); others != "" {
			c.differ("%s %s: another %s", t.name, keyText(row[:t.keys]), others)
		}
		pass()
	}
	for more && failed == nil {
		if !prefix {
			c.differ("%s %s is missing", t.name, keyText(want[:t.keys]))
		}
		pass()
	}
	return c, failed
}

// compareKeys compares two keys as both engines sort them: numbers by their size and texts by their bytes.
func compareKeys(a, b []any) int {
	for i := range a {
		order := 0
		switch x := a[i].(type) {
		case int64:
			y, _ := b[i].(int64)
			order = cmp.Compare(x, y)
		case string:
			y, _ := b[i].(string)
			order = strings.Compare(storableText(x), storableText(y))
		}
		if order != 0 {
			return order
		}
	}
	return 0
}

func keyText(key []any) string {
	texts := make([]string, len(key))
	for i := range key {
		texts[i] = fmt.Sprint(key[i])
	}
	return strings.Join(texts, " and ")
}

// differentColumns names the columns whose values are different, empty for none. A text that PostgreSQL cannot hold is
// the same as what it holds instead.
func differentColumns(columns []string, a, b []any) string {
	var others []string
	for i, column := range columns {
		if storedValue(a[i]) != storedValue(b[i]) {
			others = append(others, column)
		}
	}
	return strings.Join(others, ", ")
}

// storedValue returns a value as PostgreSQL holds it.
func storedValue(value any) any {
	if text, isText := value.(string); isText {
		return storableText(text)
	}
	return value
}

// compareDerived compares what two desks have derived for each owner.
func compareDerived(ctx context.Context, from, to snapshot, t derivedTable) (c comparison, err error) {
	next, stop := iter.Pull2(from.owners(ctx, t))
	defer stop()
	want, failed, more := next()
	for has, err := range to.owners(ctx, t) {
		for err == nil && failed == nil && more && want.id < has.id {
			c.differ("%s of %d are missing", t.name, want.id)
			c.rows += int64(len(want.texts))
			want, failed, more = next()
		}
		if err := cmp.Or(err, failed); err != nil {
			return c, err
		}
		c.copied += int64(len(has.texts))
		if !more || want.id > has.id {
			c.differ("%s of %d are not in the source", t.name, has.id)
			continue
		}
		if !slices.Equal(want.texts, has.texts) {
			c.differ("%s of %d are others", t.name, has.id)
		}
		c.rows += int64(len(want.texts))
		want, failed, more = next()
	}
	for more && failed == nil {
		c.differ("%s of %d are missing", t.name, want.id)
		c.rows += int64(len(want.texts))
		want, failed, more = next()
	}
	return c, failed
}

// ownedRows are the rows of a derived table of one owner, sorted.
type ownedRows struct {
	id    int64
	texts []string
}

// owners yields the rows of a derived table by owner, as an index of PostgreSQL holds them.
func (s snapshot) owners(ctx context.Context, t derivedTable) iter.Seq2[ownedRows, error] {
	return func(yield func(ownedRows, error) bool) {
		var current ownedRows
		for row, err := range s.valuesOf(ctx, t.query()) {
			if err != nil {
				yield(current, err)
				return
			}
			id, err := idOf(row[0])
			if err != nil {
				yield(current, err)
				return
			}
			if len(current.texts) > 0 && current.id != id {
				slices.Sort(current.texts)
				if !yield(current, nil) {
					return
				}
				current = ownedRows{}
			}
			current.id = id
			current.texts = append(current.texts, derivedText(row[1:]))
		}
		if len(current.texts) > 0 {
			slices.Sort(current.texts)
			yield(current, nil)
		}
	}
}

func derivedText(values []any) string {
	texts := make([]string, len(values))
	for i := range values {
		texts[i] = indexKey(storableText(fmt.Sprint(values[i])))
	}
	return strings.Join(texts, "\x00")
}
