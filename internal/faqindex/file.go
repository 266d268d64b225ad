package faqindex

import (
	"context"
	"database/sql"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"time"

	"frontdesk/internal/desk"
	"frontdesk/internal/filestore"
	"frontdesk/internal/safetext"
	"frontdesk/internal/sqlite"
)

// Load reads the articles on disk, or what others have written since. It is worth calling before the index is used,
// outside of what an agent waits for.
func (x *Index) Load() { x.use(func(sqlite.Querier) error { return nil }) }

// use has what others have written read, and then work done, with the file or nil if it cannot be read.
func (x *Index) use(work func(sqlite.Querier) error) {
	isThere, isDone := x.file == nil, false
	var err error
	if x.file != nil {
		err = x.file.Read(func(db *sql.DB) error {
			isThere = true
			err := x.takeNews(db)
			if err == nil {
				isDone = true
				err = work(db)
			}
			return err
		})
	}
	if isDamaged := sqlite.IsDamaged(err); isDamaged || err == nil && !isThere {
		x.mu.Lock()
		if x.loaded = true; isDamaged || x.known.Lineage != 0 {
			x.reset() // it was set aside, or deleted
		}
		x.publish()
		x.mu.Unlock()
	}
	if !isDone {
		_ = work(nil)
	}
}

// takeNews takes over what was written to the file since it was last read. db reads it as it is at one moment, and has
// it open: mu is never held by one who waits for the file.
func (x *Index) takeNews(db sqlite.Querier) error {
	now, err := sqlite.StateOf(db)
	if err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	defer x.publish()
	x.loaded = true
	if now.Lineage != x.known.Lineage && x.known.Lineage != 0 {
		x.reset() // it is another file
	}
	for now.Writes > x.known.Writes {
		how := "INDEXED BY article_written"
		if x.known.Writes == 0 {
			how = "NOT INDEXED" // all is read
		}
		err := sqlite.Each(db, "SELECT "+columns+" FROM article "+how+" WHERE written > ?", func(found *sql.Rows) error {
			var r row
			err := r.scan(found)
			if err == nil && x.take(&r) {
				delete(x.kept, r.ID)
			}
			return err
		}, x.known.Writes)
		if err != nil {
			return err
		}
		x.known = now
		x.settle()
	}
	return sqlite.Each(db, "SELECT complete FROM prefetch", func(found *sql.Rows) error {
		var complete int64
		err := found.Scan(&complete)
		x.complete = time.UnixMicro(complete)
		return err
	})
}

// look searches in all that is known, and then reads columns of what is found, unless it is on no disk.
func (x *Index) look(search func() []candidate, kept func(*row), columns string, take func(*sql.Rows) error) {
	x.use(func(db sqlite.Querier) error {
		x.mu.RLock()
		var ids []string
		for _, c := range search() {
			id := x.articles[c.article].id
			if r := x.kept[id]; r != nil {
				kept(r)
			} else {
				ids = append(ids, fmt.Sprint(id))
			}
		}
		x.mu.RUnlock()
		if db == nil || len(ids) == 0 {
			return nil
		}
		return sqlite.Each(db, "SELECT "+columns+" FROM article WHERE text IS NOT NULL AND id IN ("+strings.Join(ids, ",")+")", take)
	})
}

// read returns the articles that a search finds, in its order.
func (x *Index) read(search func() []candidate) []desk.Article {
	var ids []int64
	found := map[int64]*row{}
	x.look(func() []candidate {
		all := search()
		for _, c := range all {
			ids = append(ids, x.articles[c.article].id)
		}
		return all
	}, func(r *row) { found[r.ID] = r }, columns, func(rows *sql.Rows) error {
		r := new(row)
		err := r.scan(rows)
		found[r.ID] = r
		return err
	})
	articles := make([]desk.Article, 0, len(ids))
	for _, id := range ids {
		if r := found[id]; r != nil {
			articles = append(articles, r.Article)
		}
	}
	return articles
}

// transaction is one that writes to the file, with its number.
type transaction struct {
	*sql.Tx
	write int64
}

// write changes the file, and has taken over what is in it then. Nothing is written after Close, or without a file.
func (x *Index) write(now time.Time, change func(transaction) error) (done bool, err error) {
	x.writing.Lock()
	defer x.writing.Unlock()
	if x.file == nil || x.closed {
		return false, nil
	}
	var evicted []int64
	err = x.file.Update(func(tx *sql.Tx, found sqlite.State) error {
		next, err := found.Next(tx)
		if err == nil {
			err = change(transaction{tx, next.Writes})
		}
		if err == nil {
			evicted, err = x.evict(tx, now)
		}
		return err
	})
	if err != nil {
		return false, fmt.Errorf("articles cannot be kept on disk: %w", filestore.WithoutPath(err))
	}
	x.Load()
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, id := range evicted {
		x.forget(id)
	}
	x.publish()
	return true, nil
}

