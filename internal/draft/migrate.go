package draft

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"frontdesk/internal/filestore"
)

// agentDir is the name prefix of the agents' directories within an account's.
const agentDir = "agent-"

// AdoptUnnamed moves the drafts and the outbox of an account that were stored before agents had names into an agent's
// directory, unless another agent has a directory there. Forms in flight in another console stay.
func AdoptUnnamed(data, account, agent string) error {
	nameless, own := Place(data, account, ""), Place(data, account, agent)
	files, err := os.ReadDir(nameless)
	if own == nameless || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, file := range files {
		if strings.HasPrefix(file.Name(), agentDir) && file.Name() != filepath.Base(own) {
			return nil
		}
	}
	if err == nil {
		err = inherit(nameless, own)
	}
	if err != nil {
		return fmt.Errorf("what was typed before you had a name stays where it is: %w", err)
	}
	return nil
}

func inherit(nameless, own string) error {
	from, err := Open(nameless)
	if err != nil {
		return err
	}
	to, err := Open(own)
	if err != nil {
		return err
	}
	return errors.Join(to.inheritDrafts(from), to.Outbox().inherit(from.Outbox()))
}

func (s *Store) inheritDrafts(from *Store) error {
	all, failed := from.List()
	if len(all) == 0 {
		return failed
	}
	held, err := waitLock(filepath.Join(from.dir, shelfLock))
	if err != nil {
		return err
	}
	for _, d := range all {
		l, fault := filestore.TryLock(from.leavingPath(d.Key))
		if fault != nil {
			failed = errors.Join(failed, busyIsFine(fault))
			continue
		}
		failed = errors.Join(failed, s.inheritDraft(from, d), l.Remove())
	}
	return errors.Join(failed, filestore.SyncDir(from.dir), filestore.SyncDir(s.dir), held.Release())
}

// inheritDraft moves one draft; as a copy if the form has another draft.
func (s *Store) inheritDraft(from *Store, d Draft) error {
	old := filepath.Join(from.dir, d.file())
	if _, found, _ := s.Load(d.Key); !found {
		return ignoreNotExist(os.Rename(old, filepath.Join(s.dir, d.file())))
	}
	d.Conflict = rand.Text()
	record, err := encodeChecked(d)
	if err == nil {
		err = filestore.WriteFile(filepath.Join(s.dir, d.file()), record)
	}
	if err != nil {
		return err
	}
	return ignoreNotExist(filestore.Remove(old))
}

// inherit moves every item unchanged, unless another console has locked the outbox.
func (o *Outbox) inherit(from *Outbox) error {
	names, err := from.names()
	if len(names) == 0 {
		return err
	}
	held, err := from.TryLock()
	if errors.Is(err, ErrLocked) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, id := range names {
		err = errors.Join(err, ignoreNotExist(os.Rename(from.path(id), o.path(id))))
	}
	return errors.Join(err, filestore.SyncDir(from.dir), filestore.SyncDir(o.dir), held.Release())
}

// ignoreNotExist drops the error of a file that another console has already moved or removed.
func ignoreNotExist(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
