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

	"frontdesk/internal/schema"
)

// Values holds the values of a write request as text, by path. Absent and blank values are not sent.
type Values = map[string]string

// The paths of the objects of a request (PROTOCOL.md 2).
const (
	customerBlock = "customer_info"
	contactBlock  = "contact_info"
	orderBlock    = "order_info"
)

// NewAddTicketRequest returns an Add Ticket request with the given values.
func NewAddTicketRequest(values Values) (AddTicketRequest, error) {
	var r AddTicketRequest
	err := errors.Join(fill(&r, schema.AddTicketFields, values), SetBlockValues(&r.Extra, blockValuesOf(values, false)))
	return r, err
}

// NewUpdateTicketRequest returns an Update Ticket request for a ticket with the given values. A value of an account's
// own block that is given and empty empties the field.
func NewUpdateTicketRequest(ticket string, values Values) (UpdateTicketRequest, error) {
	r := UpdateTicketRequest{TicketID: ticket}
	blocks := blockValuesOf(values, true)
	err := errors.Join(fill(&r, schema.UpdateTicketFields, values), SetBlockValues(&r.Extra, blocks))
	return r, err
}

// NewSaveCustomerRequest returns an Add Customer request, or an Update Customer request if customer is set. The
// update flags follow from the ids (PROTOCOL.md 2.1 and 2.4).
func NewSaveCustomerRequest(customer string, values Values) (SaveCustomerRequest, error) {
	var r SaveCustomerRequest
	err := fill(&r, schema.AddCustomerFields, values)
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
	err := fill(&r, schema.AddOrderFields, values)
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
	var all []ContactInfo
	for _, name := range ElementIDs(schema.Contact, values) {
		var c ContactInfo
		if err := fillSection(
			schema.Contact,
			reflect.ValueOf(&c).Elem(),
			schema.Contact.ElementPath(name),
			values,
		); err != nil {
			return nil, err
		}
		if c == (ContactInfo{}) {
			continue
		}
		if !strings.HasPrefix(name, schema.NewElementPrefix) {
			c.ID, c.Update = name, true
		}
		all = append(all, c)
	}
	return all, nil
}

// ElementIDs returns the names of a repeated section's elements that have values, in the order in which they are sent:
// existing ones first.
func ElementIDs(s schema.Section, values Values) []string {
	var names []string
	for path, value := range values {
		rest, ok := strings.CutPrefix(path, s.Path+".")
		name, _, inside := strings.Cut(rest, ".")
		if ok && inside && strings.TrimSpace(value) != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(x, y string) int {
		isNew := func(name string) int {
			if strings.HasPrefix(name, schema.NewElementPrefix) {
				return 1
			}
			return 0
		}
		return cmp.Or(cmp.Compare(isNew(x), isNew(y)), cmp.Compare(len(x), len(y)), cmp.Compare(x, y))
	})
	return names
}

// Values returns the values of the request by path.
func (r AddTicketRequest) Values() Values {
	return withBlocks(readValues(r, schema.AddTicketFields), r.Extra)
}

// Values returns the values of the request by path, without the ticket id.
func (r UpdateTicketRequest) Values() Values {
	return withBlocks(readValues(r, schema.UpdateTicketFields), r.Extra)
}

// Values returns the values of the request by path, without the customer id.
func (r SaveCustomerRequest) Values() Values {
	return withContacts(readValues(r, schema.AddCustomerFields), r.Contacts)
}

// Values returns the values of the request by path, without the order and customer ids.
func (r SaveOrderRequest) Values() Values {
	return withContacts(readValues(r, schema.AddOrderFields), r.Contacts)
}

// withBlocks adds the values of an account's own blocks.
func withBlocks(values Values, extra CustomFields) Values {
	maps.Copy(values, BlockValues(extra))
	return values
}

// withContacts adds the values of contacts, which are named by their ids; those without one are numbered.
func withContacts(values Values, all []ContactInfo) Values {
	added := 0
	for _, c := range all {
		name := c.ID
		if name == "" {
			added++
			name = schema.NewElementPrefix + strconv.Itoa(added)
		}
		readSection(schema.Contact, reflect.ValueOf(c), schema.Contact.ElementPath(name), values)
	}
	return values
}

