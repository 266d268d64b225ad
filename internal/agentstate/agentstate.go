// Package agentstate keeps an agent's own state, such as drafts, outbox and journal, as named documents: in files of
// this host, or in files of this host and on the servers that several hosts share.
package agentstate

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"

	"frontdesk/internal/cluster"
)

// Store holds the documents of one agent for one account. Names have at most one folder, as in journal/x.journal. It is
// safe for concurrent use by any number of consoles, of this process and of others.
type Store interface {
	// Get returns a document; fs.ErrNotExist if there is none.
	Get(name string) (Document, error)
	// Put replaces the document that has a revision, or creates one if that is None. It returns ErrChanged if the
	// document has another revision. Without an error the content survives a crash of this host.
	Put(name string, content []byte, replaces Revision) error
	// Delete deletes the document that has a revision. It returns ErrChanged if it has another one.
	Delete(name string, replaces Revision) error
	// List returns the names in a folder that have a suffix, sorted, without folder and suffix. The folder "" is that
	// of names without one.
	List(folder, suffix string) ([]string, error)
	// Append appends a line to a document, and creates it if there is none. An incomplete last line is ended first, so
	// that the new one is not joined to it.
	Append(name string, line []byte) error
	// TryLock locks a name against all other consoles of the agent, or returns filestore.ErrLocked at once.
	TryLock(name string) (Lock, error)
	// SetAside moves a damaged document out of the store. The error says where to; what names the content, for that
	// error.
	SetAside(name, what string, why error) error
	// Path returns where this host keeps a document.
	Path(name string) string
}

// Opener opens the documents of an agent whose files are in a directory of this host.
type Opener interface {
	Open(dir, account string) (Store, error)
}

// ThisHost opens documents that are stored on this host only.
type ThisHost struct{}

// Open implements Opener.
func (ThisHost) Open(dir, _ string) (Store, error) {
	files, err := OpenFiles(dir)
	if err != nil {
		return nil, err
	}
	return files, nil
}

// Lock is a lock on a name. It ends with the process; other hosts see that within seconds.
type Lock interface {
	// Release unlocks the name.
	Release() error
	// Remove releases a name that is not used again, and removes the file or the entry of the lock.
	Remove() error
}

// Document is the content of a document, with its revision.
type Document struct {
	Content  []byte
	Revision Revision
}

// Revision identifies the content of a document.
type Revision string

// None is the revision of a document that does not exist.
const None Revision = ""

// RevisionOf returns the revision of a content.
func RevisionOf(content []byte) Revision {
	sum := sha256.Sum256(content)
	return Revision(hex.EncodeToString(sum[:]))
}

// ErrChanged is returned if a document has another revision than the one to be replaced.
var ErrChanged = cluster.ErrChanged

// maxTries limits how often Change tries, since each try can end with ErrChanged.
const maxTries = 20

// Change replaces a document's content, nil if there is none, by what change returns. It calls change again if the
// document has been changed in between.
func Change(s Store, name string, change func(content []byte) ([]byte, error)) error {
	for range maxTries {
		old, err := s.Get(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		content, err := change(old.Content)
		if err != nil {
			return err
		}
		if err := s.Put(name, content, old.Revision); !errors.Is(err, ErrChanged) {
			return err
		}
	}
	return fmt.Errorf("%w again and again", ErrChanged)
}
