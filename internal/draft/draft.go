// Package draft stores on disk what an agent has typed and the service has not accepted, one file per form, written
// atomically.
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

	"frontdesk/internal/agentstate"
)

// Key identifies a draft: there is one per form. It does not name the agent, because each agent has a separate
// directory (Place).
type Key struct {
	Account  string `json:"account"`
	Kind     string `json:"kind"`           // such as update-ticket
	Record   string `json:"record"`         // the raw id of the record; empty for a new one
	Conflict string `json:"copy,omitempty"` // distinguishes a conflicting copy typed in another console; otherwise empty
}

// file returns the draft's file name. It is a hash, because ids and account names are untrusted and must not be part of
// a path.
func (f Key) file() string {
	name := fmt.Appendf(nil, "%q %q %q", f.Account, f.Kind, f.Record)
	if f.Conflict != "" {
		name = fmt.Appendf(name, " %q", f.Conflict)
	}
	sum := sha256.Sum256(name)
	return hex.EncodeToString(sum[:16]) + suffix
}

// Draft is the input of one form.
type Draft struct {
	Key
	Begun    time.Time         `json:"begun,omitzero"` // when its input was begun
	SavedAt  time.Time         `json:"saved"`
	Original map[string]string `json:"opened,omitempty"` // the record's values when the form was opened, for conflicts
	Values   map[string]string `json:"values"`           // the input, by field name

	// Cut names the fields that lack the end of what was pasted or typed, because it was too long.
	Cut []string `json:"cut,omitempty"`

	// SentAt is when the draft was sent, if its outcome is unknown. It must be verified before it is sent again.
	SentAt time.Time `json:"left,omitzero"`
	Baseline

	// MaybeSaved means that it was sent before, and that whether it was saved is not known: it is sent again only after
	// a question.
	MaybeSaved bool `json:"maybe_saved,omitempty"`

	// HeldUntil is when the update would have been sent, if it was held back. A draft with a past time was not sent.
	HeldUntil time.Time `json:"held_until,omitzero"`

	version  string              // of the file it was read from; empty for new input
	revision agentstate.Revision // likewise
}

// Baseline holds the service's records that matched a draft before it was sent, to tell later whether the draft was
// carried out.
type Baseline struct {
	PriorMatches []string `json:"before,omitempty"`  // ids of the matching records
	Compared     bool     `json:"compared,omitzero"` // the comparison was complete; otherwise nothing can be concluded
}

// isEmpty reports whether all values are blank.
func (d Draft) isEmpty() bool {
	for _, value := range d.Values {
		if strings.TrimSpace(value) != "" {
			return false
		}
	}
	return true
}

// Equal reports whether two drafts have the same key and values.
func (d Draft) Equal(other Draft) bool {
	return d.Key == other.Key && maps.Equal(d.Values, other.Values)
}

// Folder is the directory of all accounts' directories below the program's data directory, accountDir the prefix of
// their names.
const (
	Folder     = "drafts"
	accountDir = "account-"
)

// AccountOf returns the account whose directory below Folder has a name; false if it is none.
func AccountOf(dir string) (account string, ok bool) {
	escaped, ok := strings.CutPrefix(dir, accountDir)
	if !ok {
		return "", false
	}
	account, err := url.PathUnescape(escaped)
	return account, err == nil
}

// Place returns the directory of one agent's drafts, outbox and journal for one account, below the program's data
// directory. Agents may share an operating system user: a named agent has a subdirectory of the account's, named by a
// hash because agent names are untrusted.
func Place(data, account, agent string) string {
	dir := filepath.Join(data, Folder, accountDir+url.PathEscape(account))
	if agent == "" {
		return dir
	}
	sum := sha256.Sum256([]byte(agent))
	return filepath.Join(dir, agentDir+hex.EncodeToString(sum[:8]))
}
