package cache

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"time"

	"frontdesk/internal/faqindex"
	"frontdesk/internal/sqlite"
)

// fileName is the file in the directory of an account's cache. Another schema gets another name, so that a build leaves
// the file of another one alone.
const fileName = "records2.db"

// schemaSQL makes the tables of the file, beside those of the articles (faqindex.Schema).
//
//	day     a day's tickets in three blobs (see packDay), their checksum, and when the day was asked for
//	record  a customer, the orders of a customer, a ticket that was read, the vocabulary: JSON, without a body when it
//	        is gone, so that no older one of another process brings it back; text is what filters search of it
const schemaSQL = `
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

// OpenFile returns the file in a directory, as Config.Dir would be given it. It is opened when it is used.
func OpenFile(dir string) *sqlite.Shared {
	return &sqlite.Shared{
		Path: filepath.Join(dir, fileName), What: "the cache", Schema: schemaSQL + faqindex.Schema,
	}
}

// IsStored reports whether a directory holds the tickets of an account, as Config.Dir would be given it.
func IsStored(dir string) bool {
	if dir == "" {
		return false
	}
	info, err := os.Stat(OpenFile(dir).Path)
	return err == nil && info.Size() > 0
}

// untilDone is the context of all uses of the file, which are short.
var untilDone = context.Background()

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
