package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"iter"
	"strconv"
	"strings"

	"frontdesk/internal/safetext"
)

// customerColumns read a customer with its contacts in one row, so that both are of the same moment.
const customerColumns = `SELECT c.id, c.created, c.record,
	(SELECT json_group_array(json(record) ORDER BY id) FROM contacts WHERE customer_id = c.id) FROM customers c`

func customerOf(r row) (Customer, error) {
	read, _, err := fetchCustomer(r)
	return read.decodeNow(err)
}

func fetchCustomer(r row) (LazyRow[Customer], place, error) {
	var c Customer
	var record, contacts string
	err := r.Scan(&c.ID, &c.Created, &record, &contacts)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, place{}, ErrCustomerNotFound
	}
	return lazyDecode(&c, jsonColumn{&record, &c}, jsonColumn{&contacts, &c.Contacts}), place{c.Created, c.ID, len(record) + len(contacts)}, err
}

// SaveCustomer reads a customer and one of their enquiries, lets change alter both and stores them, in
// one transaction. An id of 0 is a new customer; an enquiry of 0 is a new one, stored when change says so.
// Contacts that change appends without an id get one. An error of change leaves everything as it was;
// ErrNoCustomer and ErrNoEnquiry name what is not there.
func (s *Store) SaveCustomer(ctx context.Context, id, enquiry int64, change func(*Customer, *Enquiry) (asked bool, err error)) (Customer, error) {
	var c Customer
	err := s.update(ctx, func(ctx context.Context, tx *transaction) error {
		var err error
		if id != 0 {
			if c, err = customerOf(tx.QueryRowContext(ctx, customerColumns+" WHERE c.id = ?", id)); err != nil {
				return err
			}
		}
		e, err := enquiryOf(ctx, tx, enquiry, id)
		if err != nil {
			return err
		}
		asked, err := change(&c, &e)
		if err != nil {
			return err
		}
		w := newWriter(ctx, tx)
		if !asked {
			w.customer(&c)
			return w.err
		}
		w.writeWithEnquiry(&c, &e, 0)
		return w.err
	})
	return c, err
}

// writeWithEnquiry stores a customer with an enquiry that one of the contacts made, -1 for none of them.
func (w *writer) writeWithEnquiry(c *Customer, e *Enquiry, contact int) {
	if e.ID == 0 {
		c.Enquiries++
	}
	w.assignID(&e.ID, "enquiries")
	if contact >= 0 && contact < len(c.Contacts) {
		c.Contacts[contact].EnquiryID = e.ID
	}
	w.customer(c)
	e.CustomerID = c.ID
	w.enquiry(e)
}

// PullCustomers yields the rows of a page of the customers that a filter lets pass, oldest first, one at a time so that a
// long day needs no memory. Columns of orders are none of theirs.
func (s *Store) PullCustomers(ctx context.Context, f Filter, p Page) iter.Seq2[LazyRow[Customer], error] {
	return chunkedPage(ctx, s.read.db, customerColumns, "c.created, c.id", f, p, fetchCustomer)
}

// customer stores a customer with its contacts and with what pulls search by; new ones get their ids.
func (w *writer) customer(c *Customer) {
	w.employee(&c.Assigned)
	w.assignID(&c.ID, "customers")
	w.exec(`INSERT INTO customers (id, created, folded, record) VALUES (?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET folded = excluded.folded, record = excluded.record`, c.ID, c.Created, folded(c.Name), w.record(c))
	w.exec("DELETE FROM reach WHERE customer_id = ?", c.ID)
	w.reach(c.ID, c.Email, "", c.Phone)
	for i := range c.Contacts {
		w.contact(c.ID, &c.Contacts[i])
	}
	w.exec("DELETE FROM customer_attributes WHERE customer_id = ?", c.ID)
	for name, value := range attributes(c.Additional) {
		w.exec("INSERT INTO customer_attributes VALUES (?, ?, ?)", name, value, c.ID)
	}
}

func (w *writer) contact(customer int64, p *Contact) {
	w.assignID(&p.ID, "contacts")
	w.exec(`INSERT INTO contacts (id, customer_id, record) VALUES (?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET record = excluded.record`, p.ID, customer, w.record(p))
	w.reach(customer, p.Email, p.CountryCode, p.Phone, p.AdditionalPhone)
}

// reach notes how a customer is found: phones with and without the country code.
func (w *writer) reach(customer int64, email, code string, phones ...string) {
	addresses := []string{emailAddress(email)}
	for _, phone := range phones {
		addresses = append(addresses, phoneAddress(phone), phoneAddress(code+phone))
	}
	for _, address := range addresses {
		if address != "" {
			w.exec("INSERT INTO reach VALUES (?, ?) ON CONFLICT DO NOTHING", address, customer)
		}
	}
}

// employee gives an employee the id under which code, else e-mail, else name is known, a new one if none is.
func (w *writer) employee(e *Employee) {
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
	if e.ID = w.number("SELECT id FROM employees WHERE "+column+" = ? ORDER BY id LIMIT 1", value); e.ID != 0 {
		return
	}
	w.assignID(&e.ID, "employees")
	w.agent(Agent{Employee: *e})
}

// agent stores an employee under the id that it has.
func (w *writer) agent(a Agent) {
	w.exec(`INSERT INTO employees (id, code, email, name, phone, available) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET code = excluded.code, email = excluded.email, name = excluded.name,
			phone = excluded.phone, available = excluded.available`, a.ID, a.Code, a.Email, a.Name, a.Phone, !a.Absent)
}

// folded is a name as people search it: what they read on a screen, without case and accents.
func folded(name string) string { return safetext.Fold(safetext.BlockFromHTML(name).String()) }

// emailAddress is the address of an e-mail, empty for none.
func emailAddress(email string) string {
	if email = strings.ToLower(strings.TrimSpace(email)); email == "" {
		return ""
	}
	return "mailto:" + email
}

// phoneAddress is the address of a phone, empty for none; what an account masks (XXXXXX1234) reaches nobody.
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

// maxAttribute is how many attributes of free-form blocks pulls can ask for: attr1 to attr15.
const maxAttribute = 15

// attributes are the members attr1 to attr15 of free-form blocks that hold one text, number or boolean, as text.
func attributes(blocks ...json.RawMessage) map[string]string {
	all := map[string]string{}
	for _, block := range blocks {
		var members map[string]json.RawMessage
		if json.Unmarshal(block, &members) != nil {
			continue
		}
		for n := 1; n <= maxAttribute; n++ {
			if name := attribute(n); scalar(members[name]) != "" {
				all[name] = scalar(members[name])
			}
		}
	}
	return all
}

func attribute(n int) string { return "attr" + strconv.Itoa(n) }

// scalar is a text, number or boolean as text, empty for anything else.
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
