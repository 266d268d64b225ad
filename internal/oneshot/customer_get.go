package oneshot

import (
	"strings"

	"frontdesk/internal/desk"
	"frontdesk/internal/wire"
)

// GetCustomer prints a customer with all contacts (PROTOCOL.md 4.3).
var GetCustomer = Query[wire.GetCustomerRequest, desk.Customer]{
	Op:          wire.GetCustomer,
	Single:      true,
	PrintResult: func(s *Invocation, _ wire.GetCustomerRequest, c desk.Customer) { s.customer(&c) },
}

// customer prints all fields of a customer.
func (s *Invocation) customer(c *desk.Customer) {
	s.line(s.paint(strong, strings.TrimSpace(number(c.ID)+gap+c.Name.String())))
	s.printFields("", c.Fields)
	s.groups(c.Groups)
	for i := range c.Contacts {
		p := &c.Contacts[i]
		s.heading(strings.TrimSpace("Contact " + p.Name.String()))
		s.printFields(gap, p.Fields)
		s.groups(p.Groups)
	}
}
