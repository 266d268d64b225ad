package draft

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/filestore"
)

// suffix is the extension of drafts' names.
const suffix = ".draft"

// Store holds one agent's drafts, as one console of the agent sees them. It is safe for concurrent use.
//
// Two consoles of one agent may edit the same form. Neither overwrites the other's input: a save that finds a version
// that this console has neither written nor adopted is saved as a copy (Key.Conflict), and so is everything that this
// console saves of the form from then on.
type Store struct {
	state agentstate.Store

	mu           sync.Mutex      // guards the fields below; never held during IO
	own          map[Key]content // what this console may replace
	conflictKeys map[Key]Key     // the copies under which this console saves a form
}

// content is what a draft's document was when this console wrote or read it.
type content struct {
	version  string
	revision agentstate.Revision
}

// In returns the drafts of an agent's state.
func In(state agentstate.Store) *Store {
	return &Store{state: state, own: map[Key]content{}, conflictKeys: map[Key]Key{}}
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
	s.own[d.Key] = content{d.version, d.revision}
}

// target returns the key under which this console saves a form, and what it may replace.
func (s *Store) target(f Key) (Key, content) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if copied, ok := s.conflictKeys[f]; ok {
		f = copied
	}
	return f, s.own[f]
}

// Save keeps a draft. After it returns without an error, the draft survives a crash under the returned key, which names
// a copy if another console's input is kept under d's own key. An empty draft is discarded.
func (s *Store) Save(d Draft) (Key, error) {
	if d.isEmpty() {
		return d.Key, s.Discard(d.Key)
	}
	kept, err := s.replaceOwn(d)
	for tries := 0; errors.Is(err, agentstate.ErrChanged) && tries < maxTries; tries++ {
		kept, err = s.save(d)
	}
	if err != nil {
		return d.Key, fmt.Errorf("draft is not saved: %w", err)
	}
	return kept, nil
}

// maxTries is how often a save begins again because the draft was changed meanwhile.
const maxTries = 20

// replaceOwn saves a draft in place of what this console has saved or adopted, which is mostly still there: nothing is
// read then. It returns ErrChanged if something else is there.
func (s *Store) replaceOwn(d Draft) (Key, error) {
	asked := d.Key
	own, last := s.target(asked)
	if last.revision == agentstate.None {
		return asked, agentstate.ErrChanged
	}
	d.Key = own
	return s.put(asked, d, last.revision)
}

func (s *Store) save(d Draft) (Key, error) {
	asked := d.Key
	own, last := s.target(asked)
	d.Key = own
	there, err := s.read(own.file())
	revision := there.revision
	if err == nil && there.version != last.version && !there.Equal(d) {
		d.Conflict, revision = s.copyOf(own, last.version)
	}
	return s.put(asked, d, revision)
}

// put saves a draft of the form that was asked for in place of a revision.
func (s *Store) put(asked Key, d Draft, replaces agentstate.Revision) (Key, error) {
	record, err := filestore.EncodeRecord(d)
	if err != nil {
		return asked, err
	}
	if err := s.state.Put(d.file(), record, replaces); err != nil {
		return asked, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.own[d.Key] = content{versionOf(record), agentstate.RevisionOf(record)}
	if d.Key != asked {
		s.conflictKeys[asked] = d.Key
	}
	return d.Key, nil
}

// copyOf returns what tells the copy from the form's own draft, and what it replaces. What this console has saved may
// have become a copy when several hosts found out about each other's drafts: that one is continued.
func (s *Store) copyOf(own Key, version string) (conflict string, revision agentstate.Revision) {
	if version != "" {
		made := own
		made.Conflict = copyName(version)
		if there, err := s.read(made.file()); err == nil {
			there.Conflict = own.Conflict
			if saved, err := filestore.EncodeRecord(there); err == nil && versionOf(saved) == version {
				return made.Conflict, there.revision
			}
		}
	}
	return rand.Text(), agentstate.None
}

// copyName returns the name of the copy that a version becomes.
func copyName(version string) string { return version[:min(len(version), copyNameLength)] }

// copyNameLength is the length of the names of copies.
const copyNameLength = 26

// Load returns a form's draft; false if there is none. A *CorruptError names a quarantined file.
func (s *Store) Load(f Key) (Draft, bool, error) {
	d, err := s.read(f.file())
	if errors.Is(err, fs.ErrNotExist) {
		return Draft{}, false, nil
	}
	if err == nil && d.Key != f {
		err = s.state.SetAside(f.file(), draftContent, errors.New("it belongs to another form"))
	}
	return d, err == nil, err
}

// List returns every draft, newest first. Damaged files are quarantined and named in the error, and the other drafts
// are still returned.
func (s *Store) List() ([]Draft, error) {
	names, err := s.state.List("", suffix)
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
	own, last := s.target(f)
	there, err := s.state.Get(own.file())
	if err == nil && versionOf(there.Content) == last.version {
		err = filestore.Ignore(s.state.Delete(own.file(), there.Revision), agentstate.ErrChanged)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("draft is not discarded: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conflictKeys, f)
	delete(s.own, own)
	return nil
}

// draftContent is the CorruptError.What of a draft file.
const draftContent = "a draft"

func (s *Store) read(name string) (Draft, error) {
	there, err := s.state.Get(name)
	if err != nil {
		return Draft{}, err
	}
	var d Draft
	if err := filestore.DecodeRecord(there.Content, &d); err != nil {
		return Draft{}, s.state.SetAside(name, draftContent, err)
	}
	d.version, d.revision = versionOf(there.Content), there.Revision
	return d, nil
}

// versionOf returns the version of a file's content: the checksum in its first line.
func versionOf(content []byte) string {
	sum, _, _ := bytes.Cut(content, []byte("\n"))
	return string(sum)
}

// Kind is drafts as a kind of an agent's documents.
var Kind = agentstate.Kind{Suffix: suffix, Merge: merge, Revive: revive, IsWhole: filestore.IsRecord}

// merge keeps both of two drafts of a form, typed on this host and on another while they could not know of each other:
// the one that was saved last stays, the other is a copy. Of the same input, one that was sent stays.
func merge(name string, here, shared []byte) (stays []byte, beside map[string][]byte) {
	var mine, others Draft
	if filestore.DecodeRecord(shared, &others) != nil || filestore.DecodeRecord(here, &mine) != nil {
		return here, nil
	}
	if mine.Equal(others) {
		if mine.SentAt.IsZero() && !others.SentAt.IsZero() {
			return shared, nil
		}
		return here, nil
	}
	first, content, stays := others, shared, here
	if others.SavedAt.After(mine.SavedAt) {
		first, content, stays = mine, here, shared
	}
	first.Conflict = copyName(versionOf(content))
	if first.file() == name {
		first.Conflict = rand.Text()
	}
	copied, err := filestore.EncodeRecord(first)
	if err != nil {
		return here, nil
	}
	return stays, map[string][]byte{first.file(): copied}
}

// revive marks a draft that was deleted on another host while more of it was typed here: there it was saved or
// discarded, which nobody knows here.
func revive(here []byte) []byte {
	var d Draft
	if filestore.DecodeRecord(here, &d) != nil {
		return here
	}
	d.MaybeSaved = true
	marked, err := filestore.EncodeRecord(d)
	if err != nil {
		return here
	}
	return marked
}
