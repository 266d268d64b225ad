package lease

import (
	"bytes"
	"context"
	"maps"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/cluster"
	"frontdesk/internal/guard"
)

// picture is what the servers have, as they told it: the hosts by their terms, and what others hold by its key.
type picture struct {
	of    jetstream.KeyValue
	hosts map[string]heard
	held  map[string]Holder
}

func newPicture(of jetstream.KeyValue) picture {
	return picture{of, map[string]heard{}, map[string]Holder{}}
}

// heard is when a host was last heard of.
type heard struct {
	revision uint64
	at       time.Time
}

// Holder is another host that holds a key.
type Holder struct {
	entry
	written time.Time     // by the servers' clock
	aged    time.Duration // since it was written
}

// Read reads the note.
func (h Holder) Read(note any) error { return json.Unmarshal(h.Note, note) }

// Age returns how old the note was when this host heard of it.
func (h Holder) Age() time.Duration { return time.Duration(h.Seconds)*time.Second + h.aged }

// watcher is told who holds the keys with a prefix.
type watcher struct {
	prefix string
	tell   func(key string, by Holder, isHeld bool)
}

// Watch calls tell with each key that another host holds, and whenever that changes, until stop is called; for a key
// that this host has lost, too. tell must not call the session's Watch.
func (s *Session) Watch(prefix string, tell func(key string, by Holder, isHeld bool)) (stop func()) {
	w := &watcher{prefix, tell}
	s.telling.Lock()
	defer s.telling.Unlock()
	s.mu.Lock()
	held := maps.Clone(s.known.held)
	s.mu.Unlock()
	s.watchers[w] = struct{}{}
	for key, by := range held {
		w.hear(key, by)
	}
	return func() {
		s.telling.Lock()
		defer s.telling.Unlock()
		delete(s.watchers, w)
	}
}

func (w *watcher) hear(key string, by Holder) {
	if strings.HasPrefix(key, w.prefix) {
		w.tell(key, by, by.Term != "")
	}
}

// change changes the picture, and tells the watchers of the keys that change returns.
func (s *Session) change(change func() (keys []string)) {
	s.telling.Lock()
	defer s.telling.Unlock()
	s.lock()
	changed := map[string]Holder{}
	for _, key := range change() {
		changed[key] = s.known.held[key]
	}
	s.mu.Unlock()
	for key, by := range changed {
		for w := range s.watchers {
			w.hear(key, by)
		}
	}
}

// watching is the watch of the bucket. The goroutine of the session alone uses it.
type watching struct {
	of   jetstream.KeyValue
	stop context.CancelFunc
	done <-chan error
}

// end ends the watch and waits for it.
func (w *watching) end() {
	if w.stop != nil {
		w.stop()
		<-w.done //nolint:errcheck // it is started again, whatever the error
		w.stop = nil
	}
}

// isRunning reports whether a bucket is watched.
func (w *watching) isRunning(kept jetstream.KeyValue) bool {
	select {
	case <-w.done: //nolint:errcheck // it is started again, whatever the error
		w.stop = nil
	default:
	}
	return w.stop != nil && w.of == kept
}

// look watches the bucket. It begins anew if the servers have another one than before, and after they were away.
func (s *Session) look(ctx context.Context) error {
	return s.do(ctx, func(_ context.Context, kept jetstream.KeyValue) error {
		if !s.missed.Swap(false) && s.watch.isRunning(kept) {
			return nil
		}
		s.watch.end()
		watched, stop := context.WithCancel(ctx)
		s.watch.of, s.watch.stop = kept, stop
		s.watch.done = guard.Start(func() error { return s.follow(watched, kept) })
		return nil
	})
}

// follow takes over what a bucket has and how it changes.
func (s *Session) follow(ctx context.Context, kept jetstream.KeyValue) error {
	updates, err := kept.WatchAll(ctx)
	if err != nil {
		s.conn.Report(err)
		return err // look starts it again
	}
	defer func() { _ = updates.Stop() }()
	var fresh []jetstream.KeyValueEntry
	isWhole := false
	for {
		select {
		case <-ctx.Done():
			return nil
		case told, open := <-updates.Updates():
			switch {
			case !open:
				return nil
			case told == nil && !isWhole:
				isWhole = true
				s.change(func() []string { return s.adopt(kept, fresh) })
				s.poke()
			case told == nil:
			case isWhole:
				s.change(func() []string { return s.hear(told) })
			default:
				fresh = append(fresh, told)
			}
		}
	}
}

