package agent

import (
	"database/sql"
	"fmt"
	"maps"
	"slices"
)

// writeOf decodes the row of a write.
func writeOf(r row) (w Write, err error) {
	err = r.decode(&w)
	w.ID, w.rev, w.past = r.id, r.rev, r.past
	return w, err
}

// setWrite gives a row the content of a write.
func (t *table) setWrite(r *row, w Write) error {
	body, err := encode(w)
	if err != nil {
		return err
	}
	t.changeTo(r, body)
	r.describe(w)
	return nil
}

// describe sets the columns of a row that a write has.
func (r *row) describe(w Write) {
	r.kind, r.stage, r.form, r.owner = kindWrite, w.Stage, w.form(), w.Owner
}

// writes returns the writes of a condition, in the order in which they came to this host. Copies that were made on
// hosts which did not know of each other may have one key: all but the first have that of their row, so that one that
// comes later does not take the place of one that a console shows.
func (t *table) writes(tx *sql.Tx, condition string, values ...any) (all []Write, err error) {
	found, err := t.rows(tx, `kind='write' AND length(body)>0 AND `+condition, values...)
	if err != nil {
		return nil, err
	}
	for _, r := range found {
		w, err := writeOf(r)
		if err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	taken := map[Key]bool{}
	for i := range all {
		if !all[i].IsTyped() {
			continue
		}
		if taken[all[i].Key] {
			all[i].Conflict = all[i].ID
		}
		taken[all[i].Key] = true
	}
	return all, nil
}

// drafts returns the writes of a form that are in the list of drafts.
func (t *table) drafts(tx *sql.Tx, of Key) (all []Write, err error) {
	found, err := t.writes(tx, `form=?`, of.form())
	return slices.DeleteFunc(found, func(w Write) bool { return !w.IsTyped() }), err
}

// Drafts returns what is typed and was not sent, the newest first. What another console is sending is among it. An
// error that names damage comes with what is whole.
func (s *State) Drafts() ([]Write, error) {
	all, err := s.list(Write.IsTyped)
	slices.SortFunc(all, byTime)
	return all, err
}

// Outbox returns what could not be sent, in the order in which it came.
func (s *State) Outbox() ([]Write, error) {
	all, err := s.list(func(w Write) bool { return !w.IsTyped() })
	slices.SortFunc(all, byQueue)
	return all, err
}

func (s *State) list(isMeant func(Write) bool) (all []Write, err error) {
	defer s.lock()()
	if err := s.pull(kindWrite); err != nil {
		return nil, err
	}
	err = s.file.do(func(tx *sql.Tx) error {
		all, err = s.writes(tx, `true`)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("what you have typed cannot be read: %w", err)
	}
	return slices.DeleteFunc(all, func(w Write) bool { return !isMeant(w) }), s.fault()
}

// ownOf returns the row under which this console keeps a form.
func (s *State) ownOf(k Key) (w Write, owned bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w, owned = s.own[k]
	return w, owned
}

// setOwn notes the row under which this console keeps a form that it asked for by a key.
func (s *State) setOwn(asked Key, w Write) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.own[asked], s.own[w.Key] = w, w
}

func (s *State) disown(k Key) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.own, k)
}

// Adopt makes this console continue a write that it has read: its next save replaces that version. It does nothing for
// one that was typed here.
func (s *State) Adopt(w Write) {
	if w.rev != "" {
		s.setOwn(w.Key, w)
	}
}

// Save keeps a draft. After it returns without an error, the draft survives a crash under the returned key, which names
// a copy if another console's input is kept under the draft's own key. An empty draft is discarded.
//
// A save that finds a version that this console has neither written nor adopted is a copy, and so is everything that
// this console saves of the form from then on.
func (s *State) Save(w Write) (Key, error) {
	asked := w.Key
	if w.isEmpty() {
		return asked, s.Discard(asked)
	}
	w.Stage = Draft
	if !w.HeldUntil.IsZero() {
		w.Stage = Held
	}
	var kept Write
	err := s.change(func(tx *sql.Tx) (err error) {
		kept, err = s.saveIn(tx, w.unsent())
		return err
	})
	if err == nil {
		s.setOwn(asked, kept)
		kept, err = s.share(kept)
	}
	if err != nil {
		return asked, fmt.Errorf("draft is not saved: %w", err)
	}
	s.setOwn(asked, kept)
	return kept.Key, nil
}

