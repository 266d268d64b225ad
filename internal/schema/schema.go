// Package schema describes every field of the requests that write customers, orders and tickets, and the filters of
// pulls. The forms, the flags of the commands, the columns of CSV files, validation and encoding all follow from
// these descriptions.
package schema

import (
	"cmp"
	"slices"
	"strings"
)

// Kind is the type of a field's value.
type Kind uint8

// The kinds of field. Dates for which the interface defines no format are Text.
const (
	Text         Kind = iota // a single line
	Multiline                // several lines
	Integer                  // a whole number, such as an id
	Bool                     // "true" or empty
	Date                     // YYYY-MM-DD
	CallbackTime             // yyyy-MM-dd HH:mm:ss; forms and flags accept other formats
	Digits                   // a phone number
	Email                    // one e-mail address
	Pairs                    // name and value pairs, one per line, separated by a tab
	TicketID                 // the id of one ticket
	Day                      // a date of a filter; flags also accept today and yesterday
	Attributes               // attr1 to attr15 of a pull
	Limit                    // the largest number of records of a pull
	Offset                   // the number of records that a pull leaves out
	Number                   // a number, which may be negative or have decimals
	YesNo                    // "Yes" or "No"
	ID                       // the number of one record
	IDs                      // the numbers of records, separated by commas
	Account                  // the number of the account
)

// Choices is where the values of a field come from.
type Choices uint8

// The sources of values. Only the vocabulary of the account and the values of the field limit what is accepted;
// OrderValues are suggestions.
const (
	AnyValue     Choices = iota
	SubStatuses          // of tickets
	Queues               // of tickets
	Dispositions         // of tickets
	OrderValues          // what the orders seen so far have in the field
	Listed               // those of the field itself; see Options
)

// Field describes one field of a request.
type Field struct {
	Key      string // JSON name within its section, also in drafts and CSV files
	Record   string // JSON name of the member in which records return it, or that a filter compares; empty for none
	Label    string // in forms, records, tables and messages
	Short    string // in forms, if the label is too long for their column; with "– " it continues that of the field before it
	Hint     string // what to enter in a form, if the label does not make it clear
	Flag     string // name on the command line, without the section's prefix, if it is not the key; see FlagName
	Usage    string // what the flag's help says; empty for no flag
	Stdin    bool   // the flag reads standard input for "-", as that of several lines always does
	Column   int    // position in CSV files, from 1; 0 for none
	Kind     Kind
	Choices  Choices
	Required bool
	Trimmed  bool // stored without spaces around it, because it is searched for exactly; phones and e-mails always are
	Common   bool // shown by default; other optional fields are advanced
	Loose    bool // a number or a flag that may be sent as text, too
	Names    bool // identifies the record that is written: no field of a form

	// Of a field of an account's own block, see Blocks. Values are accepted whatever their case.
	Options    []string            // the values, if Choices is Listed and they depend on no other field
	DependsOn  string              // the path of the field whose value decides which values there are; empty for none
	OptionsBy  map[string][]string // the values by the value of that field
	ForClosing bool                // must have a value when the ticket is closed
}

// FlagName returns the name of the field's flag without the section's prefix, or "" if it has none.
func (f Field) FlagName() string {
	if f.Usage == "" {
		return ""
	}
	return cmp.Or(f.Flag, strings.ReplaceAll(f.Key, "_", "-"))
}

// Help returns the help of the field's flag.
func (f Field) Help() string {
	if f.ReadsStdin() {
		return f.Usage + "; - reads it from standard input"
	}
	return f.Usage
}

// ReadsStdin reports whether the field's flag reads standard input for "-".
func (f Field) ReadsStdin() bool { return f.Stdin || f.Kind == Multiline }

// Section describes an object of a request (PROTOCOL.md 2), or the filters of a pull, and its fields.
type Section struct {
	Path      string // customer_info; empty if the fields are at the top level of the request
	Title     string // for display; empty for the top level
	Prefix    string // of the names of its flags
	Repeated  bool   // an array of objects
	Collapsed bool   // not the main section of the request: all optional fields are advanced
	Block     bool   // an account's own block: an array of one object; see Blocks
	Fields    []Field
}

// IsAdvanced reports whether a field of the section is advanced, that is shown on demand only.
func (s Section) IsAdvanced(f Field) bool { return !f.Required && (s.Collapsed || !f.Common) }

// ElementPath returns the path of an element of a repeated section. The name is its id, or begins with
// NewElementPrefix for a new element.
func (s Section) ElementPath(name string) string { return Join(s.Path, name) }

// NewElementPrefix begins the name of a new element of a repeated section.
const NewElementPrefix = "new"

// Join returns the path of a field or an element below another path.
func Join(under, key string) string {
	if under == "" {
		return key
	}
	return under + "." + key
}

// Request describes what a write operation sends.
type Request struct {
	Operation string    // add-customer
	Sections  []Section // in the order of the form
}

// The fields that the write operations send (PROTOCOL.md 4).
var (
	AddCustomerFields    = &Request{"add-customer", []Section{Customer, Contact, Enquiry.collapsed()}}
	UpdateCustomerFields = &Request{"update-customer", AddCustomerFields.Sections}
	AddOrderFields       = &Request{"add-order", []Section{Order, orderCustomer(), Contact.collapsed(), Enquiry.collapsed()}}
	updateOrderFields    = &Request{"update-order", AddOrderFields.Sections}
	AddTicketFields      = &Request{"add-ticket", []Section{NewTicket}}
	UpdateTicketFields   = &Request{"update-ticket", []Section{TicketUpdate}}
)

