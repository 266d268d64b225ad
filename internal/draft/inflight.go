package draft

import (
	"crypto/rand"
	"errors"
	"strings"
	"time"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/filestore"
)

// sendLockPrefix is the name prefix of the lock files held while a draft is in flight.
const sendLockPrefix = ".leaving-"

// InFlight is a draft that is being sent. It holds the form's lock.
type InFlight struct {
	s     *Store
	draft Draft
	lock  agentstate.Lock
}

// BeginSend stores on disk that a draft is about to be sent. After an error nothing may be sent.
func (s *Store) BeginSend(d Draft, before Baseline, now time.Time) (*InFlight, error) {
	l, err := s.state.TryLock(sendLock(d.Key))
	if errors.Is(err, filestore.ErrLocked) {
		return nil, errors.New("another console of yours is sending this form: wait until it is done")
	}
	if err != nil {
		return nil, err
	}
	d.SentAt, d.Baseline = now, before
	if _, err := s.Save(d); err != nil {
		return nil, errors.Join(err, l.Remove())
	}
	return &InFlight{s: s, draft: d, lock: l}, nil
}

// sendLock returns the name of a form's lock. All copies of a form share it, so that only one is sent at a time.
func sendLock(f Key) string {
	f.Conflict = ""
	return sendLockPrefix + strings.TrimSuffix(f.file(), suffix)
}

// Abort marks the draft as not sent: nothing of it was carried out.
func (l *InFlight) Abort() error {
	l.draft.SentAt, l.draft.Baseline = time.Time{}, Baseline{}
	_, err := l.s.Save(l.draft)
	return errors.Join(err, l.Abandon())
}

// Confirm deletes the draft after the service has accepted it.
func (l *InFlight) Confirm() error { return errors.Join(l.s.Discard(l.draft.Key), l.Abandon()) }

// Abandon releases the lock and leaves the outcome unknown.
func (l *InFlight) Abandon() error { return l.lock.Remove() }

// Interrupted returns the drafts that were sent, have an unknown outcome and are not in flight now. Damaged files are
// quarantined and named in the error.
func (s *Store) Interrupted() ([]Draft, error) {
	all, err := s.List()
	var lost []Draft
	for _, d := range all {
		if d.SentAt.IsZero() {
			continue
		}
		l, fault := s.state.TryLock(sendLock(d.Key))
		if fault != nil {
			err = errors.Join(err, filestore.Ignore(fault, filestore.ErrLocked))
			continue
		}
		// Another console may have finished it since it was listed.
		if now, found, _ := s.Load(d.Key); found && !now.SentAt.IsZero() {
			lost = append(lost, now)
		}
		err = errors.Join(err, l.Remove())
	}
	return lost, err
}

// Restore saves a draft from the outbox as not sent; as a copy if the form has another draft.
func (s *Store) Restore(d Draft) (Draft, error) {
	d.SentAt, d.Baseline = time.Time{}, Baseline{}
	if there, found, _ := s.Load(d.Key); found && !there.Equal(d) {
		d.Conflict = rand.Text()
	}
	kept, err := s.Save(d)
	if err != nil {
		return d, err
	}
	d, _, err = s.Load(kept)
	return d, err
}
