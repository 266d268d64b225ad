package agent

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/filestore"
	"frontdesk/internal/sqlite"
)

// A damaged file is set aside, and a new one gets its whole rows. What is not among them comes from the agents' copies:
//
//	agents.db                          the file
//	agents.db.lock                     held while it is opened or mended
//	agents.db.1763982000….damaged      what was set aside
//	agents.db.mended                   its successor, complete, until it is in its place
//	agent-1f2e.copy                    the rows of one agent, a line each
//	.live-Q7XW2KBD4MTA                 held by a process that has the file open

const (
	mendedSuffix = ".mended"
	copySuffix   = ".copy"
)

// saved is a row in a copy, or one that was taken over.
type saved struct {
	Agent  string `json:"agent"`
	Kind   string `json:"kind"`
	ID     string `json:"id"`
	Body   []byte `json:"body"`
	Sum    string `json:"sum"`
	Rev    string `json:"rev"`
	Past   string `json:"past,omitempty"`
	Sent   bool   `json:"sent,omitempty"`
	Number uint64 `json:"number,omitempty"`
	Dirty  bool   `json:"dirty,omitempty"`
	isCopy bool   // of an earlier time
}

func (s saved) isWhole() bool { return s.Sum == sumOf(s.Kind, s.ID, s.Body) }

// isWhole reports whether all pages are whole, and all rows have the content that was written.
func isWhole(db *sql.DB) bool {
	if check(db) != nil {
		return false
	}
	return sqlite.Each(db, savedColumns, func(found *sql.Rows) error {
		s, err := scanSaved(found)
		if err == nil && !s.isWhole() {
			err = sqlite.ErrDamaged
		}
		return err
	}) == nil
}

const savedColumns = `SELECT agent, kind, id, body, sum, rev, past, sent, number, dirty FROM row`

func scanSaved(from interface{ Scan(into ...any) error }) (s saved, err error) {
	err = from.Scan(&s.Agent, &s.Kind, &s.ID, &s.Body, &s.Sum, &s.Rev, &s.Past, &s.Sent, &s.Number, &s.Dirty)
	return s, err
}

// mend replaces the damaged file. Its lock is held, and f.mu, or nobody else has the file yet. Whoever of another
// process is writing ends first; then it finds another file in the place of the one that it has open.
func (f *file) mend(why error) error {
	if f.db != nil {
		_, _ = f.db.ExecContext(context.Background(), "BEGIN EXCLUSIVE") // of a file without a head nobody can write
	}
	whole := salvage(f.db)
	copied := f.copied(whole)
	err := writeMended(f.path+mendedSuffix, append(whole, copied...))
	if err == nil && runtime.GOOS != "windows" {
		err = f.takeMended(why, len(whole), len(copied))
	}
	if f.db != nil {
		_ = f.db.Close()
		f.db = nil
	}
	if err == nil && runtime.GOOS == "windows" { // where a file that is open cannot be renamed
		err = f.takeMended(why, len(whole), len(copied))
	}
	if err != nil {
		return fmt.Errorf("%s is damaged (%w) and cannot be mended: %w", f.path, why, err)
	}
	return f.connect()
}

// takeMended sets the damaged file aside and puts its successor in its place. If the process is killed before the end,
// the next one does it.
func (f *file) takeMended(why error, whole, copied int) error {
	aside := fmt.Sprintf("%s.%d%s", f.path, time.Now().UnixNano(), filestore.QuarantineSuffix)
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} { // they belong to the file, not to its successor
		if err := filestore.Ignore(os.Rename(f.path+suffix, aside+suffix), fs.ErrNotExist); err != nil {
			return err
		}
	}
	if err := os.Rename(f.path+mendedSuffix, f.path); err != nil {
		return err
	}
	damaged := &filestore.CorruptError{What: "the file with what you type", Path: aside, Err: why}
	f.faults = append(f.faults, fmt.Errorf("%w; %d rows of it are whole and were taken over, %d are of the last copy",
		damaged, whole, copied))
	return filestore.SyncDir(filepath.Dir(f.path))
}

// errInterrupted is why a file was damaged that a process has not mended to the end.
var errInterrupted = errors.New("it was being mended when the process ended")

// gap is how many rows in a row may be damaged before the search for whole ones ends.
const gap = 20_000

// salvage returns the rows of a damaged file that are whole.
func salvage(db *sql.DB) (whole []saved) {
	if db == nil {
		return nil
	}
	found := map[string]bool{}
	take := func(s saved, err error) bool {
		key := s.Agent + "\x00" + s.Kind + "\x00" + s.ID
		if err == nil && s.isWhole() && !found[key] {
			found[key] = true
			whole = append(whole, s)
		}
		return err == nil
	}
	next := int64(0)
	ctx := context.Background()
	for missed := 0; missed < gap; {
		rows, err := db.QueryContext(ctx, strings.Replace(savedColumns, "SELECT ", "SELECT made, ", 1)+
			" WHERE made>=? ORDER BY made", next)
		if err != nil {
			break
		}
		count := 0
		for rows.Next() {
			var s saved
			err := rows.Scan(
				&next, &s.Agent, &s.Kind, &s.ID, &s.Body, &s.Sum, &s.Rev, &s.Past, &s.Sent, &s.Number, &s.Dirty,
			)
			take(s, err)
			next++
			count++
		}
		err = errors.Join(rows.Err(), rows.Close()) //nolint:sqlclosecheck // in a loop, and nothing returns before it
		if err == nil {
			break
		}
		for missed++; missed < gap; missed++ { // one after the other, until they can be read in order again
			if take(scanSaved(db.QueryRowContext(ctx, savedColumns+" WHERE made=?", next))) {
				next++
				missed = 0
				break
			}
			next++
		}
		if count == 0 && missed >= gap {
			break
		}
	}
	return whole
}

