package store

import (
	"slices"
	"strings"
	"time"
)

// Column is what a Filter can test of a record.
type Column string

// The columns of customers; orders can also be filtered by those of their customer.
const (
	CustomerID       Column = "c.id"
	CustomerCreated  Column = "c.created" // a time
	CustomerCode     Column = "c.code"
	Zone             Column = "c.zone"
	Individual       Column = "c.individual"      // a flag
	Organization     Column = "c.organization"    // a flag
	ChannelPartner   Column = "c.channel_partner" // a flag
	PrimarySource    Column = "c.primary_source"
	SecondarySource  Column = "c.secondary_source"
	TertiarySource   Column = "c.tertiary_source"
	CustomerAssignee Column = "c.assigned_id"
)

// The columns of orders and their enquiries.
const (
	OrderID          Column = "o.id"
	EnquiryID        Column = "o.enquiry_id"
	OrderReceived    Column = "o.added"   // a time: when the service received it
	OrderCreated     Column = "o.created" // a time: the order's create_date
	DeliveryStatus   Column = "o.delivery_status"
	ERPOrderID       Column = "o.erp_order_id"
	ERPInvoiceNo     Column = "o.erp_invoice_no"
	UnitName         Column = "o.unit_name"
	BlockName        Column = "o.block_name"
	OrderCreator     Column = "o.creator_id"
	OrderAssignee    Column = "o.assigned_id"
	EnquirySubStatus Column = "e.sub_status"     // of the enquiry
	NextFollowUp     Column = "e.next_follow_up" // a time: of the enquiry
)

// Filter holds the conditions of a pull; a record matches when it meets all of them. The zero value matches every
// record.
type Filter struct{ conditions []condition }

// condition is one condition of a Filter.
type condition struct {
	columns []Column
	write   func(*query)
	others  func(*query) // of an exclusion: what it leaves out
}

// and adds a condition on columns.
func (f *Filter) and(write func(*query), columns ...Column) {
	f.conditions = append(f.conditions, condition{columns: columns, write: write})
}

// exclusion splits a filter that excludes ids: into its other conditions, and into a filter of what they match and the
// exclusion does not.
func (f Filter) exclusion() (others, excluded Filter, excludes bool) {
	i := slices.IndexFunc(f.conditions, func(c condition) bool { return c.others != nil })
	if i < 0 {
		return f, Filter{}, false
	}
	others.conditions = slices.Delete(slices.Clone(f.conditions), i, i+1)
	excluded.conditions = slices.Clone(others.conditions)
	excluded.and(f.conditions[i].others, f.conditions[i].columns...)
	return others, excluded, true
}

// reads reports whether a condition of orders needs a table, which is named as in columns.
func (f Filter) reads(table string) bool {
	return slices.ContainsFunc(f.conditions, func(c condition) bool { return c.reads(table) })
}

func (c condition) reads(table string) bool {
	return slices.ContainsFunc(c.columns, func(column Column) bool {
		return column != CustomerID && strings.HasPrefix(string(column), table+".")
	})
}

// split splits a filter of orders into the conditions on columns of another table alone, which is named as in columns,
// and the rest.
func (f Filter) split(table string) (of, rest Filter) {
	for _, c := range f.conditions {
		if c.reads(table) {
			of.conditions = append(of.conditions, c)
		} else {
			rest.conditions = append(rest.conditions, c)
		}
	}
	return of, rest
}

// MatchNone matches no record, for conditions that no record can answer.
func (f *Filter) MatchNone() { f.and(func(q *query) { q.and(q.never) }) }

// Equal matches an exact text, ignoring case for places.
func (f *Filter) Equal(c Column, value string) {
	f.and(func(q *query) { q.and(q.column(c)+" = ?", keyOf(c, value)) }, c)
}

// IsTrue matches a flag that is set.
func (f *Filter) IsTrue(c Column) { f.and(func(q *query) { q.and(q.column(c)) }, c) }

// In matches any of the values; an empty list matches nothing.
func (f *Filter) In(c Column, values []string) {
	keys := make([]string, len(values))
	for i := range values {
		keys[i] = keyOf(c, values[i])
	}
	f.and(func(q *query) { q.and(q.column(c)+q.in, q.listArgument(keys)) }, c)
}

// IDIn matches any of the ids in any of the columns; an empty list matches nothing.
func (f *Filter) IDIn(ids []int64, columns ...Column) {
	f.and(func(q *query) { q.anyOf(ids, columns) }, columns...)
}

// IDNotIn matches an id that is not in the list.
func (f *Filter) IDNotIn(ids []int64, c Column) {
	f.and(func(q *query) { q.and(q.column(c)+q.notIn, q.listArgument(ids)) }, c)
	f.conditions[len(f.conditions)-1].others = func(q *query) { q.anyOf(ids, []Column{c}) }
}

// Between matches a time at or after from and before to; a zero time leaves that end open.
func (f *Filter) Between(c Column, from, to time.Time) {
	f.and(func(q *query) {
		q.and(q.column(c) + " <> 0") // an unset time matches no range
		if !from.IsZero() {
			q.and(q.column(c)+" >= ?", from.Unix())
		}
		if !to.IsZero() {
			q.and(q.column(c)+" < ?", to.Unix())
		}
	}, c)
}

