// Package unread stores which tickets an agent has read and which they have changed.
package unread

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"sync"
	"time"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/desk"
	"frontdesk/internal/filestore"
)

const (
	// maxMarks is the maximum number of read marks.
	maxMarks = 5000
	// maxUnreadAge is how long an unread ticket counts as new; without a limit, most tickets would be marked after some
	// weeks.
	maxUnreadAge = 14 * 24 * time.Hour
	// maxChangedAge is how long a ticket changed by the agent is remembered.
	maxChangedAge = 30 * 24 * time.Hour
	// maxRecentlyChanged is the maximum number of tickets that RecentlyChanged returns, and that are kept.
	maxRecentlyChanged = 200
)

// Tracker holds the tickets that one agent has read. The interface returns unread marks only in responses to Add and
// Update Ticket, so unread tickets are computed here (PROTOCOL.md 3.3). It is safe for concurrent use.
type Tracker struct {
	state  agentstate.Store
	saving sync.Mutex // serialises saves, so that older content does not replace newer

	mu      sync.RWMutex
	version uint64                   // changes with the fields below
	since   desk.UnixTime            // activity up to this time is not new
	read    map[string]readMark      // by raw ticket id, the state that the agent has read
	changed map[string]desk.UnixTime // by raw ticket id, when the agent last changed it
}

// readMark is the state of a ticket's conversation.
type readMark struct {
	Last    int64         `json:"last"`
	Count   int32         `json:"count"`
	Touched desk.UnixTime `json:"touched"`
}

func readMarkOf(t *desk.Ticket) readMark {
	return readMark{Last: t.LastConversationID, Count: t.Conversations, Touched: t.LastActivity()}
}

// max returns the maximum of each field: a response that omits fields does not reset them.
func (c readMark) max(other readMark) readMark {
	return readMark{
		Last: max(c.Last, other.Last), Count: max(c.Count, other.Count), Touched: max(c.Touched, other.Touched),
	}
}

// In loads the tracker of an agent's state. If there is none or it cannot be read, activity before now is not new; for
// one that cannot be read the error gives the reason, and a *CorruptError names the quarantined file. The returned
// tracker is usable in any case.
func In(state agentstate.Store, now time.Time) (*Tracker, error) {
	s := empty(state)
	there, found, err := s.load()
	if err != nil {
		s.since = desk.NewUnixTime(now)
		return s, err
	}
	if !found { // saved at once, so that activity while the console is closed is new even if nothing is read now
		s.since = desk.NewUnixTime(now)
		err = s.Save(now)
		return s, err
	}
	s.merge(there)
	s.prune(now)
	return s, nil
}

func empty(state agentstate.Store) *Tracker {
	return &Tracker{state: state, read: map[string]readMark{}, changed: map[string]desk.UnixTime{}}
}

// IsUnread reports whether a ticket has activity that this agent has not read.
func (s *Tracker) IsUnread(t *desk.Ticket) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.isUnread(t)
}

func (s *Tracker) isUnread(t *desk.Ticket) bool {
	return s.isUnreadState(t.ID.Raw(), readMarkOf(t))
}

func (s *Tracker) isUnreadState(id string, state readMark) bool {
	if state.Touched <= s.since {
		return false
	}
	c, looked := s.read[id]
	return !looked || c.max(state) != c
}

// Since returns the time up to which all activity counts as read.
func (s *Tracker) Since() desk.UnixTime {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.since
}

// Version returns a number that changes with what is unread.
func (s *Tracker) Version() uint64 {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.version
}

// IsUnreadState reports whether a ticket with a raw id, in this state of its conversation, is unread.
func (s *Tracker) IsUnreadState(id string, last int64, count int32, touched desk.UnixTime) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.isUnreadState(id, readMark{Last: last, Count: count, Touched: touched})
}

// CountUnread counts the unread tickets, given the last activity of each; it calls at only for recent activity.
func (s *Tracker) CountUnread(touched []desk.UnixTime, at func(int) *desk.Ticket) int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	count := 0
	for i, when := range touched {
		if when > s.since && s.isUnread(at(i)) {
			count++
		}
	}
	return count
}

// MarkRead marks a ticket's current state as read; it returns false if it already was.
func (s *Tracker) MarkRead(t *desk.Ticket) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.isUnread(t) {
		return false
	}
	id := t.ID.Raw()
	s.version++
	s.read[id] = s.read[id].max(readMarkOf(t))
	return true
}

