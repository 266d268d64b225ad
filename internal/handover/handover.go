// Package handover makes the note that an agent leaves to the next one: what was sent and what became of it, calls
// that are due, tickets at risk, and what is not sent. Console and command make it from the same inputs.
package handover

import (
	"fmt"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/phrase"
	"frontdesk/internal/safetext"
)

// Input is what a note is made of. Times are in the agent's zone.
type Input struct {
	Account safetext.Line `json:"account"`
	Agent   safetext.Line `json:"agent,omitzero"` // empty if no name is configured
	From    time.Time     `json:"from"`
	To      time.Time     `json:"to"` // when the note is made
	Sent    []Sent        `json:"sent"`
	// Tickets are those that Sent names, and ReadAt is when they were read for the note; zero if they were not.
	Tickets []Ticket  `json:"tickets"`
	ReadAt  time.Time `json:"tickets_read_at,omitzero"`
	// Callbacks are the agent's own, and those of tickets that the agent has changed, up to CallbacksUntil.
	Callbacks      []Ticket  `json:"callbacks"`
	CallbacksUntil time.Time `json:"callbacks_until"`
	AtRisk         []Ticket  `json:"at_risk"` // the agent's own
	Drafts         []Form    `json:"drafts"`
	Outbox         []Form    `json:"outbox"`
	Runs           []Run     `json:"runs"` // updates of many tickets that did not end
	Days           Days      `json:"days"`
	Problems       []string  `json:"-"` // what could not be read, in sentences
}

// Days are the days whose tickets are known, and those of them that are not, or not wholly.
type Days struct {
	First      string   `json:"first"`
	Last       string   `json:"last"`
	Label      string   `json:"-"` // such as 14–20 Nov
	Incomplete []string `json:"incomplete"`
	// OpenSince is the day from which on all open tickets are known; empty if only those of these days are read.
	OpenSince string `json:"open_since,omitzero"`
	OpenLabel string `json:"-"`               // the same, such as 23 Aug
	Unread    string `json:"unread,omitzero"` // which older days are not read, such as before 14 Nov not read yet
}

// Outcome is what is known of a write.
type Outcome string

// The outcomes.
const (
	Confirmed Outcome = "confirmed"     // the service confirmed it, or its records showed it
	Refused   Outcome = "refused"       // the service refused it and changed nothing
	NotKnown  Outcome = "not confirmed" // it may have been carried out
)

// Sent is a write of the agent.
type Sent struct {
	At       time.Time     `json:"at"`
	Kind     string        `json:"kind"` // such as update-ticket
	Form     string        `json:"-"`    // the kind in words, such as Update ticket
	Record   desk.ID       `json:"-"`
	Number   safetext.Line `json:"record,omitzero"` // of the record, for display
	IsTicket bool          `json:"-"`
	Title    safetext.Line `json:"title,omitzero"` // of its ticket when it was sent; empty if it was not known
	What     safetext.Line `json:"what,omitzero"`
	Outcome  Outcome       `json:"outcome"`
	Reason   safetext.Line `json:"reason,omitzero"` // why it was not saved, or the warning of a success
	// Before is the outcome of an earlier look at the same write, at BeforeAt; empty if there was none.
	Before   Outcome   `json:"before,omitzero"`
	BeforeAt time.Time `json:"before_at,omitzero"`
}

// Ticket is a ticket as it was last read.
type Ticket struct {
	ID        desk.ID       `json:"-"`
	Number    safetext.Line `json:"ticket_id"`
	Title     safetext.Line `json:"title,omitzero"` // empty if it was never read
	SubStatus safetext.Line `json:"sub_status,omitzero"`
	IsClosed  bool          `json:"closed,omitzero"`
	Callback  time.Time     `json:"callback,omitzero"`
	Deadline  time.Time     `json:"deadline,omitzero"` // when the SLA ends; zero if that is not known
	SLA       safetext.Line `json:"sla,omitzero"`      // the service's words
	IsLate    bool          `json:"late,omitzero"`     // past its callback or its SLA, not only at risk
	Reading   Reading       `json:"reading"`
}

// Reading says how a ticket is known.
type Reading string

// The readings.
const (
	ReadNow    Reading = "now"    // it was read for the note
	ReadBefore Reading = "before" // at some time before, which is not kept
	Never      Reading = "never"  // only its number is known
	Missing    Reading = "missing"
)