// NameContains matches a part of the customer's name, ignoring case and accents; %, _ and * are ordinary
// characters. Of orders, the names are looked through first: they are in an index, the customers of the orders are not.
func (f *Filter) NameContains(part string) {
	if part = foldName(part); part == "" {
		f.MatchNone()
		return
	}
	f.and(func(q *query) {
		named := q.nameContains
		if q.ofOrders {
			named = "o.customer_id IN (SELECT c.id FROM customers c WHERE " + named + ")"
		}
		q.and(named, q.namePattern(part))
	})
}

// ReachableByPhone matches a phone of the customer or a contact, with or without its country code.
func (f *Filter) ReachableByPhone(phone string) { f.reachableBy(phoneAddress(phone)) }

// ReachableByEmail matches an e-mail address of the customer or a contact, ignoring case.
func (f *Filter) ReachableByEmail(email string) { f.reachableBy(emailAddress(email)) }

func (f *Filter) reachableBy(address string) {
	f.and(func(q *query) {
		q.and(q.column(CustomerID)+" IN (SELECT customer_id FROM reach WHERE address = ?)", indexKey(address))
	})
}

// CustomerAttribute matches one of attr1 to attr15 in the customer's additional fields.
func (f *Filter) CustomerAttribute(n int, value string) {
	const has = "c.id IN (SELECT customer_id FROM customer_attributes WHERE name = ? AND value = ?)"
	f.and(func(q *query) { q.and(has, attributeName(n), indexKey(value)) })
}

// OrderAttribute matches one of attr1 to attr15 in the free-form fields of an order, its enquiry or its customer.
func (f *Filter) OrderAttribute(n int, value string) {
	const has = `o.id IN (SELECT order_id FROM order_attributes WHERE name = ? AND value = ? UNION
		SELECT orders.id FROM orders JOIN customer_attributes a ON a.customer_id = orders.customer_id
		WHERE a.name = ? AND a.value = ?)`
	name, key := attributeName(n), indexKey(value)
	f.and(func(q *query) { q.and(has, name, key, name, key) })
}

// query is a WHERE clause in the making, with its arguments.
type query struct {
	*dialect

	ofOrders bool // not of customers
	parts    []string
	args     []any
}

// where returns the conditions of a filter of customers, or of orders, as a query.
func (d *dialect) where(f Filter, ofOrders bool) query {
	q := query{dialect: d, ofOrders: ofOrders}
	for _, c := range f.conditions {
		c.write(&q)
	}
	return q
}

// whereOrders returns the conditions of a filter of orders as a query that reads no other table beside them: customers
// and enquiries that match are looked up first.
func (d *dialect) whereOrders(f Filter) query {
	ofCustomers, f := f.split("c")
	ofEnquiries, f := f.split("e")
	q := d.where(f, true)
	q.isOneOf("o.customer_id", "SELECT c.id FROM customers c", d.where(ofCustomers, false))
	q.isOneOf("o.enquiry_id", "SELECT e.id FROM enquiries e", d.where(ofEnquiries, false))
	return q
}

// isOneOf matches the ids that a query finds, all of which are read before. Without conditions it matches all.
func (q *query) isOneOf(column, ids string, found query) {
	if len(found.parts) > 0 {
		q.and(column+" = ANY (ARRAY("+ids+found.clause()+"))", found.args...)
	}
}

func (q *query) and(part string, args ...any) {
	q.parts, q.args = append(q.parts, part), append(q.args, args...)
}

// clause returns the WHERE clause, empty without conditions.
func (q *query) clause() string {
	if len(q.parts) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(q.parts, " AND ")
}

// page returns the query of a page of the rest. columns is the query without conditions, order names the columns of a
// position.
func (q *query) page(columns, order string, after *rest, p Page) statement {
	at, id, _ := strings.Cut(order, ", ")
	switch {
	case after == nil:
	case after.ofSecond:
		q.and(at+" = ? AND "+id+" > ?", after.at, after.id)
	default:
		q.and(at+" > ?", after.at)
	}
	return statement{columns + q.clause() + " ORDER BY " + order + " LIMIT ? OFFSET ?", append(q.args, p.Limit, p.Offset)}
}

// anyOf matches any of the ids in any of the columns.
func (q *query) anyOf(ids []int64, columns []Column) {
	either := query{dialect: q.dialect, ofOrders: q.ofOrders}
	for _, c := range columns {
		either.and(q.column(c)+q.in, q.listArgument(ids))
	}
	q.and("("+strings.Join(either.parts, " OR ")+")", either.args...)
}

// column returns the expression that tests a column.
func (q *query) column(c Column) string {
	if c == CustomerID && q.ofOrders {
		return "o.customer_id"
	}
	return string(c)
}

// keyOf returns a text as the column holds it.
func keyOf(c Column, value string) string {
	if isPlace(c) {
		return placeKey(value)
	}
	return indexKey(value)
}

// Page is a range of a pull's rows.
type Page struct{ Limit, Offset int }
