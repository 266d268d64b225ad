package presence

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"

	"frontdesk/internal/safetext"
)

// Tracker is the group of the consoles of one process. It is safe for concurrent use.
type Tracker struct {
	mu       sync.Mutex
	joined   uint64 // members so far
	editing  map[Resource]map[*member]struct{}
	watching map[Resource]map[*member]struct{}
	members  map[*member]struct{}
	claims   claims
}

// New returns an empty tracker.
func New() *Tracker {
	return &Tracker{
		editing:  map[Resource]map[*member]struct{}{},
		watching: map[Resource]map[*member]struct{}{},
		members:  map[*member]struct{}{},
	}
}

// member is a Member of a Tracker.
type member struct {
	tracker *Tracker
	id      string // no other member has it
	name    safetext.Line
	editing Resource      // the resource being edited
	watch   Resource      // the resource being watched
	changed chan struct{} // holds at most one pending notification
	left    bool
}

// Join registers a console.
func (t *Tracker) Join(who safetext.Line) Member {
	t.mu.Lock()
	t.joined++
	id := strconv.FormatUint(t.joined, 10)
	t.mu.Unlock()
	return t.JoinAs(id, who)
}

// JoinAs registers a console under an id that no other member has, so that SetClaims can name it.
func (t *Tracker) JoinAs(id string, who safetext.Line) Member {
	m := &member{tracker: t, id: id, name: who, changed: make(chan struct{}, 1)}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.members[m] = struct{}{}
	return m
}

// SetEditing implements Member.
func (m *member) SetEditing(at Resource) {
	m.tracker.mu.Lock()
	defer m.tracker.mu.Unlock()
	if m.editing != at && !m.left {
		m.move(at)
	}
}

// move changes the edited resource and notifies the members that watch the old or the new one. The caller holds the
// lock.
func (m *member) move(to Resource) {
	from := m.editing
	m.editing = to
	move(m.tracker.editing, m, from, to)
	m.notify(from)
	m.notify(to)
}

// move moves a member from one resource of a map to another; the zero Resource is not stored.
func move(all map[Resource]map[*member]struct{}, m *member, from, to Resource) {
	if from != (Resource{}) {
		if delete(all[from], m); len(all[from]) == 0 {
			delete(all, from)
		}
	}
	if to == (Resource{}) {
		return
	}
	if all[to] == nil {
		all[to] = map[*member]struct{}{}
	}
	all[to][m] = struct{}{}
}

// notify notifies every other member that watches a resource.
func (m *member) notify(at Resource) {
	for other := range m.tracker.watching[at] {
		if other != m {
			other.signal()
		}
	}
}

// signal leaves a notification for the member, unless one is waiting already. It never blocks.
func (m *member) signal() {
	select {
	case m.changed <- struct{}{}:
	default:
	}
}

// Watch implements Member.
func (m *member) Watch(at Resource) []safetext.Line {
	m.tracker.mu.Lock()
	defer m.tracker.mu.Unlock()
	if m.watch != at && !m.left {
		move(m.tracker.watching, m, m.watch, at)
		m.watch = at
	}
	return m.editors(at)
}

// Editors implements Member.
func (m *member) Editors(at Resource) []safetext.Line {
	m.tracker.mu.Lock()
	defer m.tracker.mu.Unlock()
	return m.editors(at)
}

// editors returns the names of the other members that are editing a resource. The caller holds the lock.
func (m *member) editors(at Resource) []safetext.Line {
	var names []safetext.Line
	for other := range m.tracker.editing[at] {
		if other != m && !slices.Contains(names, other.name) {
			names = append(names, other.name)
		}
	}
	slices.SortFunc(names, func(a, b safetext.Line) int { return strings.Compare(a.String(), b.String()) })
	return names
}

// WaitChange implements Member.
func (m *member) WaitChange(ctx context.Context) error {
	select {
	case _, open := <-m.changed:
		if !open {
			return ErrLeft
		}
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Leave implements Member.
func (m *member) Leave() {
	m.tracker.mu.Lock()
	defer m.tracker.mu.Unlock()
	if m.left {
		return
	}
	m.left = true
	move(m.tracker.watching, m, m.watch, Resource{})
	m.move(Resource{})
	delete(m.tracker.members, m)
	m.releaseAll()
	close(m.changed)
}
