// Package cachefile keeps an account's records on disk between starts. A file holds records by key, each with the time
// at which its answer was asked for; of two records of a key the later one counts, whichever process wrote it last.
//
// A file is a header and frames with checksums. Changes are appended as a frame, and the file is rewritten when too
// much of it has been replaced. A frame that a killed process has left half written is cut off by the next one. Several
// processes may share a file: they append under a lock, and each reads first what the others have added.
//
// Records lie flat, so that a start copies them without decoding each; BenchmarkFormats compares other formats.
package cachefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"frontdesk/internal/filestore"
)

// Options bound a file and describe its records.
type Options struct {
	Words    int              // shared texts of a record, such as a queue's name
	Numbers  int              // bytes of a record that are not text
	MaxAge   time.Duration    // of a record since it was last confirmed
	MaxBytes int64            // of the file after it was rewritten
	MaxFrame int              // bytes of text in a frame, which is read as a whole; 4 MiB when 0
	Now      func() time.Time // time.Now when nil
}

// File is a file of records. It is safe for concurrent use, also by several processes.
type File struct {
	path string
	Options

	mu      sync.Mutex
	header  header // of the file as last seen
	end     int64  // up to where it is known
	records int    // in it, replaced ones included
}

// Open returns the file at path, of which nothing is read yet. Its directory is made when something is written.
func Open(path string, o Options) *File {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.MaxFrame == 0 {
		o.MaxFrame = 4 << 20
	}
	return &File{path: path, Options: o}
}

// Path returns the path of the file.
func (f *File) Path() string { return f.path }

// Records returns how many records the file holds as far as it was read, replaced ones included.
func (f *File) Records() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.records
}

// Size returns the length of the file, 0 when there is none.
func (f *File) Size() int64 {
	info, err := os.Stat(f.path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// ErrDamaged is the cause when a file was set aside because it cannot be read.
var ErrDamaged = errors.New("a frame does not fit its checksum")

// errOutdated is the cause when a file is of another version or too old to be of use.
var errOutdated = errors.New("the file is outdated")

// Load reads the whole file and calls each for its frames, concurrently and numbered in the file's order. A missing or
// outdated file is empty. A damaged one is set aside, and the error names it; what each was given is then not to be
// used.
func (f *File) Load(each func(frame int, b *Block)) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	file, err := os.Open(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	err = f.readAll(file, each)
	switch {
	case errors.Is(err, errOutdated):
		return filestore.Ignore(os.Remove(f.path), fs.ErrNotExist)
	case errors.Is(err, ErrDamaged):
		return f.setAside(err)
	}
	return err
}

// Inspect is Load for a look alone: nothing is removed or set aside, and a file that is missing is an error.
func (f *File) Inspect(each func(frame int, b *Block)) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	file, err := os.Open(f.path)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	return f.readAll(file, each)
}

// readAll reads a file from its beginning.
func (f *File) readAll(file *os.File, each func(int, *Block)) error {
	h, err := readHeader(file)
	if err != nil {
		return err
	}
	f.header, f.end, f.records = h, headerSize, 0
	return f.readOn(file, each)
}

// readOn reads what follows in a file, up to the last frame that is whole.
func (f *File) readOn(file io.ReaderAt, each func(int, *Block)) error {
	r := frameReader{file: file, at: f.end, options: &f.Options}
	err := r.readAll(each)
	if err != nil {
		f.header = header{}
		return err
	}
	f.end, f.records = r.at, f.records+r.records
	if newest := time.UnixMicro(r.newest); r.newest != 0 && newest.After(f.Now().Add(maxAhead)) {
		f.header = header{}
		return fmt.Errorf("%w: its records are of %s", errOutdated, newest.Format(time.DateTime))
	}
	if oldest := f.Now().Add(-f.MaxAge); r.newest != 0 && f.MaxAge > 0 && time.UnixMicro(r.newest).Before(oldest) {
		f.header = header{}
		return errOutdated
	}
	return nil
}

// maxAhead is how far records may be ahead of the clock. Beyond that it has been put back, and what is answered now
// would count as older than they.
const maxAhead = 10 * time.Minute

// setAside renames a damaged file, of which one is kept.
func (f *File) setAside(why error) error {
	f.header, f.end, f.records = header{}, 0, 0
	old, _ := filepath.Glob(f.path + ".*" + filestore.QuarantineSuffix)
	for _, path := range old {
		_ = os.Remove(path) // it is of no use beside a newer one
	}
	return filestore.Quarantine(f.path, "the cache", why)
}

// Update hands over what other processes have added since the file was last read, and appends what write returns. whole
// says that the file is new, so that everything known must be written. Records of write are given to nobody. The lock
// is held meanwhile.
func (f *File) Update(read func(*Block), write func(whole bool) []*Batch) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := filestore.MakePrivateDir(filepath.Dir(f.path)); err != nil {
		return err
	}
	lock, err := filestore.WaitLock(f.lockPath())
	if err != nil {
		return err
	}
	file, whole, damage := f.openToAppend(read)
	if file == nil {
		return errors.Join(damage, lock.Release())
	}
	for _, b := range write(whole) {
		if b.n == 0 {
			continue
		}
		frame := b.frame(f.Now().UnixMicro())
		if _, err = file.WriteAt(frame, f.end); err != nil {
			break // the next Update cuts off what was written of it
		}
		b.at = f.end
		f.end += int64(len(frame))
		f.records += b.n
	}
	return errors.Join(damage, err, file.Close(), lock.Release())
}

