package agent

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Run is a list of updates of tickets that a console sends one after the other. One row has the list, and each update
// that was begun has one with what became of it. The one with the number 0 says which process works on the run:
//
//	run     M2K…    {"title":"Close 30 tickets","updates":[{"ticket":"81",…},…]}
//	result  M2K…-0  {"owner":"…"}
//	result  M2K…-1  {"result":"done","before":["7"],"compared":true}
//	result  M2K…-2  {"result":"sending","compared":true,"owner":"…"}
//
// After a kill it is found as it was: the update that was being sent is looked for first, and those that were not begun
// are sent when the agent says so.
type Run struct {
	ID        string    `json:"-"`
	Title     string    `json:"title"` // what it does, for display
	StartedAt time.Time `json:"started"`
	Canceled  bool      `json:"canceled,omitempty"` // what was not sent is not to be sent
	Updates   []Update  `json:"updates"`            // in the order in which they are sent

	// MaybeSent means that results may be missing, after damage or after hosts that did not know of each other had
	// changed it: an update that is not known to be done may be.
	MaybeSent bool `json:"maybe_sent,omitempty"`

	Owner   string         `json:"-"` // the process that works on it; empty if it has said that it has ended
	Results map[int]Result `json:"-"` // of the updates that were begun, by place in the list, from 1
}

// Update is what a run changes of one ticket.
type Update struct {
	Ticket    string            `json:"ticket"` // the raw id
	Title     string            `json:"title,omitempty"`
	Values    map[string]string `json:"values"`           // what changes, by field path
	Original  map[string]string `json:"opened,omitempty"` // the ticket as the agent saw it
	Overwrite bool              `json:"overwrite,omitempty"`
}

// Result is what became of an update.
type Result struct {
	Result   string    `json:"result"` // one of results
	Detail   string    `json:"detail,omitempty"`
	SentAt   time.Time `json:"sent,omitzero"`
	Prior    []string  `json:"before,omitempty"`   // ids of what matched before it was sent
	Compared bool      `json:"compared,omitempty"` // Prior is complete
	Owner    string    `json:"owner,omitempty"`    // of one that is being sent: the process that sends it
}

// results are those of an update as internal/bulk names them. What comes later is less likely to be sent again: of two
// that were kept on hosts which did not know of each other, that one stays.
var results = []string{"", "unsent", "conflict", "refused", "sending", "unknown", "done"}

// Errors of runs.
var (
	ErrRunInUse = errors.New("another console of yours works on it")
	ErrNoRun    = errors.New("there is no such run")
)

// CreateRun keeps a new run, on which this console works. After it returns without an error, the run survives a crash.
func (s *State) CreateRun(r Run) (Run, error) {
	r.ID = newName()
	if err := s.SaveRun(r); err != nil {
		return r, err
	}
	return s.OpenRun(r.ID)
}

// SaveRun keeps the list of a run. Its updates must not change; whether they overwrite, and whether it is cancelled,
// may.
func (s *State) SaveRun(r Run) error {
	body, err := encode(r)
	if err == nil {
		err = s.update(kindRun, r.ID, func([]byte) ([]byte, error) { return body, nil })
	}
	if err != nil {
		return fmt.Errorf("the run cannot be kept: %w", err)
	}
	return nil
}

// Runs returns the runs on which no console works, the oldest first.
func (s *State) Runs() ([]Run, error) {
	defer s.lock()()
	all, err := s.runs(`kind='run'`)
	if err != nil {
		return nil, fmt.Errorf("the runs cannot be read: %w", err)
	}
	all = slices.DeleteFunc(all, s.isInUse)
	slices.SortFunc(all, func(a, b Run) int {
		return cmp.Or(a.StartedAt.Compare(b.StartedAt), cmp.Compare(a.ID, b.ID))
	})
	return all, s.fault()
}

// OpenRun has this console work on a run, until CloseRun.
func (s *State) OpenRun(id string) (Run, error) {
	owner := s.owner()
	if _, isHere := s.file.runs.LoadOrStore(id, owner); isHere {
		return Run{}, ErrRunInUse
	}
	r, err := s.claim(id, owner)
	if err != nil {
		s.file.runs.Delete(id)
	}
	return r, err
}

func (s *State) claim(id, owner string) (Run, error) {
	defer s.lock()()
	found, err := s.runs(`kind='run' AND id=?`, id)
	switch {
	case err != nil:
		return Run{}, err
	case len(found) == 0:
		return Run{}, ErrNoRun
	case s.isElsewhere(found[0].Owner):
		return Run{}, ErrRunInUse
	}
	r, last := found[0], found[0].Owner
	r.Owner = owner
	return r, s.keepResult(r, 0, Result{Owner: owner}, func(by string) bool { return by == last })
}

// CloseRun ends the work of this console on a run.
func (s *State) CloseRun(r Run) error {
	defer s.lock()()
	defer s.file.runs.Delete(r.ID)
	err := s.keepResult(r, 0, Result{}, func(by string) bool { return by == r.Owner })
	if errors.Is(err, ErrRunInUse) {
		return nil
	}
	return err
}