// fill sets the fields of a request from values by path. It skips repeated sections.
func fill(request any, described *schema.Request, values Values) error {
	for _, s := range described.Sections {
		if s.Repeated {
			continue
		}
		into := memberOf(reflect.ValueOf(request).Elem(), s.Path)
		if err := fillSection(s, into, s.Path, values); err != nil {
			return err
		}
	}
	return nil
}

// fillSection sets the fields of a section, or of one of its elements, from the values under a path.
func fillSection(s schema.Section, into reflect.Value, under string, values Values) error {
	for _, f := range s.Fields {
		value := strings.TrimSpace(values[join(under, f.Key)])
		if value == "" || f.Names {
			continue
		}
		if err := setValue(memberOf(into, f.Key), value); err != nil {
			return fmt.Errorf("%s: %w", f.Label, err)
		}
	}
	return nil
}

func setValue(into reflect.Value, value string) error {
	switch into.Kind() {
	case reflect.Bool:
		into.SetBool(value == "true")
	case reflect.Map:
		pairs, err := parsePairs(value)
		if err != nil {
			return err
		}
		into.Set(reflect.ValueOf(pairs))
	default:
		into.SetString(value)
	}
	return nil
}

// readValues returns the non-empty values of a request by path. It skips repeated sections.
func readValues(request any, described *schema.Request) Values {
	out := Values{}
	for _, s := range described.Sections {
		if !s.Repeated {
			readSection(s, memberOf(reflect.ValueOf(request), s.Path), s.Path, out)
		}
	}
	return out
}

func readSection(s schema.Section, from reflect.Value, under string, out Values) {
	for _, f := range s.Fields {
		if f.Names {
			continue
		}
		value := ""
		switch member := memberOf(from, f.Key).Interface().(type) {
		case string:
			value = member
		case bool:
			if member {
				value = "true"
			}
		case CustomFields:
			value = formatPairs(member)
		}
		if value != "" {
			out[join(under, f.Key)] = value
		}
	}
}

// memberOf returns the struct field with a JSON name, or the struct itself if name is empty.
func memberOf(v reflect.Value, name string) reflect.Value {
	if name == "" {
		return v
	}
	at, known := memberIndexes[v.Type()][name]
	if !known {
		panic("no member is called " + name) // a test checks that the descriptions match the requests
	}
	return v.FieldByIndex(at)
}

// Member returns a pointer to the member of a request, or of an object of it, that has a JSON name.
func Member(object any, name string) any {
	return memberOf(reflect.ValueOf(object).Elem(), name).Addr().Interface()
}

// memberIndexes holds the index of each member of the requests by its JSON name.
var memberIndexes = indexMembers(
	AddTicketRequest{},
	UpdateTicketRequest{},
	SaveOrderRequest{},
	SaveCustomerRequest{},
	CustomerInfo{},
	ContactInfo{},
	EnquiryInfo{},
	OrderInfo{},
	GetCustomerRequest{},
	PullCustomerRequest{},
	PullOrderRequest{},
)

func indexMembers(structs ...any) map[reflect.Type]map[string][]int {
	all := map[reflect.Type]map[string][]int{}
	for _, s := range structs {
		t := reflect.TypeOf(s)
		all[t] = map[string][]int{}
		for _, field := range reflect.VisibleFields(t) {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			all[t][name] = field.Index
		}
	}
	return all
}

func join(under, key string) string { return schema.Join(under, key) }

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
			return nil, errors.New(name + " is not a text")
		}
		out[name] = quoted
	}
	return out, nil
}

// formatPairs formats custom fields as pairs sorted by name. Blocks stay JSON.
func formatPairs(x CustomFields) string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(x)) {
		lines = append(lines, name+"\t"+strings.Join(strings.Fields(scalar(x[name])), " "))
	}
	return strings.Join(lines, "\n")
}
