package store

import (
	"cmp"
	"errors"
)

// Customer writes a customer without its contacts, looked up by id or, if that is 0, by code.
func (i *Import) Customer(id int64, code string, set func(*Customer) error) (Outcome, error) {
	if id == 0 && code != "" {
		id = i.CustomerID(code)
	}
	c, found := queryOne(i.writer, scanCustomer, customerColumns+" WHERE c.id = ?", id)
	return modify(i, &c, found, set, func() {
		i.writeCustomer(&c)
		i.exec("UPDATE customers SET created = ? WHERE id = ?", c.Created, c.ID)
	})
}

// CustomerID returns the id of the oldest customer with the code, 0 for none.
func (i *Import) CustomerID(code string) int64 {
	return i.queryNumber("SELECT id FROM customers WHERE code = ? ORDER BY id LIMIT 1", indexKey(code))
}

// errNoCustomer reports that a customer validated earlier no longer exists.
var errNoCustomer = errors.New("a customer that an entry names is no longer there")

// Contact writes a contact of a customer, looked up by id, else e-mail, else phone, else name.
func (i *Import) Contact(customer int64, like Contact, set func(*Contact) error) (Outcome, error) {
	c, found := queryOne(i.writer, scanCustomer, customerColumns+" WHERE c.id = ?", customer)
	if !found {
		return Unchanged, cmp.Or(i.err, errNoCustomer)
	}
	at := findContact(c.Contacts, like)
	contact := Contact{}
	if at >= 0 {
		contact = c.Contacts[at]
	}
	return modify(i, &contact, at >= 0, set, func() {
		if at >= 0 {
			c.Contacts[at] = contact
		} else {
			c.Contacts = append(c.Contacts, contact)
		}
		i.writeCustomer(&c) // updates the addresses of the customer and all contacts too
	})
}

// findContact returns the index of the matching contact, -1 for none.
func findContact(all []Contact, like Contact) int {
	for at, p := range all {
		switch {
		case like.ID != 0:
			if p.ID == like.ID {
				return at
			}
		case like.Email != "":
			if emailAddress(p.Email) == emailAddress(like.Email) {
				return at
			}
		case like.Phone != "":
			if p.Phone == like.Phone {
				return at
			}
		case like.Name != "" && p.Name == like.Name:
			return at
		}
	}
	return -1
}

// Enquiry writes a customer's enquiry, looked up by id.
func (i *Import) Enquiry(id, customer int64, set func(*Enquiry) error) (Outcome, error) {
	e, err := readEnquiry(i.ctx, i.tx, id, customer)
	found := err == nil && id != 0
	if err != nil && !errors.Is(err, ErrEnquiryNotFound) {
		return Unchanged, err
	}
	e.ID, e.CustomerID = id, customer
	return modify(i, &e, found, set, func() {
		i.assignID(&e.ID, "enquiries")
		i.writeEnquiry(&e)
	})
}

// Order writes an order of a customer, looked up by id or, if that is 0, by its ERP id. An order without an
// enquiry gets a new one.
func (i *Import) Order(id, customer int64, erp string, set func(*Order) error) (Outcome, error) {
	if id == 0 {
		id = i.queryNumber("SELECT id FROM orders WHERE erp_order_id = ? ORDER BY id LIMIT 1", indexKey(erp))
	}
	o, found := queryOne(i.writer, scanOrder, orderColumns+" WHERE o.id = ?", id)
	return modify(i, &o, found, func(o *Order) error {
		if customer != 0 {
			o.CustomerID = customer
		}
		return set(o)
	}, func() {
		i.assignID(&o.ID, "orders")
		e := Enquiry{ID: o.EnquiryID, CustomerID: o.CustomerID}
		if e.ID == 0 {
			i.assignID(&e.ID, "enquiries")
			i.writeEnquiry(&e)
			o.EnquiryID = e.ID
		} else if i.err == nil {
			e, i.err = readEnquiry(i.ctx, i.tx, o.EnquiryID, o.CustomerID)
		}
		i.writeOrder(&o, e)
		i.exec("UPDATE orders SET customer_id = ? WHERE id = ?", o.CustomerID, o.ID)
	})
}

// Ticket writes a ticket, looked up by its external id. A new ticket without a customer is linked to the one with
// its e-mail address.
func (i *Import) Ticket(id string, set func(*Ticket) error) (Outcome, error) {
	t, found := queryOne(i.writer, scanTicket, ticketColumns+" WHERE ticket_id = ?", id)
	t.TicketID = id
	return modify(i, &t, found, set, func() {
		if found {
			record, err := encodeCompact(t)
			i.err = cmp.Or(i.err, err)
			i.exec("UPDATE tickets SET created = ? WHERE task_id = ?", t.Created, t.TaskID)
			i.exec(ticketsTable.update, ticketsTable.updateValues(&t, t.TaskID, string(record))...)
			return
		}
		if t.TaskID == 0 && i.err == nil {
			t.TaskID, i.err = i.tx.nextID(i.ctx, "tickets", "task_id")
		}
		if i.err == nil {
			i.err = insertTicket(i.ctx, i.tx, t)
		}
	})
}

// LinkCustomer sets the customer of a ticket that names none by its e-mail address, as a service that adds it does.
func (i *Import) LinkCustomer(t *Ticket) {
	i.err = cmp.Or(i.err, linkCustomers(i.ctx, i.tx, []*Ticket{t}))
}

// Note adds an entry to a ticket's history unless the ticket has it already or its history is full. An entry that an
// import repeats is stored as often as it occurs there.
func (i *Import) Note(ticket string, n Note) (Outcome, error) {
	task := i.queryNumber("SELECT task_id FROM tickets WHERE ticket_id = ?", ticket)
	record, err := encodeCompact(n)
	i.err = cmp.Or(i.err, err)
	noteID := i.queryNumber(`SELECT coalesce(min(id), 0) FROM notes WHERE task_id = ? AND record = ?
		AND id NOT IN (SELECT id FROM imported_notes)`, task, string(record))
	outcome := Unchanged
	if noteID == 0 && i.err == nil {
		if err := i.growHistory(task, n.Detail, len(record)); err != nil {
			return Unchanged, err
		}
		noteID = i.queryNumber("INSERT INTO notes (task_id, record) VALUES (?, ?) RETURNING id", task, string(record))
		outcome = Added
	}
	i.exec("INSERT INTO imported_notes VALUES (?)", noteID)
	return outcome, i.err
}

// growHistory counts a note of some bytes, or returns why the ticket has no room for it.
func (i *Import) growHistory(task int64, comment string, bytes int) (err error) {
	h, known := i.histories[task]
	if !known {
		h, err = readHistorySize(i.ctx, i.tx, task)
	}
	i.histories[task] = HistorySize{h.Notes + 1, h.Bytes + bytes}
	return cmp.Or(err, h.CheckRoom(comment))
}