// hear takes over one change. The session is locked.
func (s *Session) hear(told jetstream.KeyValueEntry) (changed []string) {
	isPut := told.Operation() == jetstream.KeyValuePut
	if term, isHost := cluster.TermOf(told.Key()); isHost {
		if isPut {
			s.known.hosts[term] = heard{told.Revision(), time.Now()}
			return nil
		}
		return s.forget(term)
	}
	key, h := told.Key(), s.holds[told.Key()]
	is, isEntry := decode(told.Value())
	isOwn := isEntry && s.isOwn(is.Term)
	_, wasOthers := s.known.held[key]
	isOthers := isPut && isEntry && !isOwn
	switch {
	case isOwn && isPut && h == nil: // a request whose answer was lost has made it
		s.holds[key] = &Hold{session: s, key: key, at: place{s.known.of, told.Revision()}, over: true}
		s.poke()
	case !isOwn && s.isLost(h, told.Revision(), isOthers):
		s.log.Warn("this host has lost what it held", "key", key)
		s.end(h)
		changed = append(changed, key)
	}
	if delete(s.known.held, key); isOthers {
		s.known.held[key] = Holder{entry: is, written: told.Created()}
	}
	if isOthers || wasOthers {
		changed = append(changed, key)
	}
	return changed
}

// forget takes a host out of the picture. What it held is free. The session is locked.
func (s *Session) forget(term string) (changed []string) {
	delete(s.known.hosts, term)
	for key, by := range s.known.held {
		if by.Term == term {
			delete(s.known.held, key)
			changed = append(changed, key)
		}
	}
	return changed
}

// isLost reports whether an entry that is not of this host, or its removal, ends a hold. What was removed because this
// host was cut off for too long is taken again. The session is locked.
func (s *Session) isLost(h *Hold, revision uint64, isOthers bool) bool {
	return h != nil && !h.busy && !h.over && revision > h.at.in(s.known.of) && (isOthers || s.isValid(h))
}

// adopt replaces the picture by what a watch told at its start. In another bucket than before, other hosts have not yet
// written again what they hold: it stands until they have had the time. The session is locked.
func (s *Session) adopt(kept jetstream.KeyValue, fresh []jetstream.KeyValueEntry) (changed []string) {
	before, holds := s.known, maps.Clone(s.holds)
	s.known = newPicture(kept)
	if before.of != nil && before.of != kept {
		s.known.hosts, s.known.held = maps.Clone(before.hosts), maps.Clone(before.held)
	}
	var latest time.Time
	own := map[string]uint64{}
	for _, told := range fresh {
		s.hear(told)
		if is, isEntry := decode(told.Value()); isEntry && s.isOwn(is.Term) {
			own[told.Key()] = told.Revision()
		}
		if told.Created().After(latest) {
			latest = told.Created()
		}
	}
	for key, h := range holds {
		h.dirty = h.dirty || h.at.of != kept || own[key] < h.at.revision // the servers have lost it
		if s.holds[key] == nil {
			changed = append(changed, key)
		}
	}
	return append(changed, s.compare(before.held, latest)...)
}

// compare returns for which keys the picture tells something else than before. What is new in it was written before
// the latest entry of all. The session is locked.
func (s *Session) compare(before map[string]Holder, latest time.Time) (changed []string) {
	for key, by := range s.known.held {
		was := before[key]
		switch _, isThere := s.known.hosts[by.Term]; {
		case !isThere: // it is gone, and what it held is free
			delete(s.known.held, key)
		case was.Term == by.Term && was.Seconds == by.Seconds && bytes.Equal(was.Note, by.Note):
			s.known.held[key] = was
		default:
			by.aged = latest.Sub(by.written).Truncate(time.Second)
			s.known.held[key] = by
			changed = append(changed, key)
		}
	}
	for key := range before {
		if _, isHeld := s.known.held[key]; !isHeld {
			changed = append(changed, key)
		}
	}
	return changed
}
