package lease

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/cluster"
	"frontdesk/internal/guard"
)

// entry is what the servers have of a key.
type entry struct {
	Term string         `json:"term"`
	Note jsontext.Value `json:"note"`

	Seconds int64 `json:"age,omitzero"` // how old the note was when the entry was written
}

// maxEntry is the maximum size of an entry.
const maxEntry = 8 << 10

// decode reads an entry; false if it is none.
func decode(content []byte) (e entry, ok bool) {
	if len(content) > maxEntry || json.Unmarshal(content, &e) != nil || e.Term == "" {
		return entry{}, false
	}
	return e, true
}

// place is a revision of an entry in a bucket: another bucket counts anew.
type place struct {
	of       jetstream.KeyValue
	revision uint64
}

// in returns the revision in a bucket; 0 if it is another one.
func (p place) in(kept jetstream.KeyValue) uint64 {
	if p.of != kept {
		return 0
	}
	return p.revision
}

// maxTries limits how often a request begins again because an entry is not as it was expected.
const maxTries = 3

// do runs requests on the bucket.
func (s *Session) do(ctx context.Context, work func(context.Context, jetstream.KeyValue) error) error {
	return s.conn.Do(ctx, func(ctx context.Context) error {
		kept, err := s.conn.Holds(ctx)
		if err != nil {
			return err
		}
		return work(ctx, kept)
	})
}

// write has the servers hold what this host holds, or forget what it has given back. One goroutine at a time does so
// for a key.
func (s *Session) write(ctx context.Context, h *Hold) error {
	s.lock()
	is, term := *h, s.term
	isBelieved := s.isBelieved(term.ID)
	h.busy, h.dirty = true, false
	s.mu.Unlock()
	at, sent := is.at, time.Now()
	err, isEarly := cluster.ErrNotSent, false
	if isBelieved {
		err = s.do(ctx, func(ctx context.Context, kept jetstream.KeyValue) (err error) {
			if is.over {
				return s.remove(ctx, kept, is.key, is.at.in(kept))
			}
			if term.Of != kept {
				isEarly = true // the next renewal is the first one in another bucket
				return nil
			}
			content, err := json.Marshal(entry{term.ID, is.note, int64(age(is.noted).Seconds())})
			if err == nil {
				at.of = kept
				at.revision, err = s.put(ctx, kept, is.key, content, is.at.in(kept))
			}
			return err
		})
	}
	if err == nil && isEarly {
		err = cluster.ErrNotSent
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	h.busy = false
	switch {
	case err == nil && !is.over:
		h.term, h.at, h.written = term.ID, at, sent
	case err == nil, errors.Is(err, ErrTaken):
		s.end(h)
	default:
		h.dirty = true
	}
	return err
}

// end ends a hold. The session is locked.
func (s *Session) end(h *Hold) {
	h.over = true
	if s.holds[h.key] == h {
		delete(s.holds, h.key)
	}
}

// put writes an entry that has a revision, 0 for none. One of this host is replaced whatever its revision is, since the
// answer to a request may have been lost; so is one that the servers have lost, and one whose host is gone.
func (s *Session) put(
	ctx context.Context, kept jetstream.KeyValue, key string, content []byte, revision uint64,
) (written uint64, err error) {
	for range maxTries {
		if revision == 0 {
			written, err = kept.Create(ctx, key, content)
		} else {
			written, err = kept.Update(ctx, key, content, revision)
		}
		if !cluster.IsTaken(err) {
			return written, err
		}
		found, failed := find(ctx, kept, key)
		if failed != nil {
			return 0, failed
		}
		if found.Term != "" {
			isFree, failed := s.isFree(ctx, kept, found.Term)
			if failed != nil {
				return 0, failed
			}
			if !isFree {
				return 0, ErrTaken
			}
		}
		revision = found.revision
	}
	return 0, err
}

// found is an entry as the servers have it; its revision is 0 if they have none.
type found struct {
	entry
	revision uint64
}

func find(ctx context.Context, kept jetstream.KeyValue, key string) (found, error) {
	has, err := kept.Get(ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return found{}, nil
	}
	if err != nil {
		return found{}, err
	}
	e, _ := decode(has.Value())
	return found{e, has.Revision()}, nil
}

// isFree reports whether what was held in a term may be replaced: the term is one of this host, or the servers have
// forgotten it, after which it cannot come back.
func (s *Session) isFree(ctx context.Context, kept jetstream.KeyValue, term string) (bool, error) {
	s.lock()
	isOwn := s.isOwn(term)
	s.mu.Unlock()
	if isOwn {
		return true, nil
	}
	_, err := kept.Get(ctx, cluster.TermKey(term))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return true, nil
	}
	return false, err
}

