package wire

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/schema"
)

// Object is an object of a request whose members schema/fields.txt describes: a block of a customer or an order, or the
// filters of a pull. It holds by key what is neither empty nor false, as what the kind of the field says:
//
//	CustomerInfo{"customer_name": "Asha", "individual": true, "additional_fields": CustomFields{"tier": …}}
//	PullCustomerRequest{"cm_id": int64(7), "phone": "5550100"}
//
// The requests of tickets have types of their own: nearly all that is sent, shown and judged computes with each of
// their few members.
type Object[T described] map[string]any

// described names the table of an object.
type described interface{ table() *objectTable }

// objectTable holds the members of an object in the order in which they are written.
type objectTable struct {
	fields  []schema.Field
	isWhole bool // empty members are written, too
}

type (
	// CustomerInfo is the block customer_info (PROTOCOL.md 2.1).
	CustomerInfo = Object[ofCustomer]
	// ContactInfo is an element of the block contact_info (PROTOCOL.md 2.2).
	ContactInfo = Object[ofContact]
	// EnquiryInfo is the block enquiry_info (PROTOCOL.md 2.3).
	EnquiryInfo = Object[ofEnquiry]
	// OrderInfo is the block order_info (PROTOCOL.md 2.4).
	OrderInfo = Object[ofOrder]

	// GetCustomerRequest is one object of a Get Customer request (PROTOCOL.md 4.3).
	GetCustomerRequest = Object[ofLookup]
	// PullCustomerRequest is a Pull Customer request (PROTOCOL.md 4.4). Empty members do not filter.
	PullCustomerRequest = Object[ofCustomerFilters]
	// PullOrderRequest is a Pull Order request (PROTOCOL.md 4.7). Empty members do not filter.
	PullOrderRequest = Object[ofOrderFilters]
)

type (
	ofCustomer        struct{}
	ofContact         struct{}
	ofEnquiry         struct{}
	ofOrder           struct{}
	ofLookup          struct{}
	ofCustomerFilters struct{}
	ofOrderFilters    struct{}
)

func (ofCustomer) table() *objectTable        { return customerMembers }
func (ofContact) table() *objectTable         { return contactMembers }
func (ofEnquiry) table() *objectTable         { return enquiryMembers }
func (ofOrder) table() *objectTable           { return orderMembers }
func (ofLookup) table() *objectTable          { return lookupMembers }
func (ofCustomerFilters) table() *objectTable { return customerFilters }
func (ofOrderFilters) table() *objectTable    { return orderFilters }

var (
	customerMembers = newObjectTable(schema.Customer)
	contactMembers  = newObjectTable(schema.Contact)
	enquiryMembers  = newObjectTable(schema.Enquiry)
	orderMembers    = newObjectTable(schema.Order)
	lookupMembers   = newObjectTable(schema.CustomerLookup)
	customerFilters = newObjectTable(schema.CustomerFilters)
	orderFilters    = newObjectTable(schema.OrderFilters)
)

// updateKey is a member of every block that is written: the client sets it from the block's id, and our service decides
// by the id (PROTOCOL.md 2.1).
const updateKey = "update"

// MaxAttribute is the number of the filters attr1, attr2 and so on.
const MaxAttribute = 15

func newObjectTable(s schema.Section) *objectTable {
	t := &objectTable{isWhole: s.Path != ""}
	for _, f := range s.Fields {
		if f.Kind != schema.Attributes {
			t.fields = append(t.fields, f)
			continue
		}
		for n := range MaxAttribute {
			t.fields = append(t.fields, schema.Field{Key: AttributeKey(n + 1)})
		}
	}
	if t.isWhole {
		t.fields = append(t.fields, schema.Field{Key: updateKey, Kind: schema.Bool, Names: true})
	}
	return t
}

// AttributeKey returns the key of a filter from attr1 on.
func AttributeKey(n int) string { return "attr" + strconv.Itoa(n) }

func (t *objectTable) field(key string) (schema.Field, bool) {
	return schema.Section{Fields: t.fields}.FieldOf(key)
}

// value returns a member, which must be one of the table.
func (o Object[T]) value(key string) any {
	var of T
	if _, known := of.table().field(key); !known {
		panic("fields.txt: no member is called " + key)
	}
	return o[key]
}

// Text returns a text, empty if it is not there.
func (o Object[T]) Text(key string) string {
	text, _ := o.value(key).(string)
	return text
}

// Number returns a number, and whether it is there.
func (o Object[T]) Number(key string) (n int64, given bool) {
	switch n := o.value(key).(type) {
	case int64:
		return n, true
	case int: // of a literal
		return int64(n), true
	}
	return 0, false
}

// Flag reports whether a flag is set.
func (o Object[T]) Flag(key string) bool { return o.value(key) == true }

// Pairs returns the fields of a block of an account's own.
func (o Object[T]) Pairs(key string) CustomFields {
	fields, _ := o.value(key).(CustomFields)
	return fields
}

// isEmpty reports whether a member is as if it were not there.
func isEmpty(value any) bool { return value == nil || value == "" || value == false }

