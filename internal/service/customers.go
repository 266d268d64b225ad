package service

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// saveCustomer handles Add Customer and Update Customer (PROTOCOL.md 4.1 and 4.2); a customer_id makes it an
// update.
func (s *Service) saveCustomer(req wire.SaveCustomerRequest) handlerFunc {
	return func(ctx context.Context, w http.ResponseWriter) error {
		if !isBlank(req.Customer.Text("customer_id")) {
			setOperation(w, wire.UpdateCustomer.Name)
		}
		id, enquiry, err := checkCustomer(req)
		if err != nil {
			return err
		}
		contact := 0
		c, err := s.Store.SaveCustomer(ctx, id, enquiry, func(c *store.Customer, e *store.Enquiry) (bool, error) {
			oldName := c.Name
			err := s.patchCustomer(c, req.Customer)
			if err != nil {
				return false, err
			}
			changed, err := s.patchContacts(c, req.Contacts, false)
			if err != nil {
				return false, err
			}
			s.syncPrimaryContact(c, oldName, req.Customer, slices.Contains(changed, 0))
			if len(changed) > 0 {
				contact = changed[0]
			}
			return s.patchEnquiry(e, req.Enquiry)
		})
		if err != nil {
			return toAPIError(err)
		}
		action, event := "Customer added", wire.EventCustomerAdded
		if id != 0 {
			action, event = "Customer updated", wire.EventCustomerUpdated
		}
		return writeCommitted(w, wire.SavedCustomer(action+" successfully", action, event, c.ID, c.Contacts[contact].ID))
	}
}

// checkCustomer validates an Add Customer or Update Customer request and parses its ids.
func checkCustomer(req wire.SaveCustomerRequest) (id, enquiry int64, err error) {
	if len(req.Contacts) > maxRequestContacts {
		return 0, 0, errRequestContacts
	}
	id, err1 := parseID(req.Customer.Text("customer_id"), errNoCustomer)
	enquiry, err2 := parseID(req.Enquiry.Text("enquiry_id"), errNoEnquiry)
	return id, enquiry, cmp.Or(problemError(req.Validate(), errNameAndContactRequired), err1, err2)
}

// getCustomer handles Get Customer (PROTOCOL.md 4.3). The e-mail and the phone, where given, must be the
// customer's.
func (s *Service) getCustomer(req wire.GetCustomerRequest) handlerFunc {
	return func(ctx context.Context, w http.ResponseWriter) error {
		id, given := req.Number("service_customer_id")
		if !given {
			return errCustomerID
		}
		var f store.Filter
		f.IDIn([]int64{id}, store.CustomerID)
		ifSet(req.Text("email_id"), f.ReachableByEmail)
		ifSet(req.Text("phone"), f.ReachableByPhone)
		for c, err := range store.DecodeAll(s.Store.PullCustomers(ctx, f, store.Page{Limit: 1})) {
			if err != nil {
				return err
			}
			return writeJSON(w, wire.Answer{"Customer Details", s.customerRecord(c), "status", wire.StatusSuccess})
		}
		return writeNotFound(w)
	}
}

// writeNotFound responds that no record matches, in the shape that Get Customer has for it: the text is in place of the
// record, and in message as in every error response (PROTOCOL.md 5.2).
func writeNotFound(w http.ResponseWriter) error {
	const text = "The given information does not exist"
	body, err := json.Marshal(append(wire.Answer{"Customer Details", text}, wire.Failed(text)...))
	if err == nil {
		writeBody(w, http.StatusNotFound, body)
	}
	return err
}

// pullCustomer handles Pull Customer (PROTOCOL.md 4.4), on both of its paths.
func (s *Service) pullCustomer(req wire.PullCustomerRequest) handlerFunc {
	return func(ctx context.Context, w http.ResponseWriter) error {
		if err := s.checkAccount(req, "cm_id"); err != nil {
			return err
		}
		start, end := req.Text("createStartDate"), req.Text("createEndDate")
		from, to, err := parsePullDay("createStartDate", start, "createEndDate", end, s.Zone)
		if err != nil {
			return err
		}
		limit, hasLimit := req.Number("limit")
		offset, _ := req.Number("offset")
		rows, err := parsePage(wire.LooseInt{Value: limit, Valid: hasLimit}, offset)
		if err != nil {
			return err
		}
		f := customerFilter(req)
		f.Between(store.CustomerCreated, from, to)
		return streamRecords(
			s,
			w,
			unknownTotal,
			s.Store.PullCustomers(ctx, f, rows),
			s.customerRecord,
		)
	}
}

