// Package presence is who is working on what, among the consoles of one host: a soft warning for others, gone with the
// session. Nothing is locked by it.
package presence

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"frontdesk/internal/text"
)

// Place is a form that somebody fills in; the zero Place is none.
type Place struct{ Kind, Record string }

// Board is what everybody of an account works on. It is safe for concurrent use.
type Board struct {
	mu       sync.Mutex
	working  map[Place]map[*Seat]struct{}
	watching map[Place]map[*Seat]struct{}
}

// New makes an empty board.
func New() *Board {
	return &Board{working: map[Place]map[*Seat]struct{}{}, watching: map[Place]map[*Seat]struct{}{}}
}

// Seat is one console's place at the board; Leave gives it back.
type Seat struct {
	board   *Board
	who     text.Line
	at      Place         // where it works
	watch   Place         // where it wants to know who works
	changed chan struct{} // holds one notice at most
	left    bool
}

// Sit gives a console a seat.
func (b *Board) Sit(who text.Line) *Seat {
	return &Seat{board: b, who: who, changed: make(chan struct{}, 1)}
}

// Work says what the seat's console is working on now.
func (s *Seat) Work(at Place) {
	s.board.mu.Lock()
	defer s.board.mu.Unlock()
	if s.at != at && !s.left {
		s.move(at)
	}
}

// move goes from one place to another and tells those who watch either; the board is locked.
func (s *Seat) move(to Place) {
	from := s.at
	s.at = to
	change(s.board.working, s, from, to)
	s.tell(from)
	s.tell(to)
}

// change takes a seat from one place of a map to another; nobody is kept under the zero Place.
func change(all map[Place]map[*Seat]struct{}, s *Seat, from, to Place) {
	if from != (Place{}) {
		if delete(all[from], s); len(all[from]) == 0 {
			delete(all, from)
		}
	}
	if to == (Place{}) {
		return
	}
	if all[to] == nil {
		all[to] = map[*Seat]struct{}{}
	}
	all[to][s] = struct{}{}
}

// tell gives every other seat that watches a place its notice. Nobody waits for one that is slow.
func (s *Seat) tell(at Place) {
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

// Others are the names of who else is working there, each once; an agent with two consoles is named to themselves too.
// From then on the seat has notice of who comes and goes there.
func (s *Seat) Others(at Place) []text.Line {
	s.board.mu.Lock()
	defer s.board.mu.Unlock()
	if s.watch != at && !s.left {
		change(s.board.watching, s, s.watch, at)
		s.watch = at
	}
	var names []text.Line
	for other := range s.board.working[at] {
		if other != s && !slices.Contains(names, other.who) {
			names = append(names, other.who)
		}
	}
	slices.SortFunc(names, func(a, b text.Line) int { return strings.Compare(a.String(), b.String()) })
	return names
}

// ErrLeft is what Wait returns once the seat was given back.
var ErrLeft = errors.New("the seat was given back")

// Wait returns when somebody else has come or gone where Others was last asked about, since it last returned; otherwise
// with the context's error, or ErrLeft.
func (s *Seat) Wait(ctx context.Context) error {
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
func (s *Seat) Leave() {
	s.board.mu.Lock()
	defer s.board.mu.Unlock()
	if s.left {
		return
	}
	s.left = true
	change(s.board.watching, s, s.watch, Place{})
	s.move(Place{})
	close(s.changed)
}
