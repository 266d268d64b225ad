// Package sampledata makes the sample desk: two weeks of tickets, customers, orders and FAQ articles of an electronics
// retailer.
//
// The texts are the files of assets/sample; the code spreads them over the days before a given time. Everything is
// invented: names, numbers of fictional ranges, example.com addresses.
package sampledata

import (
	"encoding/json"
	"time"
)

// Days is how many calendar days the sample covers, today included.
const Days = 14

// Data is one whole desk, in an order in which a store can insert it: nothing refers to what comes later,
// but for an order's TicketID.
type Data struct {
	SubStatuses  []SubStatus
	Queues       []Queue
	Agents       []Agent
	Dispositions []string // paths joined by "|", each once, sorted
	Categories   []Category
	Articles     []Article
	Customers    []Customer
	Orders       []Order
	Tickets      []Ticket // oldest first
}

// Desk makes the sample desk as of now, in now's location; the same now gives the same desk,
// and nothing but callbacks and due dates lies after now.
func Desk(now time.Time) Data {
	b := &builder{
		now:        now,
		seed:       daySeed(now),
		vocabulary: readVocabulary(),
		products:   readProducts(),
		numbers:    map[int]bool{},
	}
	b.customers = b.newCustomers()
	b.busy = make([]int, len(b.customers))
	b.purchases()
	categories := readCategories()
	tickets := b.tickets()
	return Data{
		SubStatuses:  b.subStatuses,
		Queues:       b.queues,
		Agents:       b.agents,
		Dispositions: dispositions(tickets),
		Categories:   categories,
		Articles:     readArticles(now, categories),
		Customers:    b.customers,
		Orders:       b.allOrders(),
		Tickets:      tickets,
	}
}

// builder carries what the parts of one desk share while it is made.
type builder struct {
	now  time.Time
	seed uint64
	vocabulary
	products  []product
	customers []Customer
	busy      []int // how many tickets each customer has
	orders    []*Order
	numbers   map[int]bool // order numbers that are taken
}

// daySeed is the number of the calendar day, so that a desk changes from day to day only.
func daySeed(now time.Time) uint64 {
	return uint64(now.Year()*1000 + now.YearDay())
}

// raw writes a free-form block; it is made of strings and numbers, which always can be written.
func raw(block any) json.RawMessage {
	text, err := json.Marshal(block)
	if err != nil {
		panic(err)
	}
	return text
}

// SubStatus is a key of the account's vocabulary with the status that it stands for
// (PROTOCOL.md 3.10).
type SubStatus struct{ Key, Name, Status, StatusName string }

// Queue is a ticket queue, the folder of that name included.
type Queue struct {
	Key, Name string
	FolderID  int64
	Color     string // folderColor, #rrggbb
}

// Agent is an employee tickets and customers are assigned to.
type Agent struct {
	ID                       int64
	Name, Email, Code, Phone string
	Queues                   []string // queue keys
	share                    int      // how many tickets of a queue go to this agent, relative to the others
}

// Ticket is a ticket with everything that Get Ticket and the update answers tell of it
// (PROTOCOL.md 3.3 and 3.4). A zero time is a missing one.
type Ticket struct {
	TaskID                    int64
	TicketID                  string
	Title, Detail             string // as stored: often HTML-escaped
	Type, TypeName            string
	Status, StatusName        string
	SubStatus, SubStatusName  string
	QueueKey, QueueName       string
	FolderID                  int64
	FolderColor               string
	Priority                  string // Low, Normal, High, Urgent
	PriorityLevel             int    // 1 Low to 4 Urgent, the number of the Ticket record
	Email, Phone, TicketEmail string
	CustomerID, ContactID     int64
	CreatorID, AssignedID     int64 // 0: by the customer; nobody
	CreatorName               string
	AssignedName              string
	AssignedEmail             string
	AssigneeCode              string
	AssignedPhone             string
	ClosedByID                int64 // ticketCloseEmpId
	OrderID, ERPOrderID       string
	ProductID                 int64
	ProductName, SKUCode      string
	PrimarySource, LastSource string
	Date                      time.Time // creation
	Due                       time.Time // taskEnddate
	LastFollowUp              time.Time
	NextFollowUp              time.Time // the callback
	LastConversation          time.Time
	LastConversationID        int64
	Conversations             int
	TAT, SLA, SLAStatus       string // `1 Day 2 Hr 5 Min`; Within SLA, At Risk, Out of SLA
	FTR                       string // Yes, No, or empty while open
	Disposition               string // path joined by "|"
	Rating                    int    // 1 to 5, 0 for none
	Feedback                  string
	MergedTicketID            string
	URL                       string
	Attachments               []Attachment
	Unread, OutOfSLA          bool
	CallBack, Escalated       bool
	Notes                     []Note          // oldest first
	Additional                json.RawMessage // additional_info, an object
}

// Note is one entry of a ticket's history: what an agent wrote with an update, or the customer's reply.
type Note struct {
	ID                       int64
	At                       time.Time
	CreatorID                int64 // 0: the customer
	CreatorName              string
	Detail                   string
	SubStatus, SubStatusName string
	QueueKey, Disposition    string
	Callback                 time.Time
}

// Attachment is a file kept with a ticket.
type Attachment struct{ Name, URL string }

// Customer is a customer record (PROTOCOL.md 3.1).
type Customer struct {
	ID                             int64
	Organization, Partner          bool
	Name, Website, Code            string
	Address, City, State, Country  string
	PinCode, Latitude, Longitude   string
	Type, Classification           string
	CurrentStatus, CompanyStatus   string
	PrimarySource, SecondarySource string
	Zone                           int64
	AssignedID, CreatorID          int64
	Level, Enquiries               int
	Remarks, Feedback              string
	CreditLimit, Outstanding       float64
	CreditDays                     int
	Created, Modified              time.Time
	Contacts                       []Contact // the first is the primary one
	currency                       currency
}

// Contact is a person at a customer (PROTOCOL.md 3.2).
type Contact struct {
	ID, CustomerID             int64
	Name, Gender               string
	Phone, Additional, Country string // digits, or XXXXXX and the last digits where masked; calling code
	Email, MaritalStatus       string
	Age                        int
	Primary                    bool
	PhoneMasked, EmailMasked   bool
	EnquiryID, OrderID         int64
	Created                    time.Time
}

// Order is an order with the fields of the order_info block (PROTOCOL.md 2.4) and what it belongs to.
type Order struct {
	ID, CustomerID, ContactID, EnquiryID int64
	CustomerName                         string
	Agent                                Agent
	DeliveryStatus, PaymentMode          string
	ERPOrderID, ERPInvoiceNo             string
	InvoiceNo                            string
	Created, Invoiced                    time.Time
	Remarks, Unit, Block                 string
	TicketID                             string
	Deal                                 string // dealDetails, in words
	AWB, Courier, Serial                 string
	Amount                               string // with its currency
	product                              product
}

// Article is an FAQ content record (PROTOCOL.md 3.5); Detail is escaped as often as its file says.
type Article struct {
	ID, CategoryID               int64
	Title, Detail, Type          string
	CategoryName, ParentCategory string
	Enabled                      bool
	Created                      time.Time
	Attachment                   string // attachmentDetail
}

// Category is an FAQ category record (PROTOCOL.md 3.6).
type Category struct {
	ID                   int64
	Name, Detail, Parent string
	Path                 string // ancestor ids, each followed by a slash
}