// Form is a form that is not sent, or not known to have arrived.
type Form struct {
	Since  time.Time     `json:"since"`
	Kind   string        `json:"kind"`
	Form   string        `json:"-"`
	Record safetext.Line `json:"record,omitzero"`
	Title  safetext.Line `json:"title,omitzero"`
	What   safetext.Line `json:"what,omitzero"`
	State  string        `json:"state"`           // such as draft, waiting, not confirmed
	Reason safetext.Line `json:"reason,omitzero"` // why it is in this state
}

// Run is an update of many tickets that did not end.
type Run struct {
	StartedAt time.Time     `json:"started_at"`
	Title     safetext.Line `json:"title"`
	Tickets   int           `json:"tickets"`
	Unsent    int           `json:"unsent"`
	NotKnown  int           `json:"not_known"`
}

// Note is a handover note. As JSON it is an object with the members of Input.
type Note struct {
	Input
	NotKnown []string `json:"not_known"` // what the note cannot say, in sentences
}

// New makes a note. The writes are given in their order.
func New(in Input) Note {
	in.Sent = joinLooks(in.Sent)
	n := Note{Input: in, NotKnown: []string{}}
	if len(in.Days.Incomplete) > 0 {
		n.unknown("Of the tickets of %s some are not read: %s.", in.Days.Label, firstWords(in.Days.Incomplete))
	}
	if in.Days.Unread != "" {
		n.unknown("Open tickets of other days: %s.", in.Days.Unread)
	}
	if in.Agent.IsEmpty() {
		n.unknown("Which tickets at risk are mine: no agent name is configured.")
	}
	if untitled := countUntitled(in.Sent, in.Tickets); untitled > 0 {
		n.unknown("%s: never read here.", phrase.CountOf(untitled, "title", "titles"))
	}
	n.NotKnown = append(n.NotKnown, in.Problems...)
	return n
}

func (n *Note) unknown(format string, args ...any) {
	n.NotKnown = append(n.NotKnown, fmt.Sprintf(format, args...))
}

// HasTickets reports whether the note names tickets.
func (n *Note) HasTickets() bool { return len(n.Tickets)+len(n.Callbacks)+len(n.AtRisk) > 0 }

// Count returns how many writes have an outcome.
func (n *Note) Count(o Outcome) int {
	count := 0
	for i := range n.Sent {
		if n.Sent[i].Outcome == o {
			count++
		}
	}
	return count
}

// joinLooks joins the entries of one write: one that was not known is looked for, or sent again after it was refused,
// and gets an entry for each outcome. The last one counts, and keeps the one before.
func joinLooks(all []Sent) []Sent {
	joined := []Sent{}
	for _, s := range all {
		i := len(joined) - 1
		for i >= 0 && !isOutcomeOf(&joined[i], &s) {
			i--
		}
		if i < 0 {
			joined = append(joined, s)
			continue
		}
		s.Before, s.BeforeAt = joined[i].Outcome, joined[i].At
		joined[i] = s
	}
	return joined
}

// isOutcomeOf reports whether a later entry tells what became of an earlier one that was not confirmed. An added record
// has its number only once it is confirmed.
func isOutcomeOf(earlier, later *Sent) bool {
	return earlier.Outcome != Confirmed && earlier.Kind == later.Kind && earlier.What == later.What &&
		(earlier.Record == later.Record || earlier.Record.IsZero())
}

// titleOf returns the title of a ticket that was written to: as last read, else as it was then.
func (n *Note) titleOf(s *Sent) safetext.Line {
	if t := n.ticket(s.Record); t != nil && !t.Title.IsEmpty() {
		return t.Title
	}
	return s.Title
}

// ticket returns a ticket that was written to, or nil.
func (n *Note) ticket(id desk.ID) *Ticket {
	for i := range n.Tickets {
		if n.Tickets[i].ID == id {
			return &n.Tickets[i]
		}
	}
	return nil
}

// countUntitled returns how many tickets that were written to have no known title.
func countUntitled(sent []Sent, tickets []Ticket) int {
	n := Note{Input: Input{Sent: sent, Tickets: tickets}}
	without := map[desk.ID]bool{}
	for i := range sent {
		if s := &sent[i]; s.IsTicket && !s.Record.IsZero() {
			without[s.Record] = n.titleOf(s).IsEmpty()
		}
	}
	count := 0
	for _, untitled := range without {
		if untitled {
			count++
		}
	}
	return count
}
