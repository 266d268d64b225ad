package deskdata

import (
	"cmp"
	"errors"

	"frontdesk/internal/store"
)

var customers = definition[store.Customer]{
	name: "customer", file: "customers", table: "customers",
	what: "A customer, found again by id, without one by code.",
	columns: []column[store.Customer]{
		numberColumn("id", "the customer id; the next one by default", func(r *store.Customer) *int64 { return &r.ID }),
		textColumn("code", "the customer code", func(r *store.Customer) *string { return &r.Code }),
		required(textColumn("name", "the name", func(r *store.Customer) *string { return &r.Name })),
		always(momentColumn("created", "when the record was made; when it is first imported by default", func(r *store.Customer) *int64 { return &r.Created })),
		momentColumn("modified", "when it was last changed", func(r *store.Customer) *int64 { return &r.Modified }),
		textColumn("phone", "the customer's own phone", func(r *store.Customer) *string { return &r.Phone }),
		textColumn("email", "the customer's own e-mail address", func(r *store.Customer) *string { return &r.Email }),
		textColumn("website", "", func(r *store.Customer) *string { return &r.Website }),
		textColumn("address", "", func(r *store.Customer) *string { return &r.Address }),
		textColumn("locality", "", func(r *store.Customer) *string { return &r.Locality }),
		textColumn("city", "", func(r *store.Customer) *string { return &r.City }),
		textColumn("state", "", func(r *store.Customer) *string { return &r.State }),
		textColumn("country", "", func(r *store.Customer) *string { return &r.Country }),
		textColumn("pincode", "", func(r *store.Customer) *string { return &r.PinCode }),
		textColumn("latitude", "", func(r *store.Customer) *string { return &r.Latitude }),
		textColumn("longitude", "", func(r *store.Customer) *string { return &r.Longitude }),
		textColumn("type", "", func(r *store.Customer) *string { return &r.Type }),
		textColumn("classification", "", func(r *store.Customer) *string { return &r.Classification }),
		textColumn("current_status", "", func(r *store.Customer) *string { return &r.CurrentStatus }),
		textColumn("company_status", "", func(r *store.Customer) *string { return &r.CompanyStatus }),
		textColumn("zone", "", func(r *store.Customer) *string { return &r.Zone }),
		numberColumn("level", "", func(r *store.Customer) *int { return &r.Level }),
		flagColumn("individual", "", func(r *store.Customer) *bool { return &r.Individual }),
		flagColumn("organization", "", func(r *store.Customer) *bool { return &r.Organization }),
		flagColumn("channel_partner", "", func(r *store.Customer) *bool { return &r.ChannelPartner }),
		textColumn("primary_source", "", func(r *store.Customer) *string { return &r.PrimarySource }),
		textColumn("secondary_source", "", func(r *store.Customer) *string { return &r.SecondarySource }),
		textColumn("tertiary_source", "", func(r *store.Customer) *string { return &r.TertiarySource }),
		employeeColumn("assigned", "the employee whom it is assigned to", func(r *store.Customer) *store.Employee { return &r.Assigned }),
		numberColumn("creator", "the number of who made it", func(r *store.Customer) *int64 { return &r.CreatorID }),
		textColumn("customer_remarks", "", func(r *store.Customer) *string { return &r.CustomerRemarks }),
		textColumn("remarks", "", func(r *store.Customer) *string { return &r.Remarks }),
		textColumn("feedback", "", func(r *store.Customer) *string { return &r.Feedback }),
		numberColumn("credit_days", "", func(r *store.Customer) *int { return &r.CreditDays }),
		amountColumn("credit_limit", "", func(r *store.Customer) *float64 { return &r.CreditLimit }),
		amountColumn("outstanding", "", func(r *store.Customer) *float64 { return &r.Outstanding }),
		numberColumn("enquiries", "how many there were", func(r *store.Customer) *int { return &r.Enquiries }),
		flagColumn("from_api", "it was added through the interface", func(r *store.Customer) *bool { return &r.FromAPI }),
		jsonColumn("additional", "additional_fields", func(r *store.Customer) *rawJSON { return &r.Additional }),
		jsonColumn("associate", "associate_fields", func(r *store.Customer) *rawJSON { return &r.Associate }),
	},
	keys: func(r *store.Customer) []string {
		if r.ID != 0 {
			return []string{numbered(r.ID)} // several may have the same code
		}
		return []string{named("code", r.Code)}
	},
	number: func(r *store.Customer) int64 { return r.ID },
	also: func(c *checker, e *entry, r *store.Customer) error {
		if r.ID == 0 && r.Code == "" {
			return errors.New("needs an id or a code, by which it is found again")
		}
		c.refer("customer", named("code", r.Code), e)
		return nil
	},
	save: func(l *loader, _ *entry, r *store.Customer, set func(*store.Customer) error) (store.Outcome, error) {
		return l.desk.Customer(r.ID, r.Code, func(r *store.Customer) error {
			err := set(r)
			r.Created = cmp.Or(r.Created, l.now)
			return err
		})
	},
}

