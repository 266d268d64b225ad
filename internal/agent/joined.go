package agent

import (
	"database/sql"
	"errors"
	"io/fs"
	"slices"
	"time"

	"frontdesk/internal/cluster"
	"frontdesk/internal/guard"
	"frontdesk/internal/sqlite"
)

// sectionRow is the kind under which the section of the bucket is noted that this host was synced with last.
const sectionRow = "section"

// join takes part in the bucket that the servers have now. If it is not the one that this host was synced with, or an
// older copy of it, nothing is known of any row: what is on this host goes there, and nothing is removed here. The
// caller holds r.mu.
func (r *remote) join() error {
	now, isSame, err := r.documents.Join(r.section, r.newest)
	if err != nil || now == r.section && isSame {
		return err
	}
	if !isSame {
		if err := r.forgetNumbers(); err != nil {
			return err
		}
	}
	wasJoined := r.section != ""
	if err := r.writeSection(now); err != nil {
		return err
	}
	if !isSame && wasJoined {
		r.shared.Log.Warn(
			"the cluster has lost an agent's state, or has an older copy: what this host has is put there",
			"agent", r.table.agent, "file", r.table.file.path,
		)
		r.shared.noteRefill()
		r.shared.start(r.sendChanged)
	}
	return nil
}

// noteSection stores the section that a new version belongs to, since another host may have begun it. Otherwise this
// host could not know, once it was cut off, that the bucket is the one that it was synced with.
func (r *remote) noteSection() error {
	now, err := r.documents.Section()
	if err != nil || now == r.section {
		return nil //nolint:nilerr // the next Join says whether the bucket is the same
	}
	return r.writeSection(now)
}

func (r *remote) writeSection(now string) error {
	err := r.table.file.do(func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO seen (agent, kind, section) VALUES (?,?,?)
			ON CONFLICT DO UPDATE SET section=excluded.section`, r.table.agent, sectionRow, now)
		return err
	})
	if err == nil {
		r.section = now
	}
	return err
}

// readSection reads what this host knows of the bucket.
func (r *remote) readSection() error {
	return r.table.file.do(func(tx *sql.Tx) error {
		err := tx.QueryRow(`SELECT section FROM seen WHERE agent=? AND kind=?`, r.table.agent, sectionRow).Scan(&r.section)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		return tx.QueryRow(`SELECT coalesce(max(number), 0) FROM (
			SELECT number FROM seen WHERE agent=?1 UNION ALL SELECT number FROM row WHERE agent=?1)`,
			r.table.agent).Scan(&r.newest)
	})
}

// forgetNumbers forgets the numbers of all rows that the servers had. What they had may be there: it is no conflict.
func (r *remote) forgetNumbers() error {
	r.newest = 0
	return r.table.file.do(func(tx *sql.Tx) error {
		_, err1 := tx.Exec(`UPDATE row SET number=0, dirty=1 WHERE agent=?`, r.table.agent)
		_, err2 := tx.Exec(`DELETE FROM seen WHERE agent=?`, r.table.agent)
		return errors.Join(err1, err2)
	})
}

// Pauses between attempts to send the rows that were changed on this host only. Servers that have just come back may
// refuse or be out of date, and without another attempt a row would wait until the agent changes something.
const (
	firstPause = 200 * time.Millisecond
	lastPause  = 2 * time.Minute
)

// sendChanged sends what was changed on this host while the servers were away, until nothing waits, they are away
// again, or another call has begun.
func (r *remote) sendChanged() {
	round := r.round.Add(1)
	for pause := firstPause; pause <= lastPause; pause *= 2 {
		if r.sendOnce() || !guard.Sleep(r.shared.ctx, pause) || r.round.Load() != round {
			return
		}
	}
}

// sendOnce compares all kinds of rows with the servers. It returns true if no other attempt is needed now: all are
// sent, or the cluster is away.
func (r *remote) sendOnce() (done bool) {
	done = true
	for _, kind := range kinds {
		r.mu.Lock()
		r.isSending = true
		err := r.pull(kind)
		waits, failed := r.waits(kind)
		r.isSending = false
		r.mu.Unlock()
		if errors.Is(err, cluster.ErrAway) {
			return true
		}
		if err != nil {
			r.shared.Log.Error("an agent's state on this host does not go to the cluster", "error", err.Error())
		}
		done = done && err == nil && failed == nil && !waits
	}
	return done
}

// waits reports whether rows of a kind wait for the servers, which will take them.
func (r *remote) waits(kind string) (waits bool, err error) {
	err = r.table.file.do(func(tx *sql.Tx) error {
		found, err := r.table.rows(tx, `kind=? AND dirty AND (length(body)>0 OR number>0 OR sent)`, kind)
		waits = slices.ContainsFunc(found, func(one row) bool { return !r.tooLarge[kind+"/"+one.id] })
		return err
	})
	return waits, err
}

// unlessAway drops the error of a cluster that is away, because the row waits on this host. One that waits for another
// version to be stored is sent soon. Other errors of the servers are logged and dropped, too, because nothing that was
// typed is lost; those of this host are not. The caller holds r.mu.
func (r *remote) unlessAway(err error) error {
	large := (*cluster.TooLargeError)(nil)
	switch {
	case err == nil, errors.Is(err, cluster.ErrAway):
	case errors.As(err, &large):
		if !r.tooLarge[large.Name] {
			r.tooLarge[large.Name] = true
			r.shared.Log.Error("the cluster does not keep an agent's state", "error", err.Error())
		}
	case errors.Is(err, cluster.ErrBusy), errors.Is(err, cluster.ErrNotJoined):
		if !r.isSending { // sendChanged tries again
			r.shared.start(r.sendChanged)
		}
	case isLocal(err):
		return err
	default:
		r.shared.Log.Error("the cluster does not keep an agent's state", "error", err.Error())
	}
	return nil
}

// expire removes rows from the servers that are too old on every host. One that stays there is removed by another host,
// or another time.
func (r *remote) expire(old []row) {
	for _, one := range old {
		if one.number == 0 {
			continue
		}
		if err := r.documents.Expire(one.kind + "/" + one.id); err != nil {
			return
		}
	}
}

// isLocal reports whether an error is of this host's disk.
func isLocal(err error) bool {
	var path *fs.PathError
	var found damage
	return sqlite.Code(err) != 0 || errors.As(err, &path) || errors.As(err, &found)
}
