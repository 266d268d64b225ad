package agentstate

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"frontdesk/internal/cluster"
	"frontdesk/internal/filestore"
	"frontdesk/internal/guard"
)

// errAgain is returned by a comparison that has to be repeated.
var errAgain = errors.New("it was changed meanwhile on the servers")

// compare compares a document of this host with the servers' version, and makes both the same.
func (s *sharedStore) compare(name string) error {
	for range maxTries {
		err := s.join()
		var there cluster.Version
		if err == nil {
			there, err = s.remote.Get(name)
		}
		switch {
		case errors.Is(err, cluster.ErrNotJoined):
			continue
		case err != nil:
			return s.unlessAway(err)
		}
		if err := s.reconcile(name, there); !errors.Is(err, errAgain) {
			return err
		}
	}
	return fmt.Errorf("%w again and again", errAgain)
}

// pair is a document as it is on this host and on the servers.
type pair struct {
	here  Document // without a revision if there is none
	known known
	there cluster.Version
}

// isStale reports that the servers have an older version than before.
func (p pair) isStale() bool { return p.there.Exists && p.there.Number < p.known.Number }

func (p pair) isChangedHere() bool {
	return p.known.Deleted || p.here.Revision != None && p.here.Revision != p.known.Synced
}

// isChangedThere reports that the servers have a version that this host has neither received nor sent. Servers that
// have lost what they had may use its number again.
func (p pair) isChangedThere() bool {
	return !p.known.isOurs(p.there) && (p.there.Number != p.known.Number || p.isReused())
}

// isReused reports that the number of the version that this host knows is that of another content.
func (p pair) isReused() bool {
	return p.there.Exists && p.known.Synced != None && p.there.Number == p.known.Number &&
		RevisionOf(p.there.Content) != p.known.Synced
}

// isSame reports that both have the same content.
func (p pair) isSame() bool {
	return p.there.Exists && !p.known.Deleted && RevisionOf(p.there.Content) == p.here.Revision
}

// pair returns a document of this host beside the version of the servers.
func (s *sharedStore) pair(name string, there cluster.Version) (pair, error) {
	here, err := s.Files.Get(name)
	return pair{here: here, known: s.known(name), there: there}, filestore.Ignore(err, fs.ErrNotExist)
}

// reconcile makes a document of this host and the version of the servers the same.
func (s *sharedStore) reconcile(name string, there cluster.Version) error {
	p, err := s.pair(name, there)
	switch {
	case err != nil:
		return err
	case p.isStale():
		return s.reconcileStale(name)
	case p.isSame():
		return s.setKnown(name, known{Number: there.Number, Synced: p.here.Revision})
	case !there.Exists && !p.known.Deleted:
		return s.reconcileMissing(name, p)
	case !p.isChangedHere() && !p.isReused():
		return s.take(name, there)
	case p.known.Deleted:
		return s.reconcileDeleted(name, p)
	case s.isDamaged(name, p.here.Content):
		return s.replaceDamaged(name, there)
	case p.isChangedThere():
		return s.merge(name, p.here.Content, there)
	}
	return s.send(name, p.here.Content, p.known, there.Number)
}

// reconcileStale finds out whether the server that answered was cut off: then one that can store something has the
// newest version. Otherwise the servers have got an older copy, and what this host knows is of no use.
func (s *sharedStore) reconcileStale(name string) error {
	s.remote.Leave()
	err := s.join()
	var there cluster.Version
	if err == nil {
		there, err = s.remote.Get(name)
	}
	if err != nil {
		return s.unlessAway(err)
	}
	if k := s.known(name); there.Exists && there.Number < k.Number {
		err = s.setKnown(name, k.forgotten())
	}
	return errors.Join(err, errAgain)
}

// reconcileMissing handles a document that the servers do not have. Only if a host has deleted it, it is deleted here
// too. Otherwise the servers have lost it, and get it back.
func (s *sharedStore) reconcileMissing(name string, p pair) error {
	if p.here.Revision == None {
		return s.setKnown(name, known{})
	}
	deleted, err := s.isDeleted(name, p)
	switch {
	case err != nil:
		return s.unlessAway(err)
	case deleted && !p.isChangedHere():
		return s.take(name, p.there)
	case s.isDamaged(name, p.here.Content):
		return nil // whoever reads it reports the damage
	case deleted:
		return s.revive(name, p)
	}
	if p.known.Number > 0 {
		s.shared.Log.Warn(
			"the cluster has lost a document, which no host has deleted: this host puts it there again",
			"file", s.Path(name),
		)
	}
	return s.send(name, p.here.Content, p.known, p.there.Number)
}

// isDeleted reports whether a host has deleted a document after this one has received or sent it.
func (s *sharedStore) isDeleted(name string, p pair) (bool, error) {
	if p.known.Number == 0 && !s.mayHaveArrived(name, p.known) {
		return false, nil
	}
	if p.there.Deleted {
		return p.there.Number > p.known.Number, nil
	}
	number, err := s.remote.Deleted(name)
	return number > p.known.Number, err
}

