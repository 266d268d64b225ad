// Package agent keeps what an agent has typed, sent, read and saved: rows of one SQLite file for each account of a
// host, and, where hosts share servers, of a bucket there.
//
//	row    agent       kind      id    stage    body
//	       agent-1f2e  write     Q7X…  draft    {"kind":"update-ticket","record":"81","values":{"comment":"Dear…
//	       agent-1f2e  write     M2K…  unknown  {"kind":"add-ticket",…,"before":["7","9"],"compared":true}
//	       agent-1f2e  journal   A9C…           {"at":"…","kind":"update-ticket","record":"81","outcome":"saved"}
//	       agent-1f2e  run       K4B…           {"title":"Close 30 tickets","updates":[…]}
//	       agent-1f2e  result    K4B…-1         {"result":"done"}
//	       agent-1f2e  mark      3f             {"tickets":{"81":{"last":31,"count":4,"touched":1763982000}}}
//	       agent-77ab  view      T5W…           {"name":"Money","filter":"queue:billing"}
//	       agent-77ab  setting   inbox          {"view":"Money","filter":"is:open"}
//
// What an agent enters into a form is one row from the first letter to the answer of the service: a Write, whose stage
// says how far it has come. A move is one UPDATE, so a write is never in two places, nor in none. After a kill, and
// after a power failure, it is found thus:
//
//	stage    means                                 found again as
//	draft    it is being typed                     a draft, at most a second old
//	held     it is sent at a time, unless undone   a draft that says when it should have been sent
//	waiting  in the outbox: nothing was sent       the same
//	refused  in the outbox: nothing was changed    the same
//	sending  it may be on its way                  unknown, as soon as the process that sent it is seen to have ended
//	unknown  it may have been carried out          the same: it is looked for before it is sent again
//	(none)   it was saved, or discarded            nothing: the journal has what was saved
//
// An update of many tickets is a run, and each update of it that was begun has a result (runs.go).
//
// files.go opens and mends the file, rows.go reads and writes rows, sync.go copies them to the servers and back, and
// the other files give them their meaning.
package agent

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"
)

// Stage is how far a write has come.
type Stage string

// The stages.
const (
	Draft   Stage = "draft"
	Held    Stage = "held"
	Waiting Stage = "waiting"
	Refused Stage = "refused"
	Sending Stage = "sending"
	Unknown Stage = "unknown"
)

// before has the stages from which a write may come to a stage. One that was begun to be sent comes back as a draft
// only with MaybeSaved, unless nothing of it was sent.
var before = map[Stage][]Stage{
	Draft:   {Draft, Held, Waiting, Refused, Sending, Unknown},
	Held:    {Draft, Held},
	Waiting: {Draft, Held, Waiting, Refused, Sending},
	Refused: {Draft, Held, Waiting, Refused, Sending, Unknown},
	Sending: {Draft, Held, Waiting, Refused, Sending, Unknown},
	Unknown: {Draft, Held, Waiting, Refused, Sending, Unknown},
}

// MayBecome reports whether a write may come from one stage to another.
func (s Stage) MayBecome(to Stage) bool { return slices.Contains(before[to], s) }

// IsTyped reports whether a write of a stage is in the list of drafts, not in the outbox.
func (s Stage) IsTyped() bool { return s == Draft || s == Held }

// Key says which form a draft is of. There is one draft of a form, and copies of it.
type Key struct {
	Kind   string `json:"kind"`   // such as update-ticket
	Record string `json:"record"` // the raw id of the record; empty for a new one

	// Conflict distinguishes a copy, such as what was typed in another console; otherwise empty.
	Conflict string `json:"copy,omitempty"`
}

// form returns the column that all copies of a form share.
func (k Key) form() string { return k.Kind + " " + k.Record }

