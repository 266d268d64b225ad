package bulk

import (
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// Row is one update of a list.
type Row struct {
	Line   int                      // identifies it: the first line of its record in a file, else its place in the list
	Update wire.UpdateTicketRequest // what changes; of a file with Callback in the format of the interface

	Macro string // the macro that the row of a file names; FillMacros fills it in

	Cells map[string]string // all cells of the row of a file of records, by column; nil of any other

	// Of updates that are not from a file: the title for display, and the ticket as the agent saw it, by field path. A
	// row whose ticket has changed since is not sent, unless it is to be overwritten. Nil sends the update as it is.
	Title     string
	Original  wire.Values
	Overwrite bool
}

// NewRow returns the row that changes a ticket; values are what changes, by field path.
func NewRow(line int, ticket desk.ID, values, original wire.Values) (Row, error) {
	update, err := wire.NewUpdateTicketRequest(ticket.Raw(), values)
	return Row{Line: line, Update: update, Original: original}, err
}

// Ticket returns the ticket that the row changes.
func (r Row) Ticket() desk.ID { return desk.NewID(r.Update.TicketID) }

// Form returns the row as a form.
func (r Row) Form() submit.Form {
	return submit.Form{
		Kind: wire.UpdateTicket.Name, Record: r.Ticket(), Values: r.Update.Values(), Original: r.Original,
		Overwrite: r.Overwrite,
	}
}

// sentForm returns the form of a row that was sent.
func (r Row) sentForm(prior submit.Prior, at time.Time) submit.Form {
	f := r.Form()
	f.Prior, f.SentAt = prior, at
	return f
}