// mayHaveArrived reports whether a process that has ended was sending the document: it may have arrived and have been
// deleted elsewhere since.
func (s *sharedStore) mayHaveArrived(name string, k known) bool { return k.Tried != "" && !s.put[name] }

// reconcileDeleted deletes a document on the servers too, unless it was changed there since.
func (s *sharedStore) reconcileDeleted(name string, p pair) error {
	if !p.there.Exists || p.isChangedThere() {
		return s.takeBack(name, p.there)
	}
	err := s.pushDeletion(name, known{Number: p.there.Number, Deleted: true})
	if errors.Is(err, ErrChanged) {
		return errAgain
	}
	return err
}

// isDamaged reports whether a content of this host is damaged, for kinds of documents that can be checked.
func (s *sharedStore) isDamaged(name string, content []byte) bool {
	isWhole := s.shared.kindOf(name).IsWhole
	return isWhole != nil && !isWhole(content)
}

// replaceDamaged sets a damaged file aside and puts the servers' version in its place.
func (s *sharedStore) replaceDamaged(name string, there cluster.Version) error {
	fault := s.Files.SetAside(name, "a file", errors.New("it was damaged on this host"))
	s.shared.Log.Error("the cluster's version replaces a damaged file", "fault", fault.Error())
	return s.take(name, there)
}

// send replaces a version on the servers by a content.
func (s *sharedStore) send(name string, content []byte, k known, replaces uint64) error {
	number, err := s.remote.Put(name, content, replaces)
	switch {
	case errors.Is(err, ErrChanged), errors.Is(err, cluster.ErrNotJoined):
		return errAgain
	case err != nil:
		return errors.Join(s.setKnown(name, k.tried(content, err)), s.unlessAway(err))
	}
	return s.setKnown(name, known{Number: number, Synced: RevisionOf(content)})
}

// merge keeps both versions of a document that was changed here and elsewhere.
func (s *sharedStore) merge(name string, here []byte, there cluster.Version) error {
	stays, beside := here, map[string][]byte(nil)
	if k := s.shared.kindOf(name); k.Merge != nil {
		stays, beside = k.Merge(name, here, there.Content)
	} else if err := s.keepRemoved(name, there.Content, "another host had changed it too"); err != nil {
		return err
	}
	for other, content := range beside {
		if err := s.write(other, content); err != nil {
			return err
		}
		if err := s.compare(other); err != nil {
			return err
		}
	}
	if err := s.write(name, stays); err != nil {
		return err
	}
	return s.send(name, stays, known{Number: there.Number, Synced: RevisionOf(there.Content)}, there.Number)
}

// Pauses between attempts to send the documents that were changed on this host only. Servers that have just come back
// may refuse or be out of date, and without another attempt the document would wait until the agent changes something.
const (
	firstPause = 200 * time.Millisecond
	lastPause  = 2 * time.Minute
)

// revive sends a document that was changed on one host and deleted on another.
func (s *sharedStore) revive(name string, p pair) error {
	content := p.here.Content
	if k := s.shared.kindOf(name); k.Revive != nil {
		content = k.Revive(content)
	}
	if err := s.write(name, content); err != nil {
		return err
	}
	return s.send(name, content, p.known, p.there.Number)
}

// sendChanged sends what was changed on this host while the servers were away, until nothing waits, they are away
// again, or another call has begun.
func (s *sharedStore) sendChanged() {
	round := s.round.Add(1)
	for pause := firstPause; pause <= lastPause; pause *= 2 {
		if s.sendOnce() || !guard.Sleep(s.shared.ctx, pause) || s.round.Load() != round {
			return
		}
	}
}

// sendOnce sends the documents that were changed on this host only. It returns true if no other attempt is needed now:
// all are sent, or the cluster is away.
func (s *sharedStore) sendOnce() (done bool) {
	s.mu.Lock()
	err := s.join()
	s.mu.Unlock()
	if errors.Is(err, cluster.ErrAway) {
		return true
	}
	names, failed := s.changedHere(s.shared.Kinds)
	err = errors.Join(err, failed)
	for _, name := range names {
		if !s.shared.State().Connected {
			return true
		}
		s.mu.Lock()
		s.isSending = true
		err = errors.Join(err, s.compare(name))
		s.isSending = false
		s.mu.Unlock()
	}
	if err != nil {
		s.shared.Log.Error("an agent's state on this host does not go to the cluster", "fault", err.Error())
	}
	if len(names) == 0 {
		return true
	}
	left, _ := s.changedHere(s.shared.Kinds)
	left = slices.DeleteFunc(left, func(name string) bool {
		_, tooLarge := s.large.Load(name)
		return tooLarge
	})
	return len(left) == 0
}