// RemoveRun deletes a run with its results, unless a console works on it.
func (s *State) RemoveRun(id string) error {
	if _, err := s.OpenRun(id); err != nil {
		if errors.Is(err, ErrNoRun) {
			return nil
		}
		return err
	}
	defer s.file.runs.Delete(id)
	defer s.lock()()
	var removed []row
	err := s.change(func(tx *sql.Tx) (err error) {
		removed, err = s.rows(tx, `(kind='run' AND id=? OR kind='result' AND id LIKE ?) AND length(body)>0`, id, id+"-%")
		for _, r := range removed {
			err = errors.Join(err, s.remove(tx, r))
		}
		return err
	})
	for _, r := range removed {
		if err == nil {
			err = s.push(r.kind, r.id)
		}
	}
	return err
}

// BeginUpdate keeps that an update of a run is about to be sent, and what matched before. After an error nothing may be
// sent: another console works on the run, or the row is not on disk.
func (s *State) BeginUpdate(run Run, place int, r Result) error {
	defer s.lock()()
	if err := s.pull(kindResult); err != nil {
		return err
	}
	r.Owner = run.Owner
	return s.keepResult(run, place, r, func(by string) bool { return by == run.Owner })
}

// SetResult keeps what became of an update.
func (s *State) SetResult(run Run, place int, r Result) error {
	defer s.lock()()
	return s.keepResult(run, place, r, func(string) bool { return true })
}

// keepResult keeps a result, if who works on the run may do so. It is an error if the servers had another one, of which
// more may have become. The caller holds the lock.
func (s *State) keepResult(run Run, place int, r Result, mayKeep func(owner string) bool) error {
	body, err := encode(r)
	if err != nil {
		return err
	}
	id := resultID(run.ID, place)
	err = s.change(func(tx *sql.Tx) error {
		claim, err := s.result(tx, resultID(run.ID, 0))
		if err == nil && !mayKeep(claim.Owner) {
			err = ErrRunInUse
		}
		if err != nil {
			return err
		}
		return s.put(tx, kindResult, id, func([]byte) ([]byte, error) { return body, nil })
	})
	if err == nil {
		err = s.push(kindResult, id)
	}
	if err != nil {
		return fmt.Errorf("the result is not kept: %w", err)
	}
	return s.file.do(func(tx *sql.Tx) error {
		saved, err := s.result(tx, id)
		if err == nil && (saved.Owner != r.Owner || saved.Result != r.Result) {
			err = ErrRunInUse
		}
		return err
	})
}

// result returns a result; the zero Result if there is none.
func (t *table) result(tx *sql.Tx, id string) (r Result, err error) {
	found, err := t.row(tx, kindResult, id)
	if err == nil && found != nil && !found.isGone() {
		err = found.decode(&r)
	}
	return r, err
}

// runs returns runs by a condition, those of other hosts too if they can be asked. The caller holds the lock.
func (s *State) runs(condition string, values ...any) (all []Run, err error) {
	if err := errors.Join(s.pull(kindRun), s.pull(kindResult)); err != nil {
		return nil, err
	}
	err = s.file.do(func(tx *sql.Tx) error {
		all, err = s.runsIn(tx, condition, values...)
		return err
	})
	return all, err
}

func (t *table) runsIn(tx *sql.Tx, condition string, values ...any) (all []Run, err error) {
	found, err := t.rows(tx, condition+` AND length(body)>0`, values...)
	if err != nil {
		return nil, err
	}
	for _, one := range found {
		r := Run{ID: one.id, Results: map[int]Result{}}
		err := one.decode(&r)
		kept, failed := t.rows(tx, `kind='result' AND id LIKE ? AND length(body)>0`, r.ID+"-%")
		err = errors.Join(err, failed)
		for _, one := range kept {
			place, failed := strconv.Atoi(strings.TrimPrefix(one.id, r.ID+"-"))
			var result Result
			err = errors.Join(err, failed, one.decode(&result))
			r.Results[place] = result
		}
		if err != nil {
			return nil, err
		}
		r.Owner = r.Results[0].Owner
		delete(r.Results, 0)
		all = append(all, r)
	}
	return all, nil
}

// isInUse reports whether a console works on a run.
func (t *table) isInUse(r Run) bool {
	_, isHere := t.file.runs.Load(r.ID)
	return isHere || t.isElsewhere(r.Owner)
}

// isElsewhere reports whether an owner is another process that is there.
func (t *table) isElsewhere(owner string) bool {
	return !strings.Contains(owner, "/"+t.file.name+"/") && t.isSent(owner)
}

func resultID(run string, place int) string { return run + "-" + strconv.Itoa(place) }

// setMaybeSent returns the body of a run with the note that results of it may be missing.
func setMaybeSent(body []byte) ([]byte, error) {
	var r Run
	if err := (&row{body: body}).decode(&r); err != nil {
		return nil, err
	}
	r.MaybeSent = true
	return encode(r)
}

// mergeResults returns the result after which an update is less likely to be sent again; that of the servers if both
// say the same.
func mergeResults(here, theirs []byte) ([]byte, error) {
	var mine, other Result
	if err := errors.Join((&row{body: here}).decode(&mine), (&row{body: theirs}).decode(&other)); err != nil {
		return nil, err
	}
	if slices.Index(results, mine.Result) > slices.Index(results, other.Result) {
		return here, nil
	}
	return theirs, nil
}
