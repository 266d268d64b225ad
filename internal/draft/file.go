package draft

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
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

// seal writes a draft as two lines: the checksum of the second, and the draft itself.
func seal(d Draft) ([]byte, error) {
	body, err := json.Marshal(d)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(body)
	return append([]byte(hex.EncodeToString(sum[:])+"\n"), body...), nil
}

func unseal(record []byte) (Draft, error) {
	sum, body, _ := bytes.Cut(record, []byte("\n"))
	actual := sha256.Sum256(body)
	if hex.EncodeToString(actual[:]) != string(sum) {
		return Draft{}, errors.New("its checksum does not fit")
	}
	var d Draft
	err := json.Unmarshal(body, &d)
	return d, err
}
