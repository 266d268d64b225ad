package agentstate

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"frontdesk/internal/filestore"
)

// saveLock is the lock file held while a document is compared and written.
const saveLock = ".saving"

// Files keeps an agent's documents in a directory of this host, a file each. Each is written atomically and readable
// by its owner only.
type Files struct {
	dir   string
	swept sync.Map // folders from which temporary files of killed processes were removed
	turn  *sync.Mutex
}

// dirMutexes has a mutex for each directory. Whoever saves there takes it before the lock file: waiting for a lock file
// is polling with pauses, and is left to other processes.
var dirMutexes = struct {
	sync.Mutex
	in map[string]*sync.Mutex
}{in: map[string]*sync.Mutex{}}

// dirMutex returns the mutex of a directory.
func dirMutex(dir string) *sync.Mutex {
	dirMutexes.Lock()
	defer dirMutexes.Unlock()
	dir = filepath.Clean(dir)
	if dirMutexes.in[dir] == nil {
		dirMutexes.in[dir] = &sync.Mutex{}
	}
	return dirMutexes.in[dir]
}

// OpenFiles creates the agent's directory (0700), and removes temporary files left by a killed process. A folder in it
// is made when something is kept there.
func OpenFiles(dir string) (*Files, error) {
	if err := filestore.MakePrivateDir(dir); err != nil {
		return nil, err
	}
	return &Files{dir: dir, turn: dirMutex(dir)}, nil
}

// Path implements Store.
func (f *Files) Path(name string) string { return filepath.Join(f.dir, filepath.FromSlash(name)) }

// Get implements Store.
func (f *Files) Get(name string) (Document, error) {
	content, err := os.ReadFile(f.Path(name))
	if err != nil {
		return Document{}, err
	}
	return Document{Content: content, Revision: RevisionOf(content)}, nil
}

// Put implements Store.
func (f *Files) Put(name string, content []byte, replaces Revision) error {
	return f.changeIf(name, replaces, func() error { return f.write(name, content) })
}

// Delete implements Store.
func (f *Files) Delete(name string, replaces Revision) error {
	return f.changeIf(name, replaces, func() error { return f.remove(name) })
}

// write writes a document without checking its revision.
func (f *Files) write(name string, content []byte) error {
	if err := f.makeFolder(name); err != nil {
		return err
	}
	return filestore.WriteFile(f.Path(name), content)
}

// remove removes a document, if there is one.
func (f *Files) remove(name string) error {
	return filestore.Ignore(filestore.Remove(f.Path(name)), fs.ErrNotExist)
}

// changeIf runs change if the document still has the revision.
func (f *Files) changeIf(name string, revision Revision, change func() error) error {
	return f.withSaveLock(func() error {
		there, err := f.Get(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if there.Revision != revision {
			return ErrChanged
		}
		return change()
	})
}

// withSaveLock runs work under the save lock.
func (f *Files) withSaveLock(work func() error) error {
	f.turn.Lock()
	defer f.turn.Unlock()
	held, err := filestore.WaitLock(filepath.Join(f.dir, saveLock))
	if err != nil {
		return err
	}
	return errors.Join(work(), held.Release())
}

func (f *Files) makeFolder(name string) error {
	folder := filepath.Dir(f.Path(name))
	if _, known := f.swept.LoadOrStore(folder, true); known || folder == f.dir {
		return os.MkdirAll(folder, 0o700)
	}
	return filestore.MakePrivateDir(folder)
}

// List implements Store.
func (f *Files) List(folder, suffix string) ([]string, error) {
	names, err := filestore.Names(f.Path(folder), suffix)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	slices.Sort(names)
	return names, err
}

// Append implements Store: it appends in one write and fsyncs the file.
func (f *Files) Append(name string, line []byte) error {
	return f.withSaveLock(func() error { return f.appendLine(name, line) })
}

func (f *Files) appendLine(name string, line []byte) error {
	if err := f.makeFolder(name); err != nil {
		return err
	}
	file, err := os.OpenFile(f.Path(name), os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	end, err := file.Seek(0, io.SeekEnd)
	if err == nil && end > 0 {
		last := make([]byte, 1)
		if _, err = file.ReadAt(last, end-1); err == nil && last[0] != '\n' {
			line = slices.Concat([]byte{'\n'}, line)
		}
	}
	if err == nil {
		_, err = file.Write(asLine(line))
	}
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil && end == 0 {
		err = filestore.SyncDir(filepath.Dir(f.Path(name)))
	}
	return err
}

func asLine(line []byte) []byte {
	if bytes.HasSuffix(line, []byte("\n")) {
		return line
	}
	return slices.Concat(line, []byte("\n"))
}

// TryLock implements Store.
func (f *Files) TryLock(name string) (Lock, error) {
	if err := f.makeFolder(name); err != nil {
		return nil, err
	}
	held, err := filestore.TryLock(f.Path(name))
	if err != nil {
		return nil, err
	}
	return held, nil
}

// SetAside implements Store.
func (f *Files) SetAside(name, what string, why error) error {
	return filestore.Quarantine(f.Path(name), what, why)
}
