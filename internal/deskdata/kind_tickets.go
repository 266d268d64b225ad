package deskdata

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"frontdesk/internal/store"
)

// ticket is a ticket with the code of its customer.
type ticket struct {
	store.Ticket
	code string
}

var tickets = definition[ticket]{
	name: "ticket", file: "tickets", table: "tickets",
	what: "A ticket, found again by ticket_id.",
	columns: []column[ticket]{
		keyColumn("ticket_id", "the id that agents and requests name it by", func(r *ticket) *string { return &r.TicketID }),
		numberColumn("task_id", "its number; the next one by default", func(r *ticket) *int64 { return &r.TaskID }),
		always(momentColumn("created", "when it was opened; when it is first imported by default", func(r *ticket) *int64 { return &r.Created })),
		required(textColumn("title", "the title", func(r *ticket) *string { return &r.Title })),
		textColumn("details", "what it is about", func(r *ticket) *string { return &r.Detail }),
		always(refColumn("sub_status", "sub-status", "the sub-status's key; US by default", func(r *ticket) *string { return &r.SubStatus })),
		always(refColumn("queue", "queue", "the queue's key", func(r *ticket) *string { return &r.QueueKey })),
		{
			name: "priority", shape: textShape, what: "`Low`, `Normal`, `High` or `Urgent`", get: func(r *ticket) string { return r.Priority },
			set: func(r *ticket, text string, _ *context) error {
				r.Priority, r.PriorityLevel = text, store.PriorityLevel(text)
				return priorityFault(text)
			},
		},
		{
			name: "assigned", shape: textShape, what: "the employee whom it is assigned to",
			get: func(r *ticket) string {
				return store.Employee{Code: r.AssigneeCode, Email: r.AssignedEmail, Name: r.AssignedName}.Key()
			},
			set: func(r *ticket, text string, x *context) error {
				a, err := employeeOf(text, x)
				r.Assign(a)
				return err
			},
		},
		always(numberColumn("customer", "the customer's id; whom its e-mail address reaches by default", func(r *ticket) *int64 { return &r.CustomerID })),
		textColumn("customer_code", "the customer's code, instead of the id", func(r *ticket) *string { return &r.code }),
		numberColumn("contact", "the contact's id", func(r *ticket) *int64 { return &r.ContactID }),
		textColumn("email", "the customer's e-mail address", func(r *ticket) *string { return &r.Email }),
		textColumn("phone", "the customer's phone", func(r *ticket) *string { return &r.Phone }),
		textColumn("ticket_email", "the address that it was written to", func(r *ticket) *string { return &r.TicketEmail }),
		numberColumn("creator_id", "the number of who opened it", func(r *ticket) *int64 { return &r.CreatorID }),
		textColumn("creator", "the name of who opened it", func(r *ticket) *string { return &r.CreatorName }),
		always(momentColumn("closed", "when it was closed, for one whose sub-status is closed; the last follow-up by default", func(r *ticket) *int64 { return &r.ClosedAt })),
		numberColumn("closed_by", "the number of who closed it", func(r *ticket) *int64 { return &r.ClosedByID }),
		momentColumn("due", "when it has to be done, where that is not for an SLA rule to say", func(r *ticket) *int64 { return &r.Due }),
		momentColumn("callback", "when the customer is to be called", func(r *ticket) *int64 { return &r.NextFollowUp }),
		flagColumn("callback_asked", "the customer asked for a call", func(r *ticket) *bool { return &r.Callback }),
		momentColumn("last_follow_up", "", func(r *ticket) *int64 { return &r.LastFollowUp }),
		momentColumn("last_talk", "when somebody last wrote", func(r *ticket) *int64 { return &r.LastTalk }),
		numberColumn("last_talk_id", "", func(r *ticket) *int64 { return &r.LastTalkID }),
		numberColumn("talks", "how often somebody wrote", func(r *ticket) *int { return &r.Talks }),
		numberColumn("allowed", "seconds that the SLA rule gave it when it was closed", func(r *ticket) *int64 { return &r.Allowed }),
		textColumn("tat", "the time that it took, shown where no SLA rule counts", func(r *ticket) *string { return &r.TAT }),
		textColumn("sla", "the time that it may take, shown where no SLA rule counts", func(r *ticket) *string { return &r.SLA }),
		textColumn("sla_status", "`Within SLA`, `At Risk` or `Out of SLA`, shown where no SLA rule counts", func(r *ticket) *string { return &r.SLAStatus }),
		flagColumn("out_of_sla", "the same as a mark", func(r *ticket) *bool { return &r.OutOfSLA }),
		textColumn("ftr", "resolved at the first attempt: `Yes` or `No`", func(r *ticket) *string { return &r.FTR }),
		textColumn("disposition", "its steps joined by `|`", func(r *ticket) *string { return &r.Disposition }),
		textColumn("order", "the order's id", func(r *ticket) *string { return &r.OrderID }),
		textColumn("erp_order", "the order's id in another system", func(r *ticket) *string { return &r.ERPOrderID }),
		numberColumn("product_id", "", func(r *ticket) *int64 { return &r.ProductID }),
		textColumn("product", "", func(r *ticket) *string { return &r.ProductName }),
		textColumn("sku", "", func(r *ticket) *string { return &r.SKUCode }),
		textColumn("source", "where it came from", func(r *ticket) *string { return &r.PrimarySource }),
		textColumn("last_source", "", func(r *ticket) *string { return &r.LastSource }),
		always(textColumn("type", "a code; `T` by default", func(r *ticket) *string { return &r.Type })),
		textColumn("type_name", "`Ticket` by default", func(r *ticket) *string { return &r.TypeName }),
		numberColumn("folder", "the folder's number", func(r *ticket) *int64 { return &r.FolderID }),
		textColumn("folder_color", "", func(r *ticket) *string { return &r.FolderColor }),
		numberColumn("rating", "the customer's, 1 to 5", func(r *ticket) *int { return &r.Rating }),
		textColumn("feedback", "the customer's", func(r *ticket) *string { return &r.Feedback }),
		textColumn("merged_into", "a ticket's id", func(r *ticket) *string { return &r.MergedInto }),
		textColumn("url", "", func(r *ticket) *string { return &r.URL }),
		flagColumn("unread", "", func(r *ticket) *bool { return &r.Unread }),
		flagColumn("escalated", "", func(r *ticket) *bool { return &r.Escalated }),
		{name: "attachments", shape: jsonShape, what: `a list such as [{"Name":"a.png","URL":"/a.png"}]`, get: attachmentsText, set: setAttachments},
		jsonColumn("additional", "additional_info", func(r *ticket) *rawJSON { return &r.Additional }),
	},
	keys:   func(r *ticket) []string { return []string{r.TicketID, numbered(r.TaskID)} },
	number: func(r *ticket) int64 { return r.TaskID },
	also: func(c *checker, _ *entry, r *ticket) error {
		if r.CustomerID == 0 && r.code == "" {
			return nil
		}
		return c.belongs(r.CustomerID, r.code)
	},
	save: func(l *loader, e *entry, r *ticket, set func(*ticket) error) (store.Outcome, error) {
		return l.desk.Ticket(r.TicketID, func(t *store.Ticket) error {
			into := ticket{Ticket: *t}
			err := set(&into)
			if into.code != "" {
				into.CustomerID = l.customer(into.CustomerID, into.code)
			}
			into.TaskID = cmp.Or(t.TaskID, into.TaskID)
			into.Created = cmp.Or(into.Created, t.Created, l.now)
			if t.TaskID == 0 { // a new one
				into.SubStatus = cmp.Or(into.SubStatus, "US")
				_, typed := e.said("type")
				_, named := e.said("type_name")
				if !typed && !named {
					into.Type, into.TypeName = "T", "Ticket"
				}
			}
			if l.closed[into.SubStatus] {
				into.ClosedAt = cmp.Or(into.ClosedAt, t.ClosedAt, into.LastFollowUp, into.Created)
			} else {
				into.ClosedAt = 0
			}
			*t = into.Ticket
			return err
		})
	},
}

