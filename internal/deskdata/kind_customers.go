package deskdata

import (
	"cmp"
	"errors"

	"frontdesk/internal/store"
)

var customers = definition[store.Customer]{
	name: "customer", file: "customers", table: "customers",
	doc:     "A customer. An import finds an existing customer by `id`, or by `code` if the entry has no `id`.",
	columns: columnsOf[store.Customer]("customer"),
	keys: func(r *store.Customer) []string {
		if r.ID != 0 {
			return []string{formatID(r.ID)} // several may have the same code
		}
		return []string{keyWithPrefix("code", r.Code)}
	},
	number: func(r *store.Customer) int64 { return r.ID },
	checkMore: func(c *checker, e *entry, r *store.Customer) error {
		if r.ID == 0 && r.Code == "" {
			return errors.New("needs an id or a code, by which it is found again")
		}
		c.addAlias("customer", keyWithPrefix("code", r.Code), e)
		return nil
	},
	save: func(l *loader, _ *entry, r *store.Customer, set func(*store.Customer) error) (store.Outcome, error) {
		return l.desk.Customer(r.ID, r.Code, func(r *store.Customer) error {
			err := set(r)
			r.Created = cmp.Or(r.Created, l.now.Unix())
			return err
		})
	},
}

// contact is a contact with whom it belongs to.
type contact struct {
	store.Contact
	Customer int64
	Code     string
}

func (r *contact) owner() (int64, string) { return r.Customer, r.Code }

var contacts = definition[contact]{
	name: "contact", file: "contacts", table: "contacts",
	doc:     "A person at a customer. An import finds an existing contact by `id`, or else by `email`, `phone` or `name`.",
	columns: columnsOf[contact]("contact"),
	keys:    func(r *contact) []string { return []string{formatID(r.ID)} },
	number:  func(r *contact) int64 { return r.ID },
	checkMore: func(c *checker, _ *entry, r *contact) error {
		if r.ID == 0 && r.Email+r.Phone+r.Name == "" {
			return errors.New("needs an id, an e-mail, a phone or a name, by which it is found again")
		}
		return cmp.Or(
			c.checkCustomer(r.owner()),
			c.checkOwner("contact", r.ID, c.desk.ContactOwner, r.Customer, r.Code),
		)
	},
	save: func(l *loader, _ *entry, r *contact, set func(*contact) error) (store.Outcome, error) {
		return l.desk.Contact(l.customer(r.owner()), r.Contact, func(p *store.Contact) error {
			into := contact{Contact: *p}
			err := set(&into)
			into.Created = cmp.Or(into.Created, l.now.Unix())
			*p = into.Contact
			return err
		})
	},
}