func (f *File) lockPath() string { return filepath.Join(filepath.Dir(f.path), lockName) }

// lockName is the file that is locked while another one of its directory is changed.
const lockName = "lock"

// LockReader takes the lock of what one process does for all that share a directory, or returns filestore.ErrLocked at
// once.
func LockReader(dir string) (*filestore.Lock, error) {
	if err := filestore.MakePrivateDir(dir); err != nil {
		return nil, err
	}
	return filestore.TryLock(filepath.Join(dir, lockName+"-reader"))
}

// openToAppend opens the file, reads what is new in it and cuts off a torn frame. err is that of a damaged file too,
// which is replaced.
func (f *File) openToAppend(read func(*Block)) (file *os.File, whole bool, err error) {
	file, err = os.OpenFile(f.path, os.O_RDWR, 0)
	if err == nil {
		if whole, err = f.catchUp(file, read); err == nil {
			return file, whole, nil
		}
		_ = file.Close()
	}
	switch {
	case errors.Is(err, ErrDamaged):
		err = f.setAside(err)
	case errors.Is(err, errOutdated), errors.Is(err, fs.ErrNotExist):
		err = nil
	default:
		return nil, false, err
	}
	file, failed := f.create()
	return file, true, errors.Join(err, failed)
}

// catchUp reads what is new in an open file and cuts off a torn frame. whole says that it is another file than before.
func (f *File) catchUp(file *os.File, read func(*Block)) (whole bool, err error) {
	h, err := readHeader(file)
	if err != nil {
		return false, err
	}
	whole = h.lineage != f.header.lineage
	if h != f.header {
		f.header, f.end, f.records = h, headerSize, 0
	}
	var one sync.Mutex
	if err := f.readOn(file, func(_ int, b *Block) {
		one.Lock()
		defer one.Unlock()
		read(b)
	}); err != nil {
		return false, err
	}
	return whole, file.Truncate(f.end)
}

// create replaces the file with an empty one.
func (f *File) create() (*os.File, error) {
	h := newHeader()
	err := filestore.WriteWith(f.path, func(file *os.File) error {
		_, err := file.Write(h.encode())
		return err
	})
	if err != nil {
		return nil, err
	}
	f.header, f.end, f.records = h, headerSize, 0
	return os.OpenFile(f.path, os.O_RDWR, 0)
}
