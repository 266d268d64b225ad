package draft

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"frontdesk/internal/filestore"
)

// suffix is the extension of draft files; saveLock is the lock file held while drafts are saved or discarded.
const (
	suffix   = ".draft"
	saveLock = ".saving"
)

// Store holds one agent's drafts in one directory, as one console of the agent sees them. It is safe for concurrent
// use.
//
// Two consoles of one agent may edit the same form. Neither overwrites the other's input: a save that finds a version
// on disk that this console has neither written nor adopted is saved as a copy (Key.Conflict), and so is everything
// that this console saves of the form from then on.
type Store struct {
	dir  string
	disk sync.Mutex // held while files are read and written

	mu           sync.Mutex     // guards the fields below; never held during IO
	versions     map[Key]string // versions on disk that this console may replace
	conflictKeys map[Key]Key    // the copies under which this console saves a form
}

// Open creates the agent's directory (0700), and removes temporary files left by a killed process.
func Open(dir string) (*Store, error) {
	if err := filestore.MakePrivateDir(dir); err != nil {
		return nil, fmt.Errorf("drafts cannot be kept: %w", err)
	}
	return &Store{dir: dir, versions: map[Key]string{}, conflictKeys: map[Key]Key{}}, nil
}

// Adopt makes this console continue a draft from Load or List: its next save replaces that version. It does nothing for
// a draft typed here.
func (s *Store) Adopt(d Draft) {
	if d.version == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conflictKeys, d.Key)
	s.versions[d.Key] = d.version
}

// target returns the key under which this console saves a form, and the version it may replace.
func (s *Store) target(f Key) (Key, string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if copied, ok := s.conflictKeys[f]; ok {
		f = copied
	}
	return f, s.versions[f]
}

// Save writes a draft to disk. After it returns without an error, the draft survives a crash under the returned key,
// which names a copy if another console's input is stored under d's own key. An empty draft is discarded.
func (s *Store) Save(d Draft) (Key, error) {
	if d.IsEmpty() {
		return d.Key, s.Discard(d.Key)
	}
	s.disk.Lock()
	defer s.disk.Unlock()
	held, err := filestore.WaitLock(filepath.Join(s.dir, saveLock))
	if err != nil {
		return d.Key, fmt.Errorf("draft is not saved: %w", err)
	}
	kept, err := s.save(d)
	return kept, errors.Join(err, held.Release())
}

func (s *Store) save(d Draft) (Key, error) {
	asked := d.Key
	own, version := s.target(asked)
	d.Key = own
	if there, err := s.read(own.file()); err == nil && there.version != version && !there.Equal(d) {
		d.Conflict = rand.Text()
	}
	record, err := filestore.WriteRecord(filepath.Join(s.dir, d.file()), d)
	if err != nil {
		return asked, fmt.Errorf("draft is not saved: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.versions[d.Key] = versionOf(record)
	if d.Key != asked {
		s.conflictKeys[asked] = d.Key
	}
	return d.Key, nil
}

// Load returns a form's draft; false if there is none. A *CorruptError names a quarantined file.
func (s *Store) Load(f Key) (Draft, bool, error) {
	s.disk.Lock()
	defer s.disk.Unlock()
	d, err := s.read(f.file())
	if errors.Is(err, fs.ErrNotExist) {
		return Draft{}, false, nil
	}
	if err == nil && d.Key != f {
		err = filestore.Quarantine(
			filepath.Join(s.dir, f.file()),
			draftContent,
			errors.New("it belongs to another form"),
		)
	}
	return d, err == nil, err
}

// List returns every draft, newest first. Damaged files are quarantined and named in the error, and the other drafts
// are still returned.
func (s *Store) List() ([]Draft, error) {
	s.disk.Lock()
	defer s.disk.Unlock()
	names, err := filestore.Names(s.dir, suffix)
	if err != nil {
		return nil, fmt.Errorf("drafts cannot be listed: %w", err)
	}
	all, err := filestore.ReadEach(
		names,
		fs.ErrNotExist,
		func(name string) (Draft, error) { return s.read(name + suffix) },
	)
	slices.SortFunc(all, func(a, b Draft) int {
		return cmp.Or(
			b.SavedAt.Compare(a.SavedAt),
			cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.Record, b.Record),
			cmp.Compare(a.Conflict, b.Conflict),
		)
	})
	return all, err
}

// Discard deletes this console's draft of a form, after a success or at the agent's request. Another console's later
// version is kept.
func (s *Store) Discard(f Key) error {
	s.disk.Lock()
	defer s.disk.Unlock()
	held, err := filestore.WaitLock(filepath.Join(s.dir, saveLock))
	if err != nil {
		return fmt.Errorf("draft is not discarded: %w", err)
	}
	return errors.Join(s.discard(f), held.Release())
}

func (s *Store) discard(f Key) error {
	own, version := s.target(f)
	path := filepath.Join(s.dir, own.file())
	content, err := os.ReadFile(path)
	if err == nil && versionOf(content) == version {
		err = filestore.Remove(path)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("draft is not discarded: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conflictKeys, f)
	delete(s.versions, own)
	return nil
}

// draftContent is the CorruptError.What of a draft file.
const draftContent = "a draft"

func (s *Store) read(name string) (Draft, error) {
	path := filepath.Join(s.dir, name)
	content, err := os.ReadFile(path)
	if err != nil {
		return Draft{}, err
	}
	var d Draft
	if err := filestore.DecodeRecord(content, &d); err != nil {
		return Draft{}, filestore.Quarantine(path, draftContent, err)
	}
	d.version = versionOf(content)
	return d, nil
}

// versionOf returns the version of a file's content: the checksum in its first line.
func versionOf(content []byte) string {
	sum, _, _ := bytes.Cut(content, []byte("\n"))
	return string(sum)
}
