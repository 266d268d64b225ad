package agent

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"frontdesk/internal/cluster"
)

// remote is the rows of one agent on the servers that hosts share. A row is written here first, then sent in the place
// of the version that this host knows. On the servers it is
//
//	agent-1f2e/write/Q7X…    M4T… K2B… A9C…
//	                         {"kind":"update-ticket",…
//
// with its rev and its past in the first line, by which hosts know which of two versions has grown from the other:
//
//	here        there                 becomes
//	K2B         M4T, grown from K2B   that of the servers
//	M4T         K2B                   that of this host
//	X, unknown there                  both: a merge of its kind
//
// It does not matter whether an answer was lost, or whether the servers have an older copy of what they had.
type remote struct {
	shared    *Shared
	table     *table
	documents cluster.Documents

	mu       sync.Mutex      // held while rows are compared with those of the servers; guards the fields below
	section  string          // of the bucket, that this host knows
	newest   uint64          // the highest number that this host has seen
	tooLarge map[string]bool // rows that were logged as too large

	isSending bool          // sendChanged is sending rows
	round     atomic.Uint64 // of sendChanged
}

// maxTries limits how often a row is compared again because another host has changed it meanwhile.
const maxTries = 20

func (r *remote) isConnected() bool { return r.shared.State().Connected }

// isUp reports whether a host is there, by its term: another host removes its entry once it was not renewed for a time.
func (r *remote) isUp(term string) bool {
	c := r.shared.Cluster
	is := true
	err := c.Do(context.Background(), func(ctx context.Context) error {
		hosts, err := c.Holds(ctx)
		if err == nil {
			_, err = hosts.Get(ctx, cluster.TermKey(term))
		}
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			is, err = false, nil
		}
		return err
	})
	return is || err != nil
}

// push sends a row that was changed here. While the servers are away it waits. The caller holds the lock.
func (t *table) push(kind, id string) error {
	if t.remote == nil {
		return nil
	}
	return t.remote.push(kind, id)
}

// pushLocked is push for a caller that does not hold the lock.
func (t *table) pushLocked(kind, id string) error {
	defer t.lock()()
	return t.push(kind, id)
}

// shareWait is how long a save waits for the servers, and for whoever compares rows with them. What was typed is on
// this disk by then, and what is typed meanwhile has to be there within a second.
const shareWait = 500 * time.Millisecond

// share tells the servers of a draft that was saved here and returns it as it is then. Servers that take longer are
// told in the background, like those that are away.
func (s *State) share(saved Write) (Write, error) {
	if s.remote == nil {
		return s.found(saved)
	}
	pushed := make(chan error, 1)
	s.remote.shared.start(func() { pushed <- s.pushLocked(kindWrite, saved.ID) })
	select {
	case err := <-pushed:
		if err != nil {
			return saved, err
		}
		return s.found(saved)
	case <-time.After(shareWait):
		return saved, nil
	}
}

// pull takes over what other hosts have changed. While the servers are away this host goes on with what it knows. The
// caller holds the lock.
func (t *table) pull(kind string) error {
	if t.remote == nil {
		return nil
	}
	return t.remote.unlessAway(t.remote.pull(kind))
}

func (r *remote) push(kind, id string) error {
	for range maxTries {
		err := r.pushOnce(kind, id)
		if !errors.Is(err, errAgain) && !errors.Is(err, cluster.ErrNotJoined) {
			return r.unlessAway(err)
		}
	}
	return fmt.Errorf("%w again and again", errAgain)
}

// errAgain is returned by a comparison that has to be repeated.
var errAgain = errors.New("it was changed meanwhile on the servers")

func (r *remote) pushOnce(kind, id string) error {
	var here *row
	if err := r.table.file.do(func(tx *sql.Tx) (err error) {
		here, err = r.table.row(tx, kind, id)
		return err
	}); err != nil || here == nil || !here.dirty || here.isGone() && here.number == 0 && !here.sent {
		return err
	}
	if err := r.join(); err != nil {
		return err
	}
	if err := r.noteSending(*here); err != nil {
		return err
	}
	name := kind + "/" + id
	var number uint64
	var err error
	if here.isGone() {
		err = r.documents.Remove(name, here.number)
	} else {
		number, err = r.documents.Put(name, toServers(*here), here.number)
	}
	switch {
	case err == nil:
		return r.settle(*here, number)
	case errors.Is(err, cluster.ErrChanged):
	default:
		return err
	}
	return r.compare(*here, name)
}

