package draft

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/filestore"
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

// Tracker is what one agent has looked at: the marks of unread tickets are only in Add and Update answers, so what
// is new is worked out here (PROTOCOL.md 3.3). It is safe for concurrent use.
type Tracker struct {
	path   string
	saving sync.Mutex // of two saves the later must not write what is older

	mu        sync.RWMutex
	since     desk.UnixTime            // what happened until then is not new
	readState map[string]readMark      // by raw ticket id, as they were when the agent looked
	work      map[string]desk.UnixTime // by raw ticket id, when the agent last changed it
}

// readMark is how far a ticket's talk had come.
type readMark struct {
	Last    int64         `json:"last"`
	Count   int32         `json:"count"`
	Touched desk.UnixTime `json:"touched"`
}

func state(t *desk.Ticket) readMark {
	return readMark{Last: t.LastConversationID, Count: t.Conversations, Touched: t.LastActivity()}
}

// max is the farther of two states in each respect: an answer that leaves members out takes nothing back.
func (c readMark) max(other readMark) readMark {
	return readMark{
		Last: max(c.Last, other.Last), Count: max(c.Count, other.Count), Touched: max(c.Touched, other.Touched),
	}
}

// OpenUnread reads what the agent has looked at until now. With no file, or one that cannot be read, nothing that
// happened before now is new; the error then says why, and a *Damaged one names where the file was set aside. What
// it answers can be used in any case.
func OpenUnread(dir string, now time.Time) (*Tracker, error) {
	s := &Tracker{path: filepath.Join(dir, seenFile), readState: map[string]readMark{}, work: map[string]desk.UnixTime{}}
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
	s.prune(now)
	return s, nil
}

// IsUnread says whether something happened on a ticket that this agent has not looked at.
func (s *Tracker) IsUnread(t *desk.Ticket) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.isNew(t)
}

func (s *Tracker) isNew(t *desk.Ticket) bool {
	if t.LastActivity() <= s.since {
		return false
	}
	c, looked := s.readState[t.ID.Raw()]
	return !looked || c.max(state(t)) != c
}

// CountUnread counts the new ones among tickets by when they were last touched; at is asked only for those touched lately.
func (s *Tracker) CountUnread(touched []desk.UnixTime, at func(int) *desk.Ticket) int {
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

// MarkRead remembers that the agent has seen a ticket as it is; false when that was known.
func (s *Tracker) MarkRead(t *desk.Ticket) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.isNew(t) {
		return false
	}
	id := t.ID.Raw()
	s.readState[id] = s.readState[id].max(state(t))
	return true
}

// Save puts it on disk, together with what another console of the same agent has put there in the meantime. Of two
// consoles that save in the same moment one may lose a look: that ticket is shown as new until the next save.
func (s *Tracker) Save(now time.Time) error {
	s.saving.Lock()
	defer s.saving.Unlock()
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return fmt.Errorf("what was looked at is not saved: %w", err)
	}
	kept, _, damaged := readSeen(s.path)
	content, err := s.content(kept, now)
	if err == nil {
		err = filestore.WriteFile(s.path, content)
	}
	if err != nil {
		return fmt.Errorf("what was looked at is not saved: %w", err)
	}
	return damaged
}

// content is the file's content: all that is known now, what the file held included.
func (s *Tracker) content(kept file, now time.Time) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.merge(kept)
	s.prune(now)
	return encodeChecked(file{Since: s.since, Tickets: s.readState, Worked: s.work})
}

func (s *Tracker) merge(kept file) {
	s.since = max(s.since, kept.Since)
	for id, c := range kept.Tickets {
		s.readState[id] = s.readState[id].max(c)
	}
	for id, at := range kept.Worked {
		s.work[id] = max(s.work[id], at)
	}
}

// prune lets go of what is too old to be new, and of the oldest half when there is too much: what happened until
// then counts as looked at.
func (s *Tracker) prune(now time.Time) {
	s.since = max(s.since, desk.NewStamp(now.Add(-maxNew)))
	if len(s.readState) > maxSeen {
		oldest := slices.SortedFunc(maps.Values(s.readState), func(a, b readMark) int { return cmp.Compare(a.Touched, b.Touched) })
		s.since = max(s.since, oldest[len(oldest)/2].Touched)
	}
	maps.DeleteFunc(s.readState, func(_ string, c readMark) bool { return c.Touched <= s.since })
	long := desk.NewStamp(now.Add(-maxWorked))
	maps.DeleteFunc(s.work, func(_ string, at desk.UnixTime) bool { return at < long })
}

// MarkChanged remembers that the agent has changed a ticket; Save puts it on disk.
func (s *Tracker) MarkChanged(id desk.ID, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.work[id.Raw()] = desk.NewStamp(now)
}

// RecentlyChanged are the tickets that the agent has changed in the last 30 days, the latest first, at most 200: they are
// worth watching although no pull may return them.
func (s *Tracker) RecentlyChanged() []desk.ID {
	s.mu.RLock()
	defer s.mu.RUnlock()
	ids := slices.SortedFunc(maps.Keys(s.work), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.work[b], s.work[a]), cmp.Compare(a, b))
	})
	keys := make([]desk.ID, min(len(ids), maxWatched))
	for i := range keys {
		keys[i] = desk.NewKey(ids[i])
	}
	return keys
}

// seenFile is the file of what an agent has looked at, beside the drafts.
const seenFile = "looked-at"

// file is the file's record.
type file struct {
	Since   desk.UnixTime            `json:"since"`
	Tickets map[string]readMark      `json:"tickets"`
	Worked  map[string]desk.UnixTime `json:"worked,omitempty"`
}

// readSeen reads the file; false when there is none. One that is damaged is set aside and named in the error.
func readSeen(path string) (kept file, found bool, err error) {
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return file{}, false, nil
	}
	if err != nil {
		return file{}, false, fmt.Errorf("what was looked at cannot be read: %w", err)
	}
	if err := decodeChecked(content, &kept); err != nil {
		return file{}, false, quarantine(path, "the list of tickets looked at", err)
	}
	return kept, true, nil
}
