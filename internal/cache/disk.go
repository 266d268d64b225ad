package cache

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"frontdesk/internal/faqindex"
	"frontdesk/internal/filestore"
	"frontdesk/internal/guard"
	"frontdesk/internal/sqlite"
)

// storedAge is how long a record is kept on disk that no answer has confirmed.
const storedAge = 60 * 24 * time.Hour

// How often changes are written: once things are quiet at first, then at most every writePause, and at the end.
const (
	writeDelay = 500 * time.Millisecond
	writePause = 10 * time.Second
	retryPause = 30 * time.Second // after a failure
)

// openDisk starts to read what is on disk, and writes changes until Close.
func (c *Cache) openDisk(dir string) {
	c.disk = &disk{
		file:    OpenFile(dir),
		loaded:  make(chan struct{}),
		wake:    make(chan struct{}, 1),
		ended:   make(chan struct{}),
		stop:    make(chan struct{}),
		days:    map[dayNumber]bool{},
		records: map[recordKey]change{},
		partial: map[dayNumber]bool{},
		details: map[string]bool{},
	}
	guard.Go(c.keepOnDisk)
}

// keepOnDisk reads what is on disk, and writes changes until Close.
func (c *Cache) keepOnDisk() {
	defer close(c.disk.ended)
	report(guard.Run(c.load))
	c.writeChanges()
}

// report logs why something of the cache could not be read or written. A console has no log and shows what the service
// answers; frontdesk doctor names the files that were set aside.
func report(err error) {
	if err != nil && !errors.Is(err, filestore.ErrLocked) && !sqlite.IsBusy(err) {
		slog.Warn("the cache on disk", "error", err.Error())
	}
}

// WaitLoaded returns when the tickets of the last time are known, if they are kept on disk.
func (c *Cache) WaitLoaded(ctx context.Context) {
	if c.disk == nil {
		return
	}
	select {
	case <-c.disk.loaded:
	case <-ctx.Done():
	}
}

// changed makes the writer write. c.mu is held.
func (d *disk) changed() {
	select {
	case d.wake <- struct{}{}:
	default:
	}
}

// rowChanged has a ticket written. c.mu is held.
func (d *disk) rowChanged(row *packedTicket) {
	if d != nil {
		d.days[row.storedDay()] = true
		d.changed()
	}
}

// isUnwritten reports whether memory alone has what is known of a ticket. c.mu is held.
func (d *disk) isUnwritten(row *packedTicket) bool {
	return d != nil && d.days[row.storedDay()]
}

// dayChanged has the state of a day written. c.mu is held.
func (d *disk) dayChanged(day dayNumber) {
	if d != nil {
		d.days[day] = d.days[day] || false
		d.changed()
	}
}

// rowEvicted notes that a ticket is on disk alone. c.mu is held.
func (d *disk) rowEvicted(row *packedTicket) {
	if d != nil {
		d.partial[row.storedDay()] = true
	}
}

// lookForOthers has what other processes have written read soon.
func (d *disk) lookForOthers() {
	if d != nil {
		d.look.Store(true)
		d.changed()
	}
}

// recordChanged has a record written. c.mu is held.
func (d *disk) recordChanged(key recordKey, stamp seq, value any) {
	if d != nil && d.records[key].stamp <= stamp {
		d.records[key] = change{stamp, value}
		if key.kind == detailsKind {
			d.details[key.id] = true
		}
		d.changed()
	}
}

// writeChanges writes changes until Close, and then the rest.
func (c *Cache) writeChanges() {
	for {
		select {
		case <-c.disk.wake:
		case <-c.disk.stop:
		}
		last := !c.disk.pause(writeDelay) // before writing: what changes meanwhile is to be written, too
		err := guard.Run(c.write)
		report(err)
		if last {
			return
		}
		pause := writePause
		if err != nil {
			pause = retryPause
		}
		c.disk.pause(pause)
	}
}

// pause waits, and returns false at once when the cache is closed.
func (d *disk) pause(wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-d.stop:
		return false
	}
}

// fileName is the file in the directory of an account's cache. Another schema gets another name, so that a build leaves
// the file of another one alone.
const fileName = "records3.db"

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
