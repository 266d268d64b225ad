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
	// maxSeen is the maximum number of read marks.
	maxSeen = 5000
	// maxNew is how long an unread ticket counts as new; without a limit, most tickets would be marked after some
	// weeks.
	maxNew = 14 * 24 * time.Hour
	// maxWorked is how long a ticket changed by the agent is remembered.
	maxWorked = 30 * 24 * time.Hour
	// maxWatched is the maximum number of tickets that RecentlyChanged returns.
	maxWatched = 200
)

// Tracker holds the tickets that one agent has read. The interface returns unread marks only in responses to Add and
// Update Ticket, so unread tickets are computed here (PROTOCOL.md 3.3). It is safe for concurrent use.
type Tracker struct {
	path   string
	saving sync.Mutex // serialises saves, so that older content does not replace newer

	mu        sync.RWMutex
	since     desk.UnixTime            // activity up to this time is not new
	readState map[string]readMark      // by raw ticket id, the state that the agent has read
	work      map[string]desk.UnixTime // by raw ticket id, when the agent last changed it
}

// readMark is the state of a ticket's conversation.
type readMark struct {
	Last    int64         `json:"last"`
	Count   int32         `json:"count"`
	Touched desk.UnixTime `json:"touched"`
}

func state(t *desk.Ticket) readMark {
	return readMark{Last: t.LastConversationID, Count: t.Conversations, Touched: t.LastActivity()}
}

// max returns the maximum of each field: a response that omits fields does not reset them.
func (c readMark) max(other readMark) readMark {
	return readMark{
		Last: max(c.Last, other.Last), Count: max(c.Count, other.Count), Touched: max(c.Touched, other.Touched),
	}
}

// OpenUnread loads the tracker. If the file is missing or cannot be read, activity before now is not new; for an
// unreadable file the error gives the reason, and a *CorruptError names the quarantined file. The returned tracker is
// usable in any case.
func OpenUnread(dir string, now time.Time) (*Tracker, error) {
	s := &Tracker{path: filepath.Join(dir, seenFile), readState: map[string]readMark{}, work: map[string]desk.UnixTime{}}
	kept, found, err := readSeen(s.path)
	if err != nil {
		s.since = desk.NewStamp(now)
		return s, err
	}
	if !found { // saved at once, so that activity while the console is closed is new even if nothing is read now
		s.since = desk.NewStamp(now)
		err = s.Save(now)
		return s, err
	}
	s.merge(kept)
	s.prune(now)
	return s, nil
}

// IsUnread reports whether a ticket has activity that this agent has not read.
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

// CountUnread counts the unread tickets, given the last activity of each; it calls at only for recent activity.
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

// MarkRead marks a ticket's current state as read; it returns false if it already was.
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

// Save writes the tracker to disk, merged with what another console of the agent has saved. If two consoles save at the
// same moment, one may lose a mark until its next save.
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

// content merges the file's content and returns the encoded result.
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

// prune removes marks older than maxNew and, if there are more than maxSeen, the oldest half: activity up to then
// counts as read.
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

// MarkChanged records that the agent has changed a ticket; Save writes it to disk.
func (s *Tracker) MarkChanged(id desk.ID, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.work[id.Raw()] = desk.NewStamp(now)
}

// RecentlyChanged returns the tickets that the agent has changed in the last 30 days, latest first, at most 200. They
// are watched because a pull may not return them.
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

// seenFile is the tracker's file, beside the drafts.
const seenFile = "looked-at"

// file is the JSON of seenFile.
type file struct {
	Since   desk.UnixTime            `json:"since"`
	Tickets map[string]readMark      `json:"tickets"`
	Worked  map[string]desk.UnixTime `json:"worked,omitempty"`
}

// readSeen reads seenFile; false if there is none. A damaged file is quarantined and named in the error.
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
