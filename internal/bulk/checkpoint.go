package bulk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"frontdesk/internal/filestore"
	"frontdesk/internal/safetext"
	"frontdesk/internal/submit"
)

// Result is the outcome of an update.
type Result string

// The outcomes.
const (
	Done     Result = "done"
	Refused  Result = "refused"  // rejected by the service or impossible: nothing was changed
	Conflict Result = "conflict" // not sent: the ticket has changed since the agent saw it
	Unknown  Result = "unknown"  // it may have been applied
	Unsent   Result = "unsent"   // it was certainly not applied and may be sent again

	sending Result = "sending" // of the line before it is sent; it stays if the process ends then
)

// Checkpoint is the results file, which records the outcome of each update. It has a line of the update before it is
// sent, and one with its result afterwards. The last line of an update counts; one that breaks off at the end of the
// file does not, because nothing is done before a line is whole. Only one process at a time can open it.
type Checkpoint struct {
	file       *os.File
	lock       *filestore.Lock
	keepsPrior bool           // a line holds what the ticket showed before the update
	paths      []string       // the account's own fields that the updates set; each has a column
	records    map[int]record // by line number of the update
}

// record is what the file records of an update.
type record struct {
	fields []string
	sentAt time.Time    // zero if it was not sent or the file does not keep it
	prior  submit.Prior // not known if the file does not keep it
	result Result
	detail string
}

// Create creates a results file; it never overwrites an existing one.
func Create(path string, rows []Row) (*Checkpoint, error) { return create(path, rows, false) }

func create(path string, rows []Row, keepsPrior bool) (*Checkpoint, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf(
			"%s exists: continue it with --resume, or choose another file with --result",
			safetext.LineFromText(path),
		)
	}
	if err != nil {
		return nil, fmt.Errorf("the results cannot be written: %w", err)
	}
	c, err := locked(file)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the results cannot be written: %w", err), file.Close(), os.Remove(path))
	}
	c.keepsPrior, c.paths = keepsPrior, ownPaths(rows)
	if err := errors.Join(c.write(encode(c.header())+"\n"), filestore.SyncDir(filepath.Dir(path))); err != nil {
		return nil, errors.Join(err, c.Close(), os.Remove(path))
	}
	return c, nil
}

// Resume opens a results file to continue it. The updates that it records must match the rows: an edited update could
// not be told from a new one.
func Resume(path string, rows []Row) (*Checkpoint, error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("the results cannot be read: %w", err)
	}
	c, err := locked(file)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", safetext.LineFromText(path), err), file.Close())
	}
	end, rest, err := c.load(c.file)
	switch {
	case err != nil:
	case !c.breaksOff(rest, rows):
		err = errors.New("its last line is of none of the updates: undo what was changed, or begin with new results")
	default:
		err = c.matches(rows)
	}
	if err == nil {
		_, err = c.file.Seek(end, io.SeekStart)
		err = errors.Join(err, c.file.Truncate(end))
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", safetext.LineFromText(path), err), c.Close())
	}
	return c, nil
}

// locked locks the file for this process.
func locked(file *os.File) (*Checkpoint, error) {
	l, err := lock(file)
	return &Checkpoint{file: file, lock: l, records: map[int]record{}}, err
}

// Close unlocks and closes the file; everything written is on disk already.
func (c *Checkpoint) Close() error { return errors.Join(unlock(c.file, c.lock), c.file.Close()) }

// Begin records and fsyncs that an update is about to be sent, and what its ticket showed before. After an error the
// update must not be sent and the file must not be written to.
func (c *Checkpoint) Begin(row Row, prior submit.Prior, now time.Time) error {
	begun := record{fields: fields(row.Update, c.paths), sentAt: now, prior: prior, result: sending}
	if err := c.write(c.line(row.Line, begun)); err != nil {
		return err
	}
	c.records[row.Line] = begun
	return nil
}

// Set records the result of an update: after it was sent, if it cannot be sent, or when more is known of it.
func (c *Checkpoint) Set(row Row, result Result, detail string) error {
	known, begun := c.records[row.Line]
	if !begun {
		known.fields = fields(row.Update, c.paths)
	}
	known.result, known.detail = result, safetext.LineFromText(detail).String()
	c.records[row.Line] = known
	return c.write(c.line(row.Line, known))
}

// Result returns the outcome of a row and its detail; both are empty if the row was never begun.
func (c *Checkpoint) Result(row Row) (Result, string) {
	r := c.records[row.Line]
	if r.result == sending {
		return Unknown, ""
	}
	return r.result, r.detail
}

// Interrupted returns the row whose update was being sent when an earlier process ended.
func (c *Checkpoint) Interrupted(rows []Row) (Row, bool) {
	at := slices.IndexFunc(rows, func(row Row) bool { return c.records[row.Line].result == sending })
	if at < 0 {
		return Row{}, false
	}
	return rows[at], true
}

// Pending returns the rows that may be sent: those never begun and those with the result Unsent.
func (c *Checkpoint) Pending(rows []Row) []Row {
	var all []Row
	for _, row := range rows {
		if result, _ := c.Result(row); result == "" || result == Unsent {
			all = append(all, row)
		}
	}
	return all
}

// sync fsyncs the file; tests replace it.
var sync = (*os.File).Sync

func (c *Checkpoint) write(s string) error {
	if _, err := c.file.WriteString(s); err != nil {
		return fmt.Errorf("the results cannot be written: %w", err)
	}
	if err := sync(c.file); err != nil {
		return fmt.Errorf("the results cannot be written: %w", err)
	}
	return nil
}
