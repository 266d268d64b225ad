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
	"runtime"
	"strings"
	"time"
)

// temporary begins the names of files that are being written.
const temporary = ".new-"

// writeFile replaces a file as a whole: a process killed at any moment leaves the old content or the
// new one. The directory is synced too, or a power cut could undo the rename.
func writeFile(path string, content []byte) error {
	dir := filepath.Dir(path)
	file, err := os.CreateTemp(dir, temporary+"*") // 0600
	if err != nil {
		return err
	}
	_, written := file.Write(content)
	if err := errors.Join(written, file.Sync(), file.Close()); err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	if err := os.Rename(file.Name(), path); err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return syncDir(dir)
}

func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // a directory cannot be synced there
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// removeFile deletes a file for good: without the directory on disk a power cut could bring it back.
func removeFile(path string) error {
	if err := os.Remove(path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// makeDir makes a directory (0700) and sweeps temporary files that a killed process left in it.
func makeDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	files, err := os.ReadDir(dir)
	for _, file := range files {
		if !strings.HasPrefix(file.Name(), temporary) {
			continue
		}
		if info, err := file.Info(); err == nil && time.Since(info.ModTime()) > time.Minute {
			_ = os.Remove(filepath.Join(dir, file.Name())) // another process may be quicker, or still own it: both are fine
		}
	}
	return err
}

// seal writes a record as two lines: the checksum of the second, and the record itself.
func seal(record any) ([]byte, error) {
	body, err := json.Marshal(record)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(body)
	return append([]byte(hex.EncodeToString(sum[:])+"\n"), body...), nil
}

// unseal reads what seal wrote into record; what does not fit its checksum is refused.
func unseal(content []byte, record any) error {
	sum, body, _ := bytes.Cut(content, []byte("\n"))
	actual := sha256.Sum256(body)
	if hex.EncodeToString(actual[:]) != string(sum) {
		return errors.New("its checksum does not fit")
	}
	return json.Unmarshal(body, record)
}

// setAside ends the name of a damaged file.
const setAside = ".damaged"

// putAside renames a damaged file, which held what, so that the next save does not overwrite what may be rescued.
func putAside(path, what string, why error) error {
	kept := fmt.Sprintf("%s.%d%s", path, time.Now().UnixNano(), setAside)
	if err := os.Rename(path, kept); err != nil {
		kept = path
	}
	return &Damaged{What: what, Path: kept, Err: why}
}
