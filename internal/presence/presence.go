// Package presence tracks which agents of one host edit which records, so that others can be warned, and which tickets
// they have taken, so that others are given different ones. It locks nothing, and what it knows of a session is removed
// when that ends.
package presence

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"frontdesk/internal/safetext"
)

// Resource is a form that is being filled in; the zero Resource is none.
type Resource struct{ Kind, Record string }

// Tracker holds what the members of one account are editing. It is safe for concurrent use.
type Tracker struct {
	mu       sync.Mutex
	editing  map[Resource]map[*Member]struct{}
	watching map[Resource]map[*Member]struct{}
	members  map[*Member]struct{}
	claims   claims
}

// New returns an empty tracker.
func New() *Tracker {
	return &Tracker{
		editing:  map[Resource]map[*Member]struct{}{},
		watching: map[Resource]map[*Member]struct{}{},
		members:  map[*Member]struct{}{},
	}
}

// Member is one console's registration with a tracker; Leave ends it.
type Member struct {
	tracker *Tracker
	name    safetext.Line
	editing Resource      // the resource being edited
	watch   Resource      // the resource being watched
	changed chan struct{} // holds at most one pending notification
	left    bool
}

// Join registers a console.
func (t *Tracker) Join(who safetext.Line) *Member {
	m := &Member{tracker: t, name: who, changed: make(chan struct{}, 1)}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.members[m] = struct{}{}
	return m
}

// SetEditing sets the resource that the member is editing.
func (m *Member) SetEditing(at Resource) {
	m.tracker.mu.Lock()
	defer m.tracker.mu.Unlock()
	if m.editing != at && !m.left {
		m.move(at)
	}
}

// move changes the edited resource and notifies the members that watch the old or the new one. The caller holds the
// lock.
func (m *Member) move(to Resource) {
	from := m.editing
	m.editing = to
	move(m.tracker.editing, m, from, to)
	m.notify(from)
	m.notify(to)
}

// move moves a member from one resource of a map to another; the zero Resource is not stored.
func move(all map[Resource]map[*Member]struct{}, m *Member, from, to Resource) {
	if from != (Resource{}) {
		if delete(all[from], m); len(all[from]) == 0 {
			delete(all, from)
		}
	}
	if to == (Resource{}) {
		return
	}
	if all[to] == nil {
		all[to] = map[*Member]struct{}{}
	}
	all[to][m] = struct{}{}
}

// notify notifies every other member that watches a resource.
func (m *Member) notify(at Resource) {
	for other := range m.tracker.watching[at] {
		if other != m {
			other.signal()
		}
	}
}

// signal leaves a notification for the member, unless one is waiting already. It never blocks.
func (m *Member) signal() {
	select {
	case m.changed <- struct{}{}:
	default:
	}
}

// Watch returns the names of the other members that are editing a resource, without duplicates, and subscribes to its
// changes. An agent's own second console is included.
func (m *Member) Watch(at Resource) []safetext.Line {
	m.tracker.mu.Lock()
	defer m.tracker.mu.Unlock()
	if m.watch != at && !m.left {
		move(m.tracker.watching, m, m.watch, at)
		m.watch = at
	}
	return m.editors(at)
}

// Editors is Watch without the subscription.
func (m *Member) Editors(at Resource) []safetext.Line {
	m.tracker.mu.Lock()
	defer m.tracker.mu.Unlock()
	return m.editors(at)
}

// editors returns the names of the other members that are editing a resource. The caller holds the lock.
func (m *Member) editors(at Resource) []safetext.Line {
	var names []safetext.Line
	for other := range m.tracker.editing[at] {
		if other != m && !slices.Contains(names, other.name) {
			names = append(names, other.name)
		}
	}
	slices.SortFunc(names, func(a, b safetext.Line) int { return strings.Compare(a.String(), b.String()) })
	return names
}

// ErrLeft is returned by WaitChange after Leave.
var ErrLeft = errors.New("the console has left")

// WaitChange waits until another member has started or stopped editing the watched resource, or the claims have
// changed, since it last returned. Otherwise it returns the context's error or ErrLeft.
func (m *Member) WaitChange(ctx context.Context) error {
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

// Leave ends the registration; it may be called twice.
func (m *Member) Leave() {
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
