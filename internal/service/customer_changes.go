package service

import (
	"encoding/json"
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
		if !hasText(in, "country_code") {
			continue // an empty block identifies no contact
		}
		at, err := findContact(c, in, match || in.Flag("matchEmailPhone"))
		if err != nil {
			return changed, err
		}
		if at < 0 && len(c.Contacts) >= maxContacts {
			return changed, errContacts
		}
		if at < 0 {
			at = s.newContact(c)
		}
		setPhoneEmail(&c.Contacts[at], in.Text("contact_person_phone"), in.Text("contact_person_email"))
		copyTexts(schema.Contact, in, &c.Contacts[at])
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
	id, err := parseID(in.Text("contact_id"), errNoContact)
	if err != nil {
		return -1, err
	}
	at := slices.IndexFunc(c.Contacts, func(p store.Contact) bool {
		if id != 0 {
			return p.ID == id
		}
		phone := strings.TrimSpace(in.Text("contact_person_phone"))
		email := strings.TrimSpace(in.Text("contact_person_email"))
		return match && (phone != "" && p.Phone == phone || email != "" && strings.EqualFold(p.Email, email))
	})
	if id != 0 && at < 0 {
		return at, errNoContact
	}
	return at, nil
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
	p, phone := &c.Contacts[0], strings.TrimSpace(in.Text("phone"))
	if name := in.Text("customer_name"); contactName(*p) == oldName && !isBlank(name) {
		p.Name = name
	}
	if !isPrimaryGiven || p.Phone == "" {
		setPhoneEmail(p, phone, "")
	}
	if !isPrimaryGiven || p.Email == "" {
		setPhoneEmail(p, "", in.Text("email_id"))
	}
	isShown := func(p store.Contact) bool { return p.Phone == phone || p.AdditionalPhone == phone }
	if p.AdditionalPhone == "" && phone != "" && !slices.ContainsFunc(c.Contacts, isShown) {
		p.AdditionalPhone = phone
	}
}

// joinNonBlank joins the parts of a name that are not blank to one line.
func joinNonBlank(parts ...string) string {
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}

// setEmployee sets the employee if any of the keys that begin so is given.
func setEmployee(into *store.Employee, in texts, keys string) {
	code, email, name := in.Text(keys+"code"), in.Text(keys+"email"), in.Text(keys+"name")
	if !isBlank(code + email + name) {
		*into = store.Employee{
			Code:  joinNonBlank(code),
			Email: joinNonBlank(email),
			Name:  joinNonBlank(name),
		}
	}
}

// patchCustomer applies customer_info to a new or stored customer.
func (s *Service) patchCustomer(c *store.Customer, in wire.CustomerInfo) error {
	copyTexts(schema.Customer, in, c)
	setEmployee(&c.Assigned, in, "customer_assign_emp_")
	individual, organization, partner := in.Flag("individual"), in.Flag("organization"), in.Flag("channel_partner")
	if individual || organization || partner {
		c.Individual, c.Organization, c.ChannelPartner = individual, organization, partner
	} else if c.ID == 0 {
		c.Individual = true
	}
	c.Modified = s.Now().Unix()
	if c.ID == 0 {
		c.Created, c.FromAPI = c.Modified, true
	}
	return errors.Join(mergePairs(&c.Additional, in, "additional_fields"), mergePairs(&c.Associate, in, "associate_fields"))
}

// patchEnquiry applies enquiry_info to an enquiry and reports whether the block holds anything.
func (s *Service) patchEnquiry(e *store.Enquiry, in wire.EnquiryInfo) (bool, error) {
	copyTexts(schema.Enquiry, in, e)
	setEmployee(&e.Assigned, in, "assign_emp_")
	e.FollowUpAt, _ = parseDateOrTime(e.NextFollowUp, s.Zone)
	err := errors.Join(mergePairs(&e.Additional, in, "additional_fields"), mergePairs(&e.Associate, in, "associate_fields"))
	return hasText(in) || len(in.Pairs("additional_fields"))+len(in.Pairs("associate_fields")) > 0, err
}

// texts is an object of a request.
type texts interface {
	Text(key string) string
	Pairs(key string) wire.CustomFields
}

// hasText reports whether an object has a text that is not blank, apart from some.
func hasText[T ~map[string]any](in T, apart ...string) bool {
	for key, value := range in {
		if text, _ := value.(string); !isBlank(text) && !slices.Contains(apart, key) {
			return true
		}
	}
	return false
}

// mergePairs merges the custom fields that an object has into those of its stored record.
func mergePairs(into *json.RawMessage, in texts, key string) (err error) {
	*into, err = mergeCustomFields(*into, in.Pairs(key))
	return err
}

// copyTexts sets the texts of a stored record that a request gives; blank ones stay as they were (PROTOCOL.md 2). The
// tag request of the record says which member of the request a text is.
func copyTexts(s schema.Section, in texts, record any) {
	for member, field := range reflect.ValueOf(record).Elem().Fields() {
		key := member.Tag.Get("request")
		if key == "" || isBlank(in.Text(key)) {
			continue
		}
		text := in.Text(key)
		if f, _ := s.FieldOf(key); f.Trimmed || f.Kind == schema.Digits || f.Kind == schema.Email {
			text = strings.TrimSpace(text)
		}
		field.SetString(text)
	}
}
