package pane

import (
	"cmp"
	"slices"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/ui/backend"
)

// tree holds the FAQ categories and which of them are expanded.
type tree struct {
	categories []desk.Category
	err        error
	asked      bool
	open       map[int64]bool
	ids        map[int64]bool // ids of the categories; true for those that have children
	rows       []treeRow      // visible rows
	chosen     *desk.Category // category of the listed articles; nil for a search
	isWanted   bool           // the agent has asked for the tree
}

// treeRow is a visible row of the tree.
type treeRow struct {
	category *desk.Category
	depth    int
	parent   bool // has children
	open     bool
	articles bool // row for the category's own articles, after the children of an open category
}

// take stores loaded categories in display order: each below its parent, sorted by name. If the request failed, the
// previous categories are kept.
func (t *tree) take(msg backend.CategoriesLoaded) {
	t.asked, t.err = true, msg.Err
	if msg.Err != nil {
		return
	}
	t.categories = slices.Clone(msg.Value)
	t.ids = make(map[int64]bool, len(t.categories))
	names := map[int64]string{}
	for _, c := range t.categories {
		names[c.ID] = c.Name.String()
		t.ids[c.ID] = false
	}
	for _, c := range t.categories {
		for _, id := range c.Path {
			if _, known := t.ids[id]; known {
				t.ids[id] = true
			}
		}
	}
	key := func(c desk.Category) string {
		var b strings.Builder
		for _, id := range c.Path {
			b.WriteString(names[id] + "\x00")
		}
		return b.String() + c.Name.String() + "\x00"
	}
	slices.SortStableFunc(t.categories, func(a, b desk.Category) int { return cmp.Compare(key(a), key(b)) })
	if t.open == nil {
		t.open = map[int64]bool{}
	}
	t.visibleRows()
}

// visibleRows computes the visible rows. A parent that is not among the categories counts as expanded.
func (t *tree) visibleRows() {
	t.rows = nil
	var open []*desk.Category // open ancestors of the next row
	for i := range t.categories {
		c := &t.categories[i]
		if slices.ContainsFunc(c.Path, func(id int64) bool { return t.ids[id] && !t.open[id] }) {
			continue
		}
		for len(open) > 0 && !slices.Contains(c.Path, open[len(open)-1].ID) {
			open = t.endOf(open)
		}
		t.rows = append(t.rows, treeRow{category: c, depth: len(c.Path), parent: t.ids[c.ID], open: t.open[c.ID]})
		if t.ids[c.ID] && t.open[c.ID] {
			open = append(open, c)
		}
	}
	for len(open) > 0 {
		open = t.endOf(open)
	}
}

// endOf appends the row for the own articles of the innermost open category and removes that category from the
// list.
func (t *tree) endOf(open []*desk.Category) []*desk.Category {
	c := open[len(open)-1]
	t.rows = append(t.rows, treeRow{category: c, depth: len(c.Path) + 1, articles: true})
	return open[:len(open)-1]
}

// expand expands or collapses a category that has children. It returns false for any other row, whose articles the
// caller lists instead.
func (t *tree) expand(b treeRow) bool {
	if b.articles || !b.parent {
		return false
	}
	t.open[b.category.ID] = !t.open[b.category.ID]
	t.visibleRows()
	return true
}
