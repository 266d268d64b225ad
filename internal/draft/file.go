package draft

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"frontdesk/internal/filestore"
)

// makeDir makes a directory (0700) and sweeps temporary files that a killed process left in it.
func makeDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	files, err := os.ReadDir(dir)
	for _, file := range files {
		if !strings.HasPrefix(file.Name(), filestore.TempPrefix) {
			continue
		}
		if info, err := file.Info(); err == nil && time.Since(info.ModTime()) > time.Minute {
			_ = os.Remove(filepath.Join(dir, file.Name())) // another process may be quicker, or still own it: both are fine
		}
	}
	return err
}

// encodeChecked writes a record as two lines: the checksum of the second, and the record itself.
func encodeChecked(record any) ([]byte, error) {
	body, err := json.Marshal(record)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(body)
	return append([]byte(hex.EncodeToString(sum[:])+"\n"), body...), nil
}

// decodeChecked reads what seal wrote into record; what does not fit its checksum is refused.
func decodeChecked(content []byte, record any) error {
	sum, body, _ := bytes.Cut(content, []byte("\n"))
	actual := sha256.Sum256(body)
	if hex.EncodeToString(actual[:]) != string(sum) {
		return errors.New("its checksum does not fit")
	}
	return json.Unmarshal(body, record)
}

// quarantineSuffix ends the name of a damaged file.
const quarantineSuffix = ".damaged"

// quarantine renames a damaged file, which held what, so that the next save does not overwrite what may be rescued.
func quarantine(path, what string, why error) error {
	kept := fmt.Sprintf("%s.%d%s", path, time.Now().UnixNano(), quarantineSuffix)
	if err := os.Rename(path, kept); err != nil {
		kept = path
	}
	return &CorruptError{What: what, Path: kept, Err: why}
}
