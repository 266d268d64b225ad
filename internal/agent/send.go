package agent

import (
	"database/sql"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"
)

// owner returns this process as the owner of what it sends: the machine, the process, and the term in which the servers
// know it.
func (t *table) owner() string {
	term := ""
	if t.remote != nil {
		term = t.remote.shared.Cluster.Term().ID
	}
	return strings.Join([]string{t.file.host, t.file.name, term}, "/")
}

// isSent reports whether the process that has begun to send a write is still there. Of one of another host the servers
// know; while they do not answer, it is.
func (t *table) isSent(owner string) bool {
	name := strings.SplitN(owner, "/", 3)
	switch {
	case len(name) < 3:
		return false
	case t.file.isLive(name[1]):
		return true
	case name[0] == t.file.host || t.remote == nil:
		return false
	}
	return t.remote.isUp(name[2])
}

// Begin stores that a form is about to be sent, and what matched it before. After an error nothing may be sent: the row
// is changed by one conditional UPDATE, and where hosts share servers, there by one conditional message.
//
// The input is that of this console, also if another one has typed into the form meanwhile: then it is sent as a copy.
// Of one that another console or host has sent or discarded, w says that its agent knows: MaybeSaved.
func (s *State) Begin(w Write, prior []string, compared bool, now time.Time) (Write, error) {
	asked := w.Key
	if _, err := s.Recover(); err != nil {
		return w, err
	}
	w.Was = Draft
	begin := func(w *Write) {
		if w.Was != Unknown { // it may have arrived: what matched it then counts
			w.SentAt, w.Prior, w.Compared = now, prior, compared
		}
		w.Stage, w.Owner, w.Reason, w.HeldUntil = Sending, s.owner(), "", time.Time{}
	}
	defer s.lock()()
	var sent Write
	err := s.change(func(tx *sql.Tx) error {
		saved, err := s.saveIn(tx, withStage(w.unsent(), Draft))
		if err != nil {
			return err
		}
		if saved.MaybeSaved && !w.MaybeSaved {
			return ErrMaybeSaved
		}
		r, err := s.row(tx, kindWrite, saved.ID)
		if err != nil {
			return err
		}
		saved.Was = Draft
		begin(&saved)
		sent, err = s.replaceWrite(tx, r, saved)
		return err
	})
	if err != nil {
		return w, err
	}
	if sent, err = s.announce(sent); err != nil {
		return sent, err
	}
	s.setOwn(asked, sent)
	return sent, nil
}

func withStage(w Write, stage Stage) Write {
	w.Stage, w.Was = stage, ""
	return w
}

// BeginAgain is Begin for a write of the outbox that was read.
func (s *State) BeginAgain(w Write, prior []string, compared bool, now time.Time) (Write, error) {
	defer s.lock()()
	var sent Write
	err := s.change(func(tx *sql.Tx) error {
		r, err := s.row(tx, kindWrite, w.ID)
		if err == nil && (r == nil || r.rev != w.rev || r.stage == Sending) {
			err = ErrChanged
		}
		if err != nil {
			return err
		}
		next := w
		if next.Was = w.Stage; w.Stage != Unknown { // it may have arrived: what matched it then counts
			next.SentAt, next.Prior, next.Compared = now, prior, compared
		}
		next.Stage, next.Owner, next.Reason, next.LastAttempt, next.LastVerified = Sending, s.owner(), "", now, time.Time{}
		sent, err = s.replaceWrite(tx, r, next)
		return err
	})
	if err != nil {
		return w, err
	}
	return s.announce(sent)
}

// announce tells the servers that a write is about to be sent. If they say that another host has changed it, nothing
// may be sent.
func (s *State) announce(sent Write) (Write, error) {
	if err := s.push(kindWrite, sent.ID); err != nil {
		return sent, err
	}
	var isOurs bool
	err := s.file.do(func(tx *sql.Tx) error {
		r, err := s.row(tx, kindWrite, sent.ID)
		if isOurs = r != nil && r.stage == Sending && r.owner == sent.Owner; isOurs {
			sent.rev, sent.past = r.rev, r.past
		}
		return err
	})
	if err == nil && !isOurs {
		err = ErrChanged
	}
	return sent, err
}

