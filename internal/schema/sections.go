package schema

import "slices"

// Customer is customer_info (PROTOCOL.md 2.1).
var Customer = Section{Path: "customer_info", Title: "Customer", Fields: fieldsOf("customer")}

// orderCustomer is customer_info of an order: flags only say whose order it is, since nothing else is changed.
func orderCustomer() Section {
	s := Customer.collapsed()
	s.Fields = slices.Clone(s.Fields)
	for i := range s.Fields {
		f := &s.Fields[i]
		switch f.Key {
		case "customer_id":
			f.Flag, f.Usage = "customer", "the `id` of the customer, where several have the name"
		case "customer_name":
			f.Flag, f.Usage = "customer-name", "the `name` of the customer, who must exist"
		default:
			f.Usage = ""
		}
	}
	return s
}

// Contact is an element of contact_info (PROTOCOL.md 2.2).
var Contact = Section{
	Path:     "contact_info",
	Title:    "Contact",
	Prefix:   "contact-",
	Repeated: true,
	Fields:   fieldsOf("contact"),
}

// Enquiry is enquiry_info (PROTOCOL.md 2.3).
var Enquiry = Section{Path: "enquiry_info", Title: "Enquiry", Prefix: "enquiry-", Fields: fieldsOf("enquiry")}

// CustomerLookup is what Get Customer sends beside the id (PROTOCOL.md 4.3).
var CustomerLookup = Section{Fields: fieldsOf("customer lookup")}

// Order is order_info (PROTOCOL.md 2.4). An order record has the same members (PROTOCOL.md 3.7).
var Order = Section{Path: "order_info", Title: "Order", Fields: fieldsOf("order")}

// NewTicket is the object that Add Ticket sends (PROTOCOL.md 4.8).
var NewTicket = Section{Fields: fieldsOf("new ticket")}

// TicketUpdate is the object that Update Ticket sends (PROTOCOL.md 4.9).
var TicketUpdate = Section{Fields: fieldsOf("ticket update")}

// CustomerFilters are the filters of Pull Customer (PROTOCOL.md 4.4).
var CustomerFilters = Section{Fields: fieldsOf("customer filters")}

// OrderFilters are the filters of Pull Order (PROTOCOL.md 4.7). The interface requires at least one of those up to the
// attributes.
var OrderFilters = Section{Fields: fieldsOf("order filters")}
