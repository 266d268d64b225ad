package wire

import (
	"cmp"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// NewTicketAdd makes an Add Ticket request of what is said.
func NewTicketAdd(values Values) (TicketAdd, error) {
	var r TicketAdd
	err := fill(&r, ticketAddBlocks, values)
	return r, err
}

// NewTicketUpdate makes an Update Ticket request of what is said of a ticket.
func NewTicketUpdate(ticket string, values Values) (TicketUpdate, error) {
	r := TicketUpdate{TicketID: ticket}
	err := fill(&r, ticketUpdateBlocks, values)
	return r, err
}

// NewCustomerSave makes an Add Customer request of what is said, or with a customer's id an Update Customer request. The
// update flags follow from the ids (PROTOCOL.md 2.1 and 2.4).
func NewCustomerSave(customer string, values Values) (CustomerSave, error) {
	var r CustomerSave
	err := fill(&r, customerBlocks, values)
	r.Customer.ID, r.Customer.Update = customer, customer != ""
	r.Enquiry.Update = r.Enquiry.ID != ""
	if err == nil {
		r.Contacts, err = contacts(values)
	}
	return r, err
}

// NewOrderSave makes an Add Order request of what is said, or with an order's id an Update Order request; customer is
// the id of whose order it is, empty where only the name is known.
func NewOrderSave(order, customer string, values Values) (OrderSave, error) {
	var r OrderSave
	err := fill(&r, orderBlocks, values)
	r.Order.ID, r.Order.Update = order, order != ""
	r.Customer.ID = customer // who is named, not changed
	r.Enquiry.Update = r.Enquiry.ID != ""
	if err == nil {
		r.Contacts, err = contacts(values)
	}
	return r, err
}

// contacts are those of which something is said: the ones that are there by their id, new ones last.
func contacts(values Values) ([]ContactInfo, error) {
	block := Block{Path: contactBlock, Asks: contactAsks}
	var all []ContactInfo
	for _, name := range elements(contactBlock, values) {
		var c ContactInfo
		if err := block.fill(reflect.ValueOf(&c).Elem(), block.Element(name), values); err != nil {
			return nil, err
		}
		if c == (ContactInfo{}) {
			continue
		}
		if !strings.HasPrefix(name, NewElement) {
			c.ID, c.Update = name, true
		}
		all = append(all, c)
	}
	return all, nil
}

// elements are the names of a block's objects that values speak of.
func elements(block string, values Values) []string {
	var names []string
	for path, value := range values {
		rest, ok := strings.CutPrefix(path, block+".")
		name, _, inside := strings.Cut(rest, ".")
		if ok && inside && strings.TrimSpace(value) != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(x, y string) int {
		isNew := func(s string) int {
			if strings.HasPrefix(s, NewElement) {
				return 1
			}
			return 0
		}
		return cmp.Or(cmp.Compare(isNew(x), isNew(y)), cmp.Compare(len(x), len(y)), cmp.Compare(x, y))
	})
	return names
}

// Elements are the names of the objects of a block that values speak of, in the order in which they are sent.
func (b Block) Elements(values Values) []string { return elements(b.Path, values) }

// Values is what a request says.
func (r TicketAdd) Values() Values { return readValues(r, ticketAddBlocks) }

// Values is what a request says, its ticket apart.
func (r TicketUpdate) Values() Values { return readValues(r, ticketUpdateBlocks) }

// Values is what a request says, its customer's id apart.
func (r CustomerSave) Values() Values { return withContacts(readValues(r, customerBlocks), r.Contacts) }

// Values is what a request says, the ids of its order and customer apart.
func (r OrderSave) Values() Values { return withContacts(readValues(r, orderBlocks), r.Contacts) }

func withContacts(values Values, all []ContactInfo) Values {
	block := Block{Path: contactBlock, Asks: contactAsks}
	added := 0
	for _, c := range all {
		name := c.ID
		if name == "" {
			added++
			name = NewElement + strconv.Itoa(added)
		}
		block.read(reflect.ValueOf(c), block.Element(name), values)
	}
	return values
}
