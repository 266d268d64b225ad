package bulk

import (
	"slices"
	"time"

	"frontdesk/internal/safetext"
	"frontdesk/internal/submit"
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
