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
	"strings"
	"sync"

	"frontdesk/internal/disk"
)

// suffix ends the name of a draft's file; shelfLock is the file that a save holds.
const (
	suffix    = ".draft"
	shelfLock = ".saving"
)

// Shelf is one agent's drafts in one directory, as one console of the agent sees them. It is safe for concurrent use.
//
// Two consoles of one agent may type into the same form. None overwrites what the other has typed: a save that finds
// typing on disk that this console has neither written nor taken over is kept beside it, as a copy (Form.Copy), and
// so is everything that this console types into the form from then on.
type Shelf struct {
	dir  string
	disk sync.Mutex // held while files are read and written

	mu      sync.Mutex      // guards what follows, never held while there is IO
	known   map[Form]string // versions on disk that this console may replace
	instead map[Form]Form   // the copies under which this console keeps a form
}

// Open makes the agent's directory (0700) if need be, with those of outbox and journal, and sweeps temporary files
// that a killed process left.
func Open(dir string) (*Shelf, error) {
	for _, d := range []string{dir, filepath.Join(dir, outboxDir), filepath.Join(dir, journalDir)} {
		if err := makeDir(d); err != nil {
			return nil, fmt.Errorf("drafts cannot be kept: %w", err)
		}
	}
	return &Shelf{dir: dir, known: map[Form]string{}, instead: map[Form]Form{}}, nil
}

// Outbox is the agent's outbox, beside their drafts.
func (s *Shelf) Outbox() *Outbox { return &Outbox{dir: filepath.Join(s.dir, outboxDir)} }

// Journal is the agent's journal, beside their drafts.
func (s *Shelf) Journal() *Journal { return &Journal{dir: filepath.Join(s.dir, journalDir)} }

// Take says that this console goes on from a draft as Load or List gave it: its next save replaces that. One that was
// typed here is its own anyway.
func (s *Shelf) Take(d Draft) {
	if d.version == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.instead, d.Form)
	s.known[d.Form] = d.version
}

// mine is under which form this console keeps one, and which version of it it may replace.
func (s *Shelf) mine(f Form) (Form, string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if copied, ok := s.instead[f]; ok {
		f = copied
	}
	return f, s.known[f]
}

// Save puts a draft on disk; when it answers no error the draft outlives a crash, under the form that it answers: a
// copy where another console's typing is kept under d's own. An empty draft is discarded: it is worth nothing to anybody.
func (s *Shelf) Save(d Draft) (Form, error) {
	if d.IsEmpty() {
		return d.Form, s.Discard(d.Form)
	}
	s.disk.Lock()
	defer s.disk.Unlock()
	held, err := lockSoon(filepath.Join(s.dir, shelfLock))
	if err != nil {
		return d.Form, fmt.Errorf("draft is not saved: %w", err)
	}
	kept, err := s.save(d)
	return kept, errors.Join(err, held.Release())
}

func (s *Shelf) save(d Draft) (Form, error) {
	asked := d.Form
	own, version := s.mine(asked)
	d.Form = own
	if there, err := s.read(own.file()); err == nil && there.version != version && !there.Same(d) {
		d.Copy = rand.Text()
	}
	record, err := seal(d)
	if err == nil {
		err = disk.ReplaceContent(filepath.Join(s.dir, d.file()), record)
	}
	if err != nil {
		return asked, fmt.Errorf("draft is not saved: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.known[d.Form] = versionOf(record)
	if d.Form != asked {
		s.instead[asked] = d.Form
	}
	return d.Form, nil
}

// Load finds a form's draft; false when there is none. A *Damaged error names one that was set aside.
func (s *Shelf) Load(f Form) (Draft, bool, error) {
	s.disk.Lock()
	defer s.disk.Unlock()
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
		return cmp.Or(b.Saved.Compare(a.Saved), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Record, b.Record), cmp.Compare(a.Copy, b.Copy))
	})
	return all, errors.Join(damaged...)
}

// Discard deletes what this console has typed into a form: after the service's success, or by the agent's word. What
// another console has typed into it meanwhile stays.
func (s *Shelf) Discard(f Form) error {
	s.disk.Lock()
	defer s.disk.Unlock()
	held, err := lockSoon(filepath.Join(s.dir, shelfLock))
	if err != nil {
		return fmt.Errorf("draft is not discarded: %w", err)
	}
	return errors.Join(s.discard(f), held.Release())
}

func (s *Shelf) discard(f Form) error {
	own, version := s.mine(f)
	path := filepath.Join(s.dir, own.file())
	content, err := os.ReadFile(path)
	if err == nil && versionOf(content) == version {
		err = disk.Remove(path)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("draft is not discarded: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.instead, f)
	delete(s.known, own)
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
	d.version = versionOf(content)
	return d, nil
}

// versionOf tells two contents of a file apart: its checksum, which is its first line.
func versionOf(content []byte) string {
	sum, _, _ := bytes.Cut(content, []byte("\n"))
	return string(sum)
}
