package store

import (
	"context"
	"errors"
	"os"
	"sync"
	"time"

	"frontdesk/internal/filestore"
)

// errReplaced reports that the file of an open desk is not the one that was opened, or was overwritten. What this
// process keeps in memory and in the log does not belong to what is there now.
var errReplaced = errors.New("the desk's file was replaced, overwritten or removed while it was open: " +
	"start again to use what is there now")

// readLook is how old a look at the file may be for a read. A change looks each time.
const readLook = time.Second

// fileWatch notices that the file of an open desk is replaced or overwritten.
type fileWatch struct {
	path string
	file *os.File // kept open, see checkLog

	lock   sync.Mutex
	seen   os.FileInfo
	looked time.Time
	err    error // errReplaced for ever: nobody knows what was mixed by then
}

func watchFile(path string) (*fileWatch, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, filestore.WithoutPath(err)
	}
	info, err := file.Stat()
	if err != nil {
		return nil, errors.Join(filestore.WithoutPath(err), file.Close())
	}
	return &fileWatch{path: path, file: file, seen: info}, nil
}

// checkRead is check with a look that is not older than readLook.
func (w *fileWatch) checkRead() error {
	w.lock.Lock()
	err, isFresh := w.err, time.Since(w.looked) < readLook
	w.lock.Unlock()
	if err != nil || isFresh {
		return err
	}
	return w.check()
}

// check returns errReplaced from when the file is not the one that was opened. A file that was written to is the same
// one if its log follows it: then a process has moved transactions from the log to the file.
func (w *fileWatch) check() error {
	w.lock.Lock()
	defer w.lock.Unlock()
	if w.err != nil {
		return w.err
	}
	info, err := os.Stat(w.path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		w.err = errReplaced
	case err != nil:
		return filestore.WithoutPath(err)
	case !os.SameFile(info, w.seen):
		w.err = errReplaced
	case info.Size() != w.seen.Size() || !info.ModTime().Equal(w.seen.ModTime()):
		w.err = w.checkContent()
	}
	w.seen, w.looked = info, time.Now()
	return w.err
}

func (w *fileWatch) checkContent() error {
	if _, err := readMark(w.file); err != nil {
		return errReplaced
	}
	if err := checkLog(w.path, w.file); errors.Is(err, errForeignLog) {
		return errReplaced
	}
	return nil
}

// openFile is the file of a desk that is open.
type openFile struct {
	*deskFile
	checkpointer

	watch  *fileWatch
	check  *fileCheck // nil: it was looked through before it was opened, or closed cleanly
	marked bool       // this process has begun at a mark of its own
}

// beforeWrite returns why nothing may be written. Before the first change of this process it gives the file a mark that
// no copy of it has: otherwise a copy of before that change, put back after a kill, could not be told from the file.
func (f *openFile) beforeWrite(ctx context.Context, w *sqliteWriter) error {
	if err := f.watch.check(); err != nil {
		return err
	}
	if err := f.check.found(); err != nil || f.marked {
		return err
	}
	for _, set := range []func() error{
		func() error { return w.begin(ctx) }, // a mark that follows the file's
		func() error { _, err := w.ExecContext(ctx, "COMMIT"); return err },
		func() error { _, err := w.conn.ExecContext(ctx, setMark(newMark())); return err },
	} {
		if err := set(); err != nil {
			return err // the caller rolls back
		}
	}
	f.marked = true
	if _, err := f.checkpoint(); errors.Is(err, errReplaced) {
		return err
	}
	return nil
}

// end ends the checkpoints and reports whether the file was replaced. Then the writer stays open until the process
// ends, because SQLite would move the log into what is there now; and so does the lock.
func (f *openFile) end() (isReplaced bool) { return errors.Is(f.checkpointer.close(), errReplaced) }

// permissions returns a note if others can read or replace the file.
func (f *deskFile) permissions() []string {
	info, err := os.Stat(f.path)
	if err == nil {
		err = filestore.CheckPrivate(f.path, info, filestore.OthersOpen)
	}
	if err == nil {
		return nil
	}
	return []string{"the desk's file " + f.path + ": " + err.Error()}
}

// close ends the use of the file, after SQLite has closed it.
func (f *openFile) close() error { return errors.Join(f.watch.file.Close(), f.release()) }
