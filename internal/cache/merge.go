package cache

import "frontdesk/internal/desk"

// source is which record an answer carries; each leaves out what the other has.
type source uint8

const (
	listed    source = iota // ticket detail record, of Pull Ticket and Get Ticket
	fromWrite               // ticket record, of Add Ticket and Update Ticket
)

// merged is what is known of a ticket after an answer: the answer, and what it cannot tell as it was.
func (o source) merged(old, answer desk.Ticket) desk.Ticket {
	if o == fromWrite {
		answer = receiptOver(old, answer)
	} else {
		answer = listedOver(old, answer)
	}
	answer.Created = keepSeconds(old.Created, answer.Created)
	answer.LastConversation = keepSeconds(old.LastConversation, answer.LastConversation)
	answer.LastFollowUp = keepSeconds(old.LastFollowUp, answer.LastFollowUp)
	answer.Callback = keepSeconds(old.Callback, answer.Callback)
	answer.Due = keepSeconds(old.Due, answer.Due)
	return answer
}

// listedOver keeps the marks that pulls do not carry: escalated always, out of SLA where the account
// words no SLA status, callback asked while the same callback stands.
func listedOver(old, answer desk.Ticket) desk.Ticket {
	kept := desk.Escalated
	if answer.SLA.IsEmpty() {
		kept |= desk.OutOfSLA
	}
	if !answer.Callback.IsZero() && answer.Callback == old.Callback-old.Callback%60 {
		kept |= desk.CallbackRequested
	}
	answer.Marks |= old.Marks & kept
	answer.Title = or(answer.Title, old.Title)
	return answer
}

// receiptOver keeps what a ticket record has no member for (customer, SLA wording, source, and the
// priority's label, instead of which it has a rank) and what a sparse answer leaves empty. A callback that a
// full answer leaves empty is over.
func receiptOver(old, answer desk.Ticket) desk.Ticket {
	answer.CustomerID, answer.SLA, answer.Source = old.CustomerID, old.SLA, old.Source
	answer.Priority = old.Priority
	if answer.SubStatus.IsZero() {
		answer.Marks, answer.Callback = old.Marks, or(answer.Callback, old.Callback)
	}
	if !answer.Marks.Has(desk.OutOfSLA) {
		answer.Marks |= old.Marks & desk.AtRisk
	}
	answer.Title, answer.TaskID = or(answer.Title, old.Title), or(answer.TaskID, old.TaskID)
	answer.Email, answer.Phone, answer.OrderID = or(answer.Email, old.Email), or(answer.Phone, old.Phone), or(answer.OrderID, old.OrderID)
	answer.SubStatus, answer.Queue = or(answer.SubStatus, old.SubStatus), or(answer.Queue, old.Queue)
	answer.Status, answer.Assignee, answer.Creator = or(answer.Status, old.Status), or(answer.Assignee, old.Assignee), or(answer.Creator, old.Creator)
	answer.Created, answer.Due = or(answer.Created, old.Created), or(answer.Due, old.Due)
	answer.LastConversation, answer.LastFollowUp = or(answer.LastConversation, old.LastConversation), or(answer.LastFollowUp, old.LastFollowUp)
	answer.LastConversationID, answer.Conversations = max(answer.LastConversationID, old.LastConversationID), max(answer.Conversations, old.Conversations)
	return answer
}

// or is the first value that holds something.
func or[T comparable](first, second T) T {
	var none T
	if first == none {
		return second
	}
	return first
}

// keepSeconds keeps the seconds, which receipts have and pulls have not, of a moment that did not move.
func keepSeconds(old, answer desk.UnixTime) desk.UnixTime {
	if answer != 0 && answer == old-old%60 {
		return old
	}
	return answer
}
