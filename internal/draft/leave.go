package draft

import (
	"crypto/rand"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"frontdesk/internal/disk"
)

// leaving begins the names of the files that are held while a draft is on its way to the service.
const leaving = ".leaving-"

// Leaving is a draft that is on its way to the service.
type Leaving struct {
	s     *Shelf
	draft Draft
	lock  *disk.Lock
}

// Leave says on disk that a draft leaves for the service now, before anything of it does. After an error nothing may be
// sent.
func (s *Shelf) Leave(d Draft, before Baseline, now time.Time) (*Leaving, error) {
	l, err := disk.TryLock(s.leavingPath(d.Form))
	if errors.Is(err, disk.ErrLocked) {
		return nil, errors.New("another console of yours is sending this form: wait until it is done")
	}
	if err != nil {
		return nil, err
	}
	d.Left, d.Baseline = now, before
	if _, err := s.Save(d); err != nil {
		return nil, errors.Join(err, l.Remove())
	}
	return &Leaving{s: s, draft: d, lock: l}, nil
}

// leavingPath is one file for all copies of a form: only one of them is sent at a time.
func (s *Shelf) leavingPath(f Form) string {
	f.Copy = ""
	return filepath.Join(s.dir, leaving+strings.TrimSuffix(f.file(), suffix))
}

// Stay says that its end was seen and that it is still a draft: nothing of it was carried out.
func (l *Leaving) Stay() error {
	l.draft.Left, l.draft.Baseline = time.Time{}, Baseline{}
	_, err := l.s.Save(l.draft)
	return errors.Join(err, l.end())
}

// Arrive says that the service has it: the draft is deleted.
func (l *Leaving) Arrive() error { return errors.Join(l.s.Discard(l.draft.Form), l.end()) }

// Lose says that nobody knows whether it was carried out.
func (l *Leaving) Lose() error { return l.end() }

func (l *Leaving) end() error { return l.lock.Remove() }

// Lost are the drafts that left for the service and whose end nobody has seen or will see: those that a console sends
// at this moment are not among them. What is damaged is set aside and named in the error.
func (s *Shelf) Lost() ([]Draft, error) {
	all, err := s.List()
	var lost []Draft
	for _, d := range all {
		if d.Left.IsZero() {
			continue
		}
		l, fault := disk.TryLock(s.leavingPath(d.Form))
		if fault != nil {
			err = errors.Join(err, busyIsFine(fault))
			continue
		}
		// It may have arrived since it was listed.
		if now, found, _ := s.Load(d.Form); found && !now.Left.IsZero() {
			lost = append(lost, now)
		}
		err = errors.Join(err, l.Remove())
	}
	return lost, err
}

// Restore makes a draft again of what was put aside, as if it had never left; beside another draft of the same form it
// is a copy.
func (s *Shelf) Restore(d Draft) (Draft, error) {
	d.Left, d.Baseline = time.Time{}, Baseline{}
	if there, found, _ := s.Load(d.Form); found && !there.Same(d) {
		d.Copy = rand.Text()
	}
	kept, err := s.Save(d)
	if err != nil {
		return d, err
	}
	d, _, err = s.Load(kept)
	return d, err
}
