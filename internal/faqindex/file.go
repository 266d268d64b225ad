package faqindex

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"frontdesk/internal/filestore"
)

// Load reads the file, or what others have written since. It is worth calling before the index is used, outside of
// what an agent waits for.
func (x *Index) Load() { x.refresh() }

// refresh reads what is new in the file.
func (x *Index) refresh() {
	if x.path == "" {
		return
	}
	file, err := openLog(x.path, false)
	if err != nil || file == nil && x.isCurrent(nil) {
		x.fail(err)
		return
	}
	defer closeLog(file)
	if x.isCurrent(file) {
		return
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	defer x.publish()
	x.readNew(file, false)
}

// isCurrent reports whether everything in a file was read; nil is no file.
func (x *Index) isCurrent(file *os.File) bool {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if file == nil {
		return x.loaded && x.header == header{}
	}
	info, err := file.Stat()
	found, ok := readHeader(file)
	return x.loaded && err == nil && ok && found == x.header && info.Size() == x.end
}

func closeLog(file *os.File) {
	if file != nil {
		_ = file.Close() // what was written was checked when it was written
	}
}

// readNew reads the records that were not read yet; all of them if the file is another one. mending means that the
// file is locked: what is damaged at its end is cut off. mu is held.
func (x *Index) readNew(file *os.File, mending bool) {
	x.loaded = true
	if file == nil {
		x.reset()
		return
	}
	info, err := file.Stat()
	if err != nil {
		return
	}
	found, ok := readHeader(file)
	switch {
	case !ok:
		x.reset()
		if mending {
			x.begin(file)
		}
		return
	case found != x.header || info.Size() < x.end:
		x.reset()
		x.header, x.end = found, int64(len(found))
	}
	x.readRecords(file, info.Size(), mending)
	x.settle()
}

// begin makes a file an empty one.
func (x *Index) begin(file *os.File) {
	first := newHeader()
	if file.Truncate(0) != nil {
		return
	}
	if _, err := file.WriteAt(first[:], 0); err == nil {
		x.header, x.end = first, int64(len(first))
	}
}

// readRecords reads the records up to the end of a file. Damaged ones are left out if the file is locked; otherwise
// another process may be writing them, so that it stops there.
func (x *Index) readRecords(file *os.File, size int64, mending bool) {
	r := newLogReader(file, x.end, size)
	for {
		at := r.at
		k, content, err := r.next()
		switch {
		case err == nil:
			x.apply(k, content, at+int64(recordHead))
			x.end = r.at
			continue
		case errors.Is(err, io.EOF) || !mending:
			return
		}
		next, found := nextIntact(file, at+1, size)
		if !found {
			_ = file.Truncate(at)
			return
		}
		x.damaged = true
		r = newLogReader(file, next, size)
	}
}

// apply takes a record.
func (x *Index) apply(k kind, content []byte, at int64) {
	switch k {
	case articleRecord:
		var s stored
		if s.decode(string(content)) == nil {
			x.take(&s, article{hash: contentHash(content), at: at, size: int32(len(content))})
		}
	case seenRecord:
		eachSeen(content, func(id int64, seen time.Time) {
			if a := x.known(id); a != nil && !a.gone && a.seen.Before(seen) {
				a.seen, a.noted = seen, seen
			}
		})
	case withdrawnRecord:
		eachSeen(content, x.withdraw)
	case planRecord:
		x.planned.decode(content)
	}
}

// appendSeen appends an article's id and when it was seen.
func appendSeen(to []byte, id int64, seen time.Time) []byte {
	to = binary.BigEndian.AppendUint64(to, uint64(id))
	return binary.BigEndian.AppendUint64(to, uint64(seen.UnixNano()))
}

// eachSeen reads what appendSeen has written.
func eachSeen(content []byte, take func(id int64, seen time.Time)) {
	for ; len(content) >= 16; content = content[16:] {
		id, seen := binary.BigEndian.Uint64(content), binary.BigEndian.Uint64(content[8:])
		take(int64(id), time.Unix(0, int64(seen)))
	}
}

// update appends the records that encode returns, which is called when everything in the file is known. If the file
// cannot be written, fallback is called instead. mu is held.
func (x *Index) update(encode func() []byte, fallback func()) error {
	if x.path == "" || x.closed {
		fallback()
		return nil
	}
	err := x.locked(func(file *os.File) error {
		x.readNew(file, true)
		if out := encode(); len(out) > 0 {
			if _, err := file.WriteAt(out, x.end); err != nil {
				return errors.Join(err, file.Truncate(x.end))
			}
		}
		x.readNew(file, true)
		return nil
	})
	if err != nil {
		fallback()
		err = fmt.Errorf("articles cannot be kept on disk: %w", filestore.WithoutPath(err))
	}
	x.fail(err)
	return err
}

// locked calls work with the file, while no other process writes it, and replaces a file that is mostly out of date.
func (x *Index) locked(work func(*os.File) error) error {
	lock, err := x.lockFile(writeLock, filestore.WaitLock)
	if err != nil {
		return err
	}
	defer func() { _ = lock.Release() }()
	file, err := openLog(x.path, true)
	if err != nil {
		return err
	}
	err = work(file)
	if err == nil && x.isWasteful() {
		err = x.compact(file)
	}
	return errors.Join(err, file.Close())
}

// The suffixes of the files that are locked.
const (
	writeLock    = ".lock"
	prefetchLock = ".prefetch.lock"
)

// lockFile locks a file beside the index's.
func (x *Index) lockFile(suffix string, lock func(path string) (*filestore.Lock, error)) (*filestore.Lock, error) {
	if err := filestore.MakePrivateDir(filepath.Dir(x.path)); err != nil {
		return nil, err
	}
	return lock(x.path + suffix)
}

// fewBytes is what a file may have out of date, whatever its size.
const fewBytes = 4 << 20

// isWasteful reports whether a file should be replaced by one with what is live in it.
func (x *Index) isWasteful() bool {
	wasted := x.end - x.live
	return x.damaged || wasted > fewBytes && wasted > x.end/2 || x.live > maxBytes || len(x.byID)-x.gone > maxArticles
}

// compact replaces the file by one with what is kept. mu and the file's lock are held.
func (x *Index) compact(old *os.File) error {
	x.forgetTooMany()
	next := newHeader()
	err := filestore.WriteWith(x.path, func(file *os.File) error {
		out := recordWriter{to: file}
		out.write(next[:])
		f := contents{file: old}
		for _, at := range x.longestUnseen() { // so that the newest answer comes last
			x.writeAgain(&out, &f, &x.articles[at])
		}
		for id, at := range x.byID {
			if a := &x.articles[at]; a.gone && x.now().Sub(a.seen) < withdrawnOf {
				out.record(withdrawnRecord, appendSeen(nil, id, a.seen))
			}
		}
		out.record(planRecord, x.planned.encode())
		return out.flush()
	})
	if err != nil {
		return err
	}
	file, err := openLog(x.path, false)
	if err != nil {
		return err
	}
	defer closeLog(file)
	x.reset()
	x.readNew(file, false)
	return nil
}

// writeAgain writes an article of the old file, unless it is damaged there.
func (x *Index) writeAgain(out *recordWriter, from *contents, a *article) {
	content := []byte(from.read(a, int(a.size)))
	if len(content) <= seenBytes || contentHash(content) != a.hash {
		return
	}
	binary.BigEndian.PutUint64(content, uint64(a.seen.UnixNano()))
	out.record(articleRecord, content)
}

// forgetTooMany forgets the articles that were not seen for longest: those beyond the limits, and some more, so that
// the next few articles do not exceed them again.
func (x *Index) forgetTooMany() {
	all := x.longestUnseen()
	slices.Reverse(all)
	var bytes int64
	tooMany, tooLarge := len(all) > maxArticles, x.live > maxBytes
	for n, at := range all {
		a := &x.articles[at]
		bytes += int64(a.size)
		beyond := tooMany && n >= maxArticles*9/10 || tooLarge && bytes > maxBytes*9/10
		if beyond || x.now().Sub(a.seen) > maxAge {
			x.forget(a)
		}
	}
}

// recordWriter writes records with a buffer; the first error is kept.
type recordWriter struct {
	to  *os.File
	buf []byte
	err error
}

const writeBuffer = 256 << 10

func (w *recordWriter) write(b []byte) {
	w.buf = append(w.buf, b...)
	if len(w.buf) >= writeBuffer {
		w.err = w.flush()
	}
}

func (w *recordWriter) record(k kind, content []byte) {
	w.write(appendRecord(nil, k, content))
}

func (w *recordWriter) flush() error {
	if w.err == nil {
		_, w.err = w.to.Write(w.buf)
	}
	w.buf = w.buf[:0]
	return w.err
}

// contents reads the contents of articles. Its zero value reads those in memory.
type contents struct{ file *os.File }

// contents returns what reads the articles that are known; a file that was replaced meanwhile is not read.
func (x *Index) contents() contents {
	if x.path == "" {
		return contents{}
	}
	file, err := openLog(x.path, false)
	if err != nil || file == nil {
		return contents{}
	}
	if found, ok := readHeader(file); !ok || found != x.header {
		closeLog(file)
		return contents{}
	}
	return contents{file}
}

func (c contents) close() { closeLog(c.file) }

// read returns the beginning of an article's content; "" if it cannot be read.
func (c contents) read(a *article, size int) string {
	size = min(size, int(a.size))
	switch {
	case a.memory != nil:
		return string(a.memory[:size])
	case c.file == nil:
		return ""
	}
	buf := make([]byte, size)
	if _, err := c.file.ReadAt(buf, a.at); err != nil {
		return ""
	}
	return string(buf)
}
