package wire

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"frontdesk/internal/desk"
)

// Kind is the type of a field in a write request.
type Kind uint8

// The kinds of field. Dates for which the interface defines no format are KindText.
const (
	KindText         Kind = iota // a single line
	KindMultiline                // multiple lines
	KindInteger                  // a whole number, such as an id
	KindBool                     // "true" or empty
	KindDate                     // YYYY-MM-DD
	KindCallbackTime             // yyyy-MM-dd HH:mm:ss; forms accept other formats
	KindDigits                   // a phone number
	KindEmail                    // one e-mail address
	KindPairs                    // name and value pairs, one per line, separated by a tab
)

// Field describes a field of a write request. Forms, validation and encoding share it.
type Field struct {
	Key      string // JSON name within the block: customer_name
	Label    string // for display
	Hint     string // what to enter, if the label does not make it clear
	Kind     Kind
	Required bool
	Common   bool // shown by default; other optional fields are advanced
}

// Record describes a block of a write request (PROTOCOL.md 2) and its fields.
type Record struct {
	Path      string // customer_info; empty if the fields are at the top level of the request
	Title     string // for display; empty for the top level
	Repeated  bool   // an array of objects; see ElementPath
	Collapsed bool   // not the main block of the request: all optional fields are advanced
	Asks      []Field
}

// ElementPath returns the path of an element of a repeated block. The name is its id, or begins with
// NewElementPrefix for a new element.
func (b Record) ElementPath(name string) string { return b.Path + "." + name }

// NewElementPrefix begins the name of a new element of a repeated block.
const NewElementPrefix = "new"

// maxText is the maximum length of a text in bytes (PROTOCOL.md 6.2).
const maxText = 64 << 10

// rules validates non-empty values by kind.
var rules = map[Kind]func(string) error{
	KindInteger: isDigits("is no number"),
	KindDigits: func(v string) error {
		if strings.HasPrefix(v, "+") {
			return errors.New("must be digits alone: leave the + out")
		}
		return isDigits("must be digits alone")(v)
	},
	KindDate: func(v string) error {
		_, err := desk.ParseDate(v)
		return err
	},
	KindEmail: func(v string) error {
		name, host, ok := strings.Cut(v, "@")
		if !ok || name == "" || host == "" || strings.ContainsAny(v, " ,;") || strings.Contains(host, "@") {
			return errors.New("is no e-mail address, such as asha@example.com")
		}
		return nil
	},
	KindPairs: func(v string) error {
		_, err := parsePairs(v)
		return err
	},
}

func isDigits(otherwise string) func(string) error {
	return func(v string) error {
		if strings.Trim(v, "0123456789") != "" {
			return errors.New(otherwise)
		}
		return nil
	}
}

// Check validates a value against the rules of the interface for its field (PROTOCOL.md 2 and 6.2).
func (a Field) Check(value string) error {
	trimmed := strings.TrimSpace(value)
	switch rule := rules[a.Kind]; {
	case trimmed == "" && a.Required:
		return errors.New("is needed")
	case len(value) > maxText:
		return fmt.Errorf("is longer than %d KiB", maxText>>10)
	case trimmed != "" && rule != nil && a.Kind != KindPairs:
		return rule(trimmed)
	case rule != nil && a.Kind == KindPairs:
		return rule(value)
	}
	return nil
}

// IsAdvanced reports whether a field of the block is advanced, that is shown on demand only.
func (b Record) IsAdvanced(a Field) bool { return !a.Required && (b.Collapsed || !a.Common) }

// Together validates the rules of a write operation that involve several fields (PROTOCOL.md 4.1 and 4.2). It
// returns an error and the path of the missing field, or no error.
func Together(operation string, values Values) (path string, err error) {
	said := func(paths ...string) bool {
		return slices.ContainsFunc(paths, func(path string) bool { return strings.TrimSpace(values[path]) != "" })
	}
	switch operation {
	case AddCustomer.Name:
		reach := []string{customerBlock + ".phone", customerBlock + ".email_id"}
		for _, name := range eachElement(contactBlock, values) {
			under := contactBlock + "." + name
			reach = append(reach, under+".contact_person_phone", under+".contact_person_email")
		}
		if !said(reach...) {
			return reach[0], errors.New("a phone number or an e-mail is needed, of the customer or of a contact")
		}
	case UpdateCustomer.Name:
		if !said(customerBlock+".individual", customerBlock+".organization", customerBlock+".channel_partner") {
			return customerBlock + ".individual", errors.New("say what the customer is: the service leaves it as it was when nothing is said")
		}
	}
	return "", nil
}