// Write is what an agent has entered into a form, and what became of it. One that was saved is deleted.
type Write struct {
	Key
	ID    string `json:"-"` // of its row
	Stage Stage  `json:"stage"`
	Was   Stage  `json:"was,omitempty"`   // of one that is being sent: its stage before
	Owner string `json:"owner,omitempty"` // likewise: the process that sends it; empty if its end is known

	Values       map[string]string `json:"values"`              // the input, by field name
	Original     map[string]string `json:"opened,omitempty"`    // the record's values when the form was opened, for conflicts
	Cut          []string          `json:"cut,omitempty"`       // fields that lack the end of what was typed: it was too long
	Begun        time.Time         `json:"begun,omitzero"`      // when its input was begun
	SavedAt      time.Time         `json:"saved"`               // when its input was kept last
	HeldUntil    time.Time         `json:"held_until,omitzero"` // when it would have been sent, if it was held back
	QueuedAt     time.Time         `json:"put,omitzero"`        // when it came into the outbox
	Reason       string            `json:"reason,omitempty"`    // why it is in its stage, as a sanitised line
	SentAt       time.Time         `json:"sent,omitzero"`       // when it was sent, if its outcome is unknown
	LastAttempt  time.Time         `json:"tried,omitzero"`      // when it was last sent from the outbox
	LastVerified time.Time         `json:"looked,omitzero"`     // when a look at the service last found no match
	Prior        []string          `json:"before,omitempty"`    // ids of the records that matched before it was sent
	Compared     bool              `json:"compared,omitempty"`  // Prior is complete; otherwise nothing can be concluded

	// MaybeSaved means that it was sent before, and that whether it was saved is not known: it is sent again only after
	// a question.
	MaybeSaved bool `json:"maybe_saved,omitempty"`

	rev, past string // of the row that it was read from; empty for new input
}

// isEmpty reports whether all values are blank.
func (w Write) isEmpty() bool {
	for _, value := range w.Values {
		if strings.TrimSpace(value) != "" {
			return false
		}
	}
	return true
}

// Equal reports whether two writes have the same key and values.
func (w Write) Equal(other Write) bool {
	return w.Key == other.Key && maps.Equal(w.Values, other.Values)
}

// IsTyped reports whether a write is in the list of drafts, not in the outbox.
func (w Write) IsTyped() bool { return w.Stage.IsTyped() || w.Stage == Sending && w.Was.IsTyped() }

// Since returns when the write entered its stage.
func (w Write) Since() time.Time {
	switch {
	case w.Stage == Unknown && !w.LastVerified.IsZero():
		return w.LastVerified
	case !w.LastAttempt.IsZero():
		return w.LastAttempt
	}
	return w.QueuedAt
}

// unsent returns a write of which nothing that may have been sent is noted any more.
func (w Write) unsent() Write {
	w.SentAt, w.Prior, w.Compared, w.Was, w.Owner = time.Time{}, nil, false, "", ""
	return w
}

// byTime sorts drafts, the one that was kept last first.
func byTime(a, b Write) int { return cmp.Or(b.SavedAt.Compare(a.SavedAt), cmp.Compare(a.ID, b.ID)) }

// byQueue sorts the outbox, the one that came first first.
func byQueue(a, b Write) int { return cmp.Or(a.QueuedAt.Compare(b.QueuedAt), cmp.Compare(a.ID, b.ID)) }

// Errors.
var (
	// ErrChanged is returned for a row that is not any more what it was read as.
	ErrChanged = errors.New("it was sent or changed elsewhere meanwhile: look at it again")
	// ErrMaybeSaved is returned for a form that another console has sent or discarded, which its agent does not know.
	ErrMaybeSaved = errors.New("another console of yours has sent or discarded it: it may already be saved")
	// errNotFound is returned for a write that is no longer in the outbox.
	errNotFound = errors.New("it is no longer in the outbox")
	// ErrSending is returned for a form that another console is sending.
	ErrSending = errors.New("another console of yours is sending this form: wait until it is done")
)
