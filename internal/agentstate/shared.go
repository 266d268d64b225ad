package agentstate

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"frontdesk/internal/cluster"
	"frontdesk/internal/guard"
)

// Kind is a kind of document: those in a folder whose names have a suffix.
type Kind struct {
	Folder, Suffix string
	// Merge decides between two versions of a document that was changed here while the servers were away, and elsewhere
	// too. It returns the content that stays under the name, and further documents by name. If Merge is nil, the
	// content of this host stays.
	Merge func(name string, here, shared []byte) (stays []byte, beside map[string][]byte)
	// Revive returns the content of a document that was changed here while the servers were away, and deleted elsewhere
	// meanwhile; nil if it stays as it is.
	Revive func(here []byte) []byte
	// IsWhole reports whether a content is not damaged; nil if that cannot be seen. A damaged content never replaces
	// the servers' version.
	IsWhole func(content []byte) bool
}

// name returns the name of a document of the kind.
func (k Kind) name(stem string) string { return path.Join(k.Folder, stem+k.Suffix) }

func (k Kind) has(name string) bool {
	folder, file := path.Split(name)
	return strings.TrimSuffix(folder, "/") == k.Folder && strings.HasSuffix(file, k.Suffix)
}

// Shared stores the state of all agents on this host and on the servers that hosts share. Everything is written to
// files of this host first. While the servers are away it stays there; when they are back it is sent to them.
type Shared struct {
	Options
	ctx context.Context // ends with Close
	end context.CancelFunc

	mu     sync.Mutex // guards the fields below
	stores map[string]*sharedStore
	ended  bool
	work   guard.Group
	stop   func()
	refill time.Time            // when servers were last found to have lost documents
	waits  map[*func()]struct{} // called when refill changes
}

// Options says what is shared, and how.
type Options struct {
	Cluster cluster.Connection
	Kinds   []Kind
	LockAge time.Duration // after which the lock of a host that has died ends; DefaultLockAge when 0
	// WatchPause is the pause between two looks at the buckets; watchPause when 0.
	WatchPause time.Duration
	Log        *slog.Logger
}

// NewShared shares documents over a cluster. Close ends it.
func NewShared(o Options) *Shared {
	o.LockAge = cmp.Or(o.LockAge, DefaultLockAge)
	o.WatchPause = cmp.Or(o.WatchPause, watchPause)
	s := &Shared{Options: o, stores: map[string]*sharedStore{}, waits: map[*func()]struct{}{}}
	s.ctx, s.end = context.WithCancel(context.Background())
	s.stop = o.Cluster.Observe(func(state cluster.State) {
		if state.Connected {
			guard.Go(s.sendAll) // after the observer has returned
		}
	})
	s.start(s.watch)
	return s
}

// Close waits until what is being sent has been sent.
func (s *Shared) Close() error {
	s.stop()
	s.mu.Lock()
	s.ended = true
	s.mu.Unlock()
	s.end()
	return s.work.Wait()
}

// State returns the state of the cluster.
func (s *Shared) State() cluster.State { return s.Cluster.State() }

// Sharing says whether documents are shared with other hosts.
type Sharing struct {
	Away   bool      // they wait on this host
	Since  time.Time // when that began
	Refill time.Time // when servers that had lost documents were last found; what this host has is put there
}

// WaitCluster returns how documents are shared, as soon as that is not as it was last. An outage that has already ended
// is thus noticed, too. It returns false if ctx ended first.
func (s *Shared) WaitCluster(ctx context.Context, last Sharing) (now Sharing, ok bool) {
	changed := make(chan struct{}, 1)
	wake := func() {
		select {
		case changed <- struct{}{}:
		default: // it looks anyway
		}
	}
	defer s.Cluster.Observe(func(cluster.State) { wake() })()
	defer s.observeRefill(&wake)()
	for {
		select {
		case <-ctx.Done():
			return Sharing{}, false
		case <-changed:
			now := s.sharing()
			if !now.Since.Equal(last.Since) || !now.Refill.Equal(last.Refill) {
				return now, true
			}
		}
	}
}

func (s *Shared) sharing() Sharing {
	state := s.State()
	s.mu.Lock()
	defer s.mu.Unlock()
	return Sharing{Away: !state.Connected, Since: state.Since, Refill: s.refill}
}

// observeRefill calls f when servers are found to have lost documents, until stop is called.
func (s *Shared) observeRefill(f *func()) (stop func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waits[f] = struct{}{}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.waits, f)
	}
}

// noteRefill notes that the servers have lost documents of an agent.
func (s *Shared) noteRefill() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refill = time.Now()
	for f := range s.waits {
		(*f)()
	}
}

// Open opens the documents of an agent in a directory of this host. The directory's name tells the agents of an account
// apart, on every host in the same way.
func (s *Shared) Open(dir, account string) (Store, error) {
	store, made, err := s.open(dir, account)
	if err == nil && made {
		s.start(store.sendChanged)
	}
	return store, err
}

func (s *Shared) open(dir, account string) (store *sharedStore, made bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if there, ok := s.stores[dir]; ok {
		return there, false, nil
	}
	files, err := OpenFiles(dir)
	if err != nil {
		return nil, false, err
	}
	store = &sharedStore{
		Files: files, shared: s, put: map[string]bool{},
		remote:  s.Cluster.Documents(account, filepath.Base(dir)),
		account: account, agent: cluster.Token(filepath.Base(dir)),
	}
	if err := errors.Join(store.readKnown(), files.sweepRemoved()); err != nil {
		return nil, false, err
	}
	s.stores[dir] = store
	return store, true, nil
}

// start runs work in the background, and Close waits for it.
func (s *Shared) start(work func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ended {
		s.work.Go(func() error {
			work()
			return nil
		})
	}
}

// opened returns the agents' documents that were opened.
func (s *Shared) opened() []*sharedStore {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Values(s.stores))
}

// sendAll sends what was changed here while the servers were away.
func (s *Shared) sendAll() {
	for _, store := range s.opened() {
		s.start(store.sendChanged)
	}
}

// kindOf returns the kind of a document; the zero Kind if it has none.
func (s *Shared) kindOf(name string) Kind {
	for _, k := range s.Kinds {
		if k.has(name) {
			return k
		}
	}
	return Kind{}
}

// SendLeft opens the documents of all agents in a directory of directories, so that what ended consoles have left on
// this host is sent to the servers.
func (s *Shared) SendLeft(accounts string, accountOf func(dir string) (account string, ok bool)) error {
	dirs, err := os.ReadDir(accounts)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, dir := range dirs {
		account, ok := accountOf(dir.Name())
		if !ok || !dir.IsDir() {
			continue
		}
		agents, failed := os.ReadDir(filepath.Join(accounts, dir.Name()))
		err = errors.Join(err, failed)
		for _, agent := range agents {
			if strings.HasPrefix(agent.Name(), "agent-") && agent.IsDir() {
				_, failed := s.Open(filepath.Join(accounts, dir.Name(), agent.Name()), account)
				err = errors.Join(err, failed)
			}
		}
	}
	return err
}