// freeDate is the hint for dates for which the interface defines no format.
const freeDate = "as the account writes dates"

// customerAsks lists the fields of customer_info (PROTOCOL.md 2.1).
var customerAsks = []Field{
	{Key: "customer_name", Label: "Name", Required: true, Common: true},
	{Key: "phone", Label: "Phone", Kind: KindDigits, Hint: "digits", Common: true},
	{Key: "email_id", Label: "E-mail", Kind: KindEmail, Common: true},
	{Key: "customer_code", Label: "Code", Hint: "in your own books", Common: true},
	{Key: "type", Label: "Type", Common: true},
	{Key: "classification", Label: "Class"},
	{Key: "address", Label: "Address", Common: true},
	{Key: "locality", Label: "Locality"},
	{Key: "city", Label: "City", Common: true},
	{Key: "pincode", Label: "PIN code", Common: true},
	{Key: "state", Label: "State"},
	{Key: "country", Label: "Country", Common: true},
	{Key: "zone", Label: "Zone"},
	{Key: "individual", Label: "Person", Kind: KindBool},
	{Key: "organization", Label: "Company", Kind: KindBool},
	{Key: "channel_partner", Label: "Partner", Kind: KindBool, Hint: "a channel partner"},
	{Key: "customer_assign_emp_name", Label: "Assigned to", Hint: "the employee's name"},
	{Key: "customer_assign_emp_code", Label: "Their code"},
	{Key: "customer_assign_emp_email", Label: "Their mail", Kind: KindEmail},
	{Key: "primary_source", Label: "Source", Hint: "where the customer came from"},
	{Key: "secondary_source", Label: "2nd source"},
	{Key: "tertiary_source", Label: "3rd source"},
	{Key: "additional_fields", Label: "More fields", Kind: KindPairs},
	{Key: "associate_fields", Label: "Associated", Kind: KindPairs},
	{Key: "customer_remarks", Label: "About them", Kind: KindMultiline, Hint: "what is to be known of the customer"},
	{Key: "remarks", Label: "Remarks", Kind: KindMultiline, Common: true},
}

// contactAsks lists the fields of an element of contact_info.
var contactAsks = []Field{
	{Key: "contact_person_name", Label: "Whole name", Common: true},
	{Key: "contact_person_phone", Label: "Phone", Kind: KindDigits, Hint: "digits", Common: true},
	{Key: "contact_person_email", Label: "E-mail", Kind: KindEmail, Common: true},
	{Key: "title", Label: "Title"},
	{Key: "first_name", Label: "First name"},
	{Key: "last_name", Label: "Last name"},
	{Key: "country_code", Label: "Dial code", Hint: "of the phone"},
	{Key: "additional_contact_phone", Label: "Other phone", Kind: KindDigits, Hint: "digits"},
	{Key: "dob", Label: "Born", Hint: freeDate},
	{Key: "gender", Label: "Gender"},
	{Key: "matchEmailPhone", Label: "Match", Kind: KindBool, Hint: "change the contact that has this phone or e-mail already"},
}

// enquiryAsks lists the fields of enquiry_info.
var enquiryAsks = []Field{
	{Key: "enquiry_id", Label: "Enquiry id", Kind: KindInteger, Hint: "of one that is there; empty for a new one"},
	{Key: "action", Label: "Action"},
	{Key: "subStatus", Label: "Sub-status"},
	{Key: "next_follow_up_date", Label: "Follow up", Hint: freeDate},
	{Key: "assign_emp_name", Label: "Assigned to", Hint: "the employee's name"},
	{Key: "assign_emp_code", Label: "Their code"},
	{Key: "assign_emp_email", Label: "Their mail", Kind: KindEmail},
	{Key: "round_robin_key", Label: "Round robin", Hint: "the key of those among whom enquiries go round"},
	{Key: "additional_fields", Label: "More fields", Kind: KindPairs},
	{Key: "associate_fields", Label: "Associated", Kind: KindPairs},
	{Key: "remarks", Label: "Remarks", Kind: KindMultiline},
}

// The blocks of PROTOCOL.md 2.
const (
	customerBlock = "customer_info"
	contactBlock  = "contact_info"
	enquiryBlock  = "enquiry_info"
	orderBlock    = "order_info"
)

