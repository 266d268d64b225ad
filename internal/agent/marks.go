package agent

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"sync"
	"time"

	"frontdesk/internal/desk"
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

// Marks are the tickets that one agent has read and changed. The interface returns unread marks only in responses to
// Add and Update Ticket, so unread tickets are computed here (PROTOCOL.md 3.3). They are safe for concurrent use.
type Marks struct {
	state  *State
	saving sync.Mutex // serialises saves

	mu      sync.RWMutex
	version uint64                   // changes with the fields below
	since   desk.UnixTime            // activity up to this time is not new
	read    map[string]readMark      // by raw ticket id, the state that the agent has read
	changed map[string]desk.UnixTime // by raw ticket id, when the agent last changed it
	unsaved map[string]bool          // the rows that have changed since they were saved
	revs    map[string]string        // the revs of rows that were read, by id
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

// Marks returns the marks of an agent. If there are none or they cannot be read, activity before now is not new; for
// those that cannot be read the error gives the reason. The returned marks are usable in any case.
func (s *State) Marks(now time.Time) (*Marks, error) {
	m := &Marks{
		state: s, read: map[string]readMark{}, changed: map[string]desk.UnixTime{}, unsaved: map[string]bool{},
		revs: map[string]string{},
	}
	if err := m.load(); err != nil {
		m.since = desk.NewUnixTime(now)
		return m, fmt.Errorf("what was looked at cannot be read: %w", err)
	}
	if len(m.revs) == 0 { // saved at once, so that activity while the console is closed is new if nothing is read now
		m.since = desk.NewUnixTime(now)
		m.unsaved[sinceRow] = true
		err := m.Save(now)
		return m, err
	}
	m.prune(now)
	return m, s.fault()
}

// IsUnread reports whether a ticket has activity that this agent has not read.
func (m *Marks) IsUnread(t *desk.Ticket) bool {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.isUnread(t)
}

func (m *Marks) isUnread(t *desk.Ticket) bool {
	return m.isUnreadState(t.ID.Raw(), readMarkOf(t))
}

func (m *Marks) isUnreadState(id string, state readMark) bool {
	if state.Touched <= m.since {
		return false
	}
	c, looked := m.read[id]
	return !looked || c.max(state) != c
}

// Since returns the time up to which all activity counts as read.
func (m *Marks) Since() desk.UnixTime {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.since
}

// Version returns a number that changes with what is unread.
func (m *Marks) Version() uint64 {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.version
}

// IsUnreadState reports whether a ticket with a raw id, in this state of its conversation, is unread.
func (m *Marks) IsUnreadState(id string, last int64, count int32, touched desk.UnixTime) bool {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.isUnreadState(id, readMark{Last: last, Count: count, Touched: touched})
}

// CountUnread counts the unread tickets, given the last activity of each; it calls at only for recent activity.
func (m *Marks) CountUnread(touched []desk.UnixTime, at func(int) *desk.Ticket) int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	count := 0
	for i, when := range touched {
		if when > m.since && m.isUnread(at(i)) {
			count++
		}
	}
	return count
}

// MarkRead marks a ticket's current state as read; it returns false if it already was.
func (m *Marks) MarkRead(t *desk.Ticket) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.isUnread(t) {
		return false
	}
	id := t.ID.Raw()
	m.version++
	m.read[id] = m.read[id].max(readMarkOf(t))
	m.unsaved[rowOf(id)] = true
	return true
}

// Save keeps what has changed, and takes over what other consoles of the agent have read.
func (m *Marks) Save(now time.Time) error {
	m.saving.Lock()
	defer m.saving.Unlock()
	m.mu.Lock()
	m.prune(now)
	unsaved := m.unsaved
	m.unsaved = map[string]bool{}
	m.mu.Unlock()
	var err error
	for _, id := range slices.Sorted(maps.Keys(unsaved)) {
		if err == nil {
			err = m.state.update(kindMark, id, func(body []byte) ([]byte, error) { return m.mergeRow(id, body) })
		}
		if err == nil {
			delete(unsaved, id)
		}
	}
	if err == nil {
		err = m.load()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	maps.Copy(m.unsaved, unsaved)
	if err != nil {
		return fmt.Errorf("what was looked at is not saved: %w", err)
	}
	return m.state.fault()
}

// load takes over the rows that were changed since they were read.
func (m *Marks) load() error {
	found, err := m.state.read(kindMark)
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range found {
		if m.revs[r.id] == r.rev {
			continue
		}
		var kept markRow
		err = errors.Join(err, r.decode(&kept))
		m.merge(kept)
		m.revs[r.id] = r.rev
	}
	return err
}

// A mark is one of 64 rows, by a hash of its ticket: a row each would be thousands, and one for all would be written
// whole with each ticket that is read. One row has the time before which all is read.
const (
	markRows = 64
	sinceRow = "since"
)

// markRow is the content of a row.
type markRow struct {
	Since   desk.UnixTime            `json:"since,omitzero"`
	Tickets map[string]readMark      `json:"tickets,omitempty"`
	Changed map[string]desk.UnixTime `json:"changed,omitempty"`
}

// rowOf returns the id of the row that has a ticket.
func rowOf(ticket string) string {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(ticket))
	return fmt.Sprintf("%02x", sum.Sum32()%markRows)
}

