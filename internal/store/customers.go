package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"iter"
	"slices"
	"strconv"
	"strings"

	"frontdesk/internal/safetext"
)

// customerColumns selects a customer and its contacts in one row, so that both come from the same snapshot.
const customerColumns = `SELECT c.id, c.created, c.record,
	(SELECT '[' || coalesce(string_agg(record, ',' ORDER BY id), '') || ']' FROM contacts WHERE customer_id = c.id)
	FROM customers c`

func scanCustomer(r row) (Customer, error) {
	read, _, err := fetchCustomer(r)
	return read.decodeNow(err)
}

func fetchCustomer(r row) (LazyRow[Customer], rowPosition, error) {
	var c Customer
	var record, contacts string
	err := r.Scan(&c.ID, &c.Created, &record, &contacts)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, rowPosition{}, ErrCustomerNotFound
	}
	decode := lazyDecode(&c, jsonColumn{&record, &c}, jsonColumn{&contacts, &c.Contacts})
	return decode, rowPosition{c.Created, c.ID, len(record) + len(contacts)}, err
}

// SaveCustomer reads a customer and one of its enquiries, calls change to modify both and stores them, in one
// transaction. An id of 0 is a new customer. An enquiry of 0 is a new one; the enquiry is stored only when change
// returns true. Contacts that change appends without an id get one. An error of change leaves everything
// unchanged; SaveCustomer returns ErrCustomerNotFound or ErrEnquiryNotFound for an unknown id.
func (s *Store) SaveCustomer(
	ctx context.Context,
	id, enquiry int64,
	change func(*Customer, *Enquiry) (hasEnquiry bool, err error),
) (Customer, error) {
	var c Customer
	err := s.update(ctx, func(ctx context.Context, tx *transaction) error {
		err := s.dialect.lock(ctx, tx, "customers", "id", id)
		if err != nil {
			return err
		}
		c = Customer{} // this may run again
		if id != 0 {
			if c, err = scanCustomer(tx.QueryRowContext(ctx, customerColumns+" WHERE c.id = ?", id)); err != nil {
				return err
			}
		}
		e, err := readEnquiry(ctx, tx, enquiry, id)
		if err != nil {
			return err
		}
		hasEnquiry, err := change(&c, &e)
		if err != nil {
			return err
		}
		w := newWriter(ctx, tx)
		if !hasEnquiry {
			w.writeCustomer(&c)
			return w.err
		}
		w.writeWithEnquiry(&c, &e, 0)
		return w.err
	})
	return c, err
}

// writeWithEnquiry stores a customer with an enquiry; contact is the index of the contact that made it, -1 for
// none.
func (w *writer) writeWithEnquiry(c *Customer, e *Enquiry, contact int) {
	if e.ID == 0 {
		c.Enquiries++
	}
	w.assignID(&e.ID, "enquiries")
	if contact >= 0 && contact < len(c.Contacts) {
		c.Contacts[contact].EnquiryID = e.ID
	}
	w.writeCustomer(c)
	e.CustomerID = c.ID
	w.writeEnquiry(e)
}

// PullCustomers yields the rows of a page of the customers that match a filter, oldest first, one at a time so
// that a long day needs little memory. The filter must not use columns of orders.
func (s *Store) PullCustomers(ctx context.Context, f Filter, p Page) iter.Seq2[LazyRow[Customer], error] {
	return readInChunks(ctx, s.read.filtered, p, func(after *rest, p Page) statement {
		return s.dialect.customersPage(f, after, p)
	}, fetchCustomer)
}

// customersPage returns the query of a page of customers.
func (d *dialect) customersPage(f Filter, after *rest, p Page) statement {
	q := d.where(f, false)
	return q.page(customerColumns, "c.created, c.id", after, p)
}

// writeCustomer stores a customer with its contacts and search columns, and assigns ids to new ones.
func (w *writer) writeCustomer(c *Customer) {
	w.resolveEmployee(&c.Assigned)
	w.assignID(&c.ID, "customers")
	values := customersTable.values(c, c.ID, c.Created, foldName(c.Name), c.Name, w.encode(c))
	w.exec(customersTable.upsert, values...)
	w.exec("DELETE FROM reach WHERE customer_id = ?", c.ID)
	w.writeAddresses(c.ID, c.Email, "", c.Phone)
	for i := range c.Contacts {
		w.writeContact(c.ID, &c.Contacts[i])
	}
	w.exec("DELETE FROM customer_attributes WHERE customer_id = ?", c.ID)
	for name, value := range attributes(c.Additional) {
		w.exec("INSERT INTO customer_attributes VALUES (?, ?, ?)", name, indexKey(value), c.ID)
	}
}