// customerBlocks describe Add Customer and Update Customer (PROTOCOL.md 4.1 and 4.2).
var customerBlocks = []Record{
	{Path: customerBlock, Title: "Customer", Asks: customerAsks},
	{Path: contactBlock, Title: "Contact", Repeated: true, Asks: contactAsks},
	{Path: enquiryBlock, Title: "Enquiry", Collapsed: true, Asks: enquiryAsks},
}

// orderAsks lists the fields of order_info (PROTOCOL.md 2.4).
var orderAsks = []Field{
	{Key: "erp_order_id", Label: "Order no", Hint: "in your own books", Common: true},
	{Key: "delivery_status", Label: "Delivery", Common: true},
	{Key: "payment_mode", Label: "Payment", Common: true},
	{Key: "create_date", Label: "Ordered", Hint: freeDate, Common: true},
	{Key: "invoice_no", Label: "Invoice", Common: true},
	{Key: "invoice_date", Label: "Invoiced", Hint: freeDate},
	{Key: "erp_invoice_no", Label: "ERP invoice"},
	{Key: "ticket_id", Label: "Ticket", Hint: "the number of a ticket that belongs to it", Common: true},
	{Key: "unit_name", Label: "Unit"},
	{Key: "block_name", Label: "Block"},
	{Key: "assign_emp_name", Label: "Assigned to", Hint: "the employee's name"},
	{Key: "assign_emp_code", Label: "Their code"},
	{Key: "assign_emp_email", Label: "Their mail", Kind: KindEmail},
	{Key: "encryptOrder", Label: "Encrypted", Hint: "the order, encrypted"},
	{Key: "associate_fields", Label: "Associated", Kind: KindPairs},
	{Key: "dealDetails", Label: "Deal", Kind: KindMultiline},
	{Key: "remarks", Label: "Remarks", Kind: KindMultiline, Common: true},
}

// OrderChoices lists the fields of order_info whose values often repeat.
var OrderChoices = []string{
	orderBlock + ".delivery_status", orderBlock + ".payment_mode", orderBlock + ".unit_name", orderBlock + ".block_name",
	orderBlock + ".assign_emp_name",
}

// orderBlocks describe Add Order and Update Order (PROTOCOL.md 4.5 and 4.6).
var orderBlocks = []Record{
	{Path: orderBlock, Title: "Order", Asks: orderAsks},
	{Path: customerBlock, Title: "Customer", Collapsed: true, Asks: customerAsks},
	{Path: contactBlock, Title: "Contact", Repeated: true, Collapsed: true, Asks: contactAsks},
	{Path: enquiryBlock, Title: "Enquiry", Collapsed: true, Asks: enquiryAsks},
}

// ticketAddBlocks describe Add Ticket (PROTOCOL.md 4.8).
var ticketAddBlocks = []Record{{Asks: []Field{
	{Key: "title", Label: "Title", Required: true, Common: true},
	{Key: "email_id", Label: "E-mail", Kind: KindEmail, Hint: "of the customer, if known", Common: true},
	{Key: "due_date", Label: "Due", Kind: KindDate, Hint: "2026-12-24, or nothing", Common: true},
	{Key: "ticket_details", Label: "Details", Kind: KindMultiline, Hint: "what the customer says", Common: true},
}}}

// ticketUpdateBlocks describe Update Ticket (PROTOCOL.md 4.9).
var ticketUpdateBlocks = []Record{{Asks: []Field{
	{Key: "sub_status", Label: "Sub-status", Required: true, Common: true},
	{Key: "queue", Label: "Queue", Hint: "as it is", Common: true},
	{Key: "disposition", Label: "Disposition", Hint: "as it is", Common: true},
	{Key: "callback_time", Label: "Call back", Kind: KindCallbackTime, Hint: "tomorrow 10:00 · mon 9:00 · +90m", Common: true},
	{Key: "comment", Label: "Comment", Kind: KindMultiline, Hint: "what was said and done", Common: true},
}}}

// asked maps the name of a write operation to the blocks of its request.
var asked = map[string][]Record{
	AddTicket.Name: ticketAddBlocks, UpdateTicket.Name: ticketUpdateBlocks,
	AddCustomer.Name: customerBlocks, UpdateCustomer.Name: customerBlocks,
	AddOrder.Name: orderBlocks, UpdateOrder.Name: orderBlocks,
}

// Request returns the blocks of a write operation's request in form order, or nil for any other operation.
func Request(operation string) []Record { return asked[operation] }
