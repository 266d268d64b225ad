package cache

import (
	"strconv"
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

// customerEntry is one customer with what is looked for in it, made ready. It never changes.
type customerEntry struct {
	record desk.Customer
	asked  seq

	id     string
	name   string   // folded, as the rest
	names  string   // with those of the contacts
	words  []string // of names
	code   string
	emails []string
	phones []desk.Phone
}

func newCustomerSlip(asked seq, c desk.Customer) *customerEntry {
	s := &customerEntry{
		record: c, asked: asked, id: strconv.FormatInt(c.ID, 10), name: safetext.Fold(c.Name.String()), code: safetext.Fold(c.Code.String()),
	}
	s.names = s.name
	for i := range c.Contacts {
		p := &c.Contacts[i]
		s.addName(p.Name)
		s.addPhone(p.CountryCode.String() + p.Phone.String())
		s.addPhone(p.OtherPhone.String())
		if e := safetext.Fold(p.Email.String()); e != "" {
			s.emails = append(s.emails, e)
		}
	}
	s.words = strings.Fields(s.names)
	return s
}

// addName adds a contact's name to be found by, when the customer is not called so.
func (s *customerEntry) addName(l safetext.Line) {
	if name := safetext.Fold(l.String()); !strings.Contains(s.names, name) {
		s.names += " " + name
	}
}

func (s *customerEntry) addPhone(written string) {
	if p := desk.NewPhone(written); p != (desk.Phone{}) {
		s.phones = append(s.phones, p)
	}
}
