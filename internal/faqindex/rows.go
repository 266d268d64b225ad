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
	"frontdesk/internal/safetext"
	"frontdesk/internal/sqlite"
)

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
