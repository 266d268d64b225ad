// Package journal stores what an agent has written, one line per write and one file per day.
package journal

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"time"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/agentstate"
	"frontdesk/internal/desk"
	"frontdesk/internal/filestore"
)

const (
	dirName = "journal"
	suffix  = ".journal"
	// sumLength is the number of hex digits of the checksum at the start of a line.
	sumLength = 16
	// RetentionDays is the number of days that the journal is kept; the console prunes it when it starts.
	// getting-started.md names it.
	RetentionDays = 30
)

// Entry is one write of an agent. It holds no message text: Summary is a short sanitised line.
type Entry struct {
	At      time.Time `json:"at"`
	Kind    string    `json:"kind"`            // such as update-ticket
	Record  string    `json:"record"`          // the raw id of the record
	Title   string    `json:"title,omitempty"` // of its ticket, if that was known
	Summary string    `json:"what,omitempty"`
	Outcome string    `json:"outcome"`
	Reason  string    `json:"reason,omitempty"` // why it was not saved, or the warning of a success
}

// Journal holds one agent's writes for one account, in one append-only document per day. Each line starts with its
// checksum, so that a line truncated by a power failure is detected and does not affect others.
type Journal struct{ state agentstate.Store }

// In returns the journal of an agent's state.
func In(state agentstate.Store) *Journal { return &Journal{state} }

// Prune deletes all but the last keep days.
func (j *Journal) Prune(today desk.Date, keep int) error {
	days, err := j.state.List(dirName, suffix)
	oldest := today.Add(1 - keep).String()
	for _, day := range days {
		if day >= oldest {
			continue
		}
		name := path.Join(dirName, day+suffix)
		if there, err := j.state.Get(name); err == nil {
			_ = j.state.Delete(name, there.Revision) // another console may have deleted it
		}
	}
	return err
}

// Add appends an entry to its day, in the time zone of e.At. After it returns without an error the entry survives a
// crash.
func (j *Journal) Add(e Entry) error {
	body, err := json.Marshal(e, filestore.JSONOptions)
	if err == nil {
		err = j.state.Append(docName(desk.DateOf(e.At)), journalLine(body))
	}
	if err != nil {
		return fmt.Errorf("the journal cannot be written: %w", err)
	}
	return nil
}

func docName(day desk.Date) string { return path.Join(dirName, day.String()+suffix) }

func journalLine(body []byte) []byte {
	sum := sha256.Sum256(body)
	return fmt.Appendf(nil, "%s %s\n", hex.EncodeToString(sum[:])[:sumLength], body)
}

// Day returns the entries of a day, oldest first; none if there is no file. Damaged lines are skipped and counted in
// the error.
func (j *Journal) Day(day desk.Date) ([]Entry, error) {
	there, err := j.state.Get(docName(day))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the journal cannot be read: %w", err)
	}
	var all []Entry
	damaged := 0
	for line := range bytes.Lines(there.Content) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		e, ok := readEntry(line)
		if !ok {
			damaged++
			continue
		}
		all = append(all, e)
	}
	if damaged > 0 {
		return all, fmt.Errorf("%d damaged lines of the journal are left out; the file is %s", damaged, j.state.Path(docName(day)))
	}
	return all, nil
}

// formerOutcomes are the outcomes in the words of earlier versions.
var formerOutcomes = map[string]string{"stored": "saved", "not known": "not confirmed"}

// readEntry decodes a line; false if its checksum does not match.
func readEntry(line []byte) (e Entry, ok bool) {
	_, body, _ := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte(" "))
	if !bytes.Equal(journalLine(body), line) {
		return Entry{}, false
	}
	ok = json.Unmarshal(body, &e, filestore.JSONOptions) == nil
	if word, isFormer := formerOutcomes[e.Outcome]; isFormer {
		e.Outcome = word
	}
	return e, ok
}

// Kind is the journal's days as a kind of an agent's documents.
var Kind = agentstate.Kind{Folder: dirName, Suffix: suffix, Merge: merge}

// merge puts together what was written on this host and on another, by time. Damaged lines of this host stay at the
// end.
func merge(_ string, here, shared []byte) (stays []byte, beside map[string][]byte) {
	var lines, damaged [][]byte
	known := map[string]bool{}
	for line := range bytes.Lines(slices.Concat(shared, []byte("\n"), here)) {
		if len(bytes.TrimSpace(line)) == 0 || known[string(line)] {
			continue
		}
		known[string(line)] = true
		if _, ok := readEntry(line); ok {
			lines = append(lines, line)
		} else {
			damaged = append(damaged, line)
		}
	}
	slices.SortStableFunc(lines, func(a, b []byte) int {
		first, _ := readEntry(a)
		second, _ := readEntry(b)
		return first.At.Compare(second.At)
	})
	return bytes.Join(append(lines, damaged...), nil), nil
}
