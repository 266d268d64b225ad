package deskdata

import (
	"cmp"
	"encoding/json"
	"errors"

	"frontdesk/internal/store"
)

type rawJSON = json.RawMessage

var enquiries = definition[store.Enquiry]{
	name: "enquiry", file: "enquiries", table: "enquiries",
	what: "What a customer asked for; every order has one, made for it when it names none.",
	columns: []column[store.Enquiry]{
		required(numberColumn("id", "its number", func(r *store.Enquiry) *int64 { return &r.ID })),
		required(numberColumn("customer", "the customer's id", func(r *store.Enquiry) *int64 { return &r.CustomerID })),
		employeeColumn("assigned", "the employee whom it is assigned to", func(r *store.Enquiry) *store.Employee { return &r.Assigned }),
		textColumn("round_robin", "", func(r *store.Enquiry) *string { return &r.RoundRobin }),
		textColumn("next_follow_up", "as it is shown", func(r *store.Enquiry) *string { return &r.NextFollowUp }),
		momentColumn("follow_up_at", "the same as a moment, by which it is found", func(r *store.Enquiry) *int64 { return &r.FollowUpAt }),
		textColumn("action", "", func(r *store.Enquiry) *string { return &r.Action }),
		textColumn("sub_status", "", func(r *store.Enquiry) *string { return &r.SubStatus }),
		textColumn("remarks", "", func(r *store.Enquiry) *string { return &r.Remarks }),
		jsonColumn("additional", "additional_fields", func(r *store.Enquiry) *rawJSON { return &r.Additional }),
		jsonColumn("associate", "associate_fields", func(r *store.Enquiry) *rawJSON { return &r.Associate }),
	},
	keys:   func(r *store.Enquiry) []string { return []string{numbered(r.ID)} },
	number: func(r *store.Enquiry) int64 { return r.ID },
	also: func(c *checker, _ *entry, r *store.Enquiry) error {
		if r.ID == 0 {
			return errors.New("id is empty")
		}
		return cmp.Or(c.belongs(r.CustomerID, ""), c.keepsOwner("enquiry", r.ID, c.desk.EnquiryOwner, r.CustomerID, ""))
	},
	save: func(l *loader, _ *entry, r *store.Enquiry, set func(*store.Enquiry) error) (store.Outcome, error) {
		return l.desk.Enquiry(r.ID, r.CustomerID, set)
	},
}

// order is an order with the code of whom it belongs to.
type order struct {
	store.Order
	code string
}

func (r *order) owner() (int64, string) { return r.CustomerID, r.code }

var orders = definition[order]{
	name: "order", file: "orders", table: "orders",
	what: "A customer's order, found again by id, without one by erp_order.",
	columns: []column[order]{
		numberColumn("id", "the order id; the next one by default", func(r *order) *int64 { return &r.ID }),
		always(numberColumn("customer", "the customer's id", func(r *order) *int64 { return &r.CustomerID })),
		textColumn("customer_code", "the customer's code, instead of the id", func(r *order) *string { return &r.code }),
		always(numberColumn("enquiry", "the enquiry that it grew out of; one of its own by default", func(r *order) *int64 { return &r.EnquiryID })),
		always(momentColumn("added", "when the service was given it; when it is first imported by default", func(r *order) *int64 { return &r.Added })),
		numberColumn("contact", "the contact's id", func(r *order) *int64 { return &r.ContactID }),
		numberColumn("creator", "the number of who made it", func(r *order) *int64 { return &r.CreatorID }),
		employeeColumn("assigned", "the employee whom it is assigned to", func(r *order) *store.Employee { return &r.Assigned }),
		textColumn("date", "its date, as it is shown", func(r *order) *string { return &r.CreateDate }),
		always(momentColumn("created", "the same as a moment, by which it is found; added by default", func(r *order) *int64 { return &r.CreatedAt })),
		textColumn("delivery_status", "", func(r *order) *string { return &r.DeliveryStatus }),
		textColumn("erp_order", "the order's id in another system", func(r *order) *string { return &r.ERPOrderID }),
		textColumn("erp_invoice", "the invoice's id in another system", func(r *order) *string { return &r.ERPInvoiceNo }),
		textColumn("invoice", "the invoice's number", func(r *order) *string { return &r.InvoiceNo }),
		textColumn("invoice_date", "as it is shown", func(r *order) *string { return &r.InvoiceDate }),
		textColumn("unit", "", func(r *order) *string { return &r.UnitName }),
		textColumn("block", "", func(r *order) *string { return &r.BlockName }),
		textColumn("ticket", "a ticket's id", func(r *order) *string { return &r.TicketID }),
		textColumn("encrypted", "", func(r *order) *string { return &r.EncryptOrder }),
		textColumn("payment", "the payment mode", func(r *order) *string { return &r.PaymentMode }),
		textColumn("deal", "what was bought", func(r *order) *string { return &r.DealDetails }),
		textColumn("remarks", "", func(r *order) *string { return &r.Remarks }),
		jsonColumn("associate", "associate_fields", func(r *order) *rawJSON { return &r.Associate }),
	},
	keys: func(r *order) []string {
		if r.ID != 0 {
			return []string{numbered(r.ID)}
		}
		return []string{named("erp_order", r.ERPOrderID)}
	},
	number: func(r *order) int64 { return r.ID },
	also: func(c *checker, _ *entry, r *order) error {
		if r.ID == 0 && r.ERPOrderID == "" {
			return errors.New("needs an id or an erp_order, by which it is found again")
		}
		if r.EnquiryID != 0 && !c.claimed("enquiry", numbered(r.EnquiryID)) {
			switch owner, err := c.desk.EnquiryOwner(c.ctx, r.EnquiryID); {
			case err != nil:
				return err
			case owner == 0:
				return errors.New("enquiry " + numbered(r.EnquiryID) + " is neither in the files nor in the desk")
			}
		}
		return cmp.Or(c.belongs(r.owner()), c.keepsOwner("enquiry", r.EnquiryID, c.desk.EnquiryOwner, r.CustomerID, r.code))
	},
	save: func(l *loader, _ *entry, r *order, set func(*order) error) (store.Outcome, error) {
		owner := l.customer(r.owner())
		return l.desk.Order(r.ID, owner, r.ERPOrderID, func(o *store.Order) error {
			into := order{Order: *o}
			err := set(&into)
			into.CustomerID = owner
			into.EnquiryID = cmp.Or(into.EnquiryID, o.EnquiryID)
			into.Added = cmp.Or(into.Added, o.Added, l.now)
			into.CreatedAt = cmp.Or(into.CreatedAt, into.Added)
			*o = into.Order
			return err
		})
	},
}
