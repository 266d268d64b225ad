package agent

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"
)

// JournalDays is the number of days that the journal is kept; the console prunes it when it starts. getting-started.md
// names it.
const JournalDays = 30

// Entry is one write of an agent that was sent. It holds no message text: Summary is a short sanitised line.
type Entry struct {
	At      time.Time `json:"at"`
	Kind    string    `json:"kind"`            // such as update-ticket
	Record  string    `json:"record"`          // the raw id of the record
	Title   string    `json:"title,omitempty"` // of its ticket, if that was known
	Summary string    `json:"what,omitempty"`
	Outcome string    `json:"outcome"`
	Reason  string    `json:"reason,omitempty"` // why it was not saved, or the warning of a success
}

// Note adds an entry to the journal. After it returns without an error the entry survives a crash.
func (s *State) Note(e Entry) error {
	body, err := encode(e)
	if err == nil {
		err = s.update(kindEntry, newName(), func([]byte) ([]byte, error) { return body, nil })
	}
	if err != nil {
		return fmt.Errorf("the journal cannot be written: %w", err)
	}
	return nil
}

// Journal returns the entries from one moment until before another, oldest first.
func (s *State) Journal(from, until time.Time) (all []Entry, err error) {
	found, err := s.read(kindEntry)
	if err != nil {
		return nil, fmt.Errorf("the journal cannot be read: %w", err)
	}
	for _, r := range found {
		var e Entry
		if err := r.decode(&e); err != nil {
			return all, err
		}
		if !e.At.Before(from) && e.At.Before(until) {
			all = append(all, e)
		}
	}
	slices.SortStableFunc(all, func(a, b Entry) int { return a.At.Compare(b.At) })
	return all, s.fault()
}

// Prune deletes the entries of before a moment, and what other hosts have deleted two weeks ago. Each host does so by
// itself.
func (s *State) Prune(oldest time.Time) error {
	var old []row
	defer s.lock()()
	err := s.change(func(tx *sql.Tx) error {
		old = nil
		found, err := s.of(tx, kindEntry)
		if err != nil {
			return err
		}
		for _, r := range found {
			var e Entry
			if r.decode(&e) == nil && e.At.Before(oldest) {
				old = append(old, r)
				err = errors.Join(err, s.forget(tx, r))
			}
		}
		_, failed := tx.Exec(`DELETE FROM aside WHERE at<?`, time.Now().Add(-keptBeside).Unix())
		return errors.Join(err, failed)
	})
	if err == nil && s.remote != nil {
		s.remote.expire(old)
	}
	return err
}
