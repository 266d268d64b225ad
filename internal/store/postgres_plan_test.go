package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// FindsByIndexInPostgres fails the test if PostgreSQL would read a table to answer a filter. It may test what it finds
// in an index by the same index and, for a page, take the first that match in the order of the pull. Unless the tables
// are large, the test forbids it to read them where there is another way, because it would read small ones.
func FindsByIndexInPostgres(t *testing.T, s *Store, c FilterCase, areLarge bool) {
	t.Helper()
	node := ""
	count := s.postgresPlan(t, c.count(s.dialect), areLarge)
	for _, step := range count {
		if strings.Contains(step, " Scan ") {
			node = step
		}
		filters := strings.Contains(step, "Filter:") && !strings.Contains(step, "<> 0") && !strings.Contains(step, "~~")
		if strings.Contains(step, "Seq Scan") || filters && !strings.Contains(node, "Index Only Scan") {
			t.Errorf("the count of %s (of orders: %v):\n%s", c.Name, c.OfOrders, strings.Join(count, "\n"))
		}
	}
	for _, matching := range []int{fewOrders, fewOrders + 1} {
		page := strings.Join(s.postgresPlan(t, c.page(s.dialect, matching), areLarge), "\n")
		walks := strings.Contains(page, "orders_added") && matching <= fewOrders && !c.isOfThePullsOrder()
		if strings.Contains(page, "Seq Scan") || walks {
			t.Errorf("a page of %d of %s (of orders: %v):\n%s", matching, c.Name, c.OfOrders, page)
		}
	}
}

// SamePage fails the test if a page of orders depends on whether few or many are taken to match.
func SamePage(t *testing.T, s *Store, c FilterCase) {
	t.Helper()
	var pages [2][]int64
	for i, matching := range []int{fewOrders, fewOrders + 1} {
		q := c.page(s.dialect, matching)
		orders, err := queryAll(t.Context(), s.read, q.text, scanOrder, q.args...)
		if err != nil {
			t.Fatal(c.Name, err)
		}
		for _, o := range orders {
			pages[i] = append(pages[i], o.ID)
		}
	}
	if !slices.Equal(pages[0], pages[1]) {
		t.Errorf("a page of %s, if few orders match: %v; if many do: %v", c.Name, pages[0], pages[1])
	}
}

// isOfThePullsOrder reports whether the index in the order of the pull holds what a filter asks for. Every other filter
// that few orders match finds them by another index: to walk them all takes hundreds of milliseconds for a million.
func (c FilterCase) isOfThePullsOrder() bool {
	return slices.Contains([]string{string(OrderReceived), "not assigned to"}, c.Name)
}

// postgresPlan returns the lines of the plan by which PostgreSQL answers a query.
func (s *Store) postgresPlan(t *testing.T, q statement, areLarge bool) []string {
	t.Helper()
	conn, err := s.read.db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	db := postgresRunner{conn}
	if _, err := db.ExecContext(t.Context(), fmt.Sprint("SET enable_seqscan = ", areLarge)); err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = db.ExecContext(t.Context(), "RESET enable_seqscan") }()
	steps, err := queryAll(t.Context(), db, "EXPLAIN "+q.text, func(r row) (step string, err error) {
		err = r.Scan(&step)
		return step, err
	}, q.args...)
	if err != nil {
		t.Fatal(err)
	}
	return steps
}
