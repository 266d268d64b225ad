package store

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
)

// FilterCase is a filter of one pull, with one condition.
type FilterCase struct {
	Name     string
	OfOrders bool   // not of customers
	Filter   Filter // without the day that a pull of customers also names
}

// columnKind is what the value of a column is.
type columnKind string

const (
	aText columnKind = "a text"
	anID  columnKind = "an id"
	aTime columnKind = "a time"
	aFlag columnKind = "a flag"
)

// columnKinds are all columns that filters ask for.
var columnKinds = map[string]struct {
	column Column
	kind   columnKind
}{
	"CustomerID":       {CustomerID, anID},
	"CustomerCreated":  {CustomerCreated, aTime},
	"CustomerCode":     {CustomerCode, aText},
	"Zone":             {Zone, aText},
	"c.city":           {CustomerColumn("city"), aText},
	"c.state":          {CustomerColumn("state"), aText},
	"c.country":        {CustomerColumn("country"), aText},
	"Individual":       {Individual, aFlag},
	"Organization":     {Organization, aFlag},
	"ChannelPartner":   {ChannelPartner, aFlag},
	"PrimarySource":    {PrimarySource, aText},
	"SecondarySource":  {SecondarySource, aText},
	"TertiarySource":   {TertiarySource, aText},
	"CustomerAssignee": {CustomerAssignee, anID},
	"OrderID":          {OrderID, anID},
	"EnquiryID":        {EnquiryID, anID},
	"OrderReceived":    {OrderReceived, aTime},
	"OrderCreated":     {OrderCreated, aTime},
	"DeliveryStatus":   {DeliveryStatus, aText},
	"ERPOrderID":       {ERPOrderID, aText},
	"ERPInvoiceNo":     {ERPInvoiceNo, aText},
	"UnitName":         {UnitName, aText},
	"BlockName":        {BlockName, aText},
	"OrderCreator":     {OrderCreator, anID},
	"OrderAssignee":    {OrderAssignee, anID},
	"EnquirySubStatus": {EnquirySubStatus, aText},
	"NextFollowUp":     {NextFollowUp, aTime},
}

// columnFilters are the conditions that can be asked of a column.
func columnFilters(c Column, kind columnKind) map[string]func(*Filter) {
	switch kind {
	case aText:
		return map[string]func(*Filter){
			"":     func(f *Filter) { f.Equal(c, "x") },
			"list": func(f *Filter) { f.In(c, []string{"x", "y"}) },
		}
	case anID:
		return map[string]func(*Filter){"": func(f *Filter) { f.IDIn([]int64{1, 2}, c) }}
	case aTime:
		return map[string]func(*Filter){"": func(f *Filter) { f.Between(c, time.Unix(1, 0), time.Unix(2, 0)) }}
	default:
		return map[string]func(*Filter){"": func(f *Filter) { f.IsTrue(c) }}
	}
}

// otherFilters are those that name no column, or several.
func otherFilters(ofOrders bool) map[string]func(*Filter) {
	all := map[string]func(*Filter){
		"phone":          func(f *Filter) { f.ReachableByPhone("1") },
		"e-mail":         func(f *Filter) { f.ReachableByEmail("a@x") },
		"part of a name": func(f *Filter) { f.NameContains("asha") },
	}
	if !ofOrders {
		all["attribute"] = func(f *Filter) { f.CustomerAttribute(1, "x") }
		return all
	}
	all["attribute"] = func(f *Filter) { f.OrderAttribute(1, "x") }
	all["agent or creator"] = func(f *Filter) { f.IDIn([]int64{1, 2}, OrderAssignee, OrderCreator) }
	all["not assigned to"] = func(f *Filter) { f.IDNotIn([]int64{1, 2}, OrderAssignee) }
	return all
}

// EveryFilter returns every condition that a pull can ask, by itself. Orders are asked for no kind of their customer, and
// not for when it was added.
func EveryFilter() []FilterCase {
	var all []FilterCase
	for _, ofOrders := range []bool{false, true} {
		add := func(name string, ask func(*Filter)) {
			c := FilterCase{Name: name, OfOrders: ofOrders}
			ask(&c.Filter)
			all = append(all, c)
		}
		for name, ask := range otherFilters(ofOrders) {
			add(name, ask)
		}
		for _, c := range columnKinds {
			isCustomers := strings.HasPrefix(string(c.column), "c.")
			if !ofOrders && !isCustomers || ofOrders && isCustomers && (c.kind == aFlag || c.kind == aTime) {
				continue
			}
			for name, ask := range columnFilters(c.column, c.kind) {
				add(strings.TrimSpace(string(c.column)+" "+name), ask)
			}
		}
	}
	return all
}

// TestFilter_EveryColumnIsAskedFor reads the columns out of the source, so that none is left out of the tests of plans.
func TestFilter_EveryColumnIsAskedFor(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "filter.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var declared []string
	ast.Inspect(file, func(n ast.Node) bool {
		spec, is := n.(*ast.ValueSpec)
		if !is {
			return true
		}
		if name, is := spec.Type.(*ast.Ident); is && name.Name == "Column" {
			declared = append(declared, spec.Names[0].Name)
		}
		return true
	})
	for _, c := range customersTable.found {
		if c.isPlace {
			declared = append(declared, "c."+c.column)
		}
	}
	slices.Sort(declared)
	if asked := slices.Sorted(maps.Keys(columnKinds)); !slices.Equal(declared, asked) || len(asked) == 0 {
		t.Errorf("filter.go declares %v, the tests ask for %v", declared, asked)
	}
}

// InAWindow returns the filter of a pull of customers, which always names a day.
func (c FilterCase) InAWindow() Filter {
	f := Filter{slices.Clone(c.Filter.conditions)}
	if !c.OfOrders {
		f.Between(CustomerCreated, time.Unix(1_700_200_000, 0), time.Unix(1_700_286_400, 0))
	}
	return f
}

// count returns the query of how many records match: that of a pull of orders, and for customers, which are not counted,
// what shows by which index a filter finds them.
func (c FilterCase) count(d *dialect) statement {
	if c.OfOrders {
		return d.ordersCount(c.Filter)
	}
	q := d.where(c.Filter, false)
	return statement{"SELECT count(*) FROM customers c" + q.clause(), q.args}
}

// page returns the query of the pull's first page, where so many records match.
func (c FilterCase) page(d *dialect, matching int) statement {
	if c.OfOrders {
		return d.ordersPage(c.Filter, matching, nil, Page{Limit: 50})
	}
	return d.customersPage(c.InAWindow(), nil, Page{Limit: 50})
}