// customerFilter returns the filter of a pull; a condition that no record can answer matches nothing.
func customerFilter(req wire.PullCustomerRequest) store.Filter {
	var f store.Filter
	ifSet(req.Text("name"), f.NameContains)
	ifSet(req.Text("phone"), f.ReachableByPhone)
	ifSet(req.Text("email"), f.ReachableByEmail)
	ifSet(req.Text("designationType"), func(string) { f.MatchNone() }) // contacts have no designation here
	ifSet(req.Text("customer_id"), matchIDs(&f, store.CustomerID))
	ifSet(req.Text("customerCode"), matchText(&f, store.CustomerCode))
	ifSet(cmp.Or(strings.TrimSpace(req.Text("zoneIdStr")), idText(req, "zone_id")), matchAnyText(&f, store.Zone))
	assignees := cmp.Or(idText(req, "assignedToId"), strings.TrimSpace(req.Text("assignedToIdStr")))
	ifSet(assignees, matchIDs(&f, store.CustomerAssignee))
	switch {
	case req.Flag("isOrganisation"):
		f.IsTrue(store.Organization)
	case req.Flag("isIndividual"):
		f.IsTrue(store.Individual)
	case req.Flag("isChannelPartner"):
		f.IsTrue(store.ChannelPartner)
	}
	ifSet(idText(req, "primarySourceId"), matchText(&f, store.PrimarySource))
	ifSet(idText(req, "secondarySourceId"), matchText(&f, store.SecondarySource))
	ifSet(idText(req, "tertiarySourceId"), matchText(&f, store.TertiarySource))
	eachAttribute(req, f.CustomerAttribute)
	return f
}

// filters are the filters of a pull.
type filters interface {
	Text(key string) string
	Number(key string) (n int64, given bool)
}

// idText returns an id of a filter as text, empty for 0: unused filters are sent as 0.
func idText(of filters, key string) string {
	n, _ := of.Number(key)
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

// eachAttribute calls ask for each of attr1 to attr15 that is set.
func eachAttribute(of filters, ask func(n int, value string)) {
	for n := 1; n <= wire.MaxAttribute; n++ {
		ifSet(of.Text(wire.AttributeKey(n)), func(value string) { ask(n, value) })
	}
}

var (
	customerTemplate = newTemplate(wire.CustomerRecord, "record", store.Customer{}, customerMade{})
	contactTemplate  = newTemplate(wire.ContactRecord, "record", store.Contact{}, contactMade{})
)

// customerMade are the members of a customer record that are not written as they are stored.
type customerMade struct {
	Account    int64              `record:"cmId"`
	Created    string             `record:"generationDate"`
	Modified   wire.DateTimeParts `record:"lastModificationTime"`
	Zone       int64              `record:"zone"`
	AssignedID int64              `record:"assignedToId"`
	Remarks    string             `record:"remarks"`
	Contacts   []templateRecord   `record:"contacts"`
}

// customerRecord converts a customer to its record (PROTOCOL.md 3.1). Remarks stands for two fields of the request: the
// one of the same name comes first, so that a change to it is visible.
func (s *Service) customerRecord(c store.Customer) templateRecord {
	contacts := make([]templateRecord, len(c.Contacts))
	for i := range c.Contacts {
		contacts[i] = s.contactRecord(c.ID, &c.Contacts[i])
	}
	return customerTemplate().record(&c, &customerMade{
		Account:    s.AccountID,
		Created:    s.formatTime(c.Created, wire.CustomerTimeLayout),
		Modified:   s.dateTimeParts(cmp.Or(c.Modified, c.Created)),
		Zone:       parseNumber(c.Zone),
		AssignedID: c.Assigned.ID,
		Remarks:    cmp.Or(c.Remarks, c.CustomerRemarks),
		Contacts:   contacts,
	})
}

// contactMade are the members of a contact record that are not written as they are stored.
type contactMade struct {
	Account  int64              `record:"cmId"`
	Customer int64              `record:"leadId"`
	Age      int64              `record:"age"`
	Name     string             `record:"contactPerson"`
	Created  wire.DateTimeParts `record:"generationDate"`
}

func (s *Service) contactRecord(customer int64, p *store.Contact) templateRecord {
	return contactTemplate().record(p, &contactMade{
		Account:  s.AccountID,
		Customer: customer,
		Age:      s.contactAge(*p),
		Name:     contactName(*p),
		Created:  s.dateTimeParts(p.Created),
	})
}

// contactName returns a contact's name, joined from its parts where only those were given.
func contactName(p store.Contact) string {
	if !isBlank(p.Name) {
		return p.Name
	}
	return joinNonBlank(p.Title, p.FirstName, p.LastName)
}

// contactAge returns the age by the date of birth, or the stored age if the date cannot be parsed.
func (s *Service) contactAge(p store.Contact) int64 {
	born, err := time.Parse(time.DateOnly, p.DOB)
	if err != nil {
		return int64(p.Age)
	}
	now := s.Now().In(s.Zone)
	years := now.Year() - born.Year()
	if now.Month() < born.Month() || now.Month() == born.Month() && now.Day() < born.Day() {
		years--
	}
	return int64(max(years, 0))
}

// dateTimeParts converts a time to six numbers in the service's zone, all 0 if it is not known.
func (s *Service) dateTimeParts(at int64) wire.DateTimeParts {
	if at == 0 {
		return wire.DateTimeParts{}
	}
	return wire.NewDateTimeParts(time.Unix(at, 0).In(s.Zone))
}

// parseNumber parses a number; other text is 0.
func parseNumber(s string) int64 {
	n, err := wire.ParseLooseInt(s)
	if err != nil {
		return 0
	}
	return n.Value
}
