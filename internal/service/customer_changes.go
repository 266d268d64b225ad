package service

import (
	"errors"
	"reflect"
	"slices"
	"strings"

	"frontdesk/internal/schema"
	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// patchContacts applies contact_info to a customer's contacts: to the contact with the id or, where the request
// sets matchEmailPhone or match is set, with the same phone or e-mail; else it appends a new one. It returns the
// indexes of the contacts that it changed, in the order of the request.
func (s *Service) patchContacts(c *store.Customer, list []wire.ContactInfo, match bool) (changed []int, err error) {
	for _, in := range list {
		if isBlank(
			in.ID + in.Title + in.FirstName + in.LastName + in.Name +
				in.Phone + in.Email + in.AdditionalPhone + in.DOB + in.Gender,
		) {
			continue // an empty block identifies no contact
		}
		at, err := findContact(c, in, match || in.MatchEmailPhone)
		if err != nil {
			return changed, err
		}
		if at < 0 && len(c.Contacts) >= maxContacts {
			return changed, errContacts
		}
		if at < 0 {
			at = s.newContact(c)
		}
		patchContact(&c.Contacts[at], in)
		changed = append(changed, at)
	}
	return changed, nil
}

func (s *Service) newContact(c *store.Customer) int {
	c.Contacts = append(c.Contacts, store.Contact{Primary: len(c.Contacts) == 0, Created: s.Now().Unix()})
	return len(c.Contacts) - 1
}

// findContact returns the index of the contact that a block identifies, -1 for a new one.
func findContact(c *store.Customer, in wire.ContactInfo, match bool) (int, error) {
	id, err := parseID(in.ID, errNoContact)
	if err != nil {
		return -1, err
	}
	at := slices.IndexFunc(c.Contacts, func(p store.Contact) bool {
		if id != 0 {
			return p.ID == id
		}
		phone, email := strings.TrimSpace(in.Phone), strings.TrimSpace(in.Email)
		return match && (phone != "" && p.Phone == phone || email != "" && strings.EqualFold(p.Email, email))
	})
	if id != 0 && at < 0 {
		return at, errNoContact
	}
	return at, nil
}

func patchContact(p *store.Contact, in wire.ContactInfo) {
	setPhoneEmail(p, in.Phone, in.Email)
	copyTexts(contactTexts, in, p)
}

// setPhoneEmail sets the phone and the e-mail that are given, and clears their masked flags.
func setPhoneEmail(p *store.Contact, phone, email string) {
	if !isBlank(phone) {
		p.Phone, p.PhoneMasked = strings.TrimSpace(phone), false
	}
	if !isBlank(email) {
		p.Email, p.EmailMasked = strings.TrimSpace(email), false
	}
}

// syncPrimaryContact copies the customer's name, phone and e-mail to the primary contact, because customer records
// show phones and e-mails of contacts only (PROTOCOL.md 2.2). If the request changes the primary contact too
// (isPrimaryGiven), only an empty phone or e-mail is filled; a phone that no contact shows becomes its additional phone
// if it has none.
func (s *Service) syncPrimaryContact(c *store.Customer, oldName string, in wire.CustomerInfo, isPrimaryGiven bool) {
	if len(c.Contacts) == 0 {
		s.newContact(c)
	}
	p := &c.Contacts[0]
	if contactName(*p) == oldName && !isBlank(in.Name) {
		p.Name = in.Name
	}
	if !isPrimaryGiven || p.Phone == "" {
		setPhoneEmail(p, in.Phone, "")
	}
	if !isPrimaryGiven || p.Email == "" {
		setPhoneEmail(p, "", in.Email)
	}
	phone := strings.TrimSpace(in.Phone)
	isShown := func(p store.Contact) bool { return p.Phone == phone || p.AdditionalPhone == phone }
	if p.AdditionalPhone == "" && phone != "" && !slices.ContainsFunc(c.Contacts, isShown) {
		p.AdditionalPhone = phone
	}
}

// joinNonBlank joins the parts of a name that are not blank.
func joinNonBlank(parts ...string) string {
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}

// setEmployee sets the employee if any of its keys is given.
func setEmployee(into *store.Employee, code, email, name string) {
	if !isBlank(code + email + name) {
		*into = store.Employee{
			Code:  strings.TrimSpace(code),
			Email: strings.TrimSpace(email),
			Name:  strings.TrimSpace(name),
		}
	}
}

// patchCustomer applies customer_info to a new or stored customer.
func (s *Service) patchCustomer(c *store.Customer, in wire.CustomerInfo) error {
	copyTexts(customerTexts, in, c)
	setEmployee(&c.Assigned, in.AssignCode, in.AssignEmail, in.AssignName)
	if in.Individual || in.Organization || in.ChannelPartner {
		c.Individual, c.Organization, c.ChannelPartner = in.Individual, in.Organization, in.ChannelPartner
	} else if c.ID == 0 {
		c.Individual = true
	}
	var err1, err2 error
	c.Additional, err1 = mergeCustomFields(c.Additional, in.AdditionalFields)
	c.Associate, err2 = mergeCustomFields(c.Associate, in.AssociateFields)
	c.Modified = s.Now().Unix()
	if c.ID == 0 {
		c.Created, c.FromAPI = c.Modified, true
	}
	return errors.Join(err1, err2)
}

// patchEnquiry applies enquiry_info to an enquiry and reports whether the block holds anything.
func (s *Service) patchEnquiry(e *store.Enquiry, in wire.EnquiryInfo) (bool, error) {
	copyTexts(enquiryTexts, in, e)
	setEmployee(&e.Assigned, in.AssignCode, in.AssignEmail, in.AssignName)
	e.FollowUpAt, _ = parseDateOrTime(e.NextFollowUp, s.Zone)
	var err1, err2 error
	e.Additional, err1 = mergeCustomFields(e.Additional, in.AdditionalFields)
	e.Associate, err2 = mergeCustomFields(e.Associate, in.AssociateFields)
	texts := in.ID + in.RoundRobin + in.NextFollowUp + in.Action + in.SubStatus + in.Remarks +
		in.AssignCode + in.AssignEmail + in.AssignName
	return !isBlank(texts) || len(in.AdditionalFields)+len(in.AssociateFields) > 0, errors.Join(err1, err2)
}

// The texts of requests that the store keeps: a member of the request belongs to the member of the stored record that
// has the same name.
var (
	customerTexts = sharedTexts(schema.Customer, wire.CustomerInfo{}, store.Customer{})
	contactTexts  = sharedTexts(schema.Contact, wire.ContactInfo{}, store.Contact{})
	enquiryTexts  = sharedTexts(schema.Enquiry, wire.EnquiryInfo{}, store.Enquiry{})
	orderTexts    = sharedTexts(schema.Order, wire.OrderInfo{}, store.Order{})
)

// textMember is a text of an object of a request and of a stored record, by its index in both.
type textMember struct {
	source, target int
	isTrimmed      bool
}

// sharedTexts returns the texts that an object of a request and a stored record share.
func sharedTexts(s schema.Section, object, record any) []textMember {
	var texts []textMember
	source, target := reflect.TypeOf(object), reflect.TypeOf(record)
	for i := range source.NumField() {
		into, shared := target.FieldByName(source.Field(i).Name)
		if !shared || into.Type.Kind() != reflect.String {
			continue
		}
		key, _, _ := strings.Cut(source.Field(i).Tag.Get("json"), ",")
		f, _ := s.FieldOf(key)
		isTrimmed := f.Trimmed || f.Kind == schema.Digits || f.Kind == schema.Email
		texts = append(texts, textMember{source: i, target: into.Index[0], isTrimmed: isTrimmed})
	}
	return texts
}

// copyTexts sets the texts of a stored record that a request gives; blank ones stay as they were (PROTOCOL.md 2).
func copyTexts(texts []textMember, object, record any) {
	source, target := reflect.ValueOf(object), reflect.ValueOf(record).Elem()
	for _, m := range texts {
		text := source.Field(m.source).String()
		if isBlank(text) {
			continue
		}
		if m.isTrimmed {
			text = strings.TrimSpace(text)
		}
		target.Field(m.target).SetString(text)
	}
}