// saveIn saves a write in place of the version that this console knows, or of the same input, or as a new row.
func (s *State) saveIn(tx *sql.Tx, w Write) (Write, error) {
	r, err := s.findOwn(tx, &w)
	if err != nil {
		return w, err
	}
	if r != nil {
		return s.saveAs(tx, r, w)
	}
	all, err := s.drafts(tx, w.Key)
	if err != nil {
		return w, err
	}
	at := slices.IndexFunc(all, func(saved Write) bool { return saved.Key == w.Key })
	if at >= 0 && all[at].Equal(w) && all[at].Stage.IsTyped() {
		if r, err = s.row(tx, kindWrite, all[at].ID); err != nil {
			return w, err
		}
		return s.saveAs(tx, r, w)
	}
	w.ID = newName()
	if at >= 0 {
		w.Conflict = w.ID
	}
	return s.add(tx, w)
}

// findOwn returns the row that this console may replace by a write. If there is none any more, the write is noted to
// have been typed on from it; if somebody has sent or deleted it, it may be saved already.
func (s *State) findOwn(tx *sql.Tx, w *Write) (*row, error) {
	known, owned := s.ownOf(w.Key)
	if !owned {
		return nil, nil
	}
	r, err := s.find(tx, known)
	if err != nil || r != nil && r.isFree() {
		return r, err
	}
	w.rev, w.past = known.rev, known.past
	r, err = s.row(tx, kindWrite, known.ID)
	w.MaybeSaved = w.MaybeSaved || r == nil || r.isGone() || !r.stage.IsTyped()
	return nil, err
}

// find returns the row that has what this console has typed or read: that of the version, or one with the same input
// that has grown from it, such as the copy which merges have made of it, or one of which another host has noted that it
// may be saved. It returns nil if another console has changed, sent or deleted it.
func (s *State) find(tx *sql.Tx, known Write) (same *row, err error) {
	found, err := s.rows(tx, `kind='write' AND form=?`, known.form())
	if err != nil {
		return nil, err
	}
	for i := range found {
		r := &found[i]
		if r.rev == known.rev {
			return r, nil
		}
		if same != nil || !r.isFree() || r.id != known.ID && !hasGrownFrom(r.past, known.rev) {
			continue
		}
		w, err := writeOf(*r)
		if err != nil {
			return nil, err
		}
		if maps.Equal(w.Values, known.Values) {
			same = r
		}
	}
	return same, nil
}

// isFree reports whether nobody is sending a write, and it is not in the outbox.
func (r *row) isFree() bool {
	return !r.isGone() && (r.stage.IsTyped() || r.stage == Sending && r.owner == "")
}

// saveAs saves a write in a row. One that was sent, and of which the outcome is not known, may be saved already, and
// stays so whatever is typed.
func (s *State) saveAs(tx *sql.Tx, r *row, w Write) (Write, error) {
	saved, err := writeOf(*r)
	if err != nil {
		return w, err
	}
	w.ID, w.Conflict = saved.ID, saved.Conflict
	w.MaybeSaved = w.MaybeSaved || saved.MaybeSaved || saved.Stage == Sending
	return s.replaceWrite(tx, r, w)
}

// add adds the row of a write.
func (s *State) add(tx *sql.Tx, w Write) (Write, error) {
	r := row{id: w.ID, past: joinRevs(w.rev, w.past)} // what it was typed on from
	if err := s.setWrite(&r, w); err != nil {
		return w, err
	}
	w.rev, w.past = r.rev, r.past
	return w, s.insert(tx, r)
}

