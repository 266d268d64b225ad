// Package draft keeps what an agent has typed and the service has not accepted: drafts and the outbox, one file a form,
// whole or not at all, on disk before anything else happens to it; and the journal of what was written.
package draft

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"net/url"
	"path/filepath"
	"strings"
	"time"
)

// Key says whose typing a draft is: one draft a form, whoever opens it again. The agent is not named because each
// has a directory of their own (Place).
type Key struct {
	Account  string `json:"account"`
	Kind     string `json:"kind"`           // such as update-ticket
	Record   string `json:"record"`         // the raw id of the record; empty for a new one
	Conflict string `json:"copy,omitempty"` // tells apart what two consoles typed into the same form; else empty
}

// file is the draft's file name. Ids are outsiders' text and account names may hold anything, so
// neither is ever part of a path.
func (f Key) file() string {
	name := fmt.Appendf(nil, "%q %q %q", f.Account, f.Kind, f.Record)
	if f.Conflict != "" {
		name = fmt.Appendf(name, " %q", f.Conflict)
	}
	sum := sha256.Sum256(name)
	return hex.EncodeToString(sum[:16]) + suffix
}

// Draft is what was typed into one form.
type Draft struct {
	Key
	SavedAt  time.Time         `json:"saved"`
	Original map[string]string `json:"opened,omitempty"` // the record's values when the form was opened, to show what moved since
	Values   map[string]string `json:"values"`           // as typed, by field name

	// SentAt is when it left for the service, of one whose end nobody has seen. Sending it again must not be offered before
	// it was looked for.
	SentAt time.Time `json:"left,omitzero"`
	Baseline

	version string // of the file that it was read from; empty when it was typed here
}

// Baseline is what the service held before a draft left for it of what the draft brings about: by it is judged later what
// became of the draft.
type Baseline struct {
	PriorMatches []string `json:"before,omitempty"`   // ids of what looked like it
	Compared     bool     `json:"compared,omitempty"` // the service told all of that; otherwise nothing can be concluded
}

// IsEmpty says whether nothing but blanks has been typed.
func (d Draft) IsEmpty() bool {
	for _, value := range d.Values {
		if strings.TrimSpace(value) != "" {
			return false
		}
	}
	return true
}

// Equal says whether two drafts hold the same typing for the same form.
func (d Draft) Equal(other Draft) bool {
	return d.Key == other.Key && maps.Equal(d.Values, other.Values)
}

// CorruptError names a file that could not be read and was set aside beside the others, never deleted.
type CorruptError struct {
	What string // was kept in it, such as "a draft"
	Path string // where it is kept now
	Err  error
}

// Error says what is wrong and where the file is kept.
func (d *CorruptError) Error() string {
	return fmt.Sprintf("%s is damaged (%v); it is kept as %s", d.What, d.Err, d.Path)
}

// Unwrap is the cause.
func (d *CorruptError) Unwrap() error { return d.Err }

// Place is the directory of one agent's drafts, outbox and journal for one account, below the program's data
// directory. Several agents may share a user of the machine: a named one has a directory of their own within the
// account's, named by a checksum because a name may hold anything.
func Place(data, account, agent string) string {
	dir := filepath.Join(data, "drafts", "account-"+url.PathEscape(account))
	if agent == "" {
		return dir
	}
	sum := sha256.Sum256([]byte(agent))
	return filepath.Join(dir, agentDir+hex.EncodeToString(sum[:8]))
}
