package agent

import (
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"frontdesk/internal/sqlite"
)

// The kinds of rows.
const (
	kindWrite   = "write"
	kindEntry   = "journal"
	kindMark    = "mark"
	kindView    = "view"
	kindMacro   = "macro"
	kindSetting = "setting"
	kindRun     = "run"
	kindResult  = "result"
)

// kinds are all of them, those first that an agent waits for.
var kinds = []string{kindWrite, kindRun, kindResult, kindSetting, kindView, kindMacro, kindMark, kindEntry}

// row is a row of an agent.
type row struct {
	kind, id  string
	body      []byte // empty of a row that is gone
	stage     Stage
	form      string
	owner     string
	rev, past string
	sent      bool
	number    uint64
	dirty     bool
}

// columns are those of a row, in the order in which it is scanned.
const columns = `kind, id, body, sum, stage, form, owner, rev, past, sent, number, dirty`

// isGone reports whether a row was deleted.
func (r *row) isGone() bool { return len(r.body) == 0 }

// sumOf returns the sum of a row.
func sumOf(kind, id string, body []byte) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s", kind, id, body))
	return hex.EncodeToString(sum[:8])
}

// newName returns a name that no other row, rev or process has.
func newName() string { return rand.Text()[:16] }

// table is the rows of one agent. All consoles of the agent in this process share it.
type table struct {
	file   *file
	agent  string
	remote *remote // nil where nothing is shared with other hosts
	copies copies
}

// lock lets one caller at a time compare rows with the servers; without them the file's own lock is enough.
func (t *table) lock() (unlock func()) {
	if t.remote == nil {
		return func() {}
	}
	t.remote.mu.Lock()
	return t.remote.mu.Unlock
}

// change runs work in a transaction, and keeps a copy of the agent's rows from time to time.
func (t *table) change(work func(tx *sql.Tx) error) error {
	err := t.file.do(work)
	if err == nil {
		t.copies.count(t)
	}
	return err
}

// rows returns rows by a condition, in the order in which they came. Their sums are compared.
func (t *table) rows(tx *sql.Tx, condition string, values ...any) (all []row, err error) {
	query := `SELECT ` + columns + ` FROM row WHERE agent=? AND ` + condition + ` ORDER BY made`
	err = sqlite.Each(tx, query, func(found *sql.Rows) error {
		var r row
		var sum string
		if err := found.Scan(
			&r.kind, &r.id, &r.body, &sum, &r.stage, &r.form, &r.owner, &r.rev, &r.past, &r.sent, &r.number, &r.dirty,
		); err != nil {
			return err
		}
		if sum != sumOf(r.kind, r.id, r.body) {
			return damage("a row of it has another content than was written")
		}
		all = append(all, r)
		return nil
	}, append([]any{t.agent}, values...)...)
	return all, err
}

// of returns the rows of a kind that are not gone.
func (t *table) of(tx *sql.Tx, kind string) ([]row, error) {
	return t.rows(tx, `kind=? AND length(body)>0`, kind)
}