func employeeColumn[T any](name, what string, at func(*T) *store.Employee) column[T] {
	return column[T]{
		name: name, shape: textShape, what: what, get: func(r *T) string { return at(r).Key() },
		set: func(r *T, text string, x *context) error {
			a, err := employeeOf(text, x)
			*at(r) = a.Employee
			return err
		},
	}
}

func employeeOf(key string, x *context) (store.Agent, error) {
	if key == "" {
		return store.Agent{}, nil
	}
	return x.known.employee(key)
}

// contact is a contact with whom it belongs to.
type contact struct {
	store.Contact
	customer int64
	code     string
}

func (r *contact) owner() (int64, string) { return r.customer, r.code }

var contacts = definition[contact]{
	name: "contact", file: "contacts", table: "contacts",
	what: "A person at a customer, found again by id, without one by e-mail, phone or name.",
	columns: []column[contact]{
		numberColumn("id", "the contact id; the next one by default", func(r *contact) *int64 { return &r.ID }),
		always(numberColumn("customer", "the customer's id", func(r *contact) *int64 { return &r.customer })),
		textColumn("customer_code", "the customer's code, instead of the id", func(r *contact) *string { return &r.code }),
		textColumn("title", "", func(r *contact) *string { return &r.Title }),
		textColumn("first_name", "", func(r *contact) *string { return &r.FirstName }),
		textColumn("last_name", "", func(r *contact) *string { return &r.LastName }),
		textColumn("name", "the whole name", func(r *contact) *string { return &r.Name }),
		textColumn("gender", "", func(r *contact) *string { return &r.Gender }),
		textColumn("born", "the day of birth, as it is shown", func(r *contact) *string { return &r.DOB }),
		numberColumn("age", "", func(r *contact) *int { return &r.Age }),
		textColumn("country_code", "of the phone", func(r *contact) *string { return &r.CountryCode }),
		textColumn("phone", "", func(r *contact) *string { return &r.Phone }),
		textColumn("additional_phone", "", func(r *contact) *string { return &r.AdditionalPhone }),
		textColumn("email", "", func(r *contact) *string { return &r.Email }),
		textColumn("marital_status", "", func(r *contact) *string { return &r.MaritalStatus }),
		flagColumn("primary", "the one who is shown first", func(r *contact) *bool { return &r.Primary }),
		flagColumn("phone_masked", "", func(r *contact) *bool { return &r.PhoneMasked }),
		flagColumn("email_masked", "", func(r *contact) *bool { return &r.EmailMasked }),
		numberColumn("enquiry", "the last enquiry's number", func(r *contact) *int64 { return &r.EnquiryID }),
		numberColumn("order", "the last order's number", func(r *contact) *int64 { return &r.OrderID }),
		numberColumn("creator", "the number of who made it", func(r *contact) *int64 { return &r.CreatorID }),
		momentColumn("created", "when the record was made; when it is first imported by default", func(r *contact) *int64 { return &r.Created }),
	},
	keys:   func(r *contact) []string { return []string{numbered(r.ID)} },
	number: func(r *contact) int64 { return r.ID },
	also: func(c *checker, _ *entry, r *contact) error {
		if r.ID == 0 && r.Email+r.Phone+r.Name == "" {
			return errors.New("needs an id, an e-mail, a phone or a name, by which it is found again")
		}
		return cmp.Or(c.belongs(r.owner()), c.keepsOwner("contact", r.ID, c.desk.ContactOwner, r.customer, r.code))
	},
	save: func(l *loader, _ *entry, r *contact, set func(*contact) error) (store.Outcome, error) {
		return l.desk.Contact(l.customer(r.owner()), r.Contact, func(p *store.Contact) error {
			into := contact{Contact: *p}
			err := set(&into)
			into.Created = cmp.Or(into.Created, l.now)
			*p = into.Contact
			return err
		})
	},
}
