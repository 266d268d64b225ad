// Package journal stores what an agent has written, one line per write and one file per day.
package journal

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"frontdesk/internal/desk"
	"frontdesk/internal/filestore"
)

const (
	dirName = "journal"
	suffix  = ".journal"
	// sumLength is the number of hex digits of the checksum at the start of a line.
	sumLength = 16
	// RetentionDays is the number of days that the journal is kept; the console prunes it when it starts.
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

// Journal holds one agent's writes for one account, in one append-only file per day. Each line starts with its
// checksum, so that a line truncated by a power failure is detected and does not affect others.
type Journal struct{ dir string }

// Open creates the journal in the directory of an agent's drafts, unless it exists.
func Open(drafts string) (*Journal, error) {
	j := &Journal{dir: filepath.Join(drafts, dirName)}
	if err := filestore.MakePrivateDir(j.dir); err != nil {
		return nil, fmt.Errorf("the journal cannot be kept: %w", err)
	}
	return j, nil
}

// Prune deletes the files of all but the last keep days.
func (j *Journal) Prune(today desk.Date, keep int) error {
	files, err := os.ReadDir(j.dir)
	oldest := today.Add(1-keep).String() + suffix
	for _, file := range files {
		if name := file.Name(); strings.HasSuffix(name, suffix) && name < oldest {
			_ = os.Remove(filepath.Join(j.dir, name)) // another console may have removed it
		}
	}
	return err
}

// Add appends an entry to the file of its day, in the time zone of e.At, and fsyncs it.
func (j *Journal) Add(e Entry) error {
	body, err := json.Marshal(e, filestore.JSONOptions)
	if err == nil {
		err = appendLine(j.path(desk.DateOf(e.At)), journalLine(body))
	}
	if err != nil {
		return fmt.Errorf("the journal cannot be written: %w", err)
	}
	return nil
}

func (j *Journal) path(day desk.Date) string { return filepath.Join(j.dir, day.String()+suffix) }

func journalLine(body []byte) []byte {
	sum := sha256.Sum256(body)
	return fmt.Appendf(nil, "%s %s\n", hex.EncodeToString(sum[:])[:sumLength], body)
}

// appendLine appends a line in one write and fsyncs the file. It starts a new line after a truncated one.
func appendLine(path string, line []byte) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	end, err := file.Seek(0, io.SeekEnd)
	if err == nil && end > 0 {
		last := make([]byte, 1)
		if _, err = file.ReadAt(last, end-1); err == nil && last[0] != '\n' {
			line = append([]byte{'\n'}, line...)
		}
	}
	if err == nil {
		_, err = file.Write(line)
	}
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil && end == 0 {
		err = filestore.SyncDir(filepath.Dir(path))
	}
	return err
}

// Day returns the entries of a day, oldest first; none if there is no file. Damaged lines are skipped and counted in
// the error.
func (j *Journal) Day(day desk.Date) ([]Entry, error) {
	content, err := os.ReadFile(j.path(day))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the journal cannot be read: %w", err)
	}
	var all []Entry
	damaged := 0
	for line := range bytes.Lines(content) {
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
		return all, fmt.Errorf("%d damaged lines of the journal are left out; the file is %s", damaged, j.path(day))
	}
	return all, nil
}

// readEntry decodes a line; false if its checksum does not match.
func readEntry(line []byte) (e Entry, ok bool) {
	_, body, _ := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte(" "))
	if !bytes.Equal(journalLine(body), line) {
		return Entry{}, false
	}
	ok = json.Unmarshal(body, &e, filestore.JSONOptions) == nil
	if e.Outcome == "stored" {
		e.Outcome = "saved" // as earlier versions wrote it
	}
	return e, ok
}