// row returns one row, which may be gone; nil if there is none.
func (t *table) row(tx *sql.Tx, kind, id string) (*row, error) {
	found, err := t.rows(tx, `kind=? AND id=?`, kind, id)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// maxPast is how many revs a row remembers.
const maxPast = 24

// grown returns the revs of a row's past once it has another content: those that others may have.
func (r *row) grown() string {
	if !r.sent {
		return r.past
	}
	return joinRevs(r.rev, r.past)
}

// joinRevs joins revs, each once.
func joinRevs(revs ...string) string {
	var all []string
	known := map[string]bool{}
	for _, rev := range strings.Fields(strings.Join(revs, " ")) {
		if !known[rev] {
			known[rev] = true
			all = append(all, rev)
		}
	}
	return strings.Join(all[:min(len(all), maxPast)], " ")
}

// hasGrownFrom reports whether a row, or a version of it, has a rev in its past.
func hasGrownFrom(past, rev string) bool {
	return strings.Contains(" "+past+" ", " "+rev+" ")
}

// changeTo gives a row another content, which the servers do not have yet.
func (t *table) changeTo(r *row, body []byte) {
	r.past = r.grown()
	r.body, r.rev, r.dirty = body, newName(), true
	r.sent = t.remote != nil && t.remote.isConnected() // it is sent next
}

// insert adds a row.
func (t *table) insert(tx *sql.Tx, r row) error {
	_, err := tx.Exec(
		`INSERT INTO row (agent, `+columns+`) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)`, append([]any{t.agent}, t.values(r)...)...,
	)
	return err
}

func (t *table) values(r row) []any {
	if r.body == nil {
		r.body = []byte{}
	}
	return []any{
		r.kind, r.id, r.body, sumOf(r.kind, r.id, r.body), r.stage, r.form, r.owner, r.rev, r.past, r.sent,
		int64(r.number), r.dirty, //nolint:gosec // a number of messages
	}
}

// replace replaces a row that has a rev. It replaces nothing, and reports false, if the row has another one, or if it
// is a write that is to be sent while another copy of its form is on its way: no two consoles send one.
func (t *table) replace(tx *sql.Tx, r row, rev string) (done bool, err error) {
	changed, err := tx.Exec(`UPDATE row SET (`+columns+`) = (?,?,?,?,?,?,?,?,?,?,?,?)
		WHERE agent=? AND kind=? AND id=? AND rev=? AND (?<>'sending' OR form LIKE '% ' OR NOT EXISTS (
			SELECT 1 FROM row o WHERE o.agent=row.agent AND o.kind=row.kind AND o.form=row.form AND o.id<>row.id
				AND o.stage='sending' AND o.owner<>''))`,
		append(t.values(r), t.agent, r.kind, r.id, rev, r.stage)...)
	if err != nil {
		return false, err
	}
	n, err := changed.RowsAffected()
	return n == 1, err
}

// remove deletes a row. That it is gone stays, for the servers if they may have it, and until the next copy is made,
// from which it must not come back.
func (t *table) remove(tx *sql.Tx, r row) error {
	rev := r.rev
	t.changeTo(&r, nil)
	r.stage, r.form, r.owner = "", "", ""
	_, err := t.replace(tx, r, rev)
	return err
}

// settleGone notes that the servers know that a row is gone. It is remembered until the next copy is made, because an
// older version may come from another host, or from servers that lost the newer ones.
func (t *table) settleGone(tx *sql.Tx, r row) error {
	_, err := tx.Exec(`UPDATE row SET number=0, sent=0, dirty=0 WHERE agent=? AND kind=? AND id=? AND rev=?`,
		t.agent, r.kind, r.id, r.rev)
	return err
}

// forget removes all that is known of a row.
func (t *table) forget(tx *sql.Tx, r row) error {
	_, err := tx.Exec(`DELETE FROM row WHERE agent=? AND kind=? AND id=?`, t.agent, r.kind, r.id)
	return err
}

// update changes a row of a kind, or makes it, whatever it is: change is given its content, nil for none.
func (t *table) update(kind, id string, change func(body []byte) ([]byte, error)) error {
	defer t.lock()()
	if err := t.change(func(tx *sql.Tx) error { return t.put(tx, kind, id, change) }); err != nil {
		return err
	}
	return t.push(kind, id)
}

// put is update within a transaction.
func (t *table) put(tx *sql.Tx, kind, id string, change func(body []byte) ([]byte, error)) error {
	found, err := t.row(tx, kind, id)
	if err != nil {
		return err
	}
	isNew := found == nil
	if isNew {
		found = &row{kind: kind, id: id}
	}
	body, err := change(found.body)
	if err != nil || string(body) == string(found.body) {
		return err
	}
	rev := found.rev
	t.changeTo(found, body)
	if isNew {
		return t.insert(tx, *found)
	}
	_, err = t.replace(tx, *found, rev)
	return err
}

// read returns the rows of a kind, those of other hosts too if they can be asked.
func (t *table) read(kind string) (all []row, err error) {
	defer t.lock()()
	if err := t.pull(kind); err != nil {
		return nil, err
	}
	err = t.file.do(func(tx *sql.Tx) error {
		all, err = t.of(tx, kind)
		return err
	})
	return all, err
}

// jsonOptions keep typed text even if it is not valid UTF-8.
var jsonOptions = json.JoinOptions(json.Deterministic(true), jsontext.AllowInvalidUTF8(true))

// decode decodes the body of a row.
func (r *row) decode(into any) error { return json.Unmarshal(r.body, into, jsonOptions) }

// encode encodes the body of a row.
func encode(content any) ([]byte, error) { return json.Marshal(content, jsonOptions) }
