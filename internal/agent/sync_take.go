package agent

import (
	"bytes"
	"database/sql"
	"errors"
	"strings"
	"time"
)

// take takes over a version of the servers, or keeps that of this host, or both.
func (r *remote) take(tx *sql.Tx, kind string, c change) error {
	here, err := r.table.row(tx, kind, c.id)
	if err != nil {
		return err
	}
	if !c.version.Exists {
		return r.takeDeletion(tx, here, c)
	}
	theirs := row{kind: kind, id: c.id, sent: true, number: c.version.Number}
	theirs.rev, theirs.past, theirs.body = fromServers(c.version.Content)
	if kind == kindWrite {
		w, err := writeOf(theirs)
		if err != nil {
			r.shared.Log.Error("a row of the cluster cannot be read", "row", kind+"/"+c.id, "error", err.Error())
			return nil
		}
		theirs.describe(w)
	}
	switch {
	case here == nil:
		return r.add(tx, theirs)
	case here.rev == theirs.rev && bytes.Equal(here.body, theirs.body):
		return r.note(tx, *here, theirs.number, false)
	case hasGrownFrom(here.past, theirs.rev):
		return r.note(tx, *here, theirs.number, true)
	case here.isGone():
		theirs.past = joinRevs(theirs.past, here.rev, here.past) // copies of them may come
		return r.comeBack(tx, theirs, here.rev)
	case !here.dirty, here.rev == theirs.rev, hasGrownFrom(theirs.past, here.rev), bytes.Equal(here.body, theirs.body):
		_, err := r.table.replace(tx, theirs, here.rev)
		return err
	}
	return r.merge(tx, *here, theirs)
}

// add adds a row of the servers. The copy of an input that was sent or discarded here may be saved already.
func (r *remote) add(tx *sql.Tx, theirs row) error {
	rev, isCopy := strings.CutPrefix(theirs.id, copyName(""))
	if !isCopy {
		return r.table.insert(tx, theirs)
	}
	known, err := r.table.rows(tx, `kind='write' AND ' '||rev||' '||past||' ' LIKE ?`, "% "+rev+" %")
	for _, one := range known {
		var w Write
		if err == nil && !one.isGone() {
			w, err = writeOf(one)
		}
		if err == nil && (one.isGone() || w.MaybeSaved) {
			theirs.dirty = true
			err = r.table.setMaybeSaved(&theirs)
		}
	}
	if err != nil {
		return err
	}
	return r.table.insert(tx, theirs)
}

// note notes the number of the servers' version of a row.
func (r *remote) note(tx *sql.Tx, here row, number uint64, dirty bool) error {
	here.number, here.dirty, here.sent = number, dirty, here.sent || !dirty
	_, err := r.table.replace(tx, here, here.rev)
	return err
}

// takeDeletion deletes a row that another host has deleted, unless more was made of it here. A row that the servers do
// not have, and that no host has deleted, was lost there, and is sent again.
func (r *remote) takeDeletion(tx *sql.Tx, here *row, c change) error {
	deleted := c.deleted
	if c.version.Deleted {
		deleted = c.version.Number
	}
	isNewer := here != nil && deleted > here.number // not of an earlier version
	switch {
	case here == nil, deleted > 0 && !isNewer && !here.dirty:
		return nil
	case here.isGone():
		return r.table.settleGone(tx, *here)
	case isNewer && !here.dirty:
		return errors.Join(r.setAside(tx, *here, "another host has deleted it"), r.table.forget(tx, *here))
	case isNewer && (here.number > 0 || here.sent):
		kept, rev := *here, here.rev
		kept.number = c.version.Number
		return r.comeBack(tx, kept, rev)
	case deleted == 0 && here.number > 0:
		r.shared.Log.Warn("the cluster has lost a row, which no host has deleted: this host puts it there again",
			"row", here.kind+"/"+here.id)
	}
	return r.note(tx, *here, c.version.Number, true)
}

// comeBack keeps a row that was deleted on one host while another has changed it. There it may have been saved, which
// nobody knows here: a write says so.
func (r *remote) comeBack(tx *sql.Tx, kept row, rev string) error {
	if err := r.table.setMaybeSaved(&kept); err != nil {
		return err
	}
	kept.dirty = true
	_, err := r.table.replace(tx, kept, rev)
	return err
}

