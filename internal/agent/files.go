package agent

import (
	"context"
	"crypto/rand"
	"database/sql"
	_ "embed"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"frontdesk/internal/filestore"
	"frontdesk/internal/sqlite"
)

//go:embed schema.sql
var schema string

// FileName is the name of an account's file.
const FileName = "agents.db"

// file is the open file of an account. All consoles of a process share it.
type file struct {
	path string
	live *filestore.Lock // held while the process has the file open: others can see that it lives
	name string          // of the process, as the owner of what it sends
	host string          // of the machine, as long as its file is whole

	runs   sync.Map     // the owner of each run on which a console of this process works, by id
	mu     sync.RWMutex // held for writing while db is replaced
	db     *sql.DB
	opened fs.FileInfo // which file that is: another process may have mended it and put another one in its place
	faults []error     // damage that was found, in order
	users  int         // guarded by files
}

// files are the open files of this process, by path.
var files = struct {
	sync.Mutex
	open map[string]*file
}{open: map[string]*file{}}

// openFile opens the file of an account in a directory, and creates it if there is none.
func openFile(dir string) (*file, error) {
	if err := filestore.MakePrivateDir(dir); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, FileName)
	files.Lock()
	defer files.Unlock()
	if f := files.open[path]; f != nil {
		f.users++
		return f, nil
	}
	f := &file{path: path, name: rand.Text()[:12], users: 1}
	var err error
	if f.live, err = filestore.TryLock(f.livePath(f.name)); err != nil {
		return nil, err
	}
	err = f.whileLocked(f.openWhole)
	if err == nil {
		err = f.readHost()
	}
	if err != nil {
		return nil, errors.Join(err, f.end())
	}
	files.open[path] = f
	return f, nil
}

// close closes the file when nobody uses it any more.
func (f *file) close() error {
	files.Lock()
	defer files.Unlock()
	if f.users--; f.users > 0 {
		return nil
	}
	delete(files.open, f.path)
	return f.end()
}

func (f *file) end() (failed error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.db != nil {
		failed = f.db.Close()
	}
	return errors.Join(failed, filestore.Ignore(f.live.Remove(), fs.ErrNotExist))
}

// livePath returns the lock file of a process that has the file open.
func (f *file) livePath(process string) string {
	return filepath.Join(filepath.Dir(f.path), ".live-"+process)
}

// isLive reports whether a process of this machine has the file open.
func (f *file) isLive(process string) bool {
	if process == f.name {
		return true
	}
	path := f.livePath(process)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return false
	}
	held, err := filestore.TryLock(path)
	if err == nil {
		_ = held.Remove()
	}
	return err != nil // it cannot be locked: that is no sign of an end
}

// openTries times a second is how long a process waits for another one that opens or mends the file.
const openTries = 30

// whileLocked runs work while no other process opens or mends the file.
func (f *file) whileLocked(work func() error) error {
	var held *filestore.Lock
	err := filestore.ErrLocked
	for try := 0; errors.Is(err, filestore.ErrLocked) && try < openTries; try++ {
		held, err = filestore.WaitLock(f.path + ".lock")
	}
	if err != nil {
		return err
	}
	return errors.Join(work(), held.Release())
}

// openWhole opens the file. A damaged one is mended first.
func (f *file) openWhole() error {
	err := f.connect()
	if err == nil || !isDamage(err) {
		return err
	}
	return f.mend(err)
}

// connect opens the database, whole as far as a look at its pages tells.
func (f *file) connect() error {
	wasLeft := exists(f.path+"-wal") || exists(f.path+"-journal")
	if exists(f.path + mendedSuffix) {
		if err := f.takeMended(errInterrupted, 0, 0); err != nil {
			return err
		}
	}
	if err := makePrivate(f.path); err != nil {
		return err
	}
	db, err := openDatabase(f.path)
	if err != nil {
		return err
	}
	f.db = db
	if f.opened, err = os.Stat(f.path); err == nil {
		_, err = db.ExecContext(context.Background(), schema)
	}
	if err == nil && (wasLeft || f.opened.Size() < alwaysChecked) {
		err = check(db)
	}
	return err
}

// alwaysChecked is the size up to which a file is checked at each start; a larger one only after a process was killed.
const alwaysChecked = 16 << 20

func check(db *sql.DB) error {
	var found string
	err := db.QueryRowContext(context.Background(), "PRAGMA quick_check(1)").Scan(&found)
	if err == nil && found != "ok" {
		err = damage(found)
	}
	return err
}

