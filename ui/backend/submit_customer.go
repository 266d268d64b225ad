package backend

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"frontdesk/internal/client"
	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// Fields of customer_info that the console uses itself.
const (
	FieldCustomerName  = "customer_info.customer_name"
	FieldCustomerPhone = "customer_info.phone"
	FieldCustomerEmail = "customer_info.email_id"
	fieldCustomerCode  = "customer_info.customer_code"
	fieldCustomerID    = "customer_info.customer_id" // in Original only: the customer of an order
	fieldChanged       = "changed"                   // in Original only: when the record was last modified
)

// customerRefusals maps phrases of error messages to customer fields.
var customerRefusals = map[string]string{
	"name, e-mail": FieldCustomerName, "name, email": FieldCustomerName, "several customers": FieldCustomerName,
	"customer does not exist": FieldCustomerName, "phone number should be": FieldCustomerPhone,
}

// addCustomer is Add Customer (PROTOCOL.md 4.1).
var addCustomer = kind{
	FormKind: FormKind{
		Name: KindAddCustomer, Title: "New customer", Noun: "customer", ProgressText: "Adding the customer…", Creates: true, NeedsReview: true,
		TitleFields: []string{FieldCustomerName, FieldCustomerPhone, FieldCustomerEmail},
	},
	prepare: prepareAddCustomer, errorFields: customerRefusals,
	notFoundText: "The customers of today were asked for again, and no new one fits. It may still be added. Sending again may add it twice.",
}

// updateCustomer is Update Customer (PROTOCOL.md 4.2).
var updateCustomer = kind{
	FormKind: FormKind{
		Name: KindUpdateCustomer, Title: "Edit customer", Noun: "customer", ProgressText: "Saving…", NeedsReview: true,
		TitleFields: []string{FieldCustomerName},
	},
	read: readCustomer, prepare: prepareUpdateCustomer, errorFields: customerRefusals,
	after: func(c *Backend, w Submission, _ SubmitResultMsg) error {
		c.touched(w.Record.Raw())
		return nil
	},
	notFoundText: "The customer was read again and does not show it. It may still be carried out.",
}

// CustomerValues returns a customer's values for a form; masked phones and e-mails are left out.
func CustomerValues(c *desk.Customer) map[string]string {
	values := wire.EditableCustomer(c)
	values[fieldChanged] = strconv.FormatInt(int64(c.Modified), 10)
	return values
}

func readCustomer(ctx context.Context, c *Backend, w Submission) (reading, error) {
	now, err := c.customerNow(ctx, w.Record)
	if err != nil {
		return reading{}, err
	}
	return reading{values: CustomerValues(&now)}, nil
}

func (c *Backend) customerNow(ctx context.Context, id desk.ID) (desk.Customer, error) {
	number, err := wire.ParseLooseInt(id.Raw())
	if err != nil {
		return desk.Customer{}, errMissing
	}
	now, _, err := c.Book.Customer(ctx, number.Value, true)
	switch {
	case IsNotFound(err):
		return desk.Customer{}, errMissing
	case err != nil:
		return desk.Customer{}, err
	}
	return *now, nil
}

// touched invalidates a cached customer, so that it is fetched again and responses already in flight are not used.
func (c *Backend) touched(id string) {
	if number, err := wire.ParseLooseInt(id); err == nil && number.Value > 0 {
		c.Book.InvalidateCustomer(number.Value)
	}
}

// prepareUpdateCustomer sends the changes, with the name, which the interface requires (PROTOCOL.md 2.1), and the
// flags, which cannot be left out.
func prepareUpdateCustomer(c *Backend, w Submission, read reading) (submitRequest, error) {
	now := read.values
	changed := changes(w.Values, now)
	said := withFlags(changed, wire.Request(KindUpdateCustomer)[0], w.Values)
	if said[FieldCustomerName] = strings.TrimSpace(w.Values[FieldCustomerName]); said[FieldCustomerName] == "" {
		said[FieldCustomerName] = now[FieldCustomerName]
	}
	request, err := wire.NewSaveCustomerRequest(w.Record.Raw(), said)
	if err != nil {
		return submitRequest{}, err
	}
	return submitRequest{
		send: func(ctx context.Context) (created, error) {
			_, err := client.Call(ctx, c.Book.Client, wire.UpdateCustomer, request)
			return created{}, err
		},
		look: func(ctx context.Context, _ submit.Prior) (finding, error) {
			c.touched(w.Record.Raw())
			found, err := readCustomer(ctx, c, w)
			return judgeChange(found.values, changed, "the customer's record shows the change"), err
		},
	}, nil
}

// changes returns the values that differ from the record. It drops emptied ones, because the service ignores empty
// values (PROTOCOL.md 2).
func changes(values, now wire.Values) wire.Values {
	out := wire.Values{}
	for path, value := range values {
		if value = strings.TrimSpace(value); value != "" && value != now[path] {
			out[path] = value
		}
	}
	return out
}

// withFlags adds a section's flags as set in the form.
func withFlags(said wire.Values, b wire.Record, values wire.Values) wire.Values {
	out := maps.Clone(said)
	for _, a := range b.Asks {
		if path := b.Path + "." + a.Key; a.Kind == wire.KindBool && values[path] != "" {
			out[path] = values[path]
		}
	}
	return out
}