// Set sets a member; an empty text and false remove it.
func (o *Object[T]) Set(key string, value any) {
	_ = o.value(key)
	if isEmpty(value) {
		delete(*o, key)
		return
	}
	if *o == nil {
		*o = Object[T]{}
	}
	(*o)[key] = value
}

// With returns the object with a member set.
func (o Object[T]) With(key string, value any) Object[T] {
	o = maps.Clone(o)
	o.Set(key, value)
	return o
}

// MarshalJSONTo writes the members in the order of the table: of a question those that are there, else all.
func (o Object[T]) MarshalJSONTo(out *jsontext.Encoder) error {
	var of T
	err := out.WriteToken(jsontext.BeginObject)
	for _, f := range of.table().fields {
		value := o[f.Key]
		switch {
		case !isEmpty(value):
		case !of.table().isWhole:
			continue
		case f.Kind == schema.Bool:
			value = false
		case f.Kind == schema.Pairs:
			value = CustomFields{}
		default:
			value = ""
		}
		err = cmp.Or(err, out.WriteToken(jsontext.String(f.Key)), json.MarshalEncode(out, value))
	}
	return cmp.Or(err, out.WriteToken(jsontext.EndObject))
}

// Why an object of a request is refused.
var (
	errType   = errors.New("it is not of the document's type")
	errNumber = errors.New("it is not a whole number or one as text")
)

// UnmarshalJSONFrom reads an object: each member must have the type of the document. Members of no table are skipped.
func (o *Object[T]) UnmarshalJSONFrom(in *jsontext.Decoder) error {
	if in.PeekKind() != '{' {
		return errType
	}
	_, err := in.ReadToken()
	read := Object[T]{}
	for err == nil && in.PeekKind() != '}' {
		var name jsontext.Token
		if name, err = in.ReadToken(); err != nil {
			return err
		}
		var of T
		f, known := of.table().field(name.String())
		if !known {
			err = in.SkipValue()
			continue
		}
		var value any
		if value, err = readMember(in, f); err == nil && value != nil {
			read[f.Key] = value
		}
	}
	if err != nil {
		return err
	}
	*o = read
	_, err = in.ReadToken()
	return err
}

// readMember reads a member of a request, nil for an empty one.
func readMember(in *jsontext.Decoder, f schema.Field) (any, error) {
	kind := in.PeekKind()
	switch {
	case f.Kind == schema.Pairs && kind == '{':
		var fields CustomFields
		err := json.UnmarshalDecode(in, &fields)
		if len(fields) == 0 {
			return nil, err
		}
		return fields, err
	case !strings.ContainsRune(typesOf(f), rune(kind)):
		return nil, errType
	}
	v, err := in.ReadValue()
	text := scalar(v)
	switch {
	case err != nil, text == "", f.Kind == schema.Bool && text == "false":
		return nil, err
	case f.Kind == schema.Bool && text == "true":
		return true, nil
	case f.Loose && isBlank(text): // unused filters are sent empty
		return nil, nil
	case f.Kind == schema.Bool:
		return nil, errType
	case f.Loose, f.Kind == schema.Account:
		n, err := ParseLooseInt(text)
		return n.Value, err
	}
	return text, nil
}

// typesOf returns the kinds of JSON that a member which is no object may have.
func typesOf(f schema.Field) string {
	types := `"`
	switch {
	case f.Kind == schema.Bool:
		types = "tf"
	case f.Kind == schema.Account || f.Loose:
		types = "0"
	case f.Kind == schema.Pairs:
		types = ""
	}
	if f.Loose {
		types += `"`
	}
	return types
}

// fill sets the members from a form's values under a path. What identifies a record is no value.
func (o *Object[T]) fill(values Values, under string) error {
	var of T
	*o = Object[T]{}
	for _, f := range of.table().fields {
		switch value := strings.TrimSpace(values[schema.Join(under, f.Key)]); {
		case value == "" || f.Names:
		case f.Kind == schema.Bool:
			o.Set(f.Key, value == "true")
		case f.Kind == schema.Pairs:
			pairs, err := parsePairs(value)
			if err != nil {
				return fmt.Errorf("%s: %w", f.Label, err)
			}
			(*o)[f.Key] = pairs
		default:
			(*o)[f.Key] = value
		}
	}
	return nil
}

// addTo adds the members to values under a path.
func (o Object[T]) addTo(values Values, under string) {
	var of T
	for _, f := range of.table().fields {
		if f.Names {
			continue
		}
		value := ""
		switch member := o[f.Key].(type) {
		case string:
			value = member
		case bool:
			value = strconv.FormatBool(member)
		case CustomFields:
			value = formatPairs(member)
		}
		if value != "" {
			values[schema.Join(under, f.Key)] = value
		}
	}
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
func formatPairs(fields CustomFields) string {
	lines := make([]string, 0, len(fields))
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		lines = append(lines, name+"\t"+strings.Join(strings.Fields(scalar(fields[name])), " "))
	}
	return strings.Join(lines, "\n")
}
