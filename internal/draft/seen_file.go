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

// looks is the file's record.
type looks struct {
	Since   desk.Stamp               `json:"since"`
	Tickets map[string]conversations `json:"tickets"`
	Worked  map[string]desk.Stamp    `json:"worked,omitempty"`
}

// readSeen reads the file; false when there is none. One that is damaged is set aside and named in the error.
func readSeen(path string) (kept looks, found bool, err error) {
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return looks{}, false, nil
	}
	if err != nil {
		return looks{}, false, fmt.Errorf("what was looked at cannot be read: %w", err)
	}
	if err := unseal(content, &kept); err != nil {
		return looks{}, false, putAside(path, "the list of tickets looked at", err)
	}
	return kept, true, nil
}
