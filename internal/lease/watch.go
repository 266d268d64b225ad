package lease

import (
	"context"
	"maps"
	"strings"
	"sync/atomic"
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
	found
	at   time.Time // by the servers' clock
	aged time.Duration
}

// Read reads the note.
func (h Holder) Read(note any) error { return json.Unmarshal(h.Note, note) }

// Age returns how old the note was when this host heard of it.
func (h Holder) Age() time.Duration { return time.Duration(h.entry.Age)*time.Second + h.aged }

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
		w.hear(key, by, true)
	}
	return func() {
		s.telling.Lock()
		defer s.telling.Unlock()
		delete(s.watchers, w)
	}
}

func (w *watcher) hear(key string, by Holder, isHeld bool) {
	if strings.HasPrefix(key, w.prefix) {
		w.tell(key, by, isHeld)
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
			w.hear(key, by, by.Term != "")
		}
	}
}

// forget takes a host that is gone out of the picture. What it held is removed.
func (s *Session) forget(term string) {
	s.change(func() (keys []string) {
		delete(s.known.hosts, term)
		for key, by := range s.known.held {
			if by.Term == term {
				s.left[key] = place{s.known.of, by.revision}
				delete(s.known.held, key)
				keys = append(keys, key)
			}
		}
		return keys
	})
}

// watching is the watch of the bucket. The goroutine of the session alone uses it, but for renew.
type watching struct {
	renew atomic.Bool // start anew
	of    jetstream.KeyValue
	stop  context.CancelFunc
	done  <-chan error
}

func (w *watching) isRunning() bool {
	if w.stop == nil {
		return false
	}
	select {
	case <-w.done: //nolint:errcheck // it is started again, whatever the error
		w.stop = nil
		return false
	default:
		return true
	}
}

// end ends the watch and waits for it.
func (w *watching) end() {
	if w.isRunning() {
		w.stop()
		<-w.done //nolint:errcheck // it was told to end
		w.stop = nil
	}
}

// look watches the bucket. It begins anew if the servers have another one than before.
func (s *Session) look(ctx context.Context) error {
	return s.do(ctx, func(_ context.Context, kept jetstream.KeyValue) error {
		if s.watch.renew.Swap(false) || s.watch.of != kept || !s.watch.isRunning() {
			s.startWatch(ctx, kept)
		}
		return nil
	})
}

// startWatch watches the bucket from its present state on, and ends an earlier watch. It does not wait for the servers:
// there is more to do meanwhile.
func (s *Session) startWatch(ctx context.Context, kept jetstream.KeyValue) {
	s.watch.end()
	ctx, stop := context.WithCancel(ctx)
	s.watch.of, s.watch.stop = kept, stop
	s.watch.done = guard.Start(func() error {
		defer stop()
		updates, err := kept.WatchAll(ctx)
		if err != nil {
			s.conn.Report(err)
			return err // look starts it again
		}
		s.follow(ctx, kept, updates)
		return nil
	})
}

// follow takes over what a watch tells, first everything that there is.
func (s *Session) follow(ctx context.Context, kept jetstream.KeyValue, updates jetstream.KeyWatcher) {
	defer func() { _ = updates.Stop() }()
	var fresh []jetstream.KeyValueEntry
	isWhole := false
	for {
		select {
		case <-ctx.Done():
			return
		case told, open := <-updates.Updates():
			switch {
			case !open:
				return
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
	key, isPut := told.Key(), told.Operation() == jetstream.KeyValuePut
	if term, isHost := cluster.TermOf(key); isHost {
		if isPut {
			s.known.hosts[term] = heard{told.Revision(), time.Now()}
			return nil
		}
		delete(s.known.hosts, term)
		for key, by := range s.known.held {
			if by.Term == term {
				delete(s.known.held, key)
				changed = append(changed, key)
			}
		}
		return changed
	}
	is, isEntry := decode(told.Value())
	isHeld := isPut && isEntry
	h := s.holds[key]
	if isHeld && s.isOwn(is.Term) {
		if h == nil {
			s.left[key] = place{s.known.of, told.Revision()} // a request whose answer was lost has made it
			s.poke()
		}
		isHeld = false
	} else if s.hasTaken(h, told.Revision(), isHeld) {
		s.log.Warn("this host has lost what it held", "key", key)
		s.end(h)
		changed = append(changed, key)
	}
	_, wasHeld := s.known.held[key]
	if isHeld {
		s.known.held[key] = Holder{found: found{is, told.Revision()}, at: told.Created()}
	} else {
		delete(s.known.held, key)
	}
	if isHeld || wasHeld {
		changed = append(changed, key)
	}
	return changed
}

// hasTaken reports whether an entry that is not of this host, or its removal, ends a hold. What was removed because
// this host was cut off for too long is taken again. The session is locked.
func (s *Session) hasTaken(h *Hold, revision uint64, isHeld bool) bool {
	if h == nil || h.busy || h.over {
		return false
	}
	has := h.at.in(s.known.of)
	return revision > has && (isHeld || has > 0 && s.isValid(h))
}

// adopt replaces the picture by what a watch told at its start. In another bucket than before, other hosts have not yet
// written again what they hold: it stands until they have had the time. The session is locked.
func (s *Session) adopt(kept jetstream.KeyValue, fresh []jetstream.KeyValueEntry) (changed []string) {
	before, holds := s.known, maps.Clone(s.holds)
	s.known = newPicture(kept)
	if before.of != nil && before.of != kept {
		s.known.hosts = maps.Clone(before.hosts)
		for key, by := range before.held {
			by.revision = 0
			s.known.held[key] = by
		}
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
		if _, isThere := s.known.hosts[by.Term]; !isThere { // its host is gone, and nobody has removed it
			s.left[key] = place{s.known.of, by.revision}
			delete(s.known.held, key)
			continue
		}
		if was := before[key]; was.isAs(by) {
			by.at, by.aged = was.at, was.aged
		} else {
			by.aged = latest.Sub(by.at)
			changed = append(changed, key)
		}
		s.known.held[key] = by
	}
	for key := range before {
		if _, isHeld := s.known.held[key]; !isHeld {
			changed = append(changed, key)
		}
	}
	return changed
}

// isAs reports whether another host holds a key as before.
func (h Holder) isAs(is Holder) bool {
	return h.Term == is.Term && h.entry.Age == is.entry.Age && string(h.Note) == string(is.Note)
}