func (w *writer) writeContact(customer int64, p *Contact) {
	w.assignID(&p.ID, "contacts")
	w.exec(contactsTable.upsert, contactsTable.values(p, p.ID, customer, w.encode(p))...)
	w.writeAddresses(customer, p.Email, p.CountryCode, p.Phone, p.AdditionalPhone)
}

// writeAddresses stores the addresses by which a customer is found.
func (w *writer) writeAddresses(customer int64, email, code string, phones ...string) {
	for _, address := range addresses(email, code, phones...) {
		w.exec("INSERT INTO reach VALUES (?, ?) ON CONFLICT DO NOTHING", indexKey(address), customer)
	}
}

// addresses returns the addresses by which a customer is found: the e-mail, and each phone with and without the country
// code.
func addresses(email, code string, phones ...string) []string {
	all := []string{emailAddress(email)}
	for _, phone := range phones {
		all = append(all, phoneAddress(phone), phoneAddress(code+phone))
	}
	return slices.DeleteFunc(all, func(address string) bool { return address == "" })
}

// resolveEmployee sets the employee's id to that of the stored one with the same code, else e-mail, else name, and
// stores a new employee if there is none.
func (w *writer) resolveEmployee(e *Employee) {
	if e.ID != 0 || e.Code+e.Email+e.Name == "" {
		return
	}
	column, value := "name", e.Name
	switch {
	case e.Code != "":
		column, value = "code", e.Code
	case e.Email != "":
		column, value = "email", e.Email
	}
	query := "SELECT id FROM employees WHERE " + column + " = ? ORDER BY id LIMIT 1"
	if e.ID = w.queryNumber(query, value); e.ID != 0 || w.err != nil {
		return
	}
	if w.err = w.tx.dialect.lockAll(w.ctx, w.tx, lockEmployees); w.err != nil {
		return
	}
	if e.ID = w.queryNumber(query, value); e.ID != 0 { // another transaction has added it meanwhile
		return
	}
	w.assignID(&e.ID, "employees")
	w.writeAgent(Agent{Employee: *e})
}

// writeAgent stores an employee under its id.
func (w *writer) writeAgent(a Agent) {
	w.exec(`INSERT INTO employees (id, code, email, name, phone, available) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET code = excluded.code, email = excluded.email, name = excluded.name,
			phone = excluded.phone, available = excluded.available`, a.ID, a.Code, a.Email, a.Name, a.Phone, !a.Absent)
}

// foldName returns a name as it is searched: the displayed text without case and accents.
func foldName(name string) string { return safetext.Fold(safetext.BlockFromHTML(name).String()) }

// emailAddress returns the address of an e-mail, empty for none.
func emailAddress(email string) string {
	if email = strings.ToLower(strings.TrimSpace(email)); email == "" {
		return ""
	}
	return "mailto:" + email
}

// phoneAddress returns the address of a phone, empty for none and for a masked one (XXXXXX1234).
func phoneAddress(phone string) string {
	digits := strings.Map(func(r rune) rune {
		if strings.ContainsRune("+-()/. \u00a0", r) {
			return -1
		}
		return r
	}, phone)
	digits = strings.TrimPrefix(digits, "00")
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return ""
	}
	return "tel:" + digits
}

// maxAttribute is the number of attributes of free-form blocks that pulls can filter by: attr1 to attr15.
const maxAttribute = 15

// attributes returns the members attr1 to attr15 of free-form blocks that hold one text, number or boolean, as
// text.
func attributes(blocks ...json.RawMessage) map[string]string {
	all := map[string]string{}
	for _, block := range blocks {
		var members map[string]json.RawMessage
		if json.Unmarshal(block, &members) != nil {
			continue
		}
		for n := 1; n <= maxAttribute; n++ {
			if name := attributeName(n); scalar(members[name]) != "" {
				all[name] = scalar(members[name])
			}
		}
	}
	return all
}

func attributeName(n int) string { return "attr" + strconv.Itoa(n) }

// scalar returns a JSON text, number or boolean as text, empty for anything else.
func scalar(value json.RawMessage) string {
	if len(value) == 0 || strings.ContainsRune("{[n", rune(value[0])) {
		return ""
	}
	var s string
	if json.Unmarshal(value, &s) != nil {
		return string(value)
	}
	return strings.TrimSpace(s)
}
