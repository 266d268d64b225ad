package store

import (
	"cmp"
	"encoding/json"
	"errors"
)

// Ticket holds the fields of both ticket records (PROTOCOL.md 3.3 and 3.4), as stored. Times are seconds since
// 1970, 0 for none.
type Ticket struct {
	TaskID        int64  `json:"-" record:"id" detail:"taskId"`         // 0 before it is added
	TicketID      string `json:"-" record:"ticketId" detail:"ticketId"` // empty before it is added
	Created       int64  `json:"-"`
	Title         string `record:"taskTitle" detail:"title"`
	Detail        string `record:"detail" detail:"detail"`
	Type          string `record:"type"`
	TypeName      string `record:"typeName"`
	SubStatus     string `record:"substatus" detail:"substatusKey"` // key of the vocabulary, which holds its name and status
	QueueKey      string `record:"queueKey" detail:"queueKey"`
	FolderID      int64  `record:"folderId" detail:"folderId"`
	FolderColor   string `record:"folderColor"`
	Priority      string `detail:"priority"`
	PriorityLevel int    `record:"priority"`
	Email         string `record:"email" detail:"email"`
	Phone         string `record:"phone" detail:"phone"`
	TicketEmail   string `record:"ticketEmail" detail:"ticketEmail"`
	CustomerID    int64  `detail:"customerId"`
	ContactID     int64  `record:"contactId" detail:"contactId"`
	CreatorID     int64  `record:"creatorId" detail:"creatorId"`
	CreatorName   string `record:"creatorName" detail:"creatorName"`
	AssignedID    int64  `record:"assignedToId" detail:"assignedId" column:"assigned_id,null"`
	AssignedName  string `record:"assignedToName" detail:"assignedToName"`
	AssignedEmail string `record:"assignedToEmail"`
	AssigneeCode  string `detail:"assigneeCode"`
	AssignedPhone string
	ClosedByID    int64  `detail:"ticketCloseEmpId"`
	OrderID       string `record:"orderId" detail:"orderId"`
	ERPOrderID    string `record:"erpOrderId"`
	ProductID     int64  `record:"productId" detail:"productId"`
	ProductName   string `record:"productName"`
	SKUCode       string `record:"skuCode"`
	PrimarySource string `detail:"primarySource"`
	LastSource    string `detail:"lastSource"`
	Due           int64
	LastFollowUp  int64
	NextFollowUp  int64
	LastTalk      int64  // lastConversationTime
	LastTalkID    int64  `record:"lastConversationId" detail:"lastConversationId"`
	Talks         int    `record:"totalConversationCount" detail:"total_conversations"`
	TAT           string `detail:"tat"`
	SLA           string `detail:"sla"`
	SLAStatus     string `detail:"slaStatus"`
	FTR           string `detail:"ftr"`
	Disposition   string `detail:"disposition"`
	Rating        int    `record:"customerFeedback" detail:"customer_rating"`
	Feedback      string `detail:"customer_feedback"`
	MergedInto    string `record:"mergeTicketId" detail:"mergedTicketId"`
	URL           string
	Attachments   []Attachment
	Unread        bool            `record:"isUnread"`
	OutOfSLA      bool            `record:"isOutOfSLA"`
	Callback      bool            `record:"isCallBack"`
	Escalated     bool            `record:"isEscalated"`
	ClosedAt      int64           `column:"closed_at,null"` // 0 while it is open
	Allowed       int64           // seconds that the SLA rule allowed, set when it was closed; 0 for none
	Additional    json.RawMessage // additional_info, an object; nil for none
	Notes         []Note          `json:"-"` // oldest first; read by Tickets and EachTicket only
	History       HistorySize     `json:"-"` // set by UpdateTicket only
}

// Attachment is a file attached to a ticket.
type Attachment struct{ Name, URL string }

// Note is the entry that an update added to a ticket's history.
type Note struct {
	At          int64
	CreatorName string
	Detail      string
	SubStatus   string
	QueueKey    string
	Disposition string
	Callback    int64
}

// SubStatus is a key of the vocabulary and the status it maps to.
type SubStatus struct{ Key, Name, Status, StatusName string }

// Queue is a ticket queue with its rules.
type Queue struct {
	Key      string   `json:"-"`
	Name     string   `json:"-"`
	Default  bool     // receives new tickets
	Priority string   // of a ticket that comes without one; empty for none
	Assign   Assign   // how incoming tickets are assigned
	Agents   []string // keys of employees, see Employee.Key
}

