package store

import (
	"context"
	"database/sql"
	"errors"
	"iter"
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
