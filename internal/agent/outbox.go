package agent

import (
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// ToOutbox moves a form to the outbox, in one step: the draft is gone then. why is the reason.
func (s *State) ToOutbox(w Write, to Stage, why string, now time.Time) error {
	asked := w.Key
	change := func(tx *sql.Tx, saved *Write) error {
		at, err := s.queueEnd(tx, now)
		if err != nil {
			return err
		}
		saved.Values, saved.Original, saved.Cut = w.Values, w.Original, w.Cut
		saved.Begun, saved.SavedAt = w.Begun, w.SavedAt
		if to != Unknown {
			*saved = saved.unsent()
		}
		saved.Stage, saved.Reason, saved.QueuedAt, saved.Conflict = to, why, at, ""
		if saved.MaybeSaved && to == Waiting { // it is looked for before it is sent
			saved.Stage = Unknown
		}
		saved.HeldUntil, saved.Was, saved.Owner = time.Time{}, "", ""
		return nil
	}
	if known, owned := s.ownOf(asked); owned {
		_, err := s.moveFound(func(tx *sql.Tx) (*row, error) { return s.find(tx, known) }, change)
		if err == nil {
			s.disown(asked)
		}
		if !errors.Is(err, ErrChanged) && !errors.Is(err, errNotFound) {
			return outboxError(err)
		}
	}
	defer s.lock()()
	w.ID = newName()
	err := s.change(func(tx *sql.Tx) error {
		added := w
		_, err := s.findOwn(tx, &added) // somebody may have sent it
		if err == nil {
			err = change(tx, &added)
		}
		if err == nil {
			_, err = s.add(tx, added)
		}
		return err
	})
	if err == nil {
		err = s.push(kindWrite, w.ID)
	}
	s.disown(asked)
	return outboxError(err)
}

// queueEnd returns a time after that of all in the outbox, also if the clock was put back.
func (s *State) queueEnd(tx *sql.Tx, now time.Time) (time.Time, error) {
	all, err := s.writes(tx, `stage NOT IN ('draft','held')`)
	for _, w := range all {
		if !now.After(w.QueuedAt) {
			now = w.QueuedAt.Add(1)
		}
	}
	return now, err
}

func outboxError(err error) error {
	if err != nil {
		return fmt.Errorf("the outbox cannot be written: %w", err)
	}
	return nil
}

// Reopen moves a write from the outbox back to the drafts; as a copy if its form has another one.
func (s *State) Reopen(id string) (Write, error) {
	w, err := s.move(id, func(tx *sql.Tx, w *Write) error {
		if w.IsTyped() || w.Stage == Sending {
			return ErrChanged
		}
		others, err := s.drafts(tx, w.Key)
		if len(others) > 0 {
			w.Conflict = w.ID
		}
		w.MaybeSaved = w.MaybeSaved || w.Stage == Unknown
		*w = w.unsent()
		w.Stage = Draft
		return err
	})
	if err == nil {
		s.Adopt(w)
	}
	return w, err
}