// mergeRow merges the content of a row with what this console knows, and returns it.
func (m *Marks) mergeRow(id string, body []byte) ([]byte, error) {
	var kept markRow
	if len(body) > 0 {
		if err := (&row{body: body}).decode(&kept); err != nil {
			return nil, err
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.merge(kept)
	m.bound()
	if id == sinceRow {
		return encode(markRow{Since: m.since})
	}
	own := markRow{Tickets: map[string]readMark{}, Changed: map[string]desk.UnixTime{}}
	for ticket, mark := range m.read {
		if rowOf(ticket) == id {
			own.Tickets[ticket] = mark
		}
	}
	for ticket, at := range m.changed {
		if rowOf(ticket) == id {
			own.Changed[ticket] = at
		}
	}
	return encode(own)
}

// mergeMarks puts together what was read on two hosts.
func mergeMarks(mine, theirs []byte) ([]byte, error) {
	both := Marks{read: map[string]readMark{}, changed: map[string]desk.UnixTime{}}
	for _, body := range [][]byte{mine, theirs} {
		var kept markRow
		if err := (&row{body: body}).decode(&kept); err != nil {
			return nil, err
		}
		both.merge(kept)
	}
	return encode(markRow{Since: both.since, Tickets: both.read, Changed: both.changed})
}

func (m *Marks) merge(kept markRow) {
	m.version++
	m.since = max(m.since, kept.Since)
	for id, c := range kept.Tickets {
		m.read[id] = m.read[id].max(c)
	}
	for id, at := range kept.Changed {
		m.changed[id] = max(m.changed[id], at)
	}
}

// prune removes what is too old, and what is too much.
func (m *Marks) prune(now time.Time) {
	m.since = max(m.since, desk.NewUnixTime(now.Add(-maxUnreadAge)))
	long := desk.NewUnixTime(now.Add(-maxChangedAge))
	maps.DeleteFunc(m.changed, func(_ string, at desk.UnixTime) bool { return at < long })
	m.bound()
}

// bound removes, if there are more than maxMarks, the oldest half: activity up to then counts as read. Of the changed
// tickets the latest stay.
func (m *Marks) bound() {
	if len(m.read) > maxMarks {
		oldest := slices.SortedFunc(
			maps.Values(m.read),
			func(a, b readMark) int { return cmp.Compare(a.Touched, b.Touched) },
		)
		m.since = max(m.since, oldest[len(oldest)/2].Touched)
		if m.unsaved != nil {
			m.unsaved[sinceRow] = true
		}
	}
	maps.DeleteFunc(m.read, func(_ string, c readMark) bool { return c.Touched <= m.since })
	if len(m.changed) > maxRecentlyChanged {
		for _, id := range m.latestChanged()[maxRecentlyChanged:] {
			delete(m.changed, id)
		}
	}
}

// latestChanged returns the raw ids of the tickets that the agent has changed, latest first.
func (m *Marks) latestChanged() []string {
	return slices.SortedFunc(maps.Keys(m.changed), func(a, b string) int {
		return cmp.Or(cmp.Compare(m.changed[b], m.changed[a]), cmp.Compare(a, b))
	})
}

// MarkChanged records that the agent has changed a ticket; Save writes it to disk.
func (m *Marks) MarkChanged(id desk.ID, now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.changed[id.Raw()] = desk.NewUnixTime(now)
	m.unsaved[rowOf(id.Raw())] = true
	m.bound()
}

// RecentlyChanged returns the tickets that the agent has changed in the last 30 days, latest first, at most 200. They
// are watched because a pull may not return them.
func (m *Marks) RecentlyChanged() []desk.ID {
	m.mu.RLock()
	defer m.mu.RUnlock()
	ids := m.latestChanged()
	keys := make([]desk.ID, len(ids))
	for i := range keys {
		keys[i] = desk.NewID(ids[i])
	}
	return keys
}
