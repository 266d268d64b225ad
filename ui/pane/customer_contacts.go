package pane

import (
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/phrase"
	"frontdesk/internal/termwidth"
	"frontdesk/internal/wire"
)

// contacts writes the customer's contacts: how to reach them, below the name of each but the customer's own.
func (s *customerRenderer) contacts() {
	if !s.record.Has {
		return
	}
	c := s.record.Value.Customer
	if len(c.Contacts) == 0 {
		s.hint("The record holds no contact.")
	}
	for i := range c.Contacts {
		s.contact(&c.Contacts[i], i == 0 && c.Contacts[i].Name == c.Name)
	}
	if remarks := strings.TrimSpace(c.Remarks.String()); remarks != "" {
		s.writeLines("")
		s.writeText(s.th.Muted.Render, "“"+remarks+"”")
	}
}

// contact writes one contact; the name is left out where it stands above.
func (s *customerRenderer) contact(c *desk.Contact, isNamed bool) {
	marks := ""
	if c.Primary && len(s.record.Value.Customer.Contacts) > 1 {
		marks = "primary"
	}
	if !c.Active {
		marks = phrase.Join(" · ", marks, "not active")
	}
	if !isNamed {
		name := c.Name.String()
		if name == "" {
			name = "Contact without a name"
		}
		name = termwidth.Truncate(name, s.width())
		rest := ""
		if room := s.width() - termwidth.Width(name) - 3; marks != "" && room > 0 {
			rest = s.th.Muted.Render(termwidth.Truncate(" · "+marks, room+3))
		}
		s.writeLines("", s.th.Header.Render(name)+rest)
		marks = ""
	}
	var ways []string
	for _, r := range contactMethods(c) {
		if desk.IsMasked(r.value) {
			r.value += " (masked)"
		}
		ways = append(ways, r.value)
	}
	if marks != "" {
		ways = append(ways, s.th.Muted.Render(marks))
	}
	s.writeLines(flow(ways, s.th, s.width())...)
}

// contactMethod is a labelled phone number or e-mail address.
type contactMethod struct{ label, value string }

// contactMethods returns a contact's phone numbers and e-mail address; the main phone number includes its country
// code.
func contactMethods(c *desk.Contact) []contactMethod {
	phone := c.FullPhone().String()
	var all []contactMethod
	for _, r := range []contactMethod{
		{wire.Label("contact", "phone"), phone},
		{wire.Label("contact", "additionalPhone"), c.OtherPhone.String()},
		{wire.Label("contact", "email"), c.Email.String()},
	} {
		if r.value != "" {
			all = append(all, r)
		}
	}
	return all
}