// Settle stores what became of a write that was begun to be sent; only its owner can. An unknown one of a form that is
// open stays what it is, without an owner: Recover moves it to the outbox, unless the agent goes on with it.
func (s *State) Settle(sent Write, change func(*Write)) (Write, error) {
	w, err := s.move(sent.ID, func(_ *sql.Tx, w *Write) error {
		if w.Stage == Sending && w.Owner != sent.Owner || w.Stage != Sending && w.rev != sent.rev {
			return ErrChanged
		}
		w.Owner = ""
		change(w)
		return nil
	})
	if err == nil {
		s.renew(w)
	}
	return w, err
}

// renew notes the version of a write that this console has changed.
func (s *State) renew(w Write) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, known := range s.own {
		if known.ID == w.ID {
			s.own[key] = w
		}
	}
}

// Done deletes a write that was saved; only the process that has sent it can, or, of one whose outcome was unknown, who
// has read it last.
func (s *State) Done(sent Write) error {
	err := s.delete(func(tx *sql.Tx) (*row, error) {
		r, err := s.row(tx, kindWrite, sent.ID)
		if r == nil || r.isGone() || err != nil {
			return r, err
		}
		if r.rev != sent.rev && (r.stage != Sending || r.owner != sent.Owner) {
			return r, ErrChanged
		}
		return r, s.markCopies(tx, *r)
	})
	if err == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		maps.DeleteFunc(s.own, func(_ Key, known Write) bool { return known.ID == sent.ID })
	}
	return err
}

// markCopies notes of copies that hosts have made of earlier versions of a write, while they did not know of each
// other, that they may be saved: the write has grown from them, and it is.
func (t *table) markCopies(tx *sql.Tx, saved row) error {
	for _, rev := range strings.Fields(saved.past) {
		r, err := t.row(tx, kindWrite, copyName(rev))
		if err != nil {
			return err
		}
		if r == nil || r.isGone() || r.id == saved.id {
			continue
		}
		earlier := r.rev
		if err := t.setMaybeSaved(r); err != nil {
			return err
		}
		if _, err := t.replace(tx, *r, earlier); err != nil {
			return err
		}
	}
	return nil
}

// Interrupted is the reason of a write that was being sent when its console ended.
const (
	Interrupted     = "the console ended while it was being sent"
	interruptedForm = "it was sent and not confirmed"
)

// Recover finds writes that nobody is sending any more, and moves them to the outbox: whether they were carried out is
// not known. It returns those that were in the list of drafts.
func (s *State) Recover() (moved []Write, failed error) {
	all, err := s.list(func(w Write) bool { return w.Stage == Sending && !s.isSent(w.Owner) })
	failed = err
	for _, w := range all {
		now, err := s.move(w.ID, func(_ *sql.Tx, now *Write) error {
			if now.rev != w.rev {
				return ErrChanged
			}
			now.Stage, now.Reason = Unknown, Interrupted
			if now.Was.IsTyped() {
				now.Reason, now.QueuedAt = interruptedForm, now.SentAt
			}
			now.Was, now.Owner = "", ""
			return nil
		})
		switch {
		case errors.Is(err, ErrChanged), errors.Is(err, errNotFound): // another console has done so
		case err != nil:
			failed = errors.Join(failed, err)
		case w.Was.IsTyped():
			moved = append(moved, now)
		}
	}
	return slices.Clip(moved), failed
}

// Unsend makes a write that was begun a draft again: nothing of it was sent, or it was refused.
func (s *State) Unsend(sent Write) error {
	_, err := s.Settle(sent, func(w *Write) {
		maybe := w.MaybeSaved
		*w = w.unsent()
		w.Stage, w.MaybeSaved = Draft, maybe
	})
	return err
}

// Leave leaves a write whose answer was lost without an owner, until the agent decides, or Recover finds it.
func (s *State) Leave(sent Write) error {
	_, err := s.Settle(sent, func(*Write) {})
	return err
}
