package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// copyTable is a table whose rows Copy copies as they are. What a desk derives from them is made anew, because the two
// engines derive different columns.
type copyTable struct {
	name    string
	columns []string // those of both engines; a record is the last
	keys    int      // how many of the columns, from the first on, identify a row
	source  string   // what is read from the source after the columns, for derive; empty for nothing
	flags   string   // the column that is a boolean, empty for none
	id      string   // the column of assigned ids, empty for none

	// derive adds the row as the target keeps it, and what the target derives from it; nil adds the row alone.
	derive func(to *copyRows, t copyTable, row []any) error
}

// derivedTable is a table that Copy fills from others, by the id of its owner.
type derivedTable struct {
	name, owner string
	columns     []string // texts beside the owner
}

// copyTables are all tables of a desk, each after those that it refers to.
var copyTables = []copyTable{
	{name: "sub_statuses", columns: []string{"key", "name", "status", "status_name"}, keys: 1},
	{name: "dispositions", columns: []string{"path"}, keys: 1},
	{name: "sla_rules", columns: []string{"queue", "priority", "seconds", "at_risk"}, keys: 2},
	{
		name: "employees", columns: []string{"id", "code", "email", "name", "phone", "available"}, keys: 1,
		flags: "available", id: "id",
	},
	{name: "queues", columns: []string{"key", "name", "last_agent", "record"}, keys: 1},
	{
		name: "categories", columns: []string{"id", "record"}, keys: 1, id: "id",
		derive: func(to *copyRows, t copyTable, row []any) error {
			_, err := deriveFrom(to, t, to.dialect.categories, row)
			return err
		},
	},
	{
		name: "articles", columns: []string{"id", "enabled", "record"}, keys: 1, flags: "enabled", id: "id",
		derive: deriveArticle,
	},
	{
		name: "customers", columns: []string{"id", "created", "folded", "record"}, keys: 1, id: "id",
		derive: deriveCustomer,
	},
	{
		name: "contacts", columns: []string{"id", "customer_id", "record"}, keys: 1, id: "id",
		derive: deriveContact,
	},
	{
		name: "enquiries", columns: []string{"id", "customer_id", "record"}, keys: 1, id: "id",
		derive: func(to *copyRows, t copyTable, row []any) error {
			_, err := deriveFrom(to, t, to.dialect.enquiries, row)
			return err
		},
	},
	{
		name: "orders", columns: []string{"id", "customer_id", "enquiry_id", "added", "record"}, keys: 1, id: "id",
		source: "(SELECT record FROM enquiries WHERE enquiries.id = enquiry_id)",
		derive: deriveOrder,
	},
	{
		name: "tickets", columns: []string{"task_id", "ticket_id", "created", "record"}, keys: 1, id: "task_id",
		derive: func(to *copyRows, t copyTable, row []any) error {
			_, err := deriveFrom(to, t, to.dialect.tickets, row)
			return err
		},
	},
	{name: "notes", columns: []string{"id", "task_id", "record"}, keys: 1, id: "id"},
}

// derivedTables are compared as well.
var derivedTables = []derivedTable{
	{"reach", "customer_id", []string{"address"}},
	{"customer_attributes", "customer_id", []string{"name", "value"}},
	{"order_attributes", "order_id", []string{"name", "value"}},
}

// deriveFrom adds a row with the columns that the target derives from its record, and returns the record.
func deriveFrom[T any](to *copyRows, table copyTable, known recordTable[T], row []any) (*T, error) {
	text, isText := row[len(table.columns)-1].(string)
	if !isText {
		return nil, errNoText
	}
	record := new(T)
	if _, err := lazyDecode(record, jsonColumn{&text, record})(); err != nil {
		return nil, fmt.Errorf("the record cannot be read: %w", err)
	}
	columns, values := slices.Clone(table.columns), slices.Clone(row[:len(table.columns)])
	for _, d := range known.derived {
		columns, values = append(columns, d.column), append(values, d.value(record))
	}
	to.add(table.name, columns, values...)
	return record, nil
}

var errNoText = errors.New("a record is no text")

func deriveArticle(to *copyRows, t copyTable, row []any) error {
	a, err := deriveFrom(to, t, to.dialect.articles, row)
	if err != nil {
		return err
	}
	id, err := idOf(row[0])
	a.ID = id
	to.afterwards = append(to.afterwards, func(w *writer) { w.tx.dialect.indexArticle(w, a) })
	return err
}

func deriveCustomer(to *copyRows, t copyTable, row []any) error {
	c, err := deriveFrom(to, t, to.dialect.customers, row)
	if err != nil {
		return err
	}
	to.addAddresses(row[0], addresses(c.Email, "", c.Phone))
	to.addAttributes("customer_attributes", "customer_id", row[0], attributes(c.Additional))
	return nil
}

func deriveContact(to *copyRows, t copyTable, row []any) error {
	p, err := deriveFrom(to, t, to.dialect.contacts, row)
	if err != nil {
		return err
	}
	to.addAddresses(row[1], addresses(p.Email, p.CountryCode, p.Phone, p.AdditionalPhone))
	return nil
}

func deriveOrder(to *copyRows, t copyTable, row []any) error {
	o, err := deriveFrom(to, t, to.dialect.orders, row)
	if err != nil {
		return err
	}
	text, isText := row[len(row)-1].(string)
	if !isText {
		return errNoText
	}
	var e Enquiry
	if _, err := lazyDecode(&e, jsonColumn{&text, &e})(); err != nil {
		return fmt.Errorf("the enquiry of an order cannot be read: %w", err)
	}
	to.addAttributes("order_attributes", "order_id", row[0], attributes(e.Associate, e.Additional, o.Associate))
	return nil
}

// query returns the query for the rows after a key, in the order of their keys.
func (t copyTable) query(after []any) (query string, args []any) {
	keys := strings.Join(t.columns[:t.keys], ", ")
	query = "SELECT " + strings.Join(t.columns, ", ")
	if t.source != "" {
		query += ", " + t.source
	}
	query += " FROM " + t.name
	if after != nil {
		query += " WHERE (" + keys + ") > (?" + strings.Repeat(", ?", t.keys-1) + ")"
	}
	return query + " ORDER BY " + keys, after
}

// query returns the query for all rows, by owner.
func (t derivedTable) query() string {
	return "SELECT " + t.owner + ", " + strings.Join(t.columns, ", ") + " FROM " + t.name + " ORDER BY " + t.owner
}