// Save keeps the tracker, merged with what another console of the agent has saved.
func (s *Tracker) Save(now time.Time) error {
	s.saving.Lock()
	defer s.saving.Unlock()
	_, _, damaged := s.load()
	err := agentstate.Change(s.state, fileName, func(content []byte) ([]byte, error) {
		var kept fileContent
		_ = filestore.DecodeRecord(content, &kept) // what is damaged was set aside, or is not there
		return s.content(kept, now)
	})
	if err != nil {
		return fmt.Errorf("what was looked at is not saved: %w", err)
	}
	return damaged
}

// content merges the file's content and returns the encoded result.
func (s *Tracker) content(kept fileContent, now time.Time) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.merge(kept)
	s.prune(now)
	return filestore.EncodeRecord(fileContent{Since: s.since, Tickets: s.read, Worked: s.changed})
}

func (s *Tracker) merge(kept fileContent) {
	s.version++
	s.since = max(s.since, kept.Since)
	for id, c := range kept.Tickets {
		s.read[id] = s.read[id].max(c)
	}
	for id, at := range kept.Worked {
		s.changed[id] = max(s.changed[id], at)
	}
}

// prune removes what is too old, and what is too much.
func (s *Tracker) prune(now time.Time) {
	s.since = max(s.since, desk.NewUnixTime(now.Add(-maxUnreadAge)))
	long := desk.NewUnixTime(now.Add(-maxChangedAge))
	maps.DeleteFunc(s.changed, func(_ string, at desk.UnixTime) bool { return at < long })
	s.bound()
}

// bound removes, if there are more than maxMarks, the oldest half: activity up to then counts as read. Of the changed
// tickets the latest stay.
func (s *Tracker) bound() {
	if len(s.read) > maxMarks {
		oldest := slices.SortedFunc(
			maps.Values(s.read),
			func(a, b readMark) int { return cmp.Compare(a.Touched, b.Touched) },
		)
		s.since = max(s.since, oldest[len(oldest)/2].Touched)
	}
	maps.DeleteFunc(s.read, func(_ string, c readMark) bool { return c.Touched <= s.since })
	if len(s.changed) > maxRecentlyChanged {
		for _, id := range s.latestChanged()[maxRecentlyChanged:] {
			delete(s.changed, id)
		}
	}
}

// latestChanged returns the raw ids of the tickets that the agent has changed, latest first.
func (s *Tracker) latestChanged() []string {
	return slices.SortedFunc(maps.Keys(s.changed), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.changed[b], s.changed[a]), cmp.Compare(a, b))
	})
}

// MarkChanged records that the agent has changed a ticket; Save writes it to disk.
func (s *Tracker) MarkChanged(id desk.ID, now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed[id.Raw()] = desk.NewUnixTime(now)
}

// RecentlyChanged returns the tickets that the agent has changed in the last 30 days, latest first, at most 200. They
// are watched because a pull may not return them.
func (s *Tracker) RecentlyChanged() []desk.ID {
	s.mu.RLock()
	defer s.mu.RUnlock()
	ids := s.latestChanged()
	keys := make([]desk.ID, min(len(ids), maxRecentlyChanged))
	for i := range keys {
		keys[i] = desk.NewID(ids[i])
	}
	return keys
}

// fileName is the tracker's file, beside the drafts.
const fileName = "looked-at"

// fileContent is the JSON of the document.
type fileContent struct {
	Since   desk.UnixTime            `json:"since"`
	Tickets map[string]readMark      `json:"tickets"`
	Worked  map[string]desk.UnixTime `json:"worked,omitempty"`
}

// load reads the document; false if there is none. A damaged one is quarantined and named in the error.
func (s *Tracker) load() (kept fileContent, found bool, err error) {
	there, err := s.state.Get(fileName)
	if errors.Is(err, fs.ErrNotExist) {
		return fileContent{}, false, nil
	}
	if err != nil {
		return fileContent{}, false, fmt.Errorf("what was looked at cannot be read: %w", err)
	}
	if err := filestore.DecodeRecord(there.Content, &kept); err != nil {
		return fileContent{}, false, s.state.SetAside(fileName, "the list of tickets looked at", err)
	}
	return kept, true, nil
}

// Kind is the tracker as a kind of an agent's documents.
var Kind = agentstate.Kind{Suffix: fileName, Merge: merge, IsWhole: filestore.IsRecord}

// merge puts together what was read on this host and on another.
func merge(_ string, here, shared []byte) (stays []byte, beside map[string][]byte) {
	both := empty(nil)
	for _, content := range [][]byte{here, shared} {
		var kept fileContent
		if filestore.DecodeRecord(content, &kept) == nil {
			both.merge(kept)
		}
	}
	both.bound()
	merged, err := filestore.EncodeRecord(fileContent{Since: both.since, Tickets: both.read, Worked: both.changed})
	if err != nil {
		return here, nil
	}
	return merged, nil
}
