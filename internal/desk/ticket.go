package desk

import "frontdesk/internal/safetext"

// Flags are a ticket's flags: those that only Add and Update answers carry, and those that the
// pulled strings spell out (PROTOCOL.md 3.3 and 3.4).
type Flags uint8

// The marks a ticket can carry.
const (
	OutOfSLA Flags = 1 << iota
	AtRisk
	CallbackRequested
	Escalated
	Closed
)

// Has says whether every mark of m is set.
func (f Flags) Has(m Flags) bool { return f&m == m }

// Ticket is what a list needs of a ticket, compact because a desk may hold 100,000 of them
// (PROTOCOL.md 3.4). Bodies stay with Get Ticket.
type Ticket struct {
	ID                 ID            // ticketId
	Title              safetext.Line // title or taskTitle
	TaskID             int64         // taskId
	CustomerID         int64         // customerId, 0 when none
	Email              safetext.Line
	Phone              safetext.Line
	OrderID            safetext.Line
	SubStatus          Code // substatusKey + substatus
	Queue              Code // queueKey + queueName
	Status             InternedLine
	Priority           InternedLine
	Assignee           InternedLine
	Creator            InternedLine
	SLA                InternedLine // slaStatus as the service words it
	Source             InternedLine // primarySource
	Created            UnixTime
	LastConversation   UnixTime // lastConvesationTime
	LastFollowUp       UnixTime // lastFollowUp
	Callback           UnixTime // nextFollowUp
	Due                UnixTime // taskEnddate
	LastConversationID int64    // lastConversationId
	Conversations      int32    // total_conversations
	Marks              Flags
}

// LastActivity is the latest moment at which something is known to have happened on the ticket.
func (t *Ticket) LastActivity() UnixTime { return max(t.Created, t.LastConversation, t.LastFollowUp) }

// DueFirst is the moment by which something is due on the ticket: the next callback or the due date, whichever comes
// first. It is 0 when neither is known.
func (t *Ticket) DueFirst() UnixTime { return FirstDue(t.Callback, t.Due) }

// FirstDue is the earlier of two moments of which either may be unknown.
func FirstDue(callback, due UnixTime) UnixTime {
	if callback.IsZero() || !due.IsZero() && due < callback {
		return due
	}
	return callback
}

// TicketDetails is one whole ticket as Get Ticket returns it.
type TicketDetails struct {
	Ticket
	Body        safetext.HTML  // detail
	Fields      []LabeledValue // every further member of the record that holds something, in the document's order
	Timeline    []HistoryEntry // history and conversation_type, oldest first
	Groups      []FieldGroup   // additional_info
	Attachments []Link
	Disposition safetext.Line // path joined by "|"
}

// LabeledValue is a labelled value of a record.
type LabeledValue struct {
	Member string // its name in the answer, by which code finds it; empty when that is no plain name. It is never shown
	Label  safetext.Line
	Value  safetext.Block // as the record says it, moments in the account's zone
	Time   UnixTime       // of a value that could be read as a moment; see Zones.Value
}

// HistoryEntry is one moment of a ticket's history, of whatever shape the account gives it.
type HistoryEntry struct {
	At      UnixTime      // 0 when no date could be read
	RawTime safetext.Line // the date as it came when it could not be read
	Author  safetext.Line
	Kind    safetext.Line // the member it came from, such as notes
	Body    safetext.HTML
	Values  []LabeledValue // what else the entry held
}

// FieldGroup is one block of account-specific members; each row is one object of it.
type FieldGroup struct {
	Title safetext.Line
	Rows  [][]LabeledValue
}

// Link is something to open: an attachment or the ticket's page.
type Link struct {
	Name safetext.Line
	URL  safetext.Line
}

// TicketPage is the answer to one day's pull.
type TicketPage struct {
	Total   int // totalCount; -1 when the answer did not say
	Tickets []Ticket
}

// TicketResult is what Add Ticket and Update Ticket answer: the ticket as it stands now
// (PROTOCOL.md 3.3) and the message for people.
type TicketResult struct {
	Ticket  Ticket
	Message safetext.Line
	URL     safetext.Line
	Groups  []FieldGroup // Additional_details
}
