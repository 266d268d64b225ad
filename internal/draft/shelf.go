package draft

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// suffix ends the name of a draft's file.
const suffix = ".draft"

// Shelf is one agent's drafts in one directory. It is safe for concurrent use within a process; of
// two processes the last save of a form wins, whole.
type Shelf struct {
	dir string
	mu  sync.Mutex
}

// Open makes the directory (0700) if need be and sweeps temporary files that a killed process left.
func Open(dir string) (*Shelf, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("drafts cannot be kept: %w", err)
	}
	stale, err := filepath.Glob(filepath.Join(dir, temporary+"*"))
	if err != nil {
		return nil, fmt.Errorf("drafts cannot be kept in %s: %w", dir, err)
	}
	for _, path := range stale {
		if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > time.Minute {
			_ = os.Remove(path) // another process may be quicker, or still own it: both are fine
		}
	}
	return &Shelf{dir: dir}, nil
}

// Save puts a draft on disk; when it returns nil the draft outlives a crash. An empty draft is
// discarded: it is worth nothing to anybody.
func (s *Shelf) Save(d Draft) error {
	if d.IsEmpty() {
		return s.Discard(d.Form)
	}
	record, err := seal(d)
	if err != nil {
		return fmt.Errorf("draft is not saved: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := writeFile(filepath.Join(s.dir, d.file()), record); err != nil {
		return fmt.Errorf("draft is not saved: %w", err)
	}
	return nil
}

// Load finds a form's draft; false when there is none. A *Damaged error names one that was set aside.
func (s *Shelf) Load(f Form) (Draft, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	d, err := s.read(f.file())
	if errors.Is(err, fs.ErrNotExist) {
		return Draft{}, false, nil
	}
	if err == nil && d.Form != f {
		err = putAside(filepath.Join(s.dir, f.file()), aDraft, errors.New("it belongs to another form"))
	}
	return d, err == nil, err
}

// List is every draft of the shelf, newest first; what is damaged is set aside and named in the
// error, and the others are listed all the same.
func (s *Shelf) List() ([]Draft, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
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
		if err != nil {
			damaged = append(damaged, err)
			continue
		}
		all = append(all, d)
	}
	slices.SortFunc(all, func(a, b Draft) int {
		return cmp.Or(b.Saved.Compare(a.Saved), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Record, b.Record))
	})
	return all, errors.Join(damaged...)
}

// Discard deletes a form's draft: after the service's success, or by the agent's word.
func (s *Shelf) Discard(f Form) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := os.Remove(filepath.Join(s.dir, f.file()))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("draft is not discarded: %w", err)
	}
	return nil
}

// aDraft is what a damaged file of the shelf held.
const aDraft = "a draft"

func (s *Shelf) read(name string) (Draft, error) {
	path := filepath.Join(s.dir, name)
	content, err := os.ReadFile(path)
	if err != nil {
		return Draft{}, err
	}
	var d Draft
	if err := unseal(content, &d); err != nil {
		return Draft{}, putAside(path, aDraft, err)
	}
	return d, nil
}
