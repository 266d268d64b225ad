package bulk

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"frontdesk/internal/filestore"
)

// List is the updates of one run of a console, as kept on disk beside their results.
type List struct {
	ID        string
	Account   string
	Title     string // what the run does, for display
	StartedAt time.Time
	Rows      []Row
	Canceled  bool // what was not sent is not to be sent
}

// dirName is the directory of the runs beside the drafts. listSuffix and resultSuffix are the extensions of the two
// files of a run.
const (
	dirName      = "runs"
	listSuffix   = ".updates"
	resultSuffix = ".results.csv"
)

// Store keeps the runs of one agent's consoles on disk, until they are removed.
type Store struct{ dir string }

// OpenStore creates the store in the directory of an agent's drafts, unless it exists.
func OpenStore(drafts string) (*Store, error) {
	s := &Store{dir: filepath.Join(drafts, dirName)}
	if err := filestore.MakePrivateDir(s.dir); err != nil {
		return nil, fmt.Errorf("runs cannot be kept: %w", err)
	}
	return s, nil
}

// Create keeps a new list under an id of its own, and numbers its rows. After it returns without an error, the run
// survives a crash. The caller closes the checkpoint.
func (s *Store) Create(l List) (List, *Checkpoint, error) {
	l.ID = fmt.Sprintf("%019d-%s", l.StartedAt.UnixNano(), rand.Text()[:8])
	l.Rows = numbered(l.Rows)
	// the results first: a list without results may have been sent
	c, err := create(s.results(l.ID), l.Rows, true)
	if err != nil {
		return l, nil, err
	}
	if err := s.Save(l); err != nil {
		return l, nil, errors.Join(err, c.Close(), os.Remove(s.results(l.ID)))
	}
	return l, c, nil
}

// Save replaces a list. Its updates must not change; whether they overwrite may.
func (s *Store) Save(l List) error {
	if _, err := filestore.WriteRecord(s.list(l.ID), l); err != nil {
		return fmt.Errorf("the run cannot be kept: %w", err)
	}
	return nil
}

// Open opens a list and its results to continue them, or ErrInUse when a run works on them. The caller closes the
// checkpoint.
func (s *Store) Open(id string) (List, *Checkpoint, error) {
	l, err := s.read(id)
	if err != nil {
		return l, nil, err
	}
	c, err := Resume(s.results(id), l.Rows)
	return l, c, err
}

// Lists returns every list, oldest first. Damaged ones are quarantined and named in the error.
func (s *Store) Lists() ([]List, error) {
	ids, err := filestore.Names(s.dir, listSuffix)
	if err != nil {
		return nil, fmt.Errorf("runs cannot be listed: %w", err)
	}
	return filestore.ReadEach(ids, fs.ErrNotExist, s.read)
}

// Remove removes a list and its results, unless a run works on them.
func (s *Store) Remove(id string) error {
	_, c, err := s.Open(id)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	// the list first: results alone are of no run
	err = filestore.Remove(s.list(id))
	if err == nil {
		err = filestore.Remove(s.results(id))
	}
	return errors.Join(err, c.Close())
}

func (s *Store) read(id string) (List, error) {
	content, err := os.ReadFile(s.list(id))
	if err != nil {
		return List{}, fmt.Errorf("the run cannot be read: %w", err)
	}
	var l List
	if err = filestore.DecodeRecord(content, &l); err == nil && l.ID != id {
		err = errors.New("it is another run")
	}
	if err != nil {
		return List{}, filestore.Quarantine(s.list(id), "a run", err)
	}
	return l, nil
}

func (s *Store) list(id string) string { return filepath.Join(s.dir, id+listSuffix) }

func (s *Store) results(id string) string { return filepath.Join(s.dir, id+resultSuffix) }

// MoveAll moves every run of one agent's store to another, unless one is under way; both are named by the directory of
// the agent's drafts.
func MoveAll(drafts, toDrafts string) error {
	from, err := OpenStore(drafts)
	if err != nil {
		return err
	}
	to, err := OpenStore(toDrafts)
	if err != nil {
		return err
	}
	lists, err := from.Lists()
	if len(lists) == 0 {
		return err
	}
	for _, l := range lists {
		err = errors.Join(err, from.move(l.ID, to))
	}
	return errors.Join(err, filestore.SyncDir(from.dir), filestore.SyncDir(to.dir))
}

// move moves a run. A crash between its two files leaves the list, which the next call moves.
func (s *Store) move(id string, to *Store) error {
	_, c, err := s.Open(id)
	if errors.Is(err, ErrInUse) {
		return nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	moved := errors.Join(
		filestore.Ignore(os.Rename(s.results(id), to.results(id)), fs.ErrNotExist),
		filestore.Ignore(os.Rename(s.list(id), to.list(id)), fs.ErrNotExist),
	)
	if c != nil {
		moved = errors.Join(moved, c.Close())
	}
	return moved
}
