package store

import (
	"cmp"
	"encoding/json"
	"errors"
)

// Ticket is everything that the two ticket records (PROTOCOL.md 3.3 and 3.4) tell of a ticket, raw. Moments
// are seconds since 1970, 0 for none.
type Ticket struct {
	TaskID        int64  `json:"-"` // 0 before it is added
	TicketID      string `json:"-"` // empty before it is added
	Created       int64  `json:"-"`
	Title         string
	Detail        string
	Type          string
	TypeName      string
	SubStatus     string // its name and status come from the vocabulary
	QueueKey      string
	FolderID      int64
	FolderColor   string
	Priority      string
	PriorityLevel int
	Email         string
	Phone         string
	TicketEmail   string
	CustomerID    int64
	ContactID     int64
	CreatorID     int64
	CreatorName   string
	AssignedID    int64
	AssignedName  string
	AssignedEmail string
	AssigneeCode  string
	AssignedPhone string
	ClosedByID    int64
	OrderID       string
	ERPOrderID    string
	ProductID     int64
	ProductName   string
	SKUCode       string
	PrimarySource string
	LastSource    string
	Due           int64
	LastFollowUp  int64
	NextFollowUp  int64
	LastTalk      int64 // lastConversationTime
	LastTalkID    int64
	Talks         int
	TAT           string
	SLA           string
	SLAStatus     string
	FTR           string
	Disposition   string
	Rating        int
	Feedback      string
	MergedInto    string
	URL           string
	Attachments   []Attachment
	Unread        bool
	OutOfSLA      bool
	Callback      bool
	Escalated     bool
	ClosedAt      int64           // 0 while it is open
	Allowed       int64           // seconds that the SLA rule gave it, kept when it was closed; 0 for none
	Additional    json.RawMessage // additional_info, an object; nil for none
	Notes         []Note          `json:"-"` // oldest first; only Tickets fills it
	NoteCount     int             `json:"-"` // how many there are; only UpdateTicket fills it
	NoteBytes     int             `json:"-"` // and how large they are together
}

// Attachment is a file kept with a ticket.
type Attachment struct{ Name, URL string }

// Note is what one update left in a ticket's history.
type Note struct {
	At          int64
	CreatorName string
	Detail      string
	SubStatus   string
	QueueKey    string
	Disposition string
	Callback    int64
}

// SubStatus is a key of the vocabulary and the status that it stands for.
type SubStatus struct{ Key, Name, Status, StatusName string }

// Queue is a ticket queue with its rules.
type Queue struct {
	Key      string   `json:"-"`
	Name     string   `json:"-"`
	Default  bool     // new tickets come into it
	Priority string   // what a ticket without a priority gets there; empty for none
	Assign   Assign   // who gets a ticket that comes into it
	Agents   []string // keys of employees, see Employee.Key
}

// Assign says to whom a queue gives a ticket that comes into it.
type Assign string

// The ways to assign: nobody is given a ticket, each agent in turn, or the one with the fewest open tickets.
const (
	AssignNobody     Assign = ""
	AssignRoundRobin Assign = "round-robin"
	AssignLeastOpen  Assign = "least-open"
)

// SLARule says how long a ticket may stay open; an empty queue or priority stands for any.
type SLARule struct {
	Queue, Priority string
	Seconds         int64
	AtRisk          int // per cent of the time, from which an open ticket is at risk
}

// Agent is an employee to whom queues can assign tickets.
type Agent struct {
	Employee
	Phone  string
	Absent bool // gets no tickets from queues
}

// Article is an FAQ content record (PROTOCOL.md 3.5), raw.
type Article struct {
	ID           int64 `json:"-"`
	CategoryID   int64
	Title        string
	Detail       string
	Type         string
	CategoryName string
	ParentName   string
	Enabled      bool
	Created      int64
	Attachment   string
	Key          string `json:",omitempty"` // the name of the file that it was imported from
}

// Category is an FAQ category record (PROTOCOL.md 3.6).
type Category struct {
	ID                   int64 `json:"-"`
	Name, Detail, Parent string
	Path                 string // ancestor ids, each followed by a slash
	Folder               string `json:",omitempty"` // the folder of its articles that it was imported from
}

// Dataset is what an empty store can be filled with.
type Dataset struct {
	SubStatuses []SubStatus
	Queues      []Queue
	Categories  []Category
	Articles    []Article
	Employees   []Agent
	Customers   []Customer       // with ID, Created and Contacts
	Sales       []OrderAggregate // with the ids of Order and Enquiry; Customer is not read
	Tickets     []Ticket         // with TaskID, TicketID, Created and Notes
}

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