// remove removes an entry, unless another host has it meanwhile.
func (s *Session) remove(ctx context.Context, kept jetstream.KeyValue, key string, revision uint64) error {
	err := error(jetstream.ErrKeyRevisionMismatch)
	for range maxTries {
		if revision > 0 { // 0 is any revision to the servers
			err = kept.Delete(ctx, key, jetstream.LastRevision(revision))
		}
		if !cluster.IsTaken(err) {
			return err
		}
		is, failed := find(ctx, kept, key)
		s.lock()
		isOwn := s.isOwn(is.Term)
		s.mu.Unlock()
		if failed != nil || !isOwn {
			return failed
		}
		revision = is.revision
	}
	return err
}

// run keeps what the servers have as it should be, until the session is closed.
func (s *Session) run(ctx context.Context) error {
	ticker := time.NewTicker(s.Limit() / 20)
	defer ticker.Stop()
	for ctx.Err() == nil {
		if err := guard.Do(func() { s.keep(ctx) }); err != nil {
			s.log.Error("what this host holds is not kept", "error", err.Error())
		}
		select {
		case <-ctx.Done():
		case <-ticker.C:
		case <-s.wake:
		}
	}
	return guard.Do(s.giveBack)
}

// keep does what is due.
func (s *Session) keep(ctx context.Context) {
	if !s.conn.State().Connected {
		return
	}
	if err := s.look(ctx); err != nil {
		s.log.Warn("what other hosts hold is not known", "error", err.Error())
		return
	}
	s.endGone(ctx)
	s.writeAll(ctx)
}

// giveBack frees everything that this host holds.
func (s *Session) giveBack() {
	s.watch.end()
	s.mu.Lock()
	for _, h := range s.holds {
		h.over = true
	}
	s.mu.Unlock()
	ctx, stop := context.WithTimeout(context.Background(), s.conn.RequestTimeout())
	defer stop()
	s.writeAll(ctx)
}

// writeAll writes what the servers do not have, or have had for so long that they would remove it.
func (s *Session) writeAll(ctx context.Context) {
	s.lock()
	var due []*Hold
	for _, h := range s.holds {
		isOld := h.term != s.term.ID || age(h.written) > cluster.HoldsAge/3
		switch {
		case h.busy:
			continue
		case h.over: // others may wait for it
			due = slices.Insert(due, 0, h)
		case h.dirty, isOld:
			due = append(due, h)
		default:
			continue
		}
		h.busy = true
	}
	s.mu.Unlock()
	for _, h := range due {
		_ = s.write(ctx, h) // it stays due
	}
}

// endGone removes the entries of hosts that were not renewed for the limit. What they held is free then.
func (s *Session) endGone(ctx context.Context) {
	s.mu.Lock()
	gone := map[string]uint64{}
	for term, last := range s.known.hosts {
		if term != s.term.ID && time.Since(last.at) >= s.Limit() { // a clock that was set forward ends nobody
			gone[term] = last.revision
		}
	}
	s.mu.Unlock()
	for term, revision := range gone {
		err := s.do(ctx, func(ctx context.Context, kept jetstream.KeyValue) error {
			return kept.Delete(ctx, cluster.TermKey(term), jetstream.LastRevision(revision))
		})
		if cluster.IsTaken(err) { // it was renewed, or is gone already, and the watch has not told of it
			s.missed.Store(true)
		} else if err != nil {
			s.log.Warn("a host that is gone still holds what it held", "error", err.Error())
		}
	}
}