func attachmentsText(r *ticket) string {
	if len(r.Attachments) == 0 {
		return ""
	}
	text, err := json.Marshal(r.Attachments)
	if err != nil {
		panic(err) // texts can always be written
	}
	return string(text)
}

func setAttachments(r *ticket, text string, _ *context) error {
	r.Attachments = nil
	if text == "" {
		return nil
	}
	if json.Unmarshal([]byte(text), &r.Attachments) != nil {
		return errors.New(`is no list such as [{"Name":"a.png","URL":"/a.png"}]`)
	}
	return nil
}

// note is an entry of a ticket's history with its ticket.
type note struct {
	store.Note
	ticket string
}

var history = definition[note]{
	name: "note", file: "history",
	what: "An entry of a ticket's history. One that the ticket has is left alone; none is ever changed.",
	columns: []column[note]{
		keyColumn("ticket", "the ticket_id", func(r *note) *string { return &r.ticket }),
		required(momentColumn("at", "when it was written", func(r *note) *int64 { return &r.At })),
		textColumn("creator", "the name of who wrote it", func(r *note) *string { return &r.CreatorName }),
		textColumn("text", "what was written", func(r *note) *string { return &r.Detail }),
		refColumn("sub_status", "sub-status", "what was set", func(r *note) *string { return &r.SubStatus }),
		refColumn("queue", "queue", "the queue that it was in", func(r *note) *string { return &r.QueueKey }),
		textColumn("disposition", "what was set", func(r *note) *string { return &r.Disposition }),
		momentColumn("callback", "what was agreed", func(r *note) *int64 { return &r.Callback }),
	},
	keys: func(*note) []string { return nil },
	also: func(c *checker, _ *entry, r *note) error { return c.hasTicket(r.ticket) },
	save: func(l *loader, e *entry, r *note, _ func(*note) error) (store.Outcome, error) {
		outcome, err := l.desk.Note(r.ticket, r.Note)
		if err != nil {
			err = fmt.Errorf("%s:%d: ticket %s: %w", e.file, e.line, r.ticket, err)
		}
		return outcome, err
	},
}