// evict deletes what is too old, and what was asked for longest ago where there is too much of it.
func (x *Index) evict(tx *sql.Tx, now time.Time) (ids []int64, err error) {
	x.mu.RLock()
	isFull := x.bytes > maxBytes+maxBytes/10 || len(x.byID) > maxArticles+maxArticles/10
	x.mu.RUnlock()
	if !isFull && now.Sub(x.evicted) < evictEvery {
		return nil, nil
	}
	x.evicted = now
	err = sqlite.Each(tx, `DELETE FROM article WHERE id IN (SELECT id FROM (
			SELECT id, asked, text, row_number() OVER latest AS place,
				sum(coalesce(octet_length(text), 0) + coalesce(octet_length(body), 0)) OVER latest AS bytes
			FROM article WINDOW latest AS (ORDER BY asked DESC, id)
		) WHERE place > ? OR bytes > ? OR asked < iif(text IS NULL, ?, ?)) RETURNING id`, func(found *sql.Rows) error {
		var id int64
		err := found.Scan(&id)
		ids = append(ids, id)
		return err
	}, maxArticles, maxBytes, now.Add(-withdrawnFor).UnixMicro(), now.Add(-maxAge).UnixMicro())
	return ids, err
}

// Schema makes the tables of articles in the file of an account's cache.
//
//	article   with the sum of all that follows it; text is that of the body, and body is null where it has no markup;
//	          text is null of an article that was withdrawn, so that no older answer brings it back
//	prefetch  when a search for all articles was last complete, in one row
const Schema = `
CREATE TABLE IF NOT EXISTS article (
	id INTEGER PRIMARY KEY, written INTEGER NOT NULL, asked INTEGER NOT NULL, sum INTEGER NOT NULL,
	category_id INTEGER NOT NULL, created INTEGER NOT NULL, title TEXT NOT NULL, category TEXT NOT NULL,
	parent TEXT NOT NULL, type TEXT NOT NULL, attachment TEXT NOT NULL, text TEXT, body TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS article_written ON article (written);
CREATE TABLE IF NOT EXISTS prefetch (id INTEGER PRIMARY KEY, complete INTEGER NOT NULL) STRICT;
`

// columns are those of a row, in the order in which it is written and read.
const columns = "id, asked, sum, category_id, created, title, category, parent, type, attachment, text, body"

// textColumns are those of which a snippet is made.
const textColumns = "id, substr(text, 1, 65536)"

// untilDone is the context of all uses of the file, which are short.
var untilDone = context.Background()

// row is an article with when it was asked for. One that is not enabled was withdrawn, and has nothing else.
type row struct {
	desk.Article
	asked time.Time
	text  string // of the body, sanitised when it was written
	sum   uint32
}

// rowOf returns the row of an article.
func rowOf(a *desk.Article, asked time.Time) *row {
	r := &row{Article: desk.Article{ID: a.ID}, asked: asked}
	if a.Enabled {
		r.Article, r.text = *a, a.Body.Text().String()
	}
	r.sum = r.checksum()
	return r
}

// size returns how much of a row is text.
func (r *row) size() int32 {
	size := len(r.Title.String()) + len(r.text)
	if r.Body.Raw() != r.text {
		size += r.Body.Len()
	}
	return int32(size)
}

// checksum returns the sum of what is kept.
func (r *row) checksum() uint32 {
	sum := crc32.NewIEEE()
	for _, value := range r.contents() {
		_, _ = fmt.Fprintf(sum, "%v\x00", value)
	}
	return sum.Sum32()
}

// contents are the values of the columns from category_id on.
func (r *row) contents() []any {
	var text, body any
	if r.Enabled {
		if text = r.text; r.Body.Raw() != r.text {
			body = r.Body.Raw()
		}
	}
	return []any{
		r.CategoryID, int64(r.Created), r.Title.String(), r.CategoryName.String(), r.ParentCategory.String(),
		r.Type.String(), r.Attachment.String(), text, body,
	}
}

// put writes a row, unless a later one is there, or nothing would change but that it was asked for lately.
func (t transaction) put(r *row) error {
	_, err := t.ExecContext(untilDone,
		"INSERT INTO article (written, "+columns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET (written, `+columns+") = (excluded."+
			strings.ReplaceAll("written, "+columns, ", ", ", excluded.")+`)
			WHERE excluded.asked >= asked AND (excluded.sum <> sum OR excluded.asked >= asked + ?)`,
		slices.Concat(
			[]any{t.write, r.ID, r.asked.UnixMicro(), r.sum}, r.contents(), []any{seenAgain.Microseconds()},
		)...)
	return err
}

// scan reads a row of columns. Its texts are sanitised again, since a file can be changed by others; the text of the
// body is not, and must not be shown as it is.
func (r *row) scan(found *sql.Rows) error {
	var asked, created int64
	var title, category, parent, kind, attachment string
	var text, body sql.NullString
	err := found.Scan(
		&r.ID, &asked, &r.sum, &r.CategoryID, &created, &title, &category, &parent, &kind, &attachment, &text, &body,
	)
	if err != nil {
		return err
	}
	if !body.Valid {
		body = text
	}
	r.asked, r.text, r.Enabled = time.UnixMicro(asked), text.String, text.Valid
	r.Article = desk.Article{
		ID: r.ID, CategoryID: r.CategoryID, Created: desk.UnixTime(created), Enabled: r.Enabled,
		Title: safetext.LineFromText(title), Attachment: safetext.LineFromText(attachment),
		CategoryName: readTerm(category), ParentCategory: readTerm(parent), Type: readTerm(kind),
		Body: safetext.NewHTML(body.String),
	}
	if r.sum != r.checksum() {
		return sqlite.ErrDamaged
	}
	return nil
}

func readTerm(s string) desk.InternedLine { return desk.NewInternedLine(safetext.LineFromText(s)) }
