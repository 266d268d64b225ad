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

	"github.com/go-json-experiment/json"
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
	return r, err
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
func (r SaveCustomerRequest) Values() Values { return readValues(r, schema.AddCustomerFields) }

// Values returns the values of the request by path, without the order and customer ids.
func (r SaveOrderRequest) Values() Values { return readValues(r, schema.AddOrderFields) }

// withBlocks adds the values of an account's own blocks.
func withBlocks(values Values, extra CustomFields) Values {
	maps.Copy(values, BlockValues(extra))
	return values
}

// fill sets the fields of a request from values by path: it reads the JSON that they make.
func fill(request any, described *schema.Request, values Values) error {
	members := map[string]any{}
	for _, s := range described.Sections {
		objects, err := objectsOf(s, values)
		switch {
		case err != nil:
			return err
		case s.Repeated:
			members[s.Path] = objects
		case s.Path == "":
			maps.Copy(members, objects[0])
		default:
			members[s.Path] = objects[0]
		}
	}
	text, err := json.Marshal(members, encodeOptions)
	return errors.Join(err, json.Unmarshal(text, request))
}

// objectsOf returns the object of a section, or its elements that have values: existing ones by id, then new ones.
func objectsOf(s schema.Section, values Values) (all []map[string]any, err error) {
	for _, under := range sectionPaths(s, values) {
		object, err := objectOf(s, under, values)
		if err != nil {
			return nil, err
		}
		name := strings.TrimPrefix(under, s.Path+".")
		switch {
		case s.Repeated && len(object) == 0:
			continue
		case s.Repeated && !strings.HasPrefix(name, schema.NewElementPrefix):
			object["contact_id"], object["update"] = name, true
		}
		all = append(all, object)
	}
	return all, nil
}

// objectOf returns the members of an object from the values under its path, by the kinds of its fields.
func objectOf(s schema.Section, under string, values Values) (map[string]any, error) {
	object := map[string]any{}
	for _, f := range s.Fields {
		switch value := strings.TrimSpace(values[schema.Join(under, f.Key)]); {
		case value == "" || f.Names || f.Kind == schema.Bool && value != "true":
		case f.Kind == schema.Bool:
			object[f.Key] = true
		case f.Kind == schema.Pairs:
			pairs, err := parsePairs(value)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f.Label, err)
			}
			object[f.Key] = pairs
		default:
			object[f.Key] = value
		}
	}
	return object, nil
}

// readValues returns the non-empty values of a request by path. Elements of a repeated section are named by their ids;
// those without one are numbered.
func readValues(request any, described *schema.Request) Values {
	out := Values{}
	text, _ := json.Marshal(request, encodeOptions, jsontext.AllowDuplicateNames(true)) // its types have no errors
	for _, s := range described.Sections {
		object := jsontext.Value(text)
		if s.Path != "" {
			object = RawMember(object, s.Path)
		}
		if !s.Repeated {
			readSection(s, object, s.Path, out)
			continue
		}
		added := 0
		for element := range elements(object) {
			name := scalar(RawMember(element, "contact_id"))
			if name == "" {
				added++
				name = schema.NewElementPrefix + strconv.Itoa(added)
			}
			readSection(s, element, s.ElementPath(name), out)
		}
	}
	return out
}

func readSection(s schema.Section, object jsontext.Value, under string, out Values) {
	for key, v := range members(object) {
		f, known := s.FieldOf(key)
		value := scalar(v)
		if f.Kind == schema.Pairs {
			value = formatPairs(v)
		}
		if known && !f.Names && value != "" && v.Kind() != 'f' {
			out[schema.Join(under, key)] = value
		}
	}
}

// Member returns a pointer to the member of a request, or of an object of it, that has a JSON name.
func Member(object any, name string) any {
	v := reflect.ValueOf(object).Elem()
	at, known := memberIndexes[v.Type()][name]
	if !known {
		panic("no member is called " + name) // a test checks that the descriptions match the requests
	}
	return v.FieldByIndex(at).Addr().Interface()
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

// formatPairs formats custom fields as pairs, in the order in which they are sent, which is that of their names. Blocks
// stay JSON.
func formatPairs(fields jsontext.Value) string {
	var lines []string
	for name, v := range members(fields) {
		lines = append(lines, name+"\t"+strings.Join(strings.Fields(scalar(v)), " "))
	}
	return strings.Join(lines, "\n")
}
