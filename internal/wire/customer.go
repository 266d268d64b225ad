package wire

import (
	"cmp"
	_ "embed" // for the records
	"errors"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// This file holds the requests and answers of PROTOCOL.md 4.1 to 4.4.

// SaveCustomerRequest is an Add Customer or Update Customer request. Both use one path and one shape and are
// distinguished by customer_info.customer_id (PROTOCOL.md 4.1 and 4.2).
type SaveCustomerRequest struct {
	Customer CustomerInfo  `json:"customer_info"`
	Contacts []ContactInfo `json:"contact_info"`
	Enquiry  EnquiryInfo   `json:"enquiry_info"`
}

// Phone returns the first phone of the customer.
func (r SaveCustomerRequest) Phone() string {
	phone := r.Customer.Text("phone")
	for _, c := range r.Contacts {
		phone = cmp.Or(phone, c.Text("contact_person_phone"))
	}
	return phone
}

// Email returns the first e-mail address of the customer.
func (r SaveCustomerRequest) Email() string {
	email := r.Customer.Text("email_id")
	for _, c := range r.Contacts {
		email = cmp.Or(email, c.Text("contact_person_email"))
	}
	return email
}

var errNoCustomer = errors.New("it holds no customer")

// readCustomer decodes a Get Customer response (PROTOCOL.md 4.3). If no record matches, the response has a message
// in place of the record, or nothing at all, with any status.
func readCustomer(d *responseDecoder) (desk.Customer, error) {
	var found []desk.Customer
	var instead safetext.Line
	err := d.decodeEnvelope(func(name string) (bool, error) {
		switch {
		case name != "customer details" && name != "message":
			return false, nil
		case d.isScalar():
			v, err := d.value()
			if inner, isJSON := textAsJSON(v); isJSON {
				read := func() error { return d.customers(&found) }
				return true, d.within(inner, func() error { return d.at(name, read) })
			}
			if kind := v.Kind(); kind != '"' && kind != 'n' {
				_ = d.at(name, func() error { d.odd(v, "a customer"); return nil })
			}
			instead = line(v)
			return true, err
		}
		return true, d.at(name, func() error { return d.customers(&found) })
	})
	var refusal *Failure
	refused := errors.As(err, &refusal)
	switch {
	case refused && !instead.IsEmpty(), err == nil && d.payload && len(found) == 0:
		return desk.Customer{}, &Failure{Message: instead, NotFound: true}
	case err != nil:
		return desk.Customer{}, err
	case len(found) == 0:
		return desk.Customer{}, &DecodeError{errNoCustomer}
	}
	return found[0], nil
}

// readCustomers decodes a Pull Customer response (PROTOCOL.md 4.4).
func readCustomers(d *responseDecoder) ([]desk.Customer, error) {
	var all []desk.Customer
	_, err := d.readList(customerList, func() (bool, error) { return d.customerInto(&all) })
	return all, err
}

// customers decodes customer records and skips those with neither id nor name.
func (d *responseDecoder) customers(all *[]desk.Customer) error {
	return d.eachRecord(customerList, func() error {
		d.allowed.record()
		_, err := d.customerInto(all)
		return err
	})
}

// customerInto decodes a customer record and reports whether it is one, or empty.
func (d *responseDecoder) customerInto(all *[]desk.Customer) (bool, error) {
	c, err := d.customer()
	is := c.ID != 0 || !c.Name.IsEmpty()
	if err == nil && is {
		*all = append(*all, c)
	}
	return is || len(c.Fields)+len(c.Groups)+len(c.Contacts) == 0, err
}

func (d *responseDecoder) customer() (desk.Customer, error) {
	var c desk.Customer
	rest, err := customerTable.read(d, &c, func(name string) (bool, error) {
		if name != "contacts" {
			return false, nil
		}
		return true, d.at(name, func() error { return d.contacts(&c.Contacts) })
	})
	c.Fields, c.Groups = rest.fields, rest.groups
	return c, err
}

// contacts decodes a customer's contacts and skips empty ones.
func (d *responseDecoder) contacts(all *[]desk.Contact) error {
	return d.eachRecord(contactList, func() error {
		contact := desk.Contact{Active: true}
		rest, err := contactTable.read(d, &contact, noNested)
		contact.Fields, contact.Groups = rest.fields, rest.groups
		if err == nil && len(rest.fields)+len(rest.groups) > 0 && len(*all) < maxCustomFields {
			*all = append(*all, contact)
			d.allowed.spend(1)
		}
		return err
	})
}

// This file holds PROTOCOL.md 3.1 and 3.2 and the responses of 4.1 to 4.4, as our service writes them: numbers as
// numbers, flags as booleans.

// The customer record and an element of its contacts, with what their members are where our service stores nothing.
var (
	//go:embed customer_record.json
	CustomerRecord string
	//go:embed contact_record.json
	ContactRecord string
)

// DateTimeParts is a date-time as a JSON object of six numbers, all 0 where it is not known. Months count from 0.
type DateTimeParts struct {
	Year       int `json:"year"`
	Month      int `json:"month"` // 0 is January
	DayOfMonth int `json:"dayOfMonth"`
	HourOfDay  int `json:"hourOfDay"`
	Minute     int `json:"minute"`
	Second     int `json:"second"`
}

// NewDateTimeParts returns the parts of a time in its own location.
func NewDateTimeParts(t time.Time) DateTimeParts {
	return DateTimeParts{t.Year(), int(t.Month()) - 1, t.Day(), t.Hour(), t.Minute(), t.Second()}
}

// SavedCustomer returns an Add Customer response, and our service's Update Customer response.
func SavedCustomer(message, action, event string, customer, contact int64) Answer {
	return Answer{"status", StatusSuccess, "message", message, "customer", Answer{
		"result", true, "customer_id", customer, "action", action, "action_event", event, "contact_id", contact,
	}}
}

// The values of action_event (PROTOCOL.md 1.5). EventCustomerUpdated is specific to our service.
const (
	EventCustomerAdded   = "ADD_CUSTOMER"
	EventCustomerUpdated = "UPDATE_CUSTOMER"
	EventOrderAdded      = "ADD_ORDER"
	EventOrderUpdated    = "ORDER_FIELD_UPDATION"
)
