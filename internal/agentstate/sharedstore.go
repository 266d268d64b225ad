package agentstate

import (
	"errors"
	"io/fs"
	"sync"
	"sync/atomic"

	"frontdesk/internal/cluster"
	"frontdesk/internal/filestore"
)

// sharedStore holds the documents of one agent. All consoles of the agent on this host share it.
type sharedStore struct {
	*Files
	shared    *Shared
	remote    cluster.Documents
	account   string
	agent     string           // first word of the keys of locks
	mu        sync.Mutex       // held while a document is compared with that of the servers
	knows     map[string]known // what the files beside the documents say; guarded by mu
	joined    joined           // guarded by mu
	newest    uint64           // the highest number of a version that this host has seen; guarded by mu
	put       map[string]bool  // documents that this process has put; guarded by mu
	round     atomic.Uint64    // of sendChanged
	isSending bool             // sendChanged is sending a document; guarded by mu
	large     sync.Map         // names of documents that were logged as too large
}

// Get implements Store. While the servers are away it returns what this host knows.
func (s *sharedStore) Get(name string) (Document, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.compare(name); err != nil {
		return Document{}, err
	}
	return s.Files.Get(name)
}

// List implements Store. While the servers are away it returns what this host knows.
func (s *sharedStore) List(folder, suffix string) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kind := Kind{Folder: folder, Suffix: suffix}
	var there []string
	err := s.join()
	if err == nil {
		there, err = s.remote.List(folder, suffix)
	}
	if err != nil {
		if err := s.unlessAway(err); err != nil {
			return nil, err
		}
		return s.Files.List(folder, suffix)
	}
	stems, err := s.Files.List(folder, suffix)
	if err != nil {
		return nil, err
	}
	onlyOneSide := map[string]bool{}
	for _, stem := range there {
		onlyOneSide[kind.name(stem)] = true
	}
	for _, stem := range stems {
		name := kind.name(stem)
		onlyOneSide[name] = !onlyOneSide[name]
	}
	for name, is := range onlyOneSide {
		if !is {
			continue // Get compares what both have
		}
		if err := s.compare(name); err != nil {
			return nil, err
		}
	}
	return s.Files.List(folder, suffix)
}

// Put implements Store: the content is on this host's disk before it is sent.
func (s *sharedStore) Put(name string, content []byte, replaces Revision) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.compareUnknown(name, replaces); err != nil {
		return err
	}
	k, err := s.beginPut(name, content, replaces)
	if err != nil {
		return err
	}
	return s.push(name, content, k)
}

// compareUnknown joins the bucket. It compares a document of which this host does not know what the servers have.
func (s *sharedStore) compareUnknown(name string, replaces Revision) error {
	if err := s.join(); err != nil {
		return s.unlessAway(err)
	}
	if replaces == None || s.known(name).Number > 0 {
		return nil
	}
	return s.compare(name)
}

// beginPut keeps a content on this host's disk, and with the first one that it is being sent: if the host is killed
// before the answer, it has to know later that the servers may have had it.
func (s *sharedStore) beginPut(name string, content []byte, replaces Revision) (known, error) {
	if err := s.Files.Put(name, content, replaces); err != nil {
		return known{}, err
	}
	s.put[name] = true
	k := s.known(name)
	k.Deleted = false
	if k.Number == 0 && k.Tried == "" && s.shared.State().Connected {
		return k, s.setKnown(name, k.sending(content))
	}
	return k, nil
}

// push sends a content that is on this host's disk already. If the servers have a version that is new to this host,
// that version replaces the file, and the caller, who still has the content, gets ErrChanged.
func (s *sharedStore) push(name string, content []byte, k known) error {
	number, err := s.remote.Put(name, content, k.Number)
	switch {
	case err == nil:
		return s.setKnown(name, known{Number: number, Synced: RevisionOf(content)})
	case errors.Is(err, cluster.ErrNotJoined):
		return s.comparePut(name, content)
	case !errors.Is(err, ErrChanged):
		return errors.Join(s.setKnown(name, k.tried(content, err)), s.unlessAway(err))
	}
	there, err := s.remote.Get(name)
	switch {
	case err != nil:
		return errors.Join(s.setKnown(name, k), s.unlessAway(err))
	case k.isOurs(there) || !there.Exists:
		return s.push(name, content, known{Number: there.Number, Synced: k.Synced})
	case there.Number < k.Number:
		return s.comparePut(name, content)
	}
	return errors.Join(s.take(name, there), ErrChanged)
}

