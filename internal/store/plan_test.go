package store

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestOrdersAreFoundByAnIndex asks SQLite how it would look: a whole table is read only where a part of a name is
// asked for, or everybody but some.
func TestOrdersAreFoundByAnIndex(t *testing.T) {
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "desk.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for name, ask := range map[string]func(*Filter){
		"phone":              func(f *Filter) { f.ReachableByPhone("1") },
		"e-mail":             func(f *Filter) { f.ReachableByEmail("a@x") },
		"attribute":          func(f *Filter) { f.OrderAttribute(1, "x") },
		"agent or creator":   func(f *Filter) { f.IDIn([]int64{1}, OrderAssignee, OrderCreator) },
		"when it was added":  func(f *Filter) { f.Between(OrderReceived, time.Unix(1, 0), time.Unix(2, 0)) },
		"what its date says": func(f *Filter) { f.Between(OrderCreated, time.Unix(1, 0), time.Unix(2, 0)) },
		"follow-up":          func(f *Filter) { f.Between(NextFollowUp, time.Unix(1, 0), time.Unix(2, 0)) },
	} {
		var f Filter
		ask(&f)
		s.mustSearch(t, name, f)
	}
	for _, c := range []Column{
		CustomerCode, Zone, City, State, Country, SecondarySource, ERPOrderID, ERPInvoiceNo, UnitName, BlockName, DeliveryStatus, EnquirySubStatus,
	} {
		var f Filter
		f.Equal(c, "x")
		s.mustSearch(t, string(c), f)
	}
	for _, c := range []Column{CustomerID, OrderID, EnquiryID, OrderAssignee, OrderCreator} {
		var f Filter
		f.IDIn([]int64{1, 2}, c)
		s.mustSearch(t, string(c), f)
	}
}

func (s *Store) mustSearch(t *testing.T, name string, f Filter) {
	t.Helper()
	q := s.dialect.where(f)
	steps, err := queryAll(t.Context(), s.read.db, "EXPLAIN QUERY PLAN SELECT count(*)"+orderTables+q.clause(), func(r row) (string, error) {
		var id, parent, unused int
		var step string
		err := r.Scan(&id, &parent, &unused, &step)
		return step, err
	}, q.args...)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range steps {
		if strings.HasPrefix(step, "SCAN") && !strings.Contains(step, "json_each") {
			t.Errorf("%s: %s", name, strings.Join(steps, " · "))
		}
	}
}
