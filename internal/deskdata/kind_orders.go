package deskdata

import (
	"cmp"
	"errors"

	"frontdesk/internal/store"
)

var enquiries = definition[store.Enquiry]{
	name: "enquiry", file: "enquiries", table: "enquiries",
	doc:     "What a customer asked for. Every order has an enquiry; an import creates one for an order that names none.",
	columns: columnsOf[store.Enquiry]("enquiry"),
	keys:    func(r *store.Enquiry) []string { return []string{formatID(r.ID)} },
	number:  func(r *store.Enquiry) int64 { return r.ID },
	checkMore: func(c *checker, _ *entry, r *store.Enquiry) error {
		if r.ID == 0 {
			return errors.New("id is not a whole number from 1")
		}
		return cmp.Or(
			c.checkCustomer(r.CustomerID, ""),
			c.checkOwner("enquiry", r.ID, c.desk.EnquiryOwner, r.CustomerID, ""),
		)
	},
	save: func(l *loader, _ *entry, r *store.Enquiry, set func(*store.Enquiry) error) (store.Outcome, error) {
		return l.desk.Enquiry(r.ID, r.CustomerID, set)
	},
}

// order is an order with the code of whom it belongs to.
type order struct {
	store.Order
	Code string
}

func (r *order) owner() (int64, string) { return r.CustomerID, r.Code }

var orders = definition[order]{
	name: "order", file: "orders", table: "orders",
	doc:     "An order of a customer. An import finds an existing order by `id`, or by `erp_order` if the entry has no `id`.",
	columns: columnsOf[order]("order"),
	keys: func(r *order) []string {
		if r.ID != 0 {
			return []string{formatID(r.ID)}
		}
		return []string{keyWithPrefix("erp_order", r.ERPOrderID)}
	},
	number: func(r *order) int64 { return r.ID },
	checkMore: func(c *checker, _ *entry, r *order) error {
		if r.ID == 0 && r.ERPOrderID == "" {
			return errors.New("needs an id or an erp_order, by which it is found again")
		}
		if r.EnquiryID != 0 && !c.hasKey("enquiry", formatID(r.EnquiryID)) {
			switch owner, err := c.desk.EnquiryOwner(c.ctx, r.EnquiryID); {
			case err != nil:
				return err
			case owner == 0:
				return errors.New("enquiry " + formatID(r.EnquiryID) + " is neither in the files nor in the desk")
			}
		}
		return cmp.Or(
			c.checkCustomer(r.owner()),
			c.checkOwner("enquiry", r.EnquiryID, c.desk.EnquiryOwner, r.CustomerID, r.Code),
		)
	},
	save: func(l *loader, _ *entry, r *order, set func(*order) error) (store.Outcome, error) {
		owner := l.customer(r.owner())
		return l.desk.Order(r.ID, owner, r.ERPOrderID, func(o *store.Order) error {
			into := order{Order: *o}
			err := set(&into)
			into.CustomerID = owner
			into.EnquiryID = cmp.Or(into.EnquiryID, o.EnquiryID)
			into.Added = cmp.Or(into.Added, o.Added, l.now.Unix())
			into.CreatedAt = cmp.Or(into.CreatedAt, into.Added)
			*o = into.Order
			return err
		})
	},
}
