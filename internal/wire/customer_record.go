package wire

import (
	_ "embed" // for the records
	"time"
)

// This file holds PROTOCOL.md 3.1 and 3.2 and the responses of 4.1 to 4.4, as our service writes them: numbers as
// numbers, flags as booleans.

// The customer record and an element of its contacts, with what their members are where our service stores nothing.
var (
	//go:embed customer_record.json
	CustomerRecord string
	//go:embed contact_record.json
	ContactRecord string
)

// DateTimeParts is a date-time as a JSON object of six numbers, all 0 where it is not known. Months count from 0.
type DateTimeParts struct {
	Year       int `json:"year"`
	Month      int `json:"month"` // 0 is January
	DayOfMonth int `json:"dayOfMonth"`
	HourOfDay  int `json:"hourOfDay"`
	Minute     int `json:"minute"`
	Second     int `json:"second"`
}

// NewDateTimeParts returns the parts of a time in its own location.
func NewDateTimeParts(t time.Time) DateTimeParts {
	return DateTimeParts{t.Year(), int(t.Month()) - 1, t.Day(), t.Hour(), t.Minute(), t.Second()}
}

// SaveCustomerResponse is an Add Customer response, and our service's Update Customer response.
type SaveCustomerResponse struct {
	Status   string        `json:"status"`
	Message  string        `json:"message"`
	Customer SavedCustomer `json:"customer"`
}

// SavedCustomer is the object customer of a SaveCustomerResponse.
type SavedCustomer struct {
	Result      bool   `json:"result"`
	CustomerID  int64  `json:"customer_id"`
	Action      string `json:"action"`
	ActionEvent string `json:"action_event"` // EventCustomerAdded, EventCustomerUpdated
	ContactID   int64  `json:"contact_id"`
}

// The values of action_event (PROTOCOL.md 1.5). EventCustomerUpdated is specific to our service.
const (
	EventCustomerAdded   = "ADD_CUSTOMER"
	EventCustomerUpdated = "UPDATE_CUSTOMER"
	EventOrderAdded      = "ADD_ORDER"
	EventOrderUpdated    = "ORDER_FIELD_UPDATION"
)

// GetCustomerResponse is a Get Customer response.
type GetCustomerResponse struct {
	Details any    `json:"Customer Details"` // a CustomerRecord
	Status  string `json:"status"`
}

// CustomerNotFoundResponse is a Get Customer response if no record matches: the text is in place of the record, and
// in message as in every error response (PROTOCOL.md 5.2).
type CustomerNotFoundResponse struct {
	Details string `json:"Customer Details"`
	Message string `json:"message"`
	Status  string `json:"status"`
}
