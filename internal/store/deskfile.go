package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"frontdesk/internal/filestore"
)

// The files beside a desk's file.
const (
	logSuffix    = "-wal" // SQLite's write-ahead log: the newest transactions
	sharedSuffix = "-shm" // an index of the log, made anew when needed
	lockSuffix   = ".lock"
)

// Why the file of a desk is not opened.
var (
	errLogAlone = errors.New("the file is missing, but its -wal with the newest changes is there: " +
		"put the file back beside it, or move the -wal away to begin a new desk")
	errNoTables = errors.New("the file holds no tables of a desk; perhaps it was copied without its -wal, or the copy " +
		"was interrupted: restore a backup, or remove the file to begin a new desk")
	errNotFile       = errors.New("it is not a file")
	errReplacedInUse = errors.New("its file was replaced or removed while another program has the desk open: end that program first")
	errLockedAway    = errors.New("another program restores it just now")
)

// filePath returns the absolute path of a desk's file. If the path is a link, it is the file that the link leads to,
// beside which SQLite keeps the log.
func filePath(path string) (string, error) {
	found, err := filepath.EvalSymlinks(path)
	if errors.Is(err, os.ErrNotExist) {
		if _, err := os.Lstat(path); err == nil {
			return "", errors.New("it is a link that leads to no file")
		}
		found, err = path, nil
	}
	if err != nil {
		return "", filestore.WithoutPath(err)
	}
	if _, err := os.Stat(filepath.Dir(found)); err != nil {
		return "", fmt.Errorf("its directory %s: %w", filepath.Dir(found), filestore.WithoutPath(err))
	}
	return filepath.Abs(found)
}

// deskFile is a desk's file that this process uses.
type deskFile struct {
	path    string
	lock    *filestore.Lock // shared; who replaces the file locks it alone
	created bool
	notes   []string
}

// useFile creates the file of a desk if there is none, and moves a log aside that belongs to another file. While it is
// in use, no program replaces it.
func useFile(ctx context.Context, path string, mayCreate bool) (*deskFile, error) {
	path, err := filePath(path)
	if err != nil {
		return nil, err
	}
	f := &deskFile{path: path}
	if _, err := os.Stat(path); !mayCreate && errors.Is(err, os.ErrNotExist) && !hasLog(path) {
		return nil, errNoDesk
	}
	if err := f.createMissing(ctx); err != nil {
		return nil, err
	}
	if err := f.share(ctx); err != nil {
		return nil, err
	}
	err = checkLogOf(path)
	if errors.Is(err, errForeignLog) {
		err = errors.Join(f.release(), f.moveLog())
		if err == nil {
			err = f.share(ctx)
		}
	}
	if err == nil {
		err = removeInterrupted(path)
	}
	if err != nil {
		return nil, errors.Join(err, f.release())
	}
	return f, nil
}

func (f *deskFile) lockPath() string { return f.path + lockSuffix }

// share locks the file together with all others that use it.
func (f *deskFile) share(ctx context.Context) error {
	err := retryOutrun(ctx, func() (err error) {
		f.lock, err = filestore.TryShare(f.lockPath())
		return err
	}, isLocked)
	if isLocked(err) {
		return errLockedAway
	}
	return err
}

func isLocked(err error) bool { return errors.Is(err, filestore.ErrLocked) }

// release ends the use of the file. The last one removes the lock.
func (f *deskFile) release() error {
	if f.lock == nil {
		return nil
	}
	err := f.lock.Release()
	f.lock = nil
	if alone, failed := filestore.TryLock(f.lockPath()); failed == nil {
		err = errors.Join(err, alone.Remove())
	}
	return err
}

// createMissing creates the file if there is none. It appears at its path only when it holds all tables, so that a file
// without tables is never a new desk.
func (f *deskFile) createMissing(ctx context.Context) error {
	err := retryOutrun(ctx, func() error {
		info, err := os.Stat(f.path)
		switch {
		case err == nil && !info.Mode().IsRegular():
			return errNotFile
		case !errors.Is(err, os.ErrNotExist):
			return filestore.WithoutPath(err)
		case hasLog(f.path):
			return errLogAlone
		}
		alone, err := filestore.TryLock(f.lockPath())
		if err != nil {
			return err
		}
		if _, err = os.Stat(f.path); errors.Is(err, os.ErrNotExist) {
			err = filestore.WriteWith(f.path, func(part *os.File) error { return makeTables(ctx, part.Name()) })
			f.created = err == nil
		}
		return errors.Join(err, alone.Remove())
	}, isLocked)
	if isLocked(err) {
		return errReplacedInUse
	}
	return err
}

