package desk

import (
	"strings"

	"frontdesk/internal/safetext"
)

// Customer is a customer record (PROTOCOL.md 3.1). Fields holds all of its non-empty values; the others are the
// values that code uses.
type Customer struct {
	ID             int64
	AccountID      int64 // cmId
	Name           safetext.Line
	Code           safetext.Line // customerCode
	Type           InternedLine  // customerType
	Classification InternedLine
	Status         InternedLine // currentStatus
	Zone           int64        // 0 when none
	AssignedTo     int64        // 0 when unassigned
	Organization   bool
	ChannelPartner bool
	Deleted        bool
	Created        UnixTime // generationDate
	Modified       UnixTime // lastModificationTime
	Remarks        safetext.Block
	Contacts       []Contact
	// Fields are all non-empty fields except contacts, in the order of the interface, unknown ones last.
	Fields []LabeledValue
	Groups []FieldGroup // custom fields that are blocks
}

// Text returns the value of a member of the record, by its JSON name, in one line.
func (c *Customer) Text(member string) safetext.Line {
	for _, f := range c.Fields {
		if f.Member == member {
			return f.Value.Line()
		}
	}
	return safetext.Line{}
}

// PrimaryContact returns the contact marked as primary, else the first one, or nil if there are no contacts.
func (c *Customer) PrimaryContact() *Contact {
	for i := range c.Contacts {
		if c.Contacts[i].Primary {
			return &c.Contacts[i]
		}
	}
	if len(c.Contacts) > 0 {
		return &c.Contacts[0]
	}
	return nil
}

// Contact is a contact of a customer (PROTOCOL.md 3.2).
type Contact struct {
	ID          int64
	CustomerID  int64         // leadId
	Name        safetext.Line // contactPerson
	Phone       safetext.Line
	CountryCode safetext.Line
	OtherPhone  safetext.Line // additionalPhone
	Email       safetext.Line
	Primary     bool
	Active      bool
	Created     UnixTime
	Fields      []LabeledValue // all non-empty fields in the order of the interface, unknown ones last
	Groups      []FieldGroup   // custom fields that are blocks
}

// minNationalDigits is the minimum number of digits of a phone number without its country code. If fewer digits would
// remain, a prefix equal to the country code is part of the number.
const minNationalDigits = 7

// FullPhone returns the phone number with its country code in front, once.
func (c *Contact) FullPhone() safetext.Line {
	code, phone := strings.TrimLeft(c.CountryCode.String(), "+0"), c.Phone.String()
	if code == "" || phone == "" || strings.HasPrefix(phone, "+") || strings.HasPrefix(phone, "00") {
		return c.Phone
	}
	if national, has := strings.CutPrefix(phone, code); has && len(national) >= minNationalDigits {
		phone = national
	}
	return safetext.LineFromText("+" + code + " " + phone)
}

// Order is an order as Pull Order returns it. The interface does not define the record, so all of its values are
// also kept as labelled fields (PROTOCOL.md 3.7).
type Order struct {
	ID           ID    // order_id
	Customer     int64 // customer_id
	CustomerName safetext.Line
	Enquiry      int64          // enquiry_id
	Contact      int64          // contact_id
	Delivery     InternedLine   // delivery_status
	ERPOrder     safetext.Line  // erp_order_id
	Invoice      safetext.Line  // invoice_no
	Payment      InternedLine   // payment_mode
	Ticket       ID             // ticket_id
	Created      safetext.Line  // create_date unparsed: the interface defines no format for it
	Fields       []LabeledValue // all non-empty fields in the order of order_info, unknown ones last
	Groups       []FieldGroup   // associate_fields and other blocks
}

// OrderPage is the response to Pull Order.
type OrderPage struct {
	Total  int // totalCount; -1 if absent
	Orders []Order
}

// SaveResult is the response to adding or updating a customer or an order (PROTOCOL.md 4.1, 4.2, 4.5 and 4.6).
// Numeric ids are 0, and Order is zero, if absent.
type SaveResult struct {
	Applied     bool // result; true if a successful response does not include it
	Customer    int64
	Contact     int64
	Enquiry     int64
	Order       ID
	Action      safetext.Line
	ActionEvent safetext.Line // action_event: ADD_CUSTOMER, ADD_ORDER, ORDER_FIELD_UPDATION
	Message     safetext.Line

	// What tells whether it is the answer to a certain write.
	Records int  // how many objects with these members it has
	IsOther bool // it has the record of another operation
}
