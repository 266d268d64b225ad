package deskdata

import (
	"cmp"
	"fmt"
	"strings"

	"frontdesk/internal/store"
)

// ticket is a ticket with the code of its customer.
type ticket struct {
	store.Ticket
	Code    string
	HasNone bool // it has no customer, although one may have its e-mail address
}

var tickets = definition[ticket]{
	name: "ticket", file: "tickets", table: "tickets",
	doc: "A ticket. An import finds an existing ticket by `ticket_id`.",
	columns: columnsOf("ticket",
		column[ticket]{
			name: "customer",
			get: func(r *ticket) string {
				if r.CustomerID == 0 && r.Email != "" {
					return "0" // the customer was added later
				}
				return formatNumber(r.CustomerID)
			},
			set: func(r *ticket, text string, c *context) (err error) {
				r.CustomerID, err = parseNumber[int64](text, c)
				r.HasNone = r.CustomerID == 0 && strings.TrimSpace(text) != ""
				return err
			},
		},
		column[ticket]{
			name: "priority", get: func(r *ticket) string { return r.Priority },
			set: func(r *ticket, text string, _ *context) error {
				r.Priority, r.PriorityLevel = text, store.PriorityLevel(text)
				return checkPriority(text)
			},
		},
		column[ticket]{
			name: "assigned",
			get: func(r *ticket) string {
				return store.Employee{Code: r.AssigneeCode, Email: r.AssignedEmail, Name: r.AssignedName}.Key()
			},
			set: func(r *ticket, text string, c *context) error {
				a, err := findEmployee(text, c)
				r.Assign(a)
				return err
			},
		},
	),
	keys:   func(r *ticket) []string { return []string{r.TicketID, formatID(r.TaskID)} },
	number: func(r *ticket) int64 { return r.TaskID },
	checkMore: func(c *checker, _ *entry, r *ticket) error {
		if r.CustomerID == 0 && r.Code == "" {
			return nil
		}
		return c.checkCustomer(r.CustomerID, r.Code)
	},
	save: func(l *loader, e *entry, r *ticket, set func(*ticket) error) (store.Outcome, error) {
		return l.desk.Ticket(r.TicketID, func(t *store.Ticket) error {
			into := ticket{Ticket: *t}
			err := set(&into)
			if into.Code != "" {
				into.CustomerID = l.customer(into.CustomerID, into.Code)
			}
			into.TaskID = cmp.Or(t.TaskID, into.TaskID)
			into.Created = cmp.Or(into.Created, t.Created, l.now.Unix())
			if t.TaskID == 0 { // a new one
				if !into.HasNone {
					l.desk.LinkCustomer(&into.Ticket)
				}
				into.SubStatus = cmp.Or(into.SubStatus, "US")
				_, typed := e.lookup("type")
				_, named := e.lookup("type_name")
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

// note is an entry of a ticket's history with its ticket.
type note struct {
	store.Note
	Ticket string
}

var history = definition[note]{
	name: "note", file: "history",
	doc:       "An entry in the history of a ticket. An import adds entries that the ticket does not have, and changes none.",
	columns:   columnsOf[note]("note"),
	keys:      func(*note) []string { return nil },
	checkMore: func(c *checker, _ *entry, r *note) error { return c.checkTicket(r.Ticket) },
	save: func(l *loader, e *entry, r *note, _ func(*note) error) (store.Outcome, error) {
		outcome, err := l.desk.Note(r.Ticket, r.Note)
		if err != nil {
			err = fmt.Errorf("%s:%d: ticket %s: %w", e.file, e.line, r.Ticket, err)
		}
		return outcome, err
	},
}
