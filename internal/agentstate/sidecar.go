package agentstate

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/cluster"
	"frontdesk/internal/filestore"
)

// known is what this host knows of the servers' version of a document. It is stored beside the document. With it, a
// change that was made here while the servers were away can be told from one made elsewhere.
type known struct {
	Number  uint64   `json:"number"`            // the servers' number of the version that was last seen; 0 for none
	Synced  Revision `json:"synced,omitempty"`  // the content of that version
	Tried   string   `json:"tried,omitempty"`   // contents that were sent, and may have arrived, separated by spaces
	Deleted bool     `json:"deleted,omitempty"` // the document was deleted here, and the servers do not know it yet
}

// maxTried limits Tried.
const maxTried = 8

// tried returns the known state after a content was sent whose arrival is uncertain.
func (k known) tried(content []byte, err error) known {
	large := (*cluster.TooLargeError)(nil)
	if errors.Is(err, cluster.ErrNotSent) || errors.Is(err, cluster.ErrBusy) || errors.As(err, &large) {
		return k
	}
	return k.sending(content)
}

// sending returns what is known while a content is being sent.
func (k known) sending(content []byte) known {
	all := append(strings.Fields(k.Tried), string(RevisionOf(content)))
	k.Tried = strings.Join(all[max(0, len(all)-maxTried):], " ")
	return k
}

// isOurs reports whether a version was sent from here with an uncertain arrival.
func (k known) isOurs(there cluster.Version) bool {
	return there.Exists && slices.Contains(strings.Fields(k.Tried), string(RevisionOf(there.Content)))
}

// knownFolder holds a file of each document, named as the document with its folder's slash as a plus sign.
const knownFolder = ".cluster"

func (f *Files) knownPath(name string) string {
	return filepath.Join(f.dir, knownFolder, strings.ReplaceAll(name, "/", "+"))
}

// known returns what is known of a document. If that cannot be read, nothing is known, and the document is compared
// with the servers' version as if it had been changed here.
func (f *Files) known(name string) (k known) {
	content, err := os.ReadFile(f.knownPath(name))
	if err != nil || json.Unmarshal(content, &k) != nil {
		return known{}
	}
	return k
}

func (f *Files) setKnown(name string, k known) error {
	if k == (known{}) {
		return filestore.Ignore(os.Remove(f.knownPath(name)), os.ErrNotExist)
	}
	content, err := json.Marshal(k, filestore.JSONOptions)
	if err != nil {
		return err
	}
	write := overwrite
	if k.Deleted || k.Tried != "" {
		write = filestore.WriteFile
	} // otherwise a crash may damage the file or leave it out of date: then both versions are compared, none is lost
	content = slices.Concat(content, bytes.Repeat([]byte{' '}, max(0, knownSize-len(content))))
	err = write(f.knownPath(name), content)
	if errors.Is(err, os.ErrNotExist) {
		if err = os.MkdirAll(filepath.Dir(f.knownPath(name)), 0o700); err == nil {
			err = write(f.knownPath(name), content)
		}
	}
	return err
}

// knownSize is the size of a file of known, filled up with blanks. All have the same size so that a file can be
// overwritten in place: truncating it first takes ten times the CPU.
const knownSize = 1 << 10

// overwrite writes a file in place, and creates it if there is none.
func overwrite(path string, content []byte) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Close())
}

// known is Files.known with a cache in memory.
func (s *sharedStore) known(name string) known {
	k, ok := s.knows[name]
	if !ok {
		k = s.Files.known(name)
		s.knows[name] = k
	}
	return k
}

// setKnown is Files.setKnown, but does not write a state that is stored already.
func (s *sharedStore) setKnown(name string, k known) error {
	if s.known(name) == k {
		return nil
	}
	delete(s.knows, name)
	err := s.Files.setKnown(name, k)
	if err == nil {
		s.knows[name] = k
	}
	if k.Number > s.newest {
		s.newest = k.Number
		return errors.Join(err, s.noteSection())
	}
	return err
}

// changedHere returns the documents of this host that differ from the servers' version.
func (f *Files) changedHere(kinds []Kind) (names []string, failed error) {
	for _, kind := range kinds {
		stems, err := f.List(kind.Folder, kind.Suffix)
		failed = errors.Join(failed, err)
		for _, stem := range stems {
			name := kind.name(stem)
			if there, err := f.Get(name); err == nil && there.Revision != f.known(name).Synced {
				names = append(names, name)
			}
		}
	}
	marks, err := os.ReadDir(filepath.Join(f.dir, knownFolder))
	if err != nil {
		return names, errors.Join(failed, filestore.Ignore(err, os.ErrNotExist))
	}
	for _, mark := range marks {
		if name := strings.ReplaceAll(mark.Name(), "+", "/"); name != joinedFile && f.known(name).Deleted {
			names = append(names, name)
		}
	}
	return names, failed
}
