package agent

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"frontdesk/internal/cluster"
	"frontdesk/internal/guard"
	"frontdesk/internal/sqlite"
)

// Shared keeps the state of all agents on this host and on the servers that hosts share. Everything is written to the
// file of this host first. While the servers are away it stays there; when they are back it is sent to them.
type Shared struct {
	Options
	ctx context.Context // ends with Close
	end context.CancelFunc

	mu     sync.Mutex // guards the fields below
	tables map[string]*table
	ended  bool
	work   guard.Group
	stop   func()
	refill time.Time            // when servers were last found to have lost rows
	waits  map[*func()]struct{} // called when refill changes
}

// Options says what is shared, and how.
type Options struct {
	Cluster cluster.Connection
	// WatchPause is the pause between two looks at the buckets; watchPause when 0.
	WatchPause time.Duration
	Log        *slog.Logger
}

// watchPause is how often the bucket of each agent is compared with the one before. Servers that have lost one get it
// back although its agent is not at work.
const watchPause = 5 * time.Second

// NewShared shares states over a cluster. Close ends it.
func NewShared(o Options) *Shared {
	o.WatchPause = cmp.Or(o.WatchPause, watchPause)
	s := &Shared{Options: o, tables: map[string]*table{}, waits: map[*func()]struct{}{}}
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
	err := s.work.Wait()
	for _, t := range s.opened() {
		err = errors.Join(err, t.file.close())
	}
	return err
}

// State returns the state of the cluster.
func (s *Shared) State() cluster.State { return s.Cluster.State() }

// Sharing says whether rows are shared with other hosts.
type Sharing struct {
	Away   bool      // they wait on this host
	Since  time.Time // when that began
	Refill time.Time // when servers that had lost rows were last found; what this host has is put there
}

// WaitCluster returns how rows are shared, as soon as that is not as it was last. An outage that has already ended is
// thus noticed, too. It returns false if ctx ended first.
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

// observeRefill calls f when servers are found to have lost rows, until stop is called.
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

// noteRefill notes that the servers have lost rows of an agent.
func (s *Shared) noteRefill() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refill = time.Now()
	for f := range s.waits {
		(*f)()
	}
}

// Open implements Opener. The directory's name tells the agents of an account apart, on every host in the same way.
func (s *Shared) Open(dir, account string) (*State, error) {
	t, made, err := s.open(dir, account)
	if err != nil {
		return nil, err
	}
	if made {
		s.start(t.remote.sendChanged)
	}
	files.Lock()
	t.file.users++
	files.Unlock()
	return newState(t), nil
}

func (s *Shared) open(dir, account string) (t *table, made bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if there, ok := s.tables[dir]; ok {
		return there, false, nil
	}
	if t, err = openTable(dir); err != nil {
		return nil, false, err
	}
	t.remote = &remote{
		shared: s, table: t, documents: s.Cluster.Documents(account, filepath.Base(dir)), tooLarge: map[string]bool{},
	}
	if err := t.remote.readSection(); err != nil {
		return nil, false, errors.Join(err, t.file.close())
	}
	s.tables[dir] = t
	return t, true, nil
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

// opened returns the agents' rows that were opened.
func (s *Shared) opened() []*table {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Collect(maps.Values(s.tables))
}

// sendAll sends what was changed here while the servers were away.
func (s *Shared) sendAll() {
	for _, t := range s.opened() {
		s.start(t.remote.sendChanged)
	}
}

// watch joins the buckets of all agents again and again. What fails is said when it is needed.
func (s *Shared) watch() {
	for guard.Sleep(s.ctx, s.WatchPause) {
		for _, t := range s.opened() {
			t.remote.mu.Lock()
			err := t.remote.join()
			t.remote.mu.Unlock()
			if err != nil {
				break
			}
		}
	}
}

// SendLeft opens the rows of all agents in a directory of directories, so that what ended consoles have left on this
// host is sent to the servers.
func (s *Shared) SendLeft(accounts string) error {
	dirs, err := os.ReadDir(accounts)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, dir := range dirs {
		account, ok := accountOf(dir.Name())
		if !ok || !exists(filepath.Join(accounts, dir.Name(), FileName)) {
			continue
		}
		agents, failed := agentsIn(filepath.Join(accounts, dir.Name()))
		err = errors.Join(err, failed)
		for _, agent := range agents {
			_, _, failed := s.open(filepath.Join(accounts, dir.Name(), agent), account)
			err = errors.Join(err, failed)
		}
	}
	s.sendAll()
	return err
}

// agentsIn returns the names of the agents who have rows in the file of a directory.
func agentsIn(dir string) (names []string, err error) {
	f, err := openFile(dir)
	if err != nil {
		return nil, err
	}
	err = f.do(func(tx *sql.Tx) error {
		names = nil
		return sqlite.Each(tx, `SELECT DISTINCT agent FROM row`, func(found *sql.Rows) error {
			var name string
			err := found.Scan(&name)
			if strings.HasPrefix(name, agentDir) {
				names = append(names, name)
			}
			return err
		})
	})
	return names, errors.Join(err, f.close())
}
