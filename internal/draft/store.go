package draft

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"frontdesk/internal/filestore"
)

// suffix ends the name of a draft's file; shelfLock is the file that a save holds.
const (
	suffix    = ".draft"
	shelfLock = ".saving"
)

// Store is one agent's drafts in one directory, as one console of the agent sees them. It is safe for concurrent use.
//
// Two consoles of one agent may type into the same form. None overwrites what the other has typed: a save that finds
// typing on disk that this console has neither written nor taken over is kept beside it, as a copy (Form.Copy), and
// so is everything that this console types into the form from then on.
type Store struct {
	dir  string
	disk sync.Mutex // held while files are read and written

	mu           sync.Mutex     // guards what follows, never held while there is IO
	versions     map[Key]string // versions on disk that this console may replace
	conflictKeys map[Key]Key    // the copies under which this console keeps a form
}

// Open makes the agent's directory (0700) if need be, with those of outbox and journal, and sweeps temporary files
// that a killed process left.
func Open(dir string) (*Store, error) {
	for _, d := range []string{dir, filepath.Join(dir, outboxDir), filepath.Join(dir, journalDir)} {
		if err := makeDir(d); err != nil {
			return nil, fmt.Errorf("drafts cannot be kept: %w", err)
		}
	}
	return &Store{dir: dir, versions: map[Key]string{}, conflictKeys: map[Key]Key{}}, nil
}

// Outbox is the agent's outbox, beside their drafts.
func (s *Store) Outbox() *Outbox { return &Outbox{dir: filepath.Join(s.dir, outboxDir)} }

// Journal is the agent's journal, beside their drafts.
func (s *Store) Journal() *Journal { return &Journal{dir: filepath.Join(s.dir, journalDir)} }

// Adopt says that this console goes on from a draft as Load or List gave it: its next save replaces that. One that was
// typed here is its own anyway.
func (s *Store) Adopt(d Draft) {
	if d.version == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conflictKeys, d.Key)
	s.versions[d.Key] = d.version
}

// target is under which form this console keeps one, and which version of it it may replace.
func (s *Store) target(f Key) (Key, string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if copied, ok := s.conflictKeys[f]; ok {
		f = copied
	}
	return f, s.versions[f]
}

// Save puts a draft on disk; when it answers no error the draft outlives a crash, under the form that it answers: a
// copy where another console's typing is kept under d's own. An empty draft is discarded: it is worth nothing to anybody.
func (s *Store) Save(d Draft) (Key, error) {
	if d.IsEmpty() {
		return d.Key, s.Discard(d.Key)
	}
	s.disk.Lock()
	defer s.disk.Unlock()
	held, err := waitLock(filepath.Join(s.dir, shelfLock))
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
	record, err := encodeChecked(d)
	if err == nil {
		err = filestore.WriteFile(filepath.Join(s.dir, d.file()), record)
	}
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

// Load finds a form's draft; false when there is none. A *Damaged error names one that was set aside.
func (s *Store) Load(f Key) (Draft, bool, error) {
	s.disk.Lock()
	defer s.disk.Unlock()
	d, err := s.read(f.file())
	if errors.Is(err, fs.ErrNotExist) {
		return Draft{}, false, nil
	}
	if err == nil && d.Key != f {
		err = quarantine(filepath.Join(s.dir, f.file()), aDraft, errors.New("it belongs to another form"))
	}
	return d, err == nil, err
}

// List is every draft of the shelf, newest first; what is damaged is set aside and named in the
// error, and the others are listed all the same.
func (s *Store) List() ([]Draft, error) {
	s.disk.Lock()
	defer s.disk.Unlock()
	files, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, fmt.Errorf("drafts cannot be listed: %w", err)
	}
	var all []Draft
	var damaged []error
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), suffix) {
			continue
		}
		d, err := s.read(file.Name())
		switch {
		case errors.Is(err, fs.ErrNotExist): // another console has just discarded it
		case err != nil:
			damaged = append(damaged, err)
		default:
			all = append(all, d)
		}
	}
	slices.SortFunc(all, func(a, b Draft) int {
		return cmp.Or(b.SavedAt.Compare(a.SavedAt), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Record, b.Record), cmp.Compare(a.Conflict, b.Conflict))
	})
	return all, errors.Join(damaged...)
}

// Discard deletes what this console has typed into a form: after the service's success, or by the agent's word. What
// another console has typed into it meanwhile stays.
func (s *Store) Discard(f Key) error {
	s.disk.Lock()
	defer s.disk.Unlock()
	held, err := waitLock(filepath.Join(s.dir, shelfLock))
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

// aDraft is what a damaged file of the shelf held.
const aDraft = "a draft"

func (s *Store) read(name string) (Draft, error) {
	path := filepath.Join(s.dir, name)
	content, err := os.ReadFile(path)
	if err != nil {
		return Draft{}, err
	}
	var d Draft
	if err := decodeChecked(content, &d); err != nil {
		return Draft{}, quarantine(path, aDraft, err)
	}
	d.version = versionOf(content)
	return d, nil
}

// versionOf tells two contents of a file apart: its checksum, which is its first line.
func versionOf(content []byte) string {
	sum, _, _ := bytes.Cut(content, []byte("\n"))
	return string(sum)
}

// makeDir makes a directory (0700) and sweeps temporary files that a killed process left in it.
func makeDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	files, err := os.ReadDir(dir)
	for _, file := range files {
		if !strings.HasPrefix(file.Name(), filestore.TempPrefix) {
			continue
		}
		if info, err := file.Info(); err == nil && time.Since(info.ModTime()) > time.Minute {
			_ = os.Remove(filepath.Join(dir, file.Name())) // another process may be quicker, or still own it: both are fine
		}
	}
	return err
}

// encodeChecked writes a record as two lines: the checksum of the second, and the record itself.
func encodeChecked(record any) ([]byte, error) {
	body, err := json.Marshal(record)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(body)
	return append([]byte(hex.EncodeToString(sum[:])+"\n"), body...), nil
}

// decodeChecked reads what seal wrote into record; what does not fit its checksum is refused.
func decodeChecked(content []byte, record any) error {
	sum, body, _ := bytes.Cut(content, []byte("\n"))
	actual := sha256.Sum256(body)
	if hex.EncodeToString(actual[:]) != string(sum) {
		return errors.New("its checksum does not fit")
	}
	return json.Unmarshal(body, record)
}

// quarantineSuffix ends the name of a damaged file.
const quarantineSuffix = ".damaged"

// quarantine renames a damaged file, which held what, so that the next save does not overwrite what may be rescued.
func quarantine(path, what string, why error) error {
	kept := fmt.Sprintf("%s.%d%s", path, time.Now().UnixNano(), quarantineSuffix)
	if err := os.Rename(path, kept); err != nil {
		kept = path
	}
	return &CorruptError{What: what, Path: kept, Err: why}
}

// lockTries times lockPause is how long a save waits for another console's, which takes milliseconds.
const (
	lockTries = 100
	lockPause = 10 * time.Millisecond
)

// waitLock takes a lock that is never held for long.
func waitLock(path string) (*filestore.Lock, error) {
	for range lockTries - 1 {
		l, err := filestore.TryLock(path)
		if !errors.Is(err, filestore.ErrLocked) {
			return l, err
		}
		<-time.After(lockPause)
	}
	return filestore.TryLock(path)
}

// busyIsFine forgives that another console holds a lock, and nothing else.
func busyIsFine(err error) error {
	if errors.Is(err, filestore.ErrLocked) {
		return nil
	}
	return err
}
