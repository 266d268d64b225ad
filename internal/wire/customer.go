package wire

import (
	"cmp"
	_ "embed" // for the records
	"errors"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// This file holds PROTOCOL.md 2.1 to 2.3 and the requests of 4.1 to 4.4. The service keeps a text in the member of its
// record that has the same name.

// The blocks of requests are typed, and their forms are tables (schema/fields.txt): the service and the checks of
// answers compute with their members, which a map of values would not let the compiler check.

// CustomerInfo is the block customer_info. All keys are written; empty values set nothing.
type CustomerInfo struct {
	Name             string       `json:"customer_name"` // required in every request with the block
	Phone            string       `json:"phone"`         // digits
	Email            string       `json:"email_id"`
	Locality         string       `json:"locality"`
	City             string       `json:"city"`
	State            string       `json:"state"`
	Country          string       `json:"country"`
	Address          string       `json:"address"`
	PinCode          string       `json:"pincode"`
	Type             string       `json:"type"`
	Classification   string       `json:"classification"`
	Code             string       `json:"customer_code"`
	ID               string       `json:"customer_id"` // empty for a new customer
	AssignName       string       `json:"customer_assign_emp_name"`
	AssignCode       string       `json:"customer_assign_emp_code"`
	AssignEmail      string       `json:"customer_assign_emp_email"`
	Zone             string       `json:"zone"`
	CustomerRemarks  string       `json:"customer_remarks"`
	Remarks          string       `json:"remarks"`
	Individual       bool         `json:"individual"`
	Organization     bool         `json:"organization"`
	ChannelPartner   bool         `json:"channel_partner"`
	PrimarySource    string       `json:"primary_source"`
	SecondarySource  string       `json:"secondary_source"`
	TertiarySource   string       `json:"tertiary_source"`
	AdditionalFields CustomFields `json:"additional_fields"`
	AssociateFields  CustomFields `json:"associate_fields"`
	Update           bool         `json:"update"` // the service decides by customer_id and ignores this (PROTOCOL.md 2.1)
}

// ContactInfo is one element of the block contact_info.
type ContactInfo struct {
	ID              string `json:"contact_id"`
	Title           string `json:"title"`
	FirstName       string `json:"first_name"`
	LastName        string `json:"last_name"`
	Name            string `json:"contact_person_name"`
	CountryCode     string `json:"country_code"`
	Phone           string `json:"contact_person_phone"` // digits
	Email           string `json:"contact_person_email"`
	AdditionalPhone string `json:"additional_contact_phone"`
	DOB             string `json:"dob"`
	Gender          string `json:"gender"`
	Update          bool   `json:"update"`
	MatchEmailPhone bool   `json:"matchEmailPhone"`
}

// EnquiryInfo is the block enquiry_info.
type EnquiryInfo struct {
	ID               string       `json:"enquiry_id"`
	AssignName       string       `json:"assign_emp_name"`
	AssignCode       string       `json:"assign_emp_code"`
	AssignEmail      string       `json:"assign_emp_email"`
	RoundRobin       string       `json:"round_robin_key"`
	NextFollowUp     string       `json:"next_follow_up_date"`
	Action           string       `json:"action"`
	SubStatus        string       `json:"subStatus"`
	AdditionalFields CustomFields `json:"additional_fields"`
	AssociateFields  CustomFields `json:"associate_fields"`
	Update           bool         `json:"update"`
	Remarks          string       `json:"remarks"`
}

// SaveCustomerRequest is an Add Customer or Update Customer request. Both use one path and one shape and are
// distinguished by customer_info.customer_id (PROTOCOL.md 4.1 and 4.2).
type SaveCustomerRequest struct {
	Customer CustomerInfo  `json:"customer_info"`
	Contacts []ContactInfo `json:"contact_info"`
	Enquiry  EnquiryInfo   `json:"enquiry_info"`
}

// Phone returns the first phone of the customer.
func (r SaveCustomerRequest) Phone() string {
	phone := r.Customer.Phone
	for _, c := range r.Contacts {
		phone = cmp.Or(phone, c.Phone)
	}
	return phone
}

// Email returns the first e-mail address of the customer.
func (r SaveCustomerRequest) Email() string {
	email := r.Customer.Email
	for _, c := range r.Contacts {
		email = cmp.Or(email, c.Email)
	}
	return email
}

// GetCustomerRequest is one object of a Get Customer request (PROTOCOL.md 4.3).
type GetCustomerRequest struct {
	ID    LooseInt `json:"service_customer_id"` // required; a number or numeric text
	Email string   `json:"email_id,omitzero"`
	Phone string   `json:"phone,omitzero"` // digits
}

// PullCustomerRequest is a Pull Customer request (PROTOCOL.md 4.4). Empty fields do not filter.
type PullCustomerRequest struct {
	Account           int64     `json:"cm_id"`           // required, greater than 0
	StartDate         string    `json:"createStartDate"` // YYYY-MM-DD
	EndDate           string    `json:"createEndDate"`   // the same day, or the next
	IsAllCustomerPage bool      `json:"isAllCustomerPage,omitzero"`
	Name              string    `json:"name,omitzero"`
	Phone             string    `json:"phone,omitzero"`
	Email             string    `json:"email,omitzero"`
	DesignationType   string    `json:"designationType,omitzero"`
	CustomerID        string    `json:"customer_id,omitzero"`
	CustomerCode      string    `json:"customerCode,omitzero"`
	ZoneIDs           string    `json:"zoneIdStr,omitzero"`
	ZoneID            LooseInt  `json:"zone_id,omitzero"` // used when zoneIdStr is empty
	AssignedToID      LooseInt  `json:"assignedToId,omitzero"`
	AssignedToIDs     string    `json:"assignedToIdStr,omitzero"` // used when assignedToId is empty
	IsOrganisation    bool      `json:"isOrganisation,omitzero"`
	IsIndividual      LooseBool `json:"isIndividual,omitzero"`     // used only if isOrganisation is false
	IsChannelPartner  LooseBool `json:"isChannelPartner,omitzero"` // used only if isIndividual is false
	PrimarySourceID   LooseInt  `json:"primarySourceId,omitzero"`
	SecondarySourceID LooseInt  `json:"secondarySourceId,omitzero"`
	TertiarySourceID  LooseInt  `json:"tertiarySourceId,omitzero"`
	Attributes
	Limit  LooseInt `json:"limit,omitzero"`  // DefaultPageSize if empty
	Offset LooseInt `json:"offset,omitzero"` // rows to skip
}

// Attributes are the filters attr1 to attr15 of Pull Customer and Pull Order.
type Attributes struct {
	Attr1  string `json:"attr1,omitzero"`
	Attr2  string `json:"attr2,omitzero"`
	Attr3  string `json:"attr3,omitzero"`
	Attr4  string `json:"attr4,omitzero"`
	Attr5  string `json:"attr5,omitzero"`
	Attr6  string `json:"attr6,omitzero"`
	Attr7  string `json:"attr7,omitzero"`
	Attr8  string `json:"attr8,omitzero"`
	Attr9  string `json:"attr9,omitzero"`
	Attr10 string `json:"attr10,omitzero"`
	Attr11 string `json:"attr11,omitzero"`
	Attr12 string `json:"attr12,omitzero"`
	Attr13 string `json:"attr13,omitzero"`
	Attr14 string `json:"attr14,omitzero"`
	Attr15 string `json:"attr15,omitzero"`
}

// Values returns the filters in order, attr1 at index 0. Empty ones do not filter.
func (a Attributes) Values() [15]string {
	return [15]string{
		a.Attr1, a.Attr2, a.Attr3, a.Attr4, a.Attr5, a.Attr6, a.Attr7, a.Attr8,
		a.Attr9, a.Attr10, a.Attr11, a.Attr12, a.Attr13, a.Attr14, a.Attr15,
	}
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

// SaveCustomerResponse is an Add Customer response, and our service's Update Customer response.
type SaveCustomerResponse struct {
	Status   string        `json:"status"`
	Message  string        `json:"message"`
	Customer SavedCustomer `json:"customer"`
}

// SavedCustomer is the object customer of a SaveCustomerResponse.
type SavedCustomer struct {
	Result      bool   `json:"result"`
	CustomerID  int64  `json:"customer_id"`
	Action      string `json:"action"`
	ActionEvent string `json:"action_event"` // EventCustomerAdded, EventCustomerUpdated
	ContactID   int64  `json:"contact_id"`
}

// The values of action_event (PROTOCOL.md 1.5). EventCustomerUpdated is specific to our service.
const (
	EventCustomerAdded   = "ADD_CUSTOMER"
	EventCustomerUpdated = "UPDATE_CUSTOMER"
	EventOrderAdded      = "ADD_ORDER"
	EventOrderUpdated    = "ORDER_FIELD_UPDATION"
)

// GetCustomerResponse is a Get Customer response.
type GetCustomerResponse struct {
	Details any    `json:"Customer Details"` // a CustomerRecord
	Status  string `json:"status"`
}

// CustomerNotFoundResponse is a Get Customer response if no record matches: the text is in place of the record, and
// in message as in every error response (PROTOCOL.md 5.2).
type CustomerNotFoundResponse struct {
	Details string `json:"Customer Details"`
	Message string `json:"message"`
	Status  string `json:"status"`
}
