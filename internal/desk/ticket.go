package desk

import "frontdesk/internal/safetext"

// Flags are a ticket's flags: those sent as flags in Add and Update Ticket responses, and those derived from the
// text fields of pulled records (PROTOCOL.md 3.3 and 3.4).
type Flags uint8

// The ticket flags.
const (
	OutOfSLA Flags = 1 << iota
	AtRisk
	CallbackRequested
	Escalated
	Closed
	FixedAtOnce    // ftr says yes
	NotFixedAtOnce // ftr says no
	SLAPaused      // the clock of the SLA is stopped
)

// Has reports whether every flag of m is set.
func (f Flags) Has(m Flags) bool { return f&m == m }

// Ticket holds the fields of a ticket that a list needs (PROTOCOL.md 3.4). It is compact because a desk may hold
// 100,000 of them; the body is only in TicketDetails.
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
	SLA                InternedLine // slaStatus in the service's wording
	Source             InternedLine // primarySource
	Disposition        InternedLine // levels joined by "|"
	Created            UnixTime
	LastConversation   UnixTime // lastConvesationTime; whether it was the customer or an agent is not said
	LastFollowUp       UnixTime // lastFollowUp
	Callback           UnixTime // nextFollowUp
	Due                UnixTime // when the SLA runs out, see SLAEnd
	LastConversationID int64    // lastConversationId
	Conversations      int32    // total_conversations
	Turnaround         Turnaround
	Marks              Flags
}

// LastActivity returns the latest known time of activity on the ticket.
func (t *Ticket) LastActivity() UnixTime { return max(t.Created, t.LastConversation, t.LastFollowUp) }

// IsWorkedOn reports whether somebody has worked on a ticket since it was as in an earlier reading: its conversation,
// its state or who has it is another one.
func (t *Ticket) IsWorkedOn(before *Ticket) bool {
	return t.work() != before.work()
}

// work returns of a ticket what work on it changes.
func (t *Ticket) work() Ticket {
	return Ticket{
		SubStatus: t.SubStatus, Queue: t.Queue, Status: t.Status, Priority: t.Priority, Assignee: t.Assignee,
		LastConversation: t.LastConversation, LastFollowUp: t.LastFollowUp, Callback: t.Callback,
		LastConversationID: t.LastConversationID, Conversations: t.Conversations,
	}
}

// FirstDue returns the earlier of two times, either of which may be unset.
func FirstDue(callback, due UnixTime) UnixTime {
	if callback.IsZero() || !due.IsZero() && due < callback {
		return due
	}
	return callback
}

// DispositionLevels returns what a disposition such as A|B|C begins with: A, A|B and A|B|C.
func DispositionLevels(path string) []string {
	var levels []string
	for i, r := range path {
		if r == '|' && i > 0 {
			levels = append(levels, path[:i])
		}
	}
	return append(levels, path)
}

// TicketDetails is a complete ticket as Get Ticket returns it.
type TicketDetails struct {
	Ticket
	Body            safetext.HTML  // detail
	Fields          []LabeledValue // all further non-empty fields, in the order of the interface
	Timeline        []HistoryEntry // history and conversation_type, oldest first
	Groups          []FieldGroup   // additional_info
	Attachments     []Link
	Page            safetext.Address // url or ticketURL: the ticket's page, for a browser
	DispositionPath safetext.Line    // levels joined by "|"
	Reading         uint64           // numbers what one process has read: another one after each change of the texts
}

// LabeledValue is a labelled value of a record.
type LabeledValue struct {
	Member string // JSON name, used for look-ups and never shown; empty if it is not a plain name
	Label  safetext.Line
	Value  safetext.Block // as received, times in the account's zone
	Time   UnixTime       // set if the value could be parsed as a time; see TimeZones.FormatField
}

// HistoryEntry is one entry of a ticket's history, whose shape depends on the account.
type HistoryEntry struct {
	At      UnixTime      // 0 if no date could be parsed
	RawTime safetext.Line // the date as received, if it could not be parsed
	Author  safetext.Line
	Kind    safetext.Line // name of the list it came from, such as Notes
	Body    safetext.HTML
	Values  []LabeledValue // the remaining values of the entry
}

// FieldGroup is a block of custom fields. Each row is one JSON object.
type FieldGroup struct {
	Member string // JSON name, used for look-ups and never shown; empty if it is not a plain name
	Raw    string // the block as received, to send it back with changes, never shown; empty if it is too large for that
	Title  safetext.Line
	Rows   [][]LabeledValue
}

// Link is an attachment of a ticket.
type Link struct {
	Name safetext.Line    // its file name, or the address if it has none
	URL  safetext.Address // as received; safetext.Site decides whether it may be opened
}

// TicketPage is the response to Pull Ticket. Of several records with one number it has the newest.
type TicketPage struct {
	Total      int // totalCount; -1 if absent
	Tickets    []Ticket
	Places     []int // of each ticket, the place of its record among those of the answer
	Records    int   // in the answer, also those that are no ticket of their own
	Unnumbered int   // records without a ticket number, which are left out
}

// TicketResult is the response to Add Ticket and Update Ticket: the current ticket (PROTOCOL.md 3.3) and a message
// for display.
type TicketResult struct {
	Ticket  Ticket
	Message safetext.Line
	URL     safetext.Line
	Groups  []FieldGroup // Additional_details

	// What tells whether it is the answer to a certain write.
	Records   int             // how many ticket records it has
	Named     []ID            // the ids that it gives the ticket
	Titles    []safetext.Line // the titles that it gives the ticket
	Detail    safetext.HTML
	HasCounts bool // the record says how many conversations the ticket has
}
