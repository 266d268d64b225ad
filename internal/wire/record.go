package wire

import (
	"cmp"
	_ "embed" // for the records

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// The records of tickets, orders and the FAQ, with what their members are where our service stores nothing. What is
// null is only written where it has a value: the phone in Add Ticket, what Pull Ticket has besides Get Ticket, and the
// attachment of an article.
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
	// ArticleRecord is an element of Search FAQ Content responses (PROTOCOL.md 3.5).
	//go:embed article_record.json
	ArticleRecord string
	// CategoryRecord is an element of Get FAQ Category responses (PROTOCOL.md 3.6).
	//go:embed category_record.json
	CategoryRecord string
)

// Answer is an object of an answer of our service: its names and values in turn, as they are written.
type Answer []any

// MarshalJSONTo writes the object.
func (a Answer) MarshalJSONTo(out *jsontext.Encoder) error {
	err := out.WriteToken(jsontext.BeginObject)
	for _, value := range a { // a name is written as a value of its own
		err = cmp.Or(err, json.MarshalEncode(out, value))
	}
	return cmp.Or(err, out.WriteToken(jsontext.EndObject))
}

// Failed returns the body of every error response (PROTOCOL.md 5.1).
func Failed(message string) Answer { return Answer{"message", message, "status", StatusFailed} }

// OutcomeUnknown is our service's message, with HTTP 500, for a failed write that may have been committed.
const OutcomeUnknown = "the service failed; whether anything was changed is not known"

// MsgNoEndpoint is our service's message, with HTTP 404, for an unknown path. A missing record has the same code.
const MsgNoEndpoint = "no such endpoint"

// The two values of status.
const (
	StatusSuccess = "success"
	StatusFailed  = "failed"
)
