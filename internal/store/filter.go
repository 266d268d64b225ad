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
	op      operator
	columns []Column
	texts   []string
	ids     []int64
	from    time.Time
	to      time.Time
}

// operator is how a condition tests its columns.
type operator uint8

const (
	matchesNothing operator = iota
	equals
	isTrue
	isOneOf
	idIsOneOf // in any of the columns
	idIsNoneOf
	isBetween
	nameHas
	reachedBy // an address
	customerHasAttribute
	orderHasAttribute
)

func (f *Filter) and(c condition) { f.conditions = append(f.conditions, c) }

// exclusion splits a filter that excludes ids: into its other conditions, and into a filter of what they match and the
// exclusion does not.
func (f Filter) exclusion() (others, excluded Filter, excludes bool) {
	i := slices.IndexFunc(f.conditions, func(c condition) bool { return c.op == idIsNoneOf })
	if i < 0 {
		return f, Filter{}, false
	}
	others.conditions = slices.Delete(slices.Clone(f.conditions), i, i+1)
	excluded.conditions = slices.Clone(others.conditions)
	excluded.IDIn(f.conditions[i].ids, f.conditions[i].columns...)
	return others, excluded, true
}

// reads reports whether a condition of orders needs a table, which is named as in columns.
func (f Filter) reads(table string) bool {
	return slices.ContainsFunc(f.conditions, func(c condition) bool {
		return slices.ContainsFunc(c.columns, func(column Column) bool {
			return column != CustomerID && strings.HasPrefix(string(column), table+".")
		})
	})
}

// split splits a filter of orders into the conditions on columns of another table alone, which is named as in columns,
// and the rest.
func (f Filter) split(table string) (of, rest Filter) {
	for _, c := range f.conditions {
		if (Filter{[]condition{c}}).reads(table) {
			of.and(c)
		} else {
			rest.and(c)
		}
	}
	return of, rest
}

// MatchNone matches no record, for conditions that no record can answer.
func (f *Filter) MatchNone() { f.and(condition{op: matchesNothing}) }

// Equal matches an exact text, ignoring case for places.
func (f *Filter) Equal(c Column, value string) {
	f.and(condition{op: equals, columns: []Column{c}, texts: []string{value}})
}

// IsTrue matches a flag that is set.
func (f *Filter) IsTrue(c Column) { f.and(condition{op: isTrue, columns: []Column{c}}) }

// In matches any of the values; an empty list matches nothing.
func (f *Filter) In(c Column, values []string) {
	f.and(condition{op: isOneOf, columns: []Column{c}, texts: values})
}

// IDIn matches any of the ids in any of the columns; an empty list matches nothing.
func (f *Filter) IDIn(ids []int64, columns ...Column) {
	f.and(condition{op: idIsOneOf, columns: columns, ids: ids})
}

// IDNotIn matches an id that is not in the list.
func (f *Filter) IDNotIn(ids []int64, c Column) {
	f.and(condition{op: idIsNoneOf, columns: []Column{c}, ids: ids})
}

// Between matches a time at or after from and before to; a zero time leaves that end open.
func (f *Filter) Between(c Column, from, to time.Time) {
	f.and(condition{op: isBetween, columns: []Column{c}, from: from, to: to})
}

// NameContains matches a part of the customer's name, ignoring case and accents; %, _ and * are ordinary
// characters.
func (f *Filter) NameContains(part string) {
	if part = foldName(part); part == "" {
		f.MatchNone()
		return
	}
	f.and(condition{op: nameHas, texts: []string{part}})
}

// ReachableByPhone matches a phone of the customer or a contact, with or without its country code.
func (f *Filter) ReachableByPhone(phone string) {
	f.and(condition{op: reachedBy, texts: []string{phoneAddress(phone)}})
}

// ReachableByEmail matches an e-mail address of the customer or a contact, ignoring case.
func (f *Filter) ReachableByEmail(email string) {
	f.and(condition{op: reachedBy, texts: []string{emailAddress(email)}})
}

// CustomerAttribute matches one of attr1 to attr15 in the customer's additional fields.
func (f *Filter) CustomerAttribute(n int, value string) {
	f.and(condition{op: customerHasAttribute, texts: []string{attributeName(n), value}})
}

// OrderAttribute matches one of attr1 to attr15 in the free-form fields of an order, its enquiry or its customer.
func (f *Filter) OrderAttribute(n int, value string) {
	f.and(condition{op: orderHasAttribute, texts: []string{attributeName(n), value}})
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
		q.add(c)
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

func (q *query) add(c condition) {
	var column string
	if len(c.columns) > 0 {
		column = q.column(c.columns[0])
	}
	switch c.op {
	case matchesNothing:
		q.and(q.never)
	case equals:
		q.and(column+" = ?", keyOf(c.columns[0], c.texts[0]))
	case isTrue:
		q.and(column)
	case isOneOf:
		keys := make([]string, len(c.texts))
		for i := range c.texts {
			keys[i] = keyOf(c.columns[0], c.texts[i])
		}
		q.and(column+q.in, q.listArgument(keys))
	case idIsOneOf:
		either := query{dialect: q.dialect, ofOrders: q.ofOrders}
		for _, c2 := range c.columns {
			either.and(q.column(c2)+q.in, q.listArgument(c.ids))
		}
		q.and("("+strings.Join(either.parts, " OR ")+")", either.args...)
	case idIsNoneOf:
		q.and(column+q.notIn, q.listArgument(c.ids))
	case isBetween:
		q.between(column, c.from, c.to)
	case nameHas:
		q.named(c.texts[0])
	case reachedBy:
		q.and(q.column(CustomerID)+" IN (SELECT customer_id FROM reach WHERE address = ?)", indexKey(c.texts[0]))
	case customerHasAttribute:
		q.and("c.id IN (SELECT customer_id FROM customer_attributes WHERE name = ? AND value = ?)", c.texts[0], indexKey(c.texts[1]))
	case orderHasAttribute:
		name, value := c.texts[0], indexKey(c.texts[1])
		q.and(`o.id IN (SELECT order_id FROM order_attributes WHERE name = ? AND value = ? UNION
			SELECT orders.id FROM orders JOIN customer_attributes a ON a.customer_id = orders.customer_id
			WHERE a.name = ? AND a.value = ?)`, name, value, name, value)
	}
}

// named matches a part of the customer's name. Of orders, the names are looked through first: they are in an index, the
// customers of the orders are not.
func (q *query) named(part string) {
	if q.ofOrders {
		q.and("o.customer_id IN (SELECT c.id FROM customers c WHERE "+q.nameContains+")", q.namePattern(part))
		return
	}
	q.and(q.nameContains, q.namePattern(part))
}

func (q *query) between(column string, from, to time.Time) {
	q.and(column + " <> 0") // an unset time matches no range
	if !from.IsZero() {
		q.and(column+" >= ?", from.Unix())
	}
	if !to.IsZero() {
		q.and(column+" < ?", to.Unix())
	}
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
