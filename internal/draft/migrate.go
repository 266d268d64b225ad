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

// agentDir begins the names of the agents' directories within an account's.
const agentDir = "agent-"

// AdoptUnnamed gives an agent the drafts and the outbox of an account that were kept before anybody had a name: as long as no
// other agent has a directory there, they can be nobody else's. What another console is sending at this moment stays.
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

// inheritDraft moves one; beside another draft of the same form it is a copy.
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

// inherit moves every item as it stands, unless another console is working on them.
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

// ignoreNotExist forgives that another console was quicker.
func ignoreNotExist(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
