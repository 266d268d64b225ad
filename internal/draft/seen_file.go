package draft

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"frontdesk/internal/desk"
)

// seenFile is the file of what an agent has looked at, beside the drafts.
const seenFile = "looked-at"

// file is the file's record.
type file struct {
	Since   desk.UnixTime            `json:"since"`
	Tickets map[string]readMark      `json:"tickets"`
	Worked  map[string]desk.UnixTime `json:"worked,omitempty"`
}

// readSeen reads the file; false when there is none. One that is damaged is set aside and named in the error.
func readSeen(path string) (kept file, found bool, err error) {
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return file{}, false, nil
	}
	if err != nil {
		return file{}, false, fmt.Errorf("what was looked at cannot be read: %w", err)
	}
	if err := decodeChecked(content, &kept); err != nil {
		return file{}, false, quarantine(path, "the list of tickets looked at", err)
	}
	return kept, true, nil
}
