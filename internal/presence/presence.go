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
	mu    sync.Mutex
	seats map[*Seat]struct{}
}

// New makes an empty board.
func New() *Board { return &Board{seats: map[*Seat]struct{}{}} }

// Seat is one console's place at the board; Leave gives it back.
type Seat struct {
	board   *Board
	who     text.Line
	at      Place
	changed chan struct{} // holds one notice at most
	left    bool
}

// Sit gives a console a seat.
func (b *Board) Sit(who text.Line) *Seat {
	s := &Seat{board: b, who: who, changed: make(chan struct{}, 1)}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.seats[s] = struct{}{}
	return s
}

// Work says what the seat's console is working on now.
func (s *Seat) Work(at Place) {
	s.board.mu.Lock()
	defer s.board.mu.Unlock()
	if s.at == at || s.left {
		return
	}
	s.at = at
	s.tell()
}

// tell gives every other seat its notice; the board is locked. Nobody waits for one that is slow.
func (s *Seat) tell() {
	for other := range s.board.seats {
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
func (s *Seat) Others(at Place) []text.Line {
	if at == (Place{}) {
		return nil
	}
	s.board.mu.Lock()
	defer s.board.mu.Unlock()
	var names []text.Line
	for other := range s.board.seats {
		if other != s && other.at == at && !slices.Contains(names, other.who) {
			names = append(names, other.who)
		}
	}
	slices.SortFunc(names, func(a, b text.Line) int { return strings.Compare(a.String(), b.String()) })
	return names
}

// ErrLeft is what Wait returns once the seat was given back.
var ErrLeft = errors.New("the seat was given back")

// Wait returns when somebody else has begun or ended something since it last returned; otherwise with the context's
// error, or ErrLeft.
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
	delete(s.board.seats, s)
	close(s.changed)
	if s.at != (Place{}) {
		s.tell()
	}
}
