package oneshot

import (
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// GetCustomer prints a customer with all contacts (PROTOCOL.md 4.3).
var GetCustomer = Read[wire.CustomerGet, desk.Customer]{
	Op:    wire.GetCustomer,
	One:   true,
	Words: func(s *Session, _ wire.CustomerGet, c desk.Customer) { s.customer(&c) },
}

// customer prints a whole customer for people.
func (s *Session) customer(c *desk.Customer) {
	s.line(s.paint(strong, strings.TrimSpace(number(c.ID)+gap+c.Name.String())))
	s.sheet("", c.Fields)
	s.groups(c.Groups)
	for i := range c.Contacts {
		p := &c.Contacts[i]
		s.heading(strings.TrimSpace("Contact " + p.Name.String()))
		s.sheet(gap, p.Fields)
		s.groups(p.Groups)
	}
}
