package wire

import (
	_ "embed" // for the records

	"github.com/go-json-experiment/json/jsontext"
)

// The records of tickets and orders, with what their members are where our service stores nothing. What is null is only
// written where it has a value: the phone in Add Ticket, and what Pull Ticket has besides Get Ticket.
var (
	// TicketRecord is the ticket in Add and Update Ticket responses (PROTOCOL.md 3.3).
	//go:embed ticket_record.json
	TicketRecord string
	// DetailRecord is an element of Get and Pull Ticket responses (PROTOCOL.md 3.4). lastConvesationTime is how the
	// interface spells it.
	//go:embed detail_record.json
	DetailRecord string
	// OrderRecord is an element of Pull Order responses (PROTOCOL.md 3.7): the fields of order_info as they were sent,
	// with update set to true so that the record can be sent back, and the ids that the order belongs to.
	//go:embed order_record.json
	OrderRecord string
)

// Attachment is an element of a detail record's attachments.
type Attachment struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

// GetTicketRecord is an element of a Get Ticket response.
type GetTicketRecord struct {
	AdditionalInfo jsontext.Value `json:"additional_info"`
	History        History        `json:"history"`
	TaskDetails    any            `json:"task_details"` // a DetailRecord
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