// damage is what a check has found.
type damage string

// Error returns what was found.
func (d damage) Error() string { return string(d) }

// isDamage reports whether an error means that a file is damaged.
func isDamage(err error) bool {
	var found damage
	return errors.As(err, &found) || sqlite.IsDamaged(err)
}

// openDatabase opens a database whose transactions write at once. One connection is enough: each takes milliseconds,
// and a host has one for all agents of an account. Beside a log that processes share, memory must be shared, which
// machines that share a network directory do not: there SQLite keeps a rollback journal.
func openDatabase(path string) (*sql.DB, error) {
	mode := "journal_mode(wal)"
	if IsOnNetwork(filepath.Dir(path)) {
		mode = "journal_mode(delete)"
	}
	return sqlite.Open(path, 1, sqlite.Options{
		"_txlock": {"immediate"}, "_pragma": {sqlite.BusyTimeout, mode, "synchronous(full)"},
	})
}

// makePrivate creates a file that its owner alone may read, unless it exists.
func makePrivate(path string) error {
	created, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	return created.Close()
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// readHost reads the name of this machine, and gives it one.
func (f *file) readHost() error {
	return f.do(func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT OR IGNORE INTO seen (agent, kind, section) VALUES ('', 'host', ?)`, rand.Text()[:12])
		if err == nil {
			err = tx.QueryRow(`SELECT section FROM seen WHERE agent='' AND kind='host'`).Scan(&f.host)
		}
		return err
	})
}

// errReplaced is returned for a file that another process has replaced.
var errReplaced = errors.New("another process has mended it")

// do runs work in a transaction, which is on disk when it returns nil. A file that is found damaged is mended, and the
// work done again: what work has noted must not count twice.
func (f *file) do(work func(tx *sql.Tx) error) error {
	err := f.transact(work)
	for try := 0; try < 2 && (isDamage(err) || errors.Is(err, errReplaced)); try++ {
		if err = f.reopen(err); err == nil {
			err = f.transact(work)
		}
	}
	return err
}

func (f *file) transact(work func(tx *sql.Tx) error) error {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if f.db == nil {
		return errReplaced // and what is in its place could not be opened
	}
	tx, err := f.db.BeginTx(context.Background(), nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	if now, err := os.Stat(f.path); err != nil || !os.SameFile(now, f.opened) {
		return errReplaced
	}
	if err := work(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// reopen opens the file again, which another process has replaced, or mends it. Of several consoles that find it
// damaged, the first one mends it.
func (f *file) reopen(why error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.whileLocked(func() error {
		now, err := os.Stat(f.path)
		isReplaced := err != nil || !os.SameFile(now, f.opened)
		if !isReplaced && f.db != nil && isDamage(why) && !isWhole(f.db) {
			return f.mend(why)
		}
		if f.db != nil {
			err = f.db.Close()
			f.db = nil
		}
		return errors.Join(filestore.Ignore(err, fs.ErrNotExist), f.openWhole())
	})
}

// fault returns the damage that was found since n faults were known, and how many are known now.
func (f *file) fault(n int) (error, int) { //nolint:revive,staticcheck // the error is no failure of the call
	f.mu.RLock()
	defer f.mu.RUnlock()
	return errors.Join(f.faults[n:]...), len(f.faults)
}

// Folder is the directory of all accounts' directories below the program's data directory. accountDir is the prefix of
// their names, and agentDir that of the agents' directories within.
const (
	Folder     = "drafts"
	accountDir = "account-"
	agentDir   = "agent-"
)

// accountOf returns the account whose directory below Folder has a name; false if it is none.
func accountOf(dir string) (account string, ok bool) {
	escaped, ok := strings.CutPrefix(dir, accountDir)
	if !ok {
		return "", false
	}
	account, err := url.PathUnescape(escaped)
	return account, err == nil
}

// CountDrafts counts the drafts of all agents in a file, which it only reads; 0 of one that cannot be read.
func CountDrafts(path string) (drafts int) {
	db, err := sqlite.Open(path, 1, sqlite.Options{"mode": {"ro"}, "_pragma": {sqlite.BusyTimeout}})
	if err != nil {
		return 0
	}
	defer func() { _ = db.Close() }()
	row := db.QueryRowContext(context.Background(), "SELECT count(*) FROM row WHERE stage IN ('draft','held')")
	if row.Scan(&drafts) != nil {
		return 0
	}
	return drafts
}

// keptBeside is how long what other hosts have deleted is kept.
const keptBeside = 14 * 24 * time.Hour
