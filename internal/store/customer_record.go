package store

import (
	"cmp"
	"encoding/json"
	"errors"
)

// The ways in which what a write names is not there, or not clearly.
var (
	ErrCustomerNotFound  = errors.New("no such customer")
	ErrEnquiryNotFound   = errors.New("no such enquiry")
	ErrOrderNotFound     = errors.New("no such order")
	ErrAmbiguousCustomer = errors.New("several customers have that name")
)

// Employee is whom a customer, enquiry or order is assigned to, as the request named them. ID is 0
// before they are stored and for nobody; employees are the same when code, else e-mail, else name is.
type Employee struct {
	ID                int64
	Code, Email, Name string
}

// Key is how files name an employee: code, else e-mail, else name.
func (e Employee) Key() string { return cmp.Or(e.Code, e.Email, e.Name) }

// Customer is everything that the customer_info block and the customer record tell of
// a customer, raw. Moments are seconds since 1970, 0 for none.
type Customer struct {
	ID              int64 `json:"-"` // 0 before it is added
	Created         int64 `json:"-"`
	Modified        int64
	Name            string
	Phone           string
	Email           string
	Code            string
	Website         string
	Address         string
	Locality        string
	City            string
	State           string
	Country         string
	PinCode         string
	Latitude        string
	Longitude       string
	Type            string
	Classification  string
	CurrentStatus   string
	CompanyStatus   string
	Zone            string
	Level           int
	Individual      bool
	Organization    bool
	ChannelPartner  bool
	PrimarySource   string
	SecondarySource string
	TertiarySource  string
	Assigned        Employee
	CreatorID       int64
	CustomerRemarks string
	Remarks         string
	Feedback        string
	CreditDays      int
	CreditLimit     float64
	Outstanding     float64
	Enquiries       int
	FromAPI         bool
	Additional      json.RawMessage `json:",omitempty"` // additional_fields, an object; nil for none
	Associate       json.RawMessage `json:",omitempty"` // associate_fields
	Contacts        []Contact       `json:"-"`          // the oldest first
}

// Contact is a person at a customer (PROTOCOL.md 2.2 and 3.2).
type Contact struct {
	ID              int64 // 0 before it is added
	Title           string
	FirstName       string
	LastName        string
	Name            string // contact_person_name
	Gender          string
	DOB             string
	Age             int
	CountryCode     string
	Phone           string
	AdditionalPhone string
	Email           string
	MaritalStatus   string
	Primary         bool
	PhoneMasked     bool
	EmailMasked     bool
	EnquiryID       int64
	OrderID         int64
	CreatorID       int64
	Created         int64
}

// Enquiry is what a customer asked for (PROTOCOL.md 2.3).
type Enquiry struct {
	ID           int64 `json:"-"` // 0 before it is added
	CustomerID   int64 `json:"-"`
	Assigned     Employee
	RoundRobin   string
	NextFollowUp string // as given
	FollowUpAt   int64  // the same as a moment, 0 when it could not be read as one
	Action       string
	SubStatus    string
	Remarks      string
	Additional   json.RawMessage `json:",omitempty"`
	Associate    json.RawMessage `json:",omitempty"`
}

// Order is an order of a customer (PROTOCOL.md 2.4).
type Order struct {
	ID             int64  `json:"-"` // 0 before it is added
	CustomerID     int64  `json:"-"`
	CustomerName   string `json:"-"`
	EnquiryID      int64  `json:"-"`
	Added          int64  `json:"-"` // when the service was given it
	ContactID      int64
	CreatorID      int64
	Assigned       Employee
	CreateDate     string // as given
	CreatedAt      int64  // the same as a moment; Added when it could not be read as one
	DeliveryStatus string
	ERPOrderID     string
	ERPInvoiceNo   string
	InvoiceNo      string
	InvoiceDate    string
	UnitName       string
	BlockName      string
	TicketID       string
	EncryptOrder   string
	PaymentMode    string
	DealDetails    string
	Remarks        string
	Associate      json.RawMessage `json:",omitempty"`
}
