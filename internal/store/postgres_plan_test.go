package store

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// The records that a filter is asked of.
const (
	OfOrders    = orderTables
	OfCustomers = " FROM customers c"
)

// FindsByIndex fails the test if PostgreSQL could not answer a filter without reading a whole table. Unless the tables
// are large, the test forbids it to do so where there is another way, because it would on small ones.
func FindsByIndex(t *testing.T, s *Store, name, records string, f Filter, areLarge bool) {
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
	q := s.dialect.where(f)
	steps, err := queryAll(t.Context(), db, "EXPLAIN SELECT count(*)"+records+q.clause(), func(r row) (step string, err error) {
		err = r.Scan(&step)
		return step, err
	}, q.args...)
	if err != nil {
		t.Fatal(err)
	}
	plan := strings.Join(steps, "\n")
	if strings.Contains(plan, "Seq Scan") || !strings.Contains(plan, "Index Cond") {
		t.Errorf("%s:\n%s", name, plan)
	}
	// A join on the ids uses an index too: the filter itself has to be in a condition of one.
	for _, step := range steps {
		if strings.Contains(step, "Filter:") && !strings.Contains(step, "<> 0") && !strings.Contains(step, "~~") {
			t.Errorf("%s reads more rows than it finds:\n%s", name, plan)
		}
	}
}

// OrderFilters are filters of orders, one for each condition, by name.
func OrderFilters() map[string]Filter {
	all := map[string]Filter{}
	for name, ask := range map[string]func(*Filter){
		"phone":              func(f *Filter) { f.ReachableByPhone("1") },
		"e-mail":             func(f *Filter) { f.ReachableByEmail("a@x") },
		"attribute":          func(f *Filter) { f.OrderAttribute(1, "x") },
		"when it was added":  func(f *Filter) { f.Between(OrderReceived, time.Unix(1, 0), time.Unix(2, 0)) },
		"what its date says": func(f *Filter) { f.Between(OrderCreated, time.Unix(1, 0), time.Unix(2, 0)) },
		"follow-up":          func(f *Filter) { f.Between(NextFollowUp, time.Unix(1, 0), time.Unix(2, 0)) },
		"part of a name":     func(f *Filter) { f.NameContains("asha") },
	} {
		var f Filter
		ask(&f)
		all[name] = f
	}
	for _, c := range []Column{
		CustomerCode, Zone, City, State, Country, PrimarySource, SecondarySource, TertiarySource, ERPOrderID, ERPInvoiceNo, UnitName,
		BlockName, DeliveryStatus, EnquirySubStatus,
	} {
		var equal, in Filter
		equal.Equal(c, "x")
		in.In(c, []string{"x", "y"})
		all[string(c)], all[string(c)+" of a list"] = equal, in
	}
	for _, c := range []Column{CustomerID, OrderID, EnquiryID, OrderAssignee, OrderCreator, CustomerAssignee} {
		var f Filter
		f.IDIn([]int64{1, 2}, c)
		all[string(c)] = f
	}
	return all
}

// CustomerFilters are filters of customers, one for each condition, by name, in a window of all times: a pull of
// customers always names one.
func CustomerFilters() map[string]Filter {
	all := map[string]Filter{}
	for name, ask := range map[string]func(*Filter){
		"created":        func(f *Filter) { f.Between(CustomerCreated, time.Unix(1, 0), time.Unix(2, 0)) },
		"phone":          func(f *Filter) { f.ReachableByPhone("1") },
		"e-mail":         func(f *Filter) { f.ReachableByEmail("a@x") },
		"attribute":      func(f *Filter) { f.CustomerAttribute(1, "x") },
		"part of a name": func(f *Filter) { f.NameContains("asha") },
		"id":             func(f *Filter) { f.IDIn([]int64{1, 2}, CustomerID) },
		"assignee":       func(f *Filter) { f.IDIn([]int64{1, 2}, CustomerAssignee) },
	} {
		var f Filter
		ask(&f)
		all[name] = f
	}
	for _, c := range []Column{CustomerCode, PrimarySource, SecondarySource, TertiarySource} {
		var f Filter
		f.Equal(c, "x")
		all[string(c)] = f
	}
	var zones Filter
	zones.In(Zone, []string{"x", "y"})
	all["zones"] = zones
	for name, f := range all {
		f.Between(CustomerCreated, time.Unix(1, 0), time.Unix(1<<32, 0))
		all[name] = f
	}
	return all
}