// Assign is how a queue assigns incoming tickets.
type Assign string

// The ways to assign: not at all, to each agent in turn, or to the agent with the fewest open tickets.
const (
	AssignNobody     Assign = ""
	AssignRoundRobin Assign = "round-robin"
	AssignLeastOpen  Assign = "least-open"
)

// SLARule is how long a ticket may stay open; an empty queue or priority matches any.
type SLARule struct {
	Queue, Priority string
	Seconds         int64
	AtRisk          int // percentage of the time after which an open ticket is at risk
}

// Agent is an employee to whom queues can assign tickets.
type Agent struct {
	Employee
	Phone  string
	Absent bool // queues assign no tickets to them
}

// Article is an FAQ content record (PROTOCOL.md 3.5), as stored.
type Article struct {
	ID           int64  `json:"-" record:"id"`
	CategoryID   int64  `record:"categoryId"`
	Title        string `record:"title"`
	Detail       string `record:"detail"`
	Type         string `record:"type"`
	CategoryName string `record:"categoryName"`
	ParentName   string `record:"parentCategoryName"`
	Enabled      bool
	Created      int64
	Attachment   string
	Key          string `json:",omitempty" column:"key"` // name of the file it was imported from
}

// Category is an FAQ category record (PROTOCOL.md 3.6).
type Category struct {
	ID     int64  `json:"-" record:"id"`
	Name   string `record:"name"`
	Detail string `record:"detail"`
	Parent string `record:"parentCategoryName"`
	Path   string `record:"categoryPath"`             // ancestor ids, each followed by a slash
	Folder string `json:",omitempty" column:"folder"` // the folder it was imported from
}

// Dataset holds the records that Load fills an empty store with.
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

// The errors for references in a write that cannot be resolved.
var (
	ErrCustomerNotFound  = errors.New("no such customer")
	ErrEnquiryNotFound   = errors.New("no such enquiry")
	ErrOrderNotFound     = errors.New("no such order")
	ErrAmbiguousCustomer = errors.New("several customers have that name")
)

// Employee is the assignee of a customer, enquiry or order, as the request named them. ID is 0 before they are
// stored, and when there is none. Employees are the same if their code, else e-mail, else name is.
type Employee struct {
	ID                int64
	Code, Email, Name string
}

// Key returns how files identify an employee: code, else e-mail, else name.
func (e Employee) Key() string { return cmp.Or(e.Code, e.Email, e.Name) }

// Customer holds the fields of the customer_info block and the customer record (PROTOCOL.md 2.1 and 3.1), as
// stored. Tags name the member of a request that sets a text, the member of the record that is written as it is
// stored, and the column that filters test, see tagged. Times are seconds since 1970, 0 for none.
type Customer struct {
	ID              int64 `json:"-" record:"id"` // 0 before it is added
	Created         int64 `json:"-"`
	Modified        int64
	Name            string          `request:"customer_name" record:"name" column:"name_key"`
	Phone           string          `request:"phone"`
	Email           string          `request:"email_id"`
	Code            string          `request:"customer_code" record:"customerCode" column:"code"`
	Website         string          `record:"website"`
	Address         string          `request:"address" record:"address"`
	Locality        string          `request:"locality"`
	City            string          `request:"city" record:"city" column:"city,place"`
	State           string          `request:"state" record:"state" column:"state,place"`
	Country         string          `request:"country" record:"country" column:"country,place"`
	PinCode         string          `request:"pincode" record:"pinCode"`
	Latitude        string          `record:"latitude"`
	Longitude       string          `record:"longitude"`
	Type            string          `request:"type" record:"customerType"`
	Classification  string          `request:"classification" record:"classification"`
	CurrentStatus   string          `record:"currentStatus"`
	CompanyStatus   string          `record:"companyStatus"`
	Zone            string          `request:"zone" column:"zone"`
	Level           int             `record:"customerLevel"`
	Individual      bool            `column:"individual"`
	Organization    bool            `record:"isOrganization" column:"organization"`
	ChannelPartner  bool            `record:"isChannelPartner" column:"channel_partner"`
	PrimarySource   string          `request:"primary_source" column:"primary_source"`
	SecondarySource string          `request:"secondary_source" column:"secondary_source"`
	TertiarySource  string          `request:"tertiary_source" column:"tertiary_source"`
	Assigned        Employee        `column:"assigned_id"`
	CreatorID       int64           `record:"creatorId"`
	CustomerRemarks string          `request:"customer_remarks"`
	Remarks         string          `request:"remarks"`
	Feedback        string          `record:"feedbackOnCustomer"`
	CreditDays      int             `record:"maxCreditPeriod"`
	CreditLimit     float64         `record:"maxCreditAmt"`
	Outstanding     float64         `record:"outStandingAmount"`
	Enquiries       int             `record:"totalNoOfEnquiries"`
	FromAPI         bool            `record:"isApi"`
	Additional      json.RawMessage `json:",omitempty"` // additional_fields, an object; nil for none
	Associate       json.RawMessage `json:",omitempty"` // associate_fields
	Contacts        []Contact       `json:"-"`          // oldest first
}

