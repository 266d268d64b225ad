package backend

import (
	"errors"
	"maps"
	"sync"
	"time"

	"frontdesk/internal/draft"
)

const (
	// maxDelay is within what time everything typed is on disk, and how often a form is written at most.
	maxDelay = time.Second
	// The disk's share of that second is twice what it has lately taken, between these two.
	quickest, slowest = 30 * time.Millisecond, maxDelay / 4
)

// saver puts drafts on disk, one round after the other: of what is typed meanwhile only the newest state waits.
type saver struct {
	shelf *draft.Store
	disk  sync.Mutex // held for a round

	mu   sync.Mutex // guards what follows, never held while there is IO
	next map[draft.Key]draft.Draft
	gone map[draft.Key]bool // to be discarded, before anything of next is saved
	busy bool               // somebody sees to next
	took time.Duration      // by the disk for a round, lately
	due  time.Time          // when the next round may begin
}

func newSaver(shelf *draft.Store) *saver {
	return &saver{shelf: shelf, next: map[draft.Key]draft.Draft{}, gone: map[draft.Key]bool{}}
}

// keep leaves a form's newest state to whoever saves; true when nobody does.
func (s *saver) keep(d draft.Draft) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next[d.Key] = d
	return s.begin()
}

// begin says whether somebody has to see to what waits; s.mu is held.
func (s *saver) begin() bool {
	if s.busy || len(s.next) == 0 {
		return false
	}
	s.busy = true
	return true
}

// drop forgets what waits of a form and remembers that its draft is to be discarded.
func (s *saver) drop(f draft.Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.next, f)
	s.gone[f] = true
}

// delay is how long the next round has to wait.
func (s *saver) delay() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Until(s.due)
}

// done ends the work of whoever sees to next, unless there is more to save and nothing to say.
func (s *saver) done(says bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy = len(s.next) > 0 && !says
	return !s.busy
}

// flush discards and saves everything that waits now, and answers what is kept as a copy. What fails waits on.
func (s *saver) flush() (beside []DraftFork, failed error) {
	s.disk.Lock()
	defer s.disk.Unlock()
	began := time.Now()
	failed = s.discard()
	for f, d := range s.drain() {
		kept, err := s.shelf.Save(d)
		if err != nil {
			failed = err
			s.requeue(d)
		} else if kept != f {
			beside = append(beside, DraftFork{From: dropAccount(f), To: dropAccount(kept)})
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.took = max(time.Since(began), s.took*9/10)
	s.due = began.Add(maxDelay - min(max(2*s.took, quickest), slowest))
	return beside, failed
}

// discard discards what is to be discarded; s.disk is held.
func (s *saver) discard() error {
	s.mu.Lock()
	gone := s.gone
	s.gone = map[draft.Key]bool{}
	s.mu.Unlock()
	var failed error
	for f := range gone {
		failed = errors.Join(failed, s.shelf.Discard(f))
	}
	return failed
}

// drain takes everything that waits to be saved.
func (s *saver) drain() map[draft.Key]draft.Draft {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := maps.Clone(s.next)
	clear(s.next)
	return taken
}

// requeue lets a draft that was not saved wait on, unless newer typing does.
func (s *saver) requeue(d draft.Draft) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, newer := s.next[d.Key]; !newer {
		s.next[d.Key] = d
	}
}

// forget forgets what waits of a form.
func (s *saver) forget(f draft.Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.next, f)
}
