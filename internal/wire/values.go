package wire

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// NewAddTicketRequest makes an Add Ticket request of what is said.
func NewAddTicketRequest(values Values) (AddTicketRequest, error) {
	var r AddTicketRequest
	err := fill(&r, ticketAddBlocks, values)
	return r, err
}

// NewUpdateTicketRequest makes an Update Ticket request of what is said of a ticket.
func NewUpdateTicketRequest(ticket string, values Values) (UpdateTicketRequest, error) {
	r := UpdateTicketRequest{TicketID: ticket}
	err := fill(&r, ticketUpdateBlocks, values)
	return r, err
}

// NewSaveCustomerRequest makes an Add Customer request of what is said, or with a customer's id an Update Customer request. The
// update flags follow from the ids (PROTOCOL.md 2.1 and 2.4).
func NewSaveCustomerRequest(customer string, values Values) (SaveCustomerRequest, error) {
	var r SaveCustomerRequest
	err := fill(&r, customerBlocks, values)
	r.Customer.ID, r.Customer.Update = customer, customer != ""
	r.Enquiry.Update = r.Enquiry.ID != ""
	if err == nil {
		r.Contacts, err = contacts(values)
	}
	return r, err
}

// NewSaveOrderRequest makes an Add Order request of what is said, or with an order's id an Update Order request; customer is
// the id of whose order it is, empty where only the name is known.
func NewSaveOrderRequest(order, customer string, values Values) (SaveOrderRequest, error) {
	var r SaveOrderRequest
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
	block := Record{Path: contactBlock, Asks: contactAsks}
	var all []ContactInfo
	for _, name := range eachElement(contactBlock, values) {
		var c ContactInfo
		if err := block.fill(reflect.ValueOf(&c).Elem(), block.ElementPath(name), values); err != nil {
			return nil, err
		}
		if c == (ContactInfo{}) {
			continue
		}
		if !strings.HasPrefix(name, NewElementPrefix) {
			c.ID, c.Update = name, true
		}
		all = append(all, c)
	}
	return all, nil
}

// eachElement are the names of a block's objects that values speak of.
func eachElement(block string, values Values) []string {
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
			if strings.HasPrefix(s, NewElementPrefix) {
				return 1
			}
			return 0
		}
		return cmp.Or(cmp.Compare(isNew(x), isNew(y)), cmp.Compare(len(x), len(y)), cmp.Compare(x, y))
	})
	return names
}

// ElementIDs are the names of the objects of a block that values speak of, in the order in which they are sent.
func (b Record) ElementIDs(values Values) []string { return eachElement(b.Path, values) }

// Values is what a request says.
func (r AddTicketRequest) Values() Values { return readValues(r, ticketAddBlocks) }

// Values is what a request says, its ticket apart.
func (r UpdateTicketRequest) Values() Values { return readValues(r, ticketUpdateBlocks) }

// Values is what a request says, its customer's id apart.
func (r SaveCustomerRequest) Values() Values {
	return withContacts(readValues(r, customerBlocks), r.Contacts)
}

// Values is what a request says, the ids of its order and customer apart.
func (r SaveOrderRequest) Values() Values {
	return withContacts(readValues(r, orderBlocks), r.Contacts)
}

func withContacts(values Values, all []ContactInfo) Values {
	block := Record{Path: contactBlock, Asks: contactAsks}
	added := 0
	for _, c := range all {
		name := c.ID
		if name == "" {
			added++
			name = NewElementPrefix + strconv.Itoa(added)
		}
		block.read(reflect.ValueOf(c), block.ElementPath(name), values)
	}
	return values
}

// parsePairs reads members of an account's own, such as of additional_fields, that can be sent, each with a name of its
// own. As one text, to be kept in a draft, they are a line each, name and value parted by a tab, which nobody can type
// into either.
func parsePairs(s string) (CustomFields, error) {
	out := CustomFields{}
	for line := range strings.SplitSeq(s, "\n") {
		name, value, _ := strings.Cut(line, "\t")
		if name+value == "" {
			continue
		}
		if name = strings.TrimSpace(name); name == "" {
			return nil, fmt.Errorf("%q has no name", value)
		}
		if _, twice := out[name]; twice {
			return nil, fmt.Errorf("%q is there twice", name)
		}
		quoted, err := jsontext.AppendQuote(nil, strings.TrimSpace(value))
		if err != nil {
			return nil, errors.New(name + " is no text")
		}
		out[name] = quoted
	}
	return out, nil
}

// ownPairs writes an account's own members as pairs, in the order of their names; blocks stay JSON.
func ownPairs(x CustomFields) string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(x)) {
		lines = append(lines, name+"\t"+strings.Join(strings.Fields(scalar(x[name])), " "))
	}
	return strings.Join(lines, "\n")
}
