package store

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestFilter_IsAnsweredFromAnIndex asks SQLite how it would find the records of every filter of both pulls.
func TestFilter_IsAnsweredFromAnIndex(t *testing.T) {
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "desk.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, c := range EveryFilter() {
		FindsByIndexInSQLite(t, s, c)
	}
}

// isKindOfCustomer matches the indexes that hold the customers of one kind alone.
var isKindOfCustomer = regexp.MustCompile(`USING INDEX customers_(individual|organization|channel_partner)$`)

// FindsByIndexInSQLite fails the test if SQLite would read a table to answer a filter. It may walk an index that holds
// what the filter asks for and, for a page, orders in the order of the pull, from which it takes the first that match.
func FindsByIndexInSQLite(t *testing.T, s *Store, c FilterCase) {
	t.Helper()
	for _, step := range s.sqlitePlan(t, c.count(s.dialect)) {
		walksIndex := strings.Contains(step, "COVERING INDEX") || isKindOfCustomer.MatchString(step)
		if strings.HasPrefix(step, "SCAN") && !walksIndex && !strings.Contains(step, "json_each") && step != "SCAN CONSTANT ROW" {
			t.Errorf("the count of %s (of orders: %v): %s", c.Name, c.OfOrders, step)
		}
	}
	for _, step := range s.sqlitePlan(t, c.page(s.dialect, fewOrders)) {
		if strings.HasPrefix(step, "SCAN") && !strings.Contains(step, " INDEX ") ||
			!c.OfOrders && strings.Contains(step, "TEMP B-TREE") && !strings.Contains(step, "ORDER BY") {
			t.Errorf("a page of %s (of orders: %v): %s", c.Name, c.OfOrders, step)
		}
	}
}

// sqlitePlan returns the steps by which SQLite answers a query.
func (s *Store) sqlitePlan(t *testing.T, q statement) []string {
	t.Helper()
	steps, err := queryAll(t.Context(), s.read.db, "EXPLAIN QUERY PLAN "+q.text, func(r row) (string, error) {
		var id, parent, unused int
		var step string
		err := r.Scan(&id, &parent, &unused, &step)
		return step, err
	}, q.args...)
	if err != nil {
		t.Fatal(err)
	}
	return steps
}

// TestPull_GoesOnBehindARowByAnIndex asks SQLite how it would find the rest of a long pull: tickets that an import gave
// the same second must not be read again for every chunk of them.
func TestPull_GoesOnBehindARowByAnIndex(t *testing.T) {
	s := newDesk(t)
	rowsBehind := map[string]func(after *rest) statement{
		"tickets_created (created": func(after *rest) statement {
			return s.dialect.ticketsPage(time.Unix(0, 0), time.Unix(9000, 0), after, Page{Limit: 1})
		},
		"customers_created (created": func(after *rest) statement { return s.dialect.customersPage(Filter{}, after, Page{Limit: 1}) },
		"orders_added (added": func(after *rest) statement {
			return s.dialect.ordersPage(Filter{}, fewOrders, after, Page{Limit: 1})
		},
	}
	for index, page := range rowsBehind {
		for _, after := range []rest{{ofSecond: true}, {}} {
			want := index + ">?"
			if after.ofSecond {
				want = index + "=? AND "
			}
			steps := strings.Join(s.sqlitePlan(t, page(&after)), "\n")
			if !strings.Contains(steps, want) || after.ofSecond && !strings.Contains(steps, "id>?)") {
				t.Errorf("the rest behind %+v is not found by %s:\n%s", after, want, steps)
			}
		}
	}
}
