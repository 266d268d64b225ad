// Package presence tracks which agents are editing which records on one server, so that others can be warned. It locks
// nothing, and a session's entries are removed when it ends.
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
	working  map[Resource]map[*Member]struct{}
	watching map[Resource]map[*Member]struct{}
}

// New returns an empty tracker.
func New() *Tracker {
	return &Tracker{working: map[Resource]map[*Member]struct{}{}, watching: map[Resource]map[*Member]struct{}{}}
}

// Member is one console's registration with a tracker; Leave ends it.
type Member struct {
	board   *Tracker
	who     safetext.Line
	at      Resource      // the resource being edited
	watch   Resource      // the resource being watched
	changed chan struct{} // holds at most one pending notification
	left    bool
}

// Join registers a console.
func (b *Tracker) Join(who safetext.Line) *Member {
	return &Member{board: b, who: who, changed: make(chan struct{}, 1)}
}

// SetEditing sets the resource that the member is editing.
func (s *Member) SetEditing(at Resource) {
	s.board.mu.Lock()
	defer s.board.mu.Unlock()
	if s.at != at && !s.left {
		s.move(at)
	}
}

// move changes the edited resource and notifies the members that watch the old or the new one. The caller holds the
// lock.
func (s *Member) move(to Resource) {
	from := s.at
	s.at = to
	move(s.board.working, s, from, to)
	s.notify(from)
	s.notify(to)
}

// move moves a member from one resource of a map to another; the zero Resource is not stored.
func move(all map[Resource]map[*Member]struct{}, s *Member, from, to Resource) {
	if from != (Resource{}) {
		if delete(all[from], s); len(all[from]) == 0 {
			delete(all, from)
		}
	}
	if to == (Resource{}) {
		return
	}
	if all[to] == nil {
		all[to] = map[*Member]struct{}{}
	}
	all[to][s] = struct{}{}
}

// notify notifies every other member that watches a resource. It never blocks: a member with a pending notification
// needs no second one.
func (s *Member) notify(at Resource) {
	for other := range s.board.watching[at] {
		if other == s {
			continue
		}
		select {
		case other.changed <- struct{}{}:
		default:
		}
	}
}

// Watch returns the names of the other members that are editing a resource, without duplicates, and subscribes to its
// changes. An agent's own second console is included.
func (s *Member) Watch(at Resource) []safetext.Line {
	s.board.mu.Lock()
	defer s.board.mu.Unlock()
	if s.watch != at && !s.left {
		move(s.board.watching, s, s.watch, at)
		s.watch = at
	}
	var names []safetext.Line
	for other := range s.board.working[at] {
		if other != s && !slices.Contains(names, other.who) {
			names = append(names, other.who)
		}
	}
	slices.SortFunc(names, func(a, b safetext.Line) int { return strings.Compare(a.String(), b.String()) })
	return names
}

// ErrLeft is returned by WaitChange after Leave.
var ErrLeft = errors.New("the seat was given back")

// WaitChange waits until another member has started or stopped editing the watched resource since it last returned.
// Otherwise it returns the context's error or ErrLeft.
func (s *Member) WaitChange(ctx context.Context) error {
	select {
	case _, open := <-s.changed:
		if !open {
			return ErrLeft
		}
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Leave ends the registration; it may be called twice.
func (s *Member) Leave() {
	s.board.mu.Lock()
	defer s.board.mu.Unlock()
	if s.left {
		return
	}
	s.left = true
	move(s.board.watching, s, s.watch, Resource{})
	s.move(Resource{})
	close(s.changed)
}
