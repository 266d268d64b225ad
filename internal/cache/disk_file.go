package cache

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"

	"frontdesk/internal/filestore"
	"frontdesk/internal/sqlite"
)

// fileName is the file in the directory of an account's cache. Another schema gets another name, so that a build leaves
// the file of another one alone.
const fileName = "records1.db"

// schemaSQL makes the tables of the file. Every transaction that writes takes the next number of writes, and notes it
// with what it writes, so that a process reads only what others have written since.
//
//	file    one row: lineage (another one for another file) · writes
//	day     a day's tickets in three blobs (see packDay), their checksum, and when the day was asked for
//	record  a customer, the orders of a customer, a ticket that was read, the vocabulary: JSON, without a body when it
//	        is gone, so that no older one of another process brings it back; text is what filters search of it
const schemaSQL = `
CREATE TABLE IF NOT EXISTS file (lineage INTEGER NOT NULL, writes INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS day (
	day INTEGER PRIMARY KEY, written INTEGER NOT NULL, asked INTEGER NOT NULL, state TEXT NOT NULL,
	tickets INTEGER NOT NULL, checksum INTEGER NOT NULL, words BLOB NOT NULL, fields BLOB NOT NULL, texts BLOB NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS record (
	kind TEXT NOT NULL, id TEXT NOT NULL, written INTEGER NOT NULL, asked INTEGER NOT NULL, text TEXT, body TEXT,
	PRIMARY KEY (kind, id)
) STRICT;
CREATE INDEX IF NOT EXISTS written ON record (written);
`

// Limits of what is kept on disk, in bytes; what was asked for longest ago goes first.
const (
	maxDayBytes    = 256 << 20
	maxRecordBytes = 16 << 20 // of each kind
	tidyEvery      = time.Hour
)

// maxAhead is how far records may be ahead of the clock. Beyond that it has been put back, and what is answered now
// would count as older than they.
const maxAhead = 10 * time.Minute

// errDamaged is the cause when the file is set aside because what it holds cannot be read.
var errDamaged = errors.New("it does not hold what was written")

// fileState is which file it is, and up to which write it is known.
type fileState struct{ lineage, writes int64 }

func filePath(dir string) string { return filepath.Join(dir, fileName) }

// IsStored reports whether a directory holds the tickets of an account, as Config.Dir would be given it.
func IsStored(dir string) bool {
	if dir == "" {
		return false
	}
	info, err := os.Stat(filePath(dir))
	return err == nil && info.Size() > 0
}

// fileOptions are the options of a connection. Without a write-ahead log the file works on every file system, and there
// is nothing beside it between two uses. Pages are large because a day's tickets are.
var fileOptions = sqlite.Options{"_txlock": {"immediate"}, "_pragma": {
	sqlite.BusyTimeout, "page_size(32768)", "journal_mode(delete)", "synchronous(normal)",
}}

// read opens the file for reading; use is not called when there is none. A damaged one is set aside, and the error
// names it.
func (d *disk) read(use func(*sql.DB) error) error {
	if info, err := os.Stat(d.path); err != nil || info.Size() == 0 {
		return filestore.Ignore(err, fs.ErrNotExist)
	}
	return d.open(use)
}

// update hands over a transaction of the file, which is made if there is none. No other process writes meanwhile.
func (d *disk) update(use func(*sql.Tx) error) error {
	if err := filestore.MakePrivateDir(filepath.Dir(d.path)); err != nil {
		return err
	}
	file, err := os.OpenFile(d.path, os.O_CREATE, 0o600) // SQLite would let others read it
	if err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return d.open(func(db *sql.DB) error {
		tx, err := db.BeginTx(untilDone, nil)
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }() // does nothing after Commit
		if _, err := tx.ExecContext(untilDone, schemaSQL); err != nil {
			return err
		}
		if err := use(tx); err != nil {
			return err
		}
		return tx.Commit()
	})
}

func (d *disk) open(use func(*sql.DB) error) error {
	before, err := os.Stat(d.path)
	if err != nil {
		return err
	}
	db, err := sqlite.Open(d.path, 1, fileOptions)
	if err != nil {
		return err
	}
	err = use(db)
	if closed := db.Close(); err == nil {
		err = closed
	}
	if errors.Is(err, errDamaged) || sqlite.IsDamaged(err) {
		return d.setAside(before, err)
	}
	return err
}

// setAside renames the damaged file, of which one is kept, unless another process has done so.
func (d *disk) setAside(damaged fs.FileInfo, why error) error {
	now, err := os.Stat(d.path)
	if err != nil || !os.SameFile(now, damaged) {
		return errors.Join(why, filestore.Ignore(err, fs.ErrNotExist))
	}
	d.seen = fileState{}
	old, _ := filepath.Glob(d.path + ".*" + filestore.QuarantineSuffix)
	for _, path := range old {
		_ = os.Remove(path) // it is of no use beside a newer one
	}
	return filestore.Quarantine(d.path, "the cache", why)
}

// untilDone is the context of all uses of the file, which are short.
var untilDone = context.Background()

// querier is a file or a transaction of it.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// stateOf returns which file it is; zero for one without tables.
func stateOf(db querier) (state fileState, err error) {
	row := db.QueryRowContext(untilDone, "SELECT lineage, writes FROM file")
	if err = row.Scan(&state.lineage, &state.writes); errors.Is(err, sql.ErrNoRows) {
		return fileState{}, nil
	}
	return state, err
}

// begin says which file a transaction writes to. isNew says that it holds nothing of this process.
func (d *disk) begin(tx *sql.Tx) (found fileState, isNew bool, err error) {
	if found, err = stateOf(tx); err == nil && found.lineage == 0 {
		found.lineage = rand.Int64() | 1
		_, err = tx.ExecContext(untilDone, "INSERT INTO file VALUES (?, 0)", found.lineage)
	}
	if isNew = found.lineage != d.seen.lineage; isNew {
		d.seen = fileState{lineage: found.lineage}
	}
	return found, isNew, err
}

// deleteOld deletes what no answer has confirmed for storedAge, and what was asked for longest ago where there is too
// much of it.
func deleteOld(tx *sql.Tx, now time.Time) error {
	for _, statement := range []struct {
		sql string
		arg any
	}{
		{"DELETE FROM day WHERE asked < ?", now.Add(-storedAge).UnixMicro()},
		{"DELETE FROM record WHERE asked < ?", now.Add(-storedAge).UnixMicro()},
		{`DELETE FROM day WHERE day IN (SELECT day FROM (
			SELECT day, sum(length(fields) + length(texts)) OVER (ORDER BY asked DESC, day DESC) AS bytes FROM day
		) WHERE bytes > ?)`, maxDayBytes},
		{`DELETE FROM record WHERE rowid IN (SELECT rowid FROM (
			SELECT rowid, sum(length(body)) OVER (PARTITION BY kind ORDER BY asked DESC, id) AS bytes FROM record
		) WHERE bytes > ?)`, maxRecordBytes},
	} {
		if _, err := tx.ExecContext(untilDone, statement.sql, statement.arg); err != nil {
			return err
		}
	}
	return nil
}
