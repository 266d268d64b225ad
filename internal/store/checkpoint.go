package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"frontdesk/internal/guard"
)

// checkpointAfter is how long after the last change the log is moved to the desk's file. Without that, all of a small
// desk would stay in the log for ever: SQLite itself moves it from 1,000 pages on.
const checkpointAfter = time.Second

// checkpointer moves the log of an open desk to its file when nobody writes.
type checkpointer struct {
	ctx   context.Context // of the desk: whoever opened it may be gone
	db    *sql.DB
	watch *fileWatch

	lock    sync.Mutex
	changed time.Time
	armed   bool // a timer is running
	closed  bool
	running sync.Mutex
}

// touch says that something was changed. The timer is never stopped or set again: a change would have to do so.
func (c *checkpointer) touch() {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.changed = time.Now()
	if !c.armed && !c.closed {
		c.armed = true
		guard.AfterFunc(checkpointAfter, c.onTimer)
	}
}

func (c *checkpointer) onTimer() {
	c.running.Lock()
	defer c.running.Unlock()
	c.lock.Lock()
	left := checkpointAfter - time.Since(c.changed)
	if left > 0 && !c.closed {
		guard.AfterFunc(left, c.onTimer)
		c.lock.Unlock()
		return
	}
	c.armed = false
	closed := c.closed
	c.lock.Unlock()
	if closed {
		return
	}
	if isWhole, _ := c.checkpoint(); !isWhole { // after an error, a later one or the end tries again
		c.touch()
	}
}

// checkpoint moves what it can without waiting for readers or writers, and reports whether that was everything.
func (c *checkpointer) checkpoint() (isWhole bool, err error) {
	if err := c.watch.check(); err != nil {
		return true, err // into another desk's file, it would damage that
	}
	var busy, pages, moved int
	err = c.db.QueryRowContext(c.ctx, "PRAGMA wal_checkpoint(PASSIVE)").Scan(&busy, &pages, &moved)
	return err != nil || busy == 0 && pages == moved, err
}

// close ends the timer and checkpoints: other processes may go on using the desk.
func (c *checkpointer) close() error {
	c.lock.Lock()
	c.closed = true
	c.lock.Unlock()
	c.running.Lock()
	defer c.running.Unlock()
	_, err := c.checkpoint()
	return err
}

// Each transaction of a desk in a file raises the application id in the file's header by one, and each process begins
// at a random one. SQLite itself does not tie a write-ahead log to its file: it applies whatever log lies beside the
// file, also to a copy that was put in the file's place, and so undoes a restore or damages the copy. With the mark, a
// log belongs to a file only if the file's mark is one of the log's, or the one before its first: the transactions of
// the log follow the file. A change counter of SQLite's own would not do: with a write-ahead log it stands still.

// mark is the application id in the header of a desk's file.
type mark uint32

// Where SQLite's file format has what is read here.
const (
	sqliteMagic     = "SQLite format 3\x00"
	markOffset      = 68 // of the application id in the first page
	walHeaderBytes  = 32
	frameHeaderSize = 24
)

// errNoFile reports a file that does not begin like a database.
var errNoFile = errors.New("it does not begin like a desk")

// readMark returns the mark of a file without its log.
func readMark(file io.ReaderAt) (mark, error) {
	head := make([]byte, markOffset+4)
	if _, err := file.ReadAt(head, 0); err != nil || string(head[:len(sqliteMagic)]) != sqliteMagic {
		return 0, errNoFile
	}
	return mark(binary.BigEndian.Uint32(head[markOffset:])), nil
}

// logMarks are the marks of a write-ahead log's transactions, oldest first.
type logMarks []mark

// follows reports whether the transactions of the log follow a file with the mark. A log without a mark may be one
// that another program has written to alone; it is left to SQLite.
func (l logMarks) follows(m mark) bool {
	if len(l) == 0 || l[0] == m+1 {
		return true
	}
	for _, own := range l {
		if own == m {
			return true
		}
	}
	return false
}

// readLogMarks reads the marks of a write-ahead log, none if there is no log. Frames of an earlier use of the log have
// another salt and end it.
func readLogMarks(path string) (logMarks, error) {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var header [walHeaderBytes]byte
	if _, err := io.ReadFull(file, header[:]); err != nil {
		return nil, ignoreEnd(err)
	}
	pageSize := int64(binary.BigEndian.Uint32(header[8:]))
	salt := string(header[16:24])
	var found logMarks
	for at := int64(walHeaderBytes); ; at += frameHeaderSize + pageSize {
		var frame [frameHeaderSize]byte
		if _, err := file.ReadAt(frame[:], at); err != nil || string(frame[8:16]) != salt {
			return found, ignoreEnd(err)
		}
		if binary.BigEndian.Uint32(frame[:]) != 1 {
			continue
		}
		var own [4]byte
		if _, err := file.ReadAt(own[:], at+frameHeaderSize+markOffset); err != nil {
			return found, ignoreEnd(err)
		}
		if m := mark(binary.BigEndian.Uint32(own[:])); len(found) == 0 || found[len(found)-1] != m {
			found = append(found, m)
		}
	}
}

func ignoreEnd(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}
