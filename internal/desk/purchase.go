package desk

import "frontdesk/internal/safetext"

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