// found returns a write as it is after the servers were told: they may have had another version, beside which it is
// kept now, or copies with the same key.
func (s *State) found(w Write) (kept Write, err error) {
	err = s.file.do(func(tx *sql.Tx) error {
		all, err := s.drafts(tx, w.Key)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(all, func(saved Write) bool { return saved.rev == w.rev })
		if at < 0 {
			at = slices.IndexFunc(all, func(saved Write) bool { return saved.ID == copyName(w.rev) })
		}
		if at < 0 {
			at = slices.IndexFunc(all, func(saved Write) bool { return saved.ID == w.ID })
		}
		kept = w
		if at >= 0 {
			kept = all[at]
		}
		return nil
	})
	return kept, err
}

// Discard deletes this console's draft of a form, after a success or at the agent's request. Another console's later
// version is kept.
func (s *State) Discard(k Key) error {
	known, owned := s.ownOf(k)
	if !owned {
		return nil
	}
	s.disown(k)
	if err := s.delete(func(tx *sql.Tx) (*row, error) { return s.find(tx, known) }); err != nil {
		return fmt.Errorf("draft is not discarded: %w", err)
	}
	return nil
}

// Delete deletes a write of the outbox, unless it was changed.
func (s *State) Delete(id string) error {
	return s.delete(func(tx *sql.Tx) (*row, error) {
		r, err := s.row(tx, kindWrite, id)
		if r != nil && r.stage == Sending {
			return nil, err
		}
		return r, err
	})
}

// delete deletes the row of a write that is found, if it is there.
func (s *State) delete(find func(tx *sql.Tx) (*row, error)) error {
	defer s.lock()()
	var deleted string
	err := s.change(func(tx *sql.Tx) error {
		deleted = ""
		r, err := find(tx)
		if err != nil || r == nil || r.isGone() {
			return err
		}
		deleted = r.id
		return s.remove(tx, *r)
	})
	if err != nil || deleted == "" {
		return err
	}
	return s.push(kindWrite, deleted)
}

// move changes a write that has an id, as it is in the file now. change says what becomes of it.
func (s *State) move(id string, change func(tx *sql.Tx, w *Write) error) (moved Write, err error) {
	return s.moveFound(func(tx *sql.Tx) (*row, error) { return s.row(tx, kindWrite, id) }, change)
}

// moveFound is move for a row that is found.
func (s *State) moveFound(
	find func(tx *sql.Tx) (*row, error), change func(tx *sql.Tx, w *Write) error,
) (moved Write, err error) {
	defer s.lock()()
	if err := s.pull(kindWrite); err != nil {
		return moved, err
	}
	err = s.change(func(tx *sql.Tx) error {
		r, err := find(tx)
		if err == nil && (r == nil || r.isGone()) {
			err = errNotFound
		}
		if err != nil {
			return err
		}
		w, err := writeOf(*r)
		if err != nil {
			return err
		}
		if err := change(tx, &w); err != nil {
			return err
		}
		if !r.stage.MayBecome(w.Stage) {
			return fmt.Errorf("%s becomes %s: %w", r.stage, w.Stage, ErrChanged)
		}
		moved, err = s.replaceWrite(tx, r, w)
		return err
	})
	if err != nil {
		return moved, err
	}
	return moved, s.push(kindWrite, moved.ID)
}

// replaceWrite replaces the row of a write.
func (s *State) replaceWrite(tx *sql.Tx, r *row, w Write) (Write, error) {
	rev := r.rev
	if err := s.setWrite(r, w); err != nil {
		return w, err
	}
	w.rev, w.past = r.rev, r.past
	done, err := s.replace(tx, *r, rev)
	if err == nil && !done {
		err = ErrSending
	}
	return w, err
}

// Find returns a write of the outbox.
func (s *State) Find(id string) (Write, error) {
	all, err := s.list(func(w Write) bool { return w.ID == id })
	if len(all) > 0 {
		return all[0], nil
	}
	if err == nil {
		err = errNotFound
	}
	return Write{}, err
}
