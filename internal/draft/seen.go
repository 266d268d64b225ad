package draft

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/disk"
)

const (
	// maxSeen is how many tickets are remembered one by one.
	maxSeen = 5000
	// maxNew is how long a ticket that nobody looks at stays new, or the marks would mean nothing after some weeks.
	maxNew = 14 * 24 * time.Hour
	// maxWorked is how long a changed ticket is remembered as the agent's work.
	maxWorked = 30 * 24 * time.Hour
	// maxWatched is how many of those are given out.
	maxWatched = 200
)

// Seen is what one agent has looked at: the marks of unread tickets are only in Add and Update answers, so what
// is new is worked out here (PROTOCOL.md 3.3). It is safe for concurrent use.
type Seen struct {
	path   string
	saving sync.Mutex // of two saves the later must not write what is older

	mu    sync.RWMutex
	since desk.Stamp               // what happened until then is not new
	talks map[string]conversations // by raw ticket id, as they were when the agent looked
	work  map[string]desk.Stamp    // by raw ticket id, when the agent last changed it
}

// conversations is how far a ticket's talk had come.
type conversations struct {
	Last    int64      `json:"last"`
	Count   int32      `json:"count"`
	Touched desk.Stamp `json:"touched"`
}

func state(t *desk.Ticket) conversations {
	return conversations{Last: t.LastTalk, Count: t.Talks, Touched: t.Touched()}
}

// later is the farther of two states in each respect: an answer that leaves members out takes nothing back.
func (c conversations) later(other conversations) conversations {
	return conversations{
		Last: max(c.Last, other.Last), Count: max(c.Count, other.Count), Touched: max(c.Touched, other.Touched),
	}
}

// OpenSeen reads what the agent has looked at until now. With no file, or one that cannot be read, nothing that
// happened before now is new; the error then says why, and a *Damaged one names where the file was set aside. What
// it answers can be used in any case.
func OpenSeen(dir string, now time.Time) (*Seen, error) {
	s := &Seen{path: filepath.Join(dir, seenFile), talks: map[string]conversations{}, work: map[string]desk.Stamp{}}
	kept, found, err := readSeen(s.path)
	if err != nil {
		s.since = desk.NewStamp(now)
		return s, err
	}
	if !found { // saved at once: what comes while the console is closed has to be new even if nothing is looked at now
		s.since = desk.NewStamp(now)
		err = s.Save(now)
		return s, err
	}
	s.merge(kept)
	s.forget(now)
	return s, nil
}

// New says whether something happened on a ticket that this agent has not looked at.
func (s *Seen) New(t *desk.Ticket) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.isNew(t)
}

func (s *Seen) isNew(t *desk.Ticket) bool {
	if t.Touched() <= s.since {
		return false
	}
	c, looked := s.talks[t.ID.Raw()]
	return !looked || c.later(state(t)) != c
}

// Count counts the new ones among tickets by when they were last touched; at is asked only for those touched lately.
func (s *Seen) Count(touched []desk.Stamp, at func(int) *desk.Ticket) int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	count := 0
	for i, when := range touched {
		if when > s.since && s.isNew(at(i)) {
			count++
		}
	}
	return count
}

// Look remembers that the agent has seen a ticket as it is; false when that was known.
func (s *Seen) Look(t *desk.Ticket) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.isNew(t) {
		return false
	}
	id := t.ID.Raw()
	s.talks[id] = s.talks[id].later(state(t))
	return true
}

// Save puts it on disk, together with what another console of the same agent has put there in the meantime. Of two
// consoles that save in the same moment one may lose a look: that ticket is shown as new until the next save.
func (s *Seen) Save(now time.Time) error {
	s.saving.Lock()
	defer s.saving.Unlock()
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return fmt.Errorf("what was looked at is not saved: %w", err)
	}
	kept, _, damaged := readSeen(s.path)
	content, err := s.content(kept, now)
	if err == nil {
		err = disk.ReplaceContent(s.path, content)
	}
	if err != nil {
		return fmt.Errorf("what was looked at is not saved: %w", err)
	}
	return damaged
}

// content is the file's content: all that is known now, what the file held included.
func (s *Seen) content(kept looks, now time.Time) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.merge(kept)
	s.forget(now)
	return seal(looks{Since: s.since, Tickets: s.talks, Worked: s.work})
}

func (s *Seen) merge(kept looks) {
	s.since = max(s.since, kept.Since)
	for id, c := range kept.Tickets {
		s.talks[id] = s.talks[id].later(c)
	}
	for id, at := range kept.Worked {
		s.work[id] = max(s.work[id], at)
	}
}

// forget lets go of what is too old to be new, and of the oldest half when there is too much: what happened until
// then counts as looked at.
func (s *Seen) forget(now time.Time) {
	s.since = max(s.since, desk.NewStamp(now.Add(-maxNew)))
	if len(s.talks) > maxSeen {
		oldest := slices.SortedFunc(maps.Values(s.talks), func(a, b conversations) int { return cmp.Compare(a.Touched, b.Touched) })
		s.since = max(s.since, oldest[len(oldest)/2].Touched)
	}
	maps.DeleteFunc(s.talks, func(_ string, c conversations) bool { return c.Touched <= s.since })
	long := desk.NewStamp(now.Add(-maxWorked))
	maps.DeleteFunc(s.work, func(_ string, at desk.Stamp) bool { return at < long })
}

// Worked remembers that the agent has changed a ticket; Save puts it on disk.
func (s *Seen) Worked(id desk.Key, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.work[id.Raw()] = desk.NewStamp(now)
}

// WorkedOn are the tickets that the agent has changed in the last 30 days, the latest first, at most 200: they are
// worth watching although no pull may return them.
func (s *Seen) WorkedOn() []desk.Key {
	s.mu.RLock()
	defer s.mu.RUnlock()
	ids := slices.SortedFunc(maps.Keys(s.work), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.work[b], s.work[a]), cmp.Compare(a, b))
	})
	keys := make([]desk.Key, min(len(ids), maxWatched))
	for i := range keys {
		keys[i] = desk.NewKey(ids[i])
	}
	return keys
}
