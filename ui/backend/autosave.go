package backend

import (
	"errors"
	"maps"
	"sync"
	"time"

	"frontdesk/internal/agent"
)

const (
	// maxDelay is the longest time that input stays unsaved, and the shortest interval between two writes of a form: it
	// counts from the last write, not from the last key. README.md, getting-started.md and scaling.md name it.
	maxDelay = time.Second
	// Bounds of the time reserved for the disk within maxDelay: twice the duration of recent rounds.
	minDiskTime, maxDiskTime = 30 * time.Millisecond, maxDelay / 4
)

// saver writes drafts to disk in rounds. It coalesces changes: only the newest state of each form is pending.
type saver struct {
	state *agent.State
	disk  sync.Mutex // held during a round

	mu   sync.Mutex // guards the fields below; never held during IO
	next map[agent.Key]agent.Write
	gone map[agent.Key]bool // drafts to discard before next is saved
	// copies maps forms whose drafts are saved as copies to the copies. The console hears of a copy later, and until
	// then changes a form under its own key: one key for both keeps an older state from following a newer one.
	copies map[agent.Key]agent.Key
	busy   bool          // a command is saving next
	took   time.Duration // duration of recent rounds, decaying
	due    time.Time     // earliest start of the next round
}

func newSaver(state *agent.State) *saver {
	return &saver{
		state: state, next: map[agent.Key]agent.Write{}, gone: map[agent.Key]bool{}, copies: map[agent.Key]agent.Key{},
	}
}

// keep sets the pending state of a form. It reports whether the caller has to start saving.
func (s *saver) keep(d agent.Write) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.setNext(d)
	return s.begin()
}

// put sets the pending state of a form for the next round.
func (s *saver) put(d agent.Write) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.setNext(d)
}

// setNext sets the pending state of a form under the key of its draft. The caller holds s.mu.
func (s *saver) setNext(d agent.Write) {
	d.Key = s.kept(d.Key)
	s.next[d.Key] = d
}

// kept returns the key under which a form's draft is kept. The caller holds s.mu.
func (s *saver) kept(f agent.Key) agent.Key {
	if made, ok := s.copies[f]; ok {
		return made
	}
	return f
}

// keptAs records that a form's draft is kept as a copy, and moves its pending state there.
func (s *saver) keptAs(f, made agent.Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.copies[f] = made
	if d, pending := s.next[f]; pending {
		delete(s.next, f)
		s.setNext(d)
	}
}

// begin reports whether the caller has to save what is pending, and sets busy if so. The caller holds s.mu.
func (s *saver) begin() bool {
	if s.busy || len(s.next) == 0 {
		return false
	}
	s.busy = true
	return true
}

// drop removes a form's pending state and marks its draft for deletion.
func (s *saver) drop(f agent.Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.next, f)
	delete(s.next, s.kept(f))
	delete(s.copies, f)
	s.gone[f] = true
}

// delay returns the time until the next round may start.
func (s *saver) delay() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Until(s.due)
}

// done clears busy and reports true, unless drafts are pending and the round has no result to report.
func (s *saver) done(says bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy = len(s.next) > 0 && !says
	return !s.busy
}

// flush discards and saves everything pending, and returns the drafts that were saved as copies. Drafts that fail to
// save stay pending.
func (s *saver) flush() (beside []DraftFork, failed error) {
	s.disk.Lock()
	defer s.disk.Unlock()
	began := time.Now()
	failed = s.discard()
	for f, d := range s.drain() {
		kept, err := s.state.Save(d)
		if err != nil {
			failed = err
			s.requeue(d)
		} else if kept != f {
			s.keptAs(f, kept)
			beside = append(beside, DraftFork{From: f, To: kept})
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.took = max(time.Since(began), s.took*9/10)
	s.due = began.Add(maxDelay - min(max(2*s.took, minDiskTime), maxDiskTime))
	return beside, failed
}

// discard deletes the drafts marked for deletion. The caller holds s.disk.
func (s *saver) discard() error {
	s.mu.Lock()
	gone := s.gone
	s.gone = map[agent.Key]bool{}
	s.mu.Unlock()
	var failed error
	for f := range gone {
		failed = errors.Join(failed, s.state.Discard(f))
		s.mu.Lock()
		delete(s.copies, f) // a copy that was made since the draft was dropped
		s.mu.Unlock()
	}
	return failed
}

// drain returns and clears the pending drafts.
func (s *saver) drain() map[agent.Key]agent.Write {
	s.mu.Lock()
	defer s.mu.Unlock()
	taken := maps.Clone(s.next)
	clear(s.next)
	return taken
}

// requeue makes a draft that failed to save pending again, unless a newer state is.
func (s *saver) requeue(d agent.Write) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, newer := s.next[s.kept(d.Key)]; !newer {
		s.setNext(d)
	}
}

// forget removes a form's pending state.
func (s *saver) forget(f agent.Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.next, f)
	delete(s.next, s.kept(f))
}