// RequestOf returns the description of an operation's request, or nil if the operation does not write.
func RequestOf(operation string) *Request {
	for _, r := range []*Request{
		AddCustomerFields, UpdateCustomerFields, AddOrderFields, updateOrderFields, AddTicketFields, UpdateTicketFields,
	} {
		if r.Operation == operation {
			return r
		}
	}
	return nil
}

func (s Section) collapsed() Section {
	s.Collapsed = true
	return s
}

// FieldAt returns the field at a path of a request, and its section; ok is false if there is none.
func (r *Request) FieldAt(path string) (s Section, f Field, ok bool) {
	for _, s := range r.Sections {
		if f, ok := s.fieldAt(path); ok {
			return s, f, true
		}
	}
	return Section{}, Field{}, false
}

// fieldAt returns the field at a path of a request, if it is one of the section.
func (s Section) fieldAt(path string) (f Field, ok bool) {
	if s.Path != "" {
		if path, ok = strings.CutPrefix(path, s.Path+"."); !ok {
			return Field{}, false
		}
	}
	if s.Repeated {
		_, path, _ = strings.Cut(path, ".")
	}
	return s.FieldOf(path)
}

// FieldOf returns the field with a key.
func (s Section) FieldOf(key string) (f Field, ok bool) {
	at := slices.IndexFunc(s.Fields, func(f Field) bool { return f.Key == key })
	if at < 0 {
		return Field{}, false
	}
	return s.Fields[at], true
}

// Customer is customer_info (PROTOCOL.md 2.1).
var Customer = Section{Path: "customer_info", Title: "Customer", Fields: fieldsOf("customer")}

// orderCustomer is customer_info of an order: flags only say whose order it is, since nothing else is changed.
func orderCustomer() Section {
	s := Customer.collapsed()
	s.Fields = slices.Clone(s.Fields)
	for i := range s.Fields {
		f := &s.Fields[i]
		switch f.Key {
		case "customer_id":
			f.Flag, f.Usage = "customer", "`id` of the customer, if several have the same name"
		case "customer_name":
			f.Flag, f.Usage = "customer-name", "`name` of an existing customer"
		default:
			f.Usage = ""
		}
	}
	return s
}

// Contact is an element of contact_info (PROTOCOL.md 2.2).
var Contact = Section{
	Path:     "contact_info",
	Title:    "Contact",
	Prefix:   "contact-",
	Repeated: true,
	Fields:   fieldsOf("contact"),
}

// Enquiry is enquiry_info (PROTOCOL.md 2.3).
var Enquiry = Section{Path: "enquiry_info", Title: "Enquiry", Prefix: "enquiry-", Fields: fieldsOf("enquiry")}

// CustomerLookup is what Get Customer sends (PROTOCOL.md 4.3).
var CustomerLookup = Section{Fields: fieldsOf("customer lookup")}

// Order is order_info (PROTOCOL.md 2.4). An order record has the same members (PROTOCOL.md 3.7).
var Order = Section{Path: "order_info", Title: "Order", Fields: fieldsOf("order")}

// NewTicket is the object that Add Ticket sends (PROTOCOL.md 4.8).
var NewTicket = Section{Fields: fieldsOf("new ticket")}

// TicketUpdate is the object that Update Ticket sends (PROTOCOL.md 4.9).
var TicketUpdate = Section{Fields: fieldsOf("ticket update")}

// CustomerFilters are the filters of Pull Customer (PROTOCOL.md 4.4).
var CustomerFilters = Section{Fields: fieldsOf("customer filters")}

// OrderFilters are the filters of Pull Order (PROTOCOL.md 4.7). The interface requires at least one of those up to the
// attributes.
var OrderFilters = Section{Fields: fieldsOf("order filters")}

// Blocks are an account's own blocks in tickets (PROTOCOL.md 3.8). The path of a section is the name of its block.
type Blocks []Section

// With returns the description of a request with an account's own blocks, if the request can hold them.
func (r *Request) With(b Blocks) *Request {
	if len(b) == 0 || r != AddTicketFields && r != UpdateTicketFields {
		return r
	}
	return &Request{r.Operation, slices.Concat(r.Sections, b)}
}

// FieldAt returns the field at a path, such as issue_category_details.issue_category_1.
func (b Blocks) FieldAt(path string) (f Field, ok bool) {
	for _, s := range b {
		if f, ok := s.fieldAt(path); ok {
			return f, true
		}
	}
	return Field{}, false
}

// Paths returns the paths of all fields in the order of the form.
func (b Blocks) Paths() []string {
	var paths []string
	for _, s := range b {
		for _, f := range s.Fields {
			paths = append(paths, Join(s.Path, f.Key))
		}
	}
	return paths
}

// OptionsAmong returns the values that a field may have beside the other values of its request. If the value that
// decides is not among those, all values of the field are returned.
func (f Field) OptionsAmong(values map[string]string) []string {
	if f.DependsOn == "" {
		return f.Options
	}
	if decides, known := values[f.DependsOn]; known {
		return f.OptionsBy[decides]
	}
	var all []string
	for _, options := range f.OptionsBy {
		all = append(all, options...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// IsMember reports whether the interface itself has a member of this name in a ticket's requests, so that no block can
// be called so.
func IsMember(name string) bool {
	for _, f := range slices.Concat(NewTicket.Fields, TicketUpdate.Fields) {
		if strings.EqualFold(f.Key, name) {
			return true
		}
	}
	return false
}
