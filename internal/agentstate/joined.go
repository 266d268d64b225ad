package agentstate

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/filestore"
	"frontdesk/internal/guard"
)

// joined is what this host knows of the bucket that holds an agent's documents on the servers.
type joined struct {
	Section string `json:"section"` // the last one that it knows
}

// joinedFile holds it, beside what is known of the documents; no document has this name.
const joinedFile = ".bucket"

// join takes part in the bucket that the servers have now. If it is not the one that this host was synced with, or an
// older copy of it, nothing is known of any document: what is on this host goes there, and nothing is removed here.
// The caller holds s.mu.
func (s *sharedStore) join() error {
	now, isSame, err := s.remote.Join(s.joined.Section, s.newest)
	if err != nil || now == s.joined.Section && isSame {
		return err
	}
	if !isSame {
		if err := s.forget(); err != nil {
			return err
		}
	}
	wasJoined := s.joined.Section != ""
	if err := s.writeJoined(joined{Section: now}); err != nil {
		return err
	}
	if !isSame && wasJoined {
		s.shared.Log.Warn(
			"the cluster has lost an agent's state, or has an older copy: what this host has is put there",
			"documents", len(s.knows), "directory", s.dir,
		)
		s.shared.noteRefill()
		s.shared.start(s.sendChanged)
	}
	return nil
}

// noteSection stores the section that a new version belongs to, since another host may have begun it. Otherwise this
// host could not know, once it was cut off, that the bucket is the one that it was synced with.
func (s *sharedStore) noteSection() error {
	now, err := s.remote.Section()
	if err != nil || now == s.joined.Section {
		return nil //nolint:nilerr // the next Join says whether the bucket is the same
	}
	return s.writeJoined(joined{Section: now})
}

// forget forgets the versions of all documents that the servers had. What they had may be there: it is no conflict.
func (s *sharedStore) forget() error {
	for name, k := range maps.Clone(s.knows) {
		if err := s.setKnown(name, k.forgotten()); err != nil {
			return err
		}
	}
	s.newest = 0
	return nil
}

// forgotten returns what is known of a document after the servers have lost its versions.
func (k known) forgotten() known {
	all := strings.Fields(k.Tried)
	if k.Synced != None {
		all = append(all, string(k.Synced))
	}
	return known{Tried: strings.Join(all[max(0, len(all)-maxTried):], " "), Deleted: k.Deleted}
}

// readKnown reads what is known of the bucket and of all documents.
func (s *sharedStore) readKnown() error {
	s.knows = map[string]known{}
	files, err := os.ReadDir(filepath.Join(s.dir, knownFolder))
	if err != nil {
		return filestore.Ignore(err, os.ErrNotExist)
	}
	for _, file := range files {
		if name := strings.ReplaceAll(file.Name(), "+", "/"); name != joinedFile {
			s.newest = max(s.newest, s.known(name).Number)
		}
	}
	content, err := os.ReadFile(s.knownPath(joinedFile))
	if err == nil {
		err = json.Unmarshal(content, &s.joined)
	}
	if err != nil {
		s.joined = joined{} // then it is synced with nothing
	}
	return nil
}

func (s *sharedStore) writeJoined(j joined) error {
	content, err := json.Marshal(j)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(s.dir, knownFolder), 0o700); err != nil {
		return err
	}
	if err := filestore.WriteFile(s.knownPath(joinedFile), content); err != nil {
		return err
	}
	s.joined = j
	return nil
}

// watchPause is how often the bucket of each agent is compared with the one before. Servers that have lost one get it
// back although its agent is not at work.
const watchPause = 5 * time.Second

// watch joins the buckets of all agents again and again. What fails is said when it is needed.
func (s *Shared) watch() {
	for guard.Sleep(s.ctx, s.WatchPause) {
		for _, store := range s.opened() {
			store.mu.Lock()
			err := store.join()
			store.mu.Unlock()
			if err != nil {
				break
			}
		}
	}
}
