package wire

import (
	"cmp"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"frontdesk/internal/schema"
)

// Values holds the values of a write request as text, by path. Absent and blank values are not sent.
type Values = map[string]string

// The paths of the objects of a request (PROTOCOL.md 2).
const (
	customerBlock = "customer_info"
	contactBlock  = "contact_info"
	enquiryBlock  = "enquiry_info"
	orderBlock    = "order_info"
)

// NewAddTicketRequest returns an Add Ticket request with the given values.
func NewAddTicketRequest(values Values) (AddTicketRequest, error) {
	var r AddTicketRequest
	setTexts(&r, schema.NewTicket, values)
	return r, SetBlockValues(&r.Extra, blockValuesOf(values, false))
}

// NewUpdateTicketRequest returns an Update Ticket request for a ticket with the given values. A value of an account's
// own block that is given and empty empties the field.
func NewUpdateTicketRequest(ticket string, values Values) (UpdateTicketRequest, error) {
	r := UpdateTicketRequest{TicketID: ticket}
	setTexts(&r, schema.TicketUpdate, values)
	return r, SetBlockValues(&r.Extra, blockValuesOf(values, true))
}

// NewSaveCustomerRequest returns an Add Customer request, or an Update Customer request if customer is set. The
// update flags follow from the ids (PROTOCOL.md 2.1 and 2.4).
func NewSaveCustomerRequest(customer string, values Values) (r SaveCustomerRequest, err error) {
	err = errors.Join(r.Customer.fill(values, customerBlock), r.Enquiry.fill(values, enquiryBlock))
	r.Contacts = contactsOf(values)
	r.Customer.Set("customer_id", customer)
	r.Customer.Set(updateKey, customer != "")
	r.Enquiry.Set(updateKey, r.Enquiry.Text("enquiry_id") != "")
	return r, err
}

// NewSaveOrderRequest returns an Add Order request, or an Update Order request if order is set. customer is the id
// of the order's customer, empty if only the name is known.
func NewSaveOrderRequest(order, customer string, values Values) (SaveOrderRequest, error) {
	of, err := NewSaveCustomerRequest(customer, values)
	r := SaveOrderRequest{Customer: of.Customer, Contacts: of.Contacts, Enquiry: of.Enquiry}
	err = errors.Join(err, r.Order.fill(values, orderBlock))
	r.Customer.Set(updateKey, false) // the id identifies the customer
	r.Order.Set("order_id", order)
	r.Order.Set(updateKey, order != "")
	return r, err
}

// contactsOf returns the contacts that have values: existing ones by id, then new ones.
func contactsOf(values Values) (all []ContactInfo) {
	for _, name := range ElementIDs(schema.Contact, values) {
		var contact ContactInfo
		_ = contact.fill(values, schema.Contact.ElementPath(name)) // it has no field that cannot be read
		if len(contact) == 0 {
			continue
		}
		if !strings.HasPrefix(name, schema.NewElementPrefix) {
			contact.Set("contact_id", name)
			contact.Set(updateKey, true)
		}
		all = append(all, contact)
	}
	return all
}

// ElementIDs returns the names of a repeated section's elements that have values, in the order in which they are sent:
// existing ones first.
func ElementIDs(s schema.Section, values Values) []string {
	var names []string
	for path, value := range values {
		rest, ok := strings.CutPrefix(path, s.Path+".")
		name, _, inside := strings.Cut(rest, ".")
		if ok && inside && strings.TrimSpace(value) != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(x, y string) int {
		isNew := func(name string) int {
			if strings.HasPrefix(name, schema.NewElementPrefix) {
				return 1
			}
			return 0
		}
		return cmp.Or(cmp.Compare(isNew(x), isNew(y)), cmp.Compare(len(x), len(y)), cmp.Compare(x, y))
	})
	return names
}

// Values returns the values of the request by path.
func (r AddTicketRequest) Values() Values { return textsOf(&r, schema.NewTicket, r.Extra) }

// Values returns the values of the request by path, without the ticket id.
func (r UpdateTicketRequest) Values() Values { return textsOf(&r, schema.TicketUpdate, r.Extra) }

// Values returns the values of the request by path, without the customer id.
func (r SaveCustomerRequest) Values() Values { return r.values(true) }

// values returns the values of the request; contacts are named by their ids, or all are numbered.
func (r SaveCustomerRequest) values(byID bool) Values {
	out := Values{}
	r.Customer.addTo(out, customerBlock)
	r.Enquiry.addTo(out, enquiryBlock)
	added := 0
	for _, contact := range r.Contacts {
		name := contact.Text("contact_id")
		if name == "" || !byID {
			added++
			name = schema.NewElementPrefix + strconv.Itoa(added)
		}
		contact.addTo(out, schema.Contact.ElementPath(name))
	}
	return out
}

// Values returns the values of the request by path, without the order and customer ids.
func (r SaveOrderRequest) Values() Values { return r.values(true) }

func (r SaveOrderRequest) values(byID bool) Values {
	out := SaveCustomerRequest{Customer: r.Customer, Contacts: r.Contacts, Enquiry: r.Enquiry}.values(byID)
	r.Order.addTo(out, orderBlock)
	return out
}

// setTexts sets the texts of a ticket's request from values by path.
func setTexts(request any, s schema.Section, values Values) {
	for _, f := range s.Fields {
		if value := strings.TrimSpace(values[f.Key]); value != "" && !f.Names {
			*Text(request, f.Key) = value
		}
	}
}

// textsOf returns the texts of a ticket's request by path, and those in an account's own blocks.
func textsOf(request any, s schema.Section, extra CustomFields) Values {
	out := BlockValues(extra)
	for _, f := range s.Fields {
		if value := *Text(request, f.Key); value != "" && !f.Names {
			out[f.Key] = value
		}
	}
	return out
}

// Text returns a pointer to the text of a ticket's request that has a JSON name.
func Text(request any, name string) *string {
	v := reflect.ValueOf(request).Elem()
	for member, field := range v.Fields() {
		if key, _, _ := strings.Cut(member.Tag.Get("json"), ","); key == name {
			text, _ := field.Addr().Interface().(*string)
			return text
		}
	}
	panic("no member is called " + name) // a test checks that the descriptions match the requests
}
