package store

import (
	"context"
	"database/sql"
	"errors"
	"iter"
)

// OrderAggregate is an order with its customer and enquiry.
type OrderAggregate struct {
	Customer Customer // with contacts
	Enquiry  Enquiry
	Order    Order
	Contact  int // index of the order's contact in Customer.Contacts, -1 for none
}

// OrderRef identifies the records that an order write refers to. An Order of 0 is a new order, for the customer
// with the id Customer or, if that is 0, exactly that Name. An Enquiry of 0 is the order's own, or a new one for a
// new order.
type OrderRef struct {
	Order, Customer, Enquiry int64
	Name                     string
}

// SaveOrder reads the records that key refers to, calls change to modify the order and its enquiry and to append
// contacts, and stores them, in one transaction. An error of change leaves everything unchanged; SaveOrder returns
// ErrOrderNotFound, ErrCustomerNotFound, ErrAmbiguousCustomer or ErrEnquiryNotFound if a reference cannot be
// resolved.
func (s *Store) SaveOrder(
	ctx context.Context,
	key OrderRef,
	change func(*OrderAggregate) error,
) (OrderAggregate, error) {
	var sale OrderAggregate
	err := s.update(ctx, func(ctx context.Context, tx *transaction) error {
		var err error
		if sale, err = readOrderAggregate(ctx, tx, key); err != nil {
			return err
		}
		if err := change(&sale); err != nil {
			return err
		}
		w := newWriter(ctx, tx)
		w.writeOrderAggregate(&sale)
		return w.err
	})
	return sale, err
}

// PullOrders counts the orders that match a filter and yields the rows of a page of them, oldest first. At most as
// many rows as were counted are yielded.
func (s *Store) PullOrders(ctx context.Context, f Filter, p Page) (int, iter.Seq2[LazyRow[Order], error], error) {
	matching := 0
	q := s.dialect.ordersCount(f)
	err := s.read.filtered.QueryRowContext(ctx, q.text, q.args...).Scan(&matching)
	p.Limit = min(p.Limit, max(matching-p.Offset, 0))
	return matching, readInChunks(ctx, s.read.filtered, p, func(after *rest, p Page) statement {
		return s.dialect.ordersPage(f, matching, after, p)
	}, fetchOrder), err
}

// orderColumns selects an order.
const orderColumns = `SELECT o.id, o.customer_id, c.name, o.enquiry_id, o.added, o.record
	FROM orders o JOIN customers c ON c.id = o.customer_id`

// orderTables returns the tables that the conditions of a filter read. Every order has a customer and an enquiry, and
// to join a million of them takes longer than all else.
func orderTables(f Filter) string {
	tables := " FROM orders o"
	if f.reads("c") {
		tables += " JOIN customers c ON c.id = o.customer_id"
	}
	if f.reads("e") {
		tables += " JOIN enquiries e ON e.id = o.enquiry_id"
	}
	return tables
}

// ordersCount returns the query of the number of orders that match a filter. Those that an exclusion leaves are not
// counted one by one, because they are nearly all: they are those without the exclusion, less the excluded ones, which
// an index finds. Every order has the id of an assignee, 0 for nobody.
func (d *dialect) ordersCount(f Filter) statement {
	others, excluded, excludes := f.exclusion()
	if excludes {
		all, less := d.ordersCount(others), d.ordersCount(excluded)
		return statement{"SELECT (" + all.text + ") - (" + less.text + ")", append(all.args, less.args...)}
	}
	if d.findsFewFirst {
		q := d.whereOrders(f)
		return statement{"SELECT count(*) FROM orders o" + q.clause(), q.args}
	}
	q := d.where(f, true)
	return statement{"SELECT count(*)" + orderTables(f) + q.clause(), q.args}
}

// fewOrders is how many orders are read at most to sort them for a page. More of them lie close together in the order
// of the pull: of a million orders, 5,000 fill a page of 50 from the first 10,000.
const fewOrders = 5000

// ordersPage returns the query of a page of the orders that match a filter, of which there are so many. Their ids are
// found first, which needs indexes alone where one holds what the filter asks for; only then are the records of the
// page read.
func (d *dialect) ordersPage(f Filter, matching int, after *rest, p Page) statement {
	var ids statement
	if d.findsFewFirst && matching <= fewOrders {
		ids = d.pageOfFew(f, after, p)
	} else {
		q := d.where(f, true)
		ids = q.page("SELECT o.id"+orderTables(f), "o.added, o.id", after, p)
	}
	return statement{orderColumns + " WHERE o.id IN (" + ids.text + ") ORDER BY o.added, o.id", ids.args}
}

// pageOfFew returns the query of the ids of a page of few orders. OFFSET keeps PostgreSQL from reading all orders in
// the order of the pull until a page is full, which it expects to be soon.
func (d *dialect) pageOfFew(f Filter, after *rest, p Page) statement {
	found := d.whereOrders(f)
	all := "SELECT o.id, o.added FROM orders o" + found.clause() + " OFFSET 0"
	sorted := query{dialect: d}
	page := sorted.page("SELECT o.id FROM ("+all+") o", "o.added, o.id", after, p)
	return statement{page.text, append(found.args, page.args...)}
}

