package draft

import (
	"crypto/rand"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"frontdesk/internal/filestore"
)

// leaving begins the names of the files that are held while a draft is on its way to the service.
const leaving = ".leaving-"

// InFlight is a draft that is on its way to the service.
type InFlight struct {
	s     *Store
	draft Draft
	lock  *filestore.Lock
}

// BeginSend says on disk that a draft leaves for the service now, before anything of it does. After an error nothing may be
// sent.
func (s *Store) BeginSend(d Draft, before Baseline, now time.Time) (*InFlight, error) {
	l, err := filestore.TryLock(s.leavingPath(d.Key))
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

// leavingPath is one file for all copies of a form: only one of them is sent at a time.
func (s *Store) leavingPath(f Key) string {
	f.Conflict = ""
	return filepath.Join(s.dir, leaving+strings.TrimSuffix(f.file(), suffix))
}

// Abort says that its end was seen and that it is still a draft: nothing of it was carried out.
func (l *InFlight) Abort() error {
	l.draft.SentAt, l.draft.Baseline = time.Time{}, Baseline{}
	_, err := l.s.Save(l.draft)
	return errors.Join(err, l.end())
}

// Confirm says that the service has it: the draft is deleted.
func (l *InFlight) Confirm() error { return errors.Join(l.s.Discard(l.draft.Key), l.end()) }

// Abandon says that nobody knows whether it was carried out.
func (l *InFlight) Abandon() error { return l.end() }

func (l *InFlight) end() error { return l.lock.Remove() }

// Interrupted are the drafts that left for the service and whose end nobody has seen or will see: those that a console sends
// at this moment are not among them. What is damaged is set aside and named in the error.
func (s *Store) Interrupted() ([]Draft, error) {
	all, err := s.List()
	var lost []Draft
	for _, d := range all {
		if d.SentAt.IsZero() {
			continue
		}
		l, fault := filestore.TryLock(s.leavingPath(d.Key))
		if fault != nil {
			err = errors.Join(err, busyIsFine(fault))
			continue
		}
		// It may have arrived since it was listed.
		if now, found, _ := s.Load(d.Key); found && !now.SentAt.IsZero() {
			lost = append(lost, now)
		}
		err = errors.Join(err, l.Remove())
	}
	return lost, err
}

// Restore makes a draft again of what was put aside, as if it had never left; beside another draft of the same form it
// is a copy.
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
