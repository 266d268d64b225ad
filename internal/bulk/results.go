package bulk

import (
	"slices"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/safetext"
	"frontdesk/internal/submit"
	"frontdesk/internal/wire"
)

// Result is the outcome of an update.
type Result string

// The outcomes.
const (
	Done     Result = "done"
	Refused  Result = "refused"  // rejected by the service or impossible: nothing was changed
	Conflict Result = "conflict" // not sent: the ticket has changed since the agent saw it
	Unknown  Result = "unknown"  // it may have been applied
	Unsent   Result = "unsent"   // it was certainly not applied and may be sent again

	Sending Result = "sending" // what is kept before it is sent; it stays if the process ends then
)

// Results are what became of the updates of a list.
type Results struct {
	records map[int]Record // by line number of the update
	keep    func(Row, Record) error
}

// Record is what is kept of an update.
type Record struct {
	SentAt time.Time    // zero if it was not sent, or that is not kept
	Prior  submit.Prior // not known if it is not kept
	Result Result
	Detail string
}

// NewResults returns the results that were kept, by line number. keep puts one on disk; after an error nothing of its
// update may be sent.
func NewResults(kept map[int]Record, keep func(Row, Record) error) *Results {
	if kept == nil {
		kept = map[int]Record{}
	}
	return &Results{kept, keep}
}

// Begin keeps that an update is about to be sent, and what its ticket showed before. After an error the update must not
// be sent, and no other one either.
func (r *Results) Begin(row Row, prior submit.Prior, now time.Time) error {
	begun := Record{SentAt: now, Prior: prior, Result: Sending}
	if err := r.keep(row, begun); err != nil {
		return err
	}
	r.records[row.Line] = begun
	return nil
}

// Set keeps the result of an update: after it was sent, if it cannot be sent, or when more is known of it.
func (r *Results) Set(row Row, result Result, detail string) error {
	known := r.records[row.Line]
	known.Result, known.Detail = result, safetext.LineFromText(detail).String()
	r.records[row.Line] = known
	return r.keep(row, known)
}

// Result returns the outcome of a row and its detail; both are empty if the row was never begun.
func (r *Results) Result(row Row) (Result, string) {
	known := r.records[row.Line]
	if known.Result == Sending {
		return Unknown, ""
	}
	return known.Result, known.Detail
}

// Interrupted returns the row whose update was being sent when an earlier process ended.
func (r *Results) Interrupted(rows []Row) (Row, bool) {
	at := slices.IndexFunc(rows, func(row Row) bool { return r.records[row.Line].Result == Sending })
	if at < 0 {
		return Row{}, false
	}
	return rows[at], true
}

// Pending returns the rows that may be sent: those never begun and those with the result Unsent.
func (r *Results) Pending(rows []Row) []Row {
	var all []Row
	for _, row := range rows {
		if result, _ := r.Result(row); result == "" || result == Unsent {
			all = append(all, row)
		}
	}
	return all
}

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
