package wire

import "github.com/go-json-experiment/json/jsontext"

// Nothing is the request of an operation without a body.
type Nothing struct{}

// Extra holds an account's own members ("associate" blocks) beside the document's: kept with the
// ticket by the service and returned in additional_info and Additional_details (PROTOCOL.md 3.8).
type Extra = map[string]jsontext.Value

// TicketAdd is one object of an Add Ticket request (PROTOCOL.md 4.8).
type TicketAdd struct {
	Title   string `json:"title"`
	Details string `json:"ticket_details"`
	DueDate string `json:"due_date"` // YYYY-MM-DD or empty
	Email   string `json:"email_id"`
	Extra   Extra  `json:",embed"`
}

// TicketUpdate is one object of an Update Ticket request (PROTOCOL.md 4.9).
// Empty queue, comment, callback_time and disposition are left out: they stay as they were.
type TicketUpdate struct {
	TicketID    string `json:"ticket_id"`
	SubStatus   string `json:"sub_status"`
	Queue       string `json:"queue,omitzero"`
	Comment     string `json:"comment,omitzero"`
	Callback    string `json:"callback_time,omitzero"` // yyyy-MM-dd HH:mm:ss
	Disposition string `json:"disposition,omitzero"`
	Extra       Extra  `json:",embed"`
}

// TicketGet is a Get Ticket request (PROTOCOL.md 4.10).
type TicketGet struct {
	TicketIDs        string `json:"ticket_ids"` // comma-separated, at most MaxIDs from the client
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

// MaxIDs is how many ticket ids the client puts into one Get Ticket (PROTOCOL.md 4.10).
const MaxIDs = 50

// TicketPull is one object of a Pull Ticket request (PROTOCOL.md 4.11).
type TicketPull struct {
	StartDate string `json:"start_date"`     // YYYY-MM-DD
	EndDate   string `json:"end_date"`       // the same day, or the next
	Limit     *int   `json:"limit,omitzero"` // nil for none; from 1
}

// FAQSearch is one object of a Search FAQ Content request (PROTOCOL.md 4.12).
type FAQSearch struct {
	SearchKey string `json:"search_key"`
}
