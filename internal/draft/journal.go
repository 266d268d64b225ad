package draft

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/filestore"
)

const (
	journalDir    = "journal"
	journalSuffix = ".journal"
	// sumLength is how many digits of a checksum begin a line.
	sumLength = 16
	// RetentionDays is for how many days the journal is kept when nobody says otherwise.
	RetentionDays = 30
)

// Entry is one write of an agent. It holds no body: What is a short clean summary.
type Entry struct {
	At      time.Time `json:"at"`
	Kind    string    `json:"kind"`   // such as update-ticket
	Record  string    `json:"record"` // the raw id of the record
	Summary string    `json:"what,omitempty"`
	Outcome string    `json:"outcome"`
	Reason  string    `json:"reason,omitempty"` // why it was not stored, or what was said beside a success
}

// Journal is what one agent wrote for one account, a file a day to which lines are added. Each line begins with its
// checksum, so that one that was cut off by a power cut is known and harms no other.
type Journal struct{ dir string }

// Prune deletes the days that are older than the last keep ones.
func (j *Journal) Prune(today desk.Date, keep int) error {
	files, err := os.ReadDir(j.dir)
	oldest := today.Add(1-keep).String() + journalSuffix
	for _, file := range files {
		if name := file.Name(); strings.HasSuffix(name, journalSuffix) && name < oldest {
			_ = os.Remove(filepath.Join(j.dir, name)) // another console may be quicker
		}
	}
	return err
}

// Add puts an entry on disk, in the file of its day; its time says in which zone that is.
func (j *Journal) Add(e Entry) error {
	body, err := json.Marshal(e)
	if err == nil {
		err = appendLine(j.path(desk.DateOf(e.At)), journalLine(body))
	}
	if err != nil {
		return fmt.Errorf("the journal cannot be written: %w", err)
	}
	return nil
}

func (j *Journal) path(day desk.Date) string { return filepath.Join(j.dir, day.String()+journalSuffix) }

func journalLine(body []byte) []byte {
	sum := sha256.Sum256(body)
	return fmt.Appendf(nil, "%s %s\n", hex.EncodeToString(sum[:])[:sumLength], body)
}

// appendLine adds a line in one write, on disk when it returns; behind a line that was cut off it begins a new one.
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

// Day is what was written on a day, oldest first; none when there is no file. Lines that cannot be read are left out
// and counted in the error.
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

// readEntry reads a line; false when it does not fit its checksum.
func readEntry(line []byte) (e Entry, ok bool) {
	_, body, _ := bytes.Cut(bytes.TrimSuffix(line, []byte("\n")), []byte(" "))
	if !bytes.Equal(journalLine(body), line) {
		return Entry{}, false
	}
	return e, json.Unmarshal(body, &e) == nil
}
