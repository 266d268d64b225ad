package desk

import (
	"frontdesk/internal/safetext"
)

// Customer is a customer record (PROTOCOL.md 3.1): what people look for first by name,
// and all of it as labelled fields.
type Customer struct {
	ID             int64
	AccountID      int64 // cmId
	Name           safetext.Line
	Code           safetext.Line // customerCode
	Type           InternedLine  // customerType
	Classification InternedLine
	Status         InternedLine // currentStatus
	City           InternedLine
	Country        InternedLine
	Zone           int64 // 0 when none
	AssignedTo     int64 // 0 when nobody
	Organization   bool
	ChannelPartner bool
	Deleted        bool
	Created        UnixTime // generationDate
	Modified       UnixTime // lastModificationTime
	Remarks        safetext.Block
	Contacts       []Contact
	Fields         []LabeledValue // every member that holds something, contacts apart, in the document's order, unknown ones last
	Groups         []FieldGroup   // members of the account's own that are blocks
}

// PrimaryContact is the contact that is marked so, else the first one; nil when there is none.
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

// Contact is a contact record of a customer (PROTOCOL.md 3.2).
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
	Fields      []LabeledValue // every member that holds something, in the document's order, unknown ones last
	Groups      []FieldGroup   // members of the account's own that are blocks
}

// Order is an order of a customer as Pull Order returns it; Order is how a list is sorted. The
// document does not show the record, so any shape is kept as labelled fields (PROTOCOL.md 3.7).
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
	Created      safetext.Line  // create_date as it came: the document gives it no form
	Fields       []LabeledValue // every member that holds something, in order_info's order, unknown ones last
	Groups       []FieldGroup   // associate_fields and other blocks
}

// OrderPage is the answer to Pull Order.
type OrderPage struct {
	Total  int // totalCount; -1 when the answer did not say
	Orders []Order
}

// SaveResult is what adding or updating a customer or an order answers (PROTOCOL.md 4.1, 4.2, 4.5 and 4.6);
// ids are 0 and the order's key is empty where the answer holds none.
type SaveResult struct {
	Applied     bool // result; true where a success does not say
	Customer    int64
	Contact     int64
	Enquiry     int64
	Order       ID
	Action      safetext.Line
	ActionEvent safetext.Line // action_event: ADD_CUSTOMER, ADD_ORDER, ORDER_FIELD_UPDATION
	Message     safetext.Line
}