// setMaybeSaved notes of a write, or of the updates of a run, that it may be saved already.
func (t *table) setMaybeSaved(r *row) error {
	if r.kind == kindRun {
		body, err := setMaybeSent(r.body)
		if err == nil {
			t.changeTo(r, body)
		}
		return err
	}
	if r.kind != kindWrite {
		return nil
	}
	w, err := writeOf(*r)
	if err != nil || w.MaybeSaved {
		return err
	}
	w.MaybeSaved = true
	return t.setWrite(r, w)
}

// setAside keeps a row for whoever misses it.
func (r *remote) setAside(tx *sql.Tx, old row, why string) error {
	_, err := tx.Exec(`INSERT INTO aside (at, agent, kind, id, body, why) VALUES (?,?,?,?,?,?)`,
		time.Now().Unix(), r.table.agent, old.kind, old.id, old.body, why)
	return err
}

// merge keeps both versions of a row that was changed here and elsewhere: the result has grown from both.
func (r *remote) merge(tx *sql.Tx, here, theirs row) error {
	stays, beside := here, []row(nil)
	var err error
	switch here.kind {
	case kindWrite:
		stays, beside, err = r.table.mergeWrites(here, theirs)
	case kindMark:
		stays.body, err = mergeMarks(here.body, theirs.body)
	case kindRun:
		stays.body, err = setMaybeSent(theirs.body)
	case kindResult:
		stays.body, err = mergeResults(here.body, theirs.body)
	default:
		err = r.setAside(tx, theirs, "another host had changed it too")
	}
	if err != nil {
		return err
	}
	if bytes.Equal(stays.body, theirs.body) {
		stays = theirs
	} else {
		stays.rev, stays.past = newName(), joinRevs(theirs.rev, here.rev, theirs.past, here.past)
		stays.number, stays.dirty, stays.sent = theirs.number, true, r.isConnected()
	}
	if _, err := r.table.replace(tx, stays, here.rev); err != nil {
		return err
	}
	for _, other := range beside {
		if known, err := r.table.row(tx, other.kind, other.id); err != nil || known != nil {
			return err
		}
		if err := r.table.insert(tx, other); err != nil {
			return err
		}
	}
	return nil
}

// copyName returns the id of the copy that a version becomes, which is the same on all hosts.
func copyName(rev string) string { return "of-" + rev }

// mergeWrites keeps both of two inputs of a form, typed on this host and on another while they could not know of each
// other: the one of which more may have become stays, of drafts the later one; the other is a copy. Of two that may
// have been sent that of the servers stays, which came first: a host that has just begun to send one may not.
func (t *table) mergeWrites(here, theirs row) (stays row, beside []row, err error) {
	mine, err1 := writeOf(here)
	others, err2 := writeOf(theirs)
	if err := errors.Join(err1, err2); err != nil {
		return here, nil, err
	}
	first, last, lost := mine, others, here
	more := caution(mine.Stage) - caution(others.Stage)
	if more > 0 || more == 0 && caution(mine.Stage) == 0 && !others.SavedAt.After(mine.SavedAt) {
		first, last, lost = others, mine, theirs
	}
	last.MaybeSaved = last.MaybeSaved || first.MaybeSaved || first.Stage == Unknown && last.Stage != Unknown
	stays = here
	body, err := encode(last)
	if err != nil {
		return here, nil, err
	}
	stays.body = body
	stays.describe(last)
	if mine.Equal(others) {
		return stays, nil, nil
	}
	first.MaybeSaved = first.MaybeSaved || caution(first.Stage) > 0 || caution(last.Stage) > 0
	first = first.unsent()
	first.Stage, first.HeldUntil, first.QueuedAt, first.Reason, first.Conflict = Draft, time.Time{}, time.Time{}, "", copyName(lost.rev)
	other := row{id: copyName(lost.rev), past: joinRevs(lost.rev, lost.past)}
	if err := t.setWrite(&other, first); err != nil {
		return here, nil, err
	}
	return stays, []row{other}, nil
}

// caution returns a figure for how much may have become of a write of a stage: 0 for nothing.
func caution(s Stage) int {
	return map[Stage]int{Refused: 1, Sending: 2, Unknown: 3}[s]
}
