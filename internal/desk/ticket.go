package desk

import "frontdesk/internal/text"

// Marks are a ticket's flags: those that only Add and Update answers carry, and those that the
// pulled strings spell out (PROTOCOL.md 3.3 and 3.4).
type Marks uint8

// The marks a ticket can carry.
const (
	OutOfSLA Marks = 1 << iota
	AtRisk
	CallbackAsked
	Escalated
	Closed
)

// Has says whether every mark of m is set.
func (f Marks) Has(m Marks) bool { return f&m == m }

// Ticket is what a list needs of a ticket, compact because a desk may hold 100,000 of them
// (PROTOCOL.md 3.4). Bodies stay with Get Ticket.
type Ticket struct {
	ID         Key       // ticketId
	Title      text.Line // title or taskTitle
	Number     int64     // taskId
	Customer   int64     // customerId, 0 when none
	Email      text.Line
	Phone      text.Line
	OrderID    text.Line
	SubStatus  Code // substatusKey + substatus
	Queue      Code // queueKey + queueName
	Status     Term
	Priority   Term
	Assignee   Term
	Creator    Term
	SLA        Term // slaStatus as the service words it
	Source     Term // primarySource
	Created    Stamp
	Talked     Stamp // lastConvesationTime
	FollowedUp Stamp // lastFollowUp
	Callback   Stamp // nextFollowUp
	Due        Stamp // taskEnddate
	LastTalk   int64 // lastConversationId
	Talks      int32 // total_conversations
	Marks      Marks
}

// Touched is the latest moment at which something is known to have happened on the ticket.
func (t *Ticket) Touched() Stamp { return max(t.Created, t.Talked, t.FollowedUp) }

// DueFirst is the moment by which something is due on the ticket: the next callback or the due date, whichever comes
// first. It is 0 when neither is known.
func (t *Ticket) DueFirst() Stamp { return FirstDue(t.Callback, t.Due) }

// FirstDue is the earlier of two moments of which either may be unknown.
func FirstDue(callback, due Stamp) Stamp {
	if callback.IsZero() || !due.IsZero() && due < callback {
		return due
	}
	return callback
}

// Detail is one whole ticket as Get Ticket returns it.
type Detail struct {
	Ticket
	Body        text.Rich // detail
	Fields      []Field   // every further member of the record that holds something, in the document's order
	Timeline    []Entry   // history and conversation_type, oldest first
	Groups      []Group   // additional_info
	Attachments []Link
	Disposition text.Line // path joined by "|"
}

// Field is a labelled value of a record.
type Field struct {
	Member string // its name in the answer, by which code finds it; empty when that is no plain name. It is never shown
	Label  text.Line
	Value  text.Block // as the record says it, moments in the account's zone
	At     Stamp      // of a value that could be read as a moment; see Zones.Value
}

// Entry is one moment of a ticket's history, of whatever shape the account gives it.
type Entry struct {
	At    Stamp     // 0 when no date could be read
	When  text.Line // the date as it came when it could not be read
	Who   text.Line
	Kind  text.Line // the member it came from, such as notes
	Body  text.Rich
	Facts []Field // what else the entry held
}

// Group is one block of account-specific members; each row is one object of it.
type Group struct {
	Title text.Line
	Rows  [][]Field
}

// Link is something to open: an attachment or the ticket's page.
type Link struct {
	Name text.Line
	URL  text.Line
}

// TicketPage is the answer to one day's pull.
type TicketPage struct {
	Total   int // totalCount; -1 when the answer did not say
	Tickets []Ticket
}

// Receipt is what Add Ticket and Update Ticket answer: the ticket as it stands now
// (PROTOCOL.md 3.3) and the message for people.
type Receipt struct {
	Ticket  Ticket
	Message text.Line
	URL     text.Line
	Groups  []Group // Additional_details
}
