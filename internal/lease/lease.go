// Package lease has hosts hold keys: one host at a time, until it gives the key back or is gone.
//
// On the servers, all hosts have one bucket:
//
//	host.TERM   the name of a host, written again every Limit/6
//	KEY         {"term":TERM,"note":…,"age":…}, written when a host takes the key, and when it changes the note
//
// Only a host's entry is renewed: whatever the host holds names it. If it was not renewed for Limit, by the clock of
// another host that has watched for so long, that one removes it, and what it held is free. A host believes in what it
// holds for 2/3 of Limit after its last renewal, so that no two hosts believe in one key at any time.
package lease

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/cluster"
	"frontdesk/internal/guard"
)

// Errors of Take. After ErrAway it is not known whether another host holds the key.
var (
	ErrTaken = errors.New("it is held already")
	ErrAway  = errors.New("the other hosts are out of reach")
)

// Session is what one host holds, and what it knows of the others. It is safe for concurrent use.
type Session struct {
	conn   cluster.Connection // nil for a host alone
	log    *slog.Logger
	cancel context.CancelFunc
	done   <-chan error
	stop   func() // ends the observation of the cluster
	wake   chan struct{}
	watch  watching
	missed atomic.Bool // the watch may have missed something

	mu    sync.Mutex // guards the fields below; never held during a request
	term  cluster.Term
	last  cluster.Term // the term before, in which a hold may still be believed
	holds map[string]*Hold
	known picture // what the servers have of the other hosts

	telling  sync.Mutex // held while watchers are told, so that they hear of changes in their order
	watchers map[*watcher]struct{}
}

// Alone returns the session of a host that shares nothing. It need not be closed.
func Alone() *Session {
	return &Session{holds: map[string]*Hold{}, watchers: map[*watcher]struct{}{}, stop: func() {}, cancel: func() {}}
}

// Open returns the session of a host of a cluster. Close ends it.
func Open(c cluster.Connection, log *slog.Logger) *Session {
	s := Alone()
	s.conn, s.log, s.wake = c, log, make(chan struct{}, 1)
	s.known = newPicture(nil)
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	s.stop = c.Observe(func(state cluster.State) {
		if state.Connected {
			s.missed.Store(true)
		}
		s.poke()
	})
	s.done = guard.Start(func() error { return s.run(ctx) })
	return s
}

// Close gives everything back that the host still holds.
func (s *Session) Close() error {
	s.stop()
	s.cancel()
	if s.conn == nil {
		return nil
	}
	return <-s.done
}

// poke wakes the goroutine that writes to the servers.
func (s *Session) poke() {
	if s.conn == nil {
		return
	}
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// IsShared reports whether there are other hosts.
func (s *Session) IsShared() bool { return s.conn != nil }

// Limit returns how long after its last sign of life a host loses what it holds.
func (s *Session) Limit() time.Duration {
	if s.conn == nil {
		return cluster.DefaultTimes.Limit
	}
	return s.conn.Limit()
}

// HostID returns an id of this process that no other host has.
func (s *Session) HostID() string {
	if s.conn == nil {
		return "here"
	}
	return s.conn.HostID()
}

// Hold is a key that this host holds, or wants.
type Hold struct {
	session *Session
	key     string

	// Guarded by the session.
	note    jsontext.Value
	noted   time.Time
	term    string // in which it was written; none if it never was
	at      place
	written time.Time
	dirty   bool // the servers have something older
	busy    bool // it is being written
	over    bool // it was given back, or another host has it
}

// Take holds a key, unless it is held already, by another host or by this one. The note is for those who watch.
func (s *Session) Take(ctx context.Context, key string, note any) (*Hold, error) {
	if s.conn != nil && !s.conn.State().Connected {
		return nil, ErrAway
	}
	h, err := s.add(key, note, s.conn != nil)
	if err != nil || s.conn == nil {
		return h, err
	}
	err = s.write(ctx, h)
	s.lock()
	defer s.mu.Unlock()
	if err == nil && s.isValid(h) {
		return h, nil
	}
	h.over = true // if the answer was lost, the servers may have it
	s.poke()
	switch {
	case errors.Is(err, ErrTaken), cluster.IsTaken(err):
		return nil, ErrTaken
	case errors.Is(err, cluster.ErrNotSent):
		s.end(h)
		return nil, ErrAway
	case err == nil, errors.Is(err, cluster.ErrAway):
		return nil, ErrAway
	}
	return nil, err
}

// Want is Take without waiting: the key is held as soon as the servers say so, unless another host has it.
func (s *Session) Want(key string, note any) *Hold {
	h, err := s.add(key, note, false)
	if err != nil {
		return &Hold{session: s, key: key, over: true}
	}
	s.poke()
	return h
}

// add notes what this host is about to hold.
func (s *Session) add(key string, note any, isBusy bool) (*Hold, error) {
	s.lock()
	defer s.mu.Unlock()
	if s.known.held[key].Term != "" || s.holds[key] != nil {
		return nil, ErrTaken
	}
	h := &Hold{session: s, key: key, busy: isBusy}
	h.setNote(note)
	s.holds[key] = h
	return h, nil
}

// Valid reports whether the key is held. It asks nobody.
func (h *Hold) Valid() bool {
	h.session.lock()
	defer h.session.mu.Unlock()
	return h.session.isValid(h)
}

// Note changes the note. Other hosts hear of it soon.
func (h *Hold) Note(note any) {
	h.session.mu.Lock()
	defer h.session.mu.Unlock()
	h.setNote(note)
	h.session.poke()
}

// setNote changes the note. The session is locked.
func (h *Hold) setNote(note any) {
	text, err := json.Marshal(note)
	if err != nil {
		panic(err) // what is told can always be written
	}
	h.note, h.noted, h.dirty = text, time.Now(), true
}

// Release gives the key back. Other hosts can take it soon.
func (h *Hold) Release() {
	s := h.session
	s.mu.Lock()
	defer s.mu.Unlock()
	h.over = true
	if s.conn == nil {
		s.end(h)
	}
	s.poke()
}

// lock locks the session, which then knows the present term.
func (s *Session) lock() {
	s.mu.Lock()
	if s.conn == nil {
		return
	}
	now := s.conn.Term()
	if now.ID != s.term.ID {
		s.last = s.term
	}
	s.term = now
}

// isValid reports whether a key is held. The session is locked.
func (s *Session) isValid(h *Hold) bool {
	return !h.over && (s.conn == nil || s.isBelieved(h.term))
}

// isBelieved reports whether this host may act on what it holds in a term. If the servers have lost its entry, it
// still holds what it writes again in the next term.
func (s *Session) isBelieved(term string) bool {
	sent := s.term.Sent
	if term != s.term.ID {
		sent = s.last.Sent
	}
	return s.isOwn(term) && age(sent) < s.Limit()*2/3
}

// isOwn reports whether a term is the present one of this host or the one before. The session is locked.
func (s *Session) isOwn(term string) bool {
	return term != "" && (term == s.term.ID || term == s.last.ID)
}

// age returns how long ago a moment was, also on a machine that was asleep or whose clock was set back.
func age(at time.Time) time.Duration {
	now := time.Now()
	return max(now.Sub(at), now.Round(0).Sub(at.Round(0)))
}