// writeMended writes a new file with rows.
func writeMended(path string, all []saved) error {
	incomplete := path + ".new"
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		if err := filestore.Ignore(os.Remove(incomplete+suffix), fs.ErrNotExist); err != nil {
			return err
		}
	}
	if err := makePrivate(incomplete); err != nil {
		return err
	}
	db, err := openDatabase(incomplete)
	if err != nil {
		return err
	}
	err = fill(db, all)
	if err == nil {
		_, err = db.ExecContext(context.Background(), "PRAGMA wal_checkpoint(TRUNCATE)")
	}
	if err := errors.Join(err, db.Close()); err != nil {
		return err
	}
	return os.Rename(incomplete, path)
}

func fill(db *sql.DB, all []saved) error {
	ctx := context.Background()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, schema); err != nil {
		return err
	}
	for _, s := range all {
		r := row{
			kind: s.Kind, id: s.ID, body: s.Body, rev: s.Rev, past: s.Past, sent: s.Sent, number: s.Number,
			dirty: s.Dirty,
		}
		t := &table{agent: s.Agent}
		if s.Kind == kindWrite && len(s.Body) > 0 {
			w, err := writeOf(r)
			if err != nil {
				continue
			}
			if s.isCopy { // servers that have this rev have what it was
				w = cautious(w)
				if r.body, err = encode(w); err != nil {
					return err
				}
			}
			r.describe(w)
		}
		if s.Kind == kindRun && len(s.Body) > 0 {
			if r.body, err = setMaybeSent(r.body); err != nil {
				continue
			}
		}
		if err := t.insert(tx, r); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// cautious returns a write as it may come back from a copy of an earlier time: it may have been sent since. What is
// typed is sent only after a question, and all else is looked for first.
func cautious(w Write) Write {
	w.MaybeSaved = true
	if w.Stage != Draft && w.Stage != Unknown {
		w.Stage, w.Was, w.Owner = Unknown, "", ""
		w.Reason = "it is of the last copy, after damage, and may have been sent since"
		if w.QueuedAt.IsZero() {
			w.QueuedAt = w.SavedAt
		}
	}
	return w
}

// copied returns the rows of the agents' copies that are not among others.
func (f *file) copied(whole []saved) (more []saved) {
	known := map[string]bool{}
	key := func(s saved) string { return s.Agent + "\x00" + s.Kind + "\x00" + s.ID }
	for _, s := range whole {
		known[key(s)] = true
	}
	paths, _ := filepath.Glob(filepath.Join(filepath.Dir(f.path), "*"+copySuffix))
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		lines := bufio.NewScanner(bytes.NewReader(content))
		lines.Buffer(nil, len(content)+1)
		for lines.Scan() {
			s := saved{isCopy: true}
			if json.Unmarshal(lines.Bytes(), &s) == nil && s.isWhole() && !known[key(s)] && len(s.Body) > 0 {
				s.isCopy, s.Dirty = true, s.Number == 0
				known[key(s)] = true
				more = append(more, s)
			}
		}
	}
	return more
}

// copies counts the writes of an agent since the last copy.
type copies struct {
	mu     sync.Mutex
	writes int
	at     time.Time
}

// A copy of an agent's rows is made an hour after the last one, or after so many changes.
const (
	copyAge    = time.Hour
	copyWrites = 500
)

// count counts a change, and makes a copy if it is time for one. That a copy cannot be made is no failure of the
// change.
func (c *copies) count(t *table) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.writes++
	if c.at.IsZero() {
		if about, err := os.Stat(t.copyPath()); err == nil {
			c.at = about.ModTime()
		}
	}
	if c.writes < copyWrites && time.Since(c.at) < copyAge {
		return
	}
	c.writes, c.at = 0, time.Now()
	_ = t.Copy()
}

func (t *table) copyPath() string {
	return filepath.Join(filepath.Dir(t.file.path), t.agent+copySuffix)
}

// Copy copies the rows of the agent, for the case that the file is damaged.
func (t *table) Copy() error {
	var content bytes.Buffer
	err := t.file.do(func(tx *sql.Tx) error {
		content.Reset()
		found, err := t.rows(tx, `length(body)>0`)
		for _, r := range found {
			line, failed := json.Marshal(saved{
				Agent: t.agent, Kind: r.kind, ID: r.id, Body: r.body, Sum: sumOf(r.kind, r.id, r.body),
				Rev: r.rev, Past: r.past,
				Sent: r.sent, Number: r.number,
			})
			err = errors.Join(err, failed)
			content.Write(append(line, '\n'))
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := filestore.WriteFile(t.copyPath(), content.Bytes()); err != nil {
		return err
	}
	return t.file.do(func(tx *sql.Tx) error { // what was deleted is not in the copy any more, and need not be known
		_, err := tx.Exec(`DELETE FROM row WHERE agent=? AND length(body)=0 AND number=0 AND NOT sent`, t.agent)
		return err
	})
}