// makeTables makes the tables of a desk in an empty file.
func makeTables(ctx context.Context, path string) error {
	db, err := connect(path, 1)
	if err != nil {
		return err
	}
	err = migrate(ctx, db)
	if err == nil {
		_, err = db.ExecContext(ctx, setMark(newMark()))
	}
	return errors.Join(describeError(err), db.Close())
}

// hasLog reports whether changes lie beside a file.
func hasLog(path string) bool {
	info, err := os.Stat(path + logSuffix)
	return err == nil && info.Size() > 0
}

// errForeignLog reports a log that does not follow the file that it lies beside.
var errForeignLog = errors.New("the -wal beside it belongs to another file")

// tornReads is how often file and log are read before a log is called foreign: another process may empty the log and
// begin it anew between the two.
const (
	tornReads     = 5
	tornReadPause = 20 * time.Millisecond
)

// checkLogOf returns errForeignLog if the log beside the file at a path does not belong to it.
func checkLogOf(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return filestore.WithoutPath(err)
	}
	defer file.Close()
	return checkLog(path, file)
}

// checkLog is checkLogOf for an open file. While SQLite has a file open, nothing else in this process may open and
// close it: the system would drop SQLite's locks.
func checkLog(path string, file io.ReaderAt) error {
	var err error
	for range tornReads {
		if err = compareLog(path, file); !errors.Is(err, errForeignLog) {
			return err
		}
		<-time.After(tornReadPause)
	}
	return err
}

func compareLog(path string, file io.ReaderAt) error {
	m, err := readMark(file)
	if err != nil {
		return nil //nolint:nilerr // opening it says what it is
	}
	found, err := readLogMarks(path + logSuffix)
	if err == nil && !found.follows(m) {
		return errForeignLog
	}
	return err
}

// moveLog moves a log aside that belongs to another file: it may hold changes that were acknowledged.
func (f *deskFile) moveLog() error {
	alone, err := filestore.TryLock(f.lockPath())
	if err != nil {
		return errReplacedInUse
	}
	err = checkLogOf(f.path)
	if errors.Is(err, errForeignLog) {
		kept := asidePath(f.path) + logSuffix
		if err = os.Rename(f.path+logSuffix, kept); err == nil {
			f.notes = append(f.notes, "the desk's file was replaced; the -wal of the old one was moved to "+kept+
				": changes in it are not in this desk")
			err = errors.Join(removeIfThere(f.path+sharedSuffix), filestore.SyncDir(filepath.Dir(f.path)))
		}
	}
	return errors.Join(err, alone.Remove())
}

func removeIfThere(path string) error { return filestore.Ignore(os.Remove(path), os.ErrNotExist) }

// asidePrefix begins what the path of a replaced file has beyond the file's own.
const asidePrefix = ".replaced-"

// asidePath returns a path at which a file or its log can be kept that is replaced.
func asidePath(path string) string {
	name := path + asidePrefix + time.Now().UTC().Format("20060102-150405")
	for n := 1; ; n++ {
		candidate := name
		if n > 1 {
			candidate = fmt.Sprintf("%s-%d", name, n)
		}
		_, err1 := os.Lstat(candidate)
		_, err2 := os.Lstat(candidate + logSuffix)
		if errors.Is(err1, os.ErrNotExist) && errors.Is(err2, os.ErrNotExist) {
			return candidate
		}
	}
}

// newMark returns a random mark.
func newMark() mark { return mark(rand.Uint32()) } //nolint:gosec // it keeps files apart by chance and is no secret

// setMark returns the statement that sets the mark.
func setMark(m mark) string {
	return fmt.Sprintf("PRAGMA application_id = %d", int32(m)) //nolint:gosec // all 32 bits are kept
}
