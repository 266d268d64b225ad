package store

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// Column is an SQL column that a Filter can test.
type Column string

// The columns of customers; orders can also be filtered by those of their customer.
const (
	CustomerID       Column = "c.id"
	CustomerCreated  Column = "c.created" // a time
	CustomerCode     Column = "c.code"
	Zone             Column = "c.zone"
	City             Column = "c.city COLLATE NOCASE"
	State            Column = "c.state COLLATE NOCASE"
	Country          Column = "c.country COLLATE NOCASE"
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
type Filter struct {
	conditions []string
	args       []any
}

func (f *Filter) and(condition string, args ...any) {
	f.conditions = append(f.conditions, condition)
	f.args = append(f.args, args...)
}

// MatchNone matches no record, for conditions that no record can answer.
func (f *Filter) MatchNone() { f.and("0") }

// Equal matches an exact text, ignoring case for places.
func (f *Filter) Equal(c Column, value string) { f.and(string(c)+" = ?", value) }

// IsTrue matches a flag that is set.
func (f *Filter) IsTrue(c Column) { f.and(string(c) + " = 1") }

// In matches any of the values; an empty list matches nothing.
func (f *Filter) In(c Column, values []string) {
	f.and(string(c)+" IN (SELECT value FROM json_each(?))", encodeList(values))
}

// IDIn matches any of the ids in any of the columns; an empty list matches nothing.
func (f *Filter) IDIn(ids []int64, columns ...Column) {
	var either Filter
	for _, c := range columns {
		either.and(string(c)+" IN (SELECT value FROM json_each(?))", encodeList(ids))
	}
	f.and("("+strings.Join(either.conditions, " OR ")+")", either.args...)
}

// IDNotIn matches an id that is not in the list.
func (f *Filter) IDNotIn(ids []int64, c Column) {
	f.and(string(c)+" NOT IN (SELECT value FROM json_each(?))", encodeList(ids))
}

// Between matches a time at or after from and before to; a zero time leaves that end open.
func (f *Filter) Between(c Column, from, to time.Time) {
	f.and(string(c) + " <> 0") // an unset time matches no range
	if !from.IsZero() {
		f.and(string(c)+" >= ?", from.Unix())
	}
	if !to.IsZero() {
		f.and(string(c)+" < ?", to.Unix())
	}
}

// NameContains matches a part of the customer's name, ignoring case and accents; %, _ and * are ordinary
// characters.
func (f *Filter) NameContains(part string) {
	if part = foldName(part); part == "" {
		f.MatchNone()
		return
	}
	f.and("instr(c.folded, ?) > 0", part)
}

// ReachableByPhone matches a phone of the customer or a contact, with or without its country code.
func (f *Filter) ReachableByPhone(phone string) { f.hasAddress(phoneAddress(phone)) }

// ReachableByEmail matches an e-mail address of the customer or a contact, ignoring case.
func (f *Filter) ReachableByEmail(email string) { f.hasAddress(emailAddress(email)) }

func (f *Filter) hasAddress(address string) {
	f.and("c.id IN (SELECT customer_id FROM reach WHERE address = ?)", address)
}

// CustomerAttribute matches one of attr1 to attr15 in the customer's additional fields.
func (f *Filter) CustomerAttribute(n int, value string) {
	f.and("c.id IN (SELECT customer_id FROM customer_attributes WHERE name = ? AND value = ?)", attributeName(n), value)
}

// OrderAttribute matches one of attr1 to attr15 in the free-form fields of an order, its enquiry or its customer.
func (f *Filter) OrderAttribute(n int, value string) {
	f.and(`o.id IN (SELECT order_id FROM order_attributes WHERE name = ? AND value = ? UNION
		SELECT orders.id FROM orders JOIN customer_attributes a ON a.customer_id = orders.customer_id WHERE a.name = ? AND a.value = ?)`,
		attributeName(n), value, attributeName(n), value)
}

func (f *Filter) where() string {
	if len(f.conditions) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(f.conditions, " AND ")
}

// encodeList encodes a list as one JSON argument, because SQLite limits the number of arguments.
func encodeList[T string | int64](values []T) string {
	if values == nil {
		return "[]"
	}
	text, err := json.Marshal(values)
	if err != nil {
		panic(err) // strings and integers always encode
	}
	return string(text)
}

// Page is a range of a pull's rows.
type Page struct{ Limit, Offset int }

// args returns the arguments of a filtered page.
func (p Page) args(f Filter) []any { return append(slices.Clone(f.args), p.Limit, p.Offset) }
