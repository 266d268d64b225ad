// Package presence is who is working on what, among the consoles of one host: a soft warning for others, gone with the
// session. Nothing is locked by it.
package presence

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"frontdesk/internal/safetext"
)

// Resource is a form that somebody fills in; the zero Place is none.
type Resource struct{ Kind, Record string }

// Tracker is what everybody of an account works on. It is safe for concurrent use.
type Tracker struct {
	mu       sync.Mutex
	working  map[Resource]map[*Member]struct{}
	watching map[Resource]map[*Member]struct{}
}

// New makes an empty board.
func New() *Tracker {
	return &Tracker{working: map[Resource]map[*Member]struct{}{}, watching: map[Resource]map[*Member]struct{}{}}
}

// Member is one console's place at the board; Leave gives it back.
type Member struct {
	board   *Tracker
	who     safetext.Line
	at      Resource      // where it works
	watch   Resource      // where it wants to know who works
	changed chan struct{} // holds one notice at most
	left    bool
}

// Join gives a console a seat.
func (b *Tracker) Join(who safetext.Line) *Member {
	return &Member{board: b, who: who, changed: make(chan struct{}, 1)}
}

// SetEditing says what the seat's console is working on now.
func (s *Member) SetEditing(at Resource) {
	s.board.mu.Lock()
	defer s.board.mu.Unlock()
	if s.at != at && !s.left {
		s.move(at)
	}
}

// move goes from one place to another and tells those who watch either; the board is locked.
func (s *Member) move(to Resource) {
	from := s.at
	s.at = to
	move(s.board.working, s, from, to)
	s.notify(from)
	s.notify(to)
}

// move takes a seat from one place of a map to another; nobody is kept under the zero Place.
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

// notify gives every other seat that watches a place its notice. Nobody waits for one that is slow.
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

// Watch are the names of who else is working there, each once; an agent with two consoles is named to themselves too.
// From then on the seat has notice of who comes and goes there.
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

// ErrLeft is what Wait returns once the seat was given back.
var ErrLeft = errors.New("the seat was given back")

// WaitChange returns when somebody else has come or gone where Others was last asked about, since it last returned; otherwise
// with the context's error, or ErrLeft.
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

// Leave gives the seat back; it may be called twice.
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