const contactInfo = "contact_info"

// judgeChange compares a record's current values with the changes sent.
func judgeChange(now, changed wire.Values, shown string) finding {
	verdict, hidden := submit.Changed(now, changed)
	if verdict == submit.NotVisible {
		shown = "The record does not tell: no record shows " + strings.Join(hidden, ", ") + "."
	}
	return finding{verdict, shown}
}

func prepareAddCustomer(c *Backend, w Submission, _ reading) (submitRequest, error) {
	request, err := wire.NewSaveCustomerRequest("", w.Values)
	if err != nil {
		return submitRequest{}, err
	}
	return submitRequest{
		send: func(ctx context.Context) (created, error) {
			saved, err := client.Call(ctx, c.Book.Client, wire.AddCustomer, request)
			return created{record: numbered(saved.Customer)}, err
		},
		find:     func(ctx context.Context) (sights, error) { return c.lookForCustomer(ctx, request, c.daysOf(w)) },
		isMarked: strings.TrimSpace(request.Customer.Code) != "",
	}, nil
}

// numbered returns a numeric id as a desk.ID; zero for 0.
func numbered(id int64) desk.ID {
	if id == 0 {
		return desk.ID{}
	}
	return desk.NewKey(strconv.FormatInt(id, 10))
}

// errNowhere is returned when it is unknown which customer's records to search.
var errNowhere = errors.New("the account id or the customer is not known, without which nobody can be looked for")

// lookForCustomer returns the customers added on the given days that match the code, or the phone or e-mail and the
// name.
func (c *Backend) lookForCustomer(ctx context.Context, r wire.SaveCustomerRequest, days desk.DateRange) (sights, error) {
	if c.Book.AccountID == 0 {
		return sights{}, errNowhere
	}
	seen := sights{isWhole: true}
	for _, day := range days.Days() {
		pull := wire.PullCustomerRequest{Account: c.Book.AccountID, StartDate: day.String(), EndDate: day.String(), CustomerCode: r.Customer.Code}
		if pull.CustomerCode == "" {
			pull.Phone, pull.Email = reached(r)
		}
		found, err := client.Call(ctx, c.Book.Client, wire.PullCustomer, pull)
		if err != nil {
			return seen, err
		}
		// a service that ignores the filters returns a page of all customers
		seen.isWhole = seen.isWhole && len(found) < wire.DefaultPageSize
		for i := range found {
			if looks, is := looksLikeCustomer(&found[i], r); is {
				seen.all = append(seen.all, looks)
			}
		}
	}
	return seen, nil
}

// looksLikeCustomer reports whether a customer may be the added one: by the code if one was given, otherwise by the
// name.
func looksLikeCustomer(found *desk.Customer, r wire.SaveCustomerRequest) (s match, is bool) {
	s.record = numbered(found.ID)
	code, isNamed := safetext.LineFromHTML(r.Customer.Code), isSameLine(found.Name, safetext.LineFromText(r.Customer.Name))
	switch {
	case code.IsEmpty():
		s.says = fmt.Sprintf("customer %s has this name and was added that day", s.record.Display())
		return s, isNamed
	case isNamed:
		s.says = fmt.Sprintf("customer %s has this code and this name", s.record.Display())
	default:
		s.says, s.differs = fmt.Sprintf("customer %s has this code, but another name", s.record.Display()), true
	}
	return s, isSameLine(found.Code, code)
}

// reached returns the first phone of a request, or its first e-mail if it has no phone.
func reached(r wire.SaveCustomerRequest) (phone, email string) {
	phone, email = r.Customer.Phone, r.Customer.Email
	for _, contact := range r.Contacts {
		if phone == "" {
			phone = contact.Phone
		}
		if email == "" {
			email = contact.Email
		}
	}
	if phone != "" {
		email = ""
	}
	return phone, email
}

// Masked returns a customer's masked contact values by field path.
func Masked(c *desk.Customer) map[string]string { return wire.MaskedFields(c) }

// PrimaryEmail returns a customer's first e-mail address that is not masked; empty if there is none.
func PrimaryEmail(c *desk.Customer) safetext.Line {
	masked := wire.MaskedFields(c)
	for _, contact := range c.Contacts {
		path := wire.Record{Path: contactInfo}.ElementPath(numbered(contact.ID).Raw()) + ".contact_person_email"
		if !contact.Email.IsEmpty() && masked[path] == "" {
			return contact.Email
		}
	}
	return safetext.Line{}
}

// Reachable returns a customer's first contact with a phone number that is not masked, preferring the primary contact;
// nil if there is none.
func Reachable(c *desk.Customer) *desk.Contact {
	masked := wire.MaskedFields(c)
	var found *desk.Contact
	for i := range c.Contacts {
		contact := &c.Contacts[i]
		path := wire.Record{Path: contactInfo}.ElementPath(numbered(contact.ID).Raw()) + ".contact_person_phone"
		isFirst := found == nil || contact.Primary && !found.Primary
		if isFirst && !contact.Phone.IsEmpty() && masked[path] == "" && !desk.IsMasked(contact.Phone.String()) {
			found = contact
		}
	}
	return found
}
