package filestore

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// CorruptError names a file that could not be decoded. The file is renamed, never deleted.
type CorruptError struct {
	What string // the content, such as "a draft"
	Path string // the path after renaming
	Err  error
}

// Error returns the fault and the path of the file.
func (e *CorruptError) Error() string {
	return fmt.Sprintf("%s is damaged (%v); it is kept as %s", e.What, e.Err, e.Path)
}

// Unwrap returns the cause.
func (e *CorruptError) Unwrap() error { return e.Err }

// MakePrivateDir creates a directory (0700) and removes temporary files left in it by a killed process.
func MakePrivateDir(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	files, err := os.ReadDir(dir)
	for _, file := range files {
		if !strings.HasPrefix(file.Name(), tempPrefix) {
			continue
		}
		if info, err := file.Info(); err == nil && time.Since(info.ModTime()) > time.Minute {
			_ = os.Remove(filepath.Join(dir, file.Name())) // another process may have removed it or still use it
		}
	}
	return err
}

// JSONOptions are the JSON of files: typed text is kept even if it is not valid UTF-8.
var JSONOptions = json.JoinOptions(json.Deterministic(true), jsontext.AllowInvalidUTF8(true))

// EncodeRecord encodes a record as two lines: the checksum of the second, and the record as JSON.
func EncodeRecord(record any) ([]byte, error) {
	body, err := json.Marshal(record, JSONOptions)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(body)
	return append([]byte(hex.EncodeToString(sum[:])+"\n"), body...), nil
}

// DecodeRecord decodes what EncodeRecord returned; it returns an error if the checksum does not match.
func DecodeRecord(content []byte, record any) error {
	if !IsRecord(content) {
		return errors.New("its checksum does not fit")
	}
	_, body, _ := bytes.Cut(content, []byte("\n"))
	return json.Unmarshal(body, record, JSONOptions)
}

// IsRecord reports whether a content is what EncodeRecord returned, undamaged.
func IsRecord(content []byte) bool {
	sum, body, _ := bytes.Cut(content, []byte("\n"))
	actual := sha256.Sum256(body)
	return hex.EncodeToString(actual[:]) == string(sum)
}

// WriteRecord writes an encoded record to a file and returns the file's content.
func WriteRecord(path string, record any) ([]byte, error) {
	content, err := EncodeRecord(record)
	if err == nil {
		err = WriteFile(path, content)
	}
	return content, err
}

// ReadEach reads the named records. It leaves out those that are gone, as another console may have removed them
// meanwhile, and joins the errors of the others.
func ReadEach[T any](names []string, gone error, read func(name string) (T, error)) ([]T, error) {
	var all []T
	var failed []error
	for _, name := range names {
		record, err := read(name)
		switch {
		case errors.Is(err, gone):
		case err != nil:
			failed = append(failed, err)
		default:
			all = append(all, record)
		}
	}
	return all, errors.Join(failed...)
}

// Names returns the names of the files in a directory that have a suffix, sorted and without it.
func Names(dir, suffix string) (names []string, err error) {
	files, err := os.ReadDir(dir)
	for _, file := range files {
		if name, ok := strings.CutSuffix(file.Name(), suffix); ok {
			names = append(names, name)
		}
	}
	return names, err
}

// QuarantineSuffix is the extension of a damaged file.
const QuarantineSuffix = ".damaged"

// Quarantine renames a damaged file so that the next save does not overwrite it; what names its content.
func Quarantine(path, what string, why error) error {
	return &CorruptError{What: what, Path: setAside(path), Err: why}
}

// setAside renames a file that cannot be used, and returns the path under which it is kept.
func setAside(path string) string {
	kept := fmt.Sprintf("%s.%d%s", path, time.Now().UnixNano(), QuarantineSuffix)
	if err := os.Rename(path, kept); err != nil {
		return path
	}
	return kept
}

// lockTries times lockPause is how long a save waits for another console's, which takes milliseconds.
const (
	lockTries = 100
	lockPause = 10 * time.Millisecond
)

// WaitLock acquires a lock that is only held briefly, with retries.
func WaitLock(path string) (*Lock, error) {
	for range lockTries - 1 {
		l, err := TryLock(path)
		if !errors.Is(err, ErrLocked) {
			return l, err
		}
		<-time.After(lockPause)
	}
	return TryLock(path)
}

// Ignore drops an error that is expected: of a lock that another console holds, or of a file that it has removed.
func Ignore(err, expected error) error {
	if errors.Is(err, expected) {
		return nil
	}
	return err
}
