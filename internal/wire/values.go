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

// NewAddTicketRequest returns an Add Ticket request with the given values.
func NewAddTicketRequest(values Values) (AddTicketRequest, error) {
	var r AddTicketRequest
	err := fill(&r, ticketAddBlocks, values)
	return r, err
}

// NewUpdateTicketRequest returns an Update Ticket request for a ticket with the given values.
func NewUpdateTicketRequest(ticket string, values Values) (UpdateTicketRequest, error) {
	r := UpdateTicketRequest{TicketID: ticket}
	err := fill(&r, ticketUpdateBlocks, values)
	return r, err
}

// NewSaveCustomerRequest returns an Add Customer request, or an Update Customer request if customer is set. The
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

// NewSaveOrderRequest returns an Add Order request, or an Update Order request if order is set. customer is the id
// of the order's customer, empty if only the name is known.
func NewSaveOrderRequest(order, customer string, values Values) (SaveOrderRequest, error) {
	var r SaveOrderRequest
	err := fill(&r, orderBlocks, values)
	r.Order.ID, r.Order.Update = order, order != ""
	r.Customer.ID = customer // identifies the customer; Customer.Update stays false
	r.Enquiry.Update = r.Enquiry.ID != ""
	if err == nil {
		r.Contacts, err = contacts(values)
	}
	return r, err
}

// contacts returns the contacts with values: existing ones by id, then new ones.
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

// eachElement returns the names of a block's elements that have values, existing ones first.
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

// ElementIDs returns the names of the block's elements that have values, in the order in which they are sent.
func (b Record) ElementIDs(values Values) []string { return eachElement(b.Path, values) }

// Values returns the values of the request by path.
func (r AddTicketRequest) Values() Values { return readValues(r, ticketAddBlocks) }

// Values returns the values of the request by path, without the ticket id.
func (r UpdateTicketRequest) Values() Values { return readValues(r, ticketUpdateBlocks) }

// Values returns the values of the request by path, without the customer id.
func (r SaveCustomerRequest) Values() Values {
	return withContacts(readValues(r, customerBlocks), r.Contacts)
}

// Values returns the values of the request by path, without the order and customer ids.
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

// parsePairs parses custom fields, such as additional_fields, from the text form that drafts keep: one pair per
// line, name and value separated by a tab, which cannot be typed into either. A name must not occur twice.
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

// ownPairs formats custom fields as pairs sorted by name. Blocks stay JSON.
func ownPairs(x CustomFields) string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(x)) {
		lines = append(lines, name+"\t"+strings.Join(strings.Fields(scalar(x[name])), " "))
	}
	return strings.Join(lines, "\n")
}
