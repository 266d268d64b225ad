package wire

import "github.com/go-json-experiment/json/jsontext"

// EmptyRequest is the request of an operation without a body.
type EmptyRequest struct{}

// CustomFields holds the custom fields of an account ("associate" blocks), which the service stores with the record
// and returns in additional_info and Additional_details (PROTOCOL.md 3.8).
type CustomFields = map[string]jsontext.Value

// AddTicketRequest is one object of an Add Ticket request (PROTOCOL.md 4.8).
type AddTicketRequest struct {
	Title   string       `json:"title"`
	Details string       `json:"ticket_details"`
	DueDate string       `json:"due_date"` // YYYY-MM-DD or empty
	Email   string       `json:"email_id"`
	Extra   CustomFields `json:",embed"`
}

// UpdateTicketRequest is one object of an Update Ticket request (PROTOCOL.md 4.9). Empty queue, comment,
// callback_time and disposition are omitted, which leaves them unchanged.
type UpdateTicketRequest struct {
	TicketID    string       `json:"ticket_id"`
	SubStatus   string       `json:"sub_status"`
	Queue       string       `json:"queue,omitzero"`
	Comment     string       `json:"comment,omitzero"`
	Callback    string       `json:"callback_time,omitzero"` // yyyy-MM-dd HH:mm:ss
	Disposition string       `json:"disposition,omitzero"`
	Extra       CustomFields `json:",embed"`
}

// GetTicketRequest is a Get Ticket request (PROTOCOL.md 4.10).
type GetTicketRequest struct {
	TicketIDs        string `json:"ticket_ids"` // comma-separated; the client sends at most MaxTicketIDs
	ConversationType string `json:"conversation_type,omitzero"`
	HistoryType      string `json:"history_type,omitzero"`
	Assigned         string `json:"assigned,omitzero"`
	Disposed         string `json:"disposed,omitzero"`
	Response         string `json:"response,omitzero"`
	LandingQueue     string `json:"landing_queue,omitzero"`
	Create           string `json:"create,omitzero"`
	Resolved         string `json:"resolved,omitzero"`
	IncludeEmailBody string `json:"include_emailbody,omitzero"`
}

// MaxTicketIDs is the maximum number of ticket ids that the client sends in one Get Ticket request (PROTOCOL.md
// 4.10).
const MaxTicketIDs = 50

// PullTicketRequest is one object of a Pull Ticket request (PROTOCOL.md 4.11).
type PullTicketRequest struct {
	StartDate string `json:"start_date"`     // YYYY-MM-DD
	EndDate   string `json:"end_date"`       // the same day, or the next
	Limit     *int   `json:"limit,omitzero"` // at least 1; nil for no limit
}

// SearchFAQRequest is one object of a Search FAQ Content request (PROTOCOL.md 4.12).
type SearchFAQRequest struct {
	SearchKey string `json:"search_key"`
}
