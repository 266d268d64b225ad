package wire

// This file is the answers of PROTOCOL.md 4.5 to 4.7, written exactly, and the order record
// of PROTOCOL.md 3.7.

// SaveOrderResponse is an Add Order or Update Order answer.
type SaveOrderResponse struct {
	Status  string     `json:"status"`
	Message string     `json:"message"`
	Order   SavedOrder `json:"Order"`
}

// SavedOrder is the object Order of an OrderSaved.
type SavedOrder struct {
	Result      bool   `json:"result"`
	OrderID     int64  `json:"order_id,omitzero"` // Add Order alone
	CustomerID  int64  `json:"customer_id"`
	EnquiryID   int64  `json:"enquiry_id"`
	Action      string `json:"action"`
	ActionEvent string `json:"action_event"` // EventOrderAdded, EventOrderUpdated
	ContactID   int64  `json:"contact_id"`
}

// OrderRecord is an element of our service's Pull Order answer: order_info's members as they were
// given, update true since they can be sent back so, and what the order belongs to.
type OrderRecord struct {
	OrderInfo
	CustomerID   int64  `json:"customer_id"`
	EnquiryID    int64  `json:"enquiry_id"`
	ContactID    int64  `json:"contact_id"`
	CustomerName string `json:"customer_name"`
}