func scanOrder(r row) (Order, error) {
	read, _, err := fetchOrder(r)
	return read.decodeNow(err)
}

func fetchOrder(r row) (LazyRow[Order], rowPosition, error) {
	var o Order
	var record string
	err := r.Scan(&o.ID, &o.CustomerID, &o.CustomerName, &o.EnquiryID, &o.Added, &record)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, rowPosition{}, ErrOrderNotFound
	}
	return lazyDecode(&o, jsonColumn{&record, &o}), rowPosition{o.Added, o.ID, len(record)}, err
}

// readEnquiry reads an enquiry of a customer; an id of 0 returns a new one.
func readEnquiry(ctx context.Context, tx *transaction, id, customer int64) (Enquiry, error) {
	e := Enquiry{CustomerID: customer}
	if id == 0 {
		return e, nil
	}
	err := scanRecord(
		tx.QueryRowContext(ctx, "SELECT record FROM enquiries WHERE id = ? AND customer_id = ?", id, customer),
		&e,
	)
	if errors.Is(err, sql.ErrNoRows) {
		return e, ErrEnquiryNotFound
	}
	e.ID = id
	return e, err
}

func readOrderAggregate(ctx context.Context, tx *transaction, key OrderRef) (OrderAggregate, error) {
	sale := OrderAggregate{Contact: -1}
	var err error
	if key.Order != 0 {
		if err := tx.dialect.lock(ctx, tx, "orders", "id", key.Order); err != nil {
			return sale, err
		}
		if sale.Order, err = scanOrder(tx.QueryRowContext(ctx, orderColumns+" WHERE o.id = ?", key.Order)); err != nil {
			return sale, err
		}
		key.Customer = sale.Order.CustomerID
		if key.Enquiry == 0 {
			key.Enquiry = sale.Order.EnquiryID
		}
	}
	if key.Customer == 0 {
		if key.Customer, err = customerNamed(ctx, tx, key.Name); err != nil {
			return sale, err
		}
	}
	if err := tx.dialect.lock(ctx, tx, "customers", "id", key.Customer); err != nil {
		return sale, err
	}
	if sale.Customer, err = scanCustomer(
		tx.QueryRowContext(ctx, customerColumns+" WHERE c.id = ?", key.Customer),
	); err != nil {
		return sale, err
	}
	for i, p := range sale.Customer.Contacts {
		if key.Order != 0 && p.ID == sale.Order.ContactID {
			sale.Contact = i
		}
	}
	sale.Enquiry, err = readEnquiry(ctx, tx, key.Enquiry, key.Customer)
	return sale, err
}

// customerNamed returns the id of the only customer with exactly that name.
func customerNamed(ctx context.Context, tx *transaction, name string) (int64, error) {
	var first, last sql.NullInt64
	err := tx.QueryRowContext(
		ctx,
		"SELECT min(id), max(id) FROM customers WHERE name_key = ?",
		indexKey(name),
	).Scan(&first, &last)
	switch {
	case err != nil:
		return 0, err
	case !first.Valid:
		return 0, ErrCustomerNotFound
	case first != last:
		return 0, ErrAmbiguousCustomer
	}
	return first.Int64, nil
}

// writeOrderAggregate stores an order with its enquiry, and the customer with the contacts added by the request.
func (w *writer) writeOrderAggregate(s *OrderAggregate) {
	w.assignID(&s.Order.ID, "orders")
	if s.Contact >= 0 {
		s.Customer.Contacts[s.Contact].OrderID = s.Order.ID
	}
	w.writeWithEnquiry(&s.Customer, &s.Enquiry, s.Contact)
	s.Order.CustomerID, s.Order.CustomerName, s.Order.EnquiryID = s.Customer.ID, s.Customer.Name, s.Enquiry.ID
	if s.Contact >= 0 {
		s.Order.ContactID = s.Customer.Contacts[s.Contact].ID
	}
	w.writeOrder(&s.Order, s.Enquiry)
}

func (w *writer) writeEnquiry(e *Enquiry) {
	w.resolveEmployee(&e.Assigned)
	w.exec(enquiriesTable.upsert, enquiriesTable.values(e, e.ID, e.CustomerID, w.encode(e))...)
}

func (w *writer) writeOrder(o *Order, e Enquiry) {
	w.resolveEmployee(&o.Assigned)
	w.exec(ordersTable.upsert, ordersTable.values(o, o.ID, o.CustomerID, o.EnquiryID, o.Added, w.encode(o))...)
	w.exec("DELETE FROM order_attributes WHERE order_id = ?", o.ID)
	for name, value := range attributes(e.Associate, e.Additional, o.Associate) {
		w.exec("INSERT INTO order_attributes VALUES (?, ?, ?)", name, indexKey(value), o.ID)
	}
}
