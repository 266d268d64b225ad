package wire

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// DefaultPageSize is the number of customers or orders that a pull without a limit returns (PROTOCOL.md 6.1).
const DefaultPageSize = 100

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

// FormatCallbackTime formats a callback time for Update Ticket in the account's zone (PROTOCOL.md 4.9: always
// yyyy-MM-dd HH:mm:ss with a 24-hour hour).
func FormatCallbackTime(at time.Time, zone *time.Location) string {
	if at.IsZero() {
		return ""
	}
	return at.In(zone).Format(TicketTimeLayout)
}

// CheckUnambiguous returns an error for a time that FormatCallbackTime cannot express: when clocks go back an hour
// occurs twice, and the interface cannot distinguish the second one.
func CheckUnambiguous(at time.Time, zone *time.Location) error {
	formatted := FormatCallbackTime(at, zone)
	if again, err := ParseCallbackTime(formatted, zone); err == nil && !again.Equal(at.Truncate(time.Second)) {
		return fmt.Errorf("%s comes twice on the account's clock, and the service would take the other one", formatted)
	}
	return nil
}

// ParseCallbackTime parses a callback_time strictly: a real date, hours 00 to 23, no surrounding text, and a time
// that exists in the zone.
func ParseCallbackTime(s string, zone *time.Location) (time.Time, error) {
	t, err := time.ParseInLocation(TicketTimeLayout, s, zone)
	if err != nil || len(s) != len(TicketTimeLayout) {
		return time.Time{}, fmt.Errorf("callback_time %q is not yyyy-MM-dd hh:mm:ss", s)
	}
	if t.Format(TicketTimeLayout) != s {
		return time.Time{}, fmt.Errorf("callback_time %q does not exist in %v: clocks jump over it", s, zone)
	}
	return t, nil
}

var errNull = errors.New("null stands where a value of the document's type must")

// StrictOptions are the decode options for requests to the service: exact case, no duplicate names, only the types
// of the interface, and no null except in custom fields.
var StrictOptions = json.JoinOptions(
	jsontext.AllowDuplicateNames(false),
	jsontext.AllowInvalidUTF8(false),
	json.MatchCaseInsensitiveNames(false),
	json.WithUnmarshalers(json.UnmarshalFromFunc(func(in *jsontext.Decoder, into any) error {
		if _, free := into.(*jsontext.Value); !free && in.PeekKind() == 'n' {
			return errNull
		}
		return errors.ErrUnsupported
	})),
)

// scheme is the scheme of every credential (PROTOCOL.md 1.4).
const scheme = "Basic"

// OnBehalfOf is the header with the name of the agent for whom a request is sent, in UTF-8 (PROTOCOL.md 1.4).
const OnBehalfOf = "X-On-Behalf-Of"

// CutScheme returns a credential without the scheme and the spaces before it, and whether it had one. The name of a
// scheme may have any case (RFC 9110, section 11.1).
func CutScheme(s string) (credential string, had bool) {
	if len(s) < len(scheme) || !strings.EqualFold(s[:len(scheme)], scheme) {
		return s, false
	}
	credential = strings.TrimLeft(s[len(scheme):], " ")
	if credential != "" && len(credential) == len(s)-len(scheme) { // the word is longer
		return s, false
	}
	return credential, true
}

// WithScheme returns an API key, which may have the scheme before it already, as an Authorization header has it.
func WithScheme(key string) string {
	key, _ = CutScheme(key)
	return scheme + " " + key
}