// noteSending notes of a row that was changed while the servers were away that they may have it from now on, in this
// version or in a later one, also if this host is killed before they answer.
func (r *remote) noteSending(here row) error {
	if here.sent {
		return nil
	}
	return r.table.file.do(func(tx *sql.Tx) error {
		_, err := tx.Exec(`UPDATE row SET sent=1 WHERE agent=? AND kind=? AND id=?`, r.table.agent, here.kind, here.id)
		return err
	})
}

// compare takes what the servers have of a row that was changed there meanwhile.
func (r *remote) compare(here row, name string) error {
	there, err := r.documents.Get(name)
	if err != nil {
		return err
	}
	kind := here.kind
	c := change{id: here.id, version: there}
	if !there.Exists && !there.Deleted {
		if c.deleted, err = r.documents.Deleted(name); err != nil {
			return err
		}
	}
	if err := r.table.file.do(func(tx *sql.Tx) error { return r.take(tx, kind, c) }); err != nil {
		return err
	}
	copied := copyName(here.rev) // a copy that a merge may have made
	if rev, _, _ := fromServers(there.Content); there.Exists && kind == kindWrite {
		if err := errors.Join(r.push(kind, copied), r.push(kind, copyName(rev))); err != nil {
			return err
		}
	}
	return errAgain
}

// settle notes that the servers have a row, unless it was changed here meanwhile.
func (r *remote) settle(here row, number uint64) error {
	err := r.table.file.do(func(tx *sql.Tx) error {
		if here.isGone() {
			return r.table.settleGone(tx, here)
		}
		_, err := tx.Exec(`UPDATE row SET number=?, sent=1, dirty=(rev<>?) WHERE agent=? AND kind=? AND id=?`,
			int64(number), here.rev, r.table.agent, here.kind, here.id) //nolint:gosec // a number of messages
		return err
	})
	if err == nil && number > r.newest {
		r.newest = number
		return r.noteSection()
	}
	return err
}

// toServers returns a row as the servers have it.
func toServers(r row) []byte {
	return append([]byte(joinRevs(r.rev, r.past)+"\n"), r.body...)
}

// fromServers decodes a version of the servers.
func fromServers(content []byte) (rev, past string, body []byte) {
	head, body, _ := bytes.Cut(content, []byte("\n"))
	rev, past, _ = strings.Cut(string(head), " ")
	return rev, past, body
}

// change is a version of a row on the servers, or that it was deleted.
type change struct {
	id      string
	version cluster.Version
	deleted uint64 // the number of the version that has deleted it; 0 if that is not known
}

// batch is how many changes are taken over at once.
const batch = 250

// pull takes over what was changed on the servers since this host has looked.
func (r *remote) pull(kind string) error {
	if err := r.join(); err != nil {
		return err
	}
	for {
		after, err := r.seen(kind)
		if err != nil {
			return err
		}
		var changes []change
		last := after
		for len(changes) < batch {
			next, err := r.documents.Next(kind, last)
			if err != nil {
				return err
			}
			if next.Name == "" {
				break
			}
			last = next.Number
			c := change{id: next.Name, version: next.Version, deleted: next.Of}
			if c.deleted > 0 {
				c.version.Number = 0 // that of the marker
			}
			changes = append(changes, c)
		}
		if len(changes) == 0 {
			return r.pushDirty(kind)
		}
		if err := r.takeAll(kind, changes, last); err != nil {
			return err
		}
	}
}

func (r *remote) seen(kind string) (number uint64, err error) {
	err = r.table.file.do(func(tx *sql.Tx) error {
		err := tx.QueryRow(`SELECT number FROM seen WHERE agent=? AND kind=?`, r.table.agent, kind).Scan(&number)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	return number, err
}

func (r *remote) takeAll(kind string, changes []change, last uint64) error {
	err := r.table.file.do(func(tx *sql.Tx) error {
		for _, c := range changes {
			if err := r.take(tx, kind, c); err != nil {
				return err
			}
		}
		_, err := tx.Exec(`INSERT INTO seen (agent, kind, number) VALUES (?,?,?)
			ON CONFLICT DO UPDATE SET number=excluded.number`, r.table.agent, kind, int64(last)) //nolint:gosec // likewise
		return err
	})
	if err == nil && last > r.newest {
		r.newest = last
		return r.noteSection()
	}
	return err
}

// pushDirty sends the rows of a kind that the servers do not have.
func (r *remote) pushDirty(kind string) (failed error) {
	var waiting []string
	err := r.table.file.do(func(tx *sql.Tx) error {
		found, err := r.table.rows(tx, `kind=? AND dirty`, kind)
		waiting = nil
		for _, one := range found {
			waiting = append(waiting, one.id)
		}
		return err
	})
	if err != nil {
		return err
	}
	for _, id := range waiting {
		if !r.isConnected() {
			return failed
		}
		failed = errors.Join(failed, r.push(kind, id))
	}
	return failed
}
