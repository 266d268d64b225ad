package draft

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/filestore"
)

// agentDir is the name prefix of the agents' directories within an account's.
const agentDir = "agent-"

// AdoptUnnamed moves the drafts of an account that were saved before agents had names into an agent's directory, and
// passes both directories to more, which moves what else is kept there. It does nothing if another agent has a
// directory there. Forms in flight in another console stay.
func AdoptUnnamed(data, account, agent string, more func(unnamed, own string) error) error {
	unnamed, own := Place(data, account, ""), Place(data, account, agent)
	files, err := os.ReadDir(unnamed)
	if own == unnamed || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, file := range files {
		if strings.HasPrefix(file.Name(), agentDir) && file.Name() != filepath.Base(own) {
			return nil
		}
	}
	if err == nil {
		err = errors.Join(moveDrafts(unnamed, own), more(unnamed, own))
	}
	if err != nil {
		return fmt.Errorf("what was typed before you had a name stays where it is: %w", err)
	}
	return nil
}

// moveDrafts moves all drafts of one directory to another.
func moveDrafts(unnamed, own string) error {
	from, err := inFiles(unnamed)
	if err != nil {
		return err
	}
	to, err := inFiles(own)
	if err != nil {
		return err
	}
	return to.moveFrom(from)
}

// inFiles returns the drafts in files of an agent's directory.
func inFiles(dir string) (*Store, error) {
	files, err := agentstate.OpenFiles(dir)
	if err != nil {
		return nil, fmt.Errorf("drafts cannot be kept: %w", err)
	}
	return In(files), nil
}

func (s *Store) moveFrom(from *Store) error {
	all, failed := from.List()
	for _, d := range all {
		l, fault := from.state.TryLock(sendLock(d.Key))
		if fault != nil {
			failed = errors.Join(failed, filestore.Ignore(fault, filestore.ErrLocked))
			continue
		}
		failed = errors.Join(failed, s.moveDraft(from, d), l.Remove())
	}
	return failed
}

// moveDraft moves one draft; as a copy if the form has another draft.
func (s *Store) moveDraft(from *Store, d Draft) error {
	from.Adopt(d)
	old := d.Key
	if there, found, _ := s.Load(d.Key); found && there.Equal(d) {
		return from.Discard(old) // it was moved before
	} else if found {
		d.Conflict = rand.Text()
	}
	if _, err := s.Save(d); err != nil {
		return err
	}
	return from.Discard(old)
}