// Contact is a person at a customer (PROTOCOL.md 2.2 and 3.2).
type Contact struct {
	ID              int64  `record:"id"` // 0 before it is added
	Title           string `request:"title"`
	FirstName       string `request:"first_name"`
	LastName        string `request:"last_name"`
	Name            string `request:"contact_person_name"`
	Gender          string `request:"gender" record:"gender"`
	DOB             string `request:"dob"`
	Age             int
	CountryCode     string `request:"country_code" record:"phoneCountryCode"`
	Phone           string `request:"contact_person_phone" record:"phone"`
	AdditionalPhone string `request:"additional_contact_phone" record:"additionalPhone"`
	Email           string `request:"contact_person_email" record:"email"`
	MaritalStatus   string `record:"maritalStatus"`
	Primary         bool   `record:"isPrimaryContact"`
	PhoneMasked     bool   `record:"isMobileMasked"`
	EmailMasked     bool   `record:"isEmailMasked"`
	EnquiryID       int64  `record:"enquiryId"`
	OrderID         int64  `record:"orderId"`
	CreatorID       int64  `record:"creatorId"`
	Created         int64
}

// Enquiry is a customer's enquiry (PROTOCOL.md 2.3).
type Enquiry struct {
	ID           int64 `json:"-"` // 0 before it is added
	CustomerID   int64 `json:"-"`
	Assigned     Employee
	RoundRobin   string          `request:"round_robin_key"`
	NextFollowUp string          `request:"next_follow_up_date"` // as given
	FollowUpAt   int64           `column:"next_follow_up"`       // NextFollowUp as a time, 0 if it cannot be parsed
	Action       string          `request:"action"`
	SubStatus    string          `request:"subStatus" column:"sub_status"`
	Remarks      string          `request:"remarks"`
	Additional   json.RawMessage `json:",omitempty"`
	Associate    json.RawMessage `json:",omitempty"`
}

// Order is an order of a customer (PROTOCOL.md 2.4).
type Order struct {
	ID             int64           `json:"-"` // 0 before it is added
	CustomerID     int64           `json:"-" record:"customer_id"`
	CustomerName   string          `json:"-" record:"customer_name"`
	EnquiryID      int64           `json:"-" record:"enquiry_id"`
	Added          int64           `json:"-"` // when the service received it
	ContactID      int64           `record:"contact_id"`
	CreatorID      int64           `column:"creator_id"`
	Assigned       Employee        `column:"assigned_id"`
	CreateDate     string          `request:"create_date" record:"create_date"` // as given
	CreatedAt      int64           `column:"created"`                           // CreateDate as a time, Added if it cannot be parsed
	DeliveryStatus string          `request:"delivery_status" record:"delivery_status" column:"delivery_status"`
	ERPOrderID     string          `request:"erp_order_id" record:"erp_order_id" column:"erp_order_id"`
	ERPInvoiceNo   string          `request:"erp_invoice_no" record:"erp_invoice_no" column:"erp_invoice_no"`
	InvoiceNo      string          `request:"invoice_no" record:"invoice_no"`
	InvoiceDate    string          `request:"invoice_date" record:"invoice_date"`
	UnitName       string          `request:"unit_name" record:"unit_name" column:"unit_name"`
	BlockName      string          `request:"block_name" record:"block_name" column:"block_name"`
	TicketID       string          `request:"ticket_id" record:"ticket_id"`
	EncryptOrder   string          `request:"encryptOrder" record:"encryptOrder"`
	PaymentMode    string          `request:"payment_mode" record:"payment_mode"`
	DealDetails    string          `request:"dealDetails" record:"dealDetails"`
	Remarks        string          `request:"remarks" record:"remarks"`
	Associate      json.RawMessage `json:",omitempty"`
}
