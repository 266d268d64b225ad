package wire

import (
	_ "embed" // for the ticket record

	"github.com/go-json-experiment/json/jsontext"
)

// TicketRecord is the ticket in Add and Update Ticket responses (PROTOCOL.md 3.3), with what its members are where our
// service stores nothing. What is null is only written where it has a value: the phone in Add Ticket.
//
//go:embed ticket_record.json
var TicketRecord string

// DetailRecord is an element of Get and Pull Ticket responses, as our service writes it (PROTOCOL.md 3.4).
// lastConvesationTime is the interface's spelling.
type DetailRecord struct {
	TicketID           string       `json:"ticketId"`
	TaskID             int64        `json:"taskId"`
	Title              string       `json:"title"`
	Detail             string       `json:"detail"`
	Date               string       `json:"date"`
	NextFollowUp       string       `json:"nextFollowUp"`
	LastFollowUp       string       `json:"lastFollowUp"`
	LastConvesation    string       `json:"lastConvesationTime"`
	TaskEndDate        string       `json:"taskEnddate"`
	TAT                string       `json:"tat"`
	SLA                string       `json:"sla"`
	SLAStatus          string       `json:"slaStatus"`
	Status             string       `json:"status"`
	SubStatus          string       `json:"substatus"`
	SubStatusKey       string       `json:"substatusKey"`
	Priority           string       `json:"priority"`
	QueueKey           string       `json:"queueKey"`
	QueueName          string       `json:"queueName"`
	Disposition        string       `json:"disposition"`
	CallBack           string       `json:"callBack"`
	CreatorName        string       `json:"creatorName"`
	AssignedToName     string       `json:"assignedToName"`
	AssigneeCode       string       `json:"assigneeCode"`
	Email              string       `json:"email"`
	Phone              string       `json:"phone"`
	TicketEmail        string       `json:"ticketEmail"`
	OrderID            string       `json:"orderId"`
	PrimarySource      string       `json:"primarySource"`
	LastSource         string       `json:"lastSource"`
	MergedTicketID     string       `json:"mergedTicketId"`
	Attachment         string       `json:"attachment"`
	CustomerFeedback   string       `json:"customer_feedback"`
	URL                string       `json:"url"`
	FTR                string       `json:"ftr"`
	FolderID           int64        `json:"folderId"`
	ContactID          int64        `json:"contactId"`
	ProductID          int64        `json:"productId"`
	CreatorID          int64        `json:"creatorId"`
	CustomerID         int64        `json:"customerId"`
	AssignedID         int64        `json:"assignedId"`
	PendingTaskID      int64        `json:"pendingTaskId"`
	TicketCloseEmpID   int64        `json:"ticketCloseEmpId"`
	CustomerRating     int          `json:"customer_rating"`
	LastConversationID int64        `json:"lastConversationId"`
	TotalConversations int          `json:"total_conversations"`
	Attachments        []Attachment `json:"attachments"`
}

// Attachment is an element of a detail record's attachments.
type Attachment struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

// PullTicketRecord is an element of a Pull Ticket response's message: the detail record with additional fields.
type PullTicketRecord struct {
	DetailRecord
	ReferenceID    int64          `json:"referenceId"`
	TaskTitle      string         `json:"taskTitle"`
	AdditionalInfo jsontext.Value `json:"additional_info"`
}

// GetTicketRecord is an element of a Get Ticket response.
type GetTicketRecord struct {
	AdditionalInfo jsontext.Value `json:"additional_info"`
	History        History        `json:"history"`
	TaskDetails    DetailRecord   `json:"task_details"`
}

// History is the history of a ticket as our service writes it (PROTOCOL.md 3.8).
type History struct {
	Notes []NoteRecord `json:"notes,omitempty"`
}

// NoteRecord is one entry of a history.
type NoteRecord struct {
	Date         string `json:"date"`
	CreatorName  string `json:"creatorName"`
	Detail       string `json:"detail"`
	SubStatus    string `json:"substatus"`
	SubStatusKey string `json:"substatusKey"`
	QueueKey     string `json:"queueKey"`
	Disposition  string `json:"disposition"`
	CallbackTime string `json:"callback_time"`
}

// AddTicketResponse is an Add Ticket response (PROTOCOL.md 4.8).
type AddTicketResponse struct {
	Ticket     any            `json:"ticket"` // a TicketRecord
	Additional jsontext.Value `json:"Additional_details"`
	DueDate    string         `json:"due_date"`
	Title      string         `json:"title"`
	CustomerID int64          `json:"customer_id"`
	TicketID   string         `json:"ticket_id"`
	TicketID2  string         `json:"Ticket Id"`
	TicketURL  string         `json:"ticket_url"`
	Status     string         `json:"status"`
}

// UpdateTicketResponse is an Update Ticket response (PROTOCOL.md 4.9).
type UpdateTicketResponse struct {
	Ticket     any            `json:"ticket"` // a TicketRecord
	Additional jsontext.Value `json:"Additional_details"`
	Message    string         `json:"message"`
	Status     string         `json:"status"`
}

// ArticleRecord is an FAQ article as our service writes it.
type ArticleRecord struct {
	ID               int64  `json:"id"`
	CategoryID       int64  `json:"categoryId"`
	Title            string `json:"title"`
	Detail           string `json:"detail"`
	Type             string `json:"type"`
	CategoryName     string `json:"categoryName"`
	ParentName       string `json:"parentCategoryName"`
	Enabled          string `json:"enabled"`
	CreateDate       string `json:"createDate"`
	AttachmentDetail string `json:"attachmentDetail,omitzero"`
}

// SearchFAQResponse is a Search FAQ Content response (PROTOCOL.md 4.12).
type SearchFAQResponse struct {
	Message struct {
		Contents []ArticleRecord `json:"contents"`
	} `json:"message"`
	Status string `json:"status"`
}

// CategoryRecord is an FAQ category as our service writes it.
type CategoryRecord struct {
	ID         int64  `json:"id"`
	Name       string `json:"name"`
	Detail     string `json:"detail"`
	ParentName string `json:"parentCategoryName"`
	Path       string `json:"categoryPath"`
}

// FAQCategoriesResponse is a Get FAQ Category response (PROTOCOL.md 4.13).
type FAQCategoriesResponse struct {
	Message struct {
		Category []CategoryRecord `json:"category"`
	} `json:"message"`
	Status string `json:"status"`
}

// FailureResponse is the body of every error response (PROTOCOL.md 5.1).
type FailureResponse struct {
	Message string `json:"message"`
	Status  string `json:"status"`
}

// OutcomeUnknown is our service's message, with HTTP 500, for a failed write that may have been committed.
const OutcomeUnknown = "the service failed; whether anything was changed is not known"

// MsgNoEndpoint is our service's message, with HTTP 404, for an unknown path. A missing record has the same code.
const MsgNoEndpoint = "no such endpoint"

// The two values of status.
const (
	StatusSuccess = "success"
	StatusFailed  = "failed"
)