// comparePut compares a document that was put with the servers' version. It returns ErrChanged if another content than
// that of the caller stays.
func (s *sharedStore) comparePut(name string, content []byte) error {
	if err := s.compare(name); err != nil {
		return err
	}
	here, err := s.Files.Get(name)
	if err := filestore.Ignore(err, fs.ErrNotExist); err != nil {
		return err
	}
	if here.Revision != RevisionOf(content) {
		return ErrChanged
	}
	return nil
}

// take replaces this host's document by the servers' version. One that another host has deleted is set aside.
func (s *sharedStore) take(name string, there cluster.Version) error {
	if !there.Exists {
		return errors.Join(s.putAside(name), s.setKnown(name, known{}))
	}
	if err := s.write(name, there.Content); err != nil {
		return err
	}
	return s.setKnown(name, known{Number: there.Number, Synced: RevisionOf(there.Content)})
}

// takeBack takes a version of a document that was deleted here while the servers were away: another host has changed
// it, or has come back with an earlier one. There nobody knows why it was deleted, so it is marked.
func (s *sharedStore) takeBack(name string, there cluster.Version) error {
	err := s.take(name, there)
	if err != nil || !there.Exists || s.shared.kindOf(name).Revive == nil {
		return err
	}
	return s.revive(name, pair{here: Document{Content: there.Content}, known: s.known(name), there: there})
}

// Delete implements Store.
func (s *sharedStore) Delete(name string, replaces Revision) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.compareUnknown(name, replaces); err != nil {
		return err
	}
	k := s.known(name)
	k.Deleted = true
	if err := s.changeIf(name, replaces, func() error {
		return errors.Join(s.setKnown(name, k), s.remove(name))
	}); err != nil {
		return err
	}
	err := s.pushDeletion(name, k)
	if !errors.Is(err, ErrChanged) {
		return err
	}
	there, failed := s.remote.Get(name)
	if failed != nil {
		return s.unlessAway(failed)
	}
	return errors.Join(s.take(name, there), ErrChanged)
}

// pushDeletion tells the servers that a document was deleted here. If another host has changed it, it returns
// ErrChanged.
func (s *sharedStore) pushDeletion(name string, k known) error {
	err := error(nil)
	if k.Number > 0 {
		err = s.remote.Remove(name, k.Number)
	} else if k.Tried != "" {
		err = ErrChanged // it may have arrived
	}
	if errors.Is(err, cluster.ErrNotJoined) {
		return s.compare(name)
	}
	if errors.Is(err, ErrChanged) {
		there, err := s.remote.Get(name)
		switch {
		case err != nil:
			return s.unlessAway(err)
		case k.isOurs(there):
			return s.pushDeletion(name, known{Number: there.Number, Deleted: true})
		case there.Exists:
			return ErrChanged
		}
		return s.setKnown(name, known{})
	}
	if err != nil {
		return s.unlessAway(err)
	}
	return s.setKnown(name, known{})
}

// Append implements Store.
func (s *sharedStore) Append(name string, line []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.join(); err != nil {
		_ = s.unlessAway(err)
	}
	if err := s.Files.Append(name, line); err != nil {
		return err
	}
	here, err := s.Files.Get(name)
	if err != nil {
		return err
	}
	k := s.known(name)
	if err := s.send(name, here.Content, k, k.Number); !errors.Is(err, errAgain) {
		return err
	}
	return s.compare(name) // another host has appended something too
}

// SetAside implements Store. The servers' version is not changed: it replaces the damaged file.
func (s *sharedStore) SetAside(name, what string, why error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	fault := s.Files.SetAside(name, what, why)
	return errors.Join(fault, s.setKnown(name, known{}))
}

// unlessAway drops the error of a cluster that is away, because the document waits on this host. One that waits for
// another version to be stored is sent soon. Other errors of the servers are logged and dropped, too, because nothing
// that was typed is lost. Of a document, the caller holds s.mu.
func (s *sharedStore) unlessAway(err error) error {
	if large := (*cluster.TooLargeError)(nil); errors.As(err, &large) {
		if _, logged := s.large.LoadOrStore(large.Name, true); logged {
			return nil // sendChanged tries again
		}
	}
	if errors.Is(err, cluster.ErrBusy) || errors.Is(err, cluster.ErrNotJoined) {
		if !s.isSending { // sendChanged tries again
			s.shared.start(s.sendChanged)
		}
		return nil
	}
	if !errors.Is(err, cluster.ErrAway) {
		s.shared.Log.Error("the cluster does not keep an agent's state", "fault", err.Error())
	}
	return nil
}
