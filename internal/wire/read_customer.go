package wire

import (
	"errors"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
)

var errNoCustomer = errors.New("it holds no customer")

// readCustomer reads a Get Customer answer (PROTOCOL.md 4.3). When no record matches, the
// service's words stand where the record would, or nothing does, whatever the status says.
func readCustomer(a *responseDecoder) (desk.Customer, error) {
	var found []desk.Customer
	var instead safetext.Line
	err := a.decodeEnvelope(func(name string) (bool, error) {
		switch {
		case name != "customer details" && name != "message":
			return false, nil
		case a.isScalar():
			v, err := a.value()
			instead = line(v)
			return true, err
		}
		return true, a.customers(&found)
	})
	var refusal *Failure
	refused := errors.As(err, &refusal)
	switch {
	case refused && !instead.IsEmpty(), err == nil && a.payload && len(found) == 0:
		return desk.Customer{}, &Failure{Message: instead, NotFound: true}
	case err != nil:
		return desk.Customer{}, err
	case len(found) == 0:
		return desk.Customer{}, &DecodeError{errNoCustomer}
	}
	return found[0], nil
}

// readCustomers reads a Pull Customer answer (PROTOCOL.md 4.4).
func readCustomers(a *responseDecoder) ([]desk.Customer, error) {
	var all []desk.Customer
	err := a.decodeEnvelope(func(name string) (bool, error) {
		if name != "message" {
			return false, nil
		}
		return true, a.customers(&all)
	})
	return all, err
}

// customers reads customer records; what has neither id nor name is none.
func (a *responseDecoder) customers(all *[]desk.Customer) error {
	return a.elements(func() error {
		c, err := a.customer()
		if err == nil && (c.ID != 0 || !c.Name.IsEmpty()) {
			*all = append(*all, c)
		}
		return err
	})
}

func (a *responseDecoder) customer() (desk.Customer, error) {
	var c desk.Customer
	rest, err := customerTable.read(a, &c, func(name string) (bool, error) {
		if name != "contacts" {
			return false, nil
		}
		return true, a.contacts(&c.Contacts)
	})
	c.Fields, c.Groups = rest.fields, rest.groups
	return c, err
}

// contacts reads a customer's contacts; what holds nothing is none.
func (a *responseDecoder) contacts(all *[]desk.Contact) error {
	return a.elements(func() error {
		contact := desk.Contact{Active: true}
		rest, err := contactTable.read(a, &contact, noNested)
		contact.Fields, contact.Groups = rest.fields, rest.groups
		if err == nil && len(rest.fields)+len(rest.groups) > 0 && len(*all) < maxCustomFields {
			*all = append(*all, contact)
		}
		return err
	})
}
