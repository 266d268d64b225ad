package store

import "encoding/json"

// Ticket is everything that the two ticket records of interface.md tell of a ticket, raw. Moments
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
	Additional    json.RawMessage // additional_info, an object; nil for none
	Notes         []Note          `json:"-"` // oldest first; only Tickets fills it
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

// Queue is a ticket queue.
type Queue struct{ Key, Name string }

// Article is an FAQ content record of interface.md, raw.
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
}

// Category is an FAQ category record of interface.md.
type Category struct {
	ID                   int64 `json:"-"`
	Name, Detail, Parent string
	Path                 string // ancestor ids, each followed by a slash
}

// Desk is what an empty store can be filled with.
type Desk struct {
	SubStatuses []SubStatus
	Queues      []Queue
	Categories  []Category
	Articles    []Article
	Employees   []Employee
	Customers   []Customer // with ID, Created and Contacts
	Sales       []Sale     // with the ids of Order and Enquiry; Customer is not read
	Tickets     []Ticket   // with TaskID, TicketID, Created and Notes
}
