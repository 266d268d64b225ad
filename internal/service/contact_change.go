package service

import (
	"slices"
	"strings"

	"frontdesk/internal/store"
	"frontdesk/internal/wire"
)

// patchContacts lays contact_info over a customer's contacts: one that is named by its id, or that has the
// same phone or e-mail where the request says to look (match for all), else a new one. It returns the index of
// the first that the request speaks of, -1 for none.
func (s *Service) patchContacts(c *store.Customer, list []wire.ContactInfo, match bool) (int, error) {
	first := -1
	for _, in := range list {
		if isBlank(in.ID + in.Title + in.FirstName + in.LastName + in.Person + in.Phone + in.Email + in.AdditionalPhone + in.DOB + in.Gender) {
			continue // an empty shape speaks of nobody
		}
		at, err := contactAt(c, in, match || in.MatchEmailPhone)
		if err != nil {
			return first, err
		}
		if at < 0 && len(c.Contacts) >= maxContacts {
			return first, errContacts
		}
		if at < 0 {
			at = s.newContact(c)
		}
		patchContact(&c.Contacts[at], in)
		if first < 0 {
			first = at
		}
	}
	return first, nil
}

func (s *Service) newContact(c *store.Customer) int {
	c.Contacts = append(c.Contacts, store.Contact{Primary: len(c.Contacts) == 0, Created: s.Now().Unix()})
	return len(c.Contacts) - 1
}

// contactAt finds the contact that a request speaks of, -1 for a new one.
func contactAt(c *store.Customer, in wire.ContactInfo, match bool) (int, error) {
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
	fill(
		field{&p.Title, in.Title}, field{&p.FirstName, in.FirstName}, field{&p.LastName, in.LastName}, field{&p.Name, in.Person},
		field{&p.CountryCode, strings.TrimSpace(in.CountryCode)}, field{&p.AdditionalPhone, strings.TrimSpace(in.AdditionalPhone)},
		field{&p.DOB, strings.TrimSpace(in.DOB)}, field{&p.Gender, in.Gender},
	)
}

// setPhoneEmail takes a phone and an e-mail; a new one is masked no longer.
func setPhoneEmail(p *store.Contact, phone, email string) {
	if !isBlank(phone) {
		p.Phone, p.PhoneMasked = strings.TrimSpace(phone), false
	}
	if !isBlank(email) {
		p.Email, p.EmailMasked = strings.TrimSpace(email), false
	}
}

// syncPrimaryContact gives the primary contact what customer_info says of the customer: the record shows phones and
// e-mails with contacts only. Where the request speaks of contacts, it fills just what the first one lacks.
func (s *Service) syncPrimaryContact(c *store.Customer, was string, in wire.CustomerInfo, spoken bool) {
	if len(c.Contacts) == 0 {
		s.newContact(c)
	}
	p := &c.Contacts[0]
	if contactName(*p) == was {
		fill(field{&p.Name, in.Name})
	}
	if !spoken || p.Phone == "" {
		setPhoneEmail(p, in.Phone, "")
	}
	if !spoken || p.Email == "" {
		setPhoneEmail(p, "", in.Email)
	}
}

// joined joins the parts of a name that hold something.
func joined(parts ...string) string {
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}
